"""Where chance comes from in the reference UNO engine: an object that a test can script.

The engine asks for one thing at a time, so a test can answer with what another engine's random
stream produced.
"""

import random
from typing import Protocol


class Chance(Protocol):
    """Everything that is not decided by a player."""

    def draw(self, deck: list[str]) -> int:
        """The index in ``deck`` of the card that is drawn next."""

    def reshuffled(self, deck: list[str]) -> None:
        """Told that the discard pile (its top card apart) has become this deck."""

    def put_back(self, deck: list[str]) -> None:
        """Told that the opening card was no good and lies in this deck again, shuffled."""

    def next_cutter(self, holders: list[int]) -> int:
        """Which of the holders (seats, rising) is asked next: each is equally likely."""

    def new_round(self, starter: int) -> None:
        """Told that all cards are gathered for a new round that ``starter`` leads."""


class SeededChance:
    """Chance from Python's own generator."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def draw(self, deck: list[str]) -> int:
        """Any card of the deck."""
        return self.random.randrange(len(deck))

    def reshuffled(self, deck: list[str]) -> None:
        """Nothing to remember: each draw is random by itself."""

    def put_back(self, deck: list[str]) -> None:
        """Nothing to remember."""

    def next_cutter(self, holders: list[int]) -> int:
        """Any of the holders."""
        return self.random.choice(holders)

    def new_round(self, starter: int) -> None:
        """Nothing to remember."""


class ScriptedChance(SeededChance):
    """The named cards are drawn first and the named seats asked first; then as the seed says."""

    def __init__(self, cards: list[str], cutters: list[int] | None = None, seed: int = 0) -> None:
        super().__init__(seed)
        self.cards = list(cards)
        self.cutters = list(cutters or [])

    def draw(self, deck: list[str]) -> int:
        """The next card of the script; ValueError if the deck has no such card."""
        if self.cards:
            return deck.index(self.cards.pop(0))
        return super().draw(deck)

    def next_cutter(self, holders: list[int]) -> int:
        """The next seat of the script, if it may cut."""
        if self.cutters and self.cutters[0] in holders:
            return self.cutters.pop(0)
        return super().next_cutter(holders)
