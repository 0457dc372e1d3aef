"""The initial meld: own sets worth enough, jokers at their best reading (HKR-10, TWR-3).

All on an empty table, with the explicit jokers of ``solver_plays``.
"""

from typing import Any

import numpy as np

from tabletop.jit import njit

from .solver_core import ALL, TABLE, ask, can_be_in_group, can_be_in_run, load, load_one, set_codes
from .solver_plays import GOAL, SHORT_RUNS, best_final, expand_plays, forward_plays, insert_play
from .solver_plays import play_root, solve_plays, start_plays, touches_table, trace_play


@njit
def meld_value_kernel(counts: Any, numbers: Any, colors: Any, workspace: Any) -> int:
    """The best value of exactly these tiles as sets; -1 when they can't be split."""
    ws = workspace[0]
    load_one(ws, 0, counts)
    return meld_value_loaded(ws, np.int64(numbers), np.int64(colors))


@njit
def meld_value_loaded(ws: Any, numbers: int, colors: int) -> int:
    """``meld_value_kernel`` for the table loaded."""
    score = solve_plays(ws, numbers, colors, (0x7FFF, 1, 1, 0, 0))
    return score if score < 0 else score & 0x7FFF


@njit
def best_meld_into(
    rack: Any, by_value: Any, points: Any, numbers: Any, colors: Any, out: Any, workspace: Any
) -> int:
    """Put the best meld worth ``points`` into ``out``; returns its value, -1 without any."""
    ws = workspace[0]
    n, c = np.int64(numbers), np.int64(colors)
    load_one(ws, 1, rack)
    value = best_meld_loaded(ws, by_value != 0, np.int64(points), n, c)
    for tile in range(53):
        out[tile] = ws["chosen"][tile] if value >= 0 else 0
    if value < 0 or by_value != 0:
        return value
    load_one(ws, 0, out)
    return meld_value_loaded(ws, n, c)


@njit
def best_meld_loaded(ws: Any, by_value: bool, points: int, numbers: int, colors: int) -> int:
    """The capped value of the best meld from the rack loaded; its tiles in ``ws["chosen"]``."""
    cap = 0x7FFF if by_value else points
    aim = (cap, 1, 1, 0 if by_value else 1, points)
    score = solve_plays(ws, numbers, colors, aim)
    return score if score < 0 else score & 0x7FFF


@njit
def is_done(ws: Any, word: int, score: int) -> bool:
    """Whether a state is worth the goal with no run short and no joker owed."""
    return word & SHORT_RUNS == 0 and (word >> 52) & 7 == 0 and score & 0x7FFF >= ws["aim"][GOAL]


@njit
def reaches_goal(ws: Any, v: int, numbers: int, colors: int, jokers: int) -> bool:
    """Whether the states in ``ws["good"][v]`` lead to a legal meld worth the goal."""
    for w in range(v, numbers + 1):
        if w > v:
            forward_plays(ws, ws["good"], ws["bad"], ws["good_size"], w, w + 1, numbers, jokers)
        if ws["good_size"][w] == 0:
            return False
        if touches_table(ws, w, numbers, colors):
            continue
        for i in range(ws["good_size"][w]):
            if is_done(ws, ws["good"][w, i], ws["bad"][w, i]):
                return True
    size = ws["good_size"][numbers]
    return best_final(ws["good"][numbers], ws["bad"][numbers], size, ws["aim"][GOAL], False) >= 0


@njit
def meld_tile_fits(ws: Any, v: int, c: int, numbers: int, colors: int, jokers: int) -> bool:
    """Whether one more tile of this type can be part of a meld worth the goal."""
    layer = ws["layer"]
    if layer[v, c, ALL] == layer[v, c, TABLE]:
        return False
    can_group = can_be_in_group(layer, v, c, jokers, colors)
    can_run = can_be_in_run(layer, v, c, jokers, numbers)
    layer[v, c, TABLE] += 1
    set_codes(layer, v, c, can_group, can_run)
    size = 0
    for i in range(ws["front_size"][v - 1]):
        found = expand_plays(ws, v, ws["front"][v - 1, i], ws["score"][v - 1, i], i, numbers, jokers)
        for k in range(found):
            word, score = ws["spread"][v, k], ws["extra"][0, k]
            size = insert_play(ws["good"][v], ws["bad"][v], ws["parent"][0], size, word, score, 0)
    ws["good_size"][v] = size
    fits = reaches_goal(ws, v, numbers, colors, jokers)
    layer[v, c, TABLE] -= 1
    set_codes(layer, v, c, can_group, can_run)
    return fits


@njit
def joker_fits(ws: Any, numbers: int, colors: int, jokers: int) -> bool:
    """Whether one more joker can be part of a meld worth the goal."""
    ws["aim"][6] += 1
    ws["good"][0, 0] = play_root(ws["aim"][6])
    ws["bad"][0, 0] = 0
    ws["good_size"][0] = 1
    fits = reaches_goal(ws, 0, numbers, colors, jokers)
    ws["aim"][6] -= 1
    return fits


@njit
def mark_meld_tiles(ws: Any, points: int, worth: int, numbers: int, colors: int) -> int:
    """Of the tiles in ``ws["asked"]``, keep those of some meld worth ``points``; returns how many.

    ``worth`` 0: values do not matter (any legal table will do).
    """
    asked = ws["asked"]
    jokers = start_plays(ws, numbers, colors, (points, worth, worth, 0, points))
    forward_plays(ws, ws["front"], ws["score"], ws["front_size"], 1, numbers + 1, numbers, jokers)
    size = ws["front_size"][numbers]
    best = best_final(ws["front"][numbers], ws["score"][numbers], size, points, False)
    if best < 0:
        asked[:] = 0
        return 0
    trace_play(ws, best, numbers)
    found = 0
    for v in range(1, numbers + 1):
        for c in range(colors):
            tile = c * 13 + v - 1
            if asked[tile] and ws["chosen"][tile] == 0:
                asked[tile] = meld_tile_fits(ws, v, c, numbers, colors, jokers)
            found += asked[tile]
    if asked[52] and ws["chosen"][52] == 0:
        asked[52] = joker_fits(ws, numbers, colors, jokers)
    return found + asked[52]


@njit
def legal_meld_tiles_into(
    played: Any,
    rack: Any,
    candidates: Any,
    points: Any,
    numbers: Any,
    colors: Any,
    out: Any,
    workspace: Any,
) -> int:
    """Mark the rack tiles with which the own sets can reach ``points``; see docs/solver.md."""
    ws = workspace[0]
    load(ws, played, rack)
    ask(ws, rack, candidates, numbers, colors)
    found = mark_meld_tiles(ws, np.int64(points), 1, np.int64(numbers), np.int64(colors))
    for tile in range(53):
        out[tile] = ws["asked"][tile]
    return found


@njit
def can_meld_kernel(rack: Any, points: Any, numbers: Any, colors: Any, workspace: Any) -> bool:
    """Whether sets of the rack alone are worth ``points``."""
    ws = workspace[0]
    load_one(ws, 1, rack)
    return can_reach(ws, np.int64(points), 1, np.int64(numbers), np.int64(colors))


@njit
def can_reach(ws: Any, points: int, worth: int, numbers: int, colors: int) -> bool:
    """Whether the counts loaded allow a legal table worth ``points``."""
    jokers = start_plays(ws, numbers, colors, (points, worth, worth, 0, points))
    ws["good"][0, 0] = ws["front"][0, 0]
    ws["bad"][0, 0] = 0
    ws["good_size"][0] = 1
    return reaches_goal(ws, 0, numbers, colors, jokers)
