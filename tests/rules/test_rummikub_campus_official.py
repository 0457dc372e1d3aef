"""Rummikub rules of tw_campus (TWR) and official (OFR), on the real engine."""

from typing import Any

import pytest

from rummi_env.game import RummikubGame
from tabletop.errors import UserError

from .rummikub_table import as_sets, dealt, lay, one_left

BOTH = ("tw_campus", "official")
both = pytest.mark.parametrize("ruleset", BOTH)


def test_twr_1_fourteen_tiles_each_at_a_table_of_four() -> None:
    t = dealt(num_players=4, ruleset="tw_campus")
    assert [len(rack) for rack in t.snap["racks"]] == [14] * 4
    assert t.pool == 50


def test_twr_2_the_highest_tile_starts() -> None:
    game = RummikubGame(4, "tw_campus")
    records = game.new_records(20)
    game.seed_records(records, 1)
    for row in range(20):
        game.kernels.reset(records, row, game.rules_record)
        public = records[row]["public"]
        assert public["start_draw"][:4].argmax() == public["starter"]


def test_twr_2_nobody_is_asked_about_a_redeal() -> None:
    assert dealt("r1 r1 b2 b2 k3 k3", ruleset="tw_campus").phase == "play"


def test_twr_3_the_initial_meld_is_thirty_from_the_rack_alone() -> None:
    t = lay("r1 r2 r3", "r4 r9 b9 k9 y1", ruleset="tw_campus", melded=False)
    assert t.legal == {"draw"}, "27, and no use of the table"
    t = lay("", "k10 r10 J y1", ruleset="tw_campus", melded=False)
    t.play("k10", "r10", "J", "done")
    assert t.snap["melded"] == [True, False]


@both
def test_twr_4_and_5_rearranging_and_drawing(ruleset: str) -> None:
    t = lay("r1 r2 r3 r4 r5", "r3 k9", ruleset=ruleset, pool="k1 k2")
    t.play("r3", "done")
    assert t.sets() == as_sets("r1 r2 r3 | r3 r4 r5")
    t.play("draw", "draw")
    assert t.rack(0) == "k2 k9"


@both
def test_twr_5_a_legal_play_stands_when_the_time_runs_out(ruleset: str) -> None:
    t = lay("r1 r2 r3", "r4 k9", ruleset=ruleset).play("r4").time_out()
    assert t.game.rules.turn_seconds == 60
    assert t.rack(0) == "k9"
    assert t.sets() == as_sets("r1 r2 r3 r4")
    assert t.acting == 1


@both
def test_twr_5_nothing_played_draws_one_and_an_unfinished_play_three(ruleset: str) -> None:
    pool = "k1 k2 k3 k4"
    assert lay("r1 r2 r3", "k9", ruleset=ruleset, pool=pool).time_out().rack(0) == "k1 k9"
    t = lay("k4 b4 r4 J", "y4 r9 r10", ruleset=ruleset, pool="k1 k2 k3 y1").play("y4").time_out()
    assert t.rack(0) == "k1 k2 k3 r9 r10 y4"
    assert t.sets() == as_sets("k4 b4 r4 J")


def test_twr_5_an_initial_meld_below_thirty_is_unfinished() -> None:
    rack = "r4 r5 r6 k5 b5 y5"
    t = lay("", rack, ruleset="tw_campus", melded=False, pool="k1 k2 k3").play("r4", "r5", "r6")
    t.time_out()
    assert t.rack(0) == "k1 k2 k3 k5 b5 r4 r5 r6 y5"


def test_twr_6_loose_tiles_go_back_into_the_pool() -> None:
    t = lay("k4 b4 r4 J", "y4 r9 r10 k13", ruleset="tw_campus").play("y4")
    before = t.pool
    t.time_out(table_lost=True)
    assert t.sets() == as_sets("k4 b4 r4")
    assert t.pool == before + 1 - 3, "the joker went in, three penalty tiles came out"
    assert len(t.snap["racks"][0]) == 4 + 3


@pytest.mark.parametrize("clause", ["TWR-7", "TWR-8"])
def test_twr_7_and_8_first_out_wins(clause: str) -> None:
    t = lay(
        "r1 r2 r3", "r4", "J k1", "r10 b10 k10", ruleset="tw_campus", melded=[True, True, False]
    )
    t.play("r4", "done")
    assert t.phase == "over"
    assert t.scores == [61, -31, -30], "no 100/200 rule"


def test_twr_9_play_on_when_the_pool_is_empty() -> None:
    t = one_left(["k7", "b4 b13", "y7"], "r4", ruleset="tw_campus").play("draw")
    assert t.phase == "play", "the last tile does not end it"
    t.play("pass", "pass", "pass")
    assert t.phase == "over"
    assert t.scores == [-4, -10, 14], "11, 17, 7"


def test_ofr_1_two_to_six_players_and_no_table_tiles_with_the_initial_meld() -> None:
    assert [RummikubGame(n, "official").num_players for n in range(2, 7)] == [2, 3, 4, 5, 6]
    t = lay("r1 r2 r3", "r10 b10 k10 r4 y1", ruleset="official", melded=False)
    t.play("r10", "b10", "k10")
    assert t.legal == {"done"}


def test_ofr_2_a_joker_counts_thirty() -> None:
    t = lay("r1 r2 r3", "r4", "J", ruleset="official").play("r4", "done")
    assert t.scores == [30, -30]


def test_ofr_3_losers_pay_the_difference() -> None:
    t = one_left(["k7", "b4 b13", "y10"], "", ruleset="official").play("pass", "pass", "pass")
    assert t.scores == [13, -10, -3], "7, 17, 10"
    t = lay("", "k7", "b9", ruleset="official", max_turns=1, pool="k1").play("draw")
    assert t.truncated
    assert t.scores == [1, -1], "8 against 9: max_turns is scored the same way"


def test_ofr_4_the_older_values_by_field() -> None:
    game = RummikubGame(2, "official", initial_meld_points=50, joker_penalty=50, tiles_dealt=16)
    assert (game.rules.initial_meld_points, game.rules.joker_penalty) == (50, 50)
    t = lay("", "r10 b10 k10 y1", ruleset="official", melded=False, initial_meld_points=50)
    assert t.legal == {"draw"}
    t = lay("r1 r2 r3", "r4", "J", ruleset="official", joker_penalty=50).play("r4", "done")
    assert t.scores == [50, -50]
    assert len(dealt(ruleset="official", tiles_dealt=10).snap["racks"][0]) == 10


@pytest.mark.parametrize(
    ("field", "value", "text"),
    [
        ("pool_empty", "go_on", "play_on"),
        ("tiles_dealt", 60, "tiles_dealt"),
        ("no_meld_counts", [100], "no_meld_counts"),
        ("joker_penality", 30, "joker_penalty"),
        ("order", "rising", "ascending"),
    ],
)
def test_wrong_fields_say_what_would_be_right(field: str, value: Any, text: str) -> None:
    with pytest.raises(UserError, match=text):
        RummikubGame(2, "official", **{field: value})
