"""A turn: tiles played one by one, *done*, drawing, and running out of time.

Compiled functions over the parts of one record (``rummi_env.state``).  Which actions are legal is
worked out in ``rummi_env.legal``; here an action is taken to be legal.
"""

from typing import Any

from tabletop.game import ROUND_ENDED, TERMINATED, TIMEOUT_TABLE_LOST, TRUNCATED
from tabletop.jit import njit
from tabletop.random_stream import next_word

from .bits import U64, bit
from .deal import answer_redeal, draw_tiles, push_history, shuffle_pool
from .scoring import score_game
from .state import (
    DONE,
    DRAW,
    EVENT_TABLE_LOST,
    EVENT_TIMEOUT,
    PHASE_OVER,
    PHASE_REDEAL,
    TILE_TYPES,
    TURN_ENDS,
)
from .table import keep_rows, lost_table, settle_sets

NOBODY = -1
DECISIONS_PER_TURN = 20  # max_turns turns may take this many decisions each, on average


@njit
def act(record: Any, rules: Any, action: Any, work: Any) -> Any:
    """Take an action (or one of the special ones below zero); the bits of what ended."""
    public = record["public"]
    public["decisions"] += 1
    if public["phase"] == PHASE_REDEAL:
        answer_redeal(record, rules, action)
    elif action < 0:
        time_out(record, rules, action, work)
    elif action == DONE:
        push_history(public, DONE + 1)
        finish_play(record, rules, work)
    elif action == DRAW:
        push_history(public, DRAW + 1)
        end_turn(record, rules, draw_tiles(record, int(public["to_act"]), 1), work)
    else:
        play_tile(record, action)
    limit = int(rules["max_turns"]) * DECISIONS_PER_TURN
    if public["over"] == 0 and int(public["decisions"]) >= limit:
        put_back(record)
        end_game(record, rules, NOBODY, TRUNCATED, work)
    return end_bits(public["over"])


@njit
def end_bits(over: Any) -> Any:
    """The bits that ``step`` returns for ``public.over``."""
    if over == 0:
        return 0
    return ROUND_ENDED | (TERMINATED if over == 1 else TRUNCATED)


@njit
def play_tile(record: Any, tile: Any) -> None:
    """Move a tile from the rack to the table."""
    public = record["public"]
    seat = int(public["to_act"])
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
    seat = int(public["to_act"])
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
def finish_play(record: Any, rules: Any, work: Any) -> None:
    """*Done*: the table is legal, the play stands (RK-4)."""
    public = record["public"]
    seat = int(public["to_act"])
    log_turn(public)
    public["melded"][seat] = 1
    if rules["shows_sets"] != 0:
        settle_sets(public, rules, work)
    end_turn(record, rules, 0, work)


@njit
def log_turn(public: Any) -> None:
    """Note this turn's tiles for the arrangement of the table."""
    size = int(public["log_size"])
    for tile in range(TILE_TYPES):
        for _ in range(int(public["played"][tile])):
            public["log"][size] = tile
            size += 1
    public["log"][size - 1] |= TURN_ENDS
    public["log_size"] = size


@njit
def end_turn(record: Any, rules: Any, drawn: Any, work: Any) -> None:
    """Pass the turn on, or end the game."""
    public = record["public"]
    seat = int(public["to_act"])
    played = int(public["played_count"])
    public["last_turn"][seat] = played
    public["turns"] += 1
    public["idle"] = 0 if played + drawn > 0 else int(public["idle"]) + 1
    begin_turn(public)
    public["to_act"] = (seat + 1) % int(rules["players"])
    if public["rack_size"][seat] == 0:
        end_game(record, rules, seat, TERMINATED, work)  # HKR-30
    elif pool_is_over(public, rules):
        end_game(record, rules, NOBODY, TERMINATED, work)  # HKR-33
    elif public["turns"] >= rules["max_turns"]:
        end_game(record, rules, NOBODY, TRUNCATED, work)  # HKR-36


@njit
def pool_is_over(public: Any, rules: Any) -> Any:
    """HKR-33: no tile is left to draw, and by the ruleset that is the end."""
    if public["pool_size"] > 0:
        return False
    return rules["stop_when_empty"] != 0 or public["idle"] >= rules["players"]


@njit
def end_game(record: Any, rules: Any, out_seat: Any, bit: Any, work: Any) -> None:
    """Score the game; ``out_seat`` went out, or NOBODY did."""
    public = record["public"]
    score_game(record, rules, out_seat, work)
    public["over"] = 1 if bit == TERMINATED else 2
    public["phase"] = PHASE_OVER


@njit
def time_out(record: Any, rules: Any, action: Any, work: Any) -> None:
    """The time is over (HKR-22, HKR-23, TWR-5, TWR-6); an illegal action costs the same."""
    public = record["public"]
    seat = int(public["to_act"])
    if public["played_count"] == 0:
        push_history(public, EVENT_TIMEOUT)
        end_turn(record, rules, draw_tiles(record, seat, rules["timeout_draw_nothing"]), work)
        return
    if rules["keeps_legal_play"] != 0 and bit(record["seats"][seat]["legal"], DONE):
        push_history(public, EVENT_TIMEOUT)
        finish_play(record, rules, work)
        return
    if table_is_lost(record, rules, action) and public["melded"][seat] != 0:
        push_history(public, EVENT_TABLE_LOST)
        lose_table(record, rules, work)
    else:
        push_history(public, EVENT_TIMEOUT)
        put_back(record)
    end_turn(record, rules, draw_tiles(record, seat, rules["timeout_draw"]), work)


@njit
def table_is_lost(record: Any, rules: Any, action: Any) -> Any:
    """HKR-23: asked for, or drawn at random.  Before the initial meld no table tile was moved."""
    if action == TIMEOUT_TABLE_LOST:
        return True
    chance = rules["restore_failure"]
    if chance <= 0.0:
        return False
    return (next_word(record["hidden"]["stream"]) >> U64(11)) * 2.0**-53 < chance


@njit
def lose_table(record: Any, rules: Any, work: Any) -> None:
    """The tiles played return to the rack; loose ones go there too (HKR-23) or to the pool."""
    public = record["public"]
    seat = int(public["to_act"])
    rack = record["seats"][seat]["rack"]
    rows, loose = lost_table(public, rack, rules, work)
    put_back(record)
    keep_rows(public, rows)
    to_pool = rules["lost_to_pool"] != 0
    for tile in range(TILE_TYPES):
        for _ in range(int(loose[tile])):
            public["table"][tile] -= 1
            if to_pool:
                record["hidden"]["pool"][public["pool_size"]] = tile
                public["pool_size"] += 1
            else:
                rack[tile] += 1
                public["shown"][seat][tile] += 1
                public["rack_size"][seat] += 1
    if to_pool:
        shuffle_pool(public, record["hidden"])
