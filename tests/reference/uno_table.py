"""The table of the reference UNO engine: cards, seats, drawing, scores; no flow of play."""

from typing import Any

from tests.reference.uno_cards import full_deck, hand_points, is_wild
from tests.reference.uno_chance import Chance
from tests.reference.uno_rules import ReferenceRules


class Table:
    """Hands, deck, discard pile and scores of a round, and what can be asked about them."""

    def __init__(self, rules: ReferenceRules, players: int, chance: Chance) -> None:
        self.rules = rules
        self.players = players
        self.chance = chance
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.deck: list[str] = []
        self.discard: list[str] = []  # the last one is the top
        self.color: str | None = None
        self.direction = 1
        self.pending = 0
        self.placed: list[int] = []  # seats without cards, first to last
        self.called = [False] * players
        self.totals: list[float] = [0] * players  # scores so far

    # -- cards -------------------------------------------------------------------------------------

    @property
    def top(self) -> str:
        """The top card of the discard pile."""
        return self.discard[-1]

    def gather(self) -> None:
        """All cards into the deck, nothing in force."""
        self.hands = [[] for _ in range(self.players)]
        self.deck = full_deck(self.rules.colors, self.rules.max_number)
        self.discard = []
        self.color = None
        self.direction = 1
        self.pending = 0
        self.placed = []
        self.called = [False] * self.players

    def can_draw(self) -> bool:
        """Whether anything is left to draw: in the deck or under the top of the discard pile."""
        return bool(self.deck) or len(self.discard) > 1

    def take_from_deck(self) -> str | None:
        """The next card; UN-2: an empty deck is made anew from the discard pile but its top."""
        if not self.deck:
            if len(self.discard) < 2:
                return None
            self.deck = self.discard[:-1]
            self.discard = self.discard[-1:]
            self.chance.reshuffled(self.deck)
        return self.deck.pop(self.chance.draw(self.deck))

    def draw_cards(self, seat: int, count: int) -> list[str]:
        """UN-2: draw what there is, up to ``count`` cards; the rest lapses."""
        drawn = []
        for _ in range(count):
            card = self.take_from_deck()
            if card is None:
                break
            self.hands[seat].append(card)
            drawn.append(card)
        return drawn

    # -- seats -------------------------------------------------------------------------------------

    def active(self) -> list[int]:
        """TWU-31: seats that still hold cards, by number."""
        return [seat for seat in range(self.players) if seat not in self.placed]

    def step_from(self, seat: int, count: int, direction: int | None = None) -> int:
        """UN-4: the seat ``count`` active players further on."""
        way = self.direction if direction is None else direction
        while count > 0:
            seat = (seat + way) % self.players
            if seat not in self.placed:
                count -= 1
        return seat

    def others_after(self, seat: int, direction: int) -> list[int]:
        """The other active players in the order of play, from the seat after this one."""
        row = [(seat + direction * k) % self.players for k in range(1, self.players)]
        return [other for other in row if other not in self.placed]

    # -- end of a round ----------------------------------------------------------------------------

    def hand_value(self, seat: int) -> int:
        """Points of the cards that a seat holds."""
        return hand_points(self.hands[seat], self.rules.number_points)

    def ranking_as_it_stands(self, next_seat: int) -> list[int]:
        """UN-2: those out first, then the lowest hand, ties from the seat that would act next."""
        row = [(next_seat + self.direction * k) % self.players for k in range(self.players)]
        holding = [seat for seat in row if seat not in self.placed]
        return self.placed + sorted(holding, key=self.hand_value)

    def round_scores(self, ranking: list[int]) -> list[float]:
        """HKU-50, TWU-30, TWU-31: the ruleset's scores, the first of the ranking having won."""
        scores: list[float] = [0] * self.players
        if self.rules.places > 1:
            for place, seat in enumerate(ranking[: self.rules.places]):
                scores[seat] = self.rules.places - place
            return scores
        values = [self.hand_value(seat) for seat in range(self.players)]
        if self.rules.scoring == "own_hand":
            return [*values]
        winner = ranking[0]
        scores[winner] = sum(values) - values[winner]
        return scores

    def goodness(self, scores: list[float]) -> list[float]:
        """Scores with their sign turned where low is good."""
        low_is_good = self.rules.scoring == "own_hand" and self.rules.places == 1
        return [-score for score in scores] if low_is_good else list(scores)

    # -- words -------------------------------------------------------------------------------------

    def top_name(self) -> str:
        """The top card; after a black one with the named colour."""
        if is_wild(self.top) and self.color:
            return f"{self.top}: {self.color}"
        return self.top

    def table_snapshot(self) -> dict[str, Any]:
        """The part of a snapshot that does not depend on whose decision it is."""
        return {
            "hands": [sorted(hand) for hand in self.hands],
            "discard_top": self.top_name(),
            "color": self.color,
            "deck_size": len(self.deck),
            "direction": self.direction,
            "pending_draws": self.pending,
            "called_uno": list(self.called),
            "scores": list(self.totals),
        }


def reward_vector(mode: str, goodness: list[float], ranking: list[int]) -> list[float]:
    """Rewards of a round: ``score``, ``win`` or ``rank``; higher is better."""
    players = len(goodness)
    if mode == "score":
        mean = sum(goodness) / players
        return [(value - mean) / 100 for value in goodness]
    if mode == "win":
        return [1.0 if seat == ranking[0] else -1 / (players - 1) for seat in range(players)]
    steps = [1 - 2 * place / (players - 1) for place in range(players)]
    order = sorted(goodness, reverse=True)
    out = []
    for value in goodness:  # ties share the mean
        shared = [steps[place] for place in range(players) if order[place] == value]
        out.append(sum(shared) / len(shared))
    return out
