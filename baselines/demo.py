"""``python -m baselines.demo`` (``make demo``): train a small UNO agent and judge it honestly.

About three minutes on two cores: training by ``configs/uno_quickstart.yaml``, then duplicate
deals against the random and the rule-based player, and a report.
"""

import argparse
import sys
import time
from pathlib import Path

from tabletop.errors import UserError
from tabletop.players import Player
from tabletop.registry import make_player

from .arena import compare, evaluate, write_report
from .commands.train import Progress
from .config import load_config, with_run
from .policy_player import PolicyPlayer, load_network
from .run_folder import RunFolder
from .training import Run, check_config

AGENT = "trained"
OPPONENTS = ("random", "rules")


def main(arguments: list[str] | None = None) -> int:
    """Train, evaluate, write the report; prints where it is."""
    parser = argparse.ArgumentParser(prog="python -m baselines.demo", description=__doc__)
    parser.add_argument("overrides", nargs="*", metavar="a.b=value", help="changed settings")
    parser.add_argument("--config", default="uno_quickstart", help="training configuration")
    parser.add_argument("--opponents", nargs="+", default=OPPONENTS, help="players to compare with")
    parser.add_argument("--deals", type=int, default=300, help="deals for each comparison")
    parser.add_argument("--out", type=Path, help="folder (new or empty); default runs/demo")
    args = parser.parse_args(arguments)
    try:
        return _demo(args)
    except UserError as error:
        print(f"demo: {error}", file=sys.stderr)
        return 2


def _demo(args: argparse.Namespace) -> int:
    start = time.perf_counter()
    config = with_run(load_config(args.config, args.overrides), name="demo")
    check_config(config)
    folder = RunFolder.create(config, args.out)
    training = Run(config, folder)
    print(f"training on {config.run.steps:,} steps of {config.env.game} …", flush=True)
    with Progress() as progress:
        outcome = training.train(progress)
    if not outcome.finished:
        print(f"stopped; go on with: meldstack train --resume {folder.path}")
        return 130
    share = f"engine {outcome.engine_share:.0%} of the time"
    print(f"trained in {outcome.seconds:.0f} s ({share}); evaluating …", flush=True)
    page = judge(training, folder, args.opponents, args.deals)
    print(f"done in {time.perf_counter() - start:.0f} s")
    print(f"report: {folder.path / 'report.md'}\n        {page}")
    return 0


def judge(training: Run, folder: RunFolder, opponents: list[str], deals: int) -> Path:
    """Compare the trained agent with each opponent, print the verdicts, write the report."""
    game, config = training.game, training.config
    agent = PolicyPlayer(load_network(folder.checkpoint, game), AGENT)
    seed = config.run.seed + 1
    comparisons = [
        compare(game, agent, name, num_players=game.num_players, deals=deals, seed=seed)
        for name in opponents
    ]
    others = [make_player(name, game) for name in opponents]
    seats: list[Player] = [agent, *others, *others][: game.num_players]
    seats += [others[0]] * (game.num_players - len(seats))
    evaluation = evaluate(game, seats, deals=deals, seed=seed)
    for comparison in comparisons:
        for line in comparison.verdicts():
            print(line)
    title = f"{config.env.game} agent trained by {config.run.steps:,} steps of self-play"
    return write_report(folder.path, evaluation, comparisons, run_dir=folder.path, title=title)


if __name__ == "__main__":
    sys.exit(main())
