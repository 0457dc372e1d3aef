"""The solver's dynamic program over the numbers 1 … N: states, one step, fronts, completion.

A state after number v says, per colour, how many runs are open: ``c1`` of length 1, ``c2`` of
length 1 or 2 (these must go on), ``c3`` of any length; and which numbers of jokers can have been
used up so far (a *joker set*, jokers that stay in the rack included).  All of it packs into one
word in which a smaller field is never worse, so one subtraction tells whether a state makes another
one redundant.  See docs/solver.md for why each step is enough.  Knows counts only, no rules record.
"""

from typing import Any

import numpy as np

from tabletop.jit import njit, njit_inline

from .solver_tables import FEWEST, GROUPS, RANGE, SUMS

FRONT = 8192  # states kept per number
SPREAD = 16384  # successors of one state

# Fields of ``layer[v, colour]``.
TABLE, ALL, CODE, CAP, NEXT, NEXT2, BRIDGE, START = 0, 1, 2, 5, 6, 7, 8, 9

# Guard bits of the packed state: twelve counters of three bits, then three one-bit fields.
GUARDS = 0x888888888888 | 1 << 49 | 1 << 51 | 1 << 53
LONG_TOP = 4  # c3 is stored as 4 - c3


# Scratch memory of one thread; nothing in it outlives a call.
WORKSPACE = np.dtype(
    [
        ("layer", np.int64, (16, 4, 10)),  # what each number and colour offers
        ("option", np.int64, (4, 16, 5)),  # choices: state bits, group code, jokers, needs, reals
        ("counts", np.int64, (2, 53)),  # table and rack
        ("asked", np.int64, (53,)),  # which tiles are asked about, then which can be played
        ("chosen", np.int64, (53,)),  # tiles of the play found
        ("aim", np.int64, (8,)),  # what a play is after; see solver_plays
        ("potential", np.int64, (16,)),  # value of all tiles above; best play: worth of one tile
        ("front_size", np.int64, (14,)),
        ("good_size", np.int64, (14,)),
        ("bad_size", np.int64, (14,)),
        ("spread_size", np.int64, (15,)),
        ("spread_next", np.int64, (15,)),
        ("node", np.int64, (15,)),  # the path of the search
        ("front", np.int64, (14, FRONT)),  # states worth keeping, per number
        ("good", np.int64, (14, FRONT)),  # states known to lead to a legal table
        ("bad", np.int64, (14, FRONT)),  # states known to lead nowhere
        ("score", np.int64, (14, FRONT)),  # best play: what the state is worth
        ("parent", np.int64, (14, FRONT)),  # best play: where it came from
        ("extra", np.int64, (2, SPREAD)),  # scores and parents of successors
        ("spread", np.int64, (15, SPREAD)),  # successors while searching
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


@njit
def load(ws: Any, table: Any, rack: Any) -> None:
    """Copy the counts, whatever their type, and forget what was known."""
    for tile in range(53):
        ws["counts"][0, tile] = table[tile]
        ws["counts"][1, tile] = rack[tile]
    ws["good_size"][:] = 0
    ws["bad_size"][:] = 0


@njit
def load_one(ws: Any, part: int, counts: Any) -> None:
    """Copy counts as the table (part 0) or the rack (part 1); the other part is empty."""
    for tile in range(53):
        ws["counts"][part, tile] = counts[tile]
        ws["counts"][1 - part, tile] = 0
    ws["good_size"][:] = 0
    ws["bad_size"][:] = 0


@njit
def ask(ws: Any, rack: Any, candidates: Any, numbers: Any, colors: Any) -> None:
    """Note which tiles are asked about: candidates that the rack holds and the game has."""
    for tile in range(52):
        exists = tile % 13 < numbers and tile // 13 < colors
        ws["asked"][tile] = 1 if exists and candidates[tile] > 0 and rack[tile] > 0 else 0
    ws["asked"][52] = 1 if candidates[52] > 0 and rack[52] > 0 else 0


@njit
def set_codes(layer: Any, v: int, color: int, can_group: bool, can_run: bool) -> None:
    """For n = 0, 1, 2 run tiles: which numbers of group tiles are open, as a code; -1 for none."""
    table = layer[v, color, TABLE]
    total = layer[v, color, ALL]
    scale = 6**color
    for n in range(3):
        low = max(0, table - n)
        high = total - n if can_group else min(0, total - n)
        code = -1
        if low <= high and (n == 0 or can_run):
            code = scale * RANGE[3 * low + high]
        layer[v, color, CODE + n] = code


@njit
def can_be_in_group(layer: Any, v: int, color: int, jokers: int, colors: int) -> bool:
    """Whether a group could hold this tile."""
    others = 0
    for c in range(colors):
        if c != color and layer[v, c, ALL] > 0:
            others += 1
    return colors >= 3 and others + jokers >= 2


@njit
def can_be_in_run(layer: Any, v: int, color: int, jokers: int, numbers: int) -> bool:
    """Whether a run could hold this tile."""
    for first in range(max(1, v - 2), min(v, numbers - 2) + 1):
        missing = 0
        for w in range(first, first + 3):
            if w != v and layer[w, color, ALL] == 0:
                missing += 1
        if missing <= jokers:
            return True
    return False


@njit
def set_layers(ws: Any, numbers: int, colors: int, jokers: int) -> None:
    """Fill ``ws["layer"]`` from ``ws["counts"]``; rack tiles that fit into no set are left out."""
    layer = ws["layer"]
    layer[numbers + 1] = 0
    layer[numbers + 2] = 0
    for c in range(4):
        for v in range(1, numbers + 1):
            if c < colors:
                tile = c * 13 + v - 1
                layer[v, c, TABLE] = ws["counts"][0, tile]
                layer[v, c, ALL] = ws["counts"][0, tile] + ws["counts"][1, tile]
            else:
                layer[v, c] = 0
    for v in range(1, numbers + 1):
        for c in range(colors):
            set_layer(layer, v, c, numbers, colors, jokers)
    for v in range(1, numbers + 1):
        for c in range(4):
            set_outlook(layer, v, c, numbers, colors, jokers)


@njit
def set_layer(layer: Any, v: int, c: int, numbers: int, colors: int, jokers: int) -> None:
    """The group codes of one number and colour."""
    if layer[v, c, ALL] == 0:
        can_group = can_run = False
    else:
        can_group = can_be_in_group(layer, v, c, jokers, colors)
        can_run = can_be_in_run(layer, v, c, jokers, numbers)
        if not can_group and not can_run:
            layer[v, c, ALL] = layer[v, c, TABLE]
    set_codes(layer, v, c, can_group, can_run)


@njit
def set_outlook(layer: Any, v: int, c: int, numbers: int, colors: int, jokers: int) -> None:
    """What the next numbers offer to runs, and where a joker may bridge or start one."""
    if c >= colors:
        set_codes(layer, v, c, False, False)
    after = layer[v + 1, c, ALL]
    after2 = layer[v + 2, c, ALL]
    layer[v, c, NEXT] = after
    layer[v, c, NEXT2] = after2
    layer[v, c, CAP] = after + (jokers if after2 > 0 else 0)
    layer[v, c, BRIDGE] = 1 if jokers > 0 and after > 0 else 0
    both = after > 0 and after2 > 0
    either = after > 0 or after2 > 0
    start = jokers > 0 and v == numbers - 2 and (both or (colors < 3 and either))
    layer[v, c, START] = 1 if start else 0


@njit_inline
def add_option(
    ws: Any, c: int, i: int, bits: int, code: int, jokers: int, needs: int, reals: int
) -> None:
    """Store one choice of one colour."""
    ws["option"][c, i, 0] = bits
    ws["option"][c, i, 1] = code
    ws["option"][c, i, 2] = jokers
    ws["option"][c, i, 3] = needs
    ws["option"][c, i, 4] = reals


@njit
def list_options(ws: Any, v: int, c: int, word: int, numbers: int, budget: int) -> int:
    """The choices of one colour at number v: how many run tiles, how many of them jokers."""
    layer = ws["layer"]
    fields = word >> (12 * c)
    c1 = fields & 7
    c2 = (fields >> 4) & 7
    c3 = LONG_TOP - ((fields >> 8) & 7)
    after = layer[v, c, NEXT]
    after2 = layer[v, c, NEXT2]
    size = 0
    for n in range(3):
        code = layer[v, c, CODE + n]
        if code < 0:
            continue
        base = max(n, c2)
        top = base
        if layer[v, c, BRIDGE]:
            top = max(base, c3)
        if layer[v, c, START]:
            top = max(base, c3) + budget
        for m in range(base, min(top, n + budget) + 1):
            new1 = max(0, m - c3)
            new2 = new1 + c1
            if (v == numbers and new2 > 0) or (v == numbers - 1 and new1 > 0):
                continue
            needs = max(0, new2 - after) + max(0, new1 - after2)
            if m - n + needs > budget:
                continue
            new3 = new2 + min(m - new2, layer[v, c, CAP])
            bits = new1 | (new2 << 4) | ((LONG_TOP - new3) << 8)
            add_option(ws, c, size, bits << (12 * c), code, m - n, needs, n)
            size += 1
    return size


@njit
def expand(ws: Any, v: int, word: int, numbers: int, colors: int, jokers: int) -> int:
    """All states at number v that follow ``word``; they go to ``ws["spread"][v]``.

    At the last number only states of a legal table are kept.  Returns how many.
    """
    joker_set = unpack_jokers(word)
    budget = jokers - FEWEST[joker_set]
    # A run that reaches three tiles can take any number of spare jokers (numbers >= 5).
    if (word >> 4) & 0x7007007007 != word & 0x7007007007:
        joker_set = SUMS[joker_set, 7]
    size0 = list_options(ws, v, 0, word, numbers, budget)
    size1 = list_options(ws, v, 1, word, numbers, budget) if size0 else 0
    size2 = list_options(ws, v, 2, word, numbers, budget) if size1 else 0
    size3 = list_options(ws, v, 3, word, numbers, budget) if size2 else 0
    if size3 == 0:
        ws["spread_size"][v] = 0
        return 0
    option = ws["option"]
    allowed = (2 << jokers) - 1
    wanted = 1 << jokers if v == numbers else 7
    size = 0
    for i in range(size0):
        for j in range(size1):
            used1 = option[0, i, 2] + option[1, j, 2]
            needs1 = option[0, i, 3] + option[1, j, 3]
            if used1 + needs1 > budget:
                continue
            bits1 = option[0, i, 0] | option[1, j, 0]
            code1 = option[0, i, 1] + option[1, j, 1]
            for k in range(size2):
                used2 = used1 + option[2, k, 2]
                needs2 = needs1 + option[2, k, 3]
                if used2 + needs2 > budget:
                    continue
                bits2 = bits1 | option[2, k, 0]
                code2 = code1 + option[2, k, 1]
                for m in range(size3):
                    used = used2 + option[3, m, 2]
                    needs = needs2 + option[3, m, 3]
                    groups = GROUPS[colors, code2 + option[3, m, 1]]
                    after = (SUMS[joker_set, groups] << used) & allowed
                    if after & wanted == 0 or FEWEST[after] + needs > jokers:
                        continue
                    ws["spread"][v, size] = bits2 | option[3, m, 0] | pack_jokers(after)
                    size += 1
    ws["spread_size"][v] = size
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
def forward(ws: Any, start: int, stop: int, numbers: int, colors: int, jokers: int) -> None:
    """Fronts of the numbers start … stop - 1 from that of number start - 1."""
    for v in range(start, stop):
        size = 0
        for i in range(ws["front_size"][v - 1]):
            found = expand(ws, v, ws["front"][v - 1, i], numbers, colors, jokers)
            for k in range(found):
                size = insert(ws["front"][v], size, ws["spread"][v, k])
        ws["front_size"][v] = size


@njit
def known(ws: Any, v: int, word: int) -> int:
    """1 when the state is known to be completable, 0 when known not to be, else -1."""
    for i in range(ws["good_size"][v]):
        if dominates(word, ws["good"][v, i]):
            return 1
    for i in range(ws["bad_size"][v]):
        if dominates(ws["bad"][v, i], word):
            return 0
    return -1


@njit
def remember(states: Any, sizes: Any, v: int, word: int) -> None:
    """Note a state as good or bad; what does not fit is found out again."""
    if sizes[v] < FRONT:
        states[v, sizes[v]] = word
        sizes[v] += 1


@njit
def completable(ws: Any, v: int, word: int, numbers: int, colors: int, jokers: int) -> bool:
    """Whether the numbers after v can be laid so that a legal table results (depth first)."""
    if v == numbers:
        return True
    answer = known(ws, v, word)
    if answer >= 0:
        return answer == 1
    ws["node"][v] = word
    depth = v + 1
    ws["spread_next"][depth] = expand(ws, depth, word, numbers, colors, jokers)
    while depth > v:
        ws["spread_next"][depth] -= 1
        if ws["spread_next"][depth] < 0:
            depth -= 1
            remember(ws["bad"], ws["bad_size"], depth, ws["node"][depth])
            continue
        state = ws["spread"][depth, ws["spread_next"][depth]]
        answer = 1 if depth == numbers else known(ws, depth, state)
        if answer == 1:
            for w in range(v, depth):
                remember(ws["good"], ws["good_size"], w, ws["node"][w])
            return True
        if answer < 0:
            ws["node"][depth] = state
            depth += 1
            ws["spread_next"][depth] = expand(ws, depth, state, numbers, colors, jokers)
    return False
