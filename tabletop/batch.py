"""Many games side by side: the batched environment of any game, for training and search.

All arrays are the environment's own and are written anew in every step; copy what you keep.
Results depend on no batch size, thread count or order of rows.  Knows no game.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from .checks import (
    check_count,
    check_flag,
    check_options,
    check_seats,
    check_seed,
    start_game,
)
from .errors import UserError
from .game import UNTOUCHED, Game, ObservationPart
from .records import Records, copy_records, write_records
from .sampling import first_wrong_row, sample_bytes, sample_words
from .saving import pack_records, unpack_records


class Timestep(NamedTuple):
    """What a step of N games gives; views of the environment's own buffers."""

    observation: NDArray[np.int8]  # (N, O) of the seat to act
    action_mask: NDArray[np.int8]  # (N, A) of the seat to act; all zero where a game is over
    current_player: NDArray[np.int64]  # (N,)
    rewards: NDArray[np.float32]  # (N, P) of this step
    terminated: NDArray[np.bool_]  # (N,)
    truncated: NDArray[np.bool_]  # (N,)


class BatchEnv:
    """N games of one kind, stepped together.

    With ``autoreset`` (SAME_STEP) a game that ends is followed by the next one of its row at once:
    rewards and flags are of the ended game, the observation is of the new one, and
    ``final_observation`` keeps the last one of the rows that ended.  Without it an ended row waits
    for ``reset_rows``.  ``check_actions=False`` leaves out the check that every action is legal;
    what an illegal action does then is undefined.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int = 4096,
        seed: int | None = 0,
        num_threads: int = 1,
        autoreset: bool = True,
        check_actions: bool = True,
    ) -> None:
        num_envs = check_count("num_envs", num_envs)
        num_threads = check_count("num_threads", num_threads)
        autoreset = check_flag("autoreset", autoreset)
        check_actions = check_flag("check_actions", check_actions)
        mode = AutoresetMode.SAME_STEP if autoreset else AutoresetMode.DISABLED
        self.metadata = {"name": game.env_name, "autoreset_mode": mode}
        self.game = game
        self.num_envs = num_envs
        self.num_threads = num_threads
        self.autoreset = autoreset
        self.check_actions = check_actions
        self.state: Records = game.new_records(num_envs)
        size, players = game.observation_size, game.num_players
        self.observation = np.zeros((num_envs, size), np.int8)
        self.action_mask = np.zeros((num_envs, game.num_actions), np.int8)
        self.current_player = np.zeros(num_envs, np.int64)
        self.rewards = np.zeros((num_envs, players), np.float32)
        self.terminated = np.zeros(num_envs, np.bool_)
        self.truncated = np.zeros(num_envs, np.bool_)
        self.final_observation = np.zeros((num_envs, size), np.int8)
        self.timestep = Timestep(
            self.observation,
            self.action_mask,
            self.current_player,
            self.rewards,
            self.terminated,
            self.truncated,
        )
        self._seat_observation = np.zeros((num_envs, size), np.int8)
        self._random = np.zeros(num_envs, np.int64)
        self._draws = 0
        self._seeded = False
        self._sample, self._sampled_mask = _sampler(self.action_mask)
        self._ranges = _split(num_envs, num_threads)
        self._pool = ThreadPoolExecutor(num_threads - 1) if num_threads > 1 else None
        self.reset(seed)

    # -- starting -----------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> Timestep:
        """Start a game on every row: the next of each row, or with ``seed`` the first of that seed.

        ``options``: ``deal`` or ``position``, one for all rows or a list of N; ValueError, with the
        batch unchanged, when their contents are wrong.
        """
        seed = check_seed(seed)
        per_row = self._options_per_row(options)
        trial = copy_records(self.state)
        fresh = seed is not None or not self._seeded
        if fresh:
            self.game.seed_records(trial, seed)
        if per_row is None:
            write_records(self.state, trial)
            self._each_range(self._reset_range)
        else:
            for i, row_options in enumerate(per_row):
                start_game(self.game, trial, i, row_options)
            write_records(self.state, trial)
            self.refresh()
        if fresh:
            self._seeded, self._draws = True, 0
        self._clear_results()
        return self.timestep

    def reset_rows(self, rows: Any, options: Mapping[str, Any] | None = None) -> None:
        """Start the next game on the named rows only; ``options`` as in ``reset``, for each.

        ValueError, with the batch unchanged, when their contents are wrong.
        """
        numbers = self._row_numbers(rows)
        trial = copy_records(self.state, numbers)
        for k in range(len(numbers)):
            start_game(self.game, trial, k, options)
        write_records(self.state, trial, numbers)
        self.refresh(numbers)

    def _options_per_row(self, options: Mapping[str, Any] | None) -> list[dict[str, Any]] | None:
        given = {k: v for k, v in check_options(options).items() if k in ("deal", "position")}
        if not given:
            return None
        rows: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for key, value in given.items():
            several = isinstance(value, Sequence) and not isinstance(value, str)
            if several and len(value) != self.num_envs:
                raise UserError(
                    f"options: {len(value)} entries in {key!r} for {self.num_envs} rows"
                )
            for i, row in enumerate(rows):
                row[key] = value[i] if several else value
        return rows

    def _clear_results(self) -> None:
        self.rewards[:] = 0
        self.terminated[:] = False
        self.truncated[:] = False

    # -- stepping -----------------------------------------------------------------------------

    def step(self, actions: Any) -> Timestep:
        """Play one action per row, integers (N,); -1 leaves a row untouched.

        ValueError that names the row, before anything is stepped, when an action is illegal.
        """
        chosen = self._checked_actions(actions)
        self._each_range(self._step_range, chosen)
        return self.timestep

    def _checked_actions(self, actions: Any) -> NDArray[np.int64]:
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise UserError(
                f"actions have shape {given.shape} and dtype {given.dtype};"
                f" want integers of shape ({self.num_envs},)"
            )
        chosen = np.require(given, np.int64, ("C", "W"))
        if self.check_actions:
            row = first_wrong_row(self.action_mask, chosen)
            if row >= 0:
                raise UserError(self._wrong_action(row, int(chosen[row])))
        return chosen

    def _wrong_action(self, row: int, action: int) -> str:
        legal = np.flatnonzero(self.action_mask[row])
        if len(legal) == 0:
            return f"row {row}: action {action}, but the game is over; want -1 or reset_rows()"
        if not 0 <= action < self.game.num_actions:
            return f"row {row}: action {action}; want -1 or 0 to {self.game.num_actions - 1}"
        names = ", ".join(self.game.action_names(legal.tolist()))
        name = self.game.action_name(action)
        return f"row {row}: {name!r} (action {action}) is not legal; legal: {names}"

    def random_actions(self) -> NDArray[np.int64]:
        """A random legal action per row (N,), in a buffer that the next call overwrites.

        -1 where a game is over.  Row i's choices depend on its seed and on how many draws there
        were since the batch was seeded, and on nothing else.
        """
        words = np.ascontiguousarray(self.state["hidden"]["seed"][:, 0])
        self._each_range(self._sample_range, words)
        self._draws += 1
        return self._random

    # -- looking --------------------------------------------------------------------------------

    def observe(self, seat: Any) -> NDArray[np.int8]:
        """Observations (N, O) of a seat, or of one seat per row (N,); the next call overwrites."""
        seats = check_seats("observe", seat, self.num_envs, self.game.num_players)
        self._each_range(self._observe_range, seats)
        return self._seat_observation

    def observation_layout(self) -> dict[str, ObservationPart]:
        """The parts of the observation in order."""
        return self.game.observation_layout()

    def refresh(self, rows: Any = None) -> Timestep:
        """Read observation, mask and player to act anew, after ``state`` was written by others."""
        for i in self._row_numbers(rows):
            self._refresh_row(i)
        return self.timestep

    def _refresh_row(self, i: int) -> None:
        kernels, rules = self.game.kernels, self.game.rules_record
        seat = int(self.state["public"]["to_act"][i])
        kernels.observe(self.state, i, rules, seat, self.observation[i])
        kernels.legal_mask(self.state, i, rules, seat, self.action_mask[i])
        self.current_player[i] = seat

    # -- saving ---------------------------------------------------------------------------------

    def save_rows(self, rows: Any = None) -> bytes:
        """The games of the named rows (all by default) as bytes."""
        numbers = self._row_numbers(rows)
        return pack_records(self.game, copy_records(self.state, numbers), {})

    def load_rows(self, saved: bytes, rows: Any = None) -> Timestep:
        """Put saved games on the named rows (all by default), in order.

        ValueError, with the batch unchanged, when the bytes are damaged, of another game, version
        or ruleset, or hold another number of games.
        """
        numbers = self._row_numbers(rows)
        records, _ = unpack_records(self.game, saved)
        if len(records) != len(numbers):
            raise UserError(f"load_rows: {len(records)} saved games for {len(numbers)} rows")
        write_records(self.state, records, numbers)
        return self.refresh(numbers)

    def _row_numbers(self, rows: Any) -> list[int]:
        everything = np.arange(self.num_envs)
        if rows is None:
            return list(range(self.num_envs))
        try:
            return [int(row) for row in np.atleast_1d(everything[rows])]
        except IndexError:
            raise UserError(f"rows {rows!r}: want rows 0 to {self.num_envs - 1}") from None

    # -- threads --------------------------------------------------------------------------------

    def _each_range(self, work: Callable[..., Any], *arguments: Any) -> None:
        """Run ``work(start, stop, …)`` for every thread's rows; the kernels hold no lock."""
        if self._pool is None:
            work(0, self.num_envs, *arguments)
            return
        others = [self._pool.submit(work, *r, *arguments) for r in self._ranges[1:]]
        work(*self._ranges[0], *arguments)
        for other in others:
            other.result()

    def _reset_range(self, start: int, stop: int) -> None:
        self.game.kernels.reset_rows(
            self.state,
            self.game.rules_record,
            start,
            stop,
            self.observation,
            self.action_mask,
            self.current_player,
        )

    def _step_range(self, start: int, stop: int, actions: NDArray[np.int64]) -> None:
        self.game.kernels.step_rows(
            self.state,
            self.game.rules_record,
            actions,
            start,
            stop,
            self.autoreset,
            self.observation,
            self.action_mask,
            self.current_player,
            self.rewards,
            self.terminated,
            self.truncated,
            self.final_observation,
        )

    def _sample_range(self, start: int, stop: int, words: NDArray[np.uint64]) -> None:
        self._sample(self._sampled_mask, words, self._draws, start, stop, self._random)

    def _observe_range(self, start: int, stop: int, seats: NDArray[np.int64]) -> None:
        rules, out = self.game.rules_record, self._seat_observation
        self.game.kernels.observe_rows(self.state, rules, seats, start, stop, out)

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None


def _sampler(mask: NDArray[np.int8]) -> tuple[Callable[..., None], NDArray[Any]]:
    """The faster sampler that fits the width of the mask, and the mask as it wants it."""
    if mask.shape[1] % 8 == 0:
        return sample_words, mask.view(np.uint64)
    return sample_bytes, mask


def _split(rows: int, parts: int) -> list[tuple[int, int]]:
    """Row ranges of nearly equal size, one per thread."""
    edges = [rows * k // parts for k in range(parts + 1)]
    return list(pairwise(edges))


__all__ = ["UNTOUCHED", "BatchEnv", "Timestep"]
