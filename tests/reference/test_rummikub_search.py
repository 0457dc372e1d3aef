"""The reference's exact search for sets against brute force, and the cases about sets."""

import random
from itertools import combinations

import pytest

from tests.reference.rummikub_arrange import all_arrangements, arrange, in_sets, most_kept
from tests.reference.rummikub_partition import (
    best_value,
    is_partitionable,
    meld_tiles,
    smallest_completion,
    table_tiles,
)
from tests.reference.rummikub_tiles import (
    JOKER,
    TYPES,
    Counts,
    TileSet,
    count,
    is_set,
    number_of,
    read_tiles,
    subtract,
    tile,
    tiles_of,
)

# -- the exact search against brute force -----------------------------------------------------


def brute_values(tiles: list[int], numbers: int, colors: int) -> set[int]:
    """The values of all splits of exactly these tiles into sets, by trying every subset."""
    if not tiles:
        return {0}
    first, rest = tiles[0], tiles[1:]
    found = set()
    for size in range(2, len(rest) + 1):
        for places in combinations(range(len(rest)), size):
            chosen = tuple(sorted([first, *(rest[i] for i in places)]))
            if is_set(chosen, numbers, colors):
                left = [t for i, t in enumerate(rest) if i not in places]
                value = set_value(chosen, numbers, colors)
                found |= {value + v for v in brute_values(left, numbers, colors)}
    return found


def set_value(tiles: TileSet, numbers: int, colors: int) -> int:
    """The value of one set at its best reading, by trying every reading."""
    real = [number_of(t) for t in tiles if t != JOKER]
    size, best = len(tiles), 0
    if len(set(real)) == 1 and 3 <= size <= min(4, colors):
        best = real[0] * size
    one_color = len({t // 13 for t in tiles if t != JOKER}) == 1
    for first in range(1, numbers - size + 2):
        run = range(first, first + size)
        if one_color and len(set(real)) == len(real) and set(real) <= set(run):
            best = max(best, sum(run))
    return best


def random_tiles(rng: random.Random, most: int, numbers: int, colors: int, jokers: int) -> Counts:
    low = rng.randint(1, max(1, numbers - 4))
    kinds = [tile(c, n) for c in range(colors) for n in range(low, min(numbers, low + 5) + 1)]
    bag = kinds * 2 + [JOKER] * jokers * 3
    chosen = rng.sample(bag, min(most, len(bag)))
    counts = count(chosen)
    return (*counts[:JOKER], min(counts[JOKER], jokers))


@pytest.mark.parametrize("seed", range(150))
def test_search_agrees_with_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    numbers, colors = rng.choice([(13, 4), (13, 4), (6, 4), (5, 3), (7, 2)])
    tiles = random_tiles(rng, rng.randint(3, 9), numbers, colors, rng.randint(0, 2))
    points = rng.choice([-1, -1, 15, 30])
    must = count(t for t in tiles_of(tiles) if rng.random() < 0.4)
    may = subtract(tiles, must)
    lowest = rng.choice([-1, 0, rng.randint(0, 52)])
    mask, completions = [False] * TYPES, []
    for size in range(sum(may) + 1):
        for added in set(combinations(tiles_of(may), size)):
            values = brute_values([*tiles_of(must), *added], numbers, colors)
            if not values:
                continue
            completions.append((size, added))
            if max(values) >= points:
                for t in added:
                    if lowest < 0 or (t >= lowest and t == min(added)):
                        mask[t] = True
    assert meld_tiles(must, may, points, numbers, colors, lowest) == mask
    if points < 0:
        assert table_tiles(must, may, numbers, colors, lowest) == mask
    wanted = count(min(completions)[1]) if completions else None
    assert smallest_completion(must, may, numbers, colors) == wanted
    values = brute_values(tiles_of(must), numbers, colors)
    assert best_value(must, numbers, colors) == (max(values) if values else None)


def test_brute_force_meets_both_answers() -> None:
    rng = random.Random(5)
    answers = [is_partitionable(random_tiles(rng, 6, 6, 4, 2)) for _ in range(300)]
    assert 10 < sum(answers) < 290


@pytest.mark.parametrize("seed", range(20))
def test_arrangements_are_right_and_keep_the_most_sets(seed: int) -> None:
    rng = random.Random(seed)
    kinds = [tile(c, n) for c in range(4) for n in range(4, 9)] * 2 + [JOKER] * 2
    while True:
        tiles = count(rng.sample(kinds, 11))
        if is_partitionable(tiles):
            break
    ways = list(all_arrangements(tiles, 13, 4))
    assert all(in_sets(way) == tiles and all(map(is_set, way)) for way in ways)
    old = rng.choice(ways)
    assert arrange(tiles, old, 13, 4) == sorted(old)
    kept = {len(k) for k in most_kept(tiles, ways[0], 13, 4)}
    assert kept == {max(len(ways[0]) - len(missing(ways[0], way)) for way in ways)}


def missing(old: list[TileSet], new: list[TileSet]) -> list[TileSet]:
    """The old sets that are not among the new ones."""
    left = list(new)
    gone = []
    for s in old:
        if s in left:
            left.remove(s)
        else:
            gone.append(s)
    return gone


# -- sets and values (RK-1 … RK-3, cases) -------------------------------------------------------

SETS = {
    "RK-1 group of three": ("r5 b5 k5", True),
    "RK-1 group of four": ("r5 b5 k5 y5", True),
    "RK-1 never five": ("r5 b5 k5 y5 J", False),
    "RK-1 one colour twice": ("r5 r5 k5", False),
    "RK-2 run": ("r1 r2 r3", True),
    "RK-2 nothing follows 13": ("r12 r13 r1", False),
    "RK-2 two colours": ("r1 r2 b3", False),
    "RK-3 two jokers": ("J r5 J", True),
    "RK-3 joker between": ("r10 J r12", True),
    "RK-3 full run and a joker": ("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 J", False),
    "too short": ("r5 J", False),
}


@pytest.mark.parametrize(("tiles", "valid"), SETS.values(), ids=SETS)
def test_sets(tiles: str, valid: bool) -> None:
    assert is_set(tuple(tiles_of(read_tiles(tiles)))) == valid


VALUES = {
    "case 2": ("r10 b10 k10", 30),
    "case 3": ("k10 r10 J", 30),
    "case 4": ("r12 r13 J", 36),
    "case 5": ("r10 J J", 33),
    "case 10": ("r12 r13 r1", None),
    "case 11": ("r1 r1 b1 k1 y1 y1", 6),
    "12 J J": ("r12 J J", 36),
}


@pytest.mark.parametrize(("tiles", "value"), VALUES.values(), ids=VALUES)
def test_meld_values(tiles: str, value: int | None) -> None:
    assert best_value(read_tiles(tiles)) == value
