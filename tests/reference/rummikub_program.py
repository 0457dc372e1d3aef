"""What can be played, by an integer program over all sets (OR-tools CP-SAT).

One whole variable per set that the tiles allow: how often it is laid.  Every table tile must be
covered, no tile more often than table and rack have it.  Shares no code with the package.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from ortools.sat.python import cp_model

from .rummikub_sets import all_sets

JOKER = 52
Counts = NDArray[np.int8]


class Program:
    """The integer program of one position; ``points`` above 0 asks for a table worth that much."""

    def __init__(self, table: Counts, rack: Counts, points: int = 0):
        self.model = cp_model.CpModel()
        total = table.astype(int) + rack
        laid: dict[int, list[Any]] = defaultdict(list)
        value = []
        for index, tile_set in enumerate(all_sets()):
            if total[JOKER] < tile_set.jokers or any(total[t] == 0 for t in tile_set.tiles):
                continue
            times = self.model.new_int_var(0, 2, f"set{index}")
            value.append(tile_set.value * times)
            for tile in tile_set.tiles:
                laid[tile].append(times)
            if tile_set.jokers:
                laid[JOKER].append(tile_set.jokers * times)
        self.played: dict[int, Any] = {}
        for tile in range(53):
            if total[tile] == 0:
                continue
            used = self.model.new_int_var(int(table[tile]), int(total[tile]), f"tile{tile}")
            self.model.add(sum(laid[tile]) == used)
            if rack[tile]:
                self.played[tile] = used - int(table[tile])
        self.value = sum(value) if value else 0
        if points > 0:
            self.model.add(self.value >= points)

    def possible(self, *wanted: Any) -> bool:
        """Whether a legal table exists that meets these linear conditions too."""
        model = self.model.clone()
        for condition in wanted:
            model.add(condition)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        # These small yes-or-no programs are settled a hundred times faster without presolve.
        solver.parameters.cp_model_presolve = False
        solver.parameters.linearization_level = 2
        status = solver.solve(model)
        assert status in (cp_model.FEASIBLE, cp_model.OPTIMAL, cp_model.INFEASIBLE)
        return bool(status != cp_model.INFEASIBLE)

    def any_played(self, tiles: Iterable[int]) -> bool:
        """Whether one of these rack tiles is in some legal table."""
        asked = [self.played[tile] for tile in tiles]
        return bool(asked) and self.possible(sum(asked) >= 1)

    def more_tiles_than(self, count: int) -> bool:
        """Whether more tiles than this can leave the rack."""
        return self.possible(sum(self.played.values()) >= count + 1)

    def more_faces_than(self, faces: int) -> bool:
        """Whether tiles whose numbers sum to more than this can leave the rack."""
        aim = [(t % 13 + 1) * n for t, n in self.played.items() if t != JOKER]
        return bool(aim) and self.possible(sum(aim) >= faces + 1)

    def more_value_than(self, value: int) -> bool:
        """Whether everything on the table can be worth more than this."""
        return self.possible(self.value >= value + 1)


def is_split(counts: Counts, sets: list[list[int]], points: int = 0) -> bool:
    """Whether these sets are valid, hold exactly these tiles, and are worth the points."""
    known = {(s.tiles, s.jokers): s.value for s in all_sets()}
    held = np.zeros(53, dtype=int)
    value = 0
    for tiles in sets:
        for tile in tiles:
            held[tile] += 1
        worths = [
            worth for part in _short_parts(tiles) if (worth := _worth(part, known)) is not None
        ]
        if not worths:
            return False
        value += max(worths)
    return bool((held == counts).all()) and value >= points


def _worth(parts: list[list[int]], known: dict[tuple[tuple[int, ...], int], int]) -> int | None:
    """The value of a set cut into short ones, or None when one of them is no set."""
    total = 0
    for part in parts:
        real = tuple(sorted(tile for tile in part if tile != JOKER))
        value = known.get((real, len(part) - len(real)))
        if value is None:
            return None
        total += value
    return total


def _short_parts(tiles: list[int]) -> list[list[list[int]]]:
    """The ways to cut a set in display order into sets of 3 to 5."""
    if len(tiles) <= 5:
        return [[tiles]]
    return [[tiles[:size], *rest] for size in (3, 4, 5) for rest in _short_parts(tiles[size:])]
