"""Constant tables of the solver: which tiles of one number can be split into groups.

A *joker set* is a three-bit mask: bit u says that u jokers can be used.  A *box* says for each
colour from how many to how many tiles may go into groups: index sum of 6^colour × RANGE[lo, hi].
Everything is worked out at import, in a few milliseconds, from RK-1 alone.
"""

from itertools import product

import numpy as np
from numpy.typing import NDArray

MAX_JOKERS = 2
PATTERNS = np.array(list(product(range(3), repeat=4)))[:, ::-1]  # (81, 4), colour 0 fastest

# RANGE[3 * lo + hi]: index of the range lo..hi, 9 when lo > hi.
RANGE = np.array([0, 3, 5, 9, 1, 4, 9, 9, 2], dtype=np.int64)
_RANGES = ((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (0, 2))


def can_group(pattern: NDArray[np.int64], jokers: int, colors: int) -> bool:
    """Whether so many tiles of each colour and so many jokers split into groups (RK-1).

    q groups are possible iff no colour has more than q tiles and the total is 3q to q × colours:
    deal the tiles round the groups, colour by colour, the jokers last.
    """
    total, most = int(pattern.sum()) + jokers, int(pattern.max())
    if pattern[colors:].any():
        return False
    return any(most <= q and 3 * q <= total <= colors * q for q in range(5))


def _pattern_table(colors: int, jokers: int) -> NDArray[np.int64]:
    """int64 (1296,): in each box, the pattern with the most tiles that takes so many jokers.

    Packed with two bits a colour; -1 for none.
    """
    best = np.full(6**4, -1, dtype=np.int64)
    ranks = np.full(6**4, -1, dtype=np.int64)
    for pattern in PATTERNS:
        if not can_group(pattern, jokers, colors):
            continue
        packed = int(sum(g << (2 * c) for c, g in enumerate(pattern)))
        boxes = np.zeros(1, dtype=np.int64)
        for color, g in enumerate(pattern):
            open_ranges = [i for i, (lo, hi) in enumerate(_RANGES) if lo <= g <= hi]
            boxes = (boxes[:, None] + 6**color * np.array(open_ranges)).reshape(-1)
        rank = int(pattern.sum())
        better = boxes[ranks[boxes] < rank]
        best[better] = packed
        ranks[better] = rank
    return best


# PATTERN[colors, box, u]: packed pattern with the most tiles for exactly u jokers, or -1.
PATTERN = np.stack(
    [
        np.stack([_pattern_table(colors, jokers) for jokers in range(MAX_JOKERS + 1)], axis=-1)
        for colors in range(5)
    ]
)


def _level_table() -> NDArray[np.int64]:
    """LEVEL[colors, box, u]: how many tiles that pattern has, or -1."""
    shifted = np.stack([(PATTERN >> (2 * c)) & 3 for c in range(4)])
    return np.where(PATTERN < 0, -1, shifted.sum(axis=0))


LEVEL = _level_table()
# GROUPS[colors, box]: joker set of the box.
GROUPS = ((PATTERN >= 0) * np.array([1, 2, 4])).sum(axis=-1)


def _sum_table() -> NDArray[np.int64]:
    """SUMS[a, b]: the joker set of all sums of a member of a and a member of b, up to 2."""
    table = np.zeros((8, 8), dtype=np.int64)
    for a, b in product(range(8), range(8)):
        for x, y in product(range(3), range(3)):
            if a >> x & 1 and b >> y & 1 and x + y <= MAX_JOKERS:
                table[a, b] |= 1 << (x + y)
    return table


SUMS = _sum_table()
# REACH[colors, joker set, box]: the joker set once such a box of groups is laid as well.
REACH = np.ascontiguousarray(SUMS[:, GROUPS].transpose(1, 0, 2), dtype=np.uint8)
# The fewest jokers of a joker set (9: none at all).
FEWEST = np.array([9, 0, 1, 0, 2, 0, 1, 0], dtype=np.int64)


def _steps_table() -> NDArray[np.int16]:
    """STEPS[colors, jokers, box, k]: numbers of tiles that groups may lay, the smallest first.

    Each is packed as tiles << 3 | the joker set that lays so many or more; 0 ends the list.
    """
    table = np.zeros((5, MAX_JOKERS + 1, 6**4, MAX_JOKERS + 1), dtype=np.int16)
    size = np.zeros((5, MAX_JOKERS + 1, 6**4), dtype=np.int64)
    for jokers, level in product(range(MAX_JOKERS + 1), range(9)):
        exact = (LEVEL[:, :, : jokers + 1] == level).any(axis=-1)
        enough = (LEVEL[:, :, : jokers + 1] >= level) * np.array([1, 2, 4])[: jokers + 1]
        where = np.nonzero(exact)
        table[where[0], jokers, where[1], size[:, jokers][where]] = (
            level << 3 | enough.sum(axis=-1)[where]
        )
        size[:, jokers][where] += 1
    return table


STEPS = _steps_table()
# The open runs of one colour as they lie in a state (c1, c2, 4 - c3 in four bits each) numbered
# from 0: FIELDS[twelve bits]; 0 as well for bits that mean no runs that can be.
_RUNS = [(a, b, c) for a, b, c in product(range(5), repeat=3) if a <= b <= c]
FIELD_STATES = len(_RUNS)
FIELDS = np.zeros(4096, dtype=np.uint8)
for _i, (_c1, _c2, _c3) in enumerate(_RUNS):
    FIELDS[_c1 | _c2 << 4 | (4 - _c3) << 8] = _i
