"""Constant tables of the solver: which tiles of one number can be split into groups.

A *joker set* is a three-bit mask: bit u says that u jokers can be used.  Everything here is worked
out at import, in a few milliseconds, from RK-1 alone.  Imports nothing of the package.
"""

from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

MAX_JOKERS = 2

# Index of the range lo..hi of group tiles of one colour: RANGE[3 * lo + hi], 9 when lo > hi.
RANGE = np.array([0, 3, 5, 9, 1, 4, 9, 9, 2], dtype=np.int64)
_RANGES = ((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (0, 2))


def _single_groups(colors: int) -> list[tuple[tuple[int, ...], int]]:
    """Every group as (how many real tiles of each of four colours, how many jokers)."""
    groups = []
    for reals in range(1, colors + 1):
        for chosen in combinations(range(colors), reals):
            counts = tuple(1 if color in chosen else 0 for color in range(4))
            for jokers in range(MAX_JOKERS + 1):
                if 3 <= reals + jokers <= colors:
                    groups.append((counts, jokers))
    return groups


def _group_joker_sets(colors: int) -> NDArray[np.uint8]:
    """uint8 (3, 3, 3, 3): the joker set of each number of group tiles per colour."""
    found = {((0, 0, 0, 0), 0)}
    newest = set(found)
    while newest:
        grown = {
            (tuple(a + b for a, b in zip(pattern, counts, strict=True)), used + jokers)
            for pattern, used in newest
            for counts, jokers in _single_groups(colors)
        }
        newest = {(p, j) for p, j in grown if max(p) <= 2 and j <= MAX_JOKERS} - found
        found |= newest
    table = np.zeros((3, 3, 3, 3), dtype=np.uint8)
    for pattern, jokers in found:
        table[pattern] |= 1 << jokers
    return table


def _boxes(table: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """uint8 (1296,): the union of the joker sets over a box of ranges, index sum 6^c × range_c."""
    for axis in range(4):
        parts = [
            np.bitwise_or.reduce(np.take(table, range(lo, hi + 1), axis=axis), axis=axis)
            for lo, hi in _RANGES
        ]
        table = np.stack(parts, axis=axis)
    return np.ascontiguousarray(table.transpose(3, 2, 1, 0)).reshape(-1)


# GROUPS[colors, box]: joker set of a box of ranges.
GROUPS = np.stack([_boxes(_group_joker_sets(colors)) for colors in range(5)])
# PATTERNS[colors, g0, g1, g2, g3]: joker set of exactly so many tiles of each colour.
PATTERNS = np.stack([_group_joker_sets(colors) for colors in range(5)])


def _sum_table() -> NDArray[np.int64]:
    """SUMS[a, b]: the joker set of all sums of a member of a and a member of b, up to 2."""
    table = np.zeros((8, 8), dtype=np.int64)
    for a, b in product(range(8), range(8)):
        for x, y in product(range(3), range(3)):
            if a >> x & 1 and b >> y & 1 and x + y <= MAX_JOKERS:
                table[a, b] |= 1 << (x + y)
    return table


SUMS = _sum_table()
# The fewest jokers of a joker set (9: none at all).
FEWEST = np.array([9, 0, 1, 0, 2, 0, 1, 0], dtype=np.int64)


def _level_table(colors: int) -> NDArray[np.uint8]:
    """uint8 (9, 1296): the joker set of a box, by how many real tiles the groups hold."""
    patterns = _group_joker_sets(colors)
    levels = []
    for total in range(9):
        table = np.where(np.indices((3, 3, 3, 3)).sum(axis=0) == total, patterns, 0)
        levels.append(_boxes(table.astype(np.uint8)))
    return np.stack(levels)


# LEVELS[colors, box, s]: joker set of a box with exactly s real tiles in groups.
LEVELS = np.ascontiguousarray(
    np.stack([_level_table(colors) for colors in range(5)]).transpose(0, 2, 1)
)
