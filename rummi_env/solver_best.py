"""The best play on a table: the most tiles, or the highest sum of face numbers.

First the mask: rack tiles that can't be played at all are left out, and the plays met on the way
give a bound.  Then fronts with scores, without the states that can't beat the bound.
"""

from typing import Any

from tabletop.jit import int64, njit

from .solver_core import COLORS, GOAL, GOAL_TILES, NUMBERS, OBJECTIVE
from .solver_layers import load, load_one
from .solver_mask import FEW_NUMBERS, can_complete, mark_tiles
from .solver_scored import NO_CAP, aim_at, run_scored, start_scored
from .solver_search import BY_TILES, BY_VALUE, worth


@njit
def keep_legal(ws: Any) -> None:
    """Load the position again without the rack tiles that can't be played."""
    asked, given = ws["asked"], ws["given"]
    for tile in range(53):
        asked[tile] = ws["legal"][tile] * given[1, tile]
    asked[52] = given[1, 52]
    load(ws, given[0], asked, ws["aim"][NUMBERS], ws["aim"][COLORS])


@njit
def search_best(ws: Any, by_value: bool, bound: int) -> bool:
    """Look for a play worth more than ``bound``; True when ``chosen`` is the best one.

    First only for those that leave nothing behind, then for those that leave more and more: a state
    that has left too much behind is dropped, so that good plays are found among few states.
    """
    on_table = worth(ws["counts"][0], by_value)
    most = on_table + worth(ws["counts"][1], by_value)
    least = on_table + bound + 1
    loss = 0
    while most >= least:
        goal = max(most - loss, least)
        aim_at(ws, 0, NO_CAP, 0, by_value, not by_value)
        ws["aim"][GOAL if by_value else GOAL_TILES] = goal
        start_scored(ws, 1)
        if run_scored(ws) >= 0:
            return True
        if goal == least:
            return False
        loss = 2 * loss + (6 if by_value else 1)
    return False


@njit
def find_best(ws: Any, objective: int) -> bool:
    """Put the best play for the position given into ``chosen``; False when no table is legal."""
    by_value = objective == BY_VALUE
    if ws["aim"][NUMBERS] < FEW_NUMBERS:
        aim_at(ws, 1, NO_CAP, 0, by_value, not by_value)
        start_scored(ws, (2 << ws["given"][1, 52]) - 1)
        return run_scored(ws) >= 0
    ws["aim"][OBJECTIVE] = objective
    for tile in range(53):
        ws["asked"][tile] = min(1, ws["given"][1, tile])
    if not mark_tiles(ws):
        return False
    best = ws["best"].copy()
    keep_legal(ws)
    if not search_best(ws, by_value, worth(best, by_value)):
        ws["chosen"][:] = best
    return True


@njit
def try_jokers(ws: Any, laid: int) -> bool:
    """Whether the real tiles of ``best`` and so many rack jokers make a legal table."""
    for tile in range(53):
        ws["asked"][tile] = ws["given"][0, tile] + ws["best"][tile]
    ws["asked"][52] = ws["given"][0, 52] + laid
    best = ws["best"].copy()
    load_one(ws, 0, ws["asked"], ws["aim"][NUMBERS], ws["aim"][COLORS])
    ws["best"][:] = best
    return can_complete(ws)


@njit
def settle_jokers(ws: Any) -> None:
    """Lay no more jokers than the real tiles of ``chosen`` need; all if that empties the rack."""
    held = ws["given"][1, 52]
    ws["best"][:] = ws["chosen"]
    ws["best"][52] = 0
    played, rack = worth(ws["best"], False), worth(ws["given"][1], False) - held
    for i in range(held + 1):
        laid = held - i if played == rack else i
        if (laid > 0 or played > 0) and try_jokers(ws, laid):
            ws["best"][52] = laid
            break
    ws["chosen"][:] = ws["best"]


@njit
def best_play_into(
    table: Any, rack: Any, by_value: Any, numbers: Any, colors: Any, out: Any, workspace: Any
) -> int:
    """Put the best play into ``out``; returns tiles or faces, -1 when no table is legal."""
    ws = workspace[0]
    objective = BY_VALUE if by_value else BY_TILES
    for tile in range(53):
        ws["given"][0, tile] = table[tile]
        ws["given"][1, tile] = rack[tile]
    load(ws, ws["given"][0], ws["given"][1], int64(numbers), int64(colors))
    found = find_best(ws, objective)
    if found and by_value and ws["given"][1, 52]:
        settle_jokers(ws)
    for tile in range(53):
        out[tile] = ws["chosen"][tile] if found else 0
    return worth(ws["chosen"], objective == BY_VALUE) if found else -1
