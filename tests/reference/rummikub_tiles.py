"""Reference Rummikub, part 1: tiles, sets and the rulesets, in plain Python.

Written from the rulebook alone; imports nothing of the project.  A tile is a number 0 … 52
(colour × 13 + number − 1, the joker is 52), a hand or a table is a tuple of 53 counts, a set is a
sorted tuple of tiles.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Any

COLORS = ("black", "blue", "red", "yellow")
LETTERS = "kbry"
JOKER = 52
TYPES = 53

Counts = tuple[int, ...]
TileSet = tuple[int, ...]

NO_TILES: Counts = (0,) * TYPES


@dataclass(frozen=True)
class Rules:
    """The fields of a Rummikub ruleset; the defaults are `hk_school`."""

    tiles_dealt: int = 14  # HKR-2
    initial_meld_points: int = 30  # HKR-10
    joker_penalty: int = 30  # HKR-31
    pool_empty: str = "stop"  # HKR-33
    max_redeals: int = 3  # HKR-3
    no_meld_counts: tuple[int, int] | None = (100, 200)  # HKR-32
    timeout_keeps_legal_play: bool = False  # HKR-22
    timeout_draw: int = 3
    timeout_draw_if_nothing_played: int = 3
    table_lost_to: str = "rack"  # HKR-23
    restore_failure_prob: float = 0.0
    order: str = "any"
    numbers: int = 13
    colors: int = 4
    copies: int = 2
    jokers: int = 2


HK_SCHOOL = Rules()
TW_CAMPUS = Rules(
    pool_empty="play_on",  # TWR-9
    max_redeals=0,
    no_meld_counts=None,  # TWR-8
    timeout_keeps_legal_play=True,  # TWR-5
    timeout_draw=3,
    timeout_draw_if_nothing_played=1,
    table_lost_to="pool",  # TWR-6
)
OFFICIAL = TW_CAMPUS  # OFR-1, OFR-2, OFR-3: the same in every field
RULESETS = {"hk_school": HK_SCHOOL, "tw_campus": TW_CAMPUS, "official": OFFICIAL}


def rules_named(name: str, **overrides: Any) -> Rules:
    """A named ruleset with some fields changed."""
    return replace(RULESETS[name], **overrides)


def tile(color: int, number: int) -> int:
    """The tile of a colour (0 … 3) and a number (1 … 13)."""
    return color * 13 + number - 1


def number_of(t: int) -> int:
    """The number of a tile that is not a joker."""
    return t % 13 + 1


def color_of(t: int) -> int:
    """The colour of a tile that is not a joker."""
    return t // 13


def tile_name(t: int) -> str:
    """`"red 5"`, `"joker"`."""
    return "joker" if t == JOKER else f"{COLORS[color_of(t)]} {number_of(t)}"


def read_tile(word: str) -> int:
    """A tile from `"r5"`, `"J"`, `"red 5"` or `"joker"`."""
    if word in ("J", "joker"):
        return JOKER
    if " " in word:
        color, number = word.split()
        return tile(COLORS.index(color), int(number))
    return tile(LETTERS.index(word[0]), int(word[1:]))


def read_tiles(text: str) -> Counts:
    """Counts of `"r1 r2 J | k5"` (the bars are only for the eye)."""
    return count(read_tile(word) for word in text.replace("|", " ").split())


def read_sets(text: str) -> list[TileSet]:
    """The sets of `"r1 r2 r3 | k5 b5 y5"`."""
    parts = [part.split() for part in text.split("|")]
    return [tuple(sorted(map(read_tile, part))) for part in parts if part]


def count(tiles: Iterable[int]) -> Counts:
    """Counts of some tiles."""
    counts = [0] * TYPES
    for t in tiles:
        counts[t] += 1
    return tuple(counts)


def tiles_of(counts: Counts) -> list[int]:
    """The tiles of some counts, in rising order."""
    return [t for t in range(TYPES) for _ in range(counts[t])]


def add(x: Counts, y: Counts) -> Counts:
    """All tiles of both."""
    return tuple(a + b for a, b in zip(x, y, strict=True))


def subtract(x: Counts, y: Counts) -> Counts:
    """The tiles of `x` without those of `y`, which must be among them."""
    left = tuple(a - b for a, b in zip(x, y, strict=True))
    assert min(left) >= 0, "took away a tile that is not there"
    return left


def one(t: int) -> Counts:
    """Counts of a single tile."""
    return count([t])


def all_tiles(rules: Rules) -> list[int]:
    """Every tile of the game, sorted by type, equal tiles side by side, jokers last."""
    kinds = [tile(c, n) for c in range(rules.colors) for n in range(1, rules.numbers + 1)]
    return [t for t in kinds for _ in range(rules.copies)] + [JOKER] * rules.jokers


@lru_cache(maxsize=100_000)
def is_set(tiles: TileSet, numbers: int = 13, colors: int = 4) -> bool:
    """Are these tiles one valid set (RK-1, RK-2, RK-3)?"""
    real = [t for t in tiles if t != JOKER]
    if len(tiles) < 3 or len(tiles) - len(real) > 2:
        return False
    return is_group(real, len(tiles), colors) or is_run(real, len(tiles), numbers)


def is_group(real: list[int], size: int, colors: int) -> bool:
    """One number, all of different colours; a joker is a colour that the others are not."""
    one_number = len({number_of(t) for t in real}) == 1
    different = len({color_of(t) for t in real}) == len(real)
    return size in (3, 4) and size <= colors and one_number and different


def is_run(real: list[int], size: int, numbers: int) -> bool:
    """One colour, consecutive numbers from 1 to the highest; jokers fill and lengthen."""
    here = [number_of(t) for t in real]
    if len({color_of(t) for t in real}) != 1 or len(set(here)) != len(here):
        return False
    return size <= numbers and max(here) - min(here) < size


def sets_with(t: int, supply: Counts, numbers: int, colors: int) -> Iterator[TileSet]:
    """Every valid set, each once, that holds the real tile `t` and can be made from `supply`."""
    yield from groups_with(t, supply, colors)
    groups = set(groups_with(t, supply, colors))
    yield from (s for s in runs_with(t, supply, numbers) if s not in groups)


def groups_with(t: int, supply: Counts, colors: int) -> Iterator[TileSet]:
    """The groups that hold `t`."""
    same = [tile(c, number_of(t)) for c in range(colors) if c != color_of(t)]
    there = [s for s in same if supply[s]]
    for others in range(min(4, colors)):
        for chosen in combinations(there, others):
            for jokers in range(min(2, supply[JOKER]) + 1):
                if 3 <= 1 + others + jokers <= min(4, colors):
                    yield tuple(sorted((t, *chosen))) + (JOKER,) * jokers


def runs_with(t: int, supply: Counts, numbers: int) -> Iterator[TileSet]:
    """The runs that hold `t`, as tiles: a run may be read in several ways and comes once."""
    seen = set()
    for first in range(1, number_of(t) + 1):
        for last in range(max(number_of(t), first + 2), numbers + 1):
            places = [tile(color_of(t), n) for n in range(first, last + 1)]
            for run in fillings(places, t, supply):
                if run not in seen:
                    seen.add(run)
                    yield run


def fillings(places: list[int], t: int, supply: Counts) -> Iterator[TileSet]:
    """The ways to fill the places of a run with real tiles and at most two jokers."""
    free = [p for p in places if p != t]
    for jokers in range(min(2, supply[JOKER]) + 1):
        for replaced in combinations(free, jokers):
            real = [p for p in places if p not in replaced]
            if all(supply[p] for p in real):
                yield tuple(real) + (JOKER,) * jokers
