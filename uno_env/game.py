"""UNO on the Game contract: rules, records and words in one object.

Top of the game's import order, below the environments.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from tabletop.errors import UserError, nearest
from tabletop.game import REWARD_MODES, Game, Kernels, ObservationPart, Records

from . import cards
from .engine import begin_dealt, begin_position
from .observe import OBSERVATION_SIZE, observation_layout
from .positions import Position, check_deal, redealt, snapshot, write_hand
from .rows import KERNELS
from .rules import DEFAULT_RULESET, Rules, rules_record
from .scoring import count_hands, take_place
from .state import GAME_DTYPE, PHASES


class UnoGame(Game):
    """UNO under one ruleset for 2–10 players.

    ``ruleset`` is a preset name, a YAML file, a mapping of fields or a ``Rules`` object; any field
    can be overridden by keyword.  ``reward`` is ``"score"``, ``"win"`` or ``"rank"``; ``max_turns``
    the number of turns after which an episode is truncated.  Raises UserError on a wrong value.
    """

    name: ClassVar[str] = "uno"
    env_name: ClassVar[str] = "uno_v0"
    engine_version: ClassVar[int] = 1
    num_actions: ClassVar[int] = cards.NUM_ACTIONS
    observation_size: ClassVar[int] = OBSERVATION_SIZE
    phases: ClassVar[tuple[str, ...]] = PHASES
    min_players: ClassVar[int] = 2
    max_players: ClassVar[int] = cards.MAX_PLAYERS
    dtype: ClassVar[np.dtype[np.void]] = GAME_DTYPE
    kernels: ClassVar[Kernels] = KERNELS
    players: ClassVar[Mapping[str, str]] = {
        "random": "uno_env.players:RandomPlayer",
        "rules": "uno_env.players:RulesPlayer",
    }

    def __init__(
        self,
        num_players: int = 4,
        ruleset: Any = DEFAULT_RULESET,
        reward: str = "score",
        max_turns: int = 2000,
        **overrides: Any,
    ) -> None:
        self.rules: Rules = Rules.load(ruleset, **overrides)
        self.num_players = _checked("num_players", num_players, 2, cards.MAX_PLAYERS)
        self.max_turns = _checked("max_turns", max_turns, 1, 10**8)
        if reward not in REWARD_MODES:
            raise UserError(f"reward is {reward!r}; {nearest(str(reward), REWARD_MODES)}")
        self.reward = reward
        self.rules_record = rules_record(self.rules, self.num_players, reward, self.max_turns)
        self.deck: NDArray[np.uint8] = cards.deck_types(self.rules.colors, self.rules.max_number)

    # -- setting up --------------------------------------------------------------------------------

    def _read_deal(self, deal: Mapping[str, Any]) -> tuple[list[int], int | None]:
        effects = self.rules.opening == "effects"
        return check_deal(deal, self.deck, self.num_players, self.rules.cards_dealt, effects)

    def deal_error(self, deal: Mapping[str, Any]) -> str | None:
        """What is wrong with a ``deal`` option, in one line, or None."""
        try:
            self._read_deal(deal)
        except UserError as error:
            return str(error)
        return None

    def random_deal(self, seed: int) -> dict[str, Any]:
        """A seeded deal: a permutation of the physical cards, and the starter."""
        rng = np.random.default_rng(np.random.SeedSequence(seed))
        while True:
            order = [int(card) for card in rng.permutation(len(self.deck))]
            deal = {"order": order, "starter": int(rng.integers(self.num_players))}
            if self.deal_error(deal) is None:
                return deal

    def reset_with_deal(self, records: Records, i: int, deal: Mapping[str, Any]) -> None:
        """Start the next game of the row with the given deal (see ``Game``)."""
        types, starter = self._read_deal(deal)
        order = np.zeros(cards.MAX_CARDS, dtype=np.uint8)
        order[: len(types)] = types[::-1]  # the next card is the last of the deck array
        begin_dealt(records, i, self.rules_record, order, -1 if starter is None else starter)

    def reset_to_position(self, records: Records, i: int, position: Mapping[str, Any]) -> None:
        """Start the next game of the row in a position (see ``docs``): the starter's normal turn.

        Cards not named are dealt from the seeded shuffle.  UN-9: no opening effect, no open window.
        """
        rules = self.rules
        read = Position(position, self.deck, self.num_players, rules)
        rng = np.random.default_rng([int(word) for word in records["hidden"]["seed"][i]])
        pool = [int(c) for c in rng.permutation(np.array(sorted(read.left.elements()), dtype="i8"))]
        hands = [_dealt_hand(hand, pool, rules.cards_dealt) for hand in read.hands]
        if read.top is None:
            read.top = _take_number_card(pool)
            read.color = read.top // 13
        in_deck = len(pool) if read.rest == "deck" else 0
        if read.deck_size is not None:
            in_deck = _rest_of_deck(read.deck_size, len(read.deck), len(pool))
        deck = pool[:in_deck] + read.deck[::-1]
        _write_position(records, i, self.rules_record, read, hands, deck, pool[in_deck:])

    def redeal_hidden(self, records: Records, i: int, seat: int, seed: int) -> Records:
        """A one-row array that ``seat`` can't tell from row ``i``, hidden cards drawn anew."""
        return redealt(records[i : i + 1], self.rules_record[0], seat, seed)

    def set_next_card(self, records: Records, i: int, card: int) -> None:
        """Make ``card`` (a type that is still in the deck) the next to be drawn: a chance outcome.

        Raises UserError when the deck does not hold it.
        """
        hidden = records["hidden"][i]
        size = int(records["public"]["deck_size"][i])
        deck = [int(c) for c in hidden["deck"][:size]]
        if card not in deck:
            raise UserError(f"the deck holds no {cards.TYPE_NAMES[card]!r}")
        deck.append(deck.pop(deck.index(card)))
        hidden["deck"][:size] = deck
        hidden["fixed"] = max(1, int(hidden["fixed"]))

    # -- reading -----------------------------------------------------------------------------------

    def snapshot(self, records: Records, i: int) -> dict[str, Any]:
        """The whole truth of a row in card names and plain numbers."""
        return snapshot(records[i])

    def hand_points(self, records: Records, i: int) -> list[float]:
        """Card points left with every seat (HKU-50, TWU-30)."""
        points = np.zeros(self.num_players, dtype=np.float32)
        count_hands(records, i, self.rules_record, points)
        return [float(value) for value in points]

    def check_conservation(self, records: Records, i: int) -> None:
        """UN-1: every card is in the deck, on the pile or in exactly one hand."""
        record = records[i]
        public, seats = record["public"], record["seats"]
        deck = record["hidden"]["deck"][: int(public["deck_size"])]
        hands = seats["hand"][: self.num_players].astype(np.int64)
        total = hands.sum(axis=0) + public["discard"] + np.bincount(deck, minlength=54)
        wanted = np.bincount(self.deck, minlength=54)
        assert (total == wanted).all(), f"cards are not conserved: {total - wanted}"
        assert (hands.sum(axis=1) == public["hand_size"][: self.num_players]).all()
        assert int(public["discard"].sum()) == int(public["discard_size"])
        for seat in range(self.num_players):
            bits = sum(1 << card for card in np.flatnonzero(hands[seat]).tolist())
            assert bits == int(seats["mask"][seat]), f"mask of seat {seat} is out of step"

    def action_name(self, action: int) -> str:
        """The readable name of an action."""
        return cards.action_name(action)

    def name_in_phase(self, action: int, phase: str | None) -> str:
        """In the phase ``swap`` actions 0–8 choose a player."""
        if phase == "swap" and 0 <= action < cards.MAX_PLAYERS - 1:
            return f"swap: +{action + 1}"
        return cards.action_name(action)

    def parse_action(self, text: str) -> int:
        """The action of a name."""
        return cards.parse_action(text)

    def observation_layout(self) -> dict[str, ObservationPart]:
        """The parts of the observation in order."""
        return observation_layout()

    def render(self, records: Records, i: int, mode: str, viewer: int | None = None) -> Any:
        """The table as text or as pixels (see ``Game``)."""
        from . import render

        return render.render(self, records, i, mode, viewer)

    def describe_step(
        self, before: Mapping[str, Any], action: int, after: Mapping[str, Any]
    ) -> str:
        """One line of a transcript."""
        from . import render

        return render.describe_step(before, action, after)


def _checked(name: str, value: Any, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise UserError(f"{name} is {value!r}; want an integer {low} to {high}")
    if not low <= value <= high:
        raise UserError(f"{name} is {value}; want {low} to {high}")
    return int(value)


def _dealt_hand(hand: list[int] | None, pool: list[int], cards_dealt: int) -> list[int]:
    if hand is not None:
        return hand
    return [pool.pop() for _ in range(cards_dealt)]


def _rest_of_deck(deck_size: int, named: int, left: int) -> int:
    """How many of the cards left lie in a deck of which some cards are named."""
    if not named <= deck_size <= named + left:
        want = f"want {named} to {named + left}"
        raise UserError(f"position: 'deck_size' is {deck_size}; {want}")
    return deck_size - named


def _take_number_card(pool: list[int]) -> int:
    for k, card in enumerate(pool):
        if card < cards.WILD and card % 13 < cards.SKIP:
            return pool.pop(k)
    raise UserError("position: no number card is left to open with; name 'discard'")


def _write_position(
    records: Records,
    i: int,
    rules: Records,
    read: Position,
    hands: list[list[int]],
    deck: list[int],
    discard: list[int],
) -> None:
    public, hidden = records["public"][i], records["hidden"][i]
    begin_position(records, i, rules, read.starter)
    top = int(read.top or 0)
    public["direction"] = read.direction
    public["pending"] = read.pending
    public["top"], public["color"] = top, read.color
    public["discard"][:] = np.bincount(np.array([*discard, top]), minlength=cards.NUM_TYPES)
    public["discard_size"] = len(discard) + 1
    public["deck_size"] = len(deck)
    hidden["deck"][: len(deck)] = deck
    hidden["fixed"] = len(read.deck)
    for seat, hand in enumerate(hands):
        write_hand(records["seats"][i, seat], hand)
        public["hand_size"][seat] = len(hand)
        public["called"][seat] = bool(read.called[seat])
        public["scores"][seat] = read.scores[seat]
        if rules["target_score"][0]:
            percent = 100 * read.scores[seat] / int(rules["target_score"][0])
            public["score_percent"][seat] = int(min(max(percent, -100), 100))
    for seat, hand in enumerate(hands):
        if not hand:  # already out, in seat order (TWU-31)
            take_place(public, seat)
            public["left"][seat] = rules["target_score"][0] == 0
