"""``meldstack solve``: the best Rummikub play of a position, and the table after it."""

import argparse
import json
from typing import Any

from rich.console import Console
from rich.text import Text

HELP = """Find the best Rummikub play for a table and a rack, by the exact solver.

Tiles: k black, b blue, r red, y yellow with a number, J joker ("red 5" is read too); sets are
parted by |.  The table may be rearranged freely; before the initial meld it is left alone.

examples:
  meldstack solve --table "r1 r2 r3 | k5 b5 y5" --rack "r4 J"
  meldstack solve --table "b5 r5 k5 y5" --rack "b4 b6 b7 y13" --objective value
  meldstack solve --rack "r10 b10 k10 y3" --initial-meld 30 --json
"""

STYLES = {"k": "bold", "b": "bold blue", "r": "bold red", "y": "bold yellow", "J": "bold magenta"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--table", default="", metavar="SETS", help="sets on the table (none)")
    parser.add_argument("--rack", required=True, metavar="TILES", help="tiles in the rack")
    parser.add_argument(
        "--objective",
        default="tiles",
        metavar="tiles|value",
        help="play the most tiles (default), or the highest sum of numbers",
    )
    parser.add_argument(
        "--initial-meld",
        type=int,
        default=0,
        metavar="POINTS",
        help="the first meld: own sets worth at least so much (default 0: it was made before)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Solve and print."""
    from rummi_env.solver_text import solve

    answer = solve(args.table, args.rack, args.objective, args.initial_meld)
    if args.json:
        print(json.dumps(answer))
    else:
        _print_answer(answer, args.initial_meld)
    return 0


def _print_answer(answer: dict[str, Any], points: int) -> None:
    console = Console()
    if answer["count"]:
        tiles = "1 tile" if answer["count"] == 1 else f"{answer['count']} tiles"
        _line(console, f"play ({tiles}, value {answer['value']})", [answer["played"]])
    elif points > 0:
        console.print(f"nothing to play: no sets of the rack are worth {points}", highlight=False)
    else:
        console.print("nothing to play", highlight=False)
    _line(console, "table", answer["table"])
    _line(console, "rack", [answer["rack_left"]])


def _line(console: Console, title: str, sets: list[list[str]]) -> None:
    text = Text(f"{title}: ")
    for index, tiles in enumerate(sets):
        if index:
            text.append(" | ", "dim")
        for place, tile in enumerate(tiles):
            text.append((" " if place else "") + tile, STYLES[tile[0]])
    if not any(sets):
        text.append("–", "dim")
    console.print(text, soft_wrap=True)
