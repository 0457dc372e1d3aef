"""The exact Rummikub solver: what can be played, what is best, and how it lies on the table.

Everything depends on tile counts (``int8[53]``, see ``tiles``) alone, because the table can be
rearranged freely.  The functions here check their input and raise ``UserError``; the compiled ones
that engines call (``…_into``, ``…_kernel``) are listed in docs/solver.md and check nothing.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabletop.errors import UserError, nearest

from .solver_arrange import MAX_SETS, SET_WIDTH, arrange_into
from .solver_best import best_play_into
from .solver_core import make_workspace
from .solver_keep import fewest_broken
from .solver_mask import (
    completes_kernel,
    is_legal_kernel,
    legal_meld_tiles_into,
    legal_tiles_ascending_into,
    legal_tiles_into,
    playable_into,
)
from .solver_meld import best_meld_into, can_meld_kernel, meld_value_kernel
from .tiles import (
    NUM_TILES,
    Counts,
    check_supply,
    count_tiles,
    format_tiles,
    order_set,
    parse_sets,
    read_set,
    tile_codes,
    tile_number,
)

__all__ = [
    "MAX_SETS",
    "SET_WIDTH",
    "Play",
    "arrange",
    "arrange_indices",
    "arrange_into",
    "best_meld_into",
    "best_play",
    "best_play_into",
    "can_meld",
    "can_meld_kernel",
    "completes_kernel",
    "is_legal",
    "is_legal_kernel",
    "legal_meld_tiles_into",
    "legal_tiles",
    "legal_tiles_ascending_into",
    "legal_tiles_into",
    "make_workspace",
    "meld_value",
    "meld_value_kernel",
    "new_workspace",
    "playable_into",
]

OBJECTIVES = ("tiles", "value")
NUMBERS = 13
COLORS = 4


class Play(NamedTuple):
    """A play: its tiles (int8[53]), how many they are, and their value.

    ``value`` is the sum of the face numbers with jokers at 0; of an initial meld it is the value
    at the best reading of the jokers.
    """

    tiles: Counts
    count: int  # type: ignore[assignment]  # a field, not the method of tuples
    value: int


def new_workspace() -> Any:
    """Scratch memory for the compiled functions; one per thread, never shared."""
    return make_workspace()


@lru_cache(maxsize=1)
def shared_workspace() -> Any:
    return make_workspace()


def _counts(where: str, counts: Any) -> Counts:
    """Checked counts as int8[53]; None is no tiles."""
    if counts is None:
        return np.zeros(NUM_TILES, dtype=np.int8)
    array = np.asarray(counts)
    if array.shape != (NUM_TILES,) or array.dtype.kind not in "iu":
        raise UserError(
            f"{where}: want {NUM_TILES} whole numbers (see parse_tiles), not {counts!r}"
        )
    check_supply(array, where=where)
    return array.astype(np.int8)


def _together(where: str, *parts: Counts) -> None:
    check_supply(np.sum(parts, axis=0), where=where)


def _check_points(points: Any) -> int:
    whole = isinstance(points, (int, np.integer)) and not isinstance(points, bool)
    if not whole or points < 0:
        raise UserError(f"initial meld points are {points!r}; want a whole number, 0 or more")
    return int(points)


def _check_size(numbers: Any, colors: Any) -> None:
    whole = all(isinstance(size, (int, np.integer)) for size in (numbers, colors))
    if not whole or not 1 <= numbers <= NUMBERS or not 1 <= colors <= COLORS:
        raise UserError(
            f"numbers {numbers}, colors {colors}: want 1 to {NUMBERS} and 1 to {COLORS} of them"
        )


def is_legal(counts: Any, *, numbers: int = NUMBERS, colors: int = COLORS) -> bool:
    """Whether exactly these tiles (int8[53]) can be split into valid sets (RK-1 to RK-4).

    No tiles at all are legal.  UserError when there are more of a tile than the game has.
    """
    _check_size(numbers, colors)
    return bool(is_legal_kernel(_counts("tiles", counts), numbers, colors, shared_workspace()))


def meld_value(counts: Any, *, numbers: int = NUMBERS, colors: int = COLORS) -> int:
    """The best value of exactly these tiles as sets, jokers at their best reading (HKR-10).

    -1 when they can't be split into valid sets.
    """
    _check_size(numbers, colors)
    return int(meld_value_kernel(_counts("tiles", counts), numbers, colors, shared_workspace()))


def can_meld(rack: Any, points: int, *, numbers: int = NUMBERS, colors: int = COLORS) -> bool:
    """Whether some sets of the rack alone are worth ``points`` or more (HKR-10, HKR-32)."""
    _check_size(numbers, colors)
    points = _check_points(points)
    return bool(can_meld_kernel(_counts("rack", rack), points, numbers, colors, shared_workspace()))


def legal_tiles(
    table: Any,
    rack: Any,
    played: Any = None,
    initial_meld_points: int = 0,
    *,
    ascending: bool = False,
    numbers: int = NUMBERS,
    colors: int = COLORS,
) -> Counts:
    """The exact mask int8[53]: 1 for each tile of the rack that can be played next.

    ``table``: the tiles at the turn's start; ``played``: those played this turn; ``rack``: what is
    left.  A tile is legal iff with further rack tiles it completes a legal table (RK-4), or, with
    ``initial_meld_points`` above 0, own sets worth that much without the table (HKR-10).
    ``ascending``: the further tiles must not come before it in the order of the index.
    """
    _check_size(numbers, colors)
    initial_meld_points = _check_points(initial_meld_points)
    on_table, own, laid = _counts("table", table), _counts("rack", rack), _counts("played", played)
    _together("table, rack and played together", on_table, own, laid)
    base = laid if initial_meld_points > 0 else on_table + laid
    out = np.zeros(NUM_TILES, dtype=np.int8)
    ws = shared_workspace()
    if ascending:
        legal_tiles_ascending_into(base, own, own, initial_meld_points, numbers, colors, out, ws)
    elif initial_meld_points > 0:
        legal_meld_tiles_into(base, own, own, initial_meld_points, numbers, colors, out, ws)
    else:
        legal_tiles_into(base, own, own, numbers, colors, out, ws)
    return out


def best_play(
    table: Any,
    rack: Any,
    objective: str = "tiles",
    initial_meld_points: int = 0,
    *,
    numbers: int = NUMBERS,
    colors: int = COLORS,
) -> Play | None:
    """The play that takes the most tiles, or the highest value, from the rack; None if none can.

    ``objective``: ``"tiles"`` or ``"value"`` (sum of face numbers, a joker 0: jokers go only where
    they are needed, or to empty the rack).  With ``initial_meld_points`` the play is an initial
    meld from the rack alone, and value is that of the meld at its best reading.
    """
    _check_size(numbers, colors)
    initial_meld_points = _check_points(initial_meld_points)
    if objective not in OBJECTIVES:
        raise UserError(f"no objective {objective!r}; {nearest(str(objective), OBJECTIVES)}")
    on_table, own = _counts("table", table), _counts("rack", rack)
    _together("table and rack together", on_table, own)
    out = np.zeros(NUM_TILES, dtype=np.int8)
    by_value = int(objective == "value")
    ws = shared_workspace()
    if initial_meld_points > 0:
        value = best_meld_into(own, by_value, initial_meld_points, numbers, colors, out, ws)
    else:
        value = best_play_into(on_table, own, by_value, numbers, colors, out, ws)
    if value < 0 or not out.any():
        return None
    if initial_meld_points <= 0:
        value = sum(tile_number(tile) * int(out[tile]) for tile in range(NUM_TILES))
    return Play(out, int(out.sum()), int(value))


def arrange_indices(
    counts: Any,
    keep: Iterable[Iterable[int]] | None = None,
    *,
    numbers: int = NUMBERS,
    colors: int = COLORS,
) -> list[list[int]]:
    """``arrange`` with tile indices instead of names."""
    _check_size(numbers, colors)
    total = _counts("tiles", counts).astype(np.int64)
    old = _usable_sets(keep or (), total.copy(), numbers, colors)
    kept = np.array([count_tiles(tiles) for tiles in old], dtype=np.int64).reshape(-1, NUM_TILES)
    rest = total - kept.sum(axis=0)
    broken = np.zeros(len(old), dtype=np.int64)
    if not fewest_broken(rest, kept, broken, numbers, colors, shared_workspace()):
        raise UserError(f"these tiles make no legal table: {format_tiles(total) or 'none'}")
    rest += kept[broken == 1].sum(axis=0)
    stay = [tiles for tiles, gone in zip(old, broken, strict=True) if not gone]
    return stay + _split(rest, numbers, colors)


def _usable_sets(
    keep: Iterable[Iterable[int]], left: NDArray[np.int64], numbers: int, colors: int
) -> list[list[int]]:
    """The sets of ``keep`` that are valid and whose tiles are still there, in display order."""
    usable = []
    for tiles in keep:
        ordered = order_set(list(tiles), numbers, colors)
        if ordered is None or (count_tiles(ordered) > left).any():
            continue
        left -= count_tiles(ordered)
        usable.append(ordered)
    return usable


def _split(counts: NDArray[np.int64], numbers: int, colors: int) -> list[list[int]]:
    rows = np.zeros((MAX_SETS, SET_WIDTH), dtype=np.int8)
    size = arrange_into(counts.astype(np.int8), numbers, colors, rows, shared_workspace())
    sets = [rows[i, 1 : rows[i, 0] + 1].tolist() for i in range(size)]
    return [order_set(tiles, numbers, colors) or tiles for tiles in sets]


def arrange(
    counts: Any,
    keep: str | Iterable[Any] | None = None,
    *,
    numbers: int = NUMBERS,
    colors: int = COLORS,
) -> list[list[str]]:
    """Split the tiles into valid sets: lists of short names, jokers in their places.

    ``keep``: sets that lie there now, as text (``"r1 r2 r3 | k5 b5 y5"``) or as lists of names or
    indices; as many as possible stay as they are and come first, in their old order (past 100,000
    tries: as many as the search had found).  UserError when the tiles make no legal table.
    """
    sets = parse_sets(keep) if isinstance(keep, str) else [read_set(s) for s in keep or ()]
    found = arrange_indices(counts, sets, numbers=numbers, colors=colors)
    return [tile_codes(tiles) for tiles in found]
