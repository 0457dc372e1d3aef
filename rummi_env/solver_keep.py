"""Which old sets can stay when the table is arranged anew: as many as possible.

A search over the sets to break, fewest first; a branch is cut when even with all undecided sets
open the tiles so far can't be laid.  Returns indices; ``solver.arrange`` builds the sets.
"""

from typing import Any

import numpy as np

from tabletop.jit import njit

from .solver_layers import load
from .solver_mask import can_complete

MOST_TRIALS = 100_000


@njit
def add_set(counts: Any, kept: Any, row: int, sign: int) -> None:
    """Add the tiles of one old set to counts, ``sign`` times."""
    for tile in range(53):
        counts[tile] += sign * kept[row, tile]


@njit
def is_possible(
    must: Any, may: Any, optional: bool, numbers: int, colors: int, ws: Any, zero: Any
) -> bool:
    """Whether ``must`` alone, or with some tiles of ``may``, makes valid sets."""
    load(ws, must, may if optional else zero, numbers, colors)
    return can_complete(ws)


@njit
def break_sets(
    rest: Any, kept: Any, size: int, broken: Any, numbers: int, colors: int, ws: Any
) -> int:
    """Find ``size`` sets that make valid sets together with ``rest``; marks them in ``broken``.

    1 found, 0 there are none, -1 given up after MOST_TRIALS.
    """
    n = len(kept)
    zero = np.zeros(53, dtype=np.int64)
    must = rest.copy()
    may = np.zeros(53, dtype=np.int64)
    for row in range(n):
        add_set(may, kept, row, 1)
    choice = np.zeros(size + 1, dtype=np.int64)
    depth, row, trials = 0, 0, 0
    while True:
        left = size - depth
        ended = left == 0 or n - row < left
        if not ended or left == 0:
            trials += 1
            if trials > MOST_TRIALS:
                return -1
            fits = is_possible(must, may, left > 0, numbers, colors, ws, zero)
            if fits and left == 0:
                broken[choice[:size]] = 1
                return 1
            ended = ended or not fits
        if not ended:
            choice[depth] = row
            add_set(must, kept, row, 1)
            add_set(may, kept, row, -1)
            depth += 1
            row += 1
            continue
        if depth == 0:
            return 0
        # Take back the last set: it stays unbroken, the search goes on behind it.
        for later in range(choice[depth - 1] + 1, row):
            add_set(may, kept, later, 1)
        depth -= 1
        add_set(must, kept, choice[depth], -1)
        row = choice[depth] + 1


@njit
def break_greedily(rest: Any, kept: Any, broken: Any, numbers: int, colors: int, ws: Any) -> bool:
    """Break all, then restore every set that can be; whether the tiles are legal at all."""
    zero = np.zeros(53, dtype=np.int64)
    must = rest.copy()
    for row in range(len(kept)):
        add_set(must, kept, row, 1)
    if not is_possible(must, zero, False, numbers, colors, ws, zero):
        return False
    for row in range(len(kept)):
        add_set(must, kept, row, -1)
        broken[row] = 0
        if not is_possible(must, zero, False, numbers, colors, ws, zero):
            add_set(must, kept, row, 1)
            broken[row] = 1
    return True


@njit
def fewest_broken(
    rest: Any, kept: Any, broken: Any, numbers: int, colors: int, workspace: Any
) -> bool:
    """Mark the fewest rows of ``kept`` to break so that they and ``rest`` make valid sets.

    ``rest`` int64 (53,), ``kept`` int64 (n, 53), ``broken`` int64 (n,), zeros.  False when even all
    of them broken make no legal table.
    """
    ws = workspace[0]
    if not break_greedily(rest, kept, broken, numbers, colors, ws):
        return False
    most = broken.sum()
    trial = np.zeros(len(kept), dtype=np.int64)
    for size in range(most):
        answer = break_sets(rest, kept, size, trial, numbers, colors, ws)
        if answer == 1:
            broken[:] = trial
        if answer != 0:
            return True
    return True
