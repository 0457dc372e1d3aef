"""Putting a UNO record into words and back: snapshots, positions, deals, redealing.

Plain Python over the record arrays; nothing here is needed to play.  Imports the rules modules.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletop.errors import UserError, nearest
from tabletop.records import Records, copy_records

from .cards import (
    COLOR_BITS,
    COLORS,
    MAX_CARDS,
    NUM_TYPES,
    TYPE_NAMES,
    WILD,
    WILD_DRAW_FOUR,
    parse_card,
    parse_top,
    top_name,
)
from .legal import combinable_bits
from .pending import is_draw_card, pending_hint, pending_sums
from .rules import Rules
from .state import CHALLENGE, COMBO, CUT, DRAWN, PHASES

MAX_SCORE = 1_000_000
POSITION_KEYS = (
    "hands",
    "discard",
    "deck",
    "rest",
    "starter",
    "direction",
    "pending_draws",
    # a snapshot is a position too
    "discard_top",
    "color",
    "deck_size",
    "to_act",
    "phase",
    "called_uno",
    "scores",
)


def hand_types(record: Any, seat: int) -> list[int]:
    """The card types of a hand, sorted, one entry a card."""
    hand = record["seats"]["hand"][seat]
    return [card for card in range(NUM_TYPES) for _ in range(int(hand[card]))]


def snapshot(record: Any) -> dict[str, Any]:
    """The whole truth of one record in plain values and card names."""
    public = record["public"]
    n = int(public["num_players"])
    scores = [float(score) for score in public["scores"][:n]]
    return {
        "hands": [[TYPE_NAMES[card] for card in hand_types(record, seat)] for seat in range(n)],
        "discard_top": top_name(int(public["top"]), int(public["color"])),
        "color": COLORS[int(public["color"])],
        "deck_size": int(public["deck_size"]),
        "direction": int(public["direction"]),
        "pending_draws": int(public["pending"]),
        "to_act": int(public["to_act"]),
        "phase": PHASES[int(public["phase"])],
        "called_uno": [bool(flag) for flag in public["called"][:n]],
        "scores": [int(score) if score.is_integer() else score for score in scores],
    }


# -- deals -------------------------------------------------------------------------------------


def deal_order(order: Sequence[Any], deck: NDArray[np.uint8]) -> list[int]:
    """The card types of a deal's ``order`` in drawing order.

    ``order`` is a permutation of the physical cards (card k has type ``deck[k]``), or the types or
    names of all cards.  Raises UserError that says what is missing or too many.
    """
    if isinstance(order, str) or not isinstance(order, Iterable):
        raise UserError(f"deal: 'order' is {order!r}; want a list of {len(deck)} cards")
    cards = list(order)
    if len(cards) != len(deck):
        raise UserError(f"deal: 'order' has {len(cards)} cards; want {len(deck)}")
    if any(isinstance(card, str) for card in cards):
        types = [card_at(card, "deal: 'order'") for card in cards]
    else:
        types = _numbered(cards, deck)
    wanted = Counter(int(card) for card in deck)
    _no_excess(Counter(types), wanted, "deal: 'order'")
    return types


def card_at(card: Any, where: str) -> int:
    """A card type by name; UserError that says where the wrong one stands."""
    try:
        return parse_card(card)
    except UserError as error:
        raise UserError(f"{where}: {error}") from None


def _numbered(cards: Sequence[Any], deck: NDArray[np.uint8]) -> list[int]:
    for card in cards:
        if isinstance(card, bool) or not isinstance(card, (int, np.integer)):
            raise UserError(f"deal: 'order' holds {card!r}; want card numbers or names")
        if not 0 <= card < len(deck):
            raise UserError(f"deal: 'order' holds card {card}; want 0 to {len(deck) - 1}")
    if len(set(cards)) == len(deck):
        return [int(deck[card]) for card in cards]
    if max(cards) < NUM_TYPES and Counter(int(c) for c in cards) == Counter(int(t) for t in deck):
        return [int(card) for card in cards]
    twice = next(card for card, count in Counter(cards).items() if count > 1)
    raise UserError(f"deal: 'order' holds card {twice} more than once")


def _no_excess(used: Counter[int], have: Counter[int], where: str) -> None:
    for card, count in sorted(used.items()):
        if count > have[card]:
            copies = f"only {have[card]}" if have[card] else "none"
            raise UserError(f"{where}: {count} cards {TYPE_NAMES[card]!r}; the deck has {copies}")


def check_seat(value: Any, n: int, where: str) -> int:
    """A seat number as int; UserError when it is none."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not 0 <= value < n:
        raise UserError(f"{where} is {value!r}; want a seat 0 to {n - 1}")
    return int(value)


def check_deal(
    deal: Mapping[str, Any], deck: NDArray[np.uint8], n: int, cards_dealt: int, effects: bool
) -> tuple[list[int], int | None]:
    """Card types in drawing order and the starter (None: drawn for) of a ``deal`` option."""
    if not isinstance(deal, Mapping):
        raise UserError(f"deal is {deal!r}; want {{'order': [...], 'starter': seat}}")
    for key in deal:
        if key not in ("order", "starter"):
            raise UserError(f"deal: no key {key!r}; {nearest(str(key), ('order', 'starter'))}")
    if "order" not in deal:
        raise UserError("deal: 'order' is missing; want all cards in drawing order")
    types = deal_order(deal["order"], deck)
    rest = types[n * cards_dealt :]
    fits = [card < WILD and card % 13 < 10 for card in rest]
    if effects:
        fits = [card != WILD_DRAW_FOUR for card in rest]
    if not any(fits):
        raise UserError("deal: no card is left that may open the discard pile")
    starter = deal.get("starter")
    return types, None if starter is None else check_seat(starter, n, "deal: 'starter'")


# -- positions -----------------------------------------------------------------------------------


class Position:
    """A checked position: card types everywhere, and every card of the deck in one place."""

    def __init__(
        self,
        position: Mapping[str, Any],
        deck: NDArray[np.uint8],
        n: int,
        rules: Rules,
    ) -> None:
        if not isinstance(position, Mapping):
            raise UserError(f"position is {position!r}; want a mapping of {POSITION_KEYS[0]!r} …")
        for key in position:
            if key not in POSITION_KEYS:
                raise UserError(f"position: no key {key!r}; {nearest(str(key), POSITION_KEYS)}")
        if position.get("phase", "play") != "play":
            raise UserError(f"position: phase is {position['phase']!r}; only 'play' can be set up")
        self.left = Counter(int(card) for card in deck)
        whole_deck = Counter(self.left)
        self.num_players = n
        self.hands = self._read_hands(position.get("hands"), n, rules.places)
        self._read_top(position)
        self.deck = self._take_list(position.get("deck") or [], "position: 'deck'")
        self._read_numbers(position)
        self.pending = self._read_pending(position, rules, whole_deck)

    def _take(self, card: int, where: str) -> int:
        if self.left[card] == 0:
            raise UserError(f"{where}: one {TYPE_NAMES[card]!r} more than the deck has")
        self.left[card] -= 1
        return card

    def _take_list(self, cards: Any, where: str) -> list[int]:
        if isinstance(cards, str):
            cards = cards.split(",") if "," in cards else cards.split()
        if not isinstance(cards, (list, tuple)):
            raise UserError(f"{where} is {cards!r}; want a list of cards")
        return [self._take(card_at(card, where), where) for card in cards]

    def _read_hands(self, hands: Any, n: int, places: int) -> list[list[int] | None]:
        if hands is None:
            return [None] * n
        if not isinstance(hands, (list, tuple)) or len(hands) != n:
            raise UserError(f"position: 'hands' wants a list of {n} hands, one for each player")
        read = [self._take_list(hand, f"position: hand {seat}") for seat, hand in enumerate(hands)]
        out = sum(not hand for hand in read)
        if out and (places == 1 or out >= min(places, n)):
            seat = next(seat for seat, hand in enumerate(read) if not hand)
            raise UserError(f"position: hand {seat} is empty; the round would be over")
        return list(read)

    def _read_top(self, position: Mapping[str, Any]) -> None:
        text = position.get("discard", position.get("discard_top"))
        self.top: int | None = None
        self.color = 0
        if text is None:
            return
        if isinstance(text, (list, tuple)):
            if len(text) != 1:
                raise UserError("position: 'discard' wants the top card only")
            text = text[0]
        card, self.color = parse_top(text)
        self.top = self._take(card, "position: 'discard'")
        named = position.get("color")
        if named is not None and named != COLORS[self.color]:
            raise UserError(f"position: color {named!r} does not fit the top card {text!r}")

    def _read_numbers(self, position: Mapping[str, Any]) -> None:
        n = self.num_players
        starter = position.get("starter", position.get("to_act", 0))
        self.starter = check_seat(starter, n, "position: 'starter'")
        if self.hands[self.starter] == []:
            raise UserError(f"position: 'starter' is {self.starter}, who has no cards")
        self.direction = position.get("direction", 1)
        if self.direction not in (1, -1):
            raise UserError(f"position: 'direction' is {self.direction!r}; want 1 or -1")
        self.rest = position.get("rest", "deck")
        if self.rest not in ("deck", "discard"):
            raise UserError(f"position: 'rest' is {self.rest!r}; want 'deck' or 'discard'")
        self.deck_size = None
        if "deck_size" in position and "rest" not in position:
            self.deck_size = _small_number(position, "deck_size", MAX_CARDS)
        self.called = _per_seat(position, "called_uno", n, 0, 1)
        self.scores = _per_seat(position, "scores", n, -MAX_SCORE, MAX_SCORE)

    def _read_pending(
        self, position: Mapping[str, Any], rules: Rules, whole_deck: Mapping[int, int]
    ) -> int:
        """UN-9: a sum that the draw card on top and the ruleset's stacking can make."""
        pending = _small_number(position, "pending_draws", 4 * MAX_CARDS)
        if pending and (self.top is None or not is_draw_card(self.top)):
            raise UserError("position: 'pending_draws' without a draw card on top")
        if pending and self.top is not None:
            sums = pending_sums(self.top, rules, whole_deck)
            if pending not in sums:
                want = pending_hint(self.top, self.color, rules, sums)
                raise UserError(f"position: 'pending_draws' is {pending}; {want}")
        return pending


def _small_number(position: Mapping[str, Any], key: str, high: int) -> int:
    value = position.get(key, 0)
    whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not whole or not 0 <= value <= high:
        raise UserError(f"position: {key!r} is {value!r}; want 0 to {high}")
    return int(value)


def _per_seat(
    position: Mapping[str, Any], key: str, n: int, low: float, high: float
) -> list[float]:
    values = position.get(key)
    if values is None:
        return [0] * n
    numbers = isinstance(values, (list, tuple)) and all(
        isinstance(value, (bool, int, float, np.number)) and low <= value <= high
        for value in values
    )
    if not numbers or len(values) != n:
        want = f"a list of {n} values {low} to {high}"
        raise UserError(f"position: {key!r} is {values!r}; want {want}")
    return list(values)


# -- what one seat can't know ----------------------------------------------------------------------


def _proving_card(record: Any, rules_row: Any) -> int | None:
    """A card that the open window proves to be in the hand of the seat to act."""
    public = record["public"]
    seat = record["seats"][int(public["to_act"])]
    if public["over"]:
        return None
    if public["phase"] == CUT:
        return int(public["top"])
    if public["phase"] == DRAWN:
        return int(seat["drawn"]) - 1
    if public["phase"] == COMBO:
        bits = int(combinable_bits(public, rules_row)) & int(seat["mask"])
        return next(card for card in range(NUM_TYPES) if bits >> card & 1)
    return None


def redealt(record: Records, rules_row: Any, seat: int, seed: int) -> Records:
    """A one-row copy of ``record`` in which all that ``seat`` can't see is drawn anew."""
    copy: Records = copy_records(record)
    row = copy[0]
    public, hidden, seats = row["public"], row["hidden"], row["seats"]
    rng = np.random.default_rng(seed)
    n, deck_size = int(public["num_players"]), int(public["deck_size"])
    kept = {}
    if int(public["to_act"]) != seat:
        card = _proving_card(row, rules_row)
        if card is not None:
            kept[int(public["to_act"])] = card
    others = [other for other in range(n) if other != seat]
    unseen = [card for other in others for card in hand_types(row, other)]
    unseen += [int(card) for card in hidden["deck"][:deck_size]]
    for card in kept.values():
        unseen.remove(card)
    pool = [int(card) for card in rng.permutation(np.array(unseen, dtype=np.int64))]
    for other in others:
        size = int(public["hand_size"][other])
        hand = [kept[other]] if other in kept else []
        hand += [pool.pop() for _ in range(size - len(hand))]
        if public["phase"] == CHALLENGE and other == int(public["mover"]):
            _redeal_guilt(public, hidden, hand)
        write_hand(seats[other], hand)
    hidden["deck"][:deck_size] = pool
    hidden["fixed"] = 0
    hidden["stream"][:] = rng.integers(1, 2**63, size=4, dtype=np.uint64)
    return copy


def _redeal_guilt(public: Any, hidden: Any, hand: list[int]) -> None:
    """Whether the redealt hand, less what came after the WD4, held the colour asked for."""
    before = hand[: len(hand) - int(hidden["bluffer_drew"])]
    color_before = int(public["base_color"])
    hidden["guilty"] = any(int(COLOR_BITS[color_before]) >> card & 1 for card in before)


def write_hand(seat_record: Any, cards: Sequence[int]) -> None:
    """Set a seat's hand to the given card types."""
    counts = np.bincount(np.array(cards, dtype=np.int64), minlength=NUM_TYPES)
    seat_record["hand"][:] = counts
    seat_record["mask"] = sum(1 << card for card in set(cards))
