"""What an evaluation finds: raw games, one line per kind of player, differences, verdicts.

Plain records; the numbers are made by ``stats``.  Imports no torch.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Interval = tuple[float, float]


@dataclass(frozen=True)
class GameResults:
    """All games of a schedule, G games of S seats between K kinds of player."""

    deal: NDArray[np.int64]  # (G,)
    lineup: NDArray[np.int64]  # (G,) which line-up of the schedule
    kinds: NDArray[np.int64]  # (G, S) who sat where
    wins: NDArray[np.float64]  # (G, S) shares of the win; every row adds up to 1
    scores: NDArray[np.float64]  # (G, S) as in ``public.scores``: the ruleset's own sign
    turns: NDArray[np.int64]  # (G,)
    truncated: NDArray[np.bool_]  # (G,) stopped by max_turns
    decisions: NDArray[np.int64]  # (K,)
    seconds: NDArray[np.float64]  # (K,) spent in ``act``
    elapsed: float  # seconds of wall time for everything

    def of_lineup(self, lineup: int) -> "GameResults":
        """Only the games of one line-up (decision counts and times stay those of all)."""
        rows = self.lineup == lineup
        return GameResults(
            self.deal[rows],
            self.lineup[rows],
            self.kinds[rows],
            self.wins[rows],
            self.scores[rows],
            self.turns[rows],
            self.truncated[rows],
            self.decisions,
            self.seconds,
            self.elapsed,
        )


@dataclass(frozen=True)
class PlayerResult:
    """One kind of player.  ``games`` counts seats: a kind in two seats plays two per game."""

    name: str
    games: int
    win_rate: float  # per seat; a win shared by w players counts 1/w for each
    win_rate_ci: Interval  # 95 %, bootstrap over deals
    mean_score: float  # the ruleset's own score, low or high good as the ruleset has it
    mean_score_ci: Interval
    ms_per_decision: float  # milliseconds of ``act`` per decision, in batches

    def to_json(self) -> dict[str, Any]:
        """Plain values under the fixed keys of ``meldstack evaluate --json``."""
        return {
            "name": self.name,
            "games": self.games,
            "win_rate": round(self.win_rate, 6),
            "win_rate_ci": _rounded(self.win_rate_ci),
            "mean_score": round(self.mean_score, 6),
            "mean_score_ci": _rounded(self.mean_score_ci),
            "ms_per_decision": round(self.ms_per_decision, 6),
        }


@dataclass(frozen=True)
class Difference:
    """First minus second, over the same deals."""

    first: str
    second: str
    win_rate: float
    win_rate_ci: Interval
    mean_score: float
    mean_score_ci: Interval

    @property
    def clear(self) -> bool:
        """Whether the interval of the win rates leaves out zero."""
        return not self.win_rate_ci[0] <= 0.0 <= self.win_rate_ci[1]

    @property
    def stronger(self) -> str | None:
        """The name of the clearly stronger player, or None."""
        if not self.clear:
            return None
        return self.first if self.win_rate > 0 else self.second

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "first": self.first,
            "second": self.second,
            "win_rate_difference": round(self.win_rate, 6),
            "win_rate_difference_ci": _rounded(self.win_rate_ci),
            "mean_score_difference": round(self.mean_score, 6),
            "mean_score_difference_ci": _rounded(self.mean_score_ci),
            "clear": self.clear,
        }


@dataclass(frozen=True)
class Settings:
    """What was played, enough to play it again."""

    game: str
    ruleset: str | None  # its name or file; None for rules that have no name
    rules: dict[str, Any]
    num_players: int
    deals: int
    games: int
    seed: int
    lineups: tuple[tuple[str, ...], ...]
    engine_version: int

    @property
    def fair_share(self) -> float:
        """The win rate of equal players."""
        return 1.0 / self.num_players

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "game": self.game,
            "ruleset": self.ruleset,
            "num_players": self.num_players,
            "deals": self.deals,
            "games": self.games,
            "seed": self.seed,
            "fair_share": round(self.fair_share, 6),
            "lineups": [list(lineup) for lineup in self.lineups],
            "engine_version": self.engine_version,
            "rules": self.rules,
        }


@dataclass(frozen=True)
class Evaluation:
    """The result of ``evaluate``."""

    settings: Settings
    players: list[PlayerResult]  # in order of first mention
    differences: list[Difference]  # every pair of kinds
    better_at_table: NDArray[np.float64]  # (K, K) share of meetings in which the row did better
    low_score_is_better: bool | None  # as the games show it; None when they can't
    results: GameResults = field(repr=False)

    def player(self, name: str) -> PlayerResult:
        """The line of one player; KeyError when nobody has that name."""
        for result in self.players:
            if result.name == name:
                return result
        raise KeyError(name)

    def verdicts(self) -> list[str]:
        """Plain sentences: each player against the fair share, then each pair."""
        fair = self.settings.fair_share
        lines = [share_verdict(p.name, p.win_rate, p.win_rate_ci, fair) for p in self.players]
        return lines + [pair_verdict(d) for d in self.differences]

    def to_json(self) -> dict[str, Any]:
        """The form of ``meldstack evaluate --json``."""
        games = self.results
        return {
            "players": [player.to_json() for player in self.players],
            "differences": [difference.to_json() for difference in self.differences],
            "better_at_table": [_rounded(row) for row in self.better_at_table],
            "low_score_is_better": self.low_score_is_better,
            "mean_turns": round(float(games.turns.mean()), 3),
            "truncated_games": int(games.truncated.sum()),
            "seconds": round(games.elapsed, 3),
            **self.settings.to_json(),
        }


@dataclass(frozen=True)
class Comparison:
    """The result of ``compare``: each of two players alone against copies of the other."""

    settings: Settings
    first_alone: PlayerResult
    second_alone: PlayerResult
    difference: Difference  # first alone minus second alone
    results: GameResults = field(repr=False)

    def verdicts(self) -> list[str]:
        """Plain sentences: each one alone, then who is stronger."""
        fair = self.settings.fair_share
        rest = self.settings.num_players - 1
        lines = []
        for alone, other in (
            (self.first_alone, self.second_alone),
            (self.second_alone, self.first_alone),
        ):
            who = f"{alone.name} alone against {rest} × {other.name}"
            lines.append(share_verdict(who, alone.win_rate, alone.win_rate_ci, fair))
        return [*lines, pair_verdict(self.difference)]

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "first_alone": self.first_alone.to_json(),
            "second_alone": self.second_alone.to_json(),
            "difference": self.difference.to_json(),
            **self.settings.to_json(),
        }


def share_verdict(who: str, rate: float, interval: Interval, fair: float) -> str:
    """One sentence: a win rate against the fair share."""
    low, high = interval
    numbers = f"wins {rate:.1%}, 95 % interval {low:.1%} to {high:.1%}"
    if low > fair:
        return f"{who} {numbers}: above the fair share of {fair:.1%}"
    if high < fair:
        return f"{who} {numbers}: below the fair share of {fair:.1%}"
    return f"{who} {numbers}: not told apart from the fair share of {fair:.1%}"


def pair_verdict(difference: Difference) -> str:
    """One sentence: who of two beats the other, or that nothing is clear."""
    low, high = difference.win_rate_ci
    if difference.stronger is None:
        return (
            f"No clear difference between {difference.first} and {difference.second}: "
            f"win rates differ by {_points(difference.win_rate)} points, 95 % interval "
            f"{_points(low)} to {_points(high)}, which includes zero"
        )
    if difference.stronger == difference.first:
        winner, loser, values = (
            difference.first,
            difference.second,
            (difference.win_rate, low, high),
        )
    else:
        winner, loser, values = (
            difference.second,
            difference.first,
            (
                -difference.win_rate,
                -high,
                -low,
            ),
        )
    gain, low, high = values
    return (
        f"{winner} beats {loser} by {_points(gain)} points of win rate, 95 % interval "
        f"{_points(low)} to {_points(high)}, which excludes zero"
    )


def _points(share: float) -> str:
    return f"{100 * share:+.1f}"


def _rounded(values: Iterable[float]) -> list[float | None]:
    """For JSON, which has no NaN."""
    return [None if np.isnan(value) else round(float(value), 6) for value in values]
