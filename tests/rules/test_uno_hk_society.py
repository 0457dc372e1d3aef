"""HKU: every clause of the Hong Kong society contest, played out on the real engine."""

from collections import Counter

import numpy as np
import pytest

from uno_env import uno_v0
from uno_env.cards import COLORS
from uno_env.game import UnoGame

from .uno_table import table


def test_hku_1_seven_cards_each_and_the_rest_is_the_deck() -> None:
    env = uno_v0.env(num_players=4)
    env.reset(seed=5)
    snap = env.snapshot()
    assert [len(hand) for hand in snap["hands"]] == [7, 7, 7, 7]
    assert snap["deck_size"] == 108 - 28 - 1


def test_hku_2_the_lead_is_drawn_and_then_goes_to_the_last_winner() -> None:
    starters = set()
    for seed in range(40):
        env = uno_v0.env(num_players=4)
        env.reset(seed=seed)
        starters.add(env.snapshot()["to_act"])
    assert starters == {0, 1, 2, 3}
    t = table(
        "top: red 7 | p0: red 9, blue 7 | p1: r3, r4 | p2: red 1", starter=2, target_score=400
    )
    t.play("red 1")
    assert t.phase == "play" and t.acting == 2, "the winner leads the next round"
    assert t.snap["scores"] == [10, 10, 0]


def test_hku_3_the_first_number_card_opens() -> None:
    game = UnoGame(4)
    records = game.new_records(1)
    game.seed_records(records, 0)
    order = list(range(108))
    skip = next(card for card in order if game.deck[card] == 10)  # red Skip
    order.remove(skip)
    order.insert(28, skip)  # the card after the deal
    for seed in range(20):
        game.seed_records(records, seed)
        game.reset_with_deal(records, 0, {"order": order, "starter": 1})
        assert records["public"]["top"][0] < 52 and records["public"]["top"][0] % 13 < 10
        assert records["public"]["to_act"][0] == 1
        game.check_conservation(records, 0)


def test_hku_10_match_colour_or_number_or_function() -> None:
    t = table("top: red 7 | p0: red 9, blue 7, green 1, blue skip | p1: y1, y2, y3")
    assert t.legal == {"red 9", "blue 7"}
    t = table("top: red skip | p0: red 9, blue skip, green 1, green 2 | p1: y1, y2, y3")
    assert t.legal == {"red 9", "blue skip"}
    t = table("top: wild: green | p0: red 9, blue 7, green 1, g2 | p1: y1, y2, y3")
    assert t.legal == {"green 1", "green 2"}


def test_hku_11_a_combination_is_cards_of_the_first_ones_number_in_any_colours() -> None:
    t = table("top: red 7 | p0: red 9, blue 9, green 9, red 1, g3, g4 | p1: y1, y2, y3")
    t.play("red 9")
    assert t.phase == "combo" and t.legal == {"blue 9", "green 9", "pass"}
    t.play("green 9", "blue 9")
    assert t.snap["discard_top"] == "blue 9", "the last one lies on top"
    assert t.acting == 1 and t.size(0) == 3


def test_hku_11_draw_cards_and_wilds_are_played_one_at_a_time() -> None:
    t = table("top: red 7 | p0: red draw two, blue draw two, r1, r2 | p1: y1, y2, y3")
    t.play("red draw two")
    assert t.acting == 1
    t = table("top: red 7 | p0: wild, wild, r1, r2 | p1: y1, y2, y3 | p2: y4, y5")
    t.play("wild: blue")
    assert t.acting == 1


@pytest.mark.parametrize(
    ("combo", "further"),
    [
        ("none", None),
        ("same_symbol", {"blue 9", "pass"}),
        ("identical", {"red 9", "pass"}),
        ("chain", {"red 9", "red 1", "blue 9", "red skip", "pass"}),
        ("match_top", {"red 9", "red 1", "red skip", "pass"}),
    ],
)
def test_hku_11_values_of_combo(combo: str, further: set[str] | None) -> None:
    hand = "red 9, red 9, red 1, blue 9, red skip, green 2, green 3, green 4"
    if combo == "same_symbol":
        hand = "red 9, red 1, blue 9, red skip, green 2, green 3, green 4"
    t = table(f"top: red 7 | p0: {hand} | p1: y1, y2, y3", combo=combo, jump_in=False)
    t.play("red 9")
    if further is None:
        assert t.acting == 1
    else:
        assert t.legal - {"uno"} == further


def test_hku_12_no_playable_card_one_card_is_drawn_and_the_turn_is_lost() -> None:
    t = table("top: red 7 | p0: blue 9, green 1 | p1: y1, y2, y3 | deck: red 1")
    assert t.legal == {"draw"}
    t.play("draw")
    assert t.size(0) == 3 and t.acting == 1, "the playable card drawn may not be played"


def test_hku_13_a_playable_card_forbids_drawing() -> None:
    t = table("top: red 7 | p0: red 9, green 1, g2 | p1: y1, y2, y3")
    assert "draw" not in t.legal
    t = table("top: red 7 | p0: red 9, green 1, g2 | p1: y1, y2, y3", voluntary_draw=True)
    assert "draw" in t.legal


def test_hku_14_an_illegal_card_comes_back_costs_one_card_and_the_turn() -> None:
    t = table("top: red 7 | p0: red 9, green 1, g2 | p1: y1, y2, y3")
    t.force("green 1")
    assert t.size(0) == 4 and "green 1" in t.snap["hands"][0] and t.acting == 1


def test_hku_15_time_out_loses_the_play_and_pays_what_is_owed() -> None:
    t = table("top: red 7 | p0: red 9, green 1, g2 | p1: y1, y2, y3").time_out()
    assert t.size(0) == 3 and t.acting == 1, "a playable card: nothing is owed"
    t = table("top: red 7 | p0: blue 9, green 1, g2 | p1: y1, y2, y3").time_out()
    assert t.size(0) == 4 and t.acting == 1
    t = table("top: red draw two | p0: blue 9, g1 | p1: y1, y2, y3", pending_draws=4).time_out()
    assert t.size(0) == 6 and t.acting == 1 and t.snap["pending_draws"] == 0
    t = table("top: red 7 | p0: red 9, green 1 | p1: y1, y2, y3").play("red 9").time_out()
    assert t.size(0) == 1 and t.phase == "play" and t.acting == 1, "in a window it is a pass"


def test_hku_16_the_last_card_may_not_be_a_function_card() -> None:
    for card in ("red skip", "red reverse", "red draw two", "wild", "wild draw four"):
        t = table(f"top: red 7 | p0: {card} | p1: y1, y2, y3")
        assert t.legal == {"draw"}, card
    t = table("top: red 7 | p0: red skip, blue skip | p1: y1, y2, y3 | p2: y4, y5, y6")
    t.play("uno", "red skip")
    assert t.size(0) == 1 and t.acting == 2, "a combination may not end so either"
    t = table("top: red 7 | p0: red skip | p1: y1, y2, y3", finish_on_function_card=True)
    assert t.legal == {"red skip"}


def test_hku_17_the_first_without_cards_wins_at_once() -> None:
    t = table("top: red 7 | p0: red 9 | p1: red 9, y2, y3 | p2: y4, y5, y6").play("red 9")
    assert t.phase == "over", "no cut window comes first"
    assert t.snap["scores"] == [0, 15, 15]


def test_hku_20_a_missed_call_caught_costs_three() -> None:
    t = table("top: red 7 | p0: red 9, blue 1 | p1: y1, y2, y3 | p2: y4, y5, y6")
    t.play("red 9")
    assert t.phase == "catch" and t.acting == 1 and t.legal == {"catch", "pass"}
    t.play("pass")
    assert t.acting == 2
    t.play("catch")
    assert t.size(0) == 4 and t.phase == "play" and t.acting == 1
    t = table("top: red 7 | p0: red 9, blue 1 | p1: y1, y2, y3 | p2: y4, y5, y6")
    t.play("red 9", "pass", "pass")
    assert t.phase == "play" and t.size(0) == 1, "after the window it is too late"
    t = table("top: red 7 | p0: red 9, blue 1 | p1: y1, y2, y3").play("uno", "red 9")
    assert t.phase == "play" and t.acting == 1, "called: no window"


def test_hku_20_a_wrong_call_costs_three() -> None:
    t = table("top: red draw two | p0: r9, rD | p1: y1, y2, y3 | p2: y4, y5", pending_draws=2)
    t.play("uno", "draw")
    assert t.phase == "catch" and t.size(0) == 4
    t.play("catch")
    assert t.size(0) == 7 and t.acting == 1 and t.phase == "play"
    options = {"wrong_call_penalty": 0}
    t = table("top: rD | p0: r9, rD | p1: y1, y2", pending_draws=2, **options).play("uno", "draw")
    assert t.phase == "play", "where it costs nothing there is no window"


def test_hku_20_uno_call_auto() -> None:
    t = table("top: red 7 | p0: red 9, blue 1 | p1: y1, y2, y3", uno_call="auto")
    assert "uno" not in t.legal
    assert t.play("red 9").phase == "play"


def test_hku_21_a_cut_plays_the_identical_card_out_of_turn() -> None:
    t = table("top: red 7 | p0: red 9, b1, b2 | p1: y1, y2 | p2: red 9, y3, y4 | p3: blue 9, y5")
    t.play("red 9")
    assert t.phase == "cut" and t.acting == 2 and t.legal == {"red 9", "pass"}
    t.play("red 9")
    assert t.acting == 3 and t.size(2) == 2, "play goes on after the cutter"
    t = table("top: red 7 | p0: red 9, b1, b2 | p1: y1, y2 | p2: red 9, y3, y4")
    t.play("red 9", "pass")
    assert t.acting == 1 and t.phase == "play"
    t = table("top: red 7 | p0: r9, b1, b2 | p1: y1, y2 | p2: r9, y3, y4", jump_in=False)
    assert t.play("red 9").phase == "play"


def test_hku_22_a_cut_is_one_card() -> None:
    t = table("top: red 7 | p0: red 9, b1, b2 | p1: red 9, blue 9, g9, y1 | p2: y2, y3, y4")
    t.play("red 9", "red 9")
    assert t.phase == "play" and t.acting == 2 and t.size(1) == 3


def test_hku_23_each_holder_is_equally_likely_to_be_asked_first() -> None:
    first = Counter()
    for seed in range(400):
        env = uno_v0.env(num_players=4)
        hands = [["wild", "r1", "r2"], ["wild", "y1"], ["wild", "y2"], ["g1", "g2"]]
        env.reset(seed=seed, options={"position": {"hands": hands, "discard": "red 7"}})
        env.step(env.game.parse_action("wild: blue"))
        assert env.snapshot()["phase"] == "cut"
        first[env.snapshot()["to_act"]] += 1
    assert set(first) == {1, 2} and 150 < first[1] < 250


def test_hku_24_effects_accumulate_over_cuts() -> None:
    rest = "b1, b2, b3"
    seats = f"p1: y1, y2, y3 | p2: CARD, {rest} | p3: g1, g2, g3"
    t = table(f"top: red 7 | p0: red reverse, {rest} | {seats}".replace("CARD", "red reverse"))
    t.play("red reverse", "red reverse")
    assert t.acting == 3 and t.snap["direction"] == 1, "two Reverses cancel"
    t = table(f"top: red 7 | p0: red skip, {rest} | {seats}".replace("CARD", "red skip"))
    t.play("red skip", "red skip")
    assert t.acting == 1, "3 and 0 are skipped"
    t = table(f"top: red 7 | p0: red draw two, {rest} | {seats}".replace("CARD", "red draw two"))
    t.play("red draw two", "red draw two")
    assert t.acting == 3 and t.snap["pending_draws"] == 4, "the sum falls after the cutter"
    t.play("draw")
    assert t.size(3) == 7 and t.acting == 0


def test_hku_25_cuts_of_cuts_last_cards_and_calls() -> None:
    t = table("top: red 7 | p0: wild, wild, b1, b2 | p1: wild, y1, y2 | p2: g1, g2, g3")
    t.play("wild: blue", "wild: green")
    assert t.phase == "cut" and t.acting == 0, "a cut can be cut again, also by the first player"
    t.play("wild: red")
    assert t.acting == 1 and t.snap["color"] == "red"
    t = table("top: red 7 | p0: red 9, b1, b2 | p1: y1, y2 | p2: red 9").play("red 9", "red 9")
    assert t.phase == "over", "a cut may be the last card"
    t = table("top: red 7 | p0: red skip, b1, b2 | p1: y1, y2, y3 | p2: red skip")
    assert t.play("red skip").phase == "play", "HKU-16 holds: nobody is asked"
    t = table("top: red 7 | p0: red 9, b1, b2 | p1: y1, y2 | p2: red 9, y3").play("red 9")
    assert t.legal == {"red 9", "pass", "uno"}
    assert t.play("uno", "red 9").phase == "play"
    t = table("top: red draw two | p0: r1, r2, r3 | p1: red draw two, y1, y2 | p2: g1, g2, g3")
    assert t.phase == "play", "the opening card can't be cut"


def test_hku_25_a_pending_stack_may_be_cut_by_the_player_it_would_hit() -> None:
    t = table("top: red 7 | p0: rD, b1, b2 | p1: rD, y1, y2 | p2: g1, g2, g3").play("red draw two")
    assert t.phase == "cut" and t.acting == 1
    t.play("red draw two")
    assert t.acting == 2 and t.snap["pending_draws"] == 4


def test_hku_30_and_33_draw_twos_add_up() -> None:
    seats = "p1: blue draw two, y1, y2 | p2: green draw two, g1, g2 | p3: b4, b5"
    t = table(f"top: red 7 | p0: red draw two, blue draw two, b1, b2 | {seats}", jump_in=False)
    assert t.legal == {"red draw two"}, "on a matching colour only"
    t.play("red draw two", "blue draw two", "green draw two")
    assert t.snap["pending_draws"] == 6 and t.legal == {"draw"}


def test_hku_31_wild_draw_four_at_any_time_without_challenge() -> None:
    t = table("top: red 7 | p0: W4, red 1, red 2 | p1: y1, y2, y3")
    assert "wild draw four: blue" in t.legal
    t.play("wild draw four: blue")
    assert t.phase == "play" and t.snap["pending_draws"] == 4


def test_hku_32_the_next_player_stacks_or_draws_all() -> None:
    t = table("top: red 7 | p0: rD, b1, b2 | p1: W4, y1, r1 | p2: g1, g2, g3").play("red draw two")
    assert t.legal == {f"wild draw four: {c}" for c in COLORS} | {"draw"}
    t.play("wild draw four: green")
    assert t.snap["pending_draws"] == 6
    t.play("draw")
    assert t.size(2) == 9 and t.snap["pending_draws"] == 0 and t.acting == 0


def test_hku_34_a_draw_two_on_a_wild_draw_four_has_the_named_colour() -> None:
    t = table("top: red 7 | p0: W4, b1, b2 | p1: gD, bD, y1, y2").play("wild draw four: green")
    assert t.legal == {"green draw two", "draw"}


def test_hku_35_only_draw_cards_on_a_stack_and_declining_is_allowed() -> None:
    t = table("top: rD | p0: red 1, yD, wild, W4, r2 | p1: y1, y2", pending_draws=2)
    wilds = {f"wild draw four: {c}" for c in COLORS}
    assert t.legal == wilds | {"yellow draw two", "draw"}
    t.play("draw")
    assert t.size(0) == 7 and t.acting == 1


def test_hku_36_a_penalty_draw_costs_the_turn() -> None:
    t = table("top: rD | p0: red 1, red 2 | p1: y1, y2, y3", pending_draws=2).play("draw")
    assert t.acting == 1


@pytest.mark.parametrize(("count", "direction", "acting"), [(1, -1, 3), (2, 1, 1)])
def test_hku_40_an_odd_number_of_reverses_turns_the_order(
    count: int, direction: int, acting: int
) -> None:
    seats = "p1: y1, y2 | p2: y3, y4 | p3: y5, y6"
    t = table(f"top: red 7 | p0: red reverse, blue reverse, b1, b2, b3 | {seats}")
    t.play(*("red reverse", "blue reverse")[:count])
    t.pass_windows("combo")
    assert t.snap["direction"] == direction and t.acting == acting


@pytest.mark.parametrize(("count", "acting"), [(1, 2), (2, 3)])
def test_hku_41_n_skips_skip_n_players(count: int, acting: int) -> None:
    seats = "p1: y1, y2 | p2: y3, y4 | p3: y5, y6"
    t = table(f"top: red 7 | p0: red skip, blue skip, b1, b2, b3 | {seats}")
    t.play(*("red skip", "blue skip")[:count]).pass_windows("combo")
    assert t.acting == acting


def test_hku_42_a_wild_names_any_colour_but_not_on_a_stack() -> None:
    t = table("top: red 7 | p0: wild, b1, b2 | p1: y1, y2")
    assert {f"wild: {c}" for c in COLORS} <= t.legal
    t.play("wild: red")
    assert t.snap["color"] == "red"
    t = table("top: rD | p0: wild, b1, b2 | p1: y1, y2", pending_draws=2)
    assert t.legal == {"draw"}


def test_hku_50_round_score() -> None:
    hands = "p1: y0, y9 | p2: yS, yR, yD | p3: wild, W4"
    t = table(f"top: red 7 | p0: red 9 | {hands}").play("red 9")
    assert t.snap["scores"] == [0, 10, 60, 100]
    expected = (-np.array([0, 10, 60, 100]) + 42.5) / 100
    assert np.allclose(t.rewards, expected), "low is good, so the rewards turn the sign"
