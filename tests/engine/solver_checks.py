"""One position against an oracle: every answer of the solver, with a line that shows a difference.

Used by ``test_solver`` for a share and by ``fuzz_solver`` for as long as asked.
"""

import random
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from rummi_env.solver import (
    MAX_SETS,
    SET_WIDTH,
    arrange_into,
    best_meld_into,
    best_play_into,
    can_meld_kernel,
    is_legal_kernel,
    legal_meld_tiles_into,
    legal_tiles_ascending_into,
    legal_tiles_into,
    meld_value_kernel,
    new_workspace,
)
from rummi_env.solver_arrange import arrange_meld_into
from rummi_env.tiles import format_tiles, tile_code
from tests.reference.rummikub_brute import Answers, best_value
from tests.reference.rummikub_positions import Position
from tests.reference.rummikub_program import Program, is_split

Counts = NDArray[np.int8]
NONE = np.zeros(53, dtype=np.int8)
FULL = (13, 4)


class Checker:
    """Compares the solver with oracles; holds the workspace."""

    def __init__(self) -> None:
        self.ws = new_workspace()
        self.out = np.zeros(53, dtype=np.int8)

    def mask(self, position: Position, points: int = 0, *, size: tuple[int, int]) -> list[int]:
        """The mask by the solver; with ``points`` the table is what was played this turn."""
        table, rack = position
        if points:
            legal_meld_tiles_into(table, rack, rack, points, *size, self.out, self.ws)
        else:
            legal_tiles_into(table, rack, rack, *size, self.out, self.ws)
        return self.out.tolist()

    def ascending(self, position: Position, points: int, *, size: tuple[int, int]) -> list[int]:
        """The mask when tiles must be played in rising order."""
        table, rack = position
        legal_tiles_ascending_into(table, rack, rack, points, *size, self.out, self.ws)
        return self.out.tolist()

    def best(self, position: Position, by_value: int, *, size: tuple[int, int]) -> int:
        """The best play; its tiles are in ``out``."""
        return int(best_play_into(*position, by_value, *size, self.out, self.ws))

    def meld(self, rack: Counts, by_value: int, points: int, *, size: tuple[int, int]) -> int:
        """The best meld; its tiles are in ``out``."""
        return int(best_meld_into(rack, by_value, points, *size, self.out, self.ws))

    def value(self, counts: Counts, *, size: tuple[int, int]) -> int:
        """The value of exactly these tiles; checks that ``is_legal`` says the same."""
        value = int(meld_value_kernel(counts, *size, self.ws))
        assert bool(is_legal_kernel(counts, *size, self.ws)) == (value >= 0)
        return value

    def split(self, counts: Counts, meld: bool = False) -> list[list[int]]:
        """The arrangement of these tiles; no sets when there is none."""
        rows = np.zeros((MAX_SETS, SET_WIDTH), dtype=np.int8)
        arrange = arrange_meld_into if meld else arrange_into
        size = int(arrange(counts, *FULL, rows, self.ws))
        return [row[1 : row[0] + 1].tolist() for row in rows[: max(size, 0)]]

    def splits(self, table: Counts, rack: Counts) -> bool:
        """Whether ``out`` is a play from the rack, shown as sets."""
        fits = bool((self.out >= 0).all() and (self.out <= rack).all())
        return fits and is_split(table + self.out, self.split(table + self.out))

    def splits_meld(self, rack: Counts, points: int) -> bool:
        """Whether ``out`` is a meld from the rack worth the points, shown as sets."""
        fits = bool((self.out >= 0).all() and (self.out <= rack).all())
        return fits and is_split(self.out, self.split(self.out, True), points)

    def shows(self, position: Position) -> bool:
        """Whether a legal table can be shown for a position in the middle of a turn."""
        found = self.best(position, 0, size=FULL) >= 0
        return found and self.splits(*position)

    def can_meld(self, rack: Counts, points: int, *, size: tuple[int, int]) -> bool:
        """Whether the rack alone is worth ``points``."""
        return bool(can_meld_kernel(rack, points, *size, self.ws))


def describe(position: Position, size: tuple[int, int] = FULL) -> str:
    """A position in one line."""
    table, rack = position
    return f"{size} table {format_tiles(table) or '-'} | rack {format_tiles(rack) or '-'}"


def _differences(pairs: Iterator[tuple[str, object, object]], where: str) -> list[str]:
    return [f"{name}: got {got}, want {want}: {where}" for name, got, want in pairs if got != want]


def check_brute(
    checker: Checker, position: Position, size: tuple[int, int], seed: int
) -> list[str]:
    """Differences from brute force on a small position."""
    rng = random.Random(seed)
    return _differences(_brute_pairs(checker, position, size, rng), describe(position, size))


def _brute_pairs(
    checker: Checker, position: Position, size: tuple[int, int], rng: random.Random
) -> Iterator[tuple[str, object, object]]:
    table, rack = position
    answers = Answers(table.tolist(), rack.tolist(), *size)
    yield "mask", checker.mask(position, size=size), answers.mask()
    yield "ascending", checker.ascending(position, 0, size=size), answers.mask(ascending=True)
    yield "value", checker.value(table, size=size), best_value(tuple(table.tolist()), *size)
    for by_value, want in ((0, answers.most_tiles()), (1, answers.most_faces())):
        yield f"best {by_value}", checker.best(position, by_value, size=size), want
        if want >= 0:
            yield "best is legal", _is_play(checker.out, rack, table, size), True
    if answers.plays:
        points = _points(rng, answers)
        yield "meld mask", checker.mask(position, points, size=size), answers.mask(points)
        rising = answers.mask(points, ascending=True)
        yield "meld ascending", checker.ascending(position, points, size=size), rising
    alone = Answers(NONE.tolist(), rack.tolist(), *size)
    points = _points(rng, alone)
    can = checker.can_meld(rack, points, size=size)
    yield "can meld", can, alone.most_value(points) >= 0
    yield "meld value", checker.meld(rack, 1, points, size=size), alone.most_value(points)
    value = checker.meld(rack, 0, points, size=size)
    most = alone.most_tiles(points)
    yield "meld tiles", int(checker.out.sum()) if value >= 0 else -1, most
    if value >= 0:
        yield "meld worth", best_value(tuple(checker.out.tolist()), *size), value


def _points(rng: random.Random, answers: Answers) -> int:
    """Points at the edge of what can be reached."""
    return max(1, rng.choice([value for _, value in answers.plays]) + rng.choice([0, 0, 1, -1]))


def _is_play(tiles: Counts, rack: Counts, table: Counts, size: tuple[int, int]) -> bool:
    fits = bool((tiles >= 0).all() and (tiles <= rack).all())
    return fits and best_value(tuple((table + tiles).tolist()), *size) >= 0


def check_program(checker: Checker, position: Position) -> list[str]:
    """Differences from the integer program, playing on the table.

    What the solver says is possible it must show as sets; what it says is impossible the program
    must find impossible.
    """
    return _differences(_program_pairs(checker, position), describe(position))


def _program_pairs(checker: Checker, position: Position) -> Iterator[tuple[str, object, object]]:
    table, rack = position
    program = Program(table, rack)
    mask = checker.mask(position, size=FULL)
    for tile in np.flatnonzero(mask).tolist():
        yield f"{tile_code(tile)} legal", checker.shows(forced(position, tile)), True
    unseen = [tile for tile in program.played if not mask[tile]]
    yield "more legal tiles", program.any_played(unseen), False
    tiles = checker.best(position, 0, size=FULL)
    if tiles < 0:
        yield "no legal table", program.possible(), False
        return
    yield "most tiles", checker.splits(table, rack), True
    yield "number of tiles", int(checker.out.sum()), tiles
    yield "more tiles", program.more_tiles_than(tiles), False
    faces = checker.best(position, 1, size=FULL)
    yield "most value", checker.splits(table, rack), True
    yield "sum of faces", sum((t % 13 + 1) * int(checker.out[t]) for t in range(52)), faces
    yield "more value", program.more_faces_than(faces), False


def forced(position: Position, tile: int) -> Position:
    """The position after this tile was played."""
    table, rack = position.table.copy(), position.rack.copy()
    table[tile] += 1
    rack[tile] -= 1
    return Position(table, rack)


def check_program_meld(checker: Checker, position: Position, points: int) -> list[str]:
    """Differences from the integer program before the initial meld; the table: own tiles played."""
    pairs = _meld_pairs(checker, position, points)
    return _differences(pairs, f"{points} points {describe(position)}")


def _meld_pairs(
    checker: Checker, position: Position, points: int
) -> Iterator[tuple[str, object, object]]:
    table, rack = position
    mask = checker.mask(position, points, size=FULL)
    program = Program(table, rack, points)
    for tile in program.played:
        with_tile = Program(*forced(position, tile), points)
        yield f"{tile_code(tile)} in a meld", with_tile.possible(), bool(mask[tile])
    alone = Program(NONE, rack)
    best = checker.meld(rack, 1, points, size=FULL)
    yield "can meld", checker.can_meld(rack, points, size=FULL), best >= 0
    if best < 0:
        yield "no meld", alone.more_value_than(points - 1), False
        return
    yield "meld of most value", checker.splits_meld(rack, best), True
    yield "worthier meld", alone.more_value_than(best), False
    value = checker.meld(rack, 0, points, size=FULL)
    yield "meld of most tiles", checker.splits_meld(rack, max(value, points)), True
    count = int(checker.out.sum())
    yield "longer meld", Program(NONE, rack, points).more_tiles_than(count), False
