"""The solver's dynamic program over the numbers 1 … N: states, one step, Pareto fronts.

A state after number v says, per colour, how many runs are open: ``c1`` of length 1, ``c2`` of
length 1 or 2 (these must go on), ``c3`` of any length; and which numbers of jokers can have been
used up so far (a *joker set*, jokers that stay in the rack included).  All of it packs into one
word in which a smaller field is never worse, so one subtraction tells whether a state makes another
one redundant.  See docs/solver.md for why each step is enough.  Knows counts only, no rules record.
"""

from typing import Any

import numpy as np

from tabletop.jit import int64, njit, njit_inline

from .solver_tables import FEWEST, FIELD_STATES, FIELDS, REACH, SUMS

# Odd numbers of cache lines: rows a power of two apart would all compete for the same cache sets.
FRONT = 4096 + 8  # states kept per number
SPREAD = 8192 + 8  # successors of one state
OPTIONS = 16  # choices of one colour at one number

# Fields of ``layer[v, colour]``.
TABLE, ALL, CODE, CAP, NEXT, NEXT2, BRIDGE, START, IDLE = 0, 1, 2, 5, 6, 7, 8, 9, 10

# Guard bits of the packed state: twelve counters of three bits, then three one-bit fields.
GUARDS = 0x888888888888 | 1 << 49 | 1 << 51 | 1 << 53
LONG_TOP = 4  # c3 is stored as 4 - c3
NO_RUNS = 0x400  # the twelve bits of a colour without open runs
SHORTEST = 0x7007007007  # where the four c1 lie

# A *move* is what one step lays: group box (12 bits), jokers in runs (4), jokers that the short
# runs will need (4), run tiles per colour (2 each), and how many of those are jokers (2 each).
USED, NEEDS, REALS, FILLED = 12, 16, 20, 28
# A *choice* of one colour is its twelve bits of the new state, and from here on its move.
MOVE = 12

# Fields of ``aim``: what a search is for.  The first five are about scores (``solver_scored``).
CAP_VALUE, JOKER_VALUE, FACE_VALUE, COUNT_TILES, GOAL, EXPLICIT = range(6)
NUMBERS, COLORS, JOKERS = 6, 7, 8

# Scratch memory of one thread; nothing in it outlives a call.
WORKSPACE = np.dtype(
    [
        ("aim", np.int64, (9,)),
        ("counts", np.int64, (2, 53)),  # table and rack as searched
        ("asked", np.int64, (53,)),  # which tiles are asked about
        ("legal", np.int64, (53,)),  # tiles seen in some legal play
        ("chosen", np.int64, (53,)),  # tiles of the play found last
        ("layer", np.int64, (16, 4, 11)),  # what each number and colour offers
        ("held", np.int64, (4,)),  # numbers with a tile of use, a bit each, per colour
        ("known", np.int8, (14, 4, FIELD_STATES, 3)),  # 1 + how many choices; 0: not listed yet
        ("option", np.int64, (14, 4, FIELD_STATES, 3, OPTIONS)),  # choices of one colour
        ("pair", np.int64, (2, 256, 2)),  # choices of two colours
        ("rest_value", np.int64, (16,)),  # value of all tiles above a number
        ("front_size", np.int64, (14,)),
        ("good_size", np.int64, (14,)),
        ("bad_size", np.int64, (14,)),
        ("next", np.int64, (16,)),  # the successor in hand, per number
        ("node", np.int64, (16,)),  # the path of the search
        ("left", np.int64, (16,)),  # what may still be left behind from there on
        ("front", np.int64, (14, FRONT)),  # states worth keeping
        ("good", np.int64, (14, FRONT)),  # states known to lead to a legal table
        ("good_used", np.int64, (14, FRONT)),  # … with so many jokers used before
        ("bad", np.int64, (14, FRONT)),  # states known to lead nowhere
        ("bad_left", np.int64, (14, FRONT)),  # … with so much left behind from there on
        ("score", np.int64, (14, FRONT)),
        ("parent", np.int64, (14, FRONT)),
        ("spread", np.int64, (15, SPREAD)),  # successors while searching
        ("move", np.int64, (15, SPREAD)),  # how they came about
        ("gain", np.int64, (SPREAD,)),  # their scores
    ]
)


@njit
def make_workspace() -> Any:
    """A fresh workspace (shape (1,)), for use inside compiled code; one per thread."""
    return np.empty(1, dtype=WORKSPACE)


@njit_inline
def dominates(better: int, worse: int) -> bool:
    """Whether whatever completes ``worse`` completes ``better`` too."""
    return ((worse | GUARDS) - better) & GUARDS == GUARDS


@njit_inline
def pack_jokers(joker_set: int) -> int:
    """The joker set as the top fields of a state (0 where the number is possible)."""
    absent = 7 ^ joker_set
    return ((absent & 1) << 48) | ((absent & 2) << 49) | ((absent & 4) << 50)


@njit_inline
def unpack_jokers(word: int) -> int:
    """The joker set of a state."""
    top = word >> 48
    return 7 ^ ((top & 1) | ((top >> 1) & 2) | ((top >> 2) & 4))


@njit_inline
def root_word(joker_set: int) -> int:
    """The state before number 1."""
    return pack_jokers(joker_set) | 0x400400400400


@njit_inline
def has_growing_run(word: int) -> bool:
    """Whether a run of two tiles is open: it reaches three at the next number."""
    return (word >> 4) & SHORTEST != word & SHORTEST


@njit_inline
def count_reals(move: int) -> int:
    """Run tiles of a move that are no jokers."""
    n = move >> REALS
    return (n & 3) + ((n >> 2) & 3) + ((n >> 4) & 3) + ((n >> 6) & 3)


@njit
def list_options(ws: Any, v: int, c: int, fields: int, budget: int) -> None:
    """Note the choices of one colour with open runs ``fields`` at number v.

    A choice is how many run tiles are laid and how many of them are jokers, up to ``budget``.
    """
    layer = ws["layer"][v, c]
    numbers = ws["aim"][NUMBERS]
    at = FIELDS[fields]
    options = ws["option"][v, c, at, budget]
    if fields == NO_RUNS and layer[IDLE]:
        options[0] = NO_RUNS
        ws["known"][v, c, at, budget] = 2
        return
    c1 = fields & 7
    c2 = (fields >> 4) & 7
    c3 = LONG_TOP - ((fields >> 8) & 7)
    after, after2 = layer[NEXT], layer[NEXT2]
    size = 0
    for n in range(3):
        code = layer[CODE + n]
        if code < 0:
            continue
        base = max(n, c2)
        top = max(base, c3) if layer[BRIDGE] else base
        if layer[START]:
            top = max(base, c3) + budget
        for m in range(base, min(top, n + budget) + 1):
            new1 = max(0, m - c3)
            new2 = new1 + c1
            if (v == numbers and new2 > 0) or (v == numbers - 1 and new1 > 0):
                continue
            needs = max(0, new2 - after) + max(0, new1 - after2)
            if m - n + needs > budget:
                continue
            new3 = new2 + min(m - new2, layer[CAP])
            bits = new1 | (new2 << 4) | ((LONG_TOP - new3) << 8)
            laid = (n << (REALS + 2 * c)) | ((m - n) << (FILLED + 2 * c))
            move = code | ((m - n) << USED) | (needs << NEEDS) | laid
            options[size] = bits | move << MOVE
            size += 1
    ws["known"][v, c, at, budget] = 1 + size


@njit_inline
def count_options(ws: Any, v: int, c: int, fields: int, budget: int) -> int:
    """How many choices a colour has; they are listed when they are wanted for the first time."""
    at = FIELDS[fields]
    if ws["known"][v, c, at, budget] == 0:
        list_options(ws, v, c, fields, budget)
    return int64(ws["known"][v, c, at, budget]) - 1


@njit
def pair_options(ws: Any, v: int, first: int, word: int, budget: int) -> int:
    """The choices of two colours together, in ``ws["pair"][first // 2]``: state bits, move."""
    fields0, fields1 = (word >> (12 * first)) & 0xFFF, (word >> (12 * first + 12)) & 0xFFF
    size0 = count_options(ws, v, first, fields0, budget)
    size1 = count_options(ws, v, first + 1, fields1, budget) if size0 else 0
    ones = ws["option"][v, first, FIELDS[fields0], budget]
    others = ws["option"][v, first + 1, FIELDS[fields1], budget]
    pair = ws["pair"][first // 2]
    size = 0
    for i in range(size0):
        bits, move0 = ones[i] & 0xFFF, ones[i] >> MOVE
        for j in range(size1):
            move = move0 + (others[j] >> MOVE)
            if ((move >> USED) & 15) + ((move >> NEEDS) & 15) <= budget:
                pair[size, 0] = (bits | (others[j] & 0xFFF) << 12) << (12 * first)
                pair[size, 1] = move
                size += 1
    return size


@njit
def expand(ws: Any, v: int, word: int) -> int:
    """All states at number v that follow ``word``, in ``ws["spread"][v]``; returns how many.

    At the last number only states of a legal table are kept.
    """
    colors, jokers = ws["aim"][COLORS], ws["aim"][JOKERS]
    joker_set = unpack_jokers(word)
    budget = jokers - FEWEST[joker_set]
    # A run that reaches three tiles can take any number of spare jokers (numbers >= 5).
    if has_growing_run(word):
        joker_set = SUMS[joker_set, 7]
    size0 = pair_options(ws, v, 0, word, budget)
    size1 = pair_options(ws, v, 2, word, budget) if size0 else 0
    ones, others = ws["pair"][0], ws["pair"][1]
    spread, moves = ws["spread"][v], ws["move"][v]
    reach = REACH[colors, joker_set]
    allowed = (2 << jokers) - 1
    wanted = 1 << jokers if v == ws["aim"][NUMBERS] else 7
    size = 0
    for i in range(size0):
        bits, move0 = ones[i, 0], ones[i, 1]
        for j in range(size1):
            move = move0 + others[j, 1]
            after = (int64(reach[move & 0xFFF]) << ((move >> USED) & 15)) & allowed
            if after & wanted == 0 or after & (allowed >> ((move >> NEEDS) & 15)) == 0:
                continue
            spread[size] = bits | others[j, 0] | pack_jokers(after)
            moves[size] = move
            size += 1
    return size


@njit
def insert(front: Any, size: int, word: int) -> int:
    """Add a state to a Pareto front; returns the new size."""
    i = 0
    while i < size:
        other = front[i]
        if dominates(other, word):
            return size
        if dominates(word, other):
            size -= 1
            front[i] = front[size]
        else:
            i += 1
    if size == FRONT:
        raise OverflowError("the solver's front is full")
    front[size] = word
    return size + 1


@njit
def forward(ws: Any, start: int, stop: int) -> None:
    """Fronts of the numbers start … stop - 1 from that of number start - 1."""
    for v in range(start, stop):
        size = 0
        for i in range(ws["front_size"][v - 1]):
            found = expand(ws, v, ws["front"][v - 1, i])
            for k in range(found):
                size = insert(ws["front"][v], size, ws["spread"][v, k])
        ws["front_size"][v] = size
