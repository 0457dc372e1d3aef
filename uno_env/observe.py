"""What one player sees, as int8[232], and the layout of it.

``observe`` is handed the public record and that player's own record, so nothing else can leak.
Seats are relative to the observer (0 is the observer, k the k-th seat after it) and padded to ten,
so that every preset and number of players has one length.  Imports state and cards.
"""

from typing import Any

import numpy as np

from tabletop.game import ObservationPart
from tabletop.jit import int64, njit_inline

from .cards import MAX_PLAYERS, NUM_TYPES
from .state import CATCH, HISTORY, HISTORY_CODES, PHASES

WAITING = 0  # phase code of a seat that is not to act; otherwise phase + 1

_PARTS: tuple[tuple[str, tuple[int, ...], str, int, int, str], ...] = (
    ("hand", (NUM_TYPES,), "count", 0, 2, "own hand: cards of each type"),
    ("discard", (NUM_TYPES,), "count", 0, 2, "discard pile by type, top card included"),
    ("top", (1,), "category", NUM_TYPES, 1, "type of the top card"),
    ("color", (1,), "category", 4, 1, "colour to follow: red, yellow, green, blue"),
    ("phase", (1,), "category", len(PHASES), 1, "0 waiting, else 1 + phase, when to act"),
    ("drawn", (1,), "category", NUM_TYPES + 1, 1, "1 + type of the card just drawn, 0 none"),
    ("laid_by", (1,), "category", MAX_PLAYERS, 1, "relative seat that moved last"),
    ("fault", (1,), "category", MAX_PLAYERS, 1, "relative seat that can be caught, 0 none"),
    ("reversed", (1,), "flag", 0, 1, "1 when play goes against the seat order"),
    ("pending", (1,), "count", 0, 8, "draws that the next player faces"),
    ("skips", (1,), "count", 0, 2, "Skips laid in this play, not yet in effect"),
    ("reverses", (1,), "count", 0, 2, "Reverses laid in this play, not yet in effect"),
    ("combination", (1,), "count", 0, 2, "cards laid in this turn's play so far"),
    ("deck_size", (1,), "count", 0, 50, "cards left in the deck"),
    ("playing", (MAX_PLAYERS,), "flag", 0, 1, "by relative seat: still in the round"),
    ("hand_sizes", (MAX_PLAYERS,), "count", 0, 7, "by relative seat: cards in hand"),
    ("called", (MAX_PLAYERS,), "flag", 0, 1, "by relative seat: called UNO in this turn"),
    ("lacked", (MAX_PLAYERS, 4), "flag", 0, 1, "by relative seat and colour: drew on it"),
    ("scores", (MAX_PLAYERS,), "count", 0, 100, "by relative seat: per cent of the match target"),
    ("history_actions", (HISTORY,), "category", HISTORY_CODES, 1, "last public actions, newest"
     " first: 0 none, 1 + action, 65 + k swap with the (k + 1)-th other, 74 time-out, 75 illegal"
     " action, 76 drew a pending sum unasked"),
    ("history_seats", (HISTORY,), "category", MAX_PLAYERS + 1, 1, "who did it: 1 + relative seat"),
)  # fmt: skip


def observation_layout() -> dict[str, ObservationPart]:
    """The parts of the observation in order: slice, shape, kind and meaning."""
    layout = {}
    start = 0
    for name, shape, kind, categories, scale, meaning in _PARTS:
        stop = start + int(np.prod(shape))
        layout[name] = ObservationPart(
            name, slice(start, stop), shape, kind, meaning, categories, scale
        )
        start = stop
    return layout


LAYOUT = observation_layout()
OBSERVATION_SIZE = LAYOUT["history_seats"].slice.stop

U64 = np.uint64
# Offsets are unsigned: a signed index could be negative, and the check of it keeps the loops
# below from being turned into block copies.
_DISCARD = U64(LAYOUT["discard"].slice.start)
_TOP = U64(LAYOUT["top"].slice.start)
_PLAYING = U64(LAYOUT["playing"].slice.start)
_HAND_SIZES = U64(LAYOUT["hand_sizes"].slice.start)
_CALLED = U64(LAYOUT["called"].slice.start)
_LACKED = U64(LAYOUT["lacked"].slice.start)
_SCORES = U64(LAYOUT["scores"].slice.start)
_HISTORY_ACTIONS = U64(LAYOUT["history_actions"].slice.start)
_HISTORY_SEATS = U64(LAYOUT["history_seats"].slice.start)
_SEAT_BYTES = _HISTORY_ACTIONS - _PLAYING
_TYPES = U64(NUM_TYPES)
_HISTORY = U64(HISTORY)
ONE = U64(1)
FOUR = U64(4)


@njit_inline
def copy_bytes(source: Any, first: Any, out: Any, at: Any, n: Any) -> None:
    """Copy ``n`` bytes from ``source[first]`` on to ``out[at]`` on; all numbers unsigned."""
    for k in range(n):
        out[at + k] = source[first + k]


@njit_inline
def relative(seat: Any, observer: Any, n: Any) -> int:
    """Seats after the observer: 0 the observer, 1 the next seat."""
    k = int64(seat) - int64(observer)
    return k + n if k < 0 else k


@njit_inline
def observe_table(public: Any, seat_record: Any, to_act: bool, out: Any, at: Any) -> None:
    """The single values, in layout order from ``top``."""
    n = int64(public["num_players"])
    me = int64(seat_record["seat"])
    out[at] = public["top"]
    out[at + U64(1)] = public["color"]
    out[at + U64(2)] = int64(public["phase"]) + 1 if to_act else WAITING
    out[at + U64(3)] = seat_record["drawn"] if to_act else 0
    out[at + U64(4)] = relative(public["mover"], me, n)
    catching = to_act and public["phase"] == CATCH
    out[at + U64(5)] = relative(public["fault_seat"], me, n) if catching else 0
    out[at + U64(6)] = 1 if public["direction"] < 0 else 0
    out[at + U64(7)] = public["pending"]
    out[at + U64(8)] = public["skips"]
    out[at + U64(9)] = public["reverses"]
    out[at + U64(10)] = public["combo_size"]
    out[at + U64(11)] = public["deck_size"]


@njit_inline
def observe_seats(public: Any, me: Any, out: Any, at: Any) -> None:
    """What is public about each seat, the observer first; seats that are not there are zero."""
    n = U64(public["num_players"])
    for k in range(_SEAT_BYTES):
        out[at + _PLAYING + k] = 0
    seat = U64(me)
    for k in range(n):
        out[at + _PLAYING + k] = 1 if public["out"][seat] == 0 else 0
        out[at + _HAND_SIZES + k] = public["hand_size"][seat]
        out[at + _CALLED + k] = public["called"][seat]
        out[at + _SCORES + k] = public["score_percent"][seat]
        lacked = U64(public["lacked"][seat])
        if lacked != U64(0):
            for color in range(FOUR):
                out[at + _LACKED + FOUR * k + color] = (lacked >> color) & ONE
        seat = seat + ONE if seat + ONE < n else U64(0)


@njit_inline
def observe_history(public: Any, me: Any, out: Any, at: Any) -> None:
    """The last public actions, newest first."""
    n = int64(public["num_players"])
    start = U64(public["history_start"])
    actions = public["history_action"]
    seats = public["history_seat"]
    copy_bytes(actions, start, out, at + _HISTORY_ACTIONS, _HISTORY)
    for k in range(_HISTORY):  # without branches: seat - me, once round the table, none is 0
        seat = int64(seats[start + k]) - me
        seat += 1 + n * (seat < 0)
        out[at + _HISTORY_SEATS + k] = seat * (actions[start + k] != 0)


@njit_inline
def observe(public: Any, seat_record: Any, out: Any, at: Any) -> None:
    """Write one seat's observation, int8 (O,), into the flat array ``out`` from ``at`` on."""
    copy_bytes(seat_record["hand"], U64(0), out, at, _TYPES)
    copy_bytes(public["discard"], U64(0), out, at + _DISCARD, _TYPES)
    to_act = public["over"] == 0 and public["to_act"] == seat_record["seat"]
    observe_table(public, seat_record, to_act, out, at + _TOP)
    observe_seats(public, int64(seat_record["seat"]), out, at)
    observe_history(public, int64(seat_record["seat"]), out, at)
