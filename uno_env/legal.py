"""What is legal, as one 64-bit word: a few AND and OR operations on card sets.

Everything here is a function of the public record, the acting seat's own record and the rules.
Imports deck, state, cards.
"""

from typing import Any

import numpy as np

from tabletop.jit import int64, njit, njit_inline

from .cards import (
    ACTION_CALL,
    ACTION_CATCH,
    ACTION_DRAW,
    ACTION_PASS,
    ACTION_WILD,
    ACTION_WILD_DRAW_FOUR,
    COLOR_BITS,
    COLORED_BITS,
    COMBINABLE_BITS,
    DRAW_TWO,
    DRAW_TWO_BITS,
    FUNCTION_BITS,
    NUM_TYPES,
    SYMBOL_BITS,
    WILD,
    WILD_BITS,
    WILD_DRAW_FOUR,
)
from .rules import (
    COMBO_CHAIN,
    COMBO_IDENTICAL,
    COMBO_MATCH_TOP,
    COMBO_NONE,
    COMBO_SAME_SYMBOL,
    STACKING_ANY,
    STACKING_NONE,
    STACKING_SAME,
)
from .state import CATCH, CHALLENGE, COLOR, COMBO, CUT, DRAWN, PLAY, SWAP

U64 = np.uint64
ONE = np.uint64(1)
NOTHING = np.uint64(0)
DRAW_BIT = np.uint64(1 << ACTION_DRAW)
PASS_BIT = np.uint64(1 << ACTION_PASS)
CALL_BIT = np.uint64(1 << ACTION_CALL)
CATCH_BIT = np.uint64(1 << ACTION_CATCH)
WILD_DRAW_FOUR_BIT = np.uint64(1 << WILD_DRAW_FOUR)


# MATCHING[card, colour]: coloured cards that fit a top card by colour or by number/function.
MATCHING = np.array(
    [
        [
            int(COLOR_BITS[color]) | (int(SYMBOL_BITS[card % 13]) if card < WILD else 0)
            for color in range(4)
        ]
        for card in range(NUM_TYPES)
    ],
    dtype=np.uint64,
)


@njit_inline
def matching_bits(card: Any, color: Any) -> Any:
    """Coloured cards that fit a top card by colour or by number/function (HKU-10)."""
    return MATCHING[card, color]


@njit_inline
def can_stack(public: Any, rules: Any) -> bool:
    """Whether a draw card may be laid on the pending one at all."""
    if rules["stacking"] == STACKING_NONE:
        return False
    if public["top"] == WILD_DRAW_FOUR:
        return bool(rules["stacking"] >= STACKING_SAME)  # same and any
    return True


@njit_inline
def stackable_bits(public: Any, rules: Any) -> Any:
    """Cards that may be laid on a pending sum (HKU-35)."""
    if not can_stack(public, rules):
        return NOTHING
    if public["top"] == WILD_DRAW_FOUR:
        if rules["stacking"] == STACKING_ANY:  # HKU-34: in the named colour only
            return WILD_DRAW_FOUR_BIT | (DRAW_TWO_BITS & COLOR_BITS[public["color"]])
        return WILD_DRAW_FOUR_BIT
    if rules["stacking"] == STACKING_ANY:
        return WILD_DRAW_FOUR_BIT | DRAW_TWO_BITS
    return DRAW_TWO_BITS


@njit_inline
def playable_bits(public: Any, rules: Any) -> Any:
    """Cards that may be laid now, whoever holds them."""
    if public["pending"] > 0:
        return stackable_bits(public, rules)
    return matching_bits(int64(public["top"]), int64(public["color"])) | WILD_BITS


@njit_inline
def may_lay(public: Any, seat: Any, rules: Any, cards: Any) -> Any:
    """The cards of a set that the seat may lay by the last-card rule (HKU-16)."""
    if public["hand_size"][seat] == 1 and rules["finish_on_function_card"] == 0:
        return cards & ~FUNCTION_BITS
    return cards


@njit_inline
def combinable_bits(public: Any, rules: Any) -> Any:
    """Cards that may follow in the combination that is being laid (HKU-11)."""
    top = int64(public["top"])
    if rules["combo"] == COMBO_SAME_SYMBOL:
        bits = SYMBOL_BITS[top % 13]
    elif rules["combo"] == COMBO_IDENTICAL:
        bits = ONE << U64(top)
    elif rules["combo"] == COMBO_CHAIN:
        bits = matching_bits(top, int64(public["color"]))
    else:
        bits = matching_bits(int64(public["base_top"]), int64(public["base_color"]))
    return bits & COMBINABLE_BITS


@njit_inline
def cut_bits(public: Any, seat_record: Any, rules: Any) -> Any:
    """The identical card, if this seat holds it and may lay it (HKU-21)."""
    cards = seat_record["mask"] & (ONE << U64(public["top"]))
    return may_lay(public, seat_record["seat"], rules, cards)


@njit_inline
def card_actions(cards: Any, rules: Any) -> Any:
    """Actions that lay the cards of a set: each wild once for each colour of the deck."""
    names = (ONE << U64(rules["colors"])) - ONE
    wild = (cards >> U64(WILD)) & ONE
    draw_four = (cards >> U64(WILD_DRAW_FOUR)) & ONE
    bits = cards & COLORED_BITS
    bits |= (names << U64(ACTION_WILD)) * wild
    return bits | (names << U64(ACTION_WILD_DRAW_FOUR)) * draw_four


@njit
def count_in(hand: Any, cards: Any) -> int:
    """How many cards of a hand belong to a set."""
    total = 0
    for card in range(NUM_TYPES):
        if (cards >> U64(card)) & ONE:
            total += int64(hand[card])
    return total


@njit
def longest_same_symbol(hand: Any, first_cards: Any) -> int:
    """The most cards of one symbol that can be laid, begun by one of the ``first_cards``."""
    best = 0
    for symbol in range(DRAW_TWO):
        if first_cards & SYMBOL_BITS[symbol]:
            total = 0
            for color in range(4):
                total += int64(hand[13 * color + symbol])
            best = max(best, total)
    return best


@njit
def longest_identical(hand: Any, first_cards: Any) -> int:
    """The most identical cards that can be laid, begun by one of the ``first_cards``."""
    best = 0
    for card in range(WILD):
        if (first_cards >> U64(card)) & ONE:
            best = max(best, int64(hand[card]))
    return best


@njit
def longest_row(public: Any, seat_record: Any, rules: Any, first_cards: Any) -> int:
    """The most cards that one combination from this hand can hold."""
    hand = seat_record["hand"]
    if rules["combo"] == COMBO_SAME_SYMBOL:
        return longest_same_symbol(hand, first_cards)
    if rules["combo"] == COMBO_IDENTICAL:
        return longest_identical(hand, first_cards)
    bits = matching_bits(int64(public["top"]), int64(public["color"]))
    return count_in(hand, bits & COMBINABLE_BITS)


@njit_inline
def has_few_types(cards: Any) -> bool:
    """At most five types: more can't be one symbol in four colours and one other card."""
    rest = cards
    for _ in range(5):
        rest &= rest - ONE
    return bool(rest == NOTHING)


@njit_inline
def call_offered_first(public: Any, seat_record: Any, rules: Any, cards: Any) -> bool:
    """UN-8 before a card is laid: can a row of plays beginning with ``cards`` leave one card?"""
    size = int64(public["hand_size"][seat_record["seat"]])
    if size < 2 or cards == NOTHING:
        return False
    if size == 2:
        return True
    if rules["combo"] == COMBO_NONE or public["pending"] > 0:
        return False
    first_cards = cards & COMBINABLE_BITS
    if first_cards == NOTHING:
        return False
    if rules["combo"] == COMBO_CHAIN:
        return True
    if rules["combo"] != COMBO_MATCH_TOP and not has_few_types(seat_record["mask"]):
        return False
    return longest_row(public, seat_record, rules, first_cards) >= size - 1


@njit_inline
def call_offered_in_combo(public: Any, seat_record: Any, rules: Any, cards: Any) -> bool:
    """UN-8 within a combination: ``cards`` are those that may follow."""
    size = int64(public["hand_size"][seat_record["seat"]])
    if size <= 2 or rules["combo"] == COMBO_CHAIN:
        return True
    return count_in(seat_record["hand"], cards) >= size - 1


@njit_inline
def call_bit(public: Any, seat_record: Any, rules: Any, offered: bool) -> Any:
    """The call, where it is offered and not made yet."""
    if offered and rules["auto_call"] == 0 and public["called"][seat_record["seat"]] == 0:
        return CALL_BIT
    return NOTHING


@njit_inline
def play_bits(public: Any, seat_record: Any, rules: Any) -> Any:
    """Legal actions of a normal turn."""
    cards = seat_record["mask"] & playable_bits(public, rules)
    cards = may_lay(public, seat_record["seat"], rules, cards)
    bits = card_actions(cards, rules)
    # HKU-13: with a playable card no draw instead, unless a pending sum is being taken (HKU-35)
    if public["pending"] > 0 or rules["voluntary_draw"] != 0 or cards == NOTHING:
        bits |= DRAW_BIT
    offered = call_offered_first(public, seat_record, rules, cards)
    return bits | call_bit(public, seat_record, rules, offered)


@njit_inline
def drawn_bits(public: Any, seat_record: Any, rules: Any) -> Any:
    """Legal actions after drawing a playable card: lay it or keep it."""
    cards = ONE << U64(int64(seat_record["drawn"]) - 1)
    offered = public["hand_size"][seat_record["seat"]] == 2
    bits = card_actions(cards, rules) | PASS_BIT
    return bits | call_bit(public, seat_record, rules, offered)


@njit_inline
def combo_bits(public: Any, seat_record: Any, rules: Any) -> Any:
    """Legal actions within a combination: lay another card or end it."""
    cards = seat_record["mask"] & combinable_bits(public, rules)
    cards = may_lay(public, seat_record["seat"], rules, cards)
    offered = call_offered_in_combo(public, seat_record, rules, cards)
    return cards | PASS_BIT | call_bit(public, seat_record, rules, offered)


@njit_inline
def cut_window_bits(public: Any, seat_record: Any, rules: Any) -> Any:
    """Legal actions of a player asked to cut."""
    cards = cut_bits(public, seat_record, rules)
    offered = public["hand_size"][seat_record["seat"]] == 2
    bits = card_actions(cards, rules) | PASS_BIT
    return bits | call_bit(public, seat_record, rules, offered)


@njit_inline
def legal_bits(public: Any, seat_record: Any, rules: Any) -> Any:
    """All legal actions of the seat that is to act, bit a for action a."""
    phase = public["phase"]
    if phase == PLAY:
        return play_bits(public, seat_record, rules)
    if phase == DRAWN:
        return drawn_bits(public, seat_record, rules)
    if phase == COMBO:
        return combo_bits(public, seat_record, rules)
    if phase == CUT:
        return cut_window_bits(public, seat_record, rules)
    if phase in (CATCH, CHALLENGE):
        return PASS_BIT | CATCH_BIT
    if phase == COLOR:
        return ((ONE << U64(rules["colors"])) - ONE) << U64(ACTION_WILD)
    if phase == SWAP:
        return (ONE << U64(int64(public["active"]) - 1)) - ONE
    return NOTHING


@njit_inline
def legal_mask(public: Any, seat_record: Any, rules: Any, mask: Any, at: Any) -> None:
    """Write one seat's mask, int8 (64,), into the flat array ``mask`` from ``at`` on.

    All zero unless that seat is to act.
    """
    bits = NOTHING
    if public["over"] == 0 and public["to_act"] == seat_record["seat"]:
        bits = legal_bits(public, seat_record, rules)
    for action in range(U64(64)):  # unsigned, as in observe.py
        mask[at + action] = (bits >> action) & ONE
