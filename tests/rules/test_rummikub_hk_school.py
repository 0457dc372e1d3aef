"""HKR-1 to HKR-16: how a game of hk_school starts and is played, on the real engine."""

from collections import Counter

import pytest

from rummi_env.deal import drawn_number
from rummi_env.game import RummikubGame

from .rummikub_table import as_sets, dealt, lay, long_names

PRESETS = ("hk_school", "tw_campus", "official")


# -- HKR-1 to HKR-3: the start -------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", PRESETS, ids=["HKR-1", "TWR-2", "OFR-1"])
def test_hkr_1_the_highest_number_starts(ruleset: str) -> None:
    game = RummikubGame(4, ruleset)
    records = game.new_records(1)
    game.seed_records(records, 5)
    starters: Counter[int] = Counter()
    for _ in range(200):
        game.kernels.reset(records, 0, game.rules_record)
        public = records[0]["public"]
        drawn = public["start_draw"][:4]
        assert drawn.max() == drawn[public["starter"]]
        assert (drawn == drawn.max()).sum() == 1, "ties draw again"
        game.check_conservation(records, 0)
        starters[int(public["starter"])] += 1
    assert min(starters.values()) > 25, "everybody starts about as often"
    assert drawn_number(52) == 0, "a joker counts 0"


def test_hkr_1_play_goes_to_the_next_seat() -> None:
    t = dealt(num_players=3, starter=2)
    assert [t.acting, t.play("draw").acting, t.play("draw").acting] == [2, 0, 1]


@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_hkr_2_fourteen_tiles_each(num_players: int) -> None:
    t = dealt(num_players=num_players, starter=1)
    assert [len(rack) for rack in t.snap["racks"]] == [14] * num_players
    assert t.pool == 106 - 14 * num_players


PAIRS = "r1 r1 b2 b2 k3 k3"


def test_hkr_3_who_has_three_pairs_is_asked_in_turn_order() -> None:
    t = dealt("", PAIRS, "", "y1 y1 y2 y2 y3 y3", starter=2)
    assert (t.phase, t.acting, t.legal) == ("redeal", 3, {"done", "redeal"})
    t.play("keep")
    assert (t.phase, t.acting) == ("redeal", 1), "seat 3 comes before seat 1 from the starter 2"
    t.play("keep")
    assert (t.phase, t.acting) == ("play", 2)
    assert t.public["history"].max() == 0, "a deal that is kept leaves no trace"


def test_hkr_3_two_jokers_are_no_pair_and_two_pairs_are_too_few() -> None:
    assert dealt("r1 r1 b2 b2 J J").phase == "play"
    assert dealt(PAIRS).phase == "redeal"


def test_hkr_3_a_redeal_shuffles_all_and_asks_again_up_to_max_redeals() -> None:
    t = dealt("", PAIRS, starter=1)
    t.play("redeal")
    assert t.snap["starter"] == 1, "the starter stays"
    assert t.snap["redeals"] == 1
    assert [len(rack) for rack in t.snap["racks"]] == [14, 14]
    asked = [dealt(PAIRS, max_redeals=n).phase for n in (0, 1)]
    assert asked == ["play", "redeal"]
    env = dealt(PAIRS, max_redeals=1).play("redeal")
    assert env.phase == "play", "after max_redeals nobody is asked"


def test_hkr_3_only_the_player_who_is_asked_knows() -> None:
    t = dealt("", PAIRS)
    layout = t.game.observation_layout()
    phases = [t.env.observe(f"player_{k}")["observation"][layout["phase"].slice] for k in (0, 1)]
    assert [int(phase[0]) for phase in phases] == [0, 2]
    quiet = dealt("", "")
    other = quiet.env.observe("player_1")["observation"][layout["phase"].slice]
    assert int(other[0]) == 0, "who waits reads the same with or without a question"
    assert "redeal" not in t.game.render(t.env.records, 0, "ansi", 0)
    assert t.time_out().phase == "play", "a time-out at the question keeps the deal"


# -- HKR-10 to HKR-16: playing -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rack", "legal"),
    [
        ("r10 b10 k10", True),
        ("r9 b9 k9", False),
        ("r9 r10 r11", True),
        ("r4 r5 r6 k5 b5 y5", True),
        ("r4 r5 r6 k4 b4 y4", False),
        ("r12 r13 J", True),
        ("r9 r10 J", True),
        ("r8 r9 J", False),
        ("k9 r9 J", False),
    ],
)
def test_hkr_10_the_initial_meld_is_worth_thirty(rack: str, legal: bool) -> None:
    t = lay("", f"{rack} y1", melded=False)
    assert (long_names(rack) <= t.legal) is legal
    if not legal:
        assert t.legal == {"draw"}
        return
    t.play(*rack.split())
    assert t.legal == {"done"}
    t.play("done")
    assert t.snap["melded"][0]


def test_hkr_10_thirty_may_be_put_together_from_several_sets() -> None:
    t = lay("", "r4 r5 r6 k5 b5 y5 y1", melded=False).play("r4", "r5", "r6")
    assert "done" not in t.legal, "15 so far"
    t.play("k5", "b5", "y5")
    assert "done" in t.legal


def test_hkr_11_the_table_may_be_used_from_the_next_turn_on() -> None:
    t = lay("r1 r2 r3", "r10 b10 k10 r4 y1", melded=False, pool="y13 y12")
    assert "red 4" not in t.legal
    t.play("r10", "b10", "k10")
    assert "red 4" not in t.legal
    t.play("done", "draw")
    assert "red 4" in t.legal


def test_hkr_12_playing_nothing_draws_one_tile() -> None:
    t = lay("r1 r2 r3", "k9 y1", pool="r4 y12")
    assert "draw" in t.legal
    t.play("draw")
    assert t.acting == 1
    assert t.rack(0) == "k9 r4 y1"
    t.play("draw")
    assert "red 4" in t.legal, "the drawn tile can be played from the next turn on"


def test_hkr_12_no_drawing_after_a_tile_is_played() -> None:
    assert "draw" not in lay("r1 r2 r3", "r4 r5 k9").play("r4").legal


def test_hkr_13_the_two_jokers_stand_for_any_number_and_colour() -> None:
    t = lay("", "J J r5 k9 b9 y1").play("k9", "b9", "J")
    assert "done" in t.legal
    assert lay("", "J J r5 y1").play("J", "J", "r5", "done").sets() == as_sets("J J r5")


def test_hkr_14_a_table_joker_is_used_on_the_table_in_the_same_turn() -> None:
    t = lay("k4 b4 r4 J", "y4 r9 r10 k13").play("y4")
    assert t.legal == {"red 9", "red 10"}, "the joker is free and needs a set"
    t.play("r9", "r10", "done")
    assert t.sets() == as_sets("k4 b4 r4 y4 | r9 r10 J")
    assert t.rack(0) == "k13", "no joker comes to the rack"
    assert lay("k4 b4 r4 J", "y4 k13").legal == {"draw"}


def test_hkr_15_a_moved_joker_asks_for_a_rack_tile_in_the_turn_only() -> None:
    t = lay("b5 k5 y5 J | r10 r11 r12", "r5 k1")
    assert "red 5" in t.legal
    t.play("r5", "done")
    assert t.sets() == as_sets("b5 k5 y5 r5 | r10 r11 r12 J")
    assert lay("b5 k5 y5 J | r10 r11 r12", "k1").legal == {"draw"}, "never without a rack tile"


def test_hkr_16_jokers_in_the_initial_meld() -> None:
    t = lay("", "k10 r10 J y1", melded=False).play("k10", "r10", "J", "done")
    assert t.sets() == as_sets("k10 r10 J")


# table, rack, and the table afterwards (where the joker could be shown at either end, either)
EXAMPLES = [
    ("b1 b2 J b4 b5", "b3 k11 k13", ["b1 b2 b3 b4 b5 | k11 J k13"]),
    ("J r6 r7", "r9", ["r6 r7 J r9"]),
    ("J r6 r7 r8", "r10", ["r6 r7 r8 J r10"]),
    ("J b6 b7 b8", "y2 y3", ["b6 b7 b8 | J y2 y3"]),
    ("J b4 k4 y4", "k11 k13", ["b4 k4 y4 | k11 J k13"]),
    ("r2 k2 b2 | r3 k3 b3 | r4 k4 J", "b5", ["r2 r3 r4 | k2 k3 k4 | b2 b3 J b5"]),
    ("r6 J r8 | r9 r10 r11", "r4 r5 b9 b10", ["r4 r5 r6 | r8 r9 r10 r11 | b9 b10 J"]),
]


@pytest.mark.parametrize(
    ("table", "rack", "ends"),
    EXAMPLES,
    ids=["HKR-17.1", "HKR-17.2", "HKR-17.3", "HKR-17.4", "HKR-17.5", "HKR-17.6", "HKR-17.7"],
)
def test_hkr_17_worked_examples(table: str, rack: str, ends: list[str]) -> None:
    for order in (rack.split(), rack.split()[::-1]):
        t = lay(table, f"{rack} y13")
        for name in order:
            t.play(name)
        t.play("done")
        assert t.sets() in [as_sets(end) for end in ends]
        assert t.rack(0) == "y13"
