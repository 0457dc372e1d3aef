"""TWU: every clause of the Taiwan campus game, preliminary and final, on the real engine."""

import numpy as np

from uno_env import uno_v0
from uno_env.cards import COLORS

from .uno_table import UnoTable, table


def tw(text: str, **options: object) -> UnoTable:
    return table(text, "tw_campus", **options)


def final(text: str, **options: object) -> UnoTable:
    return table(text, "tw_campus", places=3, last_draw_card_drawn=True, **options)


def test_twu_1_seven_cards_each_six_at_a_table() -> None:
    env = uno_v0.env(num_players=6, ruleset="tw_campus")
    env.reset(seed=1)
    assert [len(hand) for hand in env.snapshot()["hands"]] == [7] * 6


def test_twu_2_the_player_after_the_dealer_begins_and_the_deal_goes_round() -> None:
    starters = set()
    for seed in range(60):
        env = uno_v0.env(num_players=3, ruleset="tw_campus")
        env.reset(seed=seed)
        starters.add(env.snapshot()["to_act"])
    assert starters == {0, 1, 2}
    t = tw("top: r7 | p0: r9 | p1: r3, r4 | p2: r1, r2", target_score=500).play("red 9")
    assert t.acting == 1, "the next dealer is seat 0, so seat 1 begins, whoever won"


def test_twu_3_the_opening_card_is_a_number_card() -> None:
    for seed in range(60):
        env = uno_v0.env(num_players=4, ruleset="tw_campus")
        env.reset(seed=seed)
        top = env.snapshot()["discard_top"]
        assert top.split()[1].isdigit(), top


def test_twu_4_match_colour_number_or_function_black_at_any_time() -> None:
    t = tw("top: red 7 | p0: red 9, blue 7, green 1, wild, W4 | p1: y1, y2")
    wilds = {f"{wild}: {c}" for wild in ("wild", "wild draw four") for c in COLORS}
    assert t.legal == {"red 9", "blue 7", "draw"} | wilds
    assert "blue skip" in tw("top: red skip | p0: blue skip, g1, g2 | p1: y1, y2").legal


def test_twu_5_a_fitting_drawn_card_may_be_played_at_once() -> None:
    t = tw("top: red 7 | p0: blue 9, g1 | p1: y1, y2 | deck: blue 7").play("draw")
    assert t.phase == "drawn" and t.legal == {"blue 7", "pass"}
    assert t.play("blue 7").acting == 1
    t = tw("top: red 7 | p0: blue 9, g1 | p1: y1, y2 | deck: blue 8").play("draw")
    assert t.phase == "play" and t.acting == 1, "else the turn passes"
    assert tw("top: red 7 | p0: b9, g1 | p1: y1 | deck: b7", play_drawn=False).play("draw").acting


def test_twu_6_a_player_may_draw_although_able_then_only_the_drawn_card_counts() -> None:
    t = tw("top: red 7 | p0: red 9, g1 | p1: y1, y2 | deck: blue 7").play("draw")
    assert t.legal == {"blue 7", "pass"}
    t.play("pass")
    assert t.acting == 1 and t.size(0) == 3


def test_twu_7_the_discard_pile_becomes_the_new_deck() -> None:
    t = tw("top: red 7 | p0: b9, g1 | p1: y1, y2", rest="discard")
    assert t.snap["deck_size"] == 0
    t.play("draw")
    assert t.size(0) == 3 and t.snap["deck_size"] == 108 - 4 - 1 - 1
    assert t.snap["discard_top"] == "red 7", "all but the top card"


def test_twu_10_draw_twos_go_on_and_add_up() -> None:
    t = tw("top: red 7 | p0: rD, b1, b2 | p1: gD, W4, y1 | p2: y3, y4, y5").play("red draw two")
    assert t.legal == {"green draw two", "draw"}, "no WD4 on a Draw Two here"
    t.play("green draw two", "draw")
    assert t.size(2) == 7 and t.acting == 0, "the sum and the turn are lost"


def test_twu_11_skip() -> None:
    t = tw("top: red 7 | p0: red skip, b1, b2 | p1: y1, y2 | p2: y3, y4").play("red skip")
    assert t.acting == 2


def test_twu_12_reverse() -> None:
    t = tw("top: red 7 | p0: red reverse, b1, b2 | p1: y1, y2 | p2: y3, y4").play("red reverse")
    assert t.acting == 2 and t.snap["direction"] == -1


def test_twu_13_wild() -> None:
    t = tw("top: red 7 | p0: wild, b1, b2 | p1: y1, g2 | p2: y3, y4").play("wild: green")
    assert t.legal == {"green 2", "draw", "uno"}


def test_twu_14_wild_draw_four_hits_without_stack_or_challenge() -> None:
    t = tw("top: red 7 | p0: W4, b1, b2 | p1: W4, gD | p2: y3, y4").play("wild draw four: green")
    assert t.acting == 2 and t.size(1) == 6 and t.snap["pending_draws"] == 0


def test_twu_20_no_call_noticed_before_the_next_play_costs_two() -> None:
    t = tw("top: red 7 | p0: red 9, b1 | p1: y1, y2 | p2: y3, y4").play("red 9", "catch")
    assert t.size(0) == 3
    t = tw("top: red 7 | p0: red 9, b1 | p1: y1, y2 | p2: y3, y4").play("red 9", "pass", "pass")
    assert t.phase == "play" and t.size(0) == 1
    t = tw("top: red 7 | p0: red 9, b1 | p1: y1 | deck: g1").play("uno", "draw")
    assert t.phase == "play", "only the missed call costs"


def test_twu_21_a_wrong_card_costs_one_and_the_turn() -> None:
    t = tw("top: red 7 | p0: red 9, b1 | p1: y1, y2").force("blue 1")
    assert t.size(0) == 3 and t.acting == 1


def test_twu_22_no_combination_no_cut_any_last_card_and_its_draw() -> None:
    t = tw("top: red 7 | p0: red 9, blue 9, b1 | p1: red 9, y2 | p2: y3, y4").play("red 9")
    assert t.phase == "play" and t.acting == 1
    t = tw("top: red 7 | p0: red draw two | p1: y1 | p2: y3").play("red draw two")
    assert t.phase == "over" and t.size(1) == 1, "not drawn in the preliminary"
    t = final("top: red 7 | p0: red draw two | p1: y1, y2 | p2: y3, y4 | p3: g1, g2")
    t.play("red draw two")
    t.env.step(None)  # the dead step of the player who is out
    assert t.phase == "play" and t.acting == 1, "in the final the next player may stack or draw"
    assert t.play("draw").size(1) == 4


def test_twu_30_preliminary_score_is_the_sum_of_the_other_hands() -> None:
    t = tw("top: red 7 | p0: red 9 | p1: y0, y9 | p2: yS, yR, yD | p3: wild, W4").play("red 9")
    assert t.snap["scores"] == [9 + 60 + 100, 0, 0, 0]
    assert np.allclose(t.rewards, (np.array([169, 0, 0, 0]) - 169 / 4) / 100)


def test_twu_31_final_goes_on_until_three_are_out() -> None:
    t = final("top: r7 | p0: r9 | p1: r8, r1 | p2: r2, r3 | p3: r4, r5 | p4: r6, b1, b2")
    t.play("red 9")
    env = t.env
    assert env.terminations["player_0"] and not env.terminations["player_1"]
    assert np.isclose(env.rewards["player_0"], (3 - 6 / 5) / 100), "first place, at once"
    env.step(None)  # the dead step of PettingZoo
    t.play("uno", "red 8", "uno", "red 2", "uno", "red 4", "red 6", "red 1")
    assert env.terminations["player_1"] and t.phase == "play" and t.acting == 2
    env.step(None)
    t.play("red 3")
    assert t.phase == "over" and t.snap["scores"] == [3, 2, 1, 0, 0]


def test_twu_31_it_also_ends_when_one_is_left() -> None:
    t = final("top: red 7 | p0: red 9 | p1: y1, y2").play("red 9")
    assert t.phase == "over" and t.snap["scores"] == [3, 2]


def test_twu_31_players_who_are_out_are_passed_over() -> None:
    t = final("top: red 7 | p0: red skip | p1: y1, y2 | p2: r3, y4 | p3: y5, y6").play("red skip")
    t.env.step(None)
    assert t.acting == 2, "the Skip goes to the next active player"
    t.play("uno", "red 3", "draw")
    t.pass_windows("drawn")
    assert t.acting == 1, "seat 0 has left the order of play"
