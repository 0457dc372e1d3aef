"""Reference Rummikub, part 3: exact questions about splitting tiles into sets."""

from functools import lru_cache
from itertools import combinations

from tests.reference.rummikub_layers import Edge, Layers, Run, State
from tests.reference.rummikub_tiles import (
    JOKER,
    NO_TILES,
    TYPES,
    Counts,
    add,
    count,
    number_of,
    one,
    subtract,
    tile,
    tiles_of,
)


class Meld(Layers):
    """All ways of laying sets with their values: for the initial meld, where tiles are few."""

    def __init__(self, must: Counts, may: Counts, numbers: int, colors: int) -> None:
        super().__init__(must, may, numbers, colors)
        self.edges: list[list[Edge]] = [[] for _ in range(numbers + 1)]
        self.best_before = self._forward()

    def _forward(self) -> list[dict[State, int]]:
        layers: list[dict[State, int]] = [{self.start: 0}]
        for v in range(1, self.numbers + 1):
            here: dict[State, int] = {}
            for state, worth in layers[-1].items():
                for edge in self.edges_from(state, v):
                    self.edges[v].append(edge)
                    total = worth + v * edge[2]
                    here[edge[3]] = max(total, here.get(edge[3], total))
            layers.append(here)
        return layers

    def _ends(self) -> dict[State, int]:
        return {s: w for s, w in self.best_before[-1].items() if s[1] >= self.must[JOKER]}

    def best(self) -> int | None:
        """The highest value, or None when `must` can't be completed."""
        ends = self._ends()
        return max(ends.values()) if ends else None

    def legal(self, points: int) -> list[bool]:
        """For each tile: is it laid from `may` in some way worth `points` or more?"""
        answer = [False] * TYPES
        ends = self._ends()
        answer[JOKER] = any(s[1] > self.must[JOKER] and w >= points for s, w in ends.items())
        best_after = dict.fromkeys(ends, 0)
        for v in range(self.numbers, 0, -1):
            must = self.must_rows[v]
            before: dict[State, int] = {}
            for old, real, tiles, new in self.edges[v]:
                if new not in best_after:
                    continue
                worth = v * tiles + best_after[new]
                before[old] = max(worth, before.get(old, worth))
                if self.best_before[v - 1][old] + worth >= points:
                    for c in range(self.colors):
                        if real[c] > must[c]:
                            answer[tile(c, v)] = True
            best_after = before
        return answer


class Table(Layers):
    """Can it be laid at all?  The values don't matter, so the search can stop at the first way."""

    def __init__(self, must: Counts, may: Counts, numbers: int, colors: int) -> None:
        super().__init__(must, may, numbers, colors)
        self.known: dict[tuple[int, State], bool] = {}

    def possible(self, v: int = 0, state: State | None = None) -> bool:
        """Can the numbers after `v` be laid, when 1 … v led to `state`?"""
        state = state or self.start
        if v == self.numbers:
            return state[1] >= self.must[JOKER]
        if (v, state) not in self.known:
            after = (edge[3] for edge in self.edges_from(state, v + 1))
            self.known[v, state] = any(self.possible(v + 1, new) for new in after)
        return self.known[v, state]

    def legal(self) -> list[bool]:
        """For each number tile: is there a way that lays one from `may`?"""
        answer = [False] * TYPES
        front = [self.start]
        for v in range(1, self.numbers + 1):
            must = self.must_rows[v]
            reached = set()
            for state in front:
                for _, real, _, new in self.edges_from(state, v):
                    reached.add(new)
                    extra = [tile(c, v) for c in range(self.colors) if real[c] > must[c]]
                    if not all(answer[t] for t in extra) and self.possible(v, new):
                        for t in extra:
                            answer[t] = True
            front = best_states(reached)
        return answer


def best_states(states: set[State]) -> list[State]:
    """The states without those that another one of as many jokers can stand in for."""
    best: list[State] = []
    for state in sorted(states):
        if not any(stands_in(other, state) for other in best):
            best = [other for other in best if not stands_in(state, other)] + [state]
    return best


def stands_in(x: State, y: State) -> bool:
    """Whatever can be laid after `y` can be laid after `x`: fewer short runs, no fewer runs."""
    return x[1] == y[1] and all(run_stands_in(a, b) for a, b in zip(x[0], y[0], strict=True))


def run_stands_in(x: Run, y: Run) -> bool:
    """The same for one colour: the next tiles that go on from `y` also go on from `x`."""
    return x[0] <= y[0] and x[0] + x[1] <= y[0] + y[1] and sum(x) >= sum(y)


# The answers are kept, not the searches: those hold every edge and would fill the memory.


@lru_cache(maxsize=20_000)
def best_meld(must: Counts, may: Counts, numbers: int, colors: int) -> int | None:
    """The highest value of sets that hold `must` and some of `may`; None when there are none."""
    return Meld(must, may, numbers, colors).best()


@lru_cache(maxsize=20_000)
def meld_mask(
    must: Counts, may: Counts, points: int, numbers: int, colors: int
) -> tuple[bool, ...]:
    """`Meld.legal` by its tiles."""
    return tuple(Meld(must, may, numbers, colors).legal(points))


@lru_cache(maxsize=50_000)
def is_completable(must: Counts, may: Counts, numbers: int, colors: int) -> bool:
    """Can `must` be laid in valid sets with some of `may`?"""
    return Table(must, may, numbers, colors).possible()


def is_partitionable(tiles: Counts, numbers: int = 13, colors: int = 4) -> bool:
    """Can exactly these tiles be split into valid sets?"""
    return is_completable(tiles, NO_TILES, numbers, colors)


def best_value(tiles: Counts, numbers: int = 13, colors: int = 4) -> int | None:
    """The value of these tiles as sets at the best reading (HKR-10); None: they are no sets."""
    return best_meld(tiles, NO_TILES, numbers, colors)


def can_meld(rack: Counts, points: int, numbers: int = 13, colors: int = 4) -> bool:
    """Could the rack alone lay sets worth `points` or more?"""
    best = best_meld(NO_TILES, rack, numbers, colors)
    return best is not None and best >= max(points, 1)


def meld_tiles(
    played: Counts, rack: Counts, points: int, numbers: int, colors: int, lowest: int = -1
) -> list[bool]:
    """The exact mask before the initial meld: the tile can be part of a meld worth `points`.

    `lowest` ≥ 0: tiles of a turn come in rising order, and `lowest` is the last one played.
    """
    if lowest < 0:
        return list(meld_mask(played, rack, points, numbers, colors))

    def is_legal(t: int) -> bool:
        with_t, later = add(played, one(t)), not_below(subtract(rack, one(t)), t)
        best = best_meld(with_t, later, numbers, colors)
        return best is not None and best >= points

    return [rack[t] > 0 and t >= lowest and is_legal(t) for t in range(TYPES)]


def table_tiles(
    must: Counts, rack: Counts, numbers: int, colors: int, lowest: int = -1
) -> list[bool]:
    """The exact mask after the initial meld: `must` and the tile can be completed from the rack."""

    def is_legal(t: int) -> bool:
        later = subtract(rack, one(t))
        if lowest >= 0:
            later = not_below(later, t)
        return is_completable(add(must, one(t)), later, numbers, colors)

    if lowest >= 0:
        return [rack[t] > 0 and t >= lowest and is_legal(t) for t in range(TYPES)]
    answer = table_mask(must, rack, numbers, colors)
    return [*answer[:JOKER], rack[JOKER] > 0 and is_legal(JOKER)]


@lru_cache(maxsize=20_000)
def table_mask(must: Counts, may: Counts, numbers: int, colors: int) -> tuple[bool, ...]:
    """`Table.legal` by its tiles."""
    return tuple(Table(must, may, numbers, colors).legal())


def not_below(tiles: Counts, lowest: int) -> Counts:
    """The tiles that are not lower than `lowest`."""
    return tuple(n if t >= lowest else 0 for t, n in enumerate(tiles))


def smallest_completion(must: Counts, rack: Counts, numbers: int, colors: int) -> Counts | None:
    """The completion of the fewest tiles, and of these the one of the lowest tiles (HKR-23)."""
    if not is_completable(must, rack, numbers, colors):
        return None
    useful = table_tiles(must, rack, numbers, colors)
    tiles = [t for t in tiles_of(rack) if useful[t]]
    for size in range(len(tiles) + 1):
        for chosen in combinations(tiles, size):
            if is_partitionable(add(must, count(chosen)), numbers, colors):
                return count(chosen)
    raise AssertionError("it can be completed, but by no tiles")


def face_sum(tiles: Counts, joker_penalty: int) -> int:
    """The sum of the numbers, a joker at its penalty (HKR-30, HKR-31)."""
    numbers = sum(number_of(t) * tiles[t] for t in range(JOKER))
    return numbers + joker_penalty * tiles[JOKER]
