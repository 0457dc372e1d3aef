"""Before the first turn: who starts, the deal, and the questions about a redeal (HKR-1 to HKR-3).

Compiled functions over the parts of one record (``rummi_env.state``).
"""

from typing import Any

from tabletop.jit import int64, njit
from tabletop.random_stream import next_below, start_stream

from .state import (
    JOKER,
    PHASE_PLAY,
    PHASE_REDEAL,
    REDEAL,
)

PAIRS_FOR_REDEAL = 3


@njit
def push_history(public: Any, code: Any) -> None:
    """Put an event code in front of the public history."""
    history = public["history"]
    for k in range(len(history) - 1, 0, -1):
        history[k] = history[k - 1]
    history[0] = code


@njit
def clear_record(record: Any) -> None:
    """Blank everything but the seed words, the game number and the stream."""
    public = record["public"]
    public["to_act"] = 0
    public["phase"] = PHASE_PLAY
    public["over"] = 0
    public["starter"] = 0
    public["redeals"] = 0
    public["turns"] = 0
    public["decisions"] = 0
    public["scores"][:] = 0
    public["left"][:] = 0
    public["winners"][:] = 0
    public["melded"][:] = 0
    public["start_draw"][:] = -1
    public["history"][:] = 0
    record["hidden"]["pool"][:] = 0
    clear_table(record)


@njit
def clear_table(record: Any) -> None:
    """No tile on the table or in a rack, and no turn begun."""
    public = record["public"]
    public["pool_size"] = 0
    public["idle"] = 0
    public["played_count"] = 0
    public["last_tile"] = 0
    public["log_size"] = 0
    public["rack_size"][:] = 0
    public["last_turn"][:] = 0
    public["table"][:] = 0
    public["played"][:] = 0
    public["shown"][:] = 0
    public["sets"][:] = 0
    public["log"][:] = 0
    for p in range(len(record["seats"])):
        record["seats"][p]["legal"] = 0
        record["seats"][p]["rack"][:] = 0


@njit
def next_game(record: Any) -> None:
    """Blank the record and start the random stream of the row's next game."""
    hidden = record["hidden"]
    game = hidden["game_number"]
    hidden["game_number"] += 1
    start_stream(hidden["stream"], hidden["seed"][0], hidden["seed"][1], game)
    clear_record(record)


@njit
def drawn_number(tile: Any) -> Any:
    """The number that a tile counts in the draw for the start; a joker counts 0 (HKR-1)."""
    return 0 if tile == JOKER else int64(tile) % 13 + 1


@njit
def draw_starter(record: Any, rules: Any) -> Any:
    """HKR-1: everybody draws a tile, the highest number starts, ties draw again among the tied."""
    public = record["public"]
    pool = record["hidden"]["pool"]
    stream = record["hidden"]["stream"]
    n = rules["players"]
    drawn = public["start_draw"]
    tied = (1 << n) - 1
    while tied & (tied - 1):
        fill_pool(public, pool, rules)
        best = -1
        for seat in range(n):
            drawn[seat] = -1
            if tied >> seat & 1:
                size = int64(public["pool_size"])
                at = next_below(stream, size)
                drawn[seat] = drawn_number(pool[at])
                pool[at] = pool[size - 1]
                public["pool_size"] -= 1
                best = max(best, int64(drawn[seat]))
        for seat in range(n):
            if tied >> seat & 1 and drawn[seat] < best:
                tied &= ~(1 << seat)
    starter = 0
    while not tied >> starter & 1:
        starter += 1
    return starter


@njit
def fill_pool(public: Any, pool: Any, rules: Any) -> None:
    """All tiles of the game into the pool, sorted."""
    size = rules["tiles"]
    for k in range(size):
        pool[k] = rules["tile_types"][k]
    public["pool_size"] = size


@njit
def shuffle_pool(public: Any, hidden: Any) -> None:
    """Every order of the pool tiles equally likely."""
    pool = hidden["pool"]
    for k in range(int64(public["pool_size"]) - 1, 0, -1):
        other = next_below(hidden["stream"], k + 1)
        tile = pool[k]
        pool[k] = pool[other]
        pool[other] = tile


@njit
def draw_tiles(record: Any, seat: Any, count: Any) -> Any:
    """Move up to ``count`` tiles from the pool to a rack; how many there were (HKR-36)."""
    public = record["public"]
    rack = record["seats"][seat]["rack"]
    pool = record["hidden"]["pool"]
    drawn = min(int64(count), int64(public["pool_size"]))
    for _ in range(drawn):
        public["pool_size"] -= 1
        at = int64(public["pool_size"])
        rack[pool[at]] += 1
        pool[at] = 0
    public["rack_size"][seat] += drawn
    return drawn


@njit
def deal_racks(record: Any, rules: Any) -> None:
    """HKR-2: one tile at a time round the table from the starter."""
    n = rules["players"]
    starter = int64(record["public"]["starter"])
    for k in range(n * rules["tiles_dealt"]):
        draw_tiles(record, (starter + k) % n, 1)


@njit
def may_ask_redeal(rack: Any) -> Any:
    """HKR-3: three pairs of identical number tiles; two jokers are no pair."""
    pairs = 0
    for tile in range(JOKER):
        if rack[tile] >= 2:
            pairs += 1
    return pairs >= PAIRS_FOR_REDEAL


@njit
def ask_next(record: Any, rules: Any, first: Any) -> None:
    """Ask the next player who qualifies, ``first`` seats after the starter, or begin play."""
    public = record["public"]
    n = rules["players"]
    starter = int64(public["starter"])
    if public["redeals"] < rules["max_redeals"]:
        for k in range(first, n):
            seat = (starter + k) % n
            if may_ask_redeal(record["seats"][seat]["rack"]):
                public["to_act"] = seat
                public["phase"] = PHASE_REDEAL
                return
    public["to_act"] = starter
    public["phase"] = PHASE_PLAY


@njit
def begin(record: Any, rules: Any) -> None:
    """Deal from the pool as it lies and ask the first question or begin play."""
    if rules["meld_points"] == 0:
        record["public"]["melded"][:] = 1
    deal_racks(record, rules)
    ask_next(record, rules, 0)


@njit
def answer_redeal(record: Any, rules: Any, action: Any) -> None:
    """HKR-3: *redeal* shuffles all tiles and deals anew; anything else keeps the deal.

    A deal that is kept leaves no trace in the public part: that somebody was asked is a secret.
    """
    public = record["public"]
    n = rules["players"]
    if action != REDEAL:
        ask_next(record, rules, (int64(public["to_act"]) + n - int64(public["starter"])) % n + 1)
        return
    public["redeals"] += 1
    push_history(public, REDEAL + 1)
    clear_table(record)
    fill_pool(public, record["hidden"]["pool"], rules)
    shuffle_pool(public, record["hidden"])
    begin(record, rules)
