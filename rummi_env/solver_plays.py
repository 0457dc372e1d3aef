"""The dynamic program with every joker laid explicitly: values of melds, tiles that can go.

``solver_core`` lets runs soak up spare jokers, which says whether a table is legal but not what a
joker is worth.  Here each joker stands for one tile.  A state is the packed run counters, the
jokers laid and those still owed to the table; beside it a score: value, and number of tiles.
"""

from typing import Any

from tabletop.jit import njit, njit_inline

from .solver_core import ALL, CODE, FRONT, LONG_TOP, NEXT, NEXT2, TABLE, set_layers
from .solver_tables import LEVELS, PATTERNS

# Fields of ``ws["aim"]``: what a score counts.
CAP_VALUE, JOKER_VALUE, FACE_VALUE, COUNT_TILES, GOAL = 0, 1, 2, 3, 4

PLAY_GUARDS = 0x888888888888 | 1 << 51 | 1 << 55
SCORE_GUARDS = 1 << 15 | 1 << 31
ROOT = 0x400400400400
SHORT_RUNS = 0x070070070070


@njit_inline
def play_dominates(better: int, better_score: int, worse: int, worse_score: int) -> bool:
    """Whether ``better`` can do all that ``worse`` can, for at least the same score."""
    fields = ((worse | PLAY_GUARDS) - better) & PLAY_GUARDS == PLAY_GUARDS
    return fields and ((better_score | SCORE_GUARDS) - worse_score) & SCORE_GUARDS == SCORE_GUARDS


@njit_inline
def play_root(owed: int) -> int:
    """The state before number 1 when the table holds ``owed`` jokers."""
    return ROOT | owed << 52


@njit
def list_play_options(ws: Any, v: int, c: int, word: int, numbers: int, jokers: int) -> int:
    """The choices of one colour at number v: run tiles, and how many of them are jokers."""
    fields = word >> (12 * c)
    c1 = fields & 7
    c2 = (fields >> 4) & 7
    c3 = LONG_TOP - ((fields >> 8) & 7)
    budget = jokers - ((word >> 48) & 7)
    after = ws["layer"][v, c, NEXT]
    after2 = ws["layer"][v, c, NEXT2]
    cap = after + jokers if v < numbers else 0
    size = 0
    for n in range(3):
        code = ws["layer"][v, c, CODE + n]
        if code < 0 or (c >= ws["aim"][5] and n > 0):
            continue
        most = budget if c < ws["aim"][5] else 0
        for k in range(max(0, c2 - n), most + 1):
            m = n + k
            new1 = max(0, m - c3)
            new2 = new1 + c1
            if (v == numbers and new2 > 0) or (v == numbers - 1 and new1 > 0):
                continue
            needs = max(0, new2 - after) + max(0, new1 - after2)
            if k + needs > budget:
                continue
            new3 = new2 + min(m - new2, cap)
            bits = new1 | (new2 << 4) | ((LONG_TOP - new3) << 8)
            ws["option"][c, size, 0] = bits << (12 * c)
            ws["option"][c, size, 1] = code
            ws["option"][c, size, 2] = k
            ws["option"][c, size, 3] = needs
            ws["option"][c, size, 4] = n
            size += 1
    return size


@njit_inline
def add_score(ws: Any, v: int, score: int, reals: int, jokers: int) -> int:
    """The score after ``reals`` tiles and ``jokers`` laid at number v."""
    aim = ws["aim"]
    value = (score & 0x7FFF) + v * (reals * aim[FACE_VALUE] + jokers * aim[JOKER_VALUE])
    tiles = (score >> 16) + (reals + jokers) * aim[COUNT_TILES]
    return min(value, aim[CAP_VALUE]) | tiles << 16


@njit
def emit_play(
    ws: Any, v: int, size: int, word: int, score: int, combo: Any, origin: int, jokers: int
) -> int:
    """Add the successors of one choice of run tiles, by jokers and tiles in groups."""
    bits, code, used, needs, reals, choice = combo
    colors = ws["aim"][5]
    laid = ((word >> 48) & 7) + used
    owed_at_root = ws["aim"][6]
    seen = 0
    for level in range(8, -1, -1):
        groups = LEVELS[colors, code, level] & ~seen
        seen |= groups
        for u in range(jokers - laid - needs + 1):
            if (groups >> u) & 1 == 0:
                continue
            total = laid + u
            owed = max(0, owed_at_root - total)
            new_score = add_score(ws, v, score, reals + level, used + u)
            reach = (new_score & 0x7FFF) + ws["potential"][v] + 13 * (jokers - total)
            if reach < ws["aim"][GOAL]:
                continue
            ws["spread"][v, size] = bits | total << 48 | owed << 52
            ws["extra"][0, size] = new_score
            ws["extra"][1, size] = origin | choice << 16 | code << 32 | u << 44 | level << 48
            size += 1
    return size


@njit
def expand_plays(
    ws: Any, v: int, word: int, score: int, origin: int, numbers: int, jokers: int
) -> int:
    """All states at number v after ``word``, into ``ws["spread"][v]`` and ``ws["extra"]``."""
    budget = jokers - ((word >> 48) & 7)
    size0 = list_play_options(ws, v, 0, word, numbers, jokers)
    size1 = list_play_options(ws, v, 1, word, numbers, jokers)
    size2 = list_play_options(ws, v, 2, word, numbers, jokers)
    size3 = list_play_options(ws, v, 3, word, numbers, jokers)
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
                        (op[0, i, 4] | op[1, j, 4] << 2 | op[2, k, 4] << 4 | op[3, m, 4] << 6)
                        | (op[0, i, 2] | op[1, j, 2] << 2 | op[2, k, 2] << 4 | op[3, m, 2] << 6)
                        << 8
                    )
                    combo = (bits, code, used, needs, reals, choice)
                    size = emit_play(ws, v, size, word, score, combo, origin, jokers)
    return size


@njit
def insert_play(
    front: Any, scores: Any, parents: Any, size: int, word: int, score: int, parent: int
) -> int:
    """Add a state to a front with scores; returns the new size."""
    i = 0
    while i < size:
        if play_dominates(front[i], scores[i], word, score):
            return size
        if play_dominates(word, score, front[i], scores[i]):
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
def forward_plays(
    ws: Any, front: Any, scores: Any, sizes: Any, start: int, stop: int, numbers: int, jokers: int
) -> None:
    """Fronts of the numbers start … stop - 1; parents go to ``ws["parent"]``."""
    for v in range(start, stop):
        size = 0
        for i in range(sizes[v - 1]):
            found = expand_plays(ws, v, front[v - 1, i], scores[v - 1, i], i, numbers, jokers)
            for k in range(found):
                size = insert_play(
                    front[v],
                    scores[v],
                    ws["parent"][v],
                    size,
                    ws["spread"][v, k],
                    ws["extra"][0, k],
                    ws["extra"][1, k],
                )
        sizes[v] = size


@njit
def start_plays(ws: Any, numbers: int, colors: int, aim: Any) -> int:
    """Set up for the counts loaded (the table must all be used); returns the number of jokers.

    ``aim``: most value that counts, whether jokers have value, whether faces have, whether tiles
    are counted, and the least value wanted.
    """
    jokers = ws["counts"][0, 52] + ws["counts"][1, 52]
    set_layers(ws, numbers, colors, jokers)
    for i in range(5):
        ws["aim"][i] = aim[i]
    ws["aim"][5] = colors
    ws["aim"][6] = ws["counts"][0, 52]
    rest = 0
    for v in range(numbers, -1, -1):
        ws["potential"][v] = rest
        for c in range(colors):
            rest += v * ws["layer"][v, c, ALL] if v > 0 else 0
    ws["front"][0, 0] = play_root(ws["counts"][0, 52])
    ws["score"][0, 0] = 0
    ws["front_size"][0] = 1
    return jokers


@njit
def best_final(front: Any, scores: Any, size: int, goal: int, by_tiles: bool) -> int:
    """Index of the best state of a legal table worth ``goal``; -1 without any."""
    best = -1
    for i in range(size):
        if (front[i] >> 52) & 7 or scores[i] & 0x7FFF < goal:
            continue
        if best < 0:
            best = i
        elif by_tiles and scores[i] >> 16 > scores[best] >> 16:
            best = i
        elif not by_tiles and scores[i] & 0x7FFF > scores[best] & 0x7FFF:
            best = i
    return best


@njit
def find_pattern(colors: int, code: int, jokers: int, total: int) -> int:
    """Group tiles of each colour (two bits each) of a box, with so many jokers and reals."""
    for pattern in range(81):
        rest, box = pattern, code
        packed, reals, fits = 0, 0, True
        for c in range(4):
            g = rest % 3
            rest //= 3
            kind = box % 6
            box //= 6
            low = 0 if kind in (0, 3, 5) else (1 if kind in (1, 4) else 2)
            high = 0 if kind == 0 else (1 if kind in (1, 3) else 2)
            fits = fits and low <= g <= high
            packed |= g << (2 * c)
            reals += g
        if not fits or reals != total:
            continue
        joker_set = PATTERNS[
            colors, packed & 3, (packed >> 2) & 3, (packed >> 4) & 3, (packed >> 6) & 3
        ]
        if (joker_set >> jokers) & 1:
            return packed
    return -1


@njit
def trace_play(ws: Any, best: int, numbers: int) -> None:
    """The rack tiles of the play that ends in state ``best`` of the last front: ``ws["chosen"]``."""
    out = ws["chosen"]
    out[:] = 0
    out[52] = ((ws["front"][numbers, best] >> 48) & 7) - ws["aim"][6]
    i = best
    for v in range(numbers, 0, -1):
        ws["node"][v] = i
        parent = ws["parent"][v, i]
        pattern = group_pattern(ws, parent)
        for c in range(ws["aim"][5]):
            laid = ((parent >> (16 + 2 * c)) & 3) + ((pattern >> (2 * c)) & 3)
            out[c * 13 + v - 1] = laid - ws["counts"][0, c * 13 + v - 1]
        i = parent & 0xFFFF


@njit
def group_pattern(ws: Any, parent: int) -> int:
    """Group tiles of each colour, two bits each, of the step that ``parent`` describes."""
    return find_pattern(ws["aim"][5], (parent >> 32) & 0xFFF, (parent >> 44) & 3, (parent >> 48) & 15)


@njit
def solve_plays(ws: Any, numbers: int, colors: int, aim: Any) -> int:
    """The score (value | tiles << 16) of the best play, its tiles in ``ws["chosen"]``; -1 if none."""
    jokers = start_plays(ws, numbers, colors, aim)
    forward_plays(ws, ws["front"], ws["score"], ws["front_size"], 1, numbers + 1, numbers, jokers)
    best = best_final(
        ws["front"][numbers],
        ws["score"][numbers],
        ws["front_size"][numbers],
        ws["aim"][GOAL],
        ws["aim"][COUNT_TILES] > 0,
    )
    if best < 0:
        return -1
    trace_play(ws, best, numbers)
    return ws["score"][numbers, best]


@njit
def touches_table(ws: Any, v: int, numbers: int, colors: int) -> bool:
    """Whether a number above v has tiles that must be used."""
    for w in range(v + 1, numbers + 1):
        for c in range(colors):
            if ws["layer"][w, c, TABLE] > 0:
                return True
    return False
