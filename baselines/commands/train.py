"""``meldstack train``: train an agent by a configuration, or go on with a run."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tabletop.errors import UserError

from ..config import Config, json_schema, load_config, shipped_configs
from .progress import ProgressBar

if TYPE_CHECKING:
    from ..run_folder import RunFolder
    from ..training import Outcome

HELP = """Train an agent by a configuration file, or go on with a run.

examples:
  meldstack train uno_quickstart
  meldstack train my.yaml run.seed=3 algorithm.learning_rate=5e-4
  meldstack train --resume runs/uno_quickstart
  meldstack train --list
"""

# Keys that a resumed run may change: they do not touch what was learned so far.
FREE_KEYS = ("run.name", "run.steps", "run.checkpoint_interval", "run.tensorboard")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.usage = "meldstack train CONFIG [a.b=value …] [--out DIR] [--resume RUN_DIR]"
    parser.add_argument(
        "words",
        nargs="*",
        metavar="CONFIG, a.b=value",
        help="a YAML file or the name of a shipped one; then changed settings",
    )
    parser.add_argument("--resume", metavar="RUN_DIR", help="go on with the run in this folder")
    parser.add_argument("--out", metavar="DIR", type=Path, help="the run folder (new or empty)")
    parser.add_argument("--list", action="store_true", help="list the shipped configurations")
    parser.add_argument("--schema", action="store_true", help="print the JSON Schema of the files")


def run(args: argparse.Namespace) -> int:
    """Train; 0 when finished, 130 when stopped by Ctrl-C."""
    if args.schema:
        print(json.dumps(json_schema(), indent=2))
        return 0
    if args.list:
        print("\n".join(shipped_configs()))
        return 0
    config, folder = _prepare(args)
    from ..training import Run

    training = Run(config, folder)
    if args.resume:
        training.resume()
    print(f"run folder: {folder.path}", flush=True)
    with Progress() as progress:
        outcome = training.train(progress)
    return _conclude(outcome)


def _prepare(args: argparse.Namespace) -> "tuple[Config, RunFolder]":
    name, overrides = _name_and_overrides(args.words)
    from ..run_folder import RunFolder
    from ..training import check_config, steps_done

    if not args.resume:
        if name is None:
            raise UserError("want a configuration file or name, or --resume RUN_DIR; see --list")
        config = load_config(name, overrides)
        check_config(config)
        return config, RunFolder.create(config, args.out)
    if args.out:
        raise UserError("--out and --resume do not go together: a run goes on in its folder")
    folder = RunFolder.open(args.resume)
    config = folder.config(tuple(overrides))
    if name:
        _check_same(load_config(name, overrides), config, name, args.resume)
    _check_same(folder.config(), config, "the run", "with the overrides")
    check_config(config)
    done = steps_done(folder)
    if config.run.steps < done and config.run.steps != folder.config().run.steps:
        raise UserError(
            f"can't resume: run.steps is {config.run.steps}, but {done} steps are done; want more"
        )
    folder.write_config(config)
    return config, folder


def _name_and_overrides(words: list[str]) -> tuple[str | None, list[str]]:
    if words and ("=" not in words[0] or Path(words[0]).exists()):
        return words[0], words[1:]
    return None, words


def _check_same(first: Config, second: Config, first_name: str, second_name: str) -> None:
    from ..training import changed_keys

    keys = changed_keys(first.model_dump(), second.model_dump())
    fixed = [key[1:] for key in keys if key[1:] not in FREE_KEYS]
    if fixed:
        raise UserError(
            f"can't resume: {fixed[0]} differs between {first_name} and {second_name}; "
            f"a resumed run may change only {', '.join(FREE_KEYS)}"
        )


def _conclude(outcome: "Outcome") -> int:
    share = f"engine {outcome.engine_share:.0%} of the time"
    if outcome.finished:
        print(f"trained {outcome.steps:,} steps in {outcome.seconds:.0f} s ({share})")
        print(f"results: {outcome.folder}")
        return 0
    print(f"stopped and saved at {outcome.steps:,} steps")
    print(f"go on with: meldstack train --resume {outcome.folder}")
    return 130


class Progress(ProgressBar):
    """How many steps are done; evaluations get a line of their own."""

    def __init__(self) -> None:
        super().__init__("training", sys.stdout)

    def progress(self, steps: int, total: int, metrics: dict[str, float]) -> None:
        """Show where the run is."""
        self.update(steps, total)
        evaluated = any(key.startswith("win_rate_") for key in metrics)
        if evaluated and self.display is not None:
            self.display.console.print(_line(steps, total, metrics), highlight=False)
        if self.line_due(now=evaluated or steps >= total):
            print(_line(steps, total, metrics), flush=True)


def _line(steps: int, total: int, metrics: dict[str, float]) -> str:
    parts = [f"{steps:>12,} steps ({min(1.0, steps / total):4.0%})"]
    parts.append(f"{metrics['steps_per_second']:>9,.0f}/s")
    if "entropy" in metrics:
        parts.append(f"entropy {metrics['entropy']:.2f}")
    for key, value in metrics.items():
        if key.startswith("win_rate_"):
            parts.append(f"wins {value:.1%} against {key.removeprefix('win_rate_')}")
    return "  ".join(parts)
