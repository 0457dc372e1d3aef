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
def keep_legal(ws: Any, objective: int) -> None:
    """Load the position again without the rack tiles that can't be played."""
    for tile in range(53):
        ws["asked"][tile] = ws["legal"][tile] * ws["given"][1, tile]
    ws["asked"][52] = ws["given"][1, 52]
    bound = worth(ws["best"], objective == BY_VALUE)
    load(ws, ws["given"][0], ws["asked"], ws["aim"][NUMBERS], ws["aim"][COLORS])
    aim_at(ws, 0, NO_CAP, 0, objective == BY_VALUE, objective == BY_TILES)
    goal = worth(ws["given"][0], objective == BY_VALUE) + bound + 1
    ws["aim"][GOAL if objective == BY_VALUE else GOAL_TILES] = goal


@njit
def find_best(ws: Any, objective: int) -> bool:
    """Put the best play for the position given into ``chosen``; False when no table is legal."""
    if ws["aim"][NUMBERS] < FEW_NUMBERS:
        aim_at(ws, 1, NO_CAP, 0, objective == BY_VALUE, objective == BY_TILES)
        start_scored(ws, (2 << ws["given"][1, 52]) - 1)
        return run_scored(ws) >= 0
    ws["aim"][OBJECTIVE] = objective
    for tile in range(53):
        ws["asked"][tile] = min(1, ws["given"][1, tile])
    if not mark_tiles(ws):
        return False
    best = ws["best"].copy()
    keep_legal(ws, objective)
    start_scored(ws, 1)
    if run_scored(ws) < 0:
        ws["chosen"][:] = best
    return True


@njit
def settle_jokers(ws: Any) -> None:
    """Lay no more jokers than the real tiles of ``chosen`` need; all if that empties the rack."""
    given, chosen = ws["given"], ws["chosen"].copy()
    table = given[0] + chosen
    alone = chosen[:52].sum() == 0
    empties = chosen[:52].sum() == given[1, :52].sum()
    for i in range(given[1, 52] + 1):
        laid = given[1, 52] - i if empties else i
        if laid == 0 and alone:
            continue
        table[52] = given[0, 52] + laid
        load_one(ws, 0, table, ws["aim"][NUMBERS], ws["aim"][COLORS])
        if can_complete(ws):
            chosen[52] = laid
            ws["chosen"][:] = chosen
            return
    ws["chosen"][:] = 0


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
