"""Depth-first search for a legal table from a state on, remembering good and bad states.

A success marks every rack tile on its path as legal.  Written as a loop: compiled functions that
call themselves can't be cached.
"""

from typing import Any

from tabletop.jit import njit

from .solver_core import (
    COLORS,
    FRONT,
    JOKERS,
    NUMBERS,
    REALS,
    USED,
    dominates,
    expand,
    has_growing_run,
    unpack_jokers,
)
from .solver_tables import LEVEL, PATTERN

UNKNOWN, BAD = -1, -2
NO_LIMIT = 1 << 40


@njit
def known_good(ws: Any, v: int, word: int) -> int:
    """Index of a good state that this one dominates, or UNKNOWN."""
    good = ws["good"][v]
    for i in range(ws["good_size"][v]):
        if dominates(word, good[i]):
            return i
    return UNKNOWN


@njit
def known_bad(ws: Any, v: int, word: int) -> bool:
    """Whether a bad state dominates this one."""
    bad = ws["bad"][v]
    for i in range(ws["bad_size"][v]):  # noqa: SIM110 - compiled as a plain loop
        if dominates(bad[i], word):
            return True
    return False


@njit
def remember_good(ws: Any, v: int, word: int, used: int) -> None:
    """Note that a state leads to a legal table when ``used`` jokers were used before."""
    size = ws["good_size"][v]
    if size < FRONT:
        ws["good"][v, size] = word
        ws["good_used"][v, size] = used
        ws["good_size"][v] = size + 1


@njit
def remember_bad(ws: Any, v: int, word: int) -> None:
    """Note that a state leads nowhere."""
    size = ws["bad_size"][v]
    if size < FRONT:
        ws["bad"][v, size] = word
        ws["bad_size"][v] = size + 1


@njit
def step_back(ws: Any, before: int, move: int, used_after: int, lowest: int) -> tuple[int, int]:
    """(jokers used before, group pattern) of a step after which ``used_after`` are used.

    The pattern has ``lowest`` real tiles or more.
    """
    colors = ws["aim"][COLORS]
    joker_set = unpack_jokers(before)
    spare = 3 if has_growing_run(before) else 1
    left = used_after - ((move >> USED) & 15)
    for earlier in range(3):
        if (joker_set >> earlier) & 1 == 0:
            continue
        for absorbed in range(spare):
            u = left - earlier - absorbed
            if u >= 0 and LEVEL[colors, move & 0xFFF, u] >= lowest:
                return earlier, PATTERN[colors, move & 0xFFF, u]
    raise AssertionError("the solver lost its way back")


@njit
def mark_step(ws: Any, v: int, move: int, pattern: int) -> None:
    """Mark the rack tiles that one step lays."""
    for c in range(ws["aim"][COLORS]):
        tile = c * 13 + v - 1
        laid = ((move >> (REALS + 2 * c)) & 3) + ((pattern >> (2 * c)) & 3)
        extra = laid - ws["counts"][0, tile]
        ws["chosen"][tile] = extra
        if extra > 0:
            ws["legal"][tile] = 1


@njit
def mark_path(ws: Any, v: int, depth: int, used: int) -> None:
    """Mark the tiles of the path from number v to ``depth``, where ``used`` jokers are used."""
    for w in range(depth, v, -1):
        move = ws["move"][w, ws["next"][w]]
        before = ws["node"][w - 1]
        used, pattern = step_back(ws, before, move, used, 0)
        mark_step(ws, w, move, pattern)
        remember_good(ws, w - 1, before, used)
    if v == 0:  # the jokers used before number 1 are those that stay in the rack
        ws["chosen"][52] = ws["counts"][1, 52] - used
        if ws["chosen"][52] > 0:
            ws["legal"][52] = 1


@njit
def search(ws: Any, v: int, word: int, forced: int, limit: int) -> int:
    """1 when the state after number v leads to a legal table, 0 when not.

    Up to number ``forced`` - 1 a good state says nothing and a bad one is not remembered, because a
    tile is forced there.  UNKNOWN after ``limit`` states.
    """
    numbers = ws["aim"][NUMBERS]
    ws["node"][v] = word
    depth = v + 1
    ws["next"][depth] = expand(ws, depth, word)
    while depth > v:
        ws["next"][depth] -= 1
        if ws["next"][depth] < 0:
            depth -= 1
            if depth >= forced:
                remember_bad(ws, depth, ws["node"][depth])
            continue
        state = ws["spread"][depth, ws["next"][depth]]
        if depth == numbers:
            mark_path(ws, v, depth, ws["aim"][JOKERS])
            return 1
        good = known_good(ws, depth, state) if depth >= forced else UNKNOWN
        if good >= 0:
            mark_path(ws, v, depth, ws["good_used"][depth, good])
            return 1
        if not known_bad(ws, depth, state):
            limit -= 1
            if limit < 0:
                return UNKNOWN
            ws["node"][depth] = state
            depth += 1
            ws["next"][depth] = expand(ws, depth, state)
    return 0


@njit
def completable(ws: Any, v: int, word: int) -> bool:
    """Whether the numbers after v can be laid so that a legal table results."""
    if v == ws["aim"][NUMBERS]:
        return True
    if known_good(ws, v, word) >= 0:
        return True
    return not known_bad(ws, v, word) and search(ws, v, word, 0, NO_LIMIT) == 1
