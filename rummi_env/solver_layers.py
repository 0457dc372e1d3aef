"""What a position offers at each number: the input of the solver's dynamic program.

Counts come in as int8[53] of any make and go into the workspace; rack tiles that fit into no set
are left out, and for each number and colour the choices are worked out once.
"""

from typing import Any

from tabletop.jit import int64, njit, njit_inline

from .solver_core import (
    ALL,
    BRIDGE,
    CAP,
    CODE,
    COLORS,
    EXPLICIT,
    IDLE,
    JOKERS,
    NEXT,
    NEXT2,
    NUMBERS,
    START,
    TABLE,
)
from .solver_tables import RANGE


@njit
def load(ws: Any, table: Any, rack: Any, numbers: int, colors: int) -> None:
    """Copy the counts, whatever their type, and forget what was known."""
    for tile in range(53):
        ws["counts"][0, tile] = table[tile]
        ws["counts"][1, tile] = rack[tile]
    reset(ws, numbers, colors)


@njit
def load_one(ws: Any, part: int, counts: Any, numbers: int, colors: int) -> None:
    """Copy counts as the table (part 0) or the rack (part 1); the other part is empty."""
    for tile in range(53):
        ws["counts"][part, tile] = counts[tile]
        ws["counts"][1 - part, tile] = 0
    reset(ws, numbers, colors)


@njit
def reset(ws: Any, numbers: int, colors: int) -> None:
    """Forget what was found before; no score counts."""
    for tile in range(53):
        ws["legal"][tile] = 0
        ws["chosen"][tile] = 0
    for v in range(14):
        ws["good_size"][v] = 0
        ws["bad_size"][v] = 0
    for i in range(NUMBERS):
        ws["aim"][i] = 0
    ws["aim"][NUMBERS] = numbers
    ws["aim"][COLORS] = colors
    ws["aim"][JOKERS] = ws["counts"][0, 52] + ws["counts"][1, 52]


@njit
def ask(ws: Any, candidates: Any) -> None:
    """Note which rack tiles are asked about; the others are known to be of no use and left out."""
    numbers, colors = ws["aim"][NUMBERS], ws["aim"][COLORS]
    for tile in range(53):
        exists = tile == 52 or (tile % 13 < numbers and tile // 13 < colors)
        if candidates[tile] == 0 or not exists:
            ws["counts"][1, tile] = 0
        ws["asked"][tile] = 1 if ws["counts"][1, tile] > 0 else 0
    ws["aim"][JOKERS] = ws["counts"][0, 52] + ws["counts"][1, 52]


@njit
def set_layers(ws: Any) -> None:
    """Fill ``layer`` from ``counts``; rack tiles that fit into no set are left out."""
    layer, held = ws["layer"], ws["held"]
    numbers, colors = ws["aim"][NUMBERS], ws["aim"][COLORS]
    ws["known"][:] = 0
    layer[0] = 0
    layer[numbers + 1] = 0
    layer[numbers + 2] = 0
    for c in range(4):
        held[c] = 0
        if c < colors:
            copy_color(ws, c)
        else:
            for v in range(1, numbers + 1):
                clear_choices(layer[v, c])
    while leave_out_useless(ws):
        pass
    for c in range(colors):
        grouped, in_run = group_numbers(ws, c), run_numbers(ws, c)
        for v in range(1, numbers + 1):
            if held[c] >> v & 1:
                write_choices(layer[v, c], c, grouped >> v & 1 != 0, in_run >> v & 1 != 0)
    for v in range(1, numbers + 1):
        for c in range(4):
            set_outlook(ws, v, c)


@njit_inline
def clear_choices(layer: Any) -> None:
    """What a number and colour offer without tiles."""
    layer[TABLE] = 0
    layer[ALL] = 0
    layer[CODE] = 0
    layer[CODE + 1] = -1
    layer[CODE + 2] = -1


@njit
def copy_color(ws: Any, c: int) -> None:
    """The tiles of one colour, with the choices of none for now."""
    counts, held = ws["counts"], 0
    for v in range(1, ws["aim"][NUMBERS] + 1):
        layer, tile = ws["layer"][v, c], c * 13 + v - 1
        clear_choices(layer)
        layer[TABLE] = counts[0, tile]
        layer[ALL] = counts[0, tile] + counts[1, tile]
        held |= (1 if layer[ALL] > 0 else 0) << v
    ws["held"][c] = held


@njit
def run_numbers(ws: Any, c: int) -> int:
    """The numbers of a colour that a run could hold, a bit each (``can_be_in_run`` of all)."""
    held, jokers = ws["held"][c], ws["aim"][JOKERS]
    second, third = held >> 1, held >> 2
    if jokers == 0:
        starts = held & second & third
    elif jokers == 1:
        starts = (held & second) | (held & third) | (second & third)
    else:
        starts = held | second | third
    starts &= (1 << (ws["aim"][NUMBERS] - 1)) - 2
    return int64(held & (starts | starts << 1 | starts << 2))


@njit
def group_numbers(ws: Any, c: int) -> int:
    """The numbers of a colour that a group could hold, a bit each (``can_be_in_group`` of all)."""
    held, jokers = ws["held"], ws["aim"][JOKERS]
    if ws["aim"][COLORS] < 3:
        return int64(0)
    a, b, d = held[(c + 1) & 3], held[(c + 2) & 3], held[(c + 3) & 3]
    if jokers == 0:
        return int64(held[c] & ((a & b) | (a & d) | (b & d)))
    return int64(held[c] & (a | b | d if jokers == 1 else -1))


@njit
def leave_out_useless(ws: Any) -> bool:
    """Leave out rack tiles that fit into no set; True when there were any of which none is left."""
    again = False
    for c in range(ws["aim"][COLORS]):
        useless = ws["held"][c] & ~(group_numbers(ws, c) | run_numbers(ws, c))
        v = 0
        while useless >> v:
            if useless >> v & 1:
                layer = ws["layer"][v, c]
                layer[ALL] = layer[TABLE]
                if layer[ALL] == 0:
                    ws["held"][c] &= ~(1 << v)
                    again = True
            v += 1
    return again


@njit
def can_be_in_group(ws: Any, v: int, color: int) -> bool:
    """Whether a group could hold this tile."""
    colors = ws["aim"][COLORS]
    others = ws["aim"][JOKERS]
    for c in range(colors):
        if c != color and ws["layer"][v, c, ALL] > 0:
            others += 1
    return bool(colors >= 3 and others >= 2)


@njit
def can_be_in_run(ws: Any, v: int, color: int) -> bool:
    """Whether a run could hold this tile."""
    layer, numbers, jokers = ws["layer"], ws["aim"][NUMBERS], ws["aim"][JOKERS]
    for first in range(max(1, v - 2), min(v, numbers - 2) + 1):
        missing = 0
        for w in range(first, first + 3):
            if w != v and layer[w, color, ALL] == 0:
                missing += 1
        if missing <= jokers:
            return True
    return False


@njit
def set_choices(ws: Any, v: int, c: int) -> None:
    """The choices of one number and colour, after its tiles were changed."""
    layer = ws["layer"][v, c]
    if layer[ALL] == 0:
        clear_choices(layer)
        return
    grouped, in_run = can_be_in_group(ws, v, c), can_be_in_run(ws, v, c)
    if not grouped and not in_run:
        layer[ALL] = layer[TABLE]
    write_choices(layer, c, grouped, in_run)


@njit
def write_choices(layer: Any, c: int, grouped: bool, in_run: bool) -> None:
    """For n = 0, 1, 2 run tiles: which numbers of group tiles are open, as a code; -1 for none."""
    for n in range(3):
        layer[CODE + n] = -1
    for n in range(3 if in_run else 1):
        low = max(0, layer[TABLE] - n)
        high = layer[ALL] - n if grouped else min(0, layer[ALL] - n)
        if low <= high:
            layer[CODE + n] = 6**c * RANGE[3 * low + high]


@njit
def set_outlook(ws: Any, v: int, c: int) -> None:
    """What the next numbers offer to runs, and where a joker may bridge or start one."""
    layer = ws["layer"][v, c]
    jokers, numbers = ws["aim"][JOKERS], ws["aim"][NUMBERS]
    after, after2 = ws["layer"][v + 1, c, ALL], ws["layer"][v + 2, c, ALL]
    layer[NEXT] = after
    layer[NEXT2] = after2
    layer[IDLE] = 0
    if ws["aim"][EXPLICIT] and c < ws["aim"][COLORS]:
        layer[CAP] = after + jokers if v < numbers else 0
        layer[BRIDGE] = 1
        layer[START] = 1
        return
    layer[CAP] = after + (jokers if after2 > 0 else 0)
    layer[BRIDGE] = 1 if jokers > 0 and after > 0 else 0
    starts = after > 0 and after2 > 0
    if ws["aim"][COLORS] < 3:  # no groups: two jokers and a tile need a run
        starts = after > 0 or after2 > 0
    layer[START] = 1 if starts and jokers > 0 and v == numbers - 2 else 0
    layer[IDLE] = 1 if layer[ALL] == 0 and layer[START] == 0 else 0


@njit
def force(ws: Any, v: int, c: int, by: int) -> None:
    """Make one more rack tile of this type part of the table (``by`` -1: take that back)."""
    ws["layer"][v, c, TABLE] += by
    set_choices(ws, v, c)
    ws["known"][v, c] = 0


@njit
def drop(ws: Any, v: int, c: int) -> None:
    """Leave the rack tiles of this type out: they are of no use."""
    ws["layer"][v, c, ALL] = ws["layer"][v, c, TABLE]
    set_choices(ws, v, c)
    ws["known"][v, c] = 0
    for w in range(max(1, v - 2), v):
        set_outlook(ws, w, c)
        ws["known"][w, c] = 0
