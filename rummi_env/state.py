"""One game of Rummikub as one flat record, in three parts that are the leak guard.

``public`` is what everybody at the table sees, ``seats[p]`` what only player p sees, ``hidden``
the order of the pool and the random stream.  Holds no rules.

Tiles are counts, int8[53]: colour * 13 + number - 1 for black, blue, red, yellow; the joker is 52.
Which sets the table tiles lie in is no decision of the players and changes nothing in what can be
played, so the record keeps only what is needed to work it out: ``sets`` (an arrangement, one
tile + 1 after another, a zero after each set) and ``log``, the tiles played since then, the last
tile of each turn with the bit ``TURN_ENDS``.  ``rummi_env.table`` makes the sets of it.
"""

from typing import Any

import numpy as np

from tabletop.game import REWARD_MODES

from .rules import MAX_PLAYERS, Rules

TILE_TYPES = 53
JOKER = 52
MAX_TILES = 106
SETS_SIZE = 144  # 106 tiles, a zero after each of at most 35 sets, and room to end
HISTORY = 16

DRAW = 53  # with an empty pool: pass
DONE = 54  # in the redeal phase: keep the deal
REDEAL = 55
NUM_ACTIONS = 56

# Codes in ``history``: 0 nothing yet, action + 1, or one of these.
EVENT_TIMEOUT = 57
EVENT_TABLE_LOST = 58
EVENTS = 59

PHASES = ("play", "redeal", "over")
PHASE_PLAY, PHASE_REDEAL, PHASE_OVER = range(3)

TURN_ENDS = 128

PUBLIC = np.dtype(
    [
        ("to_act", "u1"),
        ("phase", "u1"),
        ("over", "u1"),
        ("starter", "u1"),
        ("turns", "u4"),
        ("decisions", "u4"),
        ("scores", "f4", (MAX_PLAYERS,)),
        ("left", "u1", (MAX_PLAYERS,)),
        ("winners", "u1", (MAX_PLAYERS,)),  # 1 for each winner once the game is over
        ("redeals", "u1"),
        ("pool_size", "u1"),
        ("idle", "u1"),  # turns in a row with nothing played and nothing drawn
        ("played_count", "u1"),
        ("last_tile", "u1"),  # tile played last in this turn + 1, or 0
        ("log_size", "u1"),
        ("rack_size", "u1", (MAX_PLAYERS,)),
        ("melded", "u1", (MAX_PLAYERS,)),
        ("last_turn", "u1", (MAX_PLAYERS,)),  # tiles played in the seat's last turn
        ("start_draw", "i1", (MAX_PLAYERS,)),  # HKR-1: number of the last draw for the start, or -1
        ("table", "i1", (TILE_TYPES,)),  # this turn's tiles included
        ("played", "i1", (TILE_TYPES,)),  # this turn
        ("shown", "i1", (MAX_PLAYERS, TILE_TYPES)),  # in the rack, as everybody saw (time-outs)
        ("history", "u1", (HISTORY,)),  # newest first
        ("sets", "u1", (SETS_SIZE,)),
        ("log", "u1", (MAX_TILES,)),
    ],
    align=True,
)

SEAT = np.dtype(
    [
        ("legal", "u8"),  # bit a: action a is legal now; 0 when not to act
        ("rack", "i1", (TILE_TYPES,)),
    ],
    align=True,
)

HIDDEN = np.dtype(
    [
        ("seed", "u8", (2,)),
        ("game_number", "u8"),
        ("stream", "u8", (4,)),
        ("pool", "u1", (MAX_TILES,)),  # tile types; the next one to draw is at pool_size - 1
    ],
    align=True,
)

RECORD = np.dtype(
    [("public", PUBLIC), ("seats", SEAT, (MAX_PLAYERS,)), ("hidden", HIDDEN)], align=True
)

# All signed, so that sums and differences in compiled code are signed.
RULES = np.dtype(
    [
        ("players", "i8"),
        ("reward", "i8"),
        ("max_turns", "i8"),
        ("tiles_dealt", "i8"),
        ("meld_points", "i8"),
        ("joker_penalty", "i8"),
        ("stop_when_empty", "i8"),
        ("max_redeals", "i8"),
        ("counts_no_meld", "i8"),
        ("could_not_meld", "i8"),
        ("could_meld", "i8"),
        ("keeps_legal_play", "i8"),
        ("timeout_draw", "i8"),
        ("timeout_draw_nothing", "i8"),
        ("lost_to_pool", "i8"),
        ("restore_failure", "f8"),
        ("ascending", "i8"),
        ("numbers", "i8"),
        ("colors", "i8"),
        ("copies", "i8"),
        ("jokers", "i8"),
        ("shows_sets", "i8"),
        ("tiles", "i8"),  # tiles in the game
        ("tile_types", "i8", (MAX_TILES,)),  # type of each tile, sorted by type
    ],
    align=True,
)


def tile_types(rules: Rules) -> list[int]:
    """The type of every tile in the game, sorted by type: tiles 2t and 2t + 1 by the book."""
    types = [
        color * 13 + number
        for color in range(rules.colors)
        for number in range(rules.numbers)
        for _ in range(rules.copies)
    ]
    return types + [JOKER] * rules.jokers


def make_rules_record(
    rules: Rules, num_players: int, reward: str, max_turns: int, shows_sets: bool
) -> Any:
    """The rules as the compiled functions read them: a record array of shape (1,)."""
    record = np.zeros(1, dtype=RULES)
    types = tile_types(rules)
    same_name = ("tiles_dealt", "joker_penalty", "max_redeals", "timeout_draw")
    for name in (*same_name, "numbers", "colors", "copies", "jokers"):
        record[name] = getattr(rules, name)
    could_not, could = rules.no_meld_counts or (0, 0)
    values = {
        "players": num_players,
        "reward": REWARD_MODES.index(reward),
        "max_turns": max_turns,
        "meld_points": rules.initial_meld_points,
        "stop_when_empty": rules.pool_empty == "stop",
        "counts_no_meld": rules.no_meld_counts is not None,
        "could_not_meld": could_not,
        "could_meld": could,
        "keeps_legal_play": rules.timeout_keeps_legal_play,
        "timeout_draw_nothing": rules.timeout_draw_if_nothing_played,
        "lost_to_pool": rules.table_lost_to == "pool",
        "restore_failure": rules.restore_failure_prob,
        "ascending": rules.order == "ascending",
        "shows_sets": shows_sets,
        "tiles": len(types),
    }
    for name, value in values.items():
        record[name] = value
    record["tile_types"][0, : len(types)] = types
    return record
