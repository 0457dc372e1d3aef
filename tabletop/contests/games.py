"""The games that a contest plays: made from its parts, one per stage and table size.

Finds games through the registry; imports none.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..clock import ClockSettings
from ..errors import UserError
from ..game import Game, Records
from ..registry import game_class, make_game
from .config import Contest, Stage
from .outcome import GameRequest


@dataclass(frozen=True)
class GameSpec:
    """What a Game is made from, as plain values (for processes and replays)."""

    name: str
    num_players: int
    ruleset: str | None
    options: Mapping[str, Any] = field(default_factory=dict)

    def make(self) -> Game:
        """The game; rewards say who won a round."""
        return make_game(self.name, self.num_players, self.ruleset, **self.options)


@dataclass(frozen=True)
class TableSetting:
    """All that playing one request needs besides its players."""

    spec: GameSpec
    game: Game
    clock: ClockSettings
    time_up: str
    target: float | None


class GameBook:
    """Games and settings by request, made once each."""

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        self._settings: dict[tuple[int, int, bool], TableSetting] = {}

    def setting(self, request: GameRequest) -> TableSetting:
        """The game of a request; an extra round is one round without the game's time limit."""
        return self.setting_of(request.stage, len(request.seats), request.extra > 0)

    def setting_of(self, stage: int, num_players: int, extra: bool = False) -> TableSetting:
        """The game of a stage for so many players."""
        key = (stage, num_players, extra)
        if key not in self._settings:
            self._settings[key] = self._make(stage, num_players, extra)
        return self._settings[key]

    def _make(self, index: int, num_players: int, extra: bool) -> TableSetting:
        contest, stage = self._contest, self._contest.stages[index]
        match = stage.match
        assert match is not None
        assert contest.game is not None
        target = None if extra else match.target_score
        options: dict[str, Any] = {**contest.rules, **stage.rules}
        if target is not None:
            options["target_score"] = int(target)
        options.update(reward="win", max_turns=contest.max_turns)
        spec = GameSpec(contest.game, num_players, contest.ruleset, options)
        clock = contest.clock.settings()
        if extra:
            clock = ClockSettings(**{**vars(clock), "game_limit": None})
        return TableSetting(spec, spec.make(), clock, match.time_up, target)

    def best_of(self, index: int) -> str:
        """Which score is good in a stage: as the file says, else as the ruleset scores."""
        stage = self._contest.stages[index]
        if stage.match is None:
            return "highest"
        if stage.match.best is not None:
            return stage.match.best
        rules = self.setting_of(index, self.fewest_players()).game.rules
        own_hand = getattr(rules, "scoring", "") == "own_hand" and getattr(rules, "places", 1) == 1
        return "lowest" if own_hand else "highest"

    def fewest_players(self) -> int:
        """The smallest table that the game takes."""
        assert self._contest.game is not None
        return game_class(self._contest.game).min_players


def check_playable(contest: Contest, book: GameBook) -> None:
    """UserError when a stage can't be played by the rules, before anything is played."""
    for index, stage in enumerate(contest.stages):
        if stage.match is None:
            continue
        try:
            book.setting_of(index, book.fewest_players())
        except ValueError as error:
            raise UserError(f"stage {stage.name!r}: {error}") from None
        _check_time_up(contest, book, index, stage)


def _check_time_up(contest: Contest, book: GameBook, index: int, stage: Stage) -> None:
    assert stage.match is not None
    limited = contest.clock.game_minutes is not None
    scores_hands = stage.match.time_up == "score_hands"
    if limited and scores_hands and book.best_of(index) == "highest":
        raise UserError(
            f"stage {stage.name!r}: time_up is 'score_hands', but this ruleset does not score "
            "each player's own hand; want 'void_round' or 'finish_round'"
        )


def check_table_sizes(contest: Contest, sizes: Mapping[str, int]) -> None:
    """UserError when a table has more or fewer players than the game takes."""
    if contest.game is None:
        return
    game = game_class(contest.game)
    for where, size in sizes.items():
        if not game.min_players <= size <= game.max_players:
            raise UserError(
                f"{where} has {size} players; {contest.game} takes {game.min_players} to "
                f"{game.max_players}: change the draw, or who goes on, or add a stage"
            )


def start_game(game: Game, records: Records, i: int, request: GameRequest) -> dict[str, Any]:
    """Seed a row and start the request's game on it; a carried leader starts (HKU-2).

    Returns the reset options that the game was started with.
    """
    game.seed_records(records[i : i + 1], request.seed)
    if request.starter is None:
        game.kernels.reset(records, i, game.rules_record)
        return {}
    deal = dict(game.random_deal(request.seed))
    deal["starter"] = request.starter
    game.reset_with_deal(records, i, deal)
    return {"deal": deal}


def somebody_is_out(game: Game, records: Records, i: int) -> bool:
    """Whether the ended round was won by playing everything (False: a deadlock)."""
    public = records["public"][i]
    if bool(np.any(public["left"][: game.num_players])):
        return True
    snapshot = game.snapshot(records, i)
    held: list[Any] = snapshot.get("hands") or snapshot.get("racks") or [[]]
    return any(len(hand) == 0 for hand in held)


def round_winners(rewards: NDArray[np.float32], scores: list[float], best: str) -> list[int]:
    """Who won a round: those rewarded; with play for places the best score."""
    won = [seat for seat in range(len(scores)) if rewards[seat] > 0]
    if won:
        return won
    top = min(scores) if best == "lowest" else max(scores)
    return [seat for seat, score in enumerate(scores) if score == top]
