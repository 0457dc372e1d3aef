"""Which rack tiles can be played, and whether a table is legal: questions of counts alone.

Built on the dynamic program of ``solver_core``.  With fewer than five numbers a run can't always
take a spare joker, so there the explicit jokers of ``solver_meld`` answer.
"""

from typing import Any

import numpy as np

from tabletop.jit import njit

from .solver_core import ALL, TABLE, ask, can_be_in_group, can_be_in_run, completable, expand
from .solver_core import forward, load, load_one, root_word, set_codes, set_layers
from .solver_meld import can_reach, legal_meld_tiles_into, mark_meld_tiles

FEW_NUMBERS = 5  # below this a run may have no room for a spare joker


@njit
def can_complete(ws: Any, numbers: int, colors: int) -> bool:
    """Whether the table loaded, with some rack tiles (perhaps none), is legal."""
    if numbers < FEW_NUMBERS:
        return can_reach(ws, 0, 0, numbers, colors)
    jokers = ws["counts"][0, 52] + ws["counts"][1, 52]
    set_layers(ws, numbers, colors, jokers)
    root = root_word((2 << ws["counts"][1, 52]) - 1)
    return completable(ws, 0, root, numbers, colors, jokers)


@njit
def tile_fits(ws: Any, v: int, c: int, numbers: int, colors: int, jokers: int) -> bool:
    """Whether one more rack tile of this type can be forced onto the table."""
    layer = ws["layer"]
    if layer[v, c, ALL] == layer[v, c, TABLE]:
        return False
    can_group = can_be_in_group(layer, v, c, jokers, colors)
    can_run = can_be_in_run(layer, v, c, jokers, numbers)
    layer[v, c, TABLE] += 1
    set_codes(layer, v, c, can_group, can_run)
    fits = False
    for i in range(ws["front_size"][v - 1]):
        found = expand(ws, v, ws["front"][v - 1, i], numbers, colors, jokers)
        for k in range(found):
            if completable(ws, v, ws["spread"][v, k], numbers, colors, jokers):
                fits = True
                break
        if fits:
            break
    layer[v, c, TABLE] -= 1
    set_codes(layer, v, c, can_group, can_run)
    return fits


@njit
def mark_tiles(ws: Any, numbers: int, colors: int) -> int:
    """Of the tiles in ``ws["asked"]``, keep those that can be played; returns how many."""
    asked = ws["asked"]
    rack_jokers = ws["counts"][1, 52]
    jokers = ws["counts"][0, 52] + rack_jokers
    set_layers(ws, numbers, colors, jokers)
    root = root_word((2 << rack_jokers) - 1)
    if not completable(ws, 0, root, numbers, colors, jokers):
        asked[:] = 0
        return 0
    ws["front"][0, 0] = root
    ws["front_size"][0] = 1
    done, found = 1, 0
    for v in range(1, numbers + 1):
        for c in range(colors):
            tile = c * 13 + v - 1
            if asked[tile]:
                forward(ws, done, v, numbers, colors, jokers)
                done = v
                asked[tile] = tile_fits(ws, v, c, numbers, colors, jokers)
                found += asked[tile]
    if asked[52]:
        root = root_word((1 << rack_jokers) - 1)
        asked[52] = completable(ws, 0, root, numbers, colors, jokers)
    return found + asked[52]


@njit
def legal_tiles_into(
    table: Any, rack: Any, candidates: Any, numbers: Any, colors: Any, out: Any, workspace: Any
) -> int:
    """Mark the rack tiles with which the table can be completed; see docs/solver.md."""
    ws = workspace[0]
    n, c = np.int64(numbers), np.int64(colors)
    load(ws, table, rack)
    ask(ws, rack, candidates, numbers, colors)
    found = mark_tiles(ws, n, c) if n >= FEW_NUMBERS else mark_meld_tiles(ws, 0, 0, n, c)
    for tile in range(53):
        out[tile] = ws["asked"][tile]
    return found


@njit
def legal_tiles_ascending_into(
    table: Any,
    rack: Any,
    candidates: Any,
    points: Any,
    numbers: Any,
    colors: Any,
    out: Any,
    workspace: Any,
) -> int:
    """The same, each tile t completed by rack tiles of index t or above only."""
    ws = workspace[0]
    n, c, goal = np.int64(numbers), np.int64(colors), np.int64(points)
    if goal > 0:
        found = legal_meld_tiles_into(table, rack, candidates, goal, n, c, out, workspace)
    else:
        found = legal_tiles_into(table, rack, candidates, n, c, out, workspace)
    for tile in range(53):
        if out[tile] == 0:
            continue
        load(ws, table, rack)
        ws["counts"][1, :tile] = 0
        ws["counts"][1, tile] -= 1
        ws["counts"][0, tile] += 1
        fits = can_reach(ws, goal, 1, n, c) if goal > 0 else can_complete(ws, n, c)
        if not fits:
            out[tile] = 0
            found -= 1
    return found


@njit
def is_legal_kernel(counts: Any, numbers: Any, colors: Any, workspace: Any) -> bool:
    """Whether exactly these tiles can be split into valid sets."""
    ws = workspace[0]
    load_one(ws, 0, counts)
    return can_complete(ws, np.int64(numbers), np.int64(colors))
