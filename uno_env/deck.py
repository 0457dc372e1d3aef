"""Moving cards: drawing, reshuffling, giving, taking, and the public history.

The deck is shuffled lazily: only the top ``fixed`` cards have their final order, every other draw
picks one of the rest at random.  Imports state and cards.
"""

from typing import Any

import numpy as np

from tabletop.jit import int64, njit
from tabletop.random_stream import next_below

from .cards import NUM_TYPES
from .state import HISTORY, HISTORY_ROOM

U64 = np.uint64
ONE = np.uint64(1)


@njit
def remember(public: Any, seat: Any, code: Any) -> None:
    """Put a code in front of the public history."""
    actions = public["history_action"]
    seats = public["history_seat"]
    start = int64(public["history_start"])
    if start == 0:
        start = HISTORY_ROOM - HISTORY
        for k in range(HISTORY):
            actions[start + k] = actions[k]
            seats[start + k] = seats[k]
    start -= 1
    actions[start] = code
    seats[start] = seat
    public["history_start"] = start


@njit
def drawable(public: Any) -> int:
    """How many cards can still be drawn: the deck, and the discard pile except its top card."""
    return int64(public["deck_size"]) + int64(public["discard_size"]) - 1


@njit
def refill_deck(public: Any, hidden: Any) -> None:
    """UN-2: the discard pile except its top card becomes the deck."""
    top = int64(public["top"])
    discard = public["discard"]
    deck = hidden["deck"]
    n = 0
    for card in range(NUM_TYPES):
        count = int64(discard[card])
        if card == top:
            count -= 1
        for _ in range(count):
            deck[n] = card
            n += 1
        discard[card] = 0
    discard[top] = 1
    public["discard_size"] = 1
    public["deck_size"] = n
    hidden["fixed"] = 0


@njit
def draw_from_deck(public: Any, hidden: Any) -> int:
    """Take the next card of the deck; the deck must not be empty."""
    n = int64(public["deck_size"])
    deck = hidden["deck"]
    fixed = int64(hidden["fixed"])
    if fixed > 0:
        hidden["fixed"] = fixed - 1
        card = int64(deck[n - 1])
    else:
        k = next_below(hidden["stream"], n)
        card = int64(deck[k])
        deck[k] = deck[n - 1]
        deck[n - 1] = card
    public["deck_size"] = n - 1
    return card


@njit
def draw_card(public: Any, hidden: Any) -> int:
    """The type of the next card, from a new deck if the old one is empty; -1 when none is left."""
    if public["deck_size"] == 0:
        refill_deck(public, hidden)
        if public["deck_size"] == 0:
            return -1
    return draw_from_deck(public, hidden)


@njit
def add_card(public: Any, seat_record: Any, card: Any) -> None:
    """Put a card into a hand."""
    seat = int64(seat_record["seat"])
    hand = seat_record["hand"]
    hand[card] = int64(hand[card]) + 1
    seat_record["mask"] = seat_record["mask"] | (ONE << U64(card))
    public["hand_size"][seat] = int64(public["hand_size"][seat]) + 1


@njit
def remove_card(public: Any, seat_record: Any, card: Any) -> None:
    """Take a card out of a hand."""
    seat = int64(seat_record["seat"])
    hand = seat_record["hand"]
    count = int64(hand[card]) - 1
    hand[card] = count
    if count == 0:
        seat_record["mask"] = seat_record["mask"] & ~(ONE << U64(card))
    public["hand_size"][seat] = int64(public["hand_size"][seat]) - 1


@njit
def give_cards(r: Any, seat: Any, count: Any) -> int:
    """Draw ``count`` cards into a hand, as far as there are any (UN-2); returns how many came."""
    public = r["public"]
    hidden = r["hidden"]
    seat_record = r["seats"][seat]
    for k in range(count):
        card = draw_card(public, hidden)
        if card < 0:
            return k
        add_card(public, seat_record, card)
    return int64(count)


@njit
def pay_pending(r: Any, seat: Any) -> int:
    """Draw the whole pending sum; it is zero from then on.  Returns how many cards came."""
    public = r["public"]
    count = int64(public["pending"])
    public["pending"] = 0
    return give_cards(r, seat, count)


@njit
def discard_on_top(public: Any, card: Any, color: Any) -> None:
    """Lay a card on the discard pile."""
    discard = public["discard"]
    discard[card] = int64(discard[card]) + 1
    public["discard_size"] = int64(public["discard_size"]) + 1
    public["top"] = card
    public["color"] = color


@njit
def next_active(public: Any, seat: Any, steps: Any) -> int:
    """The seat ``steps`` active players further in the order of play (UN-4)."""
    n = int64(public["num_players"])
    direction = int64(public["direction"])
    out = public["out"]
    s = int64(seat)
    left = int64(steps)
    while left > 0:
        s += direction
        if s == n:
            s = 0
        elif s < 0:
            s = n - 1
        if out[s] == 0:
            left -= 1
    return s
