"""``meldstack replay``: show a recorded game and check that it plays to the same end."""

import argparse
import sys

from tabletop.errors import UserError
from tabletop.replay import show_replay, verify_replay

HELP = """Show recorded games move by move, and check that they play to the same end.

examples:
  meldstack replay contest/replays/table_1.jsonl
  meldstack replay --verify replays/*.jsonl
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="replays (JSON lines)")
    parser.add_argument("--verify", action="store_true", help="only check, one line per file")


def run(args: argparse.Namespace) -> int:
    """Show and verify; a replay that goes another way is an error."""
    for path in args.files:
        if not args.verify:
            for line in show_replay(path):
                print(line)
        report = verify_replay(path)
        if report.problem is not None:
            sys.stdout.flush()
            raise UserError(f"replay does not agree with the game: {report.problem}")
        print(f"{path}: {report.actions} actions verified")
    return 0
