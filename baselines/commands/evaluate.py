"""``meldstack evaluate``: how players do against each other, on duplicate deals, with intervals."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from tabletop.errors import UserError

from ..arena import Comparison, Evaluation, cross_table, evaluate, write_report
from ..arena.report import player_table, report_folder
from ..arena.results import share_verdict
from ..arena.run_curve import read_metrics
from .progress import ProgressBar

HELP = """Play players against each other on duplicate deals and measure who is stronger.

Every deal is played once with each rotation of the seats; intervals are 95 %, over deals.
Players: the names of the game (random; UNO: rules; Rummikub: most_tiles, most_value, careful),
ppo (the shipped agent), a checkpoint or run folder, module:factory.  Equal names are one kind of
player, pooled.

examples:
  meldstack evaluate --players rules,random,random,random --deals 500
  meldstack evaluate --game rummikub --ruleset official --players careful,most_tiles --json
  meldstack evaluate --players ppo,rules,random,random --pairs --out report
  meldstack evaluate --players runs/mine,rules,rules,rules --run runs/mine --out report
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--game", default="uno", help="uno (default) or rummikub")
    parser.add_argument("--ruleset", help="a preset or a YAML file of rules; see: meldstack rules")
    parser.add_argument(
        "--players", required=True, metavar="A,B,C,D", help="one name per seat, with commas"
    )
    parser.add_argument("--deals", type=int, default=100, help="number of deals (default 100)")
    parser.add_argument("--seed", type=int, default=0, help="seed of everything (default 0)")
    parser.add_argument(
        "--override",
        action="append",
        default=[],
        metavar="FIELD=VALUE",
        help="change a field of the ruleset; may be given several times",
    )
    parser.add_argument(
        "--pairs",
        action="store_true",
        help="also play each pair: one against copies of the other, and the reverse",
    )
    parser.add_argument("--workers", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--out", metavar="DIR", help="write a report with pictures there")
    parser.add_argument("--run", metavar="RUN_DIR", help="a run whose curve the report shows")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Play, print, and write the report if asked."""
    if args.run and not args.out:
        raise UserError("--run puts a learning curve into the report; give --out DIR too")
    if args.workers < 1:
        raise UserError(f"--workers is {args.workers}; want 1 or more")
    names = parse_names(args.players)
    if args.out:  # mistakes are told before the games and not after them
        report_folder(args.out)
    if args.run:
        read_metrics(Path(args.run))
    settings: dict[str, Any] = {
        "deals": args.deals,
        "seed": args.seed,
        "ruleset": args.ruleset,
        "overrides": parse_overrides(args.override),
        "workers": args.workers,
    }
    with Progress("table") as progress:
        evaluation = evaluate(args.game, names, progress=progress, **settings)
    comparisons: list[Comparison] = []
    if args.pairs:
        with Progress("pairs") as progress:
            comparisons = cross_table(
                args.game, names, num_players=len(names), progress=progress, **settings
            )
    page = write_report(args.out, evaluation, comparisons, run_dir=args.run) if args.out else None
    if args.json:
        print(json.dumps(_json(evaluation, comparisons), indent=2))
        return 0
    _print_text(evaluation, comparisons)
    if page is not None:
        print(f"report: {page}")
    return 0


def parse_names(text: str) -> list[str]:
    """The names between commas; UserError when one is missing."""
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise UserError(f"--players {text!r}: a name is missing; want one per seat, as in a,b,c,d")
    return names


def parse_overrides(texts: Sequence[str]) -> dict[str, Any]:
    """``field=value`` texts as a mapping; values are read as YAML."""
    values: dict[str, Any] = {}
    for text in texts:
        field, equals, value = text.partition("=")
        if not equals or not field.strip():
            raise UserError(f"--override {text!r}: want field=value, as in jump_in=false")
        try:
            values[field.strip()] = yaml.safe_load(value)
        except yaml.YAMLError as error:
            raise UserError(f"--override {text!r}: the value is not YAML") from error
    return values


def _json(evaluation: Evaluation, comparisons: Sequence[Comparison]) -> dict[str, Any]:
    content = evaluation.to_json()
    if comparisons:
        content["pairs"] = [comparison.to_json() for comparison in comparisons]
    return content


def _print_text(evaluation: Evaluation, comparisons: Sequence[Comparison]) -> None:
    settings = evaluation.settings
    title = (
        f"{settings.game}: {settings.deals:,} deals × {settings.num_players} rotations "
        f"= {settings.games:,} games in {evaluation.results.elapsed:.1f} s"
    )
    if sys.stdout.isatty():
        _print_table(evaluation, title)
    else:
        print(title)
        fair = settings.fair_share
        for player in evaluation.players:
            print(share_verdict(player.name, player.win_rate, player.win_rate_ci, fair))
            low, high = player.mean_score_ci
            print(
                f"  mean score {player.mean_score:.2f} [{low:.2f}, {high:.2f}], "
                f"{player.ms_per_decision:.3f} ms per decision"
            )
    for difference in evaluation.verdicts()[len(evaluation.players) :]:
        print(difference)
    for comparison in comparisons:
        print("\n".join(comparison.verdicts()))


def _print_table(evaluation: Evaluation, title: str) -> None:
    from rich.console import Console
    from rich.table import Table

    lines = player_table(evaluation.players)
    table = Table(title=title, caption=f"fair share {evaluation.settings.fair_share:.1%}")
    for number, name in enumerate(lines.head):
        table.add_column(name, justify="left" if number == 0 else "right", overflow="fold")
    fair = evaluation.settings.fair_share
    for player, row in zip(evaluation.players, lines.rows, strict=True):
        above, below = player.win_rate_ci[0] > fair, player.win_rate_ci[1] < fair
        table.add_row(*row, style="green" if above else "red" if below else None)
    Console().print(table)


class Progress(ProgressBar):
    """How many games are finished, on stderr."""

    def __init__(self, what: str) -> None:
        super().__init__(f"games ({what})", sys.stderr)
        self._what = what

    def __call__(self, done: int, total: int) -> None:
        """Show that ``done`` of ``total`` games are finished."""
        self.update(done, total)
        if self.line_due():
            print(f"{done:,} of {total:,} games ({self._what})", file=sys.stderr, flush=True)
