"""Random Rummikub positions for the solver's benchmark: legal tables, and racks from the rest."""

import random
from typing import Any

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.int8]
JOKER = 52


def random_set(rng: random.Random) -> list[int]:
    """A group of 3 or 4 or a run of 3 to 6, without jokers."""
    if rng.random() < 0.4:
        number = rng.randrange(13)
        return [color * 13 + number for color in rng.sample(range(4), rng.choice((3, 3, 4)))]
    length = rng.choice((3, 3, 4, 4, 5, 6))
    first = rng.randrange(4) * 13 + rng.randrange(14 - length)
    return list(range(first, first + length))


def random_table(rng: random.Random, tiles: int, jokers: int) -> Counts:
    """A legal table of about ``tiles`` tiles, ``jokers`` of them jokers; dealt set by set."""
    table = np.zeros(53, dtype=np.int8)
    misses = 0
    while table.sum() < tiles and misses < 500:
        chosen = random_set(rng)
        replaced = rng.randrange(len(chosen)) if table[JOKER] < jokers else -1
        real = [tile for place, tile in enumerate(chosen) if place != replaced]
        if any(table[tile] == 2 for tile in real):
            misses += 1
            continue
        table[real] += 1
        table[JOKER] += replaced >= 0
    return table


def random_position(rng: random.Random, tiles: int, jokers: int, rack: int) -> tuple[Any, Any]:
    """(table, rack): each joker lies on the table or in the rack, by chance."""
    table = random_table(rng, tiles, rng.randint(0, jokers) if tiles else 0)
    held = np.zeros(53, dtype=np.int8)
    held[JOKER] = jokers - table[JOKER]
    supply = [tile for tile in range(52) for _ in range(2 - int(table[tile]))]
    for tile in rng.sample(supply, min(rack - int(held[JOKER]), len(supply))):
        held[tile] += 1
    return table, held
