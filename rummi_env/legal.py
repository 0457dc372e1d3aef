"""The exact legal actions of whoever decides, by the solver.

A tile is legal iff the tiles played so far and this one can be completed, with more tiles from the
rack, into a legal table, or before the initial meld into own sets worth enough (HKR-10, RK-4).  So
whoever follows the mask never gets stuck.  Reads the public part and the player's own part only.

Few functions call the solver, and none that need not: each one that does costs seconds to compile.
"""

from typing import Any

import numpy as np

from tabletop.jit import njit

from .bits import U64, bit, single
from .solver import completes_kernel, playable_into
from .state import DONE, DRAW, PHASE_PLAY, PHASE_REDEAL, REDEAL, TILE_TYPES

UNKNOWN = ~U64(0)  # ``legal`` of a seat whose turn was set up from outside


@njit
def refresh(record: Any, rules: Any, work: Any) -> None:
    """Set ``legal`` of the seat to act."""
    public = record["public"]
    seat_part = record["seats"][public["to_act"]]
    if public["phase"] == PHASE_PLAY:
        seat_part["legal"] = legal_plays(public, seat_part, rules, work)
    else:
        seat_part["legal"] = legal_answers(public["phase"])


@njit
def legal_plays(public: Any, seat_part: Any, rules: Any, work: Any) -> Any:
    """Legal actions in the play phase.

    In the middle of a turn the solver is asked as little as possible: whoever followed the mask can
    complete the turn, with tiles that were legal before.  So with no such tile left it is complete,
    and with one kind of them it is complete or that kind is legal.
    """
    tiles = np.zeros((5, TILE_TYPES), dtype=np.int8)
    table, rack, candidates, found, none = tiles[0], tiles[1], tiles[2], tiles[3], tiles[4]
    points = read_turn(public, seat_part, rules, table, rack)
    kinds = set_candidates(public, seat_part, rules, candidates)
    numbers, colors = rules["numbers"], rules["colors"]
    ending = DRAW  # HKR-12: drawing is allowed though able to play
    settled = False
    if public["played_count"] > 0:
        followed = rules["ascending"] == 0 and seat_part["legal"] != UNKNOWN
        if followed and kinds == 0:
            return single(DONE)
        ending = DONE if completes_kernel(table, none, points, numbers, colors, work) else -1
        settled = followed and kinds == 1 and ending != DONE
    if settled:
        return tile_bits(candidates, ending)
    ascending = rules["ascending"]
    playable_into(table, rack, candidates, points, ascending, numbers, colors, found, work)
    return tile_bits(found, ending)


@njit
def legal_answers(phase: Any) -> Any:
    """Legal actions outside the play phase."""
    if phase == PHASE_REDEAL:
        return single(DONE) | single(REDEAL)
    return U64(0)


@njit
def read_turn(public: Any, seat_part: Any, rules: Any, table: Any, rack: Any) -> Any:
    """The tiles that have to make sets, and the rack; returns the worth that they need.

    0: they are the table.  More: they are the tiles played for an initial meld.
    """
    melded = public["melded"][public["to_act"]] != 0
    for tile in range(TILE_TYPES):
        table[tile] = public["table"][tile] if melded else public["played"][tile]
        rack[tile] = seat_part["rack"][tile]
    return 0 if melded else rules["meld_points"]


@njit
def set_candidates(public: Any, seat_part: Any, rules: Any, out: Any) -> Any:
    """Tiles that may be legal, and how many kinds: within a turn only those legal before.

    In ascending order that does not hold, and tiles below the last one are out (``order``).
    """
    narrow = public["played_count"] > 0 and rules["ascending"] == 0
    lowest = np.int64(public["last_tile"]) - 1 if rules["ascending"] != 0 else 0
    legal = seat_part["legal"]
    kinds = 0
    for tile in range(TILE_TYPES):
        held = seat_part["rack"][tile] > 0 and tile >= lowest
        out[tile] = 1 if held and (not narrow or bit(legal, tile)) else 0
        kinds += out[tile]
    return kinds


@njit
def tile_bits(found: Any, ending: Any) -> Any:
    """The tiles found and the action that may end the turn (-1: none) as bits."""
    legal = U64(0)
    for tile in range(TILE_TYPES):
        if found[tile] != 0:
            legal |= single(tile)
    if ending >= 0:
        legal |= single(ending)
    return legal
