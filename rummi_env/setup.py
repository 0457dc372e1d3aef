"""Records set up from outside: a position, and a fresh deal of what one player can't see."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletop.errors import UserError
from tabletop.game import Records
from tabletop.jit import njit
from tabletop.random_stream import seed_words, start_stream

from .deal import draw_tiles, may_ask_redeal, next_game, shuffle_pool
from .engine import refresh_row
from .positions import Position
from .sets import MAX_SETS, ROW
from .solver import arrange_into, new_workspace
from .state import PHASE_PLAY, PHASE_REDEAL, TILE_TYPES
from .tiles import list_tiles

SAMPLES = 400  # deals tried before a rack that proves something is left as it is
NOBODY = -1


@njit
def begin_row(records: Any, i: Any) -> None:
    """Blank row i and start the stream of its next game."""
    next_game(records[i])


@njit
def shuffle_row(records: Any, i: Any) -> None:
    """Shuffle the pool of row i."""
    shuffle_pool(records[i]["public"], records[i]["hidden"])


@njit
def restart_stream(records: Any, i: Any, word0: Any, word1: Any) -> None:
    """Another random stream for row i."""
    start_stream(records[i]["hidden"]["stream"], word0, word1, 0)


# -- positions -------------------------------------------------------------------------------------


def set_position(records: Records, i: int, rules: Records, position: Position) -> None:
    """Start the next game of row i in a checked position; the row changes only when all is well."""
    fresh = records[i : i + 1].copy()
    begin_row(fresh, 0)
    public = fresh[0]["public"]
    public["starter"] = position.starter
    public["to_act"] = position.to_act
    public["phase"] = PHASE_PLAY
    public["melded"][: len(position.melded)] = position.melded
    _set_pool(fresh, position)
    _set_table(public, rules, position)
    for seat, rack in enumerate(position.racks):
        fresh[0]["seats"][seat]["rack"] = rack
        public["rack_size"][seat] = rack.sum()
    refresh_row(fresh, 0, rules)
    if fresh[0]["seats"][position.to_act]["legal"] == 0:
        raise UserError("position: the tiles in 'played' can't be completed from the rack")
    records[i] = fresh[0]


def _set_pool(fresh: Records, position: Position) -> None:
    """The tiles not named, shuffled, and on top of them the named ones, next first."""
    pool = fresh[0]["hidden"]["pool"]
    rest = len(position.rest)
    pool[:rest] = position.rest
    fresh[0]["public"]["pool_size"] = rest
    shuffle_row(fresh, 0)
    size = rest + len(position.pool)
    pool[rest:size] = position.pool[::-1]
    fresh[0]["public"]["pool_size"] = size


def _set_table(public: Any, rules: Records, position: Position) -> None:
    for tiles in position.sets:
        for tile in tiles:
            public["table"][tile] += 1
    sets = position.sets
    if position.played.any():
        public["played"] = position.played
        public["played_count"] = position.played.sum()
        public["last_tile"] = np.flatnonzero(position.played)[-1] + 1
        sets = _arranged(public["table"] - position.played, rules)
    codes: list[int] = []
    for tiles in sets:
        codes += [tile + 1 for tile in tiles] + [0]
    public["sets"][: len(codes)] = codes


def _arranged(counts: NDArray[np.int8], rules: Records) -> list[list[int]]:
    """Any arrangement of the table as it was before this turn."""
    rows = np.zeros((MAX_SETS, ROW), dtype=np.int8)
    numbers, colors = int(rules[0]["numbers"]), int(rules[0]["colors"])
    if arrange_into(counts, numbers, colors, rows, new_workspace()) < 0:
        raise UserError("position: the table without the tiles in 'played' is not made of sets")
    return [[int(t) for t in row[1 : row[0] + 1]] for row in rows if row[0] > 0]


# -- what a player can't see, dealt anew -----------------------------------------------------------


@njit
def deal_unseen(records: Any, i: Any, unseen: Any, seat: Any, fixed: Any) -> None:
    """Deal the unseen tiles to the racks of the others (but ``fixed``) and to the pool.

    A rack holds at least the tiles that everybody saw go into it.
    """
    record = records[i]
    public = record["public"]
    for k in range(len(unseen)):
        record["hidden"]["pool"][k] = unseen[k]
    public["pool_size"] = len(unseen)
    shuffle_pool(public, record["hidden"])
    for other in range(len(record["seats"])):
        if other in (seat, fixed):
            continue
        rack = record["seats"][other]["rack"]
        shown = 0
        for tile in range(TILE_TYPES):
            rack[tile] = public["shown"][other][tile]
            shown += rack[tile]
        missing = int(public["rack_size"][other]) - shown
        public["rack_size"][other] = shown
        draw_tiles(record, other, missing)


@njit
def proves(records: Any, i: Any, seat: Any) -> Any:
    """Whether the racks fit what is being asked of the seat to act.

    A question about a redeal proves three pairs (HKR-3); a turn begun can be completed.
    """
    public = records[i]["public"]
    to_act = public["to_act"]
    if seat == to_act or public["over"] != 0:
        return True
    if public["phase"] == PHASE_REDEAL:
        return may_ask_redeal(records[i]["seats"][to_act]["rack"])
    return records[i]["seats"][to_act]["legal"] != 0


def _unseen(
    row: Any, players: int, counts: NDArray[np.int8], seat: int, fixed: int
) -> NDArray[np.uint8]:
    unseen = counts - row["public"]["table"]
    for other in range(players):
        known = other in (seat, fixed)
        unseen = unseen - (row["seats"][other]["rack"] if known else row["public"]["shown"][other])
    return np.array(list_tiles(unseen), dtype=np.uint8)


def redeal(
    records: Records, i: int, rules: Records, seat: int, seed: int, counts: NDArray[np.int8]
) -> Records:
    """A new one-row array that ``seat`` can't tell from row i.  ``counts``: all tiles of the game.

    Deals that do not fit what the player to act has shown (``proves``) are thrown away; after
    SAMPLES of them that player's rack stays.
    """
    fresh = records[i : i + 1].copy()
    words = seed_words(seed, 0)
    fresh["hidden"]["seed"][0] = words
    restart_stream(fresh, 0, words[0], words[1])
    players = int(rules[0]["players"])
    to_act = int(fresh[0]["public"]["to_act"])
    for trial in range(SAMPLES + 1):
        fixed = to_act if trial == SAMPLES and to_act != seat else NOBODY
        if fixed != NOBODY:  # the trials before have changed it
            fresh[0]["seats"][fixed] = records[i]["seats"][fixed]
        unseen = _unseen(records[i], players, counts, seat, fixed)
        deal_unseen(fresh, 0, unseen, seat, fixed)
        refresh_row(fresh, 0, rules)
        if proves(fresh, 0, seat):
            break
    return fresh
