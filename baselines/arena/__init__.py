"""Honest evaluation of players: duplicate deals, rotated seats, intervals, a fixed game count.

``evaluate`` seats a list of players at one table and plays every deal once per rotation of the
seats.  ``compare`` sets one kind of player alone against copies of another, and the reverse.
``cross_table`` compares every pair.  The method is described in ``docs/evaluation.md``.
Imports ``tabletop``; torch only where a player that is asked for needs it.
"""

from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from pathlib import Path
from typing import Any

from tabletop.errors import UserError
from tabletop.game import Game
from tabletop.players import Player
from tabletop.registry import default_ruleset, make_game

from .play import play_schedule
from .report import write_report
from .results import Comparison, Difference, Evaluation, GameResults, PlayerResult
from .schedule import Schedule, pair_schedule, table_schedule
from .stats import summarise_pair, summarise_table

__all__ = [
    "Comparison",
    "Difference",
    "Evaluation",
    "GameResults",
    "PlayerResult",
    "Schedule",
    "compare",
    "cross_table",
    "evaluate",
    "pair_schedule",
    "play_schedule",
    "table_schedule",
    "write_report",
]

Progress = Callable[[int, int], None]  # (games finished, games in all)


def evaluate(
    game: str | Game,
    players: Sequence[str | Player],
    *,
    deals: int = 100,
    seed: int = 0,
    ruleset: Any = None,
    overrides: Mapping[str, Any] | None = None,
    workers: int = 1,
    progress: Progress | None = None,
) -> Evaluation:
    """How the players do against each other at one table.

    ``players`` names one player per seat (so its length is the number of players of the game): a
    shipped name, ``"module:factory"``, a checkpoint path, or a ready ``Player``.  Equal names are
    one kind of player, pooled.  Each of the ``deals`` is played ``len(players)`` times, with the
    seats rotated, so that everybody plays every hand from every seat; the game count is
    ``deals * len(players)`` and is fixed beforehand.

    ``game`` is a name, taken with ``ruleset`` and rule field ``overrides``, or a ready ``Game``.
    The same ``seed`` gives the same games, whatever ``workers`` (processes; players must then be
    names).  Raises UserError for unknown names and for a player that chooses an illegal action.
    """
    table = _open_table(game, len(players), ruleset, overrides)
    schedule = table_schedule(players, deals, seed)
    games = play_schedule(table, schedule, players, workers=workers, progress=progress)
    return summarise_table(table, schedule, games, _named(ruleset, game))


def compare(
    game: str | Game,
    first: str | Player,
    second: str | Player,
    *,
    num_players: int = 4,
    deals: int = 100,
    seed: int = 0,
    ruleset: Any = None,
    overrides: Mapping[str, Any] | None = None,
    workers: int = 1,
    progress: Progress | None = None,
) -> Comparison:
    """Which of two players is stronger: ``first`` alone against copies of ``second``, and reverse.

    Every deal is played ``2 * num_players`` times (``num_players`` with two players): both
    line-ups, all seat rotations.  The verdict rests on one number fixed beforehand, the win rate of
    ``first`` alone minus the win rate of ``second`` alone.  Other arguments as in ``evaluate``.
    """
    table = _open_table(game, num_players, ruleset, overrides)
    schedule = pair_schedule(first, second, table.num_players, deals, seed)
    games = play_schedule(table, schedule, (first, second), workers=workers, progress=progress)
    return summarise_pair(table, schedule, games, _named(ruleset, game))


def cross_table(
    game: str | Game,
    players: Sequence[str | Player],
    *,
    progress: Progress | None = None,
    **settings: Any,
) -> list[Comparison]:
    """``compare`` for every pair of the different players, in order; settings as in ``compare``."""
    kinds = list({_name(player): player for player in players}.values())
    pairs = [(a, b) for i, a in enumerate(kinds) for b in kinds[i + 1 :]]
    found: list[Comparison] = []
    for number, (a, b) in enumerate(pairs):
        report = None if progress is None else _share_of(progress, number, len(pairs))
        found.append(compare(game, a, b, progress=report, **settings))
    return found


def _share_of(progress: Progress, number: int, count: int) -> Progress:
    return lambda done, total: progress(number * total + done, count * total)


def _name(player: str | Player) -> str:
    return player if isinstance(player, str) else player.name


def _named(ruleset: Any, game: str | Game) -> str | None:
    if ruleset is None and isinstance(game, str):
        return default_ruleset(game)
    return str(ruleset) if isinstance(ruleset, (str, Path)) else None


def _open_table(
    game: str | Game, num_players: int, ruleset: Any, overrides: Mapping[str, Any] | None
) -> Game:
    """The game to play, with the rewards that show who won."""
    if isinstance(game, str):
        # Over a match the winner of the last round need not be the winner: go by score there.
        table = make_game(game, num_players, ruleset, reward="win", **(overrides or {}))
    else:
        if ruleset is not None or overrides:
            raise UserError("ruleset and overrides go with a game's name, not with a ready game")
        if game.num_players != num_players:
            raise UserError(f"the game has {game.num_players} seats; {num_players} players named")
        table = game
    reward = "score" if getattr(table.rules, "target_score", None) else "win"
    if table.reward == reward:
        return table
    return _remade(table, reward)


def _remade(game: Game, reward: str) -> Game:
    """The same game with other rewards; every other option as it is."""
    make: Any = type(game)
    options = {n: getattr(game, n) for n in signature(make).parameters if hasattr(game, n)}
    remade: Game = make(**{**options, "ruleset": game.rules, "reward": reward})
    return remade
