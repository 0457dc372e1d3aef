"""The exact legal actions of whoever decides, by the solver.

A tile is legal iff the tiles played so far and this one can be completed, with more tiles from the
rack, into a legal table, or before the initial meld into own sets worth enough (HKR-10, RK-4).  So
whoever follows the mask never gets stuck.  Reads the public part and the player's own part only.
"""

from typing import Any

import numpy as np

from tabletop.jit import njit

from .bits import U64, bit, single
from .solver import (
    can_meld_kernel,
    is_legal_kernel,
    legal_meld_tiles_into,
    legal_tiles_ascending_into,
    legal_tiles_into,
    make_workspace,
    meld_value_kernel,
)
from .state import DONE, DRAW, PHASE_PLAY, PHASE_REDEAL, REDEAL, TILE_TYPES


@njit
def new_work() -> Any:
    """Scratch memory of one thread: the solver's, and four handfuls of tiles."""
    return make_workspace(), np.zeros((4, TILE_TYPES), dtype=np.int8)


@njit
def refresh(record: Any, rules: Any, work: Any) -> None:
    """Set ``legal`` of the seat to act."""
    public = record["public"]
    seat_part = record["seats"][public["to_act"]]
    if public["phase"] == PHASE_PLAY:
        seat_part["legal"] = legal_in_turn(public, seat_part, rules, work)
    elif public["phase"] == PHASE_REDEAL:
        seat_part["legal"] = single(DONE) | single(REDEAL)
    else:
        seat_part["legal"] = U64(0)


@njit
def legal_in_turn(public: Any, seat_part: Any, rules: Any, work: Any) -> Any:
    """Legal actions in the play phase as bits."""
    in_turn = public["played_count"] > 0
    melded = public["melded"][public["to_act"]] != 0
    table = work[1][0]
    rack = work[1][1]
    for tile in range(TILE_TYPES):
        table[tile] = public["table"][tile] if melded else public["played"][tile]
        rack[tile] = seat_part["rack"][tile]
    set_candidates(public, seat_part, rules, work[1][2])
    points = 0 if melded else int(rules["meld_points"])
    legal = legal_tile_bits(points, rules, work)
    if not in_turn:  # HKR-12: drawing is allowed though able to play
        return legal | single(DRAW)
    if is_complete(table, points, rules, work):
        legal |= single(DONE)
    return legal


@njit
def set_candidates(public: Any, seat_part: Any, rules: Any, out: Any) -> None:
    """Tiles that may be legal: within a turn only those that were legal before can be legal now.

    In ascending order that does not hold, and tiles below the last one are out (``order``).
    """
    narrow = public["played_count"] > 0 and rules["ascending"] == 0
    lowest = int(public["last_tile"]) - 1 if rules["ascending"] != 0 else 0
    legal = seat_part["legal"]
    for tile in range(TILE_TYPES):
        held = seat_part["rack"][tile] > 0 and tile >= lowest
        out[tile] = 1 if held and (not narrow or bit(legal, tile)) else 0


@njit
def legal_tile_bits(points: Any, rules: Any, work: Any) -> Any:
    """Ask the solver; ``points`` 0 is play on the table, else an initial meld."""
    workspace, tiles = work
    numbers = int(rules["numbers"])
    colors = int(rules["colors"])
    table = tiles[0]
    rack = tiles[1]
    candidates = tiles[2]
    out = tiles[3]
    if rules["ascending"] != 0:
        legal_tiles_ascending_into(table, rack, candidates, points, numbers, colors, out, workspace)
    elif points > 0:
        legal_meld_tiles_into(table, rack, candidates, points, numbers, colors, out, workspace)
    else:
        legal_tiles_into(table, rack, candidates, numbers, colors, out, workspace)
    legal = U64(0)
    for tile in range(TILE_TYPES):
        if out[tile] != 0:
            legal |= single(tile)
    return legal


@njit
def is_complete(table: Any, points: Any, rules: Any, work: Any) -> Any:
    """Whether the turn may end now: the table is legal, an initial meld is worth enough."""
    numbers = int(rules["numbers"])
    colors = int(rules["colors"])
    if points > 0:
        return meld_value_kernel(table, numbers, colors, work[0]) >= points
    return is_legal_kernel(table, numbers, colors, work[0])


@njit
def could_meld(rack: Any, rules: Any, work: Any) -> Any:
    """HKR-32: whether the rack alone could have made the initial meld."""
    own = work[1][1]
    for tile in range(TILE_TYPES):
        own[tile] = rack[tile]
    numbers = int(rules["numbers"])
    colors = int(rules["colors"])
    return can_meld_kernel(own, int(rules["meld_points"]), numbers, colors, work[0])
