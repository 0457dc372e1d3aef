"""Statistics: coverage of the intervals, pooled lines, verdicts that find what is there."""

import json
import math

import numpy as np
import pytest

from baselines.arena import compare, evaluate
from baselines.arena.results import Difference, pair_verdict, share_verdict
from baselines.arena.stats import (
    Intervals,
    bootstrap_means,
    bounded,
    percentile_levels,
    student_quantile,
)
from tests.baselines.dice_game import DiceGame

SEED = np.random.SeedSequence(0)


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.7062), (2, 4.3027), (3, 3.1824), (5, 2.5706), (10, 2.2281), (100, 1.9840)],
)
def test_student_quantiles_as_in_the_printed_tables(freedom: int, quantile: float) -> None:
    assert student_quantile(0.975, freedom) == pytest.approx(quantile, rel=0.01)


def test_levels_reach_the_usual_ones_with_many_deals() -> None:
    low, high = percentile_levels(100_000)
    assert low == pytest.approx(0.025, abs=1e-4)
    assert high == pytest.approx(0.975, abs=1e-4)
    assert percentile_levels(5)[0] < 0.005


def test_bootstrap_spread_is_that_of_the_mean() -> None:
    values = np.random.default_rng(1).normal(3.0, 2.0, (400, 1))
    drawn = bootstrap_means(values, SEED, 4000)
    assert drawn.mean() == pytest.approx(values.mean(), abs=0.01)
    assert drawn.std() == pytest.approx(values.std() / math.sqrt(400), rel=0.05)


@pytest.mark.parametrize("units", [15, 40, 150])
def test_intervals_cover_the_truth_about_95_times_in_100(units: int) -> None:
    # 600 experiments: the share that covers has a deviation of 0.9 points about 0.95;
    # a player's share of a deal's wins is a small fraction with a skew, as drawn here
    values = np.random.default_rng(units).binomial(4, 0.3, (600, units)) / 4
    covered = 0
    for row in values:
        low, high = Intervals(row[:, None], SEED, resamples=500).of(0)
        covered += low <= 0.3 <= high
    assert 0.92 <= covered / 600 <= 0.98


def test_differences_use_the_same_deals() -> None:
    # two columns that rise and fall together: their difference is sharp though each is not
    luck = np.random.default_rng(2).normal(0, 10, 100)
    values = np.column_stack([luck + 1.0, luck])
    intervals = Intervals(values, SEED)
    low, high = intervals.of(0)
    assert high - low > 2.0
    assert intervals.of_difference(0, 1) == pytest.approx((1.0, 1.0))


def test_equal_deals_do_not_make_an_interval_of_no_width() -> None:
    # 20 deals that all went one way: up to 17 % of deals may go the other
    low, high = bounded((1.0, 1.0), np.ones(20), 0.0, 1.0)
    assert (low, high) == (pytest.approx(0.025 ** (1 / 20)), 1.0)
    assert bounded((math.nan, math.nan), np.array([0.25]), 0.0, 1.0)[1] > 0.95


def test_a_stronger_player_is_found_ahead() -> None:
    found = evaluate(DiceGame(4), ["high", "low", "low", "low"], deals=60, seed=1)
    high, low = found.players
    assert high.win_rate_ci[0] > 0.25
    assert low.win_rate_ci[1] < 0.25
    assert found.differences[0].stronger == "high"
    assert "high beats low" in found.verdicts()[-1]
    assert found.low_score_is_better is False
    assert found.better_at_table[0, 1] > 0.7
    assert found.better_at_table[0, 1] + found.better_at_table[1, 0] == pytest.approx(1.0)
    assert found.better_at_table[1, 1] == pytest.approx(0.5)


def test_a_pair_is_judged_from_both_sides() -> None:
    found = compare(DiceGame(4), "low", "high", deals=60, seed=1)
    assert found.first_alone.win_rate_ci[1] < 0.25 < found.second_alone.win_rate_ci[0]
    assert found.difference.stronger == "high"
    assert found.verdicts()[-1].startswith("high beats low by +")
    assert found.first_alone.games == found.second_alone.games == 240


def test_equal_players_are_not_told_apart() -> None:
    clear = 0
    for seed in range(20):
        found = compare(DiceGame(2), "any", TwinOfAny(), num_players=2, deals=40, seed=seed)
        clear += found.difference.clear
    assert clear <= 4  # one in twenty is expected; five or more has a probability of 0.3 %


class TwinOfAny:
    """Plays like ``any`` under another name."""

    name = "twin"

    def seed(self, seed: int) -> None:
        self._stream = np.random.default_rng(seed + 1)

    def act(self, observation: np.ndarray, action_mask: np.ndarray) -> np.ndarray:
        return (action_mask * self._stream.random(action_mask.shape)).argmax(axis=1)


def test_pooled_names_are_rated_per_seat() -> None:
    found = evaluate(DiceGame(4), ["any", "low", "any", "low"], deals=30, seed=1)
    assert [p.name for p in found.players] == ["any", "low"]
    assert [p.games for p in found.players] == [240, 240]
    assert 2 * sum(p.win_rate for p in found.players) == pytest.approx(1.0)
    alike = evaluate(DiceGame(4), ["any"] * 4, deals=10, seed=1)
    assert len(alike.players) == 1
    assert alike.players[0].games == 160
    assert alike.players[0].win_rate == pytest.approx(0.25)
    assert alike.players[0].win_rate_ci == pytest.approx((0.25, 0.25))


def test_the_numbers_are_those_of_the_games() -> None:
    found = evaluate(DiceGame(3), ["any", "low", "high"], deals=20, seed=4)
    for kind, player in enumerate(found.players):
        own = found.results.kinds == kind
        assert player.win_rate == pytest.approx(found.results.wins[own].mean())
        assert player.mean_score == pytest.approx(found.results.scores[own].mean())
        assert player.win_rate_ci[0] <= player.win_rate <= player.win_rate_ci[1]
        assert player.ms_per_decision > 0


def test_json_has_the_fixed_keys_and_plain_values() -> None:
    found = evaluate(DiceGame(2), ["any", "low"], deals=1, seed=4)
    content = json.loads(json.dumps(found.to_json(), allow_nan=False))
    assert list(content["players"][0]) == [
        "name",
        "games",
        "win_rate",
        "win_rate_ci",
        "mean_score",
        "mean_score_ci",
        "ms_per_decision",
    ]
    assert [p["name"] for p in content["players"]] == ["any", "low"]
    assert content["players"][0]["mean_score_ci"] == [None, None]  # one deal says nothing
    assert content["games"] == 2


def test_verdicts_say_what_is_clear_and_what_is_not() -> None:
    assert "above the fair share of 25.0%" in share_verdict("a", 0.4, (0.3, 0.5), 0.25)
    assert "below" in share_verdict("a", 0.1, (0.0, 0.2), 0.25)
    assert "not told apart" in share_verdict("a", 0.3, (0.2, 0.4), 0.25)
    ahead = Difference("a", "b", -0.2, (-0.3, -0.1), 0.0, (0.0, 0.0))
    assert pair_verdict(ahead).startswith("b beats a by +20.0 points")
    unclear = Difference("a", "b", 0.1, (-0.1, 0.3), 0.0, (0.0, 0.0))
    assert pair_verdict(unclear).startswith("No clear difference between a and b")
    assert unclear.stronger is None
