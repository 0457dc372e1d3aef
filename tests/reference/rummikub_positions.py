"""Random Rummikub positions for tests and benchmarks: legal tables of a wanted size, and racks.

Tables are dealt set by set from the supply, so they are legal by construction.
"""

import random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .rummikub_sets import TileSet, all_sets

Counts = NDArray[np.int8]
JOKER = 52


class Position(NamedTuple):
    """A legal table and a rack, int8[53] each."""

    table: Counts
    rack: Counts


def _fits(tile_set: TileSet, left: list[int]) -> bool:
    return left[JOKER] >= tile_set.jokers and all(left[tile] > 0 for tile in tile_set.tiles)


def random_table(rng: random.Random, tiles: int, jokers: int) -> Counts:
    """A legal table of about ``tiles`` tiles with exactly ``jokers`` jokers (0 when too small)."""
    sets = all_sets()
    while True:
        left = [2] * 52 + [jokers]
        table = np.zeros(53, dtype=np.int8)
        misses = 0
        while table.sum() < tiles and misses < 400:
            tile_set = rng.choice(sets)
            if tile_set.jokers == 0 and left[JOKER] and tiles - table.sum() < 8:
                misses += 1
                continue
            if (tile_set.jokers > 0 and left[JOKER] == 0) or not _fits(tile_set, left):
                misses += 1
                continue
            for tile in tile_set.tiles:
                left[tile] -= 1
                table[tile] += 1
            left[JOKER] -= tile_set.jokers
            table[JOKER] += tile_set.jokers
        if left[JOKER] == 0 or tiles == 0:
            return table


def random_position(rng: random.Random, tiles: int, jokers: int, rack: int) -> Position:
    """A table of about ``tiles`` tiles and a rack of ``rack``; ``jokers`` in both together."""
    on_table = rng.randint(0, jokers) if tiles >= 6 else 0
    table = random_table(rng, tiles, on_table)
    held = np.zeros(53, dtype=np.int8)
    held[JOKER] = min(jokers - on_table, rack)
    supply = [t for t in range(52) for _ in range(2 - int(table[t]))]
    for tile in rng.sample(supply, min(rack - int(held[JOKER]), len(supply))):
        held[tile] += 1
    return Position(table, held)


def dense_position(rng: random.Random, numbers: int, colors: int) -> Position:
    """Few kinds of tiles, many equal ones and often two jokers: where solvers go wrong."""
    width = rng.randint(3, min(numbers, 7))
    low = rng.choice([0, numbers - width, rng.randint(0, numbers - width)])
    chosen = rng.sample(range(colors), rng.randint(1, colors))
    pool = [c * 13 + v for c in chosen for v in range(low, low + width)] * 2
    pool += [JOKER] * rng.choice([0, 1, 1, 2, 2, 2])
    rng.shuffle(pool)
    on_table = rng.randint(0, min(len(pool), 12))
    table = np.zeros(53, dtype=np.int8)
    rack = np.zeros(53, dtype=np.int8)
    for tile in pool[:on_table]:
        table[tile] += 1
    for tile in pool[on_table : on_table + rng.randint(1, 8)]:
        rack[tile] += 1
    return Position(table, rack)
