"""HKR-20 to HKR-36: time, and how a game of hk_school ends, on the real engine."""

import pytest

from rummi_env.game import RummikubGame
from rummi_env.tiles import parse_tile

from .rummikub_table import as_sets, lay, one_left

# -- HKR-20 to HKR-23: time ----------------------------------------------------------------------


def test_hkr_20_forty_seconds_for_a_turn_that_ends_with_a_call() -> None:
    t = lay("r1 r2 r3", "r4 k9 k1")
    assert t.game.rules.turn_seconds == 40
    assert t.play("r4").acting == 0
    assert t.play("done").acting == 1, "done ends the turn"


def test_hkr_21_the_player_is_told_at_ten_seconds() -> None:
    assert RummikubGame(2).rules.notice_seconds == 10
    assert RummikubGame(2, "tw_campus").rules.notice_seconds == 0


def test_hkr_22_over_time_the_tiles_come_back_and_three_are_drawn() -> None:
    t = lay("r1 r2 r3", "r4 k9", pool="k1 k2 k3 k4").play("r4")
    assert "done" in t.legal, "put back though the table is legal"
    t.time_out()
    assert t.rack(0) == "k1 k2 k3 k9 r4"
    assert t.sets() == as_sets("r1 r2 r3")
    assert t.acting == 1


def test_hkr_22_three_tiles_also_when_nothing_was_played() -> None:
    t = lay("r1 r2 r3", "r4 k9", pool="k1 k2 k3 k4").time_out()
    assert t.rack(0) == "k1 k2 k3 k9 r4"


def test_hkr_22_an_illegal_action_is_like_running_out_of_time() -> None:
    t = lay("r1 r2 r3", "r4 k9", pool="k1 k2 k3 k4").play("r4").force("k9")
    assert t.rack(0) == "k1 k2 k3 k9 r4"
    assert t.acting == 1


def test_hkr_23_loose_tiles_go_to_the_rack() -> None:
    t = lay("k4 b4 r4 J", "y4 r9 r10 k13", pool="k1 k2 k3 y1").play("y4").time_out(True)
    assert t.sets() == as_sets("k4 b4 r4"), "still valid without the joker"
    assert t.rack(0) == "k1 k2 k3 k13 r9 r10 y4 J"
    assert t.public["shown"][0][parse_tile("J")] == 1, "everybody saw the joker go there"


def test_hkr_23_sets_that_were_not_touched_stay() -> None:
    t = lay("k4 b4 r4 J | y7 k7 b7 r7", "y4 r10 r11 k13").play("y4").time_out(True)
    assert t.sets() == as_sets("y7 k7 b7 r7 | k4 b4 r4"), "the joker waits for r10 r11"


def test_hkr_23_the_completion_with_the_fewest_rack_tiles_is_taken() -> None:
    t = lay("k4 b4 r4 J | y7 k7 b7 r7", "y4 r9 r10 k13").play("y4").time_out(True)
    assert t.sets() == as_sets("y7 k7 b7 | k4 b4 r4"), "r9 alone completes r7 J r9"


def test_hkr_23_by_chance_for_studies() -> None:
    t = lay("k4 b4 r4 J", "y4 r9 r10 k13", pool="k1 k2 k3 y1", restore_failure_prob=1.0)
    t.play("y4").time_out()
    assert t.rack(0) == "k1 k2 k3 k13 r9 r10 y4 J"


def test_hkr_23_before_the_initial_meld_no_table_tile_is_loose() -> None:
    t = lay("r1 r2 r3", "r10 b10 k10", melded=False, pool="k1 k2 k3").play("r10").time_out(True)
    assert t.sets() == as_sets("r1 r2 r3")


# -- HKR-30 to HKR-36: the end -------------------------------------------------------------------


def test_hkr_30_the_first_without_tiles_wins() -> None:
    t = lay("r1 r2 r3", "r4", "k9 k1", "b2 b3 b5", melded=True).play("r4", "done")
    assert t.phase == "over"
    assert t.scores == [20, -10, -10]
    assert "Rummikub!" in t.lines[-1]
    assert t.env.terminations == {"player_0": True, "player_1": True, "player_2": True}
    assert sum(t.env.rewards.values()) == pytest.approx(0)


def test_hkr_31_a_joker_in_the_rack_counts_thirty() -> None:
    t = lay("r1 r2 r3", "r4", "J k1").play("r4", "done")
    assert t.scores == [31, -31]


@pytest.mark.parametrize(
    ("rack", "counts"),
    [("k1 k2", 100), ("r10 b10 k10", 200), ("r9 b9 k9", 100), ("J J y13", 200), ("J k1", 100)],
)
def test_hkr_32_without_initial_meld_100_or_200(rack: str, counts: int) -> None:
    t = lay("r1 r2 r3", "r4", rack, melded=[True, False]).play("r4", "done")
    assert t.scores == [counts, -counts]


def test_hkr_33_the_last_pool_tile_ends_the_game() -> None:
    t = one_left(["k7", "b7", "y7"], "r4")
    assert t.pool == 1
    t.play("draw")
    assert t.phase == "over"
    assert t.scores == [-4, 4 / 2, 4 / 2], "11, 7, 7"


def test_hkr_33_1_totals_5_10_15_20() -> None:
    t = one_left(["k1", "y10", "b7 b8", "k13 k7"], "r4").play("draw")
    assert t.scores == [30, -5, -10, -15]


def test_hkr_33_2_joint_winners_share() -> None:
    t = one_left(["b1", "y1", "k6", "y7"], "r4", starter=2).play("draw")
    assert t.scores == [7.5, 7.5, -9, -6]


@pytest.mark.parametrize("reward", ["score", "win", "rank"])
def test_hkr_33_2_rewards_of_joint_winners(reward: str) -> None:
    t = one_left(["b1", "y1", "k6", "y7"], "r4", starter=2, reward=reward).play("draw")
    want = {
        "score": [0.075, 0.075, -0.09, -0.06],
        "win": [0.5, 0.5, -0.5, -0.5],
        "rank": [2 / 3, 2 / 3, -1, -1 / 3],
    }
    assert list(t.env.rewards.values()) == pytest.approx(want[reward], abs=1e-6)


def test_hkr_33_play_on_ends_when_a_round_saw_nothing() -> None:
    t = one_left(["k7", "b7", "y7"], "", pool_empty="play_on")
    t.play("pass", "pass").time_out()
    assert t.phase == "over", "a time-out with an empty pool counts as such a turn"
    t = one_left(["k7 k13", "b7", "y7"], "", pool_empty="play_on")
    t.play("pass", "pass", "pass")
    assert t.phase == "over"


def test_hkr_33_no_meld_counts_apply_at_the_end_of_the_pool_too() -> None:
    t = one_left(["k7", "b7"], "r4", melded=[True, False]).play("draw")
    assert t.scores == [89, -89], "11 against 100"


def test_hkr_34_a_match_counts_shared_wins_for_each_winner() -> None:
    t = one_left(["b1", "y1", "k6", "y7"], "r4", starter=2).play("draw")
    games = [t, lay("r1 r2 r3", "r4", "k1 k2", "y12", "y13").play("r4", "done")]
    won = [sum(int(game.public["winners"][seat]) for game in games) for seat in range(4)]
    assert won == [2, 1, 0, 0], "the contests rank by these numbers first, then by scores"


def test_hkr_36_max_turns_truncates_with_scores_as_they_stand() -> None:
    t = lay("r1 r2 r3", "k9 k1", "k2 k3", pool="k4 k5 k6", max_turns=2).play("draw", "draw")
    assert t.truncated
    assert t.scores == [-4, 4], "14 against 10"
    assert t.env.truncations == {"player_0": True, "player_1": True}


def test_hkr_36_the_player_draws_what_there_is() -> None:
    t = one_left(["k7", "b7"], "r4", ruleset="hk_school").time_out()
    assert t.rack(0) == "k7 r4"
    assert t.phase == "over"
