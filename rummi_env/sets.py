"""Sets on the table as rows of tiles: the order in which they are shown, how records keep them.

A row is int8 (14,): the number of tiles, then the tiles.  A table is int8 (36, 14); a row of
length 0 ends it.
"""

from typing import Any

import numpy as np

from tabletop.jit import njit

from .state import JOKER, SETS_SIZE

MAX_SETS = 36
ROW = 14
NUMBERS = 13


@njit
def new_rows() -> Any:
    """An empty table."""
    return np.zeros((MAX_SETS, ROW), dtype=np.int8)


@njit
def count_rows(rows: Any) -> Any:
    """How many sets there are."""
    n = 0
    while n < MAX_SETS and rows[n, 0] > 0:
        n += 1
    return n


@njit
def add_row(counts: Any, row: Any, sign: Any) -> None:
    """Add the tiles of a row to counts, ``sign`` times."""
    for k in range(1, np.int64(row[0]) + 1):
        counts[row[k]] += sign


@njit
def read_sets(sets: Any, rows: Any) -> Any:
    """The sets kept in a record as rows; their number."""
    rows[:] = 0
    n = 0
    for k in range(SETS_SIZE):
        code = np.int64(sets[k])
        if code > 0:
            rows[n, 0] += 1
            rows[n, rows[n, 0]] = code - 1
        elif rows[n, 0] == 0:
            break
        else:
            n += 1
    return n


@njit
def write_sets(rows: Any, sets: Any) -> None:
    """Keep rows in a record: tile + 1 one after another, a zero after each set."""
    sets[:] = 0
    at = 0
    for n in range(count_rows(rows)):
        for k in range(1, np.int64(rows[n, 0]) + 1):
            sets[at] = np.int64(rows[n, k]) + 1
            at += 1
        at += 1


@njit
def order_set(row: Any, numbers: Any, colors: Any) -> Any:
    """Put the tiles of one set in the order in which it is shown; whether it is a valid set.

    RK-1 to RK-3.  An invalid row is left sorted, jokers last.
    """
    size = np.int64(row[0])
    row[1 : size + 1].sort()
    jokers = 0
    while jokers < size and row[size - jokers] == JOKER:
        jokers += 1
    real = size - jokers
    if size < 3 or real == 0:
        return False
    if is_group(row, real, size, colors):
        return True
    return order_run(row, real, size, numbers)


@njit
def is_group(row: Any, real: Any, size: Any, colors: Any) -> Any:
    """RK-1: one number, all colours different.  The row is sorted, jokers last."""
    if size > min(4, colors):
        return False
    for k in range(1, real):
        same = row[k] % NUMBERS == row[k + 1] % NUMBERS
        if not same or row[k] == row[k + 1]:
            return False
    return True


@njit
def order_run(row: Any, real: Any, size: Any, numbers: Any) -> Any:
    """RK-2: consecutive numbers of one colour; jokers fill gaps, then go on top, then below."""
    first = np.int64(row[1])
    last = np.int64(row[real])
    spare = size - (last - first + 1)
    if first // NUMBERS != last // NUMBERS or spare < 0 or size > numbers:
        return False
    for k in range(1, real):
        if row[k] == row[k + 1]:
            return False
    above = min(spare, first // NUMBERS * NUMBERS + numbers - 1 - last)
    lowest = first - (spare - above)
    held = np.zeros(JOKER + NUMBERS, dtype=np.int8)
    for k in range(1, real + 1):
        held[row[k]] = 1
    for k in range(size):
        row[k + 1] = lowest + k if held[lowest + k] == 1 else JOKER
    return True


@njit
def take_out(rows: Any, first: Any, own: Any) -> None:
    """Take the player's own tiles out of the sets from ``first`` on."""
    for n in range(first, count_rows(rows)):
        left = 0
        for k in range(1, np.int64(rows[n, 0]) + 1):
            tile = rows[n, k]
            if own[tile] > 0:
                own[tile] -= 1
            else:
                left += 1
                rows[n, left] = tile
        rows[n, 0] = left


@njit
def drop_broken(rows: Any, numbers: Any, colors: Any, loose: Any) -> None:
    """Sets that are still valid stay in order; the tiles of the others are loose."""
    kept = 0
    for n in range(MAX_SETS):
        if rows[n, 0] > 0 and order_set(rows[n], numbers, colors):
            rows[kept] = rows[n]
            kept += 1
        else:
            add_row(loose, rows[n], 1)
    rows[kept:] = 0
