"""The Game contract: what a game gives so that every environment and tool here can play it.

A game is a set of compiled functions (``Kernels``) over an array of flat records, one record a
game, and a thin Python object (``Game``) that knows the rules in force, the number of players and
how to put the records into words.  All state is in the records; a ``Game`` has none, so one object
serves any number of environments.  Imports no game and no torch.

Every record has three parts.  ``public`` (what everybody at the table sees), ``seats[p]`` (what
only player p sees), ``hidden`` (order of the deck or pool, random stream, what windows are due).
The shells use these fields and no others:

=====================  =======  ==========================================================
``public.to_act``      uint8    seat to decide now
``public.phase``       uint8    index into ``Game.phases``
``public.turns``       uint32   turns played so far (windows are free)
``public.decisions``   uint32   decisions so far
``public.over``        uint8    0 running, 1 terminated, 2 truncated
``public.left``        uint8[]  per seat: 1 when the player is out for good (play for places)
``public.scores``      float32[] per seat, in the ruleset's own sign; cumulative in a match
``hidden.seed``        uint64[2] seed words of the row
``hidden.game_number`` uint64   games started on this row (the next ``reset`` adds one)
``hidden.stream``      uint64[4] the random stream of the running game
=====================  =======  ==========================================================
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .random_stream import seed_words

Records = NDArray[np.void]

# Actions below zero, which every kernel ``step`` understands.
UNTOUCHED = -1  # batch only: leave the row as it is
TIMEOUT = -2  # the time of the player to act is over
ILLEGAL = -3  # an action outside the mask: the ruleset's own penalty
TIMEOUT_TABLE_LOST = -4  # Rummikub: over time, and the table can't be put back (HKR-23, TWR-6)
SPECIAL_ACTIONS = {
    "timeout": TIMEOUT,
    "illegal": ILLEGAL,
    "timeout_table_lost": TIMEOUT_TABLE_LOST,
}

# Bits of what ``step`` returns.
ROUND_ENDED = 1  # ``rewards`` has something to say about this step
TERMINATED = 2  # the episode is over
TRUNCATED = 4  # the episode was stopped by max_turns
SEAT_LEFT = 8  # at least one seat went out for good; the others play on

REWARD_MODES = ("score", "win", "rank")


class Kernels(NamedTuple):
    """Compiled functions of one game, each compiled for one signature only.

    ``records`` is the record array, ``rules`` the game's ``rules_record`` (shape (1,)), ``i`` a
    row.  ``observation`` is int8 (O,), ``mask`` int8 (A,); with rows (N, O) and (N, A).
    """

    reset: Callable[..., None]  # (records, i, rules): start the next game of the row
    step: Callable[..., int]  # (records, i, rules, action) -> bits; the action must be legal
    observe: Callable[..., None]  # (records, i, rules, seat, observation)
    legal_mask: Callable[..., None]  # (records, i, rules, seat, mask); all 0 if not to act
    rewards: Callable[..., None]  # (records, i, rules, out float32 (P,)): of the last step
    # (records, i, rules, action, observation, mask) -> bits: step, then both for the seat to act
    play: Callable[..., int]
    # (records, rules, start, stop, observation, mask, current_player): start a game on each row
    reset_rows: Callable[..., None]
    # (records, rules, actions int64 (N,), start, stop, autoreset bool, observation, mask,
    #  current_player int64 (N,), rewards float32 (N, P), terminated bool (N,), truncated bool (N,),
    #  final_observation int8 (N, O)) -> number of rows whose episode ended
    step_rows: Callable[..., int]
    # (records, rules, seats int64 (N,), start, stop, observation)
    observe_rows: Callable[..., None]


@dataclass(frozen=True)
class ObservationPart:
    """One named part of the observation vector.

    ``kind`` is ``"count"`` (a small number), ``"flag"`` (0 or 1) or ``"category"`` (a code in
    0 … ``categories`` - 1).  ``scale`` is a typical largest value, for networks.
    """

    name: str
    slice: slice
    shape: tuple[int, ...]
    kind: str
    meaning: str
    categories: int = 0
    scale: int = 1


class Game(ABC):
    """One game under one ruleset for one number of players."""

    name: ClassVar[str]  # "uno"
    env_name: ClassVar[str]  # "uno_v0"
    engine_version: ClassVar[int]  # raised when records or behaviour change
    num_actions: ClassVar[int]
    observation_size: ClassVar[int]
    phases: ClassVar[tuple[str, ...]]
    min_players: ClassVar[int]
    max_players: ClassVar[int]
    dtype: ClassVar[np.dtype[np.void]]
    kernels: ClassVar[Kernels]
    # players that ship with the game: name -> "module:factory", factory(game) -> Player
    players: ClassVar[Mapping[str, str]]

    rules: Any  # frozen dataclass
    num_players: int
    reward: str
    max_turns: int
    rules_record: Records  # shape (1,)

    # -- records ---------------------------------------------------------------------------------

    def new_records(self, n: int) -> Records:
        """An array of ``n`` blank records."""
        return np.zeros(n, dtype=self.dtype)

    def seed_records(self, records: Records, seed: int | None, first_index: int = 0) -> None:
        """Seed row i with ``SeedSequence(seed, spawn_key=(first_index + i,))``; no game starts."""
        hidden = records["hidden"]
        for i in range(len(records)):
            hidden["seed"][i] = seed_words(seed, first_index + i)
        hidden["game_number"][:] = 0

    # -- setting up and reading a row, in words ----------------------------------------------------

    @abstractmethod
    def deal_error(self, deal: Mapping[str, Any]) -> str | None:
        """What is wrong with a ``deal`` option, in one line, or None."""

    @abstractmethod
    def reset_with_deal(self, records: Records, i: int, deal: Mapping[str, Any]) -> None:
        """Start the next game of the row from ``{"order": […], "starter": seat}``.

        Raises ValueError, with the row unchanged, when the deal is wrong.
        """

    @abstractmethod
    def reset_to_position(self, records: Records, i: int, position: Mapping[str, Any]) -> None:
        """Start the next game of the row in the given position (see the game's docs).

        Raises ValueError, with the row unchanged, when the position is impossible.
        """

    @abstractmethod
    def snapshot(self, records: Records, i: int) -> dict[str, Any]:
        """The whole truth of a row in plain values and names."""

    @abstractmethod
    def redeal_hidden(self, records: Records, i: int, seat: int, seed: int) -> Records:
        """A new one-row array that ``seat`` can't tell from row ``i``, hidden parts drawn anew."""

    @abstractmethod
    def random_deal(self, seed: int) -> dict[str, Any]:
        """A seeded ``deal`` option (order of all cards or tiles, and the starter)."""

    @abstractmethod
    def check_conservation(self, records: Records, i: int) -> None:
        """Raise AssertionError unless every card or tile is in exactly one place."""

    def hand_points(self, records: Records, i: int) -> list[float]:
        """Points left with every seat, by the ruleset; zeros for a game that counts no hands."""
        return [0.0] * self.num_players

    # -- words ---------------------------------------------------------------------------------

    @abstractmethod
    def action_name(self, action: int) -> str:
        """The readable name of an action; ValueError when out of range."""

    @abstractmethod
    def parse_action(self, text: str) -> int:
        """The action of a name; ValueError names the nearest one."""

    @abstractmethod
    def observation_layout(self) -> dict[str, ObservationPart]:
        """The parts of the observation in order."""

    @abstractmethod
    def render(self, records: Records, i: int, mode: str, viewer: int | None = None) -> Any:
        """The table as text (``"ansi"``) or as uint8 (H, W, 3) (``"rgb_array"``).

        ``viewer`` None shows every hand; a seat shows what that player sees.
        """

    @abstractmethod
    def describe_step(
        self, before: Mapping[str, Any], action: int, after: Mapping[str, Any]
    ) -> str:
        """One line of a transcript: what the action did, from the snapshots around it."""

    # -- state vector (AEC ``state()``): every seat's observation one after the other --------------

    def state(self, records: Records, i: int) -> NDArray[np.float32]:
        """Float32 (num_players * O,): the observations of all seats, one after the other."""
        out = np.zeros(self.observation_size, dtype=np.int8)
        parts = []
        for seat in range(self.num_players):
            self.kernels.observe(records, i, self.rules_record, seat, out)
            parts.append(out.astype(np.float32))
        return np.concatenate(parts)

    def seat_names(self) -> list[str]:
        """``player_0`` … in seat order."""
        return [f"player_{seat}" for seat in range(self.num_players)]

    def name_in_phase(self, action: int, phase: str | None) -> str:
        """The name of an action where the phase gives its number another meaning."""
        return self.action_name(action)

    def action_names(self, actions: Sequence[int], phase: str | None = None) -> list[str]:
        """Names of several actions, as they are called in ``phase``."""
        return [self.name_in_phase(int(a), phase) for a in actions]
