"""Brute force over sets: what tiles can be split into sets, for small positions.

Written from the rulebook alone; slow and obvious.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from .rummikub_sets import TileSet, all_sets

JOKER = 52
Counts = tuple[int, ...]


@lru_cache(maxsize=None)
def _sets_with(numbers: int, colors: int) -> dict[int, list[TileSet]]:
    """Sets by their lowest real tile."""
    by_tile: dict[int, list[TileSet]] = {tile: [] for tile in range(52)}
    for tile_set in all_sets(numbers, colors):
        by_tile[tile_set.tiles[0]].append(tile_set)
    return by_tile


@lru_cache(maxsize=200_000)
def best_value(counts: Counts, numbers: int = 13, colors: int = 4) -> int:
    """The best value of exactly these tiles split into sets; -1 when they can't be."""
    lowest = next((tile for tile in range(52) if counts[tile]), None)
    if lowest is None:
        return 0 if counts[JOKER] == 0 else -1
    best = -1
    for tile_set in _sets_with(numbers, colors)[lowest]:
        rest = list(counts)
        rest[JOKER] -= tile_set.jokers
        for tile in tile_set.tiles:
            rest[tile] -= 1
        if min(rest) < 0:
            continue
        value = best_value(tuple(rest), numbers, colors)
        if value >= 0:
            best = max(best, value + tile_set.value)
    return best


def subsets(rack: Sequence[int]) -> Iterator[Counts]:
    """Every choice of rack tiles."""
    return product(*(range(int(n) + 1) for n in rack))


class Answers:
    """What can be played on ``table`` from ``rack``, by trying every choice of rack tiles."""

    def __init__(self, table: Sequence[int], rack: Sequence[int], numbers: int, colors: int):
        self.plays: list[tuple[Counts, int]] = []
        for chosen in subsets(rack):
            total = tuple(int(a) + b for a, b in zip(table, chosen, strict=True))
            value = best_value(total, numbers, colors)
            if value >= 0:
                self.plays.append((chosen, value))

    def mask(self, points: int = 0, ascending: bool = False) -> list[int]:
        """1 for every tile type in some play worth ``points`` (ascending: as its lowest tile)."""
        mask = [0] * 53
        for chosen, value in self.plays:
            if value >= points:
                used = [tile for tile in range(53) if chosen[tile]]
                for tile in used[:1] if ascending else used:
                    mask[tile] = 1
        return mask

    def most_tiles(self, points: int = 0) -> int:
        """The most tiles that can leave the rack; -1 when no play is worth ``points``."""
        return max((sum(c) for c, value in self.plays if value >= points), default=-1)

    def most_faces(self) -> int:
        """The highest sum of face numbers that can leave the rack; -1 without any play."""
        faces = [sum((t % 13 + 1) * n for t, n in enumerate(c[:52])) for c, _ in self.plays]
        return max(faces, default=-1)

    def most_value(self, points: int = 0) -> int:
        """The highest value of everything on the table; -1 when it is below ``points``."""
        best = max((value for _, value in self.plays), default=-1)
        return best if best >= points else -1
