"""What one can ask a table that is set up for PettingZoo, apart from playing on it.

The base class of ``tabletop.aec``: spaces, state, snapshot, pictures, and the texts for what is
asked too early.  Knows no game.
"""

import warnings
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from .checks import RENDER_MODES, check_choice
from .game import Game, ObservationPart
from .spaces import agent_action, agent_observation, observation_box

_AFTER_RESET = (
    "agents",
    "num_agents",
    "rewards",
    "terminations",
    "truncations",
    "infos",
    "agent_selection",
)


class Table(AECEnv):
    """One row of records with its agents and spaces; ``records`` is the row, ``game`` its rules."""

    agents: list[str]
    agent_selection: str

    def __init__(self, game: Game, render_mode: str | None) -> None:
        super().__init__()
        if render_mode is not None:
            check_choice("render_mode", render_mode, RENDER_MODES)
        self.game = game
        self.render_mode = render_mode
        self.metadata = {
            "name": game.env_name,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = game.seat_names()
        self.observation_spaces = {a: agent_observation(game) for a in self.possible_agents}
        self.action_spaces = {a: agent_action(game) for a in self.possible_agents}
        self.state_space: spaces.Box = observation_box(game, game.num_players)
        self.records = game.new_records(1)
        self._mask = np.zeros(game.num_actions, np.int8)
        self._has_reset = False
        self._live = False  # the selected agent is the seat to act, and neither is out

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same space object at every call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The same space object at every call."""
        return self.action_spaces[agent]

    def observation_layout(self) -> dict[str, ObservationPart]:
        """The parts of the observation in order."""
        return self.game.observation_layout()

    def state(self) -> NDArray[np.float32]:
        """The observations of all seats one after the other, float32 (num_players * O,)."""
        self._require_reset("state()")
        return self.game.state(self.records, 0)

    def legal_actions(self, names: bool = False) -> list[Any]:
        """Legal actions of the agent to act as integers, or as names."""
        self._require_reset("legal_actions()")
        actions = np.flatnonzero(self._mask).tolist() if self._live else []
        phase = self.game.phases[int(self.records["public"]["phase"][0])]
        return list(self.game.action_names(actions, phase)) if names else actions

    @property
    def num_moves(self) -> int:
        """Decisions taken so far in this game."""
        self._require_reset("num_moves")
        return int(self.records["public"]["decisions"][0])

    def snapshot(self) -> dict[str, Any]:
        """The whole truth of the table in plain values and names."""
        self._require_reset("snapshot()")
        return self.game.snapshot(self.records, 0)

    def render(self) -> Any:
        """Text for ``"ansi"``, uint8 (H, W, 3) for ``"rgb_array"``; ``"human"`` prints the text."""
        self._require_reset("render()")
        if self.render_mode is None:
            text = "render(): make the environment with render_mode='ansi', 'human' or 'rgb_array'"
            warnings.warn(text, stacklevel=2)
            return None
        if self._human:
            print(self.game.render(self.records, 0, "ansi"))
            return None
        return self.game.render(self.records, 0, self.render_mode)

    def close(self) -> None:
        """Nothing to release; the environment stays usable."""

    # -- before reset -------------------------------------------------------------------

    def _require_reset(self, what: str) -> None:
        if not self._has_reset:
            raise AssertionError(f"{what} before reset(): call env.reset() first")

    def __getattr__(self, name: str) -> Any:
        if name in _AFTER_RESET:
            raise AttributeError(f"{name} is there only after reset(): call env.reset() first")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
