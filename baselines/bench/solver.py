"""The Rummikub solver: microseconds a mask, a best play, a legality test, by size of the table.

Positions are random legal tables of so many tiles with a rack of 14 drawn from the rest.  Targets
are the medians of a prototype of the same design, measured on another machine of this kind.
Where the package rummikub-solver is installed, the same positions are given to it.
"""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from rummi_env.solver import (
    best_play_into,
    is_legal_kernel,
    legal_meld_tiles_into,
    legal_tiles_into,
    new_workspace,
)
from rummi_env.tiles import Counts

from .rows import Row

# (tiles on the table, jokers) -> medians of mask, most tiles, is_legal
PROTOTYPE = {
    (20, 0): (7, 5, 6),
    (20, 1): (18, 9, 5),
    (20, 2): (34, 26, 5),
    (40, 0): (12, 6, 5),
    (40, 1): (42, 37, 6),
    (40, 2): (79, 151, 7),
    (60, 0): (20, 18, 6),
    (60, 1): (90, 145, 7),
    (60, 2): (271, 589, 9),
    (80, 0): (41, 38, 11),
    (80, 1): (191, 305, 10),
    (80, 2): (612, 991, 10),
}
QUESTIONS = ("mask", "most tiles", "is_legal")


def _sets() -> list[list[int]]:
    runs = [
        [13 * color + number for number in range(first, first + length)]
        for color in range(4)
        for length in (3, 4, 5)
        for first in range(14 - length)
    ]
    groups = [
        [13 * color + number for color in range(4) if color != missing]
        for number in range(13)
        for missing in range(5)
    ]
    return runs + groups


def random_table(rng: np.random.Generator, tiles: int, jokers: int) -> Counts | None:
    """Counts of a random legal table, or None when the sets drawn did not fit."""
    supply = np.full(53, 2, dtype=np.int64)
    counts = np.zeros(53, dtype=np.int64)
    sets = _sets()
    for index in rng.permutation(len(sets) * 3):
        chosen = sets[index % len(sets)]
        room = tiles - int(counts.sum())
        if room < 3:
            break
        fits = len(chosen) <= room and room - len(chosen) not in (1, 2)
        if fits and all(counts[tile] < supply[tile] for tile in chosen):
            counts[chosen] += 1
    if int(counts.sum()) != tiles:
        return None
    for _ in range(jokers):
        held = np.flatnonzero(counts[:52])
        counts[rng.choice(held)] -= 1
        counts[52] += 1
    return counts.astype(np.int8)


def random_rack(rng: np.random.Generator, table: Counts, size: int = 14) -> Counts:
    """A rack from the tiles that are not on the table, without further jokers."""
    rest = np.repeat(np.arange(52), 2 - np.minimum(table[:52], 2))
    rack = np.bincount(rng.choice(rest, size, replace=False), minlength=53)
    return rack.astype(np.int8)


def positions(tiles: int, jokers: int, count: int) -> list[tuple[Counts, Counts]]:
    """Seeded positions of one cell of the table."""
    rng = np.random.default_rng([tiles, jokers])
    found: list[tuple[Counts, Counts]] = []
    while len(found) < count:
        table = random_table(rng, tiles, jokers)
        if table is not None:
            found.append((table, random_rack(rng, table)))
    return found


def _microseconds(question: Callable[[Counts, Counts], Any], table: Counts, rack: Counts) -> float:
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter_ns()
        question(table, rack)
        best = min(best, time.perf_counter_ns() - start)
    return best / 1000


def _questions() -> tuple[Callable[[Counts, Counts], Any], ...]:
    work = new_workspace()
    out = np.zeros(53, dtype=np.int8)
    every = np.ones(53, dtype=np.int8)

    def mask(table: Counts, rack: Counts) -> Any:
        return legal_tiles_into(table, rack, every, 13, 4, out, work)

    def most(table: Counts, rack: Counts) -> Any:
        return best_play_into(table, rack, 0, 13, 4, out, work)

    def legal(table: Counts, rack: Counts) -> Any:
        return is_legal_kernel(table, 13, 4, work)

    def meld(table: Counts, rack: Counts) -> Any:
        empty = np.zeros(53, dtype=np.int8)
        return legal_meld_tiles_into(empty, rack, every, 30, 13, 4, out, work)

    return mask, most, legal, meld


def rows(quick: bool) -> list[Row]:
    """Median and 95th percentile of every cell, and of the initial meld."""
    count = 20 if quick else 200
    questions = _questions()
    for question in questions:
        question(*positions(20, 1, 1)[0])  # load or compile
    found = []
    for (tiles, jokers), targets in PROTOTYPE.items():
        cell = positions(tiles, jokers, count)
        for name, question, target in zip(QUESTIONS, questions[:3], targets, strict=True):
            times = [_microseconds(question, table, rack) for table, rack in cell]
            found.append(_row(f"{name}, {tiles} tiles, {jokers} jokers", times, target))
    melds = [_microseconds(questions[3], table, rack) for table, rack in positions(20, 0, count)]
    return [*found, _row("mask of an initial meld", melds, None), *_peer(quick)]


def _row(name: str, times: list[float], target: float | None) -> Row:
    high = float(np.percentile(times, 95))
    note = "median; the range is the fastest to the 95th percentile"
    median = float(np.median(times))
    return Row("solver", name, median, "µs", min(times), high, len(times), target, False, note)


def _peer(quick: bool) -> list[Row]:
    """The integer program of the package rummikub-solver on the same positions."""
    try:
        from rummikub_solver import (  # type: ignore[import-not-found,import-untyped,unused-ignore]
            RuleSet,
        )
    except ImportError:
        return []
    rules = RuleSet(numbers=13, repeats=2, colours=4, jokers=2, min_len=3, min_initial_value=30)
    game = rules.new_game()
    found = []
    for tiles in (20, 60):
        times = []
        for table, rack in positions(tiles, 0, 3 if quick else 10):
            game.reset()
            game.initial = False
            game.add_table(*(tile + 1 for tile in range(52) for _ in range(int(table[tile]))))
            game.add_rack(*(tile + 1 for tile in range(52) for _ in range(int(rack[tile]))))
            start = time.perf_counter_ns()
            rules.solve(game)
            times.append((time.perf_counter_ns() - start) / 1000)
        found.append(_row(f"rummikub-solver, most tiles, {tiles} tiles, 0 jokers", times, None))
    return found
