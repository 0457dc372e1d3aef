"""Depth-first search for the play that leaves the least behind, in tiles or in faces.

What a state may still leave behind is its budget: one less than the best play found so far leaves.
A state that leads nowhere with a budget leads nowhere with a smaller one, so what is known of dead
ends stays true while better plays are found.
"""

from typing import Any

from tabletop.jit import int64, njit, njit_inline

from .solver_core import (
    ALL,
    COLORS,
    FRONT,
    JOKERS,
    NEEDS,
    NUMBERS,
    REALS,
    USED,
    count_reals,
    dominates,
    has_growing_run,
    pack_jokers,
    pair_options,
    root_word,
    unpack_jokers,
)
from .solver_layers import set_layers
from .solver_search import step_back
from .solver_tables import FEWEST, STEPS, SUMS

# A move here has two more fields: real tiles in groups (4 bits), what it leaves behind.
LEVEL_AT, LOST_AT = 36, 40
MOVE_BITS = (1 << LEVEL_AT) - 1
ANYTHING = 1 << 20  # a budget that nothing exceeds


@njit_inline
def most_jokers(joker_set: int) -> int:
    """The largest member of a joker set."""
    return (joker_set >> 1 & 1) + (joker_set >> 2 & 1) * (2 - (joker_set >> 1 & 1))


@njit
def count_offered(ws: Any, v: int) -> int:
    """Tiles of number v on the table and in the rack."""
    offered = 0
    for c in range(ws["aim"][COLORS]):
        offered += ws["layer"][v, c, ALL]
    return offered


@njit
def add_within(
    ws: Any, v: int, size: int, bits: int, move: int, joker_set: int, left: int, by_value: bool
) -> int:
    """Successors of one choice of run tiles, by the number of tiles in groups; how many now."""
    colors, jokers = ws["aim"][COLORS], ws["aim"][JOKERS]
    used, needs = (move >> USED) & 15, (move >> NEEDS) & 15
    last = v == ws["aim"][NUMBERS]
    allowed = (2 << jokers) - 1
    wanted = allowed + 1 - (1 << ws["counts"][0, 52]) if last else allowed
    unlaid = count_offered(ws, v) - count_reals(move)
    steps = STEPS[colors, jokers, move & 0xFFF]
    for k in range(jokers + 1):
        step = int64(steps[k])
        if step == 0:
            break
        lost = (unlaid - (step >> 3)) * (v if by_value else 1)
        after = (SUMS[joker_set, step & 7] << used) & allowed
        if after & wanted == 0 or FEWEST[after] + needs > jokers:
            continue
        if last and not by_value:
            lost += jokers - most_jokers(after)
        if lost <= left:
            ws["spread"][v, size] = bits | pack_jokers(after)
            ws["move"][v, size] = move | (step >> 3) << LEVEL_AT | lost << LOST_AT
            size += 1
    return size


@njit
def expand_within(ws: Any, v: int, word: int, left: int, by_value: bool) -> int:
    """All states at number v after ``word`` that leave no more than ``left`` behind there."""
    joker_set = unpack_jokers(word)
    budget = ws["aim"][JOKERS] - FEWEST[joker_set]
    if has_growing_run(word):
        joker_set = SUMS[joker_set, 7]
    size0 = pair_options(ws, v, 0, word, budget)
    size1 = pair_options(ws, v, 2, word, budget) if size0 else 0
    ones, others = ws["pair"][0], ws["pair"][1]
    size = 0
    for i in range(size0):
        for j in range(size1):
            move = ones[i, 1] + others[j, 1]
            if ((move >> USED) & 15) + ((move >> NEEDS) & 15) <= budget:
                bits = ones[i, 0] | others[j, 0]
                size = add_within(ws, v, size, bits, move, joker_set, left, by_value)
    return size


@njit
def leads_nowhere(ws: Any, v: int, word: int, left: int) -> bool:
    """Whether a state no worse, with no smaller budget, is known to be a dead end."""
    bad, budgets = ws["bad"][v], ws["bad_left"][v]
    for i in range(ws["bad_size"][v]):  # noqa: SIM110 - compiled as a plain loop
        if budgets[i] >= left and dominates(bad[i], word):
            return True
    return False


@njit
def note_dead_end(ws: Any, v: int, word: int, left: int) -> None:
    """Remember a dead end; those that it makes redundant are forgotten."""
    bad, budgets = ws["bad"][v], ws["bad_left"][v]
    size = ws["bad_size"][v]
    i = 0
    while i < size:
        if left >= budgets[i] and dominates(word, bad[i]):
            size -= 1
            bad[i] = bad[size]
            budgets[i] = budgets[size]
        else:
            i += 1
    if size < FRONT:
        bad[size] = word
        budgets[size] = left
        size += 1
    ws["bad_size"][v] = size


@njit
def take_least(ws: Any, v: int) -> int:
    """Move the successor that leaves the least behind to the end of those left at number v."""
    spread, moves, last = ws["spread"][v], ws["move"][v], ws["next"][v]
    least = last
    for k in range(last):
        if moves[k] >> LOST_AT < moves[least] >> LOST_AT:
            least = k
    moves[least], moves[last] = moves[last], moves[least]
    spread[least], spread[last] = spread[last], spread[least]
    return int64(moves[last] >> LOST_AT)


@njit
def search_least(ws: Any, by_value: bool) -> bool:
    """Put the play that leaves the least behind into ``chosen``; False when no table is legal."""
    set_layers(ws)
    numbers, found = ws["aim"][NUMBERS], False
    ws["node"][0], ws["left"][0] = root_word(1), ANYTHING
    depth = 1
    ws["next"][1] = expand_within(ws, 1, ws["node"][0], ANYTHING, by_value)
    while depth > 0:
        ws["next"][depth] -= 1
        left = -1
        if ws["next"][depth] >= 0:
            left = ws["left"][depth - 1] - take_least(ws, depth)
        if left < 0:  # so do all that remain
            depth -= 1
            note_dead_end(ws, depth, ws["node"][depth], ws["left"][depth])
            continue
        state = ws["spread"][depth, ws["next"][depth]]
        if depth == numbers:
            found = True
            trace_path(ws, state)
            for v in range(numbers):
                ws["left"][v] -= left + 1
            if ws["left"][0] < 0:
                break
        elif not leads_nowhere(ws, depth, state, left):
            ws["node"][depth], ws["left"][depth] = state, left
            depth += 1
            ws["next"][depth] = expand_within(ws, depth, state, left, by_value)
    return found


@njit
def trace_path(ws: Any, last: int) -> None:
    """The rack tiles of the path that ends in state ``last``: ``ws["chosen"]``."""
    numbers, colors = ws["aim"][NUMBERS], ws["aim"][COLORS]
    used = most_jokers(unpack_jokers(last))
    ws["chosen"][:] = 0
    ws["chosen"][52] = used - ws["counts"][0, 52]
    for v in range(numbers, 0, -1):
        packed = ws["move"][v, ws["next"][v]]
        move, level = packed & MOVE_BITS, (packed >> LEVEL_AT) & 15
        used, pattern = step_back(ws, ws["node"][v - 1], move, used, level)
        for c in range(colors):
            tile = c * 13 + v - 1
            laid = ((move >> (REALS + 2 * c)) & 3) + ((pattern >> (2 * c)) & 3)
            ws["chosen"][tile] = laid - ws["counts"][0, tile]
