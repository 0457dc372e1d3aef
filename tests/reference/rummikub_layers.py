"""Reference Rummikub, part 2: laying tiles into sets number by number.

The question behind everything: these tiles *must* all lie in valid sets, those *may* be added.
`Layers` goes through the numbers 1, 2, 3 … and notes, per colour, how many open runs are one tile
long, two tiles long, and three or longer.  A run that is one or two long has to go on; a longer
one may stop.  Where a run of three or more could go on and another could start, going on loses
nothing (two runs that meet are one run), so it always goes on.  Nothing else is left out: every
way to put the tiles of a number into groups, into runs, and jokers into either, is tried.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from tests.reference.rummikub_tiles import JOKER, Counts, add, tile

Run = tuple[int, int, int]  # open runs of a colour: one long, two long, three or more
State = tuple[tuple[Run, ...], int]  # runs per colour, jokers used so far
# how the tiles of one number are laid: real tiles in runs per colour, real tiles in all per
# colour, jokers in groups
Laying = tuple[tuple[int, ...], tuple[int, ...], int]
Edge = tuple[State, tuple[int, ...], int, State]  # from, real tiles used, tiles used, to

NO_RUNS: Run = (0, 0, 0)


@lru_cache(maxsize=None)
def splits_into_groups(tiles: tuple[int, ...], jokers: int) -> bool:
    """Can tiles of one number (a count per colour) and jokers be split into groups (RK-1)?"""
    colors = len(tiles)
    if not any(tiles):
        return jokers == 0
    first = next(c for c in range(colors) if tiles[c])
    for members in product((0, 1), repeat=colors):
        if not members[first] or any(m > t for m, t in zip(members, tiles, strict=True)):
            continue
        rest = tuple(t - m for t, m in zip(tiles, members, strict=True))
        for used in range(min(2, jokers) + 1):
            size = sum(members) + used
            if 3 <= size <= min(4, colors) and splits_into_groups(rest, jokers - used):
                return True
    return False


@lru_cache(maxsize=None)
def layings(must: tuple[int, ...], most: tuple[int, ...], jokers: int) -> tuple[Laying, ...]:
    """All ways to lay the tiles of one number: `must` to `most` of each colour are laid."""
    found = set()
    for groups in product(*(range(m + 1) for m in most)):
        for group_jokers in range(jokers + 1):
            if not splits_into_groups(groups, group_jokers):
                continue
            sides = zip(must, most, groups, strict=True)
            choices = [range(max(0, low - g), high - g + 1) for low, high, g in sides]
            for runs in product(*choices):
                used = tuple(g + r for g, r in zip(groups, runs, strict=True))
                found.add((runs, used, group_jokers))
    return tuple(sorted(found))


@lru_cache(maxsize=None)
def run_after(run: Run, tiles: int) -> Run | None:
    """The open runs of a colour after `tiles` tiles of the next number; None: a short run broke."""
    ones, twos, long = run
    left = tiles - ones - twos
    if left < 0:
        return None
    go_on = min(long, left)
    return (left - go_on, ones, twos + go_on)


@lru_cache(maxsize=None)
def joker_places(needed: tuple[int, ...], jokers: int) -> tuple[tuple[int, ...], ...]:
    """All ways to put up to `jokers` jokers into the colours' runs, at least `needed` of each."""
    spare = jokers - sum(needed)
    if spare < 0:
        return ()
    extras = product(range(spare + 1), repeat=len(needed))
    return tuple(
        tuple(n + e for n, e in zip(needed, extra, strict=True))
        for extra in extras
        if sum(extra) <= spare
    )


class Layers:
    """The ways to lay `must` and any of `may` into sets, one number after the other."""

    def __init__(self, must: Counts, may: Counts, numbers: int, colors: int) -> None:
        assert must[JOKER] + may[JOKER] <= 2, "written for two jokers at most"
        self.must, self.may = must, may
        self.numbers, self.colors = numbers, colors
        self.jokers = must[JOKER] + may[JOKER]
        self.most = add(must, may)
        self.start: State = ((NO_RUNS,) * colors, 0)
        self.must_rows = [self._row(must, v) for v in range(numbers + 3)]
        self.most_rows = [self._row(self.most, v) for v in range(numbers + 3)]

    def _row(self, counts: Counts, v: int) -> tuple[int, ...]:
        if v == 0 or v > self.numbers:
            return (0,) * self.colors
        return tuple(counts[tile(c, v)] for c in range(self.colors))

    def edges_from(self, state: State, v: int) -> Iterator[Edge]:
        runs, used = state
        ways = layings(self.must_rows[v], self.most_rows[v], self.jokers - used)
        for in_runs, real, group_jokers in ways:
            needs = zip(runs, in_runs, strict=True)
            needed = tuple(max(0, run[0] + run[1] - r) for run, r in needs)
            for places in joker_places(needed, self.jokers - used - group_jokers):
                jokers = used + group_jokers + sum(places)
                new = self._runs_after(runs, in_runs, places, v, jokers)
                if new is not None:
                    yield state, real, sum(real) + jokers - used, (new, jokers)

    def _runs_after(
        self,
        runs: tuple[Run, ...],
        in_runs: tuple[int, ...],
        places: tuple[int, ...],
        v: int,
        jokers: int,
    ) -> tuple[Run, ...] | None:
        left = self.jokers - jokers
        following, second = self.most_rows[v + 1], self.most_rows[v + 2]
        new, lacking_next, lacking_second = [], 0, 0
        for c, run in enumerate(runs):
            after = run_after(run, in_runs[c] + places[c])
            if after is None or (v > self.numbers - 2 and after[0]):
                return None
            if v == self.numbers and after[1]:
                return None
            lacking_next += max(0, after[0] + after[1] - following[c])
            lacking_second += max(0, after[0] - second[c])
            # a long run that no tile is left for has ended
            new.append((after[0], after[1], min(after[2], following[c] + left)))
        if max(lacking_next, lacking_second) > left:
            return None
        return tuple(new)
