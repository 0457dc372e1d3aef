"""Tiles of Rummikub: indices, names, counts and the text notation of sets.

Tile index = colour × 13 + number − 1 with the colours black, blue, red, yellow; the joker is 52.
A handful of tiles is ``int8[53]``, how many of each type.  Notation: k black, b blue, r red,
y yellow, J joker; ``r5`` or ``red 5``; sets are parted by ``|``.  First module of the package.
"""

import re
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from tabletop.errors import UserError, nearest

COLORS = ("black", "blue", "red", "yellow")
LETTERS = "kbry"
NUM_COLORS = 4
MAX_NUMBER = 13
JOKER = 52
NUM_TILES = 53
COPIES = 2
NUM_JOKERS = 2

Counts = NDArray[np.int8]

_COLOR_WORDS = {word: i for i, word in enumerate(COLORS)} | {c: i for i, c in enumerate(LETTERS)}
_JOKER_WORDS = ("j", "joker")
_TOKEN = re.compile(r"([A-Za-z]+)[ \t_]*(\d+)|([A-Za-z]+)|(\S+)")
_ORDINALS = {1: "second", 2: "third", 3: "fourth"}


def tile_index(color: int, number: int) -> int:
    """The index of a coloured tile: ``color`` 0–3, ``number`` 1–13."""
    return color * MAX_NUMBER + number - 1


def tile_color(tile: int) -> int:
    """Colour 0–3 of a tile that is no joker."""
    return tile // MAX_NUMBER


def tile_number(tile: int) -> int:
    """The number on a tile; 0 for the joker."""
    return 0 if tile == JOKER else tile % MAX_NUMBER + 1


def tile_code(tile: int) -> str:
    """Short form: ``r5``, ``J``."""
    if tile == JOKER:
        return "J"
    return f"{LETTERS[tile_color(tile)]}{tile_number(tile)}"


def tile_name(tile: int) -> str:
    """Long form: ``red 5``, ``joker``."""
    if tile == JOKER:
        return "joker"
    return f"{COLORS[tile_color(tile)]} {tile_number(tile)}"


def _coloured_tile(word: str, digits: str) -> int:
    color = _COLOR_WORDS.get(word.lower())
    if color is None:
        raise UserError(f"no tile {word + digits!r}: {word!r} is no colour; {_colour_hint(word)}")
    if not 1 <= int(digits) <= MAX_NUMBER:
        raise UserError(f"no tile {word + digits!r}: numbers go from 1 to {MAX_NUMBER}")
    return tile_index(color, int(digits))


def _colour_hint(word: str) -> str:
    hint = nearest(word.lower(), COLORS)
    return hint if hint.startswith("did") else "want k, b, r or y (black, blue, red, yellow)"


def parse_tile_list(text: str) -> list[int]:
    """Tile indices in the order written; blanks, commas and semicolons part them.

    Raises UserError that names the wrong word.
    """
    if not isinstance(text, str):
        raise UserError(f"tiles are {text!r}; want text such as 'r1 r2 J'")
    tiles = []
    for match in _TOKEN.finditer(re.sub(r"[,;]", " ", text)):
        word, digits, lone, other = match.groups()
        if word is not None:
            tiles.append(_coloured_tile(word, digits))
        elif lone is not None and lone.lower() in _JOKER_WORDS:
            tiles.append(JOKER)
        elif lone is not None and lone.lower() in _COLOR_WORDS:
            raise UserError(f"tile {lone!r} lacks its number; want for example 'r5' or 'red 5'")
        else:
            raise UserError(f"no tile {(lone or other)!r}; want for example 'r5', 'red 5' or 'J'")
    return tiles


def parse_tile(text: str) -> int:
    """The index of one tile, ``r5``, ``red 5`` or ``J``; UserError when it isn't one."""
    tiles = parse_tile_list(text)
    if len(tiles) != 1:
        raise UserError(f"want one tile, not {text!r}; for example 'r5', 'red 5' or 'J'")
    return tiles[0]


def count_tiles(tiles: Iterable[int]) -> Counts:
    """int8[53] counts of tile indices."""
    counts = np.zeros(NUM_TILES, dtype=np.int8)
    for tile in tiles:
        counts[tile] += 1
    return counts


def check_supply(
    counts: NDArray[np.integer], copies: int = COPIES, jokers: int = NUM_JOKERS, where: str = ""
) -> None:
    """UserError that names the first tile of which there are more than the game has."""
    prefix = f"{where}: " if where else ""
    for tile in range(NUM_TILES):
        limit = jokers if tile == JOKER else copies
        if counts[tile] > limit:
            name = _ORDINALS.get(limit, f"{limit + 1}th")
            kind = "one" if limit == 1 else str(limit)
            raise UserError(f"{prefix}a {name} {tile_name(tile)!r}; the game has {kind}")
        if counts[tile] < 0:
            raise UserError(f"{prefix}{counts[tile]} of {tile_name(tile)!r}; want 0 or more")


def parse_tiles(text: str) -> Counts:
    """Counts int8[53] of a text such as ``"r1 r2 J"`` or ``"red 1, red 2, joker"``.

    Raises UserError for a word that is no tile and for more tiles than the game has.
    """
    counts = count_tiles(parse_tile_list(text))
    check_supply(counts)
    return counts


def parse_sets(text: str) -> list[list[int]]:
    """Sets as lists of tile indices in the order written: ``"r1 r2 r3 | k5 b5 y5"``.

    Empty parts are left out.  Checks the supply, not whether the sets are valid.
    """
    if not isinstance(text, str):
        raise UserError(f"sets are {text!r}; want text such as 'r1 r2 r3 | k5 b5 y5'")
    sets = [parse_tile_list(part) for part in text.split("|")]
    check_supply(count_tiles(tile for tiles in sets for tile in tiles))
    return [tiles for tiles in sets if tiles]


def list_tiles(counts: NDArray[np.integer]) -> list[int]:
    """Tile indices in rising order, each as often as it is held."""
    return [tile for tile in range(NUM_TILES) for _ in range(int(counts[tile]))]


def tile_codes(tiles: Iterable[int]) -> list[str]:
    """Short forms of several tiles."""
    return [tile_code(tile) for tile in tiles]


def format_tiles(counts: NDArray[np.integer]) -> str:
    """``"r1 r2 J"``: short forms in the order of the index; ``parse_tiles`` reads it back."""
    return " ".join(tile_codes(list_tiles(counts)))


def format_sets(sets: Iterable[Sequence[int]]) -> str:
    """``"r1 r2 r3 | k5 b5 y5"``: sets in the order given; ``parse_sets`` reads it back."""
    return " | ".join(" ".join(tile_codes(tiles)) for tiles in sets)


def read_set(tiles: str | Iterable[str | int]) -> list[int]:
    """Tile indices of a set given as text, or as a list of names or indices."""
    if isinstance(tiles, str):
        return parse_tile_list(tiles)
    return [parse_tile(tile) if isinstance(tile, str) else int(tile) for tile in tiles]


def order_set(
    tiles: Sequence[int], numbers: int = MAX_NUMBER, colors: int = NUM_COLORS
) -> list[int] | None:
    """The tiles of one set in display order, or None when they are no valid set (RK-1 to RK-3).

    Jokers lie where they stand in a run (gaps first, then above, then below), and last in a group.
    """
    real = sorted(tile for tile in tiles if tile != JOKER)
    jokers = [JOKER] * (len(tiles) - len(real))
    if len(tiles) < 3 or not real or len(set(real)) < len(real):
        return None
    if any(tile_number(t) > numbers or tile_color(t) >= colors for t in real):
        return None
    if len({tile_number(tile) for tile in real}) == 1 and len(tiles) <= colors:
        return real + jokers
    if len({tile_color(tile) for tile in real}) > 1 or len(tiles) > numbers:
        return None
    return _ordered_run(real, len(tiles), numbers)


def _ordered_run(real: list[int], size: int, numbers: int) -> list[int] | None:
    """A run of ``size`` places that holds these tiles of one colour, jokers in the other places."""
    base = tile_color(real[0]) * MAX_NUMBER
    spare = size - (real[-1] - real[0] + 1)
    if spare < 0:
        return None
    above = min(spare, base + numbers - 1 - real[-1])
    lowest = real[0] - (spare - above)
    return [place if place in real else JOKER for place in range(lowest, lowest + size)]
