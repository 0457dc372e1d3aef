"""The UNO reference engine against the rulebook's own examples.

A referee that is wrong proves nothing, so the clauses with examples are played out on it too.
"""

from typing import Any

import pytest

from tests.reference.uno import ILLEGAL, TIMEOUT, UnoReference
from tests.reference.uno_cards import CALL, CATCH, COLORS, DRAW, PASS, SYMBOLS, full_deck
from tests.reference.uno_chance import ScriptedChance, SeededChance
from tests.reference.uno_rules import PRESETS, TopCard, preset_rules


def lay(card: str, color: str = "red") -> int:
    """The action that lays a card, naming ``color`` with a black one."""
    if card == "wild":
        return 52 + COLORS.index(color)
    if card == "wild draw four":
        return 56 + COLORS.index(color)
    own, symbol = card.split(" ", 1)
    return COLORS.index(own) * 13 + SYMBOLS.index(symbol)


def table(
    top: str,
    *hands: str,
    preset: str = "hk_society",
    deck: str = "",
    cutters: list[int] | None = None,
    max_turns: int = 2000,
    **fields: Any,
) -> UnoReference:
    """A table set up as told, seat 0 to play; cards not named lie in the deck.

    Hands and deck are written ``"red 7, wild"``; the cards of ``deck`` are drawn first.
    """
    rules = preset_rules(preset, **fields)
    chance = ScriptedChance([card for card in deck.split(", ") if card], cutters)
    game = UnoReference(rules, len(hands), chance, max_turns)
    game.gather()
    top_card, _, named = top.partition(": ")
    game.hands = [[card for card in hand.split(", ") if card] for hand in hands]
    for card in [top_card, *(card for hand in game.hands for card in hand)]:
        game.deck.remove(card)
    game.discard = [top_card]
    game.color = named or top_card.split(" ", 1)[0]
    game._begin_turn(0)
    return game


FULL = "red 1, red 2, red 3, green 5"


def test_un_1_deck_has_108_cards() -> None:
    deck = full_deck(4, 9)
    assert len(deck) == 108
    assert deck.count("red 0") == 1
    assert deck.count("blue draw two") == 2
    assert deck.count("wild") == deck.count("wild draw four") == 4


def test_un_2_deck_is_made_from_the_discard_pile() -> None:
    game = table("red 7", "green 1, green 2", FULL)
    game.discard = [*game.deck, "red 7"]
    game.deck = []
    game.step(DRAW)
    assert game.discard == ["red 7"]
    assert len(game.hands[0]) == 3


def test_un_2_deadlock_lowest_hand_wins() -> None:
    game = table("red 7", "green 1, green skip", "blue 3, blue 4", "blue 5, yellow 1")
    game.deck = []
    for _ in range(3):
        assert game.legal_actions() == [DRAW]
        game.step(DRAW)
    assert game.terminated
    assert game.totals == [25, 10, 10]
    assert game.rewards[1] == game.rewards[2] == pytest.approx(0.05)


def test_un_3_reverse_with_two_players_is_a_skip() -> None:
    game = table("red 7", "red reverse, green 1, green 2", FULL)
    game.step(lay("red reverse"))
    assert (game.to_act, game.direction, game.phase) == (0, 1, "play")


@pytest.mark.parametrize(("skips", "seat"), [(1, 2), (2, 3)])
def test_hku_41_skips_add_up(skips: int, seat: int) -> None:
    cards = ("red skip, green skip, blue 1, blue 2", FULL, "blue 4, blue 5", "yellow 1, yellow 2")
    game = table("red 7", *cards)
    game.step(lay("red skip"))
    game.step(lay("green skip") if skips == 2 else PASS)
    assert (game.to_act, game.phase) == (seat, "play")


def test_hku_24_reverse_cut_with_reverse() -> None:
    cards = ("red reverse, blue 1, blue 2", FULL, "red reverse, blue 3, blue 4", "blue 5, blue 6")
    game = table("red 7", *cards)
    game.step(lay("red reverse"))
    assert (game.phase, game.to_act) == ("cut", 2)
    game.step(lay("red reverse"))
    assert (game.to_act, game.direction) == (3, 1)


def test_hku_24_skip_cut_with_skip() -> None:
    game = table("red 1", "red skip, blue 1, blue 2", FULL, "red skip, blue 3, blue 4", "yellow 1")
    game.step(lay("red skip"))
    game.step(lay("red skip"))
    assert game.to_act == 1


def test_hku_20_missed_call_is_caught_for_three() -> None:
    game = table("red 7", "red 9, blue 3", FULL, "blue 4, blue 5")
    assert CALL in game.legal_actions()
    game.step(lay("red 9"))
    assert (game.phase, game.to_act) == ("catch", 1)
    game.step(PASS)
    game.step(CATCH)
    assert len(game.hands[0]) == 4
    assert (game.phase, game.to_act) == ("play", 1)


def test_hku_20_called_in_time() -> None:
    game = table("red 7", "red 9, blue 3", FULL)
    game.step(CALL)
    assert game.called == [True, False]
    game.step(lay("red 9"))
    assert (game.phase, game.to_act, game.called) == ("play", 1, [False, False])


def test_un_8_call_then_draw_is_wrong() -> None:
    game = table("red 7", "red 9, blue 3", FULL, deck="green 8", voluntary_draw=True)
    game.step(CALL)
    game.step(DRAW)
    assert game.phase == "catch"
    game.step(CATCH)
    assert len(game.hands[0]) == 6


def test_un_8_combination_down_to_one_offers_the_call() -> None:
    cards = "red 9, blue 9, green 9, yellow 1"
    assert CALL in table("red 7", cards, FULL).legal_actions()
    assert CALL not in table("red 7", cards, FULL, combo="none").legal_actions()
    assert CALL not in table("red 7", cards, FULL, combo="identical").legal_actions()
    assert CALL in table("red 7", cards, FULL, combo="chain").legal_actions()


def test_hku_16_last_card_may_not_be_a_function_card() -> None:
    game = table("red 7", "red skip", FULL, deck="red 4")
    assert game.legal_actions() == [DRAW]
    game.step(DRAW)
    assert (game.to_act, game.phase) == (1, "play")  # HKU-12: the turn is lost


def test_hku_11_combinations_by_value() -> None:
    hand = "red 5, red 5, green 5, red 8, blue 8, red 3"
    expected = {
        "same_symbol": {"red 5", "green 5"},
        "identical": {"red 5"},
        "chain": {"red 5", "green 5", "red 8", "red 3"},
        "match_top": {"red 5", "red 8", "red 3"},
    }
    for combo, cards in expected.items():
        game = table("red 1", hand, FULL.replace("red 3", "blue 3"), combo=combo)
        game.step(lay("red 5"))
        assert game.phase == "combo"
        assert set(game._followers()) == cards


def test_hku_32_to_35_stack() -> None:
    game = table(
        "red 7",
        "red draw two, blue 1, blue 2",
        "green draw two, wild draw four, wild, green 3",
        "blue draw two, green draw two, green 1",
    )
    game.step(lay("red draw two"))
    assert (game.to_act, game.pending) == (1, 2)
    assert lay("wild") not in game.legal_actions()
    game.step(lay("wild draw four", "green"))
    assert (game.to_act, game.pending) == (2, 6)
    assert game.legal_actions() == [lay("green draw two"), DRAW]  # HKU-34
    game.step(DRAW)
    assert (len(game.hands[2]), game.pending, game.to_act) == (9, 0, 0)


def test_hku_15_time_out_pays_what_is_owed() -> None:
    game = table("red 7", "red 1, blue 1, blue 2", FULL)
    game.step(TIMEOUT)
    assert len(game.hands[0]) == 3
    game = table("red 7", "blue 1, blue 2", FULL)
    game.step(TIMEOUT)
    assert len(game.hands[0]) == 3


def test_hku_14_illegal_card_costs_one_and_the_turn() -> None:
    game = table("red 7", "red 1, blue 1, blue 2", FULL)
    game.step(ILLEGAL)
    assert (len(game.hands[0]), game.to_act) == (4, 1)


def test_un_10_illegal_in_a_combination() -> None:
    game = table("red 7", "red 1, blue 1, blue 2, blue 3", FULL)
    game.step(lay("red 1"))
    game.step(ILLEGAL)
    assert (game.top, len(game.hands[0]), game.to_act) == ("red 1", 4, 1)


@pytest.mark.parametrize(("guilty", "drawn"), [(True, (4, 0)), (False, (0, 6))])
def test_ofu_3_challenge(guilty: bool, drawn: tuple[int, int]) -> None:
    other = "red 3" if guilty else "blue 7"  # a matching number does not make it illegal
    game = table("red 7", f"wild draw four, {other}, blue 2", FULL, "blue 4", preset="official")
    before = [len(hand) for hand in game.hands]
    game.step(lay("wild draw four", "green"))
    assert (game.phase, game.to_act) == ("challenge", 1)
    game.step(CATCH)
    after = [len(hand) for hand in game.hands]
    assert (after[0] - before[0] + 1, after[1] - before[1]) == drawn
    assert (game.color, game.pending) == ("green", 0)
    assert game.to_act == (1 if guilty else 2)


def test_ofu_6_last_draw_card_is_drawn_before_scoring() -> None:
    game = table("red 7", "red draw two", "blue 1", preset="official", deck="blue 2, blue 3")
    game.step(lay("red draw two"))
    assert game.terminated
    assert game.totals == [6, 0]
    assert game.rewards == [pytest.approx(0.03), pytest.approx(-0.03)]


def opened_with(card: str) -> UnoReference:
    """An official game of four in which the named card is turned up after the deal."""
    deck = full_deck(4, 9)
    deck.remove(card)
    game = UnoReference(preset_rules("official"), 4, ScriptedChance([*deck[:28], card]))
    game.start(1)
    return game


def test_ofu_1_opening_effects() -> None:
    skip, reverse = opened_with("blue skip"), opened_with("blue reverse")
    assert (skip.to_act, skip.direction) == (2, 1)
    assert (reverse.to_act, reverse.direction) == (0, -1)
    two = opened_with("blue draw two")
    assert (two.to_act, len(two.hands[1])) == (2, 9)
    wild = opened_with("wild")
    assert (wild.phase, wild.to_act, wild.legal_actions()) == ("color", 1, [52, 53, 54, 55])
    wild.step(53)
    assert (wild.phase, wild.to_act, wild.top_name()) == ("play", 1, "wild: yellow")
    assert opened_with("wild draw four").top != "wild draw four"


def test_twu_31_three_places() -> None:
    game = table("red 7", "red 1", "red 2", "red 3", "red 4, blue 1", preset="tw_campus", places=3)
    for card in ("red 1", "red 2"):
        game.step(lay(card))
        assert not game.over
    game.step(lay("red 3"))
    assert game.terminated
    assert game.totals == [3, 2, 1, 0]


def test_seven_zero() -> None:
    game = table("red 7", "red 7, blue 1, blue 2", "green 3", "green 5, green 6", seven_zero=True)
    game.hands[0].remove("red 7")
    game.hands[0].append("red 0")
    game.step(lay("red 0"))
    assert game.hands == [["green 5", "green 6"], ["blue 1", "blue 2"], ["green 3"]]
    assert (game.phase, game.to_act) == ("catch", 0)  # the one-card hand of seat 2


def test_un_4_max_turns_truncates() -> None:
    game = table("red 7", "green 1", FULL, FULL.replace("red", "blue"), max_turns=2)
    game.step(DRAW)
    assert not game.over
    game.step(TIMEOUT)
    assert game.truncated


def test_same_start_same_game() -> None:
    for name in PRESETS:
        games = [UnoReference(preset_rules(name), 4, SeededChance(3)) for _ in range(2)]
        for game in games:
            game.start(0)
        assert games[0].snapshot() == games[1].snapshot()


def test_match_top_after_a_wild_means_the_named_colour() -> None:
    game = table("wild: blue", "blue 1, blue 4, red 1, green 2", FULL, combo="match_top")
    game.step(lay("blue 1"))
    assert game._followers() == ["blue 4"]
    assert game.before == TopCard("wild", "blue")
