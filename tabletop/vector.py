"""The single-learner environment many times over: gymnasium's VectorEnv on the batched engine.

Row i plays the games of ``SeedSequence(seed, spawn_key=(i,))``.  Knows no game.
"""

from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from .batch import BatchEnv
from .checks import ILLEGAL_MODES, check_choice, check_count, check_seed
from .errors import UserError
from .game import ILLEGAL, UNTOUCHED, Game
from .opponents import check_seat, checked_actions, choose_seat, make_opponents, seed_opponents
from .spaces import agent_action, observation_box
from .unchanged import unchanged_on_error


class SingleAgentVectorEnv(gymnasium.vector.VectorEnv):
    """``num_envs`` tables with one learner each, autoreset in the same step.

    Observations float32 (N, O), actions integers (N,), rewards float64 (N,).  ``infos``:
    ``action_mask`` int8 (N, A), ``seat`` (N,), and where episodes ended ``final_obs``.
    ``learner_seat="rotate"`` starts row i in seat i.  Other arguments as in ``SingleAgentEnv``.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int = 1,
        opponents: Any = "random",
        learner_seat: int | str = 0,
        illegal_action: str = "penalty",
        num_threads: int = 1,
    ) -> None:
        self.game = game
        self.num_envs = num_envs = check_count("num_envs", num_envs)
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.illegal_action = check_choice("illegal_action", illegal_action, ILLEGAL_MODES)
        self.learner_seat = check_seat(learner_seat, game.num_players)
        self.opponents = make_opponents(opponents, game)
        self.single_observation_space = observation_box(game)
        self.single_action_space = agent_action(game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.batch = BatchEnv(
            game, num_envs, None, num_threads, autoreset=False, check_actions=False
        )
        self.seats = np.zeros(num_envs, np.int64)
        self._rows = np.arange(num_envs)
        self._episodes = np.full(num_envs, -1)
        self._carried = np.zeros(num_envs)  # got in the new episode before the learner could act
        self._has_reset = False

    # -- the loop -----------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Start a game on every row; ``options`` as in ``BatchEnv.reset``.

        ValueError, with the environment unchanged, when their contents are wrong.
        """
        seed = check_seed(seed)
        with unchanged_on_error(self, self.batch):
            self._reset(seed, options)
        return self.batch.observation.astype(np.float32), self._infos()

    def _reset(self, seed: int | None, options: dict[str, Any] | None) -> None:
        self.batch.reset(seed, options)
        super().reset(seed=seed)
        if seed is not None or not self._has_reset:
            seed_opponents(self.opponents, self.np_random)
            self._episodes[:] = -1
        self._has_reset = True
        self._carried[:] = 0
        self._begin(self._rows)
        begun = self._episodes.copy()
        self._play_others(_Results(self.num_envs, all_ended=True))
        restarted = self._episodes > begun
        if restarted.any() and {"deal", "position"} & (options or {}).keys():
            row = int(restarted.argmax())
            raise UserError(f"reset: row {row}: the game is over before the learner is to act")

    def step(
        self, actions: Any
    ) -> tuple[
        NDArray[np.float32], NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Play every learner's action and the others' answers."""
        if not self._has_reset:
            raise UserError("step() before reset(): call reset() first")
        results = _Results(self.num_envs)
        results.rewards += self._carried
        self._carried[:] = 0
        self._step_rows(self._learner_actions(actions, results), results)
        self._play_others(results)
        infos = self._infos()
        if results.ended.any():
            infos["final_obs"], infos["_final_obs"] = results.final, results.ended
        observation = self.batch.observation.astype(np.float32)
        return observation, results.rewards, results.terminated, results.truncated, infos

    def _learner_actions(self, actions: Any, results: "_Results") -> NDArray[np.int64]:
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            text = f"actions have shape {given.shape} and dtype {given.dtype}"
            raise UserError(f"{text}; want integers of shape ({self.num_envs},)")
        chosen = given.astype(np.int64)
        outside = (chosen < 0) | (chosen >= self.game.num_actions)
        if outside.any():
            row = int(outside.argmax())
            limit = self.game.num_actions - 1
            raise UserError(f"row {row}: action is {chosen[row]}; want 0 to {limit}")
        illegal = self.batch.action_mask[self._rows, chosen] == 0
        if illegal.any():
            chosen = self._without_illegal(chosen, illegal, results)
        return chosen

    def _without_illegal(
        self, chosen: NDArray[np.int64], illegal: NDArray[np.bool_], results: "_Results"
    ) -> NDArray[np.int64]:
        if self.illegal_action == "raise":
            row = int(illegal.argmax())
            names = self.game.action_names(np.flatnonzero(self.batch.action_mask[row]).tolist())
            name = self.game.action_name(int(chosen[row]))
            raise UserError(f"row {row}: {name!r} is not legal; legal: {', '.join(names)}")
        if self.illegal_action == "penalty":
            return np.where(illegal, ILLEGAL, chosen)
        results.rewards[illegal] -= 1.0
        self._end(illegal, np.zeros_like(illegal), results)
        return np.where(illegal, UNTOUCHED, chosen)

    def _step_rows(self, actions: NDArray[np.int64], results: "_Results") -> None:
        """One step of the batch; rewards of a row that began anew are kept for its first step."""
        timestep = self.batch.step(actions)
        gains = timestep.rewards[self._rows, self.seats]
        results.rewards += np.where(results.ended, 0.0, gains)
        self._carried += np.where(results.ended, gains, 0.0)
        left = self.batch.state["public"]["left"][self._rows, self.seats] != 0
        left &= actions != UNTOUCHED
        over = timestep.terminated | timestep.truncated | left
        if over.any():
            self._end(over, timestep.truncated & ~left, results)

    def _end(
        self, over: NDArray[np.bool_], truncated: NDArray[np.bool_], results: "_Results"
    ) -> None:
        """Note how the rows ended (the first time in this step) and start their next games."""
        first = over & ~results.ended
        final = self.batch.observe(self.seats)
        for i in np.flatnonzero(first):
            results.final[i] = final[i].astype(np.float32)
        results.terminated |= first & ~truncated
        results.truncated |= first & truncated
        results.ended |= over
        self._carried[over & ~first] = 0
        rows = np.flatnonzero(over)
        self.batch.reset_rows(rows)
        self._begin(rows)

    def _begin(self, rows: NDArray[Any]) -> None:
        players, rng = self.game.num_players, self.np_random
        for i in rows:
            self._episodes[i] += 1
            shift = int(self._episodes[i]) + (int(i) if self.learner_seat == "rotate" else 0)
            self.seats[i] = choose_seat(self.learner_seat, shift, players, rng)

    def _play_others(self, results: "_Results") -> None:
        """Opponents act until every row's learner is to act."""
        while True:
            distance = (self.batch.current_player - self.seats) % self.game.num_players
            if not distance.any():
                return
            actions = np.full(self.num_envs, UNTOUCHED, np.int64)
            for k, player in enumerate(self.opponents, start=1):
                rows = np.flatnonzero(distance == k)
                if len(rows):
                    seen, mask = self.batch.observation[rows], self.batch.action_mask[rows]
                    actions[rows] = checked_actions(player, seen, mask)
            self._step_rows(actions, results)

    # -- what learners see ------------------------------------------------------------------------

    def action_masks(self) -> NDArray[np.bool_]:
        """Legal actions of every row's learner, bool (N, A)."""
        return self.batch.action_mask.astype(np.bool_)

    def _infos(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self.batch.action_mask.copy(),
            "_action_mask": everywhere,
            "seat": self.seats.copy(),
            "_seat": everywhere.copy(),
        }

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads of the batch."""
        self.batch.close()


class _Results:
    """What one step of all rows gave; ``ended`` rows are in a new episode already."""

    def __init__(self, rows: int, all_ended: bool = False) -> None:
        self.rewards = np.zeros(rows)
        self.terminated = np.zeros(rows, np.bool_)
        self.truncated = np.zeros(rows, np.bool_)
        self.ended = np.full(rows, all_ended)
        self.final: NDArray[np.object_] = np.full(rows, None, dtype=object)
