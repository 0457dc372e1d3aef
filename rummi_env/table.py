"""The table as sets: arranged near the sets that lay there before, so that a person can follow.

The players decide only which tiles they play.  The sets follow from the tiles of each turn in a
fixed way: as many of the old sets as possible stay as they are, and the other tiles are arranged
anew.  So the sets are worked out when somebody asks, and the same ones come out whenever it is.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletop.jit import njit

from .legal import new_work
from .sets import MAX_SETS, add_row, count_rows, new_rows, order_set, read_sets, write_sets
from .solver import arrange_into, is_legal_kernel, legal_tiles_into
from .state import JOKER, TILE_TYPES, TURN_ENDS

MOST_TRIALS = 5_000  # tried choices of sets to break before settling for a good one


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
def choose_broken(rest: Any, rows: Any, broken: Any, numbers: Any, colors: Any, work: Any) -> Any:
    """Mark the fewest sets to break so that they and the new tiles make valid sets.

    ``rest``: the new tiles; on success those of the broken sets are added.  False when no answer
    was found within MOST_TRIALS.
    """
    n = count_rows(rows)
    choice = np.zeros(MAX_SETS, dtype=np.int64)
    trials = 0
    for size in range(n + 1):
        for k in range(size):
            choice[k] = k
        more = True
        while more and trials < MOST_TRIALS:
            trials += 1
            for k in range(size):
                add_row(rest, rows[choice[k]], 1)
            if is_legal_kernel(rest, numbers, colors, work[0]):
                for k in range(size):
                    broken[choice[k]] = 1
                return True
            for k in range(size):
                add_row(rest, rows[choice[k]], -1)
            more = next_choice(choice, size, n)
    return False


@njit
def break_greedily(rest: Any, rows: Any, broken: Any, numbers: Any, colors: Any, work: Any) -> None:
    """Break all sets, then take back one after another whatever can stay as it was."""
    n = count_rows(rows)
    for k in range(n):
        broken[k] = 1
        add_row(rest, rows[k], 1)
    for k in range(n):
        add_row(rest, rows[k], -1)
        if is_legal_kernel(rest, numbers, colors, work[0]):
            broken[k] = 0
        else:
            add_row(rest, rows[k], 1)


@njit
def arrange_near(counts: Any, rows: Any, rules: Any, work: Any) -> Any:
    """Rearrange ``rows`` to hold exactly ``counts``; how many old sets stay (they come first).

    ``counts`` must hold all tiles of the rows and be a legal table.
    """
    numbers = int(rules["numbers"])
    colors = int(rules["colors"])
    rest = counts.copy()
    n = count_rows(rows)
    for k in range(n):
        add_row(rest, rows[k], -1)
    broken = np.zeros(MAX_SETS, dtype=np.int8)
    if not choose_broken(rest, rows, broken, numbers, colors, work):
        break_greedily(rest, rows, broken, numbers, colors, work)
    kept = 0
    for k in range(n):
        if broken[k] == 0:
            rows[kept] = rows[k]
            kept += 1
    fresh = new_rows()
    added = arrange_into(rest, numbers, colors, fresh, work[0])
    rows[kept:] = 0
    for k in range(added):
        rows[kept + k] = fresh[k]
    return kept


@njit
def replay_log(public: Any, rows: Any, rules: Any, work: Any) -> None:
    """The sets at the start of this turn: those kept, then one arrangement for each turn since."""
    n = read_sets(public["sets"], rows)
    counts = np.zeros(TILE_TYPES, dtype=np.int8)
    for k in range(n):
        add_row(counts, rows[k], 1)
    for k in range(int(public["log_size"])):
        entry = int(public["log"][k])
        counts[entry & (TURN_ENDS - 1)] += 1
        if entry & TURN_ENDS:
            arrange_near(counts, rows, rules, work)


@njit
def settle_sets(public: Any, rules: Any, work: Any) -> None:
    """Keep the sets of the moment and empty the log."""
    rows = new_rows()
    replay_log(public, rows, rules, work)
    keep_rows(public, rows)


@njit
def keep_rows(public: Any, rows: Any) -> None:
    """Make these rows the sets that later turns are arranged near to."""
    write_sets(rows, public["sets"])
    public["log"][:] = 0
    public["log_size"] = 0


@njit
def fewest_completion(table: Any, rack: Any, rules: Any, work: Any) -> Any:
    """The fewest rack tiles that make the table legal, then those of the lowest index (HKR-23)."""
    numbers = int(rules["numbers"])
    colors = int(rules["colors"])
    useful = np.zeros(TILE_TYPES, dtype=np.int8)
    legal_tiles_into(table, rack, rack, numbers, colors, useful, work[0])
    tiles = np.zeros(128, dtype=np.int64)
    n = 0
    for tile in range(TILE_TYPES):
        for _ in range(int(rack[tile]) * int(useful[tile])):
            tiles[n] = tile
            n += 1
    return first_completion(table, tiles, n, numbers, colors, work)


@njit
def first_completion(table: Any, tiles: Any, n: Any, numbers: Any, colors: Any, work: Any) -> Any:
    """The first choice among ``n`` sorted tiles, by size and then by index, that is legal."""
    choice = np.zeros(128, dtype=np.int64)
    trial = table.copy()
    for size in range(n + 1):
        for k in range(size):
            choice[k] = k
        more = True
        while more:
            for k in range(size):
                trial[tiles[choice[k]]] += 1
            if is_legal_kernel(trial, numbers, colors, work[0]):
                return trial - table
            for k in range(size):
                trial[tiles[choice[k]]] -= 1
            more = next_choice(choice, size, n)
    return trial - table


@njit
def take_out(rows: Any, first: Any, own: Any) -> None:
    """Take the player's own tiles out of the sets from ``first`` on."""
    for n in range(first, count_rows(rows)):
        left = 0
        for k in range(1, int(rows[n, 0]) + 1):
            tile = rows[n, k]
            if own[tile] > 0:
                own[tile] -= 1
            else:
                left += 1
                rows[n, left] = tile
        rows[n, 0] = left


@njit
def drop_broken(rows: Any, rules: Any, loose: Any) -> None:
    """Sets that are still valid stay in order; the tiles of the others are loose."""
    numbers = int(rules["numbers"])
    colors = int(rules["colors"])
    kept = 0
    for n in range(MAX_SETS):
        if rows[n, 0] > 0 and order_set(rows[n], numbers, colors):
            rows[kept] = rows[n]
            kept += 1
        else:
            add_row(loose, rows[n], 1)
    rows[kept:] = 0


@njit
def lost_table(public: Any, rack: Any, rules: Any, work: Any) -> Any:
    """HKR-23: what a table that can't be put back leaves; the valid sets and the loose tiles.

    The table of the turn's start and the tiles played are arranged near the old sets, with one
    completion from the rack; then the rack's tiles are taken out again.
    """
    rows = new_rows()
    replay_log(public, rows, rules, work)
    table = np.zeros(TILE_TYPES, dtype=np.int8)
    held = np.zeros(TILE_TYPES, dtype=np.int8)
    for tile in range(TILE_TYPES):
        table[tile] = public["table"][tile]
        held[tile] = rack[tile]
    own = fewest_completion(table, held, rules, work)
    table += own
    kept = arrange_near(table, rows, rules, work)
    for tile in range(TILE_TYPES):
        own[tile] += public["played"][tile]
    take_out(rows, kept, own)
    loose = np.zeros(TILE_TYPES, dtype=np.int8)
    drop_broken(rows, rules, loose)
    return rows, loose


@njit
def display_into(records: Any, i: Any, rules: Any, rows: Any) -> Any:
    """The sets to show; True when the tiles of this turn are in them, False when they lie apart."""
    public = records[i]["public"]
    work = new_work()
    replay_log(public, rows, rules[0], work)
    if public["played_count"] == 0:
        return True
    table = np.zeros(TILE_TYPES, dtype=np.int8)
    for tile in range(TILE_TYPES):
        table[tile] = public["table"][tile]
    numbers = int(rules[0]["numbers"])
    colors = int(rules[0]["colors"])
    if not is_legal_kernel(table, numbers, colors, work[0]):
        return False
    arrange_near(table, rows, rules[0], work)
    return True


def display_sets(records: NDArray[np.void], i: int, rules: NDArray[np.void]) -> list[list[int]]:
    """The table as sets of tile indices, in display order.

    Tiles of a turn that is not yet complete lie apart, as one last list.
    """
    rows = np.zeros((MAX_SETS, 14), dtype=np.int8)
    placed = display_into(records, i, rules, rows)
    sets = [[int(t) for t in row[1 : row[0] + 1]] for row in rows if row[0] > 0]
    if not placed:
        played = records[i]["public"]["played"]
        sets.append([tile for tile in range(JOKER + 1) for _ in range(int(played[tile]))])
    return sets
