"""Which games are played: duplicate deals, rotated seats, seeds, all fixed before the first game.

A schedule has one or more line-ups (who sits at the table), each in every rotation of the seats;
that table of seatings is played once for every deal.  Imports only NumPy and tabletop.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tabletop.errors import UserError
from tabletop.players import Player

# Branches of the seed sequence.
_DEALS, _PLAYERS, _RESAMPLES = 0, 1, 2


@dataclass(frozen=True)
class Schedule:
    """Every deal is played once with each row of ``seatings``."""

    names: tuple[str, ...]  # kinds of player in order of first mention
    lineups: tuple[tuple[int, ...], ...]  # kinds per seat, before rotation
    seatings: NDArray[np.int64]  # (R, S) kind in each seat
    lineup_of: NDArray[np.int64]  # (R,) the line-up of each seating
    deals: int
    seed: int

    @property
    def games(self) -> int:
        """The number of games."""
        return self.deals * len(self.seatings)

    @property
    def named_lineups(self) -> tuple[tuple[str, ...], ...]:
        """The line-ups in names."""
        return tuple(tuple(self.names[k] for k in lineup) for lineup in self.lineups)

    def deal_seed(self, deal: int) -> int:
        """The seed of a deal: the order of the cards or tiles, and the starter."""
        return int(self._words(_DEALS, deal)[0] >> np.uint64(1))

    def row_seed(self, deal: int) -> NDArray[np.uint64]:
        """Two seed words for what is random after the deal, the same in all seatings."""
        return self._words(_DEALS, deal)[1:3]

    def player_seed(self, chunk: int, kind: int) -> int:
        """The seed of one kind of player for one chunk of the games."""
        return int(self._words(_PLAYERS, chunk, kind)[0] >> np.uint64(1))

    def resample_seed(self) -> np.random.SeedSequence:
        """The seed of the bootstrap."""
        return np.random.SeedSequence(self.seed, spawn_key=(_RESAMPLES,))

    def _words(self, *key: int) -> NDArray[np.uint64]:
        words = np.random.SeedSequence(self.seed, spawn_key=key).generate_state(3, np.uint64)
        return words.astype(np.uint64)


def player_names(players: Sequence[str | Player]) -> tuple[str, ...]:
    """The name of each player; UserError when two different objects have one name."""
    named: dict[str, object] = {}
    for player in players:
        name = player if isinstance(player, str) else player.name
        known = named.setdefault(name, player)
        if known is not player and known != player:
            raise UserError(f"two different players are both named {name!r}; rename one")
    return tuple(p if isinstance(p, str) else p.name for p in players)


def table_schedule(players: Sequence[str | Player], deals: int, seed: int) -> Schedule:
    """One line-up, the players in the order given, in every rotation."""
    names = player_names(players)
    if len(names) < 2:
        raise UserError(f"{len(names)} player named; want one name per seat, at least 2")
    kinds = tuple(dict.fromkeys(names))
    return _schedule(kinds, (tuple(kinds.index(name) for name in names),), deals, seed)


def pair_schedule(
    first: str | Player, second: str | Player, num_players: int, deals: int, seed: int
) -> Schedule:
    """One of the first against copies of the second, and the reverse (one line-up if two play)."""
    names = player_names((first, second))
    if names[0] == names[1]:
        raise UserError(f"both players are {names[0]!r}; want two different ones")
    rest = num_players - 1
    lineups = ((0,) + (1,) * rest, (1,) + (0,) * rest)
    return _schedule(names, lineups if num_players > 2 else lineups[:1], deals, seed)


def _schedule(
    names: tuple[str, ...], lineups: tuple[tuple[int, ...], ...], deals: int, seed: int
) -> Schedule:
    if deals < 1:
        raise UserError(f"number of deals is {deals}; want 1 or more")
    if seed < 0:
        raise UserError(f"seed is {seed}; want 0 or more")
    seatings = np.array([row for lineup in lineups for row in rotations(lineup)], dtype=np.int64)
    lineup_of = np.repeat(np.arange(len(lineups)), len(lineups[0]))
    return Schedule(names, lineups, seatings, lineup_of, deals, seed)


def rotations(lineup: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The line-up moved on by 0, 1, … seats."""
    return [lineup[-shift:] + lineup[:-shift] if shift else lineup for shift in range(len(lineup))]
