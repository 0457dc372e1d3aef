"""Wrappers that ship with the environments: one-hot observations and who is looking.

For AEC environments (PettingZoo wrappers) and for the single-learner one (Gymnasium).
"""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo.utils import BaseWrapper

from .aec import TabletopAEC
from .expand import Expander
from .single import SingleAgentEnv
from .spaces import HIGH, LOW


class _ObservationWrapper(BaseWrapper):
    """Changes the vector in ``observe`` and ``last``; masks stay as they are."""

    def __init__(self, env: Any, size: int) -> None:
        super().__init__(env)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(LOW, HIGH, (size,), np.float32),
                    "action_mask": env.observation_space(agent)["action_mask"],
                }
            )
            for agent in env.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same space object at every call."""
        return self.observation_spaces[agent]

    def changed(self, vector: NDArray[np.float32], agent: str) -> NDArray[np.float32]:
        """The vector that the agent gets instead."""
        raise TypeError(f"{type(self).__name__} does not say how it changes observations")

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """The observation of any agent, changed."""
        seen = self.env.observe(agent)
        return {**seen, "observation": self.changed(seen["observation"], agent)}


class OneHotObservation(_ObservationWrapper):
    """AEC: categories one-hot and counts scaled, float32; see ``Expander``."""

    def __init__(self, env: Any) -> None:
        base: TabletopAEC = env.unwrapped
        self.expander = Expander(base.observation_layout())
        super().__init__(env, self.expander.size)

    def changed(self, vector: NDArray[np.float32], agent: str) -> NDArray[np.float32]:
        """The expanded vector."""
        return self.expander(vector)


class AgentIndicator(_ObservationWrapper):
    """AEC: the observer's seat, one-hot over the seats, after the vector.

    For one network that plays all seats and should know which; wrap the one-hot wrapper, not the
    other way round.
    """

    def __init__(self, env: Any) -> None:
        self._seats = np.eye(len(env.possible_agents), dtype=np.float32)
        self._index = {agent: i for i, agent in enumerate(env.possible_agents)}
        inner = env.observation_space(env.possible_agents[0])["observation"]
        super().__init__(env, inner.shape[0] + len(self._seats))

    def changed(self, vector: NDArray[np.float32], agent: str) -> NDArray[np.float32]:
        """The vector and the seat."""
        return np.concatenate([vector, self._seats[self._index[agent]]])


class OneHotSingle(gymnasium.ObservationWrapper):
    """Gymnasium: the single-learner observation expanded; see ``Expander``."""

    def __init__(self, env: gymnasium.Env) -> None:
        super().__init__(env)
        base: Any = env.unwrapped
        assert isinstance(base, SingleAgentEnv), "OneHotSingle wraps a single-learner environment"
        self.expander = Expander(base.observation_layout())
        self.observation_space = spaces.Box(LOW, HIGH, (self.expander.size,), np.float32)

    def observation(self, observation: NDArray[np.float32]) -> NDArray[np.float32]:
        """The expanded vector."""
        return self.expander(observation)

    def action_masks(self) -> NDArray[np.bool_]:
        """Legal actions bool (A,)."""
        base: Any = self.env.unwrapped
        masks: NDArray[np.bool_] = base.action_masks()
        return masks
