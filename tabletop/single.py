"""A game as a Gymnasium environment for one learner; the other seats are played by opponents.

One step is the learner's action and everything that the others do until it is to act again.  Knows
no game.  The vector form of the same is in ``tabletop.vector``.
"""

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from .checks import (
    ILLEGAL_MODES,
    RENDER_MODES,
    check_action,
    check_choice,
    check_options,
    check_seed,
    start_game,
)
from .errors import UserError
from .game import ILLEGAL, TERMINATED, TRUNCATED, Game, ObservationPart
from .opponents import check_seat, checked_actions, choose_seat, make_opponents, seed_opponents
from .spaces import agent_action, observation_box
from .unchanged import unchanged_on_error


class SingleAgentEnv(gymnasium.Env):
    """One learner against ``opponents``.

    Observation: float32 (O,).  ``info``: ``action_mask`` int8 (A,), ``seat``, ``score``.
    ``opponents``: see ``make_opponents``.  ``learner_seat``: a seat, ``"rotate"`` (the next one
    every episode) or ``"random"``.  The reward is all that the learner got since its last action,
    so it is also right when it lost, or left, before it could act again.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  (declared so by the base class)
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
    }

    def __init__(
        self,
        game: Game,
        opponents: Any = "random",
        learner_seat: int | str = 0,
        illegal_action: str = "penalty",
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None:
            check_choice("render_mode", render_mode, RENDER_MODES)
        self.game = game
        self.render_mode = render_mode
        self.illegal_action = check_choice("illegal_action", illegal_action, ILLEGAL_MODES)
        self.learner_seat = check_seat(learner_seat, game.num_players)
        self.opponents = make_opponents(opponents, game)
        self.observation_space = observation_box(game)
        self.action_space = agent_action(game)
        self.records = game.new_records(1)
        self.seat = 0
        self._public = self.records["public"]
        self._observation = np.zeros(game.observation_size, np.int8)
        self._mask = np.zeros(game.num_actions, np.int8)
        self._rewards = np.zeros(game.num_players, np.float32)
        self._gain = 0.0
        self._episode = -1
        self._terminated = self._truncated = True

    # -- the loop -----------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Start a game and let the others play until the learner is to act.

        ``options``: ``deal`` or ``position``; ValueError, with the environment unchanged, when
        their contents are wrong.
        """
        options, seed = dict(check_options(options)), check_seed(seed)
        with unchanged_on_error(self):
            self._reset(seed, options)
        if self.render_mode == "human":
            self.render()
        return self._seen(), self._info()

    def _reset(self, seed: int | None, options: dict[str, Any]) -> None:
        fresh = seed is not None or self._episode < 0
        if fresh:
            self.game.seed_records(self.records, seed)
        start_game(self.game, self.records, 0, options)
        super().reset(seed=seed)
        if fresh:
            seed_opponents(self.opponents, self.np_random)
            self._episode = -1
        self._begin()
        while self._terminated or self._truncated:  # over before the learner could act
            if {"deal", "position"} & options.keys():
                raise UserError("reset: the game is over before the learner is to act")
            start_game(self.game, self.records, 0, None)
            self._begin()

    def _begin(self) -> None:
        self._gain = 0.0
        self._episode += 1
        players = self.game.num_players
        self.seat = choose_seat(self.learner_seat, self._episode, players, self.np_random)
        self._terminated = self._truncated = False
        kernels, rules, seat = self.game.kernels, self.game.rules_record, self._to_act()
        kernels.observe(self.records, 0, rules, seat, self._observation)
        kernels.legal_mask(self.records, 0, rules, seat, self._mask)
        self._play_others()

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Play the learner's action and the others' answers.

        An action outside the mask does what ``illegal_action`` says; anything but an integer in
        range is a ValueError with the environment unchanged.
        """
        if self._terminated or self._truncated:
            raise UserError("step(): no game is running; call reset()")
        number = check_action(action, self.game.num_actions)
        if self._mask[number]:
            self._play(number)
            self._play_others()
        else:
            self._play_illegal(number)
        reward, self._gain = self._gain, 0.0
        if self.render_mode == "human":
            self.render()
        return self._seen(), reward, self._terminated, self._truncated, self._info()

    def _play_illegal(self, action: int) -> None:
        if self.illegal_action == "raise":
            legal = ", ".join(self.game.action_names(np.flatnonzero(self._mask).tolist()))
            name = self.game.action_name(action)
            raise UserError(f"{name!r} (action {action}) is not legal; legal: {legal}")
        if self.illegal_action == "terminate":
            self._gain -= 1.0
            self._terminated = True
            return
        self._play(ILLEGAL)
        self._play_others()

    def _play(self, action: int) -> None:
        rules = self.game.rules_record
        bits = self.game.kernels.play(self.records, 0, rules, action, self._observation, self._mask)
        if bits:
            self.game.kernels.rewards(self.records, 0, rules, self._rewards)
            self._gain += float(self._rewards[self.seat])
            left = bool(self._public["left"][0, self.seat])
            self._terminated = bool(bits & TERMINATED) or left
            self._truncated = bool(bits & TRUNCATED) and not left

    def _play_others(self) -> None:
        """Opponents act until the learner is to act, is out, or the game is over."""
        while not (self._terminated or self._truncated) and self._to_act() != self.seat:
            distance = (self._to_act() - self.seat) % self.game.num_players
            player = self.opponents[distance - 1]
            action = checked_actions(player, self._observation[None], self._mask[None])
            self._play(int(action[0]))

    def _to_act(self) -> int:
        return int(self._public["to_act"][0])

    # -- what the learner sees --------------------------------------------------------------------

    def action_masks(self) -> NDArray[np.bool_]:
        """Legal actions bool (A,), as sb3-contrib asks for them; none when the game is over."""
        if self._terminated or self._truncated:
            return np.zeros(self.game.num_actions, np.bool_)
        return self._mask.astype(np.bool_)

    def _seen(self) -> NDArray[np.float32]:
        if self._terminated or self._truncated:
            rules, out = self.game.rules_record, self._observation
            self.game.kernels.observe(self.records, 0, rules, self.seat, out)
        return self._observation.astype(np.float32)

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self.action_masks().astype(np.int8),
            "seat": self.seat,
            "score": float(self._public["scores"][0, self.seat]),
        }

    def observation_layout(self) -> dict[str, ObservationPart]:
        """The parts of the observation in order."""
        return self.game.observation_layout()

    def snapshot(self) -> dict[str, Any]:
        """The whole truth of the table in plain values and names."""
        return self.game.snapshot(self.records, 0)

    def render(self) -> Any:
        """The table as the learner sees it; ``"human"`` prints it."""
        if self.render_mode == "human":
            print(self.game.render(self.records, 0, "ansi", self.seat))
            return None
        if self.render_mode is None:
            gymnasium.logger.warn("render(): make the environment with a render_mode")
            return None
        return self.game.render(self.records, 0, self.render_mode, self.seat)
