"""Gymnasium spaces of a game's observations, masks and actions.  Every call makes new objects."""

from typing import Any

import numpy as np
from gymnasium import spaces

from .game import Game

LOW, HIGH = -128, 127  # observations are int8 values, whatever the dtype


def observation_box(game: Game, copies: int = 1, dtype: Any = np.float32) -> spaces.Box:
    """Box of one observation vector, or of several one after the other."""
    return spaces.Box(LOW, HIGH, (copies * game.observation_size,), dtype)


def agent_observation(game: Game) -> spaces.Dict:
    """``{"observation": float32 (O,), "action_mask": int8 (A,)}``."""
    mask = spaces.Box(0, 1, (game.num_actions,), np.int8)
    return spaces.Dict({"observation": observation_box(game), "action_mask": mask})


def agent_action(game: Game) -> spaces.Discrete:
    """Discrete(A)."""
    return spaces.Discrete(game.num_actions)
