"""What a player is told: the observation vector and the mask.

``observe`` is handed the public part and one player's own part of the record, so it can't leak
anything else.  A question about a redeal exists only because somebody holds three pairs: who is
not to act reads the phase ``waiting`` always, and is not told whose decision it is.

Everything is int8, seats are counted from the observer (0 is the observer), and absent seats are
zero, so one layout serves all rulesets and player counts.
"""

from typing import Any

import numpy as np

from tabletop.game import ObservationPart
from tabletop.jit import njit

from .bits import bit
from .rules import MAX_PLAYERS
from .state import (
    EVENTS,
    HISTORY,
    NUM_ACTIONS,
    PHASE_OVER,
    PHASE_PLAY,
    SETS_SIZE,
    TILE_TYPES,
)

VIEWS = ("counts", "sets")
OBSERVED_PHASES = ("waiting", "play", "redeal", "over")
WAITING, PLAY, REDEAL_ASKED, OVER = range(4)

AT_TABLE = TILE_TYPES
AT_PLAYED = AT_TABLE + TILE_TYPES
AT_RACK_SIZES = AT_PLAYED + TILE_TYPES
AT_MELDED = AT_RACK_SIZES + MAX_PLAYERS
AT_LAST_TURN = AT_MELDED + MAX_PLAYERS
AT_POOL = AT_LAST_TURN + MAX_PLAYERS
AT_PHASE = AT_POOL + 1
AT_PLAYERS = AT_PHASE + 1
AT_STARTER = AT_PLAYERS + 1
AT_REDEALS = AT_STARTER + 1
AT_IDLE = AT_REDEALS + 1
AT_ROUND = AT_IDLE + 1
AT_LAST_TILE = AT_ROUND + 1
AT_MELD_POINTS = AT_LAST_TILE + 1
AT_HISTORY = AT_MELD_POINTS + 1
OBSERVATION_SIZE = AT_HISTORY + HISTORY
SETS_OBSERVATION_SIZE = OBSERVATION_SIZE + SETS_SIZE
INT8_MAX = 127


@njit
def observe_into(public: Any, seat_part: Any, rules: Any, seat: Any, out: Any) -> None:
    """Write the observation of ``seat`` into int8 (O,)."""
    n = rules["players"]
    for tile in range(TILE_TYPES):
        out[tile] = seat_part["rack"][tile]
        out[AT_TABLE + tile] = public["table"][tile]
        out[AT_PLAYED + tile] = public["played"][tile]
    for k in range(MAX_PLAYERS):
        other = (seat + k) % n
        present = 1 if k < n else 0
        out[AT_RACK_SIZES + k] = public["rack_size"][other] * present
        out[AT_MELDED + k] = public["melded"][other] * present
        out[AT_LAST_TURN + k] = public["last_turn"][other] * present
    out[AT_POOL] = public["pool_size"]
    out[AT_PHASE] = observed_phase(public, seat)
    out[AT_PLAYERS] = n
    out[AT_STARTER] = (np.int64(public["starter"]) + n - seat) % n
    out[AT_REDEALS] = public["redeals"]
    out[AT_IDLE] = min(np.int64(public["idle"]), INT8_MAX)
    out[AT_ROUND] = min(np.int64(public["turns"]) // n, INT8_MAX)
    out[AT_LAST_TILE] = public["last_tile"]
    out[AT_MELD_POINTS] = min(rules["meld_points"], INT8_MAX)
    for k in range(HISTORY):
        out[AT_HISTORY + k] = public["history"][k]
    if rules["shows_sets"] != 0:
        observe_sets(public, out)


@njit
def observe_sets(public: Any, out: Any) -> None:
    """Write the table as sets behind the rest of the observation."""
    for k in range(SETS_SIZE):
        out[OBSERVATION_SIZE + k] = public["sets"][k]


@njit
def observed_phase(public: Any, seat: Any) -> Any:
    """Index into OBSERVED_PHASES: only the player to act learns which question is open."""
    if public["phase"] == PHASE_OVER:
        return OVER
    if seat != public["to_act"]:
        return WAITING
    return PLAY if public["phase"] == PHASE_PLAY else REDEAL_ASKED


@njit
def mask_into(seat_part: Any, out: Any) -> None:
    """Write the legal actions of a seat into int8 (56,); all zero when not to act."""
    legal = seat_part["legal"]
    for action in range(NUM_ACTIONS):
        out[action] = 1 if bit(legal, action) else 0


def _tiles(name: str, start: int, meaning: str) -> ObservationPart:
    part = slice(start, start + TILE_TYPES)
    return ObservationPart(name, part, (TILE_TYPES,), "count", meaning, scale=2)


def _seats(name: str, start: int, kind: str, meaning: str, scale: int) -> ObservationPart:
    part = slice(start, start + MAX_PLAYERS)
    return ObservationPart(name, part, (MAX_PLAYERS,), kind, meaning, scale=scale)


def _count(name: str, at: int, meaning: str, scale: int) -> ObservationPart:
    return ObservationPart(name, slice(at, at + 1), (1,), "count", meaning, scale=scale)


def _category(name: str, at: int, meaning: str, n: int, length: int = 1) -> ObservationPart:
    return ObservationPart(name, slice(at, at + length), (length,), "category", meaning, n)


_PHASE_TEXT = "; ".join(f"{k} {name}" for k, name in enumerate(OBSERVED_PHASES))
_HISTORY_TEXT = (
    "last public events, newest first: 0 none, action + 1, 57 time-out, 58 time-out with the table"
    " lost; a draw, done or time-out ends a turn, so the seats follow by counting back"
)

PARTS = (
    _tiles("rack", 0, "own tiles by type"),
    _tiles("table", AT_TABLE, "tiles on the table by type, those of this turn included"),
    _tiles("played", AT_PLAYED, "tiles played in this turn by type"),
    _seats("rack_sizes", AT_RACK_SIZES, "count", "tiles in each rack, the observer's first", 20),
    _seats("melded", AT_MELDED, "flag", "whether the seat has made its initial meld", 1),
    _seats("last_turn", AT_LAST_TURN, "count", "tiles that the seat played in its last turn", 6),
    _count("pool_size", AT_POOL, "tiles left in the pool", 50),
    _category("phase", AT_PHASE, _PHASE_TEXT, len(OBSERVED_PHASES)),
    _category("num_players", AT_PLAYERS, "players at the table", MAX_PLAYERS + 1),
    _category("starter", AT_STARTER, "the seat that began, from the observer", MAX_PLAYERS),
    _count("redeals", AT_REDEALS, "deals that were refused", 3),
    _count("idle", AT_IDLE, "turns in a row with nothing played and nothing drawn", 4),
    _count("round", AT_ROUND, "turns so far divided by the players, at most 127", 30),
    _category("last_tile", AT_LAST_TILE, "tile played last in this turn + 1; 0 none", 54),
    _count("initial_meld_points", AT_MELD_POINTS, "least worth of the initial meld", 30),
    _category("history", AT_HISTORY, _HISTORY_TEXT, EVENTS, HISTORY),
)

SETS_PART = _category(
    "sets",
    OBSERVATION_SIZE,
    "the table as sets, as it was at the end of the last turn: tile + 1 one after another, a zero"
    " after each set (only with table_view='sets')",
    TILE_TYPES + 1,
    SETS_SIZE,
)


def observation_layout(table_view: str = "counts") -> dict[str, ObservationPart]:
    """The parts of the observation in order; with ``table_view="sets"`` the sets are the last."""
    parts = (*PARTS, SETS_PART) if table_view == "sets" else PARTS
    return {part.name: part for part in parts}
