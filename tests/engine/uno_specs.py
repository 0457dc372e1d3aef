"""Random UNO games for the differential test: rules, players, start, and who plays how.

A spec is made from one number and says everything, so a failing number is all that is needed to
see the game again.
"""

import random
from dataclasses import dataclass
from typing import Any

from tests.engine.differential import GameSpec
from tests.reference.uno_cards import (
    COLORS,
    WD4,
    full_deck,
    is_draw_card,
    is_number,
    is_wild,
)
from tests.reference.uno_rules import (
    PRESETS,
    ReferenceRules,
    can_be_stacked_on,
    preset_rules,
)

VALUES: dict[str, list[Any]] = {
    "combo": ["none", "same_symbol", "identical", "chain", "match_top"],
    "jump_in": [True, False],
    "stacking": ["none", "draw_two", "same", "any"],
    "voluntary_draw": [True, False],
    "play_drawn": [True, False],
    "draw_until_playable": [True, False],
    "finish_on_function_card": [True, False],
    "uno_call": ["explicit", "explicit", "explicit", "auto"],
    "uno_penalty": [0, 1, 2, 3, 4],
    "wrong_call_penalty": [0, 1, 2, 3],
    "illegal_penalty": [0, 1, 1, 2],
    "wd4_challenge": [True, False],
    "last_draw_card_drawn": [True, False],
    "seven_zero": [True, False],
    "places": [1, 1, 1, 2, 3, 10],
    "number_points": ["face", "five"],
    "scoring": ["winner_takes", "own_hand"],
    "opening": ["number", "effects"],
    "leader": ["highest", "after_dealer"],
    "target_score": [None, None, None, 5, 60, 300],
    "colors": [4, 4, 4, 3, 2, 1],
    "max_number": [9, 9, 9, 5, 2, 0],
    "cards_dealt": [7, 7, 5, 3, 2, 1],
}
# Fields that act on one another, drawn together so that such games are not rare.
THEMES: list[dict[str, Any]] = [
    {},
    {},
    {"combo": "chain", "seven_zero": True},
    {"combo": "match_top", "seven_zero": True, "jump_in": True, "colors": 2},
    {"seven_zero": True, "jump_in": True, "cards_dealt": 3},
    {"stacking": "any", "wd4_challenge": True, "jump_in": True, "max_number": 2},
    {"stacking": "same", "wd4_challenge": True, "last_draw_card_drawn": True, "max_number": 0},
    {"places": 3, "jump_in": True, "stacking": "any", "cards_dealt": 2},
    {"places": 3, "combo": "chain", "seven_zero": True, "cards_dealt": 3},
    {"places": 2, "target_score": 5, "cards_dealt": 2, "last_draw_card_drawn": True},
    {"target_score": 60, "cards_dealt": 2, "opening": "effects"},
    {"colors": 1, "max_number": 2, "cards_dealt": 3, "voluntary_draw": True},
]
LEAST_UNDEALT = 6  # cards left after the deal, so that one that may open is nearly sure


@dataclass(frozen=True)
class Spec(GameSpec):
    """One random game; its eagerness is the weight of a card, a draw has the inverse, a pass 1."""

    calls: float  # weight of a UNO call
    catches: float  # weight of a catch or challenge

    @property
    def rules(self) -> ReferenceRules:
        """The reference's rules."""
        return preset_rules(self.preset, **self.overrides)


def random_overrides(rng: random.Random) -> dict[str, Any]:
    """No field, a few, or all of them, and perhaps a theme."""
    count = rng.choice([0, 1, 2, 3, 5, len(VALUES)])
    fields = {name: rng.choice(VALUES[name]) for name in rng.sample(sorted(VALUES), count)}
    return {**fields, **rng.choice(THEMES)}


def random_spec(seed: int) -> Spec:
    """The game of a number."""
    rng = random.Random(f"spec {seed}")
    preset, players = rng.choice(sorted(PRESETS)), rng.choice([2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 9, 10])
    while True:
        overrides = random_overrides(rng)
        rules = preset_rules(preset, **overrides)
        cards = len(full_deck(rules.colors, rules.max_number))
        if players * rules.cards_dealt + LEAST_UNDEALT <= cards:
            break
    return Spec(
        seed=seed,
        preset=preset,
        players=players,
        overrides=overrides,
        reward=rng.choice(["score", "win", "rank"]),
        max_turns=rng.choice([1, 4, 25, 60, 60, 150, 400]),
        start=rng.choice(["seed", "seed", "deal", "position"]),
        trouble=rng.choice([0.0, 0.0, 0.02, 0.1]),
        eagerness=rng.choice([1.0, 2.0, 5.0]),
        calls=rng.choice([0.3, 2.0, 10.0]),
        catches=rng.choice([0.05, 0.5, 2.0]),
    )


def random_deal(spec: Spec) -> dict[str, Any]:
    """A ``deal`` option; now and then one whose opening card has an effect."""
    rng = random.Random(f"deal {spec.seed}")
    deck = full_deck(spec.rules.colors, spec.rules.max_number)
    order = list(range(len(deck)))
    opener = spec.players * spec.rules.cards_dealt

    def opens(cards: list[int]) -> bool:
        return any(is_number(deck[card]) for card in cards[opener:])

    rng.shuffle(order)
    while not opens(order):  # the engine refuses a deal in which nothing is left that may open
        rng.shuffle(order)
    if rng.random() < 0.5:
        other = next(k for k, card in enumerate(order) if not is_number(deck[card]))
        swapped = list(order)
        swapped[opener], swapped[other] = order[other], order[opener]
        order = swapped if opens(swapped) else order
    return {"order": order, "starter": rng.randrange(spec.players)}


def reachable_sum(rules: Any, top: str, more: int) -> int:
    """A pending sum on ``top`` of up to ``more`` further cards, as far as the deck has them."""
    if top == WD4:
        return 4 + (2 if rules.stacking == "any" else 4) * min(more, 2 * rules.colors, 3)
    return 2 + 2 * min(more, 2 * rules.colors - 1)


def random_position(spec: Spec) -> dict[str, Any]:
    """A ``position`` option: often a short deck, short hands, a pending stack."""
    rng = random.Random(f"position {spec.seed}")
    cards = full_deck(spec.rules.colors, spec.rules.max_number)
    rng.shuffle(cards)
    tops = [card for card in cards if is_draw_card(card)] if rng.random() < 0.3 else cards
    top = rng.choice(tops)
    cards.remove(top)
    longest = max(1, min(rng.choice([1, 2, 3, 7, 25]), len(cards) // spec.players))
    hands = [[cards.pop() for _ in range(rng.randint(1, longest))] for _ in range(spec.players)]
    pending = 0
    if can_be_stacked_on(spec.rules, top) and rng.random() < 0.7:
        pending = reachable_sum(spec.rules, top, rng.choice([0, 0, 1, 3]))
    named = rng.choice(COLORS[: spec.rules.colors])
    return {
        "hands": hands,
        "discard": f"{top}: {named}" if is_wild(top) else top,
        "deck": [cards.pop() for _ in range(min(rng.choice([0, 1, 5, 20]), len(cards)))],
        "rest": rng.choice(["deck", "discard"]),
        "starter": rng.randrange(spec.players),
        "direction": rng.choice([1, -1]),
        "pending_draws": pending,
    }
