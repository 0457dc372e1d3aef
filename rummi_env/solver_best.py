"""The best play on a table: the most tiles, or the highest sum of face numbers.

With few numbers by the fronts of ``solver_scored``, else by what plays leave behind
(``solver_budget``).
"""

from typing import Any

from tabletop.jit import int64, njit

from .solver_budget import search_least
from .solver_core import COLORS, NUMBERS
from .solver_layers import load, load_one
from .solver_mask import FEW_NUMBERS, can_complete
from .solver_scored import NO_CAP, aim_at, run_scored, start_scored


@njit
def worth(tiles: Any, by_value: bool) -> int:
    """The number of tiles, or the sum of their faces with jokers at 0."""
    total = int64(0)
    for tile in range(52):
        total += int64(tiles[tile]) * (tile % 13 + 1 if by_value else 1)
    return total if by_value else total + int64(tiles[52])


@njit
def find_best(ws: Any, by_value: bool) -> bool:
    """Put the best play for the position loaded into ``chosen``; False when no table is legal."""
    if ws["aim"][NUMBERS] < FEW_NUMBERS:
        aim_at(ws, NO_CAP, 0, by_value, not by_value)
        start_scored(ws, (2 << ws["counts"][1, 52]) - 1)
        return run_scored(ws) >= 0
    return search_least(ws, by_value)


@njit
def is_legal_with(ws: Any, table: Any, tiles: Any, jokers: int) -> bool:
    """Whether the table, the real ones of ``tiles`` and so many jokers make a legal table."""
    for tile in range(52):
        ws["asked"][tile] = int64(table[tile]) + int64(tiles[tile])
    ws["asked"][52] = int64(table[52]) + jokers
    load_one(ws, 0, ws["asked"], ws["aim"][NUMBERS], ws["aim"][COLORS])
    return can_complete(ws)


@njit
def settle_jokers(ws: Any, table: Any, rack: Any, out: Any) -> None:
    """Lay no more jokers than the real tiles of ``out`` need; all if that empties the rack."""
    held = int64(rack[52])
    out[52] = 0
    played = worth(out, False)
    empties = played == worth(rack, False) - held
    for i in range(held + 1):
        laid = held - i if empties else i
        if played + laid > 0 and is_legal_with(ws, table, out, laid):
            out[52] = laid
            return


@njit
def best_play_into(
    table: Any, rack: Any, by_value: Any, numbers: Any, colors: Any, out: Any, workspace: Any
) -> int:
    """Put the best play into ``out``; returns tiles or faces, -1 when no table is legal."""
    ws = workspace[0]
    values = by_value != 0
    load(ws, table, rack, int64(numbers), int64(colors))
    found = find_best(ws, values)
    for tile in range(53):
        out[tile] = ws["chosen"][tile] if found else 0
    if found and values and rack[52] > 0:
        settle_jokers(ws, table, rack, out)
    return worth(out, values) if found else -1
