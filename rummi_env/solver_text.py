"""The solver on positions written as text: what ``meldstack solve`` prints.

Checks each set of the table, so that a slip of the pen is named instead of solved.
"""

from typing import Any

import numpy as np

from tabletop.errors import UserError

from .solver import arrange_indices, best_play, shared_workspace
from .solver_arrange import MAX_SETS, SET_WIDTH, arrange_meld_into
from .tiles import (
    COLORS,
    MAX_NUMBER,
    NUM_TILES,
    check_supply,
    count_tiles,
    format_sets,
    list_tiles,
    order_set,
    parse_sets,
    parse_tile_list,
    tile_codes,
)


def read_table(text: str) -> list[list[int]]:
    """The sets of a table in display order; UserError names the set that is none."""
    sets = []
    for tiles in parse_sets(text):
        ordered = order_set(tiles)
        if ordered is None:
            raise UserError(
                f"table: {format_sets([tiles])!r} is no set; want 3 or 4 tiles of one number in"
                " different colours, or 3 or more consecutive numbers of one colour"
            )
        sets.append(ordered)
    return sets


def _read_rack(text: str) -> Any:
    rack = count_tiles(parse_tile_list(text))
    check_supply(rack, where="rack")
    return rack


def solve(
    table: str, rack: str, objective: str = "tiles", initial_meld_points: int = 0
) -> dict[str, Any]:
    """The best play of a position in text notation, and the table after it.

    ``{"played": […], "count", "value", "table": [[…]], "rack_left": […]}`` with short names
    (``r5``, ``J``).  ``value`` is the sum of the numbers played, jokers 0; of an initial meld its
    value at the best reading.  Nothing to play: an empty ``played`` and the table as it is.
    UserError for a wrong tile, too many of one, a set that is none, or a wrong objective.
    """
    if initial_meld_points < 0:
        raise UserError(f"initial meld {initial_meld_points}: want 0 or more points")
    sets = read_table(table)
    counts, held = count_tiles(t for tiles in sets for t in tiles), _read_rack(rack)
    check_supply(counts + held, where="table and rack together")
    play = best_play(counts, held, objective, initial_meld_points)
    played = np.zeros(NUM_TILES, dtype=np.int8) if play is None else play.tiles
    if play is not None and initial_meld_points > 0:
        sets = sets + _meld_sets(played)
    elif play is not None:
        sets = arrange_indices(counts + played, sets)
    return {
        "played": tile_codes(list_tiles(played)),
        "count": 0 if play is None else play.count,
        "value": 0 if play is None else play.value,
        "table": [tile_codes(tiles) for tiles in sets],
        "rack_left": tile_codes(list_tiles(held - played)),
    }


def _meld_sets(played: Any) -> list[list[int]]:
    """The sets of an initial meld, jokers where they are worth most."""
    rows = np.zeros((MAX_SETS, SET_WIDTH), dtype=np.int8)
    size = arrange_meld_into(played, MAX_NUMBER, len(COLORS), rows, shared_workspace())
    return [rows[i, 1 : rows[i, 0] + 1].tolist() for i in range(size)]
