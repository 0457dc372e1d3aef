"""``meldstack contest``: a contest by the rules of its file, held between agents."""

import argparse
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from tabletop.contests import load_contest, run_contest
from tabletop.contests.live import Watcher
from tabletop.contests.report import standing_grid

HELP = """Hold a contest by the rules of a contest file and write its report.

Writes result.json, report.md, report.html and replays/ into a new or empty folder.  Players are
the names of the game (random, rules; most_tiles, most_value, careful), ppo, a checkpoint,
module:factory, or an outside program; docs/contests.md describes the file.

examples:
  meldstack contest configs/contests/hk_society_uno.yaml --out runs/society
  meldstack contest tw_campus_rummikub --out runs/campus
  meldstack contest tw_campus_rummikub --out runs/campus --resume
"""
MAKER = "baselines.arena.roster:find_player"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="a contest file, or the name of a shipped one")
    parser.add_argument(
        "--out", required=True, type=Path, metavar="DIR", help="new or empty folder for the results"
    )
    parser.add_argument(
        "--resume", action="store_true", help="go on with the contest that was stopped in DIR"
    )


def run(args: argparse.Namespace) -> int:
    """Hold the contest and print the final standing."""
    file = load_contest(args.file)
    console = Console()
    content = run_contest(
        file,
        args.out,
        resume=args.resume,
        maker=MAKER,
        watcher=Watcher(file.contest.heading, console),
    )
    _print_standing(console, content)
    report = args.out / "report.md"
    console.print(f"report: {report}", markup=False, highlight=False, soft_wrap=True)
    return 0


def _print_standing(console: Console, content: dict[str, Any]) -> None:
    grid = standing_grid(content["standings"])
    if not console.is_terminal:
        for row in grid.rows:
            parts = [f"{name}: {text}" for name, text in zip(grid.header, row, strict=True)]
            console.print(", ".join(parts), markup=False, highlight=False, soft_wrap=True)
        return
    table = Table(title=content["title"])
    for name in grid.header:
        table.add_column(name, overflow="fold")
    for row in grid.rows:
        table.add_row(*row)
    console.print(table)
