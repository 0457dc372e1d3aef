"""Chance for the reference UNO engine, taken from the real engine's record.

The real engine shuffles lazily with a stream inside its record.  Before every step the mirror
copies deck and stream, and answers the reference's questions as the engine will; afterwards both
must have used up the same part of the stream.  The generator is written out again here in plain
Python.
"""

from collections.abc import Sequence
from typing import Any

from tests.reference.uno_cards import COLORS, SYMBOLS, WD4, WILD, full_deck

TYPE_NAMES = [f"{color} {symbol}" for color in COLORS for symbol in SYMBOLS] + [WILD, WD4]
_64_BITS = (1 << 64) - 1


def _rotate_left(word: int, count: int) -> int:
    return ((word << count) | (word >> (64 - count))) & _64_BITS


class Stream:
    """xoshiro256++ on Python integers."""

    def __init__(self, words: Sequence[Any]) -> None:
        self.words = [int(word) for word in words]

    def below(self, n: int) -> int:
        """A number in 0 … n - 1 from the high 32 bits of the next word."""
        a, b, c, d = self.words
        result = (_rotate_left((a + d) & _64_BITS, 23) + a) & _64_BITS
        shifted = (b << 17) & _64_BITS
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        self.words = [a, b, c ^ shifted, _rotate_left(d, 45)]
        return ((result >> 32) * n) >> 32


class MirroredChance:
    """Answers as the real engine's record will, from a copy of its deck and stream."""

    def __init__(self, colors: int, max_number: int) -> None:
        self.whole_deck = full_deck(colors, max_number)
        self.stream = Stream([0, 0, 0, 1])
        self.deck: list[str] = []
        self.fixed = 0  # so many of the last cards are in their final order

    def copy_from(self, record: Any) -> None:
        """Take deck and stream of a real game (one record)."""
        hidden = record["hidden"]
        size = int(record["public"]["deck_size"])
        self.stream = Stream(hidden["stream"].tolist())
        self.deck = [TYPE_NAMES[card] for card in hidden["deck"][:size].tolist()]
        self.fixed = int(hidden["fixed"])

    def draw(self, deck: list[str]) -> int:
        """The last card of the mirrored deck if its place is final, else any."""
        last = len(self.deck) - 1
        if self.fixed > 0:
            self.fixed -= 1
            k = last
        else:
            k = self.stream.below(len(self.deck))
        self.deck[k], self.deck[last] = self.deck[last], self.deck[k]
        return deck.index(self.deck.pop())

    def reshuffled(self, deck: list[str]) -> None:
        """A new deck, sorted by type and shuffled by drawing."""
        self.deck = sorted(deck, key=TYPE_NAMES.index)
        self.fixed = 0

    def put_back(self, deck: list[str]) -> None:
        """The opening card was no good."""
        self.deck.append(deck[-1])
        self.fixed = 0

    def next_cutter(self, holders: list[int]) -> int:
        """A single holder needs no chance."""
        return holders[self.stream.below(len(holders))] if len(holders) > 1 else holders[0]

    def new_round(self, starter: int) -> None:
        """All cards again."""
        self.deck = list(self.whole_deck)
        self.fixed = 0


class DealtChance:
    """The deal of a real game whose first decision is due: hands and top card are known."""

    def __init__(self, record: Any, players: int, cards_dealt: int) -> None:
        self.hands = [cards_of(record["seats"][seat]["hand"]) for seat in range(players)]
        self.top = TYPE_NAMES[int(record["public"]["top"])]
        self.left = players * cards_dealt
        self.seat = 0
        self.extra: list[str] = []

    def new_round(self, starter: int) -> None:
        """The first card goes to the starter."""
        self.seat = starter

    def draw(self, deck: list[str]) -> int:
        """One card each in turn, then the opening card, then what an opening Draw Two drew."""
        if self.left:
            self.left -= 1
            card = self.hands[self.seat].pop()
            self.seat = (self.seat + 1) % len(self.hands)
        elif self.top:
            card, self.top = self.top, ""
            self.extra = [extra for hand in self.hands for extra in hand]
        else:
            card = self.extra.pop()
        return deck.index(card)

    def reshuffled(self, deck: list[str]) -> None:
        """Never in a deal."""
        raise AssertionError("the deck ran out in a deal")

    put_back = reshuffled

    def next_cutter(self, holders: list[int]) -> int:
        """Never in a deal."""
        raise AssertionError("a cut before the first decision")


def cards_of(counts: Any) -> list[str]:
    """Names of the cards of a count vector (54,)."""
    return [TYPE_NAMES[card] for card, count in enumerate(counts.tolist()) for _ in range(count)]
