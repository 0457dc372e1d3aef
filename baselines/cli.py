"""The ``meldstack`` command: finds the verb and turns mistakes into one clear line.

Each verb is a module in ``baselines/commands`` with ``HELP``, ``add_arguments(parser)`` and
``run(args) -> int``.  Only the module of the verb asked for is imported, so torch is loaded by
those verbs alone that need it.
"""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from types import ModuleType

from tabletop.errors import UserError, install_hint, nearest

VERBS = {
    "train": "train an agent as a configuration file says",
    "evaluate": "measure players against each other, with intervals",
    "contest": "hold a contest by the rules of a contest file",
    "replay": "show and verify recorded games",
    "solve": "find the best Rummikub play for a table and a rack",
    "rules": "show the rules of a preset, with their clauses",
    "bench": "measure the speed of the engines and environments here",
}

EXIT_USER_ERROR = 2
EXIT_INTERRUPTED = 130

EPILOG = "example:\n  meldstack train uno_quickstart\n  meldstack VERB --help"


def package_version() -> str:
    """Version of the installed distribution."""
    try:
        return version("meldstack")
    except PackageNotFoundError:
        return "unknown (not installed)"


class _Parser(argparse.ArgumentParser):
    """Reports a wrong argument in one line instead of the whole usage."""

    def error(self, message: str) -> None:  # type: ignore[override]
        raise UserError(f"{message}; see: {self.prog} --help")


def _main_parser() -> argparse.ArgumentParser:
    lines = "\n".join(f"  {verb:<10}{text}" for verb, text in VERBS.items())
    parser = _Parser(
        prog="meldstack",
        usage="meldstack VERB …",
        description=f"UNO and Rummikub: training, evaluation, contests.\n\nverbs:\n{lines}",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"meldstack {package_version()}")
    return parser


def _verb_parser(verb: str, module: ModuleType) -> argparse.ArgumentParser:
    summary, _, rest = str(module.HELP).partition("\n")
    parser = _Parser(
        prog=f"meldstack {verb}",
        description=summary,
        epilog=rest.strip("\n") or None,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    module.add_arguments(parser)
    return parser


def run_command(arguments: Sequence[str]) -> int:
    """Run one command line; UserError and KeyboardInterrupt pass through."""
    if not arguments or arguments[0].startswith("-"):
        parser = _main_parser()
        parser.parse_args(arguments)
        parser.print_help()
        return 0 if arguments else EXIT_USER_ERROR
    verb, *rest = arguments
    if verb not in VERBS:
        raise UserError(f"no verb {verb!r}; {nearest(verb, VERBS)}")
    try:
        module = import_module(f"baselines.commands.{verb}")
        # intermixed: positional words may follow options, as in `train --resume DIR run.steps=…`
        code: int = module.run(_verb_parser(verb, module).parse_intermixed_args(rest))
    except ModuleNotFoundError as error:  # while running too: verbs import torch when they need it
        hint = install_hint(error)
        if hint is None:
            raise
        raise UserError(f"'meldstack {verb}' {hint}") from error
    return code


def _degrade_output() -> None:
    """A terminal that can't write a character shows ``?`` in its place."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry point of the console script; returns the exit code."""
    _degrade_output()
    try:
        return run_command(sys.argv[1:] if arguments is None else list(arguments))
    except UserError as error:
        print(f"meldstack: {' '.join(str(error).split())}", file=sys.stderr)
        return EXIT_USER_ERROR
    except KeyboardInterrupt:
        print("meldstack: interrupted", file=sys.stderr)
        return EXIT_INTERRUPTED
    except BrokenPipeError:  # the reader of the output went away, as `| head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:  # a file that can't be read or written, wherever it was met
        if error.filename is None:
            raise
        print(f"meldstack: can't use {str(error.filename)!r} ({error.strerror})", file=sys.stderr)
        return EXIT_USER_ERROR


if __name__ == "__main__":
    sys.exit(main())
