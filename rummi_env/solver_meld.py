"""The initial meld: own sets worth enough, jokers at their best reading (HKR-10, TWR-3).

All on an empty table, with the explicit jokers of ``solver_scored``.
"""

from typing import Any

from tabletop.jit import int64, njit

from .solver_core import (
    ALL,
    COLORS,
    GOAL,
    JOKERS,
    NUMBERS,
    TABLE,
    root_word,
    unpack_jokers,
)
from .solver_layers import drop, force, load_one
from .solver_scored import (
    NO_CAP,
    VALUE_BITS,
    aim_at,
    best_final,
    expand_scored,
    forward_scored,
    insert_scored,
    run_scored,
    start_scored,
)

SHORT_RUNS = 0x070070070070


@njit
def start_meld(ws: Any, points: int, worth: int, cap: int, tiles: int) -> None:
    """Set up for melds of the counts loaded; ``worth`` 0: values do not matter."""
    aim_at(ws, cap, worth, worth, tiles)
    ws["aim"][GOAL] = points
    start_scored(ws, (2 << ws["counts"][1, 52]) - 1)


@njit
def meld_value_kernel(counts: Any, numbers: Any, colors: Any, workspace: Any) -> int:
    """The best value of exactly these tiles as sets; -1 when they can't be split."""
    ws = workspace[0]
    load_one(ws, 0, counts, int64(numbers), int64(colors))
    return meld_value_loaded(ws)


@njit
def meld_value_loaded(ws: Any) -> int:
    """``meld_value_kernel`` for the table loaded."""
    start_meld(ws, 0, 1, NO_CAP, 0)
    best = run_scored(ws)
    return best if best < 0 else ws["score"][ws["aim"][NUMBERS], best] & VALUE_BITS


@njit
def best_meld_into(
    rack: Any, by_value: Any, points: Any, numbers: Any, colors: Any, out: Any, workspace: Any
) -> int:
    """Put the best meld worth ``points`` into ``out``; returns its value, -1 without any."""
    ws = workspace[0]
    n, c, goal = int64(numbers), int64(colors), int64(points)
    load_one(ws, 1, rack, n, c)
    start_meld(ws, goal, 1, NO_CAP if by_value else goal, 0 if by_value else 1)
    best = run_scored(ws)
    for tile in range(53):
        out[tile] = ws["chosen"][tile] if best >= 0 else 0
    if best < 0:
        return best
    load_one(ws, 0, out, n, c)
    return meld_value_loaded(ws)


@njit
def is_done(ws: Any, word: int, score: int) -> bool:
    """Whether a state is worth the goal with no run short and no joker owed."""
    all_settled = (unpack_jokers(word) >> ws["aim"][JOKERS]) & 1 != 0
    return word & SHORT_RUNS == 0 and all_settled and score & VALUE_BITS >= ws["aim"][GOAL]


@njit
def table_above(ws: Any, v: int) -> bool:
    """Whether a number above v has tiles that must be used."""
    for w in range(v + 1, ws["aim"][NUMBERS] + 1):
        for c in range(ws["aim"][COLORS]):
            if ws["layer"][w, c, TABLE] > 0:
                return True
    return False


@njit
def reaches_goal(ws: Any, v: int) -> bool:
    """Whether the states in ``ws["good"][v]`` lead to a legal meld worth the goal."""
    numbers = ws["aim"][NUMBERS]
    states, scores, sizes = ws["good"], ws["good_used"], ws["good_size"]
    for w in range(v, numbers + 1):
        if w > v:
            forward_scored(ws, states, scores, sizes, w, w + 1)
        if sizes[w] == 0:
            return False
        if table_above(ws, w):
            continue
        for i in range(sizes[w]):
            if is_done(ws, states[w, i], scores[w, i]):
                return True
    return best_final(ws, states[numbers], scores[numbers], sizes[numbers]) >= 0


@njit
def meld_tile_fits(ws: Any, v: int, c: int) -> bool:
    """Whether one more tile of this type can be part of a meld worth the goal."""
    if ws["layer"][v, c, ALL] == ws["layer"][v, c, TABLE]:
        return False
    force(ws, v, c, 1)
    size = 0
    for i in range(ws["front_size"][v - 1]):
        found = expand_scored(ws, v, ws["front"][v - 1, i], ws["score"][v - 1, i], i)
        for k in range(found):
            size = insert_scored(ws, ws["good"][v], ws["good_used"][v], v, size, k)
    ws["good_size"][v] = size
    fits = reaches_goal(ws, v)
    force(ws, v, c, -1)
    return fits


@njit
def goal_from_root(ws: Any, joker_set: int) -> bool:
    """Whether a meld worth the goal exists that starts with this joker set."""
    ws["good"][0, 0] = root_word(joker_set)
    ws["good_used"][0, 0] = 0
    ws["good_size"][0] = 1
    return reaches_goal(ws, 0)


@njit
def mark_meld_tiles(ws: Any, points: int, worth: int) -> None:
    """Mark in ``legal`` the asked tiles of some meld worth ``points``.

    ``worth`` 0: values do not matter (any legal table will do).
    """
    asked, legal, chosen = ws["asked"], ws["legal"], ws["chosen"]
    start_meld(ws, points, worth, points, 0)
    if run_scored(ws) < 0:
        return
    for tile in range(53):
        if chosen[tile] > 0:
            legal[tile] = 1
    for v in range(1, ws["aim"][NUMBERS] + 1):
        for c in range(ws["aim"][COLORS]):
            tile = c * 13 + v - 1
            if asked[tile] and legal[tile] == 0:
                legal[tile] = meld_tile_fits(ws, v, c)
                if legal[tile] == 0:
                    drop(ws, v, c)
    if asked[52] and legal[52] == 0:
        legal[52] = goal_from_root(ws, (1 << ws["counts"][1, 52]) - 1)


@njit
def can_meld_kernel(rack: Any, points: Any, numbers: Any, colors: Any, workspace: Any) -> bool:
    """Whether sets of the rack alone are worth ``points``."""
    ws = workspace[0]
    load_one(ws, 1, rack, int64(numbers), int64(colors))
    return can_reach(ws, int64(points), 1)


@njit
def can_reach(ws: Any, points: int, worth: int) -> bool:
    """Whether the counts loaded allow a legal table worth ``points``."""
    start_meld(ws, points, worth, points, 0)
    return goal_from_root(ws, (2 << ws["counts"][1, 52]) - 1)
