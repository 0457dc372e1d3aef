"""Laying and drawing cards, and what a play does once its windows are over.

Imports windows, legal, deck, state; engine.py decides when each of these happens.
"""

from typing import Any

import numpy as np

from tabletop.jit import int64, njit

from .cards import (
    ACTION_DRAW,
    ACTION_WILD,
    ACTION_WILD_DRAW_FOUR,
    COLOR_BITS,
    COMBINABLE_BITS,
    DRAW_TWO,
    MAX_PLAYERS,
    NUM_TYPES,
    REVERSE,
    SKIP,
    WILD,
    WILD_DRAW_FOUR,
)
from .deck import (
    add_card,
    discard_on_top,
    draw_card,
    drawable,
    next_active,
    pay_pending,
    remember,
    remove_card,
)
from .legal import combinable_bits, may_lay, playable_bits
from .rules import COMBO_NONE
from .state import COMBO, DRAWN, SWAP
from .windows import ADVANCE, ASK, PLAYED, SWAPPED, TURN_ENDED

U64 = np.uint64
ONE = np.uint64(1)
NOTHING = np.uint64(0)


@njit
def card_of(action: Any) -> int:
    """The card type that an action lays."""
    if action < ACTION_WILD:
        return int64(action)
    return WILD if action < ACTION_WILD_DRAW_FOUR else WILD_DRAW_FOUR


@njit
def color_of(action: Any) -> int:
    """The colour that counts once the action's card is on top."""
    if action < ACTION_WILD:
        return int64(action) // 13
    return (int64(action) - ACTION_WILD) % 4


@njit
def count_effect(public: Any, card: Any) -> None:
    """UN-6a: draws count at once; Skips and Reverses are kept for the effects."""
    if card >= WILD:
        if card == WILD_DRAW_FOUR:
            public["pending"] = int64(public["pending"]) + 4
        return
    symbol = card % 13
    if symbol == SKIP:
        public["skips"] = int64(public["skips"]) + 1
    elif symbol == REVERSE:
        public["reverses"] = int64(public["reverses"]) + 1
    elif symbol == DRAW_TWO:
        public["pending"] = int64(public["pending"]) + 2


@njit
def lay(r: Any, seat: Any, action: Any) -> None:
    """Lay one card from a hand on the pile, in turn or as a cut."""
    public = r["public"]
    hidden = r["hidden"]
    card = card_of(action)
    color = color_of(action)
    if card == WILD_DRAW_FOUR:  # OFU-7: guilt is fixed when the WD4 is played
        held = r["seats"][seat]["mask"] & COLOR_BITS[public["color"]]
        hidden["guilty"] = 1 if held != NOTHING else 0
        hidden["bluffer_drew"] = 0
    remove_card(public, r["seats"][seat], card)
    discard_on_top(public, card, color)
    count_effect(public, card)
    public["mover"] = seat
    hidden["asked"] = 0
    if card < WILD:  # whoever plays a colour no longer lacks it
        public["lacked"][seat] = int64(public["lacked"][seat]) & ~(1 << color)
    remember(public, seat, int64(action) + 1)


@njit
def begin_play(r: Any, seat: Any, action: Any) -> None:
    """The first card of a turn's play."""
    public = r["public"]
    public["base_top"] = public["top"]
    public["base_color"] = public["color"]
    public["skips"] = 0
    public["reverses"] = 0
    public["combo_size"] = 1
    public["challengeable"] = 1 if card_of(action) == WILD_DRAW_FOUR else 0
    r["seats"][seat]["drawn"] = 0
    lay(r, seat, action)


@njit
def continue_combo(r: Any, seat: Any, action: Any) -> None:
    """HKU-11: a further card of the combination."""
    public = r["public"]
    public["combo_size"] = int64(public["combo_size"]) + 1
    lay(r, seat, action)


@njit
def cut(r: Any, seat: Any, action: Any) -> None:
    """HKU-21, HKU-24: out of turn; the effects go on adding up, and no challenge any more."""
    r["public"]["challengeable"] = 0
    lay(r, seat, action)


@njit
def play_or_continue(r: Any, rules: Any, seat: Any) -> int:
    """Ask for another card of the combination where there is one; else the play stands."""
    public = r["public"]
    if rules["combo"] == COMBO_NONE or (ONE << U64(public["top"])) & COMBINABLE_BITS == NOTHING:
        return PLAYED
    cards = r["seats"][seat]["mask"] & combinable_bits(public, rules)
    if may_lay(public, seat, rules, cards) == NOTHING:
        return PLAYED
    public["phase"] = COMBO
    return ASK


@njit
def note_idle(public: Any) -> None:
    """UN-2: a turn with nothing played, counted only while nothing is left to draw."""
    if drawable(public) == 0:
        public["idle_turns"] = int64(public["idle_turns"]) + 1
    else:
        public["idle_turns"] = 0


@njit
def draw_for_turn(r: Any, rules: Any, seat: Any) -> int:
    """Draw one card, or until one is playable; the type of the last card, -1 when none came."""
    public = r["public"]
    playable = playable_bits(public, rules)
    last = -1
    while True:
        card = draw_card(public, r["hidden"])
        if card < 0:
            return last
        add_card(public, r["seats"][seat], card)
        last = card
        if rules["draw_until_playable"] == 0 or (playable >> U64(card)) & ONE:
            return last


@njit
def draw_action(r: Any, rules: Any, seat: Any) -> int:
    """Action 60: take the pending sum, or draw; with nothing to draw it is a pass."""
    public = r["public"]
    note_idle(public)
    remember(public, seat, ACTION_DRAW + 1)
    if public["pending"] > 0:  # HKU-32, HKU-36
        pay_pending(r, seat)
        return TURN_ENDED
    public["lacked"][seat] = int64(public["lacked"][seat]) | (1 << int64(public["color"]))
    card = draw_for_turn(r, rules, seat)
    if card < 0 or rules["play_drawn"] == 0:  # HKU-12: the turn is lost
        return TURN_ENDED
    fits = (ONE << U64(card)) & playable_bits(public, rules)
    if may_lay(public, seat, rules, fits) == NOTHING:
        return TURN_ENDED
    r["seats"][seat]["drawn"] = card + 1
    public["phase"] = DRAWN
    return ASK


@njit
def turn_effects(r: Any, rules: Any) -> int:
    """Reverses act first, then seven_zero; the skips act when the turn advances."""
    public = r["public"]
    odd = int64(public["reverses"]) % 2 == 1
    public["reverses"] = 0
    public["turned"] = 0
    if odd and public["active"] == 2:  # UN-3
        public["skips"] = int64(public["skips"]) + 1
    elif odd:
        public["direction"] = -int64(public["direction"])
        public["turned"] = 1
    mover = int64(public["mover"])
    if rules["seven_zero"] == 0 or public["top"] >= WILD or public["out"][mover] != 0:
        return ADVANCE
    symbol = int64(public["top"]) % 13
    if symbol == 7:
        public["phase"] = SWAP
        public["to_act"] = mover
        return ASK
    if symbol == 0:
        pass_hands_on(r)
        return SWAPPED
    return ADVANCE


@njit
def swap_hands(r: Any, a: Any, b: Any) -> None:
    """Exchange the hands of two seats, and what is known about them."""
    public = r["public"]
    first = r["seats"][a]
    second = r["seats"][b]
    mask = first["mask"]
    first["mask"] = second["mask"]
    second["mask"] = mask
    for card in range(NUM_TYPES):
        count = int64(first["hand"][card])
        first["hand"][card] = second["hand"][card]
        second["hand"][card] = count
    size = int64(public["hand_size"][a])
    public["hand_size"][a] = public["hand_size"][b]
    public["hand_size"][b] = size
    lacked = int64(public["lacked"][a])
    public["lacked"][a] = public["lacked"][b]
    public["lacked"][b] = lacked


@njit
def note_swapped(public: Any, seat: Any) -> None:
    """A one-card hand in new hands can be caught."""
    if public["hand_size"][seat] == 1:
        public["swap_faults"] = int64(public["swap_faults"]) | (1 << seat)


@njit
def swap_hands_of(r: Any, k: Any) -> int:
    """The mover swaps hands with the (k + 1)-th other player in the order of play."""
    public = r["public"]
    mover = int64(public["mover"])
    target = next_active(public, mover, int64(k) + 1)
    swap_hands(r, mover, target)
    public["swap_faults"] = 0
    note_swapped(public, mover)
    note_swapped(public, target)
    return SWAPPED


@njit
def pass_hands_on(r: Any) -> None:
    """Every active hand moves one seat on in the order of play: a row of swaps with the last."""
    public = r["public"]
    public["swap_faults"] = 0
    seat = int64(public["mover"])
    for _ in range(int64(public["active"]) - 1):
        seat = next_active(public, seat, 1)
        swap_hands(r, int64(public["mover"]), seat)
    for other in range(MAX_PLAYERS):
        if other < public["num_players"] and public["out"][other] == 0:
            note_swapped(public, other)
