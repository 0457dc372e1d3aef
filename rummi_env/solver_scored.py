"""The dynamic program with a score beside each state: best plays, and what melds are worth.

The jokers are *explicit* here: each one stands for one tile, so that its value is known.  This
serves initial melds, arrangements, and games of fewer than five numbers.  A score is value and
number of tiles in one word, which a guard bit each makes comparable in one subtraction.
"""

from typing import Any

from tabletop.jit import njit, njit_inline

from .solver_core import (
    ALL,
    CAP_VALUE,
    COLORS,
    COUNT_TILES,
    EXPLICIT,
    FACE_VALUE,
    FRONT,
    GOAL,
    JOKER_VALUE,
    JOKERS,
    NEEDS,
    NUMBERS,
    REALS,
    USED,
    count_reals,
    dominates,
    pack_jokers,
    pair_options,
    root_word,
    unpack_jokers,
)
from .solver_layers import set_layers
from .solver_tables import FEWEST, LEVEL, PATTERN

VALUE_BITS = 0x7FFF
NO_CAP = 0x3FFF
SCORE_GUARDS = 1 << 15 | 1 << 31
# A parent is: index of the state before (16 bits), the move (36), jokers in groups (2).
MOVE_AT, GROUPED_AT = 16, 52
MOVE_BITS = (1 << 36) - 1


@njit_inline
def scores_as_much(score: int, other: int) -> bool:
    """Whether neither the value nor the tiles of ``score`` are less."""
    return ((score | SCORE_GUARDS) - other) & SCORE_GUARDS == SCORE_GUARDS


@njit
def aim_at(ws: Any, cap: int, joker_value: int, face_value: int, tiles: int) -> None:
    """Set what scores count: value up to ``cap``, of jokers and of faces; number of tiles."""
    aim = ws["aim"]
    aim[EXPLICIT] = 1
    aim[CAP_VALUE] = min(cap, NO_CAP)
    aim[JOKER_VALUE] = joker_value
    aim[FACE_VALUE] = face_value
    aim[COUNT_TILES] = tiles


@njit
def start_scored(ws: Any, joker_set: int) -> None:
    """Set up the layers, what lies above each number, and the root with its joker set."""
    set_layers(ws)
    value = 0
    for v in range(ws["aim"][NUMBERS], -1, -1):
        ws["rest_value"][v] = value
        for c in range(ws["aim"][COLORS]):
            value += v * ws["layer"][v, c, ALL]
    ws["front"][0, 0] = root_word(joker_set)
    ws["score"][0, 0] = 0
    ws["front_size"][0] = 1


@njit
def emit(
    ws: Any, v: int, size: int, bits: int, joker_set: int, score: int, reals: int, jokers: int
) -> int:
    """Add a successor that lays ``reals`` tiles and ``jokers`` at number v, if it can still do."""
    aim = ws["aim"]
    value = (score & VALUE_BITS) + v * (reals * aim[FACE_VALUE] + jokers * aim[JOKER_VALUE])
    tiles = (score >> 16) + reals + jokers
    left = aim[JOKERS] - FEWEST[joker_set]
    if value + ws["rest_value"][v] + 13 * left * aim[JOKER_VALUE] < aim[GOAL]:
        return size
    ws["spread"][v, size] = bits | pack_jokers(joker_set)
    kept = min(value, aim[CAP_VALUE])
    ws["gain"][size] = kept | tiles << 16 if aim[COUNT_TILES] else kept
    return size + 1


@njit
def emit_explicit(
    ws: Any, v: int, size: int, bits: int, move: int, joker_set: int, score: int, origin: int
) -> int:
    """Successors of one choice of run tiles when jokers stand for tiles: by jokers in groups."""
    colors, jokers = ws["aim"][COLORS], ws["aim"][JOKERS]
    used, needs = (move >> USED) & 15, (move >> NEEDS) & 15
    reals = count_reals(move)
    for u in range(jokers - used + 1):
        level = LEVEL[colors, move & 0xFFF, u]
        after = (joker_set << (used + u)) & ((2 << jokers) - 1)
        if level < 0 or FEWEST[after] + needs > jokers:
            continue
        if v == ws["aim"][NUMBERS] and (after >> jokers) & 1 == 0:
            continue
        grown = emit(ws, v, size, bits, after, score, reals + level, used + u)
        ws["move"][v, size] = origin | move << MOVE_AT | u << GROUPED_AT
        size = grown
    return size


@njit
def expand_scored(ws: Any, v: int, word: int, score: int, origin: int) -> int:
    """All states at number v after ``word``, with their scores; returns how many."""
    joker_set = unpack_jokers(word)
    budget = ws["aim"][JOKERS] - FEWEST[joker_set]
    size0 = pair_options(ws, v, 0, word, budget)
    size1 = pair_options(ws, v, 2, word, budget) if size0 else 0
    ones, others = ws["pair"][0], ws["pair"][1]
    size = 0
    for i in range(size0):
        for j in range(size1):
            move = ones[i, 1] + others[j, 1]
            bits = ones[i, 0] | others[j, 0]
            if ((move >> USED) & 15) + ((move >> NEEDS) & 15) > budget:
                continue
            size = emit_explicit(ws, v, size, bits, move, joker_set, score, origin)
    return size


@njit
def insert_scored(ws: Any, front: Any, scores: Any, v: int, size: int, k: int) -> int:
    """Add successor k to the front of number v; returns the new size."""
    word, score, parent = ws["spread"][v, k], ws["gain"][k], ws["move"][v, k]
    parents = ws["parent"][v]
    i = 0
    while i < size:
        if dominates(front[i], word) and scores_as_much(scores[i], score):
            return size
        if dominates(word, front[i]) and scores_as_much(score, scores[i]):
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
def forward_scored(ws: Any, fronts: Any, scores: Any, sizes: Any, start: int, stop: int) -> None:
    """Fronts of the numbers start … stop - 1; parents go to ``ws["parent"]``."""
    for v in range(start, stop):
        size = 0
        for i in range(sizes[v - 1]):
            found = expand_scored(ws, v, fronts[v - 1, i], scores[v - 1, i], i)
            for k in range(found):
                size = insert_scored(ws, fronts[v], scores[v], v, size, k)
        sizes[v] = size


@njit
def best_final(ws: Any, states: Any, scores: Any, size: int) -> int:
    """Index of the best state after the last number that reaches the goal; -1 without any.

    Most tiles count first where tiles are counted, then value.
    """
    by_tiles = ws["aim"][COUNT_TILES]
    best, best_rank = -1, -1
    for i in range(size):
        value, tiles = scores[i] & VALUE_BITS, scores[i] >> 16
        if value < ws["aim"][GOAL]:
            continue
        rank = tiles << 16 | value if by_tiles else value
        if rank > best_rank:
            best, best_rank = i, rank
    return best


@njit
def run_scored(ws: Any) -> int:
    """All fronts; returns the index of the best final state, its tiles in ``chosen``; or -1."""
    numbers = ws["aim"][NUMBERS]
    fronts, scores = ws["front"], ws["score"]
    forward_scored(ws, fronts, scores, ws["front_size"], 1, numbers + 1)
    best = best_final(ws, fronts[numbers], scores[numbers], ws["front_size"][numbers])
    if best >= 0:
        trace(ws, best)
    return best


@njit
def trace(ws: Any, best: int) -> None:
    """The rack tiles of the play that ends in final state ``best``: ``ws["chosen"]``.

    The parent of each step is left in ``ws["node"][v]``.
    """
    numbers, colors = ws["aim"][NUMBERS], ws["aim"][COLORS]
    i, jokers = best, 0
    for v in range(numbers, 0, -1):
        parent = ws["parent"][v, i]
        i = parent & 0xFFFF
        move = (parent >> MOVE_AT) & MOVE_BITS
        u = (parent >> GROUPED_AT) & 3
        jokers += u + ((move >> USED) & 15)
        pattern = PATTERN[colors, move & 0xFFF, u]
        ws["node"][v] = parent
        for c in range(colors):
            tile = c * 13 + v - 1
            laid = ((move >> (REALS + 2 * c)) & 3) + ((pattern >> (2 * c)) & 3)
            ws["chosen"][tile] = laid - ws["counts"][0, tile]
    for tile in range(52):
        if tile % 13 >= numbers or tile // 13 >= colors:
            ws["chosen"][tile] = 0
    ws["chosen"][52] = jokers - ws["counts"][0, 52]
