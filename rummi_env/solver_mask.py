"""Which rack tiles can be played, and whether a table is legal: questions of counts alone.

Built on the dynamic program of ``solver_core``.  With fewer than five numbers a run can't always
take a spare joker, so there the explicit jokers of ``solver_meld`` answer.
"""

from typing import Any

from tabletop.jit import int64, njit

from .solver_core import (
    ALL,
    COLORS,
    JOKERS,
    NUMBERS,
    TABLE,
    expand,
    forward,
    root_word,
)
from .solver_layers import ask, drop, force, load, load_one, set_layers
from .solver_meld import can_reach, mark_meld_tiles
from .solver_search import NO_LIMIT, UNKNOWN, completable, search

FEW_NUMBERS = 5  # below this a run may have no room for a spare joker
NARROW = 16  # fronts of more states wait until a quick search has failed
QUICK_LIMIT = 20  # states that a quick search looks at


@njit
def can_complete(ws: Any) -> bool:
    """Whether the table loaded, with some rack tiles (perhaps none), is legal."""
    if ws["aim"][NUMBERS] < FEW_NUMBERS:
        return can_reach(ws, 0, 0)
    set_layers(ws)
    return search(ws, 0, root_word((2 << ws["counts"][1, 52]) - 1), 0, NO_LIMIT) == 1


@njit
def fits_from_front(ws: Any, v: int) -> bool:
    """Whether the table with the tile forced at number v can be completed, from the fronts."""
    for i in range(ws["front_size"][v - 1]):
        found = expand(ws, v, ws["front"][v - 1, i])
        for k in range(found):
            if completable(ws, v, ws["spread"][v, k]):
                return True
    return False


@njit
def advance_fronts(ws: Any, done: int, v: int) -> int:
    """Work out fronts up to number v - 1 while they are narrow; the first number without one."""
    while done < v and ws["front_size"][done - 1] <= NARROW:
        forward(ws, done, done + 1)
        done += 1
    return done


@njit
def try_tile(ws: Any, v: int, c: int, root: int, done: int) -> int:
    """1 when the tile can be played, 0 when not, UNKNOWN when a quick search does not tell."""
    if ws["layer"][v, c, ALL] == ws["layer"][v, c, TABLE]:
        return 0
    force(ws, v, c, 1)
    answer = fits_from_front(ws, v) if done >= v else search(ws, 0, root, v, QUICK_LIMIT)
    force(ws, v, c, -1)
    if answer == 0:
        drop(ws, v, c)
    return answer


@njit
def mark_number(ws: Any, v: int, root: int, done: int) -> int:
    """Settle the asked tiles of one number; returns how many stay open."""
    left = 0
    for c in range(ws["aim"][COLORS]):
        tile = c * 13 + v - 1
        if ws["asked"][tile] and not ws["legal"][tile]:
            answer = try_tile(ws, v, c, root, done)
            if answer == UNKNOWN:
                left += 1
            else:
                ws["asked"][tile] = ws["legal"][tile] = answer
    return left


@njit
def asks_number(ws: Any, v: int) -> bool:
    """Whether a tile of this number is still to be settled."""
    for c in range(ws["aim"][COLORS]):
        tile = c * 13 + v - 1
        if ws["asked"][tile] and not ws["legal"][tile]:
            return True
    return False


@njit
def mark_tiles(ws: Any) -> None:
    """Mark in ``legal`` the asked tiles that can be played.

    Number by number: from the fronts while these are narrow, then by a quick search from the start;
    the tiles that it leaves open wait for the wide fronts.
    """
    rack_jokers = ws["counts"][1, 52]
    set_layers(ws)
    root = root_word((2 << rack_jokers) - 1)
    ws["front"][0, 0] = root
    ws["front_size"][0] = 1
    done, left = 1, 0
    for v in range(1, ws["aim"][NUMBERS] + 1):
        if asks_number(ws, v):
            done = advance_fronts(ws, done, v)
            left += mark_number(ws, v, root, done)
    for v in range(1, ws["aim"][NUMBERS] + 1):
        if left and asks_number(ws, v):
            forward(ws, done, v)
            done = max(done, v)
            mark_number(ws, v, root, done)
    if rack_jokers and ws["legal"][52] == 0:
        ws["legal"][52] = completable(ws, 0, root_word((1 << rack_jokers) - 1))


@njit
def write_legal(ws: Any, out: Any) -> int:
    """Copy the asked tiles that are legal to ``out``; returns how many."""
    found = 0
    for tile in range(53):
        fits = ws["asked"][tile] > 0 and ws["legal"][tile] > 0
        out[tile] = 1 if fits else 0
        found += fits
    return found


@njit
def completes(ws: Any, points: int) -> bool:
    """Whether the table loaded, with some rack tiles (perhaps none), is legal and worth enough."""
    return can_reach(ws, points, 1) if points > 0 else can_complete(ws)


@njit
def drop_out_of_order(ws: Any, points: int, table: Any, rack: Any, out: Any) -> int:
    """Take from ``out`` the tiles that rack tiles of lower index are needed for; how many stay."""
    numbers, colors = ws["aim"][NUMBERS], ws["aim"][COLORS]
    found = 0
    for tile in range(53):
        if out[tile] == 0:
            continue
        load(ws, table, rack, numbers, colors)
        for lower in range(tile):
            ws["counts"][1, lower] = 0
        ws["counts"][1, tile] -= 1
        ws["counts"][0, tile] += 1
        ws["aim"][JOKERS] = ws["counts"][0, 52] + ws["counts"][1, 52]
        out[tile] = completes(ws, points)
        found += out[tile]
    return found


@njit
def playable_into(
    table: Any,
    rack: Any,
    candidates: Any,
    points: Any,
    ascending: Any,
    numbers: Any,
    colors: Any,
    out: Any,
    workspace: Any,
) -> int:
    """Mark the candidates with which the table can be completed, to be worth ``points``.

    ``ascending``: by rack tiles that do not come before them.  All masks go through here.
    """
    ws = workspace[0]
    goal = int64(points)
    load(ws, table, rack, int64(numbers), int64(colors))
    ask(ws, candidates)
    if goal > 0 or ws["aim"][NUMBERS] < FEW_NUMBERS:
        mark_meld_tiles(ws, goal, 1 if goal > 0 else 0)
    else:
        mark_tiles(ws)
    found = write_legal(ws, out)
    return drop_out_of_order(ws, goal, table, rack, out) if ascending else found


@njit
def completes_kernel(
    table: Any, rack: Any, points: Any, numbers: Any, colors: Any, workspace: Any
) -> bool:
    """Whether the table, with some rack tiles (perhaps none), is legal and worth ``points``."""
    ws = workspace[0]
    load(ws, table, rack, int64(numbers), int64(colors))
    return completes(ws, int64(points))


@njit
def legal_tiles_into(
    table: Any, rack: Any, candidates: Any, numbers: Any, colors: Any, out: Any, workspace: Any
) -> int:
    """Mark the rack tiles with which the table can be completed; see docs/solver.md."""
    return playable_into(table, rack, candidates, 0, 0, numbers, colors, out, workspace)


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
    return playable_into(played, rack, candidates, points, 0, numbers, colors, out, workspace)


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
    return playable_into(table, rack, candidates, points, 1, numbers, colors, out, workspace)


@njit
def is_legal_kernel(counts: Any, numbers: Any, colors: Any, workspace: Any) -> bool:
    """Whether exactly these tiles can be split into valid sets."""
    ws = workspace[0]
    load_one(ws, 0, counts, int64(numbers), int64(colors))
    return can_complete(ws)
