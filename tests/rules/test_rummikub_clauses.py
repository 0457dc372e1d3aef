"""Rummikub rules that all rulesets share (RK) and those of hk_school (HKR), on the real engine."""

from collections import Counter

import numpy as np
import pytest

from rummi_env.deal import drawn_number
from rummi_env.game import RummikubGame
from rummi_env.tiles import parse_tile, parse_tile_list

from .rummikub_table import RummikubTable, as_sets, dealt, lay

PRESETS = ("hk_school", "tw_campus", "official")


# -- RK: sets, and what a turn must leave --------------------------------------------------------


@pytest.mark.parametrize("ruleset", PRESETS)
@pytest.mark.parametrize(
    ("rack", "legal"),
    [
        ("r7 b7 k7", True),
        ("r7 b7 k7 y7", True),
        ("r7 b7", False),
        ("r7 r7 b7", False),
        ("r7 b7 k8", False),
    ],
)
def test_rk_1_groups(rack: str, legal: bool, ruleset: str) -> None:
    t = lay("", rack, ruleset=ruleset)
    assert (parse(rack) <= t.legal) is legal
    if legal:
        assert t.play(*rack.split(), "done").sets() == as_sets(rack)


@pytest.mark.parametrize("ruleset", PRESETS)
@pytest.mark.parametrize(
    ("rack", "legal"),
    [
        ("y1 y2 y3", True),
        ("y9 y10 y11 y12 y13", True),
        ("y11 y12", False),
        ("y12 y13 y1", False),
        ("y3 y4 b5", False),
        ("y3 y5 y6", False),
    ],
)
def test_rk_2_runs(rack: str, legal: bool, ruleset: str) -> None:
    t = lay("", rack, ruleset=ruleset)
    assert (parse(rack) <= t.legal) is legal
    if legal:
        assert t.play(*rack.split(), "done").sets() == as_sets(rack)


def parse(rack: str) -> set[str]:
    """Long names of a rack."""
    from rummi_env.tiles import tile_name

    return {tile_name(tile) for tile in parse_tile_list(rack)}


@pytest.mark.parametrize("rack", ["r5 r7 J", "r5 b5 J", "r5 J J", "r12 r13 J", "r1 r2 J"])
def test_rk_3_a_joker_stands_for_any_tile(rack: str) -> None:
    t = lay("", f"{rack} k1").play(*rack.split(), "done")
    assert t.sets() == as_sets(rack)


def test_rk_4_a_turn_ends_with_valid_sets_and_a_rack_tile_played() -> None:
    t = lay("r5 r6 r7 r8", "r6 b1 k9")
    assert "done" not in t.legal, "nothing played yet"
    t = lay("r3 r4 r5 r6", "r4 r2 k9")
    t.play("r4")
    assert "done" not in t.legal, "r4 fits only with r2: r2 r3 r4 | r4 r5 r6"
    assert t.legal == {"red 2"}
    t.play("r2", "done")
    assert t.sets() == as_sets("r2 r3 r4 | r4 r5 r6")


@pytest.mark.parametrize("ruleset", PRESETS)
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_rk_5_tiles_are_conserved(ruleset: str, num_players: int) -> None:
    game = RummikubGame(num_players, ruleset, restore_failure_prob=0.5)
    rng = np.random.default_rng(num_players)
    records = game.new_records(1)
    game.seed_records(records, num_players)
    mask = np.zeros(56, dtype=np.int8)
    for _ in range(3):
        game.kernels.reset(records, 0, game.rules_record)
        while not records["public"]["over"][0]:
            seat = int(records["public"]["to_act"][0])
            game.kernels.legal_mask(records, 0, game.rules_record, seat, mask)
            action = -2 if rng.random() < 0.05 else int(rng.choice(np.flatnonzero(mask)))
            game.kernels.step(records, 0, game.rules_record, action)
            game.check_conservation(records, 0)


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
    assert (parse(rack) <= t.legal) is legal
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
    options = {"pool": "k1 k2 k3 y1", "restore_failure_prob": 1.0}
    t = lay("k4 b4 r4 J", "y4 r9 r10 k13", **options).play("y4").time_out()
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


def one_left(
    racks: list[str], pool: str, starter: int = 0, ruleset: str = "hk_school", **options: object
) -> RummikubTable:
    """One tile of each kind and no jokers; what is in no rack lies on the table in runs."""
    held = {tile for rack in [*racks, pool] for tile in rack.split()}
    runs = []
    for color in "kbry":
        run: list[str] = []
        for number in range(1, 15):
            if number < 14 and f"{color}{number}" not in held:
                run.append(f"{color}{number}")
            elif run:
                runs.append(" ".join(run))
                run = []
    given = {"pool": pool, "starter": starter, "ruleset": ruleset, "copies": 1, "jokers": 0}
    given["tiles_dealt"] = 5
    return lay(" | ".join(runs), *racks, **given, **options)  # type: ignore[arg-type]


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


# -- order="ascending" ---------------------------------------------------------------------------


def test_ascending_order_takes_the_permutations_away() -> None:
    t = lay("r1 r2 r3", "r4 r5 b7 k7 y7 y7 k1", order="ascending")
    assert t.legal == {"black 7", "red 4", "draw"}
    t.play("k7")
    assert t.legal == {"blue 7"}, "the tile between the black and the yellow one comes first"
    t.play("b7")
    assert t.legal == {"red 4", "yellow 7"}
    t.play("y7")
    assert t.legal == {"done"}, "the red tiles have lower numbers"
