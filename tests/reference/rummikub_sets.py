"""All Rummikub sets, listed from the rulebook (RK-1 to RK-3) by the plainest loops there are.

A set is (real tiles as a sorted tuple of indices, number of jokers, best value).  Runs of six or
more split into shorter ones, so lengths 3 to 5 say everything.  Shares no code with the package.
"""

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple


class TileSet(NamedTuple):
    """Real tiles, jokers and the value at the best reading."""

    tiles: tuple[int, ...]
    jokers: int
    value: int


def _full_sets(numbers: int, colors: int) -> list[tuple[int, ...]]:
    """Every group and every run of 3 to 5 without jokers."""
    sets = []
    for number in range(numbers):
        for size in (3, 4):
            for chosen in combinations(range(colors), size):
                sets.append(tuple(color * 13 + number for color in chosen))
    for color in range(colors):
        for length in (3, 4, 5):
            for first in range(numbers - length + 1):
                sets.append(tuple(color * 13 + first + k for k in range(length)))
    return sets


@lru_cache(maxsize=None)
def all_sets(numbers: int = 13, colors: int = 4) -> tuple[TileSet, ...]:
    """Every set with zero, one or two of its tiles replaced by jokers, at its best value."""
    best: dict[tuple[tuple[int, ...], int], int] = {}
    for full in _full_sets(numbers, colors):
        value = sum(tile % 13 + 1 for tile in full)
        for jokers in (0, 1, 2):
            for kept in combinations(full, len(full) - jokers):
                key = (kept, jokers)
                best[key] = max(best.get(key, 0), value)
    return tuple(TileSet(tiles, jokers, value) for (tiles, jokers), value in sorted(best.items()))
