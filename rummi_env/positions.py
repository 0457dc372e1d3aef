"""Deals and positions given from outside, checked before anything is changed.

A deal is ``{"order": all tiles in drawing order, "starter": seat}``; a position names racks, table
sets, the next pool tiles, who has melded and who is to play.  Errors are ValueErrors that name the
tile.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletop.errors import UserError, nearest

from .sets import MAX_SETS, order_set
from .state import JOKER, TILE_TYPES
from .tiles import count_tiles, parse_tile_list, tile_name

DEAL_KEYS = ("order", "starter")
POSITION_KEYS = ("racks", "table", "pool", "melded", "starter")
SNAPSHOT_KEYS = ("played", "pool_size", "to_act", "phase", "turns", "redeals", "scores")


@dataclass(frozen=True)
class Supply:
    """The tiles of a game: the type of each, sorted by type, and how many there are of each."""

    types: tuple[int, ...]
    numbers: int
    colors: int
    players: int

    @property
    def counts(self) -> NDArray[np.int8]:
        """int8 (53,) of all tiles."""
        return count_tiles(self.types)


@dataclass(frozen=True)
class Position:
    """A position as counts and lists of tile types."""

    racks: list[NDArray[np.int8]]
    sets: list[list[int]]
    played: NDArray[np.int8]
    pool: list[int]
    rest: list[int]  # tiles that are not named: to be shuffled into the pool
    melded: list[bool]
    starter: int
    to_act: int


def check_seat(value: Any, players: int, where: str) -> int:
    """A seat number; UserError otherwise."""
    whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not whole or not 0 <= value < players:
        raise UserError(f"{where} is {value!r}; want a seat 0 to {players - 1}")
    return int(value)


def check_keys(given: Mapping[str, Any], known: Sequence[str], where: str) -> None:
    """UserError that names an unknown key."""
    if not isinstance(given, Mapping):
        raise UserError(f"{where} is {given!r}; want a mapping with {', '.join(map(repr, known))}")
    for key in given:
        if key not in known:
            raise UserError(f"{where}: no key {key!r}; {nearest(str(key), known)}")


# -- deals -----------------------------------------------------------------------------------------


def read_deal(deal: Mapping[str, Any], supply: Supply) -> tuple[NDArray[np.uint8], int]:
    """Tile types in drawing order, and the starter (-1: not given, to be drawn)."""
    check_keys(deal, DEAL_KEYS, "deal")
    if "order" not in deal:
        raise UserError(f"deal has no 'order'; want all {len(supply.types)} tiles")
    starter = -1
    if deal.get("starter") is not None:
        starter = check_seat(deal["starter"], supply.players, "deal: starter")
    return np.array(_deal_types(deal["order"], supply), dtype=np.uint8), starter


def _deal_types(order: Any, supply: Supply) -> list[int]:
    entries = _deal_entries(order)
    total = len(supply.types)
    if len(entries) != total:
        raise UserError(f"deal: order has {len(entries)} tiles; the game has {total}")
    if all(isinstance(entry, str) for entry in entries):
        types = [tile for entry in entries for tile in parse_tile_list(entry)]
    elif sorted(entries) == list(range(total)):
        return [supply.types[entry] for entry in entries]
    else:
        types = entries
    if sorted(types) != list(supply.types):
        raise UserError(f"deal: {_wrong_order(entries, types, supply)}")
    return types


def _deal_entries(order: Any) -> list[Any]:
    if isinstance(order, str):
        return [tile_name(tile) for tile in parse_tile_list(order)]
    if not isinstance(order, (list, tuple, np.ndarray)):
        raise UserError(f"deal: order is {order!r}; want a list of tiles in drawing order")
    entries = [int(e) if isinstance(e, np.integer) else e for e in order]
    kinds = {type(entry) for entry in entries}
    if not kinds <= {int} and not kinds <= {str}:
        raise UserError("deal: order mixes kinds; want tile numbers only or tile names only")
    return entries


def _wrong_order(entries: list[Any], types: list[int], supply: Supply) -> str:
    want = f"want every number 0 to {len(supply.types) - 1} once, or all tiles by type or name"
    seen: dict[int, int] = {}
    for entry, tile in zip(entries, types, strict=True):
        if not 0 <= tile < TILE_TYPES:
            return f"order holds {entry!r}; {want}"
        seen[tile] = seen.get(tile, 0) + 1
        if seen[tile] > supply.counts[tile]:
            return f"order holds {tile_name(tile)!r} {seen[tile]} times; {want}"
    return want


# -- positions -------------------------------------------------------------------------------------


def read_position(
    position: Mapping[str, Any], supply: Supply, tiles_dealt: int, seed: Sequence[int]
) -> Position:
    """Check a position or a snapshot of the play phase; ValueError names what is impossible.

    Racks that are not named are dealt by ``seed`` from the tiles that are not named.
    """
    check_keys(position, (*POSITION_KEYS, *SNAPSHOT_KEYS), "position")
    if position.get("phase", "play") != "play":
        raise UserError(f"position: phase is {position['phase']!r}; only 'play' can be set up")
    racks = _read_racks(position, supply)
    played = count_tiles(_tiles_of(position.get("played") or [], "played"))
    sets = _read_table(position.get("table") or [], played, supply)
    pool = _tiles_of(position.get("pool") or [], "pool")
    rest = _rest(racks, sets, played, pool, supply)
    if not racks:
        racks, rest = _deal_racks(rest, supply.players, tiles_dealt, seed)
    _check_pool_size(position, len(pool) + len(rest))
    starter = check_seat(position.get("starter", 0), supply.players, "position: starter")
    to_act = check_seat(position.get("to_act", starter), supply.players, "position: to_act")
    melded = _read_melded(position, supply)
    return Position(racks, sets, played, pool, rest, melded, starter, to_act)


def _tiles_of(entry: Any, where: str) -> list[int]:
    if isinstance(entry, str):
        return _named_tiles(entry, where)
    if not isinstance(entry, (list, tuple)):
        raise UserError(f"position: {where} is {entry!r}; want a list of tile names")
    tiles = []
    for name in entry:
        if not isinstance(name, str):
            raise UserError(f"position: {where} holds {name!r}; want a tile name such as 'red 5'")
        tiles += _named_tiles(name, where)
    return tiles


def _named_tiles(text: str, where: str) -> list[int]:
    try:
        return parse_tile_list(text)
    except UserError as error:
        raise UserError(f"position: {where}: {error}") from None


def _deal_racks(
    tiles: list[int], players: int, each: int, seed: Sequence[int]
) -> tuple[list[NDArray[np.int8]], list[int]]:
    """Racks of ``each`` tiles, and the tiles that are left."""
    needed = players * each
    if len(tiles) < needed:
        raise UserError(
            f"position: {len(tiles)} tiles are not named; {players} racks of {each} need {needed}:"
            " name 'racks', or fewer tiles in 'table' and 'pool'"
        )
    mixed = [int(tile) for tile in np.random.default_rng(list(seed)).permutation(tiles)]
    racks = [count_tiles(mixed[seat * each : (seat + 1) * each]) for seat in range(players)]
    return racks, mixed[needed:]


def _read_racks(position: Mapping[str, Any], supply: Supply) -> list[NDArray[np.int8]]:
    """The racks named; none when they are to be dealt."""
    racks = position.get("racks")
    if racks is None and not position.get("played"):
        return []
    if not isinstance(racks, (list, tuple)) or len(racks) != supply.players:
        raise UserError(f"position: 'racks' is {racks!r}; want a list of {supply.players} racks")
    counts = [count_tiles(_tiles_of(rack, f"racks[{k}]")) for k, rack in enumerate(racks)]
    to_act = position.get("to_act", position.get("starter", 0))
    for seat, rack in enumerate(counts):
        if rack.sum() == 0 and not (seat == to_act and position.get("played")):
            raise UserError(f"position: racks[{seat}] is empty; that player would have won")
    return counts


def _read_table(entry: Any, played: NDArray[np.int8], supply: Supply) -> list[list[int]]:
    if isinstance(entry, str):
        entry = [part for part in entry.split("|") if part.strip()]
    if not isinstance(entry, (list, tuple)):
        raise UserError(f"position: 'table' is {entry!r}; want a list of sets")
    sets = [_tiles_of(names, f"table[{k}]") for k, names in enumerate(entry)]
    if played.any():  # an unfinished turn: the sets are worked out anew
        return sets
    return [_read_set(tiles, supply) for tiles in sets]


def _read_set(tiles: list[int], supply: Supply) -> list[int]:
    """The set in the order in which it is shown; UserError when it isn't one."""
    row = np.zeros(14, dtype=np.int8)
    if 3 <= len(tiles) <= 13:
        row[0] = len(tiles)
        row[1 : len(tiles) + 1] = tiles
        if order_set(row, supply.numbers, supply.colors):
            return [int(tile) for tile in row[1 : len(tiles) + 1]]
    names = ", ".join(tile_name(tile) for tile in tiles)
    raise UserError(
        f"position: table set '{names}' is neither a group (3 or 4 of one number, all of different"
        " colours) nor a run (3 or more in a row of one colour)"
    )


def _rest(
    racks: list[NDArray[np.int8]],
    sets: list[list[int]],
    played: NDArray[np.int8],
    pool: list[int],
    supply: Supply,
) -> list[int]:
    table = count_tiles(tile for tiles in sets for tile in tiles)
    named = sum(racks, start=table + count_tiles(pool))
    for tile in range(TILE_TYPES):
        have = int(supply.counts[tile])
        if named[tile] > have:
            raise UserError(
                f"position: {tile_name(tile)!r} is named {int(named[tile])} times; the game has"
                f" {have}"
            )
        if played[tile] > table[tile]:
            raise UserError(f"position: {tile_name(tile)!r} is played but not on the table")
    if len(sets) >= MAX_SETS:
        raise UserError(f"position: {len(sets)} sets on the table; at most {MAX_SETS - 1} fit")
    left = supply.counts - named
    return [tile for tile in range(JOKER + 1) for _ in range(int(left[tile]))]


def _check_pool_size(position: Mapping[str, Any], size: int) -> None:
    want = position.get("pool_size")
    if want is not None and want != size:
        raise UserError(f"position: pool_size is {want!r}; {size} tiles are left for the pool")


def _read_melded(position: Mapping[str, Any], supply: Supply) -> list[bool]:
    melded = position.get("melded")
    if melded is None:
        return [False] * supply.players
    good = isinstance(melded, (list, tuple)) and len(melded) == supply.players
    if not good or any(not isinstance(flag, (bool, np.bool_)) for flag in melded):
        raise UserError(f"position: 'melded' is {melded!r}; want {supply.players} true or false")
    return [bool(flag) for flag in melded]
