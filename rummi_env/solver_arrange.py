"""A concrete split of tiles into sets, read off the path of ``solver_scored``.

Says which tiles lie together, jokers in their places; keeping old sets is the caller's business
(``solver.arrange``).
"""

from typing import Any

import numpy as np

from tabletop.jit import int64, njit

from .solver_core import COLORS, FILLED, NUMBERS, REALS
from .solver_layers import load_one
from .solver_meld import start_meld
from .solver_scored import GROUPED_AT, MOVE_AT, MOVE_BITS, NO_CAP, run_scored
from .solver_tables import PATTERN

MAX_SETS = 36
SET_WIDTH = 14
JOKER = 52


@njit
def put(sets: Any, row: int, tile: int) -> None:
    """Append a tile to a set."""
    sets[row, 0] += 1
    sets[row, sets[row, 0]] = tile


@njit
def add_groups(sets: Any, size: int, v: int, pattern: int, jokers: int, colors: int) -> int:
    """Split the group tiles of number v into groups; returns the new number of sets.

    q groups are possible iff no colour has more than q tiles and the total is 3q to q × colours;
    dealing the tiles round the groups, colour by colour, then does it.
    """
    total, most = jokers, 0
    for c in range(colors):
        total += (pattern >> (2 * c)) & 3
        most = max(most, (pattern >> (2 * c)) & 3)
    if total == 0:
        return size
    groups = max(most, (total + colors - 1) // colors)
    sets[size : size + groups, 0] = 0
    turn = 0
    for c in range(colors):
        for _ in range((pattern >> (2 * c)) & 3):
            put(sets, size + turn % groups, c * 13 + v - 1)
            turn += 1
    for _ in range(jokers):
        put(sets, size + turn % groups, JOKER)
        turn += 1
    return size + groups


@njit
def lay(sets: Any, row: int, tile: int, reals: int) -> int:
    """Append the tile, or a joker when no real one is left; returns the real ones left."""
    put(sets, row, tile if reals > 0 else JOKER)
    return reals - 1


@njit
def add_run_tiles(
    sets: Any, size: int, ends: Any, tile: int, reals: int, jokers: int, v: int
) -> int:
    """Lay the run tiles of one colour at number v; returns the new number of sets.

    ``ends[row]`` is (colour, last number) of a run.  Short runs go on first, then long ones, then
    new ones start; a run that does not go on is closed, because its last number falls behind.
    """
    color = tile // 13
    left = reals + jokers
    for short in (True, False):
        for row in range(size):
            opened = ends[row, 0] == color and ends[row, 1] == v - 1
            if left > 0 and opened and (sets[row, 0] < 3) == short:
                reals = lay(sets, row, tile, reals)
                ends[row, 1] = v
                left -= 1
    while left > 0:
        sets[size, 0] = 0
        reals = lay(sets, size, tile, reals)
        ends[size, 0] = color
        ends[size, 1] = v
        size += 1
        left -= 1
    return size


@njit
def arrange_into(counts: Any, numbers: Any, colors: Any, sets: Any, workspace: Any) -> int:
    """Split into valid sets, rows of ``sets``; returns how many, -1 when it can't be done."""
    ws = workspace[0]
    load_one(ws, 0, counts, int64(numbers), int64(colors))
    return arrange_loaded(ws, sets, 0)


@njit
def arrange_meld_into(counts: Any, numbers: Any, colors: Any, sets: Any, workspace: Any) -> int:
    """The same, with the jokers where they are worth most."""
    ws = workspace[0]
    load_one(ws, 0, counts, int64(numbers), int64(colors))
    return arrange_loaded(ws, sets, 1)


@njit
def arrange_loaded(ws: Any, sets: Any, worth: int) -> int:
    """``arrange_into`` for the table loaded; ``worth`` 1: at the best value."""
    start_meld(ws, 0, worth, NO_CAP, 0)
    if run_scored(ws) < 0:
        return -1
    ends = np.full((MAX_SETS, 2), -1, dtype=np.int64)
    colors = ws["aim"][COLORS]
    size = 0
    for v in range(1, ws["aim"][NUMBERS] + 1):
        parent = ws["node"][v]
        move = (parent >> MOVE_AT) & MOVE_BITS
        for c in range(colors):
            reals = (move >> (REALS + 2 * c)) & 3
            jokers = (move >> (FILLED + 2 * c)) & 3
            size = add_run_tiles(sets, size, ends, c * 13 + v - 1, reals, jokers, v)
        u = (parent >> GROUPED_AT) & 3
        size = add_groups(sets, size, v, PATTERN[colors, move & 0xFFF, u], u, colors)
    return size
