"""A turn: tiles played one by one, *done*, drawing, and running out of time.

Compiled functions over the parts of one record (``rummi_env.state``).  Which actions are legal is
worked out in ``rummi_env.legal``; here an action is taken to be legal.  Nothing here asks the
solver: what needs it happens around ``act``, in ``rummi_env.engine``.
"""

from typing import Any

import numpy as np

from tabletop.game import TIMEOUT_TABLE_LOST
from tabletop.jit import njit
from tabletop.random_stream import next_word

from .bits import U64, bit
from .deal import answer_redeal, draw_tiles, push_history
from .state import (
    DONE,
    DRAW,
    EVENT_TABLE_LOST,
    EVENT_TIMEOUT,
    PHASE_OVER,
    PHASE_PLAY,
    PHASE_REDEAL,
    TILE_TYPES,
    TURN_ENDS,
)

ENDED, STOPPED = 1, 2  # public.over: terminated, truncated
DECISIONS_PER_TURN = 20  # max_turns turns may take this many decisions each, on average


@njit
def act(record: Any, rules: Any, action: Any, table_lost: Any) -> None:
    """Take an action, or one of the special ones below zero.

    ``table_lost``: the table could not be put back, and that has been seen to already.
    """
    public = record["public"]
    public["decisions"] += 1
    if public["phase"] == PHASE_REDEAL:
        answer_redeal(record, rules, action)
    elif action < 0:
        time_out(record, rules, table_lost)
    elif action == DONE:
        push_history(public, DONE + 1)
        finish_play(record, rules)
    elif action == DRAW:
        push_history(public, DRAW + 1)
        end_turn(record, rules, draw_tiles(record, np.int64(public["to_act"]), 1))
    else:
        play_tile(record, action)
    limit = rules["max_turns"] * DECISIONS_PER_TURN
    if public["over"] == 0 and np.int64(public["decisions"]) >= limit:
        put_back(record)
        end_game(public, STOPPED)


@njit
def play_tile(record: Any, tile: Any) -> None:
    """Move a tile from the rack to the table."""
    public = record["public"]
    seat = np.int64(public["to_act"])
    record["seats"][seat]["rack"][tile] -= 1
    public["rack_size"][seat] -= 1
    public["table"][tile] += 1
    public["played"][tile] += 1
    public["played_count"] += 1
    public["last_tile"] = tile + 1
    if public["shown"][seat][tile] > 0:
        public["shown"][seat][tile] -= 1
    push_history(public, tile + 1)


@njit
def begin_turn(public: Any) -> None:
    """Nothing played yet."""
    public["played"][:] = 0
    public["played_count"] = 0
    public["last_tile"] = 0


@njit
def put_back(record: Any) -> None:
    """The tiles of this turn return to the rack (HKR-22); everybody has seen them."""
    public = record["public"]
    seat = np.int64(public["to_act"])
    rack = record["seats"][seat]["rack"]
    for tile in range(TILE_TYPES):
        count = public["played"][tile]
        if count > 0:
            rack[tile] += count
            public["table"][tile] -= count
            public["shown"][seat][tile] += count
    public["rack_size"][seat] += public["played_count"]
    begin_turn(public)


@njit
def finish_play(record: Any, rules: Any) -> None:
    """*Done*: the table is legal, the play stands (RK-4)."""
    public = record["public"]
    public["melded"][public["to_act"]] = 1
    log_turn(public)
    end_turn(record, rules, 0)


@njit
def log_turn(public: Any) -> None:
    """Note this turn's tiles for the arrangement of the table."""
    size = np.int64(public["log_size"])
    for tile in range(TILE_TYPES):
        for _ in range(public["played"][tile]):
            public["log"][size] = tile
            size += 1
    public["log"][size - 1] |= TURN_ENDS
    public["log_size"] = size


@njit
def end_turn(record: Any, rules: Any, drawn: Any) -> None:
    """Pass the turn on, or end the game."""
    public = record["public"]
    seat = np.int64(public["to_act"])
    played = np.int64(public["played_count"])
    public["last_turn"][seat] = played
    public["turns"] += 1
    public["idle"] = 0 if played + drawn > 0 else np.int64(public["idle"]) + 1
    begin_turn(public)
    public["to_act"] = (seat + 1) % rules["players"]
    if public["rack_size"][seat] == 0 or pool_is_over(public, rules):
        end_game(public, ENDED)  # HKR-30, HKR-33
    elif np.int64(public["turns"]) >= rules["max_turns"]:
        end_game(public, STOPPED)  # HKR-36


@njit
def pool_is_over(public: Any, rules: Any) -> Any:
    """HKR-33: no tile is left to draw, and by the ruleset that is the end."""
    if public["pool_size"] > 0:
        return False
    return rules["stop_when_empty"] != 0 or np.int64(public["idle"]) >= rules["players"]


@njit
def end_game(public: Any, over: Any) -> None:
    """Nobody decides any more; the scores are worked out by ``scoring``."""
    public["over"] = over
    public["phase"] = PHASE_OVER


@njit
def time_out(record: Any, rules: Any, table_lost: Any) -> None:
    """The time is over (HKR-22, HKR-23, TWR-5, TWR-6); an illegal action costs the same."""
    public = record["public"]
    seat = np.int64(public["to_act"])
    if not table_lost and play_stands(record, rules):
        push_history(public, EVENT_TIMEOUT)
        finish_play(record, rules)
        return
    unfinished = table_lost or public["played_count"] > 0
    push_history(public, EVENT_TABLE_LOST if table_lost else EVENT_TIMEOUT)
    put_back(record)
    owed = rules["timeout_draw"] if unfinished else rules["timeout_draw_nothing"]
    end_turn(record, rules, draw_tiles(record, seat, owed))


@njit
def play_stands(record: Any, rules: Any) -> Any:
    """TWR-5: whether a play that is complete when the time runs out stands, and this one is."""
    seat_part = record["seats"][record["public"]["to_act"]]
    return rules["keeps_legal_play"] != 0 and bit(seat_part["legal"], DONE)


@njit
def table_is_lost(record: Any, rules: Any, action: Any) -> Any:
    """HKR-23: whether this time-out finds a table that can't be put back: asked for, or by chance.

    Before the initial meld no table tile was moved, and so when nothing was played.
    """
    public = record["public"]
    if action >= 0 or public["phase"] != PHASE_PLAY or public["played_count"] == 0:
        return False
    if public["melded"][public["to_act"]] == 0 or play_stands(record, rules):
        return False
    if action == TIMEOUT_TABLE_LOST:
        return True
    chance = rules["restore_failure"]
    if chance <= 0.0:
        return False
    return (next_word(record["hidden"]["stream"]) >> U64(11)) * 2.0**-53 < chance
