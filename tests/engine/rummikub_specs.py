"""Random Rummikub games for the differential test: rules, players, start, and who plays how.

A spec is made from one number and says everything, so a failing number is all that is needed to
see the game again.
"""

import random
from dataclasses import dataclass
from typing import Any

from tests.engine.differential import GameSpec
from tests.reference.rummikub_tiles import (
    JOKER,
    RULESETS,
    Rules,
    TileSet,
    all_tiles,
    count,
    rules_named,
    sets_with,
    subtract,
    tiles_of,
)

VALUES: dict[str, list[Any]] = {
    "tiles_dealt": [1, 3, 5, 8, 12, 14, 16],
    "initial_meld_points": [0, 3, 10, 30],
    "joker_penalty": [0, 30, 50],
    "pool_empty": ["stop", "play_on"],
    "max_redeals": [0, 1, 2, 3],
    "no_meld_counts": [None, (100, 200), (0, 7)],
    "timeout_keeps_legal_play": [True, False],
    "timeout_draw": [0, 1, 3],
    "timeout_draw_if_nothing_played": [0, 1, 3],
    "table_lost_to": ["rack", "pool"],
    "restore_failure_prob": [0.0, 0.5, 1.0],
    "order": ["any", "ascending"],
}
SIZES: dict[str, list[int]] = {
    "numbers": [3, 4, 5, 6, 7, 9, 13],
    "colors": [1, 2, 3, 4],
    "copies": [1, 2, 2, 2],
    "jokers": [0, 1, 2],
}
# Fields that act on one another, drawn together so that such games are not rare.
THEMES: list[dict[str, Any]] = [
    {},
    {},
    {},
    {"table_lost_to": "rack", "initial_meld_points": 0, "timeout_keeps_legal_play": False},
    {"table_lost_to": "pool", "initial_meld_points": 0, "timeout_keeps_legal_play": True},
    {"restore_failure_prob": 0.5, "initial_meld_points": 1},
    {"max_redeals": 2, "tiles_dealt": 8},
    {"max_redeals": 3, "tiles_dealt": 10, "order": "ascending"},
    {"pool_empty": "play_on", "timeout_draw": 0, "tiles_dealt": 7},
    {"order": "ascending", "initial_meld_points": 6},
]
FULL_SIZE_SHARE = 0.12
SMALL_TILES = 60  # a small game has no more


@dataclass(frozen=True)
class Spec(GameSpec):
    """One random game; its eagerness is the weight of a tile and of *done*, a draw has 1."""

    short_turns: float  # weight of *done* against one more tile

    @property
    def rules(self) -> Rules:
        """The reference's rules."""
        return rules_named(self.preset, **self.overrides)


def random_overrides(rng: random.Random, full_size: bool) -> dict[str, Any]:
    """Some fields, from none to all, and the size of a small game."""
    chosen = rng.sample(sorted(VALUES), rng.choice([0, 1, 2, 4, 7, len(VALUES)]))
    fields = {name: rng.choice(VALUES[name]) for name in chosen}
    if not full_size:
        fields |= {name: rng.choice(SIZES[name]) for name in SIZES}
        fields.setdefault("tiles_dealt", rng.choice([3, 5, 7, 9]))
        fields.setdefault("initial_meld_points", rng.choice([1, 3, 6, 12, 30]))
    return fields | rng.choice(THEMES)


def random_spec(seed: int) -> Spec:
    """The game of a number."""
    rng = random.Random(f"rummikub {seed}")
    preset, players = rng.choice(sorted(RULESETS)), rng.choice([2, 2, 2, 3, 3, 4, 5, 6])
    full_size = rng.random() < FULL_SIZE_SHARE
    while True:
        overrides = random_overrides(rng, full_size)
        rules = rules_named(preset, **overrides)
        tiles = len(all_tiles(rules))
        fits = players * rules.tiles_dealt <= tiles
        if fits and (full_size or tiles <= SMALL_TILES):
            break
    return Spec(
        seed=seed,
        preset=preset,
        players=players,
        overrides=overrides,
        reward=rng.choice(["score", "win", "rank"]),
        max_turns=rng.choice([1, 6, 12, 20]) if full_size else rng.choice([1, 5, 25, 40, 60, 60]),
        start=rng.choice(["seed", "seed", "deal", "position", "position"]),
        trouble=rng.choice([0.0, 0.02, 0.05, 0.2]),
        eagerness=rng.choice([1.0, 6.0, 30.0]),
        short_turns=rng.choice([0.2, 1.0, 5.0]),
    )


def random_deal(spec: Spec) -> dict[str, Any]:
    """A `deal` option; now and then one that gives pairs to the starter (HKR-3)."""
    rng = random.Random(f"deal {spec.seed}")
    order = list(range(len(all_tiles(spec.rules))))
    rng.shuffle(order)
    if rng.random() < 0.5 and spec.rules.copies == 2 and spec.rules.tiles_dealt >= 6:
        pairs = [p for t in range(3) for p in (2 * t, 2 * t + 1)]
        for k, physical in enumerate(pairs):
            there, here = k * spec.players, order.index(physical)
            order[there], order[here] = order[here], order[there]
    return {"order": order, "starter": rng.randrange(spec.players)}


def random_sets(rng: random.Random, rules: Rules, tiles: int) -> list[TileSet]:
    """A random table of about so many tiles."""
    left = count(all_tiles(rules))
    sets: list[TileSet] = []
    for _ in range(60):
        if sum(map(len, sets)) >= tiles:
            break
        first = rng.choice([t for t in tiles_of(left) if t != JOKER] or [JOKER])
        if first == JOKER:
            break
        found = list(sets_with(first, left, rules.numbers, rules.colors))
        with_joker = [s for s in found if JOKER in s]
        if found:
            sets.append(rng.choice(with_joker if with_joker and rng.random() < 0.3 else found))
            left = subtract(left, count(sets[-1]))
    return sets


def random_position(spec: Spec) -> dict[str, Any]:
    """A position as tiles: a table, racks from tiny to large, a part of the pool in order."""
    rng = random.Random(f"position {spec.seed}")
    rules, players = spec.rules, spec.players
    most = len(all_tiles(rules)) - players
    sets = random_sets(rng, rules, rng.randint(0, min(most, rng.choice([15, 40, 40, 60]))))
    while sum(map(len, sets)) > most:
        sets.pop()
    left = tiles_of(subtract(count(all_tiles(rules)), count(t for s in sets for t in s)))
    rng.shuffle(left)
    longest = max(1, min(rng.choice([1, 2, 4, 9]), len(left) // players))
    racks = [[left.pop() for _ in range(rng.randint(1, longest))] for _ in range(players)]
    always = rules.initial_meld_points == 0
    return {
        "racks": racks,
        "table": sets,
        "pool": [left.pop() for _ in range(rng.choice([0, len(left) // 2, len(left)]))],
        "melded": [always or rng.random() < 0.8 for _ in range(players)],
        "starter": rng.randrange(players),
    }
