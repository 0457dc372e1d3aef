"""Rounds of the reference UNO engine: the deal, whose turn begins, how a round ends.

Above ``uno_table``; ``uno_windows`` and ``uno`` build on it.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from tests.reference.uno_cards import WD4, WILD, color_of, is_number, symbol_of
from tests.reference.uno_chance import Chance
from tests.reference.uno_rules import ReferenceRules, TopCard
from tests.reference.uno_table import Table, reward_vector

TIMEOUT = -2
ILLEGAL = -3


class Rounds(Table):
    """A row of rounds: one, or a match with ``target_score``."""

    def __init__(
        self,
        rules: ReferenceRules,
        players: int,
        chance: Chance,
        max_turns: int = 2000,
        reward: str = "score",
    ) -> None:
        super().__init__(rules, players, chance)
        self.max_turns = max_turns
        self.reward_mode = reward
        self.turns = 0
        self.decisions = 0
        self.terminated = False
        self.truncated = False
        self.rewards = [0.0] * players
        self.rewarded: list[int] = []  # seats that had their reward when they left
        self.round_ended = False  # in the last step
        self.seat_left = False  # in the last step
        self.phase = ""  # empty while the agenda runs
        self.to_act = 0
        self.starter = 0
        self.empty_turns = 0
        self.agenda: list[Callable[[], None]] = []
        self._clear_play(TopCard("", None))

    def _clear_play(self, before: TopCard) -> None:
        """Forget the last play: nothing laid yet on top of ``before``."""
        self.before = before
        self.laid: list[str] = []
        self.layer = 0
        self.reverses = 0
        self.skips = 0
        self.was_cut = False
        self.guilty = False
        self.cut_asked: list[int] = []
        self.drawn_card = ""
        self.culprit = 0
        self.catch_penalty = 0
        self.catch_askers: list[int] = []
        self.swap_direction = 1

    @property
    def over(self) -> bool:
        """Whether the episode has ended."""
        return self.terminated or self.truncated

    # -- start of a round --------------------------------------------------------------------------

    def has_left(self, seat: int) -> bool:
        """Whether a seat is out for good: a round played on for places, outside a match."""
        return seat in self.rewarded

    def start(self, starter: int) -> None:
        """Deal a round that ``starter`` leads; HKU-1, HKU-3, OFU-1."""
        self.starter = starter
        self.empty_turns = 0
        self._deal(starter)
        while not any(self._may_open(card) for card in self.deck):
            self._deal(starter)
        self._turn_up_opening_card()
        self._clear_play(TopCard(self.top, self.color))
        self._opening_effects()
        self._run()

    def _deal(self, starter: int) -> None:
        self.gather()
        self.chance.new_round(starter)
        for k in range(self.players * self.rules.cards_dealt):
            card = self.take_from_deck()
            assert card is not None
            self.hands[(starter + k) % self.players].append(card)

    def _may_open(self, card: str) -> bool:
        return is_number(card) or (self.rules.opening == "effects" and card != WD4)

    def _turn_up_opening_card(self) -> None:
        while True:
            card = self.take_from_deck()
            assert card is not None
            if self._may_open(card):
                break
            self.deck.append(card)
            self.chance.put_back(self.deck)
        self.discard = [card]
        self.color = color_of(card)

    def _opening_effects(self) -> None:
        first, function = self.starter, symbol_of(self.top)
        after = (first + 1) % self.players
        if function == WILD:
            self._ask("color", first)
        elif function == "reverse" and self.players > 2:
            self.direction = -1
            self._then(partial(self._begin_turn, (first - 1) % self.players))
        elif function in ("skip", "reverse", "draw two"):
            if function == "draw two":
                self.draw_cards(first, 2)
            self._then(partial(self._begin_turn, after))
        else:
            self._then(partial(self._begin_turn, first))

    # -- agenda ------------------------------------------------------------------------------------

    def _then(self, *steps: Callable[[], None]) -> None:
        """What is to happen next, instead of anything that was to come."""
        self.agenda = list(steps)

    def _first(self, *steps: Callable[[], None]) -> None:
        """What is to happen before everything else that is to come."""
        self.agenda = [*steps, *self.agenda]

    def _run(self) -> None:
        while not self.phase and self.agenda:
            self.agenda.pop(0)()

    def _ask(self, phase: str, seat: int) -> None:
        self.phase = phase
        self.to_act = seat

    def _begin_turn(self, seat: int) -> None:
        if self.empty_turns >= len(self.active()):
            self._end_round(self.ranking_as_it_stands(seat))
        elif self.turns >= self.max_turns:
            self._truncate(seat)
        else:
            self.turns += 1
            self._clear_play(TopCard(self.top, self.color))
            self.layer = seat
            self._ask("play", seat)

    def _truncate(self, seat: int) -> None:
        """UN-5: scored as it stands."""
        self.truncated = True
        self._end_round(self.ranking_as_it_stands(seat))

    # -- end of a round ----------------------------------------------------------------------------

    def _reward_leaver(self, seat: int) -> None:
        """TWU-31: a seat that is out knows its place and has its reward at once."""
        everybody = self.placed + [s for s in range(self.players) if s not in self.placed]
        self.rewards[seat] = self._rewards_of(everybody)[seat]
        self.rewarded.append(seat)
        self.seat_left = True

    def _rewards_of(self, ranking: list[int]) -> list[float]:
        goodness = self.goodness(self.round_scores(ranking))
        return reward_vector(self.reward_mode, goodness, ranking)

    def _end_round(self, ranking: list[int]) -> None:
        self.agenda = []
        self.round_ended = True
        self.called = [False] * self.players
        scores = self.round_scores(ranking)
        self.totals = [total + score for total, score in zip(self.totals, scores, strict=True)]
        for seat, reward in enumerate(self._rewards_of(ranking)):
            if seat not in self.rewarded:
                self.rewards[seat] = reward
        target = self.rules.target_score
        goes_on = target is not None and max(self.totals) < target
        if goes_on and not self.truncated and self.turns >= self.max_turns:
            self.truncated = True
        if self.truncated or not goes_on:
            self.terminated = not self.truncated
            self.phase = "over"
            return
        follow = (self.starter + 1) % self.players
        self.start(ranking[0] if self.rules.leader == "highest" else follow)

    # -- words -------------------------------------------------------------------------------------

    def snapshot(self) -> dict[str, Any]:
        """The whole truth, in the form that the design fixes."""
        return {**self.table_snapshot(), "to_act": self.to_act, "phase": self.phase}

    def cards_in_play(self) -> list[str]:
        """Deck, discard pile and hands together, sorted (UN-1)."""
        return sorted([*self.deck, *self.discard, *(card for hand in self.hands for card in hand)])
