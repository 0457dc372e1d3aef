"""The table as sets: arranged near the sets that lay there before, so that a person can follow.

The players decide only which tiles they play.  The sets follow from the tiles of each turn in a
fixed way: as many of the old sets as possible stay as they are, and the other tiles are arranged
anew.  So the sets are worked out when somebody asks, and the same ones come out whenever it is.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletop.jit import njit

from .deal import shuffle_pool
from .sets import (
    MAX_SETS,
    ROW,
    add_row,
    count_rows,
    drop_broken,
    new_rows,
    read_sets,
    take_out,
    write_sets,
)
from .solver import arrange_into, is_legal_kernel, legal_tiles_into, make_workspace
from .solver_keep import fewest_broken
from .state import TILE_TYPES, TURN_ENDS
from .turn import put_back


@njit
def arrange_near(counts: Any, rows: Any, rules: Any, work: Any) -> Any:
    """Rearrange ``rows`` to hold exactly ``counts``; how many old sets stay (they come first).

    ``counts``: int8 (53,), a legal table that holds all tiles of the rows.
    """
    n = count_rows(rows)
    kept = np.zeros((n, TILE_TYPES), dtype=np.int64)
    rest = np.zeros(TILE_TYPES, dtype=np.int64)
    rest += counts
    for k in range(n):
        add_row(kept[k], rows[k], 1)
        add_row(rest, rows[k], -1)
    broken = np.zeros(n, dtype=np.int64)
    fewest_broken(rest, kept, broken, rules["numbers"], rules["colors"], work)
    loose = np.zeros(TILE_TYPES, dtype=np.int8)
    stay = 0
    for tile in range(TILE_TYPES):
        loose[tile] = rest[tile]
    for k in range(n):
        if broken[k] == 0:
            rows[stay] = rows[k]
            stay += 1
        else:
            add_row(loose, rows[k], 1)
    fresh = new_rows()
    added = arrange_into(loose, rules["numbers"], rules["colors"], fresh, work)
    rows[stay:] = 0
    for k in range(added):
        rows[stay + k] = fresh[k]
    return stay


@njit
def settle_sets(public: Any, rules: Any, work: Any) -> None:
    """Bring the sets up to the start of this turn: one arrangement for each turn in the log."""
    rows = new_rows()
    n = read_sets(public["sets"], rows)
    counts = np.zeros(TILE_TYPES, dtype=np.int8)
    for k in range(n):
        add_row(counts, rows[k], 1)
    for k in range(public["log_size"]):
        entry = np.int64(public["log"][k])
        counts[entry & (TURN_ENDS - 1)] += 1
        if entry & TURN_ENDS:
            arrange_near(counts, rows, rules, work)
    keep_rows(public, rows)


@njit
def keep_rows(public: Any, rows: Any) -> None:
    """Make these rows the sets that later turns are arranged near to."""
    write_sets(rows, public["sets"])
    public["log"][:] = 0
    public["log_size"] = 0


@njit
def next_choice(choice: Any, size: Any, n: Any) -> Any:
    """The next ``size`` of ``n`` indices in lexicographic order; False after the last."""
    k = size - 1
    while k >= 0 and choice[k] == n - size + k:
        k -= 1
    if k < 0:
        return False
    choice[k] += 1
    for m in range(k + 1, size):
        choice[m] = choice[m - 1] + 1
    return True


@njit
def list_useful(rack: Any, useful: Any) -> Any:
    """The rack tiles that are marked, sorted, each as often as it is held."""
    tiles = np.zeros(128, dtype=np.int64)
    n = 0
    for tile in range(TILE_TYPES):
        if useful[tile] != 0:
            for _ in range(rack[tile]):
                tiles[n] = tile
                n += 1
    return tiles[:n]


@njit
def fewest_completion(table: Any, rack: Any, rules: Any, work: Any) -> Any:
    """The fewest rack tiles that make the table legal, then those of the lowest index (HKR-23).

    Choices by size, then by index; the first legal one is the answer.
    """
    numbers, colors = rules["numbers"], rules["colors"]
    useful = np.zeros(TILE_TYPES, dtype=np.int8)
    legal_tiles_into(table, rack, rack, numbers, colors, useful, work)
    tiles = list_useful(rack, useful)
    n = len(tiles)
    choice = np.zeros(n, dtype=np.int64)
    trial = table.copy()
    for size in range(n + 1):
        for k in range(size):
            choice[k] = k
        more = True
        while more:
            for k in range(size):
                trial[tiles[choice[k]]] += 1
            if is_legal_kernel(trial, numbers, colors, work):
                return trial - table
            for k in range(size):
                trial[tiles[choice[k]]] -= 1
            more = next_choice(choice, size, n)
    return trial - table


@njit
def lose_table(record: Any, rules: Any, work: Any) -> None:
    """A table that can't be put back (HKR-23, TWR-6).

    The table of the turn's start and the tiles played are arranged near the old sets, with one
    completion from the rack; the rack's tiles are taken out again.  Sets that are still valid stay,
    the tiles of the others are loose.  The tiles played go back to the rack.
    """
    public = record["public"]
    seat = np.int64(public["to_act"])
    settle_sets(public, rules, work)
    rows = new_rows()
    read_sets(public["sets"], rows)
    table = np.zeros(TILE_TYPES, dtype=np.int8)
    rack = np.zeros(TILE_TYPES, dtype=np.int8)
    table += public["table"]
    rack += record["seats"][seat]["rack"]
    own = fewest_completion(table, rack, rules, work)
    table += own
    stay = arrange_near(table, rows, rules, work)
    own += public["played"]
    take_out(rows, stay, own)
    loose = np.zeros(TILE_TYPES, dtype=np.int8)
    drop_broken(rows, rules["numbers"], rules["colors"], loose)
    put_back(record)
    keep_rows(public, rows)
    hand_out_loose(record, rules, seat, loose)


@njit
def hand_out_loose(record: Any, rules: Any, seat: Any, loose: Any) -> None:
    """Loose tiles go to the player's rack (HKR-23), or to the pool, which is shuffled (TWR-6)."""
    public = record["public"]
    rack = record["seats"][seat]["rack"]
    to_pool = rules["lost_to_pool"] != 0
    for tile in range(TILE_TYPES):
        for _ in range(loose[tile]):
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


@njit
def settle_row(records: Any, i: Any, rules: Any, rows: Any) -> Any:
    """The sets of row i to show, which are settled in it.

    True when the tiles of this turn are in them, False when the turn is not complete.
    """
    public = records[i]["public"]
    work = make_workspace()
    settle_sets(public, rules[0], work)
    read_sets(public["sets"], rows)
    if public["played_count"] == 0:
        return True
    table = np.zeros(TILE_TYPES, dtype=np.int8)
    table += public["table"]
    if not is_legal_kernel(table, rules[0]["numbers"], rules[0]["colors"], work):
        return False
    arrange_near(table, rows, rules[0], work)
    return True


def display_sets(records: NDArray[np.void], i: int, rules: NDArray[np.void]) -> list[list[int]]:
    """The table as sets of tile indices, in display order; the records stay as they are.

    Tiles of a turn that is not yet complete lie apart, as one last list.
    """
    rows = np.zeros((MAX_SETS, ROW), dtype=np.int8)
    placed = settle_row(records[i : i + 1].copy(), 0, rules, rows)
    sets = [[int(t) for t in row[1 : row[0] + 1]] for row in rows if row[0] > 0]
    if not placed:
        played = records[i]["public"]["played"]
        sets.append([tile for tile in range(TILE_TYPES) for _ in range(int(played[tile]))])
    return sets
