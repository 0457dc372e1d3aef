"""OFU: every clause of the maker's UNO rules, and the house-rule fields, on the real engine."""

import numpy as np
import pytest

from uno_env.game import UnoGame

from .uno_table import UnoTable, table


def of(text: str, **options: object) -> UnoTable:
    return table(text, "official", **options)


def opened(card: str, players: int = 4, starter: int = 1) -> dict:
    """The snapshot after a deal in which ``card`` is turned up."""
    game = UnoGame(players, "official")
    records = game.new_records(1)
    game.seed_records(records, 0)
    order = list(range(108))
    wanted = next(k for k in order[::-1] if game.snapshot and _name(game, k) == card)
    order.remove(wanted)
    order.insert(players * 7, wanted)
    game.reset_with_deal(records, 0, {"order": order, "starter": starter})
    return game.snapshot(records, 0)


def _name(game: UnoGame, card: int) -> str:
    from uno_env.cards import TYPE_NAMES

    return TYPE_NAMES[game.deck[card]]


@pytest.mark.parametrize("players", range(2, 11))
def test_ofu_1_two_to_ten_players(players: int) -> None:
    game = UnoGame(players, "official")
    records = game.new_records(1)
    game.seed_records(records, players)
    game.kernels.reset(records, 0, game.rules_record)
    snap = game.snapshot(records, 0)
    assert len(snap["hands"]) == players
    game.check_conservation(records, 0)


def test_ofu_1_opening_effects() -> None:
    snap = opened("green draw two")
    assert snap["to_act"] == 2 and len(snap["hands"][1]) == 9
    snap = opened("green skip")
    assert snap["to_act"] == 2
    snap = opened("green reverse")
    assert snap["direction"] == -1 and snap["to_act"] == 0, "the dealer plays first"
    snap = opened("wild")
    assert snap["phase"] == "color" and snap["to_act"] == 1
    snap = opened("wild draw four")
    assert snap["discard_top"] != "wild draw four"
    assert not snap["discard_top"].startswith("wild draw four"), "it goes back"
    snap = opened("green reverse", players=2)
    assert snap["to_act"] == 0 and snap["direction"] == 1, "two players: as a Skip"


def test_ofu_1_the_deal_goes_round() -> None:
    t = of("top: r7 | p0: r9 | p1: r3, r4 | p2: r1, r2", target_score=500).play("red 9")
    assert t.env.records["public"]["starter"][0] == 1


def test_ofu_2_no_stacking_voluntary_draw_drawn_card_at_once() -> None:
    t = of("top: red 7 | p0: rD, b1, b2 | p1: gD, y1 | p2: y3, y4").play("red draw two")
    assert t.acting == 2 and t.size(1) == 4, "it hits without asking"
    t = of("top: red 7 | p0: red 9, b1 | p1: y1, y2 | deck: red 3").play("draw")
    assert t.legal == {"red 3", "pass"}


def test_ofu_3_a_guilty_bluffer_draws_four_and_the_challenger_goes_on() -> None:
    t = of("top: red 7 | p0: W4, r1, b2 | p1: y1, b3, g1 | p2: y3, y4")
    t.play("wild draw four: blue")
    assert t.phase == "challenge" and t.acting == 1 and t.legal == {"catch", "pass"}
    t.play("catch")
    assert t.size(0) == 6 and t.size(1) == 3
    assert t.phase == "play" and t.acting == 1 and t.snap["color"] == "blue"


def test_ofu_3_an_innocent_one_costs_the_challenger_six_and_the_turn() -> None:
    t = of("top: red 7 | p0: W4, b1, b2 | p1: y1, b3 | p2: y3, y4").play("wild draw four: blue")
    t.play("catch")
    assert t.size(1) == 8 and t.size(0) == 2 and t.acting == 2
    t = of("top: red 7 | p0: W4, r1, b2 | p1: y1, b3 | p2: y3, y4").play("wild draw four: blue")
    t.play("pass")
    assert t.size(1) == 6 and t.acting == 2, "accepted"


def test_ofu_4_missed_and_caught_two() -> None:
    t = of("top: red 7 | p0: red 9, b1 | p1: y1, y2 | p2: y3, y4").play("red 9", "pass", "catch")
    assert t.size(0) == 3 and t.acting == 1


def test_ofu_5_the_winner_scores_the_other_hands_and_a_match_goes_to_500() -> None:
    t = of("top: red 7 | p0: red 9 | p1: y9, yS | p2: wild", target_score=500).play("red 9")
    assert t.snap["scores"] == [79, 0, 0] and t.phase in ("play", "color")
    assert np.allclose(t.rewards, (np.array([79, 0, 0]) - 79 / 3) / 100)
    t = of("top: red 7 | p0: red 9 | p1: y9, yS | p2: wild", target_score=79).play("red 9")
    assert t.phase == "over"


def test_ofu_6_a_last_draw_card_is_drawn_before_scoring() -> None:
    hands = "p0: red draw two | p1: y1 | p2: y3 | deck: b5, b6"
    t = of(f"top: red 7 | {hands}").play("red draw two")
    assert t.phase == "over" and t.snap["scores"] == [1 + 3 + 11, 0, 0]


def test_ofu_7_challenge_on_a_stack() -> None:
    options = {"stacking": "any"}
    hands = "p0: W4, r1, b2 | p1: y1, b3, g1 | p2: y3, y4"
    t = of(f"top: rD | {hands}", pending_draws=2, **options).play("wild draw four: blue")
    assert t.phase == "challenge"
    assert t.play("catch").size(0) == 2 + 6, "guilty draws the whole stack"
    hands = "p0: W4, g1, b2 | p1: y1, b3, y9 | p2: y3, y4"
    t = of(f"top: rD | {hands}", pending_draws=2, **options).play("wild draw four: blue", "catch")
    assert t.size(1) == 3 + 8 and t.acting == 2, "innocent: the stack and two more"
    t = of(f"top: rD | {hands}", pending_draws=2, **options).play("wild draw four: blue", "pass")
    assert t.phase == "play" and t.acting == 1 and t.legal == {"draw"}, "accepted: stack or draw"


def test_ofu_7_guilt_is_fixed_when_the_card_is_played() -> None:
    hands = "p0: W4, g1 | p1: y1, b3 | p2: y3, y4 | deck: r1, r2"
    t = of(f"top: red 7 | {hands}").play("wild draw four: blue", "catch")
    assert t.phase == "challenge", "caught for the missed call, two red cards came"
    t.play("catch")
    assert t.size(1) == 8, "still innocent"


def test_house_rule_seven_swaps_hands_with_a_chosen_player() -> None:
    hands = "p0: red 7, b1, b2 | p1: y1 | p2: y3, y4, y5, y6"
    t = of(f"top: red 9 | {hands}", seven_zero=True).play("red 7")
    assert t.phase == "swap" and t.legal == {"swap: +1", "swap: +2"}
    t.play("swap: +1")
    assert t.snap["hands"][0] == ["yellow 1"] and t.snap["hands"][1] == ["blue 1", "blue 2"]
    assert t.phase == "catch", "a one-card hand in new hands can be caught"
    t.play("catch")
    assert t.size(0) == 3 and t.acting == 1


def test_house_rule_zero_passes_all_hands_on() -> None:
    hands = "p0: red 0, b1, b2 | p1: y1, y2, y3 | p2: g3, g4, g5, g6"
    t = of(f"top: red 9 | {hands}", seven_zero=True).play("red 0")
    assert [t.size(seat) for seat in range(3)] == [4, 2, 3]
    t = of(f"top: red 9 | {hands}", seven_zero=True, direction=-1).play("red 0")
    assert [t.size(seat) for seat in range(3)] == [3, 4, 2]


def test_house_rule_draw_until_playable() -> None:
    hands = "p0: b9, g1 | p1: y1, y2 | deck: b1, g2, y3, r4, r5"
    t = of(f"top: red 7 | {hands}", draw_until_playable=True).play("draw")
    assert t.size(0) == 6 and t.legal == {"red 4", "pass"}
    t = of(f"top: red 7 | {hands}", draw_until_playable=True, play_drawn=False).play("draw")
    assert t.size(0) == 6 and t.acting == 1


@pytest.mark.parametrize(
    ("stacking", "legal"),
    [
        ("none", {"draw"}),
        ("draw_two", {"green draw two", "draw"}),
        ("same", {"green draw two", "draw"}),
        ("any", {"green draw two", "wild draw four: red", "draw"}),
    ],
)
def test_house_rule_values_of_stacking(stacking: str, legal: set[str]) -> None:
    t = of(
        "top: rD | p0: gD, W4, r1, r2 | p1: y1, y2",
        pending_draws=2,
        stacking=stacking,
        colors=4,
    )
    wilds = {name for name in t.legal if name.startswith("wild")}
    assert (t.legal - wilds) | ({"wild draw four: red"} if wilds else set()) == legal


def test_house_rule_small_decks() -> None:
    game = UnoGame(2, "official", colors=2, max_number=3, cards_dealt=4)
    records = game.new_records(1)
    game.seed_records(records, 0)
    game.kernels.reset(records, 0, game.rules_record)
    game.check_conservation(records, 0)
    assert len(game.deck) == 2 * (1 + 2 * 3 + 6) + 8
