"""The Rummikub solver: µs a mask, a best play and a legality check, by table size and jokers.

The targets are the figures of a prototype of the same design on one noisy core.  Where the PyPI
package ``rummikub-solver`` is installed, its time on the same positions is given beside.
"""

import random
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from rummi_env.solver import (
    best_meld_into,
    best_play_into,
    is_legal_kernel,
    legal_tiles_into,
    new_workspace,
)
from tabletop.jit import njit

from .rows import Row
from .self_play import rows as self_play_rows
from .solver_positions import random_position

RACK = 14
SIZES = (20, 40, 60, 80)
# Medians of the prototype, µs: table tiles -> (mask, most tiles, is_legal) for 0, 1, 2 jokers.
PROTOTYPE = {
    20: ((7, 18, 34), (5, 9, 26), (6, 5, 5)),
    40: ((12, 42, 79), (6, 37, 151), (5, 6, 7)),
    60: ((20, 90, 271), (18, 145, 589), (6, 7, 9)),
    80: ((41, 191, 612), (38, 305, 991), (11, 10, 10)),
}
PROTOTYPE_MELD = (6, 12, 39)
QUESTIONS = ("mask", "most tiles", "is_legal")

Positions = Sequence[tuple[Any, Any]]


@njit
def ask_solver(question: Any, table: Any, rack: Any, out: Any, ws: Any) -> int:
    """One question to the solver (0 mask, 1 most tiles, 2 is_legal, 3 initial meld)."""
    if question == 0:
        return legal_tiles_into(table, rack, rack, 13, 4, out, ws)
    if question == 1:
        return best_play_into(table, rack, 0, 13, 4, out, ws)
    if question == 2:
        return int(is_legal_kernel(table, 13, 4, ws))
    return best_meld_into(rack, 1, 30, 13, 4, out, ws)


def rows(quick: bool) -> list[Row]:
    """Each question by table size and number of jokers, initial melds, and the peer."""
    count = 20 if quick else 150
    ws, out = new_workspace(), np.zeros(53, dtype=np.int8)
    found = []
    for tiles in SIZES:
        for jokers in range(3):
            positions = _positions(tiles, jokers, count)
            for question, name in enumerate(QUESTIONS):
                target = PROTOTYPE[tiles][question][jokers]
                times = _times(question, positions, ws, out)
                found.append(_row(f"{name}, {tiles} tiles, {_jokers(jokers)}", times, target))
    for jokers in range(3):
        times = _times(3, _positions(0, jokers, count), ws, out)
        found.append(_row(f"initial meld, {_jokers(jokers)}", times, PROTOTYPE_MELD[jokers]))
    return found + self_play_rows(quick) + _peer_rows(quick)


def _jokers(count: int) -> str:
    return "1 joker" if count == 1 else f"{count} jokers"


def _positions(tiles: int, jokers: int, count: int) -> Positions:
    rng = random.Random(f"{tiles} {jokers}")
    return [random_position(rng, tiles, jokers, RACK) for _ in range(count)]


def _times(question: int, positions: Positions, ws: Any, out: Any, repeats: int = 5) -> list[float]:
    """The fastest of some runs per position, in µs."""
    times = []
    for table, rack in positions:
        work = partial(ask_solver, question, table, rack, out, ws)
        times.append(_fastest(work, repeats))
    return times


def _fastest(work: Callable[[], Any], repeats: int) -> float:
    work()
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best * 1e6


def _row(name: str, times: list[float], target: float | None, note: str = "") -> Row:
    """The median over positions; ``high`` is the 95th percentile."""
    low, median, high = np.percentile(times, (0, 50, 95))
    text = note or f"rack {RACK}, {len(times)} positions; high: 95th percentile"
    return Row(
        "solver",
        name,
        float(median),
        "µs",
        float(low),
        float(high),
        len(times),
        target,
        False,
        text,
    )


def _peer_rows(quick: bool) -> list[Row]:
    """The PyPI package on some of the positions; none where it is not installed."""
    try:
        from rummikub_solver import (  # type: ignore[import-not-found,import-untyped,unused-ignore]
            RuleSet,
            SolverMode,
        )
    except ImportError:
        return []
    rules, found = RuleSet(), []
    for tiles in SIZES:
        times = []
        for table, rack in _positions(tiles, 1, 3 if quick else 10):
            state = rules.new_game()
            state.add_table(*_peer_tiles(table))
            state.add_rack(*_peer_tiles(rack))
            times.append(_fastest(partial(rules.solve, state, SolverMode.TILE_COUNT), 1))
        note = "PyPI rummikub-solver, most tiles, the same positions"
        found.append(_row(f"peer, {tiles} tiles, 1 joker", times, None, note))
    return found


def _peer_tiles(counts: Any) -> list[int]:
    """Tiles numbered from 1, the joker last: as the package has them."""
    return [tile + 1 for tile in range(53) for _ in range(int(counts[tile]))]
