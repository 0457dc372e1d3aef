"""The start of a round: who leads, the deal, the opening card.  Imports deck, state, cards."""

from typing import Any

import numpy as np

from tabletop.jit import int64, njit
from tabletop.random_stream import next_below, start_stream

from .cards import DRAW_TWO, MAX_PLAYERS, NUM_TYPES, REVERSE, SKIP, WILD, WILD_DRAW_FOUR
from .deck import add_card, discard_on_top, draw_from_deck, give_cards, next_active
from .state import HISTORY, HISTORY_ROOM, PLAY

U64 = np.uint64


@njit
def clear_round(public: Any, hidden: Any) -> None:
    """Flags and counters as they are before a deal; scores and turns stay."""
    n = int64(public["num_players"])
    public["phase"] = PLAY
    public["direction"] = 1
    public["active"] = n
    public["pending"] = 0
    public["skips"] = 0
    public["reverses"] = 0
    public["turned"] = 0
    public["combo_size"] = 0
    public["challengeable"] = 0
    public["idle_turns"] = 0
    public["swap_faults"] = 0
    public["fault_penalty"] = 0
    public["catch_left"] = 0
    public["history_start"] = HISTORY_ROOM - HISTORY
    public["discard_size"] = 0
    hidden["asked"] = 0
    hidden["guilty"] = 0
    hidden["bluffer_drew"] = 0
    for k in range(HISTORY_ROOM):
        public["history_action"][k] = 0
        public["history_seat"][k] = 0
    for card in range(NUM_TYPES):
        public["discard"][card] = 0


@njit
def clear_seats(r: Any) -> None:
    """Empty hands, no calls, nobody out."""
    public = r["public"]
    for seat in range(MAX_PLAYERS):
        public["out"][seat] = 0
        public["hand_size"][seat] = 0
        public["called"][seat] = 0
        public["lacked"][seat] = 0
        record = r["seats"][seat]
        record["seat"] = seat
        record["mask"] = 0
        record["drawn"] = 0
        for card in range(NUM_TYPES):
            record["hand"][card] = 0


@njit
def clear_game(r: Any, rules: Any) -> None:
    """A blank table before the first round; the stream moves on to the row's next game."""
    public = r["public"]
    hidden = r["hidden"]
    hidden["game_number"] = hidden["game_number"] + U64(1)
    start_stream(hidden["stream"], hidden["seed"][0], hidden["seed"][1], hidden["game_number"])
    public["num_players"] = rules["num_players"]
    public["turns"] = 0
    public["decisions"] = 0
    public["round"] = 0
    public["over"] = 0
    public["rewarded"] = 0
    for seat in range(MAX_PLAYERS):
        public["scores"][seat] = 0
        public["rewards"][seat] = 0
        public["left"][seat] = 0
        public["score_percent"][seat] = 0


@njit
def fill_deck(public: Any, hidden: Any, rules: Any) -> None:
    """The whole deck, unshuffled: drawing shuffles it."""
    n = int64(rules["deck_count"])
    hidden["deck"][:] = rules["deck"]
    hidden["fixed"] = 0
    public["deck_size"] = n


@njit
def start_draw_points(card: Any) -> int:
    """HKU-2: the number on the card; function cards count 0."""
    if card >= WILD or card % 13 >= SKIP:
        return 0
    return int64(card % 13)


@njit
def draw_for_lead(public: Any, hidden: Any, rules: Any) -> int:
    """HKU-2, TWU-2, OFU-1: everybody draws a card, the highest number wins, ties draw again."""
    n = int64(public["num_players"])
    tied = (1 << n) - 1
    for _ in range(16):  # a deck of equal numbers would tie for ever: then the lot decides
        fill_deck(public, hidden, rules)
        best = -1
        winners = 0
        for seat in range(n):
            if (tied >> seat) & 1:
                points = start_draw_points(draw_from_deck(public, hidden))
                if points > best:
                    best = points
                    winners = 0
                if points == best:
                    winners |= 1 << seat
        tied = winners
        if tied & (tied - 1) == 0:
            break
    seat = int64(next_below(hidden["stream"], n))
    while (tied >> seat) & 1 == 0:
        seat = (seat + 1) % n
    return seat


@njit
def can_open(card: Any, rules: Any) -> bool:
    """HKU-3, TWU-3: a number card; OFU-1: any card but a WD4."""
    if rules["opening_effects"]:
        return bool(card != WILD_DRAW_FOUR)
    return bool(card < WILD and card % 13 < SKIP)


@njit
def has_opening_card(public: Any, hidden: Any, rules: Any) -> bool:
    """Whether some card of the deck may open the discard pile."""
    found = False
    for k in range(int64(public["deck_size"])):
        found = found or can_open(int64(hidden["deck"][k]), rules)
    return found


@njit
def turn_opening_card(public: Any, hidden: Any, rules: Any) -> None:
    """The first card that may open; others go back and the deck is shuffled."""
    must_fit = has_opening_card(public, hidden, rules)
    while True:
        card = draw_from_deck(public, hidden)
        if can_open(card, rules) or not must_fit:
            break
        n = int64(public["deck_size"])
        hidden["deck"][n] = card
        public["deck_size"] = n + 1
        hidden["fixed"] = 0
    discard_on_top(public, card, card // 13 if card < WILD else 0)


@njit
def deal_hands(r: Any, rules: Any, starter: Any) -> None:
    """One card at a time round the table from the starter."""
    public = r["public"]
    hidden = r["hidden"]
    n = int64(public["num_players"])
    public["starter"] = starter
    for k in range(n * int64(rules["cards_dealt"])):
        card = draw_from_deck(public, hidden)
        add_card(public, r["seats"][(starter + k) % n], card)


@njit
def deal_round(r: Any, rules: Any, starter: Any) -> None:
    """A shuffled deal; dealt anew while no card is left that may open (tiny decks only)."""
    public = r["public"]
    hidden = r["hidden"]
    for _ in range(64):
        clear_round(public, hidden)
        clear_seats(r)
        fill_deck(public, hidden, rules)
        deal_hands(r, rules, starter)
        if has_opening_card(public, hidden, rules):
            break
    turn_opening_card(public, hidden, rules)


@njit
def opening_player(r: Any, rules: Any) -> int:
    """Apply the opening card's effect (OFU-1) and say who acts first.

    A number card has none.  Draw Two and Skip hit the starter, a Reverse turns the order so that
    the dealer, one seat before the starter, plays first; with two players it skips the starter.
    """
    public = r["public"]
    starter = int64(public["starter"])
    top = int64(public["top"])
    if rules["opening_effects"] == 0 or top >= WILD:
        return starter
    symbol = top % 13
    if symbol == DRAW_TWO:
        give_cards(r, starter, 2)
        return next_active(public, starter, 1)
    if symbol == REVERSE and public["num_players"] > 2:
        public["direction"] = -1
        return next_active(public, starter, 1)
    if symbol in (SKIP, REVERSE):
        return next_active(public, starter, 1)
    return starter
