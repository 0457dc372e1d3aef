"""Intervals by bootstrap over deals, differences on the same deals, who did better at the table.

The games of one deal share their cards, so the deal is the unit that is drawn again, never the
game.  Vectorised NumPy, seeded.  Imports no torch.
"""

import math
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from tabletop.game import Game
from tabletop.rulesets import rules_to_mapping

from .results import (
    Comparison,
    Difference,
    Evaluation,
    GameResults,
    Interval,
    PlayerResult,
    Settings,
)
from .schedule import Schedule

Floats = NDArray[np.float64]
CONFIDENCE = 0.95
RESAMPLES = 4000
_BLOCK = 200  # resamples drawn at a time, to bound memory


def student_quantile(probability: float, freedom: int) -> float:
    """Quantile of Student's t: exact for 1 and 2 degrees of freedom, else an expansion in 1/f."""
    if freedom == 1:
        return math.tan(math.pi * (probability - 0.5))
    if freedom == 2:
        spread = 2.0 * probability - 1.0
        return spread * math.sqrt(2.0 / (1.0 - spread * spread))
    z = NormalDist().inv_cdf(probability)
    terms = (
        (z**3 + z) / 4.0,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96.0,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384.0,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160.0,
    )
    return math.fsum([z, *(term / freedom**n for n, term in enumerate(terms, start=1))])


def percentile_levels(units: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Levels of the percentile interval, widened so that few deals don't look like many.

    The plain percentile interval of a mean is too narrow by sqrt((n-1)/n) and by normal instead of
    Student quantiles; moving its levels out mends both.
    """
    tail = (1.0 - confidence) / 2.0
    reach = math.sqrt(units / (units - 1)) * student_quantile(1.0 - tail, units - 1)
    low = NormalDist().cdf(-reach)
    return low, 1.0 - low


def bootstrap_means(values: Floats, seed: np.random.SeedSequence, resamples: int) -> Floats:
    """Means (B, C) of ``resamples`` draws with replacement of the rows of ``values`` (D, C)."""
    units, columns = values.shape
    stream = np.random.default_rng(seed)
    means = np.empty((resamples, columns))
    for start in range(0, resamples, _BLOCK):
        count = min(_BLOCK, resamples - start)
        drawn = stream.integers(0, units, size=(count, units))
        drawn += np.arange(count)[:, None] * units
        weights = np.bincount(drawn.ravel(), minlength=count * units).reshape(count, units)
        means[start : start + count] = weights @ values / units
    return means


class Intervals:
    """Bootstrap intervals of the columns of per-deal values (D, C) and of their differences."""

    def __init__(self, values: Floats, seed: np.random.SeedSequence, resamples: int = RESAMPLES):
        self.values = values
        self.units = len(values)
        self.means: Floats = values.mean(axis=0)
        self._drawn = bootstrap_means(values, seed, resamples) if self.units > 1 else None

    def of(self, column: int) -> Interval:
        """The interval of one column's mean; (nan, nan) from a single deal."""
        return self._interval(None if self._drawn is None else self._drawn[:, column])

    def of_difference(self, first: int, second: int) -> Interval:
        """The interval of the mean of ``first - second``, deal by deal."""
        if self._drawn is None:
            return self._interval(None)
        return self._interval(self._drawn[:, first] - self._drawn[:, second])

    def of_share(self, column: int, low: float, high: float) -> Interval:
        """The interval of a column whose values lie in ``low`` … ``high``."""
        return bounded(self.of(column), self.values[:, column], low, high)

    def of_share_difference(self, first: int, second: int, reach: float) -> Interval:
        """The interval of a difference whose values lie in ``-reach`` … ``reach``."""
        values = self.values[:, first] - self.values[:, second]
        return bounded(self.of_difference(first, second), values, -reach, reach)

    def _interval(self, drawn: Floats | None) -> Interval:
        if drawn is None:
            return math.nan, math.nan
        low, high = np.quantile(drawn, percentile_levels(self.units))
        return float(low), float(high)


def bounded(interval: Interval, values: Floats, low: float, high: float) -> Interval:
    """Widen an interval where all deals gave the same value, which resampling can't vary.

    With n equal deals, a kind of deal with another value may still have a probability of up to
    1 - 0.025 ** (1 / n); its value may be anything in ``low`` … ``high``.
    """
    if len(values) > 1 and np.ptp(values) > 1e-12:
        return interval
    unseen = 1.0 - ((1.0 - CONFIDENCE) / 2.0) ** (1.0 / len(values))
    value = float(values[0])
    return value - (value - low) * unseen, value + (high - value) * unseen


def per_deal(games: GameResults, kinds: int, values: Floats) -> Floats:
    """Mean (D, K) of per-seat values (G, S) over a deal's seats of each kind.

    A kind that is not in these games gets zeros.
    """
    deals = int(games.deal[-1]) + 1
    cell = (games.deal[:, None] * kinds + games.kinds).ravel()
    total = np.bincount(cell, weights=values.ravel(), minlength=deals * kinds)
    count = np.bincount(cell, minlength=deals * kinds)
    return (total / np.maximum(count, 1)).reshape(deals, kinds)


def low_score_is_better(games: GameResults) -> bool | None:
    """Whether winners have lower scores than the others; None when the games don't show it."""
    shared = games.wins * games.scores
    winners = shared.sum()
    others = (games.scores.sum() - winners) / (games.scores.shape[1] - 1)
    if math.isclose(winners, others, rel_tol=1e-9, abs_tol=1e-9):
        return None
    return bool(winners < others)


def better_at_table(games: GameResults, kinds: int, low_is_better: bool | None) -> Floats:
    """(K, K) share of meetings of a row seat and a column seat in which the row did better.

    A larger share of the win is better, then the better score; equal results count half.  NaN
    where two kinds never met.
    """
    sign = -1.0 if low_is_better else 1.0
    seats = games.kinds.shape[1]
    better = np.zeros(kinds * kinds)
    met = np.zeros(kinds * kinds)
    for one in range(seats):
        for other in range(seats):
            if one == other:
                continue
            won = np.sign(games.wins[:, one] - games.wins[:, other])
            scored = sign * np.sign(games.scores[:, one] - games.scores[:, other])
            result = 0.5 + 0.5 * np.where(won != 0, won, scored)
            cell = games.kinds[:, one] * kinds + games.kinds[:, other]
            better += np.bincount(cell, weights=result, minlength=kinds * kinds)
            met += np.bincount(cell, minlength=kinds * kinds)
    share: Floats = np.full(kinds * kinds, np.nan)
    np.divide(better, met, out=share, where=met > 0)
    return share.reshape(kinds, kinds)


def summarise_table(
    game: Game, schedule: Schedule, games: GameResults, ruleset: str | None = None
) -> Evaluation:
    """Lines, differences and the table of one line-up."""
    kinds = len(schedule.names)
    intervals = _intervals(schedule, games, kinds)
    players = [_player(schedule, games, intervals, kind) for kind in range(kinds)]
    differences = [
        _difference(schedule, intervals, first, second)
        for first in range(kinds)
        for second in range(first + 1, kinds)
    ]
    low_is_better = low_score_is_better(games)
    return Evaluation(
        _settings(game, schedule, ruleset),
        players,
        differences,
        better_at_table(games, kinds, low_is_better),
        low_is_better,
        games,
    )


def summarise_pair(
    game: Game, schedule: Schedule, games: GameResults, ruleset: str | None = None
) -> Comparison:
    """Each of two kinds where it sat alone, and the difference of the two."""
    last = len(schedule.lineups) - 1
    alone = (games.of_lineup(0), games.of_lineup(last))
    values = np.column_stack(
        [per_deal(alone[kind], 2, alone[kind].wins)[:, kind] for kind in (0, 1)]
        + [per_deal(alone[kind], 2, alone[kind].scores)[:, kind] for kind in (0, 1)]
    )
    intervals = Intervals(values, schedule.resample_seed())
    first, second = (_player(schedule, alone[kind], intervals, kind) for kind in (0, 1))
    difference = _difference(schedule, intervals, 0, 1)
    return Comparison(_settings(game, schedule, ruleset), first, second, difference, games)


def _intervals(schedule: Schedule, games: GameResults, kinds: int) -> Intervals:
    wins = per_deal(games, kinds, games.wins)
    scores = per_deal(games, kinds, games.scores)
    return Intervals(np.column_stack([wins, scores]), schedule.resample_seed())


def _player(
    schedule: Schedule, games: GameResults, intervals: Intervals, kind: int
) -> PlayerResult:
    """One line; columns of ``intervals``: win rates of all kinds, then scores of all kinds."""
    score = len(intervals.means) // 2 + kind
    seats = int((games.kinds[0] == kind).sum())
    # Seats of one kind win together at most one game: 1 / seats each, all of it if alone.
    low = 1.0 / seats if seats == games.kinds.shape[1] else 0.0
    return PlayerResult(
        name=schedule.names[kind],
        games=int((games.kinds == kind).sum()),
        win_rate=float(intervals.means[kind]),
        win_rate_ci=intervals.of_share(kind, low, 1.0 / seats),
        mean_score=float(intervals.means[score]),
        mean_score_ci=intervals.of(score),
        ms_per_decision=1000.0 * float(games.seconds[kind]) / max(int(games.decisions[kind]), 1),
    )


def _difference(schedule: Schedule, intervals: Intervals, first: int, second: int) -> Difference:
    scores = len(intervals.means) // 2
    return Difference(
        first=schedule.names[first],
        second=schedule.names[second],
        win_rate=float(intervals.means[first] - intervals.means[second]),
        win_rate_ci=intervals.of_share_difference(first, second, 1.0),
        mean_score=float(intervals.means[scores + first] - intervals.means[scores + second]),
        mean_score_ci=intervals.of_difference(scores + first, scores + second),
    )


def _settings(game: Game, schedule: Schedule, ruleset: str | None) -> Settings:
    return Settings(
        game=game.name,
        ruleset=ruleset,
        rules=rules_to_mapping(game.rules),
        num_players=game.num_players,
        deals=schedule.deals,
        games=schedule.games,
        seed=schedule.seed,
        lineups=schedule.named_lineups,
        engine_version=game.engine_version,
    )
