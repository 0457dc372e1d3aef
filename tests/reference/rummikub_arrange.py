"""Reference Rummikub, part 4: concrete arrangements, and the table that can't be put back (HKR-23).

Which sets the tiles end up in is no decision of a player, so several arrangements can be right;
`lost_tables` goes through every outcome of HKR-23 that is.
"""

from collections.abc import Iterator
from itertools import combinations

from tests.reference.rummikub_partition import is_partitionable, smallest_completion
from tests.reference.rummikub_tiles import (
    JOKER,
    Counts,
    TileSet,
    add,
    count,
    is_set,
    sets_with,
    subtract,
    tiles_of,
)

Table = tuple[TileSet, ...]  # sorted


def in_sets(sets: list[TileSet] | Table) -> Counts:
    """The tiles of some sets."""
    return count(t for s in sets for t in s)


def all_arrangements(tiles: Counts, numbers: int, colors: int) -> Iterator[list[TileSet]]:
    """Every way to split exactly these tiles into valid sets."""
    real = [t for t in tiles_of(tiles) if t != JOKER]
    if not real:
        if not tiles[JOKER]:
            yield []
        return
    for chosen in sets_with(real[0], tiles, numbers, colors):
        rest = subtract(tiles, count(chosen))
        if is_partitionable(rest, numbers, colors):
            for others in all_arrangements(rest, numbers, colors):
                yield [chosen, *others]


def arrange(tiles: Counts, keep: list[TileSet], numbers: int, colors: int) -> list[TileSet]:
    """One arrangement of `tiles` that keeps as many of the old sets as can be."""
    kept = most_kept(tiles, keep, numbers, colors)[0]
    rest = subtract(tiles, in_sets(kept))
    return sorted([*kept, *next(all_arrangements(rest, numbers, colors))])


def most_kept(tiles: Counts, old: list[TileSet], numbers: int, colors: int) -> list[Table]:
    """The largest choices of old sets that can stay as they are."""
    for broken in range(len(old) + 1):
        choices = sorted(set(combinations(sorted(old), len(old) - broken)))
        found = [c for c in choices if can_stay(tiles, c, numbers, colors)]
        if found:
            return found
    raise AssertionError("these tiles can't be arranged at all")


def can_stay(tiles: Counts, kept: Table, numbers: int, colors: int) -> bool:
    """Can the tiles be arranged with all the sets of `kept` among the sets?"""
    staying = in_sets(kept)
    if any(s > t for s, t in zip(staying, tiles, strict=True)):
        return False
    return is_partitionable(subtract(tiles, staying), numbers, colors)


def lost_tables(
    old: list[TileSet], played: Counts, rack: Counts, numbers: int, colors: int
) -> Iterator[Table]:
    """Every table that HKR-23 can leave: what stays; the old tiles that are not on it are loose.

    `old`: the sets of the turn's start; `played`: the tiles played in the turn; `rack`: the rest
    of the rack.  The old sets and the played tiles, completed from the rack, are arranged as near
    to the old sets as can be (as many as can be unchanged); then the rack's tiles are taken out.
    """
    start = add(in_sets(old), played)
    completion = smallest_completion(start, rack, numbers, colors)
    assert completion is not None, "the mask let in a tile that can't be completed"
    from_rack, full = add(played, completion), add(start, completion)
    seen: set[Table] = set()
    for kept in most_kept(full, old, numbers, colors):
        rest = subtract(full, in_sets(kept))
        for moved in all_arrangements(rest, numbers, colors):
            for staying in taken_out(moved, tiles_of(from_rack), numbers, colors):
                table = tuple(sorted(kept + staying))
                if table not in seen:
                    seen.add(table)
                    yield table


def taken_out(sets: list[TileSet], tiles: list[int], numbers: int, colors: int) -> set[Table]:
    """What can stay of the sets when the tiles are taken out of them: those still valid.

    Where equal tiles lie in two sets, the one taken can be either.
    """
    reached = {tuple(sorted(sets))}
    for t in tiles:
        reached = {after for table in reached for after in without_one(table, t)}
    return {tuple(s for s in table if is_set(s, numbers, colors)) for table in reached}


def without_one(table: Table, t: int) -> Iterator[Table]:
    """The tables that taking one tile `t` off can leave."""
    for i, s in enumerate(table):
        if t in s:
            at = s.index(t)
            yield tuple(sorted((*table[:i], s[:at] + s[at + 1 :], *table[i + 1 :])))
