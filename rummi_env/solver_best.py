"""The best play on a table: the most tiles, or the highest sum of face numbers.

The dynamic program of ``solver_core`` with a score beside each state; jokers count one tile in the
first case and nothing in the second.  For fewer than five numbers ``solver_plays`` answers.
"""

from typing import Any

import numpy as np

from tabletop.jit import njit, njit_inline

from .solver_core import FRONT, dominates, list_options, load, pack_jokers, root_word
from .solver_core import set_layers, unpack_jokers
from .solver_plays import find_pattern, solve_plays
from .solver_tables import FEWEST, LEVELS, SUMS

GROWING = 0x7007007007


@njit_inline
def has_growing_run(word: int) -> bool:
    """Whether a run of two tiles is open: it reaches three at the next number."""
    return (word >> 4) & GROWING != word & GROWING


@njit
def emit_scored(
    ws: Any, v: int, size: int, joker_set: int, score: int, combo: Any, origin: int, jokers: int
) -> int:
    """Add the successors of one choice of run tiles, by the number of tiles in groups."""
    bits, code, used, needs, reals, choice = combo
    wanted = ws["aim"][6] if v == ws["aim"][7] else 7
    seen = 0
    for level in range(8, -1, -1):
        groups = LEVELS[ws["aim"][5], code, level]
        if groups & ~seen == 0:
            continue
        seen |= groups
        after = (SUMS[joker_set, seen] << used) & ((2 << jokers) - 1)
        if after & wanted == 0 or FEWEST[after] + needs > jokers:
            continue
        ws["spread"][v, size] = bits | pack_jokers(after)
        ws["extra"][0, size] = score + ws["potential"][v] * (reals + level)
        ws["extra"][1, size] = origin | choice << 16 | code << 24 | used << 36 | level << 40
        size += 1
    return size


@njit
def expand_scored(
    ws: Any, v: int, word: int, score: int, origin: int, numbers: int, jokers: int
) -> int:
    """All states at number v after ``word``, with scores; into ``ws["spread"][v]`` and ``extra``."""
    joker_set = unpack_jokers(word)
    budget = jokers - FEWEST[joker_set]
    if has_growing_run(word):
        joker_set = SUMS[joker_set, 7]
    size0 = list_options(ws, v, 0, word, numbers, budget)
    size1 = list_options(ws, v, 1, word, numbers, budget)
    size2 = list_options(ws, v, 2, word, numbers, budget)
    size3 = list_options(ws, v, 3, word, numbers, budget)
    op = ws["option"]
    size = 0
    for i in range(size0):
        for j in range(size1):
            if op[0, i, 2] + op[1, j, 2] + op[0, i, 3] + op[1, j, 3] > budget:
                continue
            for k in range(size2):
                for m in range(size3):
                    used = op[0, i, 2] + op[1, j, 2] + op[2, k, 2] + op[3, m, 2]
                    needs = op[0, i, 3] + op[1, j, 3] + op[2, k, 3] + op[3, m, 3]
                    if used + needs > budget:
                        continue
                    bits = op[0, i, 0] | op[1, j, 0] | op[2, k, 0] | op[3, m, 0]
                    code = op[0, i, 1] + op[1, j, 1] + op[2, k, 1] + op[3, m, 1]
                    reals = op[0, i, 4] + op[1, j, 4] + op[2, k, 4] + op[3, m, 4]
                    choice = (
                        op[0, i, 4] | op[1, j, 4] << 2 | op[2, k, 4] << 4 | op[3, m, 4] << 6
                    )
                    combo = (bits, code, used, needs, reals, choice)
                    size = emit_scored(ws, v, size, joker_set, score, combo, origin, jokers)
    return size


@njit
def insert_scored(
    front: Any, scores: Any, parents: Any, size: int, word: int, score: int, parent: int
) -> int:
    """Add a state to a front with scores; returns the new size."""
    i = 0
    while i < size:
        if scores[i] >= score and dominates(front[i], word):
            return size
        if score >= scores[i] and dominates(word, front[i]):
            size -= 1
            front[i] = front[size]
            scores[i] = scores[size]
            parents[i] = parents[size]
        else:
            i += 1
    if size == FRONT:
        raise OverflowError("the solver's front is full")
    front[size] = word
    scores[size] = score
    parents[size] = parent
    return size + 1


@njit
def forward_scored(ws: Any, numbers: int, jokers: int) -> None:
    """Fronts of all numbers, with scores and parents."""
    for v in range(1, numbers + 1):
        size = 0
        for i in range(ws["front_size"][v - 1]):
            found = expand_scored(ws, v, ws["front"][v - 1, i], ws["score"][v - 1, i], i, numbers, jokers)
            for k in range(found):
                size = insert_scored(
                    ws["front"][v],
                    ws["score"][v],
                    ws["parent"][v],
                    size,
                    ws["spread"][v, k],
                    ws["extra"][0, k],
                    ws["extra"][1, k],
                )
        ws["front_size"][v] = size


@njit
def step_back(ws: Any, parent: int, before: int, jokers_after: int) -> tuple[int, int]:
    """(jokers before, group pattern) of the step that ended with ``jokers_after`` jokers used."""
    code = (parent >> 24) & 0xFFF
    used = (parent >> 36) & 3
    lowest = (parent >> 40) & 15
    joker_set = unpack_jokers(before)
    spare = 3 if has_growing_run(before) else 1
    for level in range(8, lowest - 1, -1):
        groups = LEVELS[ws["aim"][5], code, level]
        for earlier in range(3):
            for absorbed in range(spare):
                u = jokers_after - used - earlier - absorbed
                if u >= 0 and (joker_set >> earlier) & 1 and (groups >> u) & 1:
                    return earlier, find_pattern(ws["aim"][5], code, u, level)
    raise AssertionError("the solver lost its way back")


@njit
def trace_scored(ws: Any, best: int, jokers_used: int, numbers: int) -> None:
    """The rack tiles of the play that ends in state ``best``, ``jokers_used`` in all."""
    out = ws["chosen"]
    out[:] = 0
    out[52] = jokers_used - ws["counts"][0, 52]
    i = best
    for v in range(numbers, 0, -1):
        parent = ws["parent"][v, i]
        i = parent & 0xFFFF
        choice = (parent >> 16) & 0xFF
        jokers_used, pattern = step_back(ws, parent, ws["front"][v - 1, i], jokers_used)
        for c in range(ws["aim"][5]):
            laid = ((choice >> (2 * c)) & 3) + ((pattern >> (2 * c)) & 3)
            out[c * 13 + v - 1] = laid - ws["counts"][0, c * 13 + v - 1]


@njit
def best_final_scored(ws: Any, numbers: int, by_value: bool) -> tuple[int, int]:
    """(index, jokers used) of the best legal table; index -1 without any."""
    best, best_used, best_score = -1, 0, -1
    low = ws["counts"][0, 52]
    high = low + ws["counts"][1, 52]
    for i in range(ws["front_size"][numbers]):
        joker_set = unpack_jokers(ws["front"][numbers, i])
        for used in range(low, high + 1):
            score = ws["score"][numbers, i] + (0 if by_value else used)
            if (joker_set >> used) & 1 and score > best_score:
                best, best_used, best_score = i, used, score
    return best, best_used


@njit
def start_scored(ws: Any, by_value: bool, numbers: int, colors: int) -> int:
    """Set up layers, weights and the root for the counts loaded; returns the number of jokers."""
    low = ws["counts"][0, 52]
    jokers = low + ws["counts"][1, 52]
    set_layers(ws, numbers, colors, jokers)
    for v in range(numbers + 1):
        ws["potential"][v] = v if by_value else 1
    ws["aim"][5] = colors
    ws["aim"][6] = ((2 << jokers) - 1) & ~((1 << low) - 1)
    ws["aim"][7] = numbers
    ws["front"][0, 0] = root_word(1)
    ws["score"][0, 0] = 0
    ws["front_size"][0] = 1
    return jokers


@njit
def worth(tiles: Any, by_value: bool) -> int:
    """The number of tiles, or the sum of their faces with jokers at 0."""
    total = 0
    for tile in range(52):
        total += tiles[tile] * (tile % 13 + 1 if by_value else 1)
    return total if by_value else total + tiles[52]


@njit
def best_loaded(ws: Any, by_value: bool, numbers: int, colors: int) -> bool:
    """Put the best play for the counts loaded into ``ws["chosen"]``; False when there is none."""
    if numbers < 5:
        faces = 1 if by_value else 0
        return solve_plays(ws, numbers, colors, (0x7FFF, 0, faces, 1 - faces, 0)) >= 0
    jokers = start_scored(ws, by_value, numbers, colors)
    forward_scored(ws, numbers, jokers)
    best, used = best_final_scored(ws, numbers, by_value)
    if best >= 0:
        trace_scored(ws, best, used, numbers)
    return best >= 0


@njit
def best_play_into(
    table: Any, rack: Any, by_value: Any, numbers: Any, colors: Any, out: Any, workspace: Any
) -> int:
    """Put the best play into ``out``; returns tiles or faces, -1 when no table is legal."""
    ws = workspace[0]
    load(ws, table, rack)
    found = best_loaded(ws, by_value != 0, np.int64(numbers), np.int64(colors))
    for tile in range(53):
        out[tile] = ws["chosen"][tile] if found else 0
    return worth(ws["chosen"], by_value != 0) if found else -1
