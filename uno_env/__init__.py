"""UNO for reinforcement learning: ``from uno_env import uno_v0``.

Importing this package registers ``uno_env/Uno-v0`` with Gymnasium and with PettingZoo.
"""

from tabletop.registration import register_envs

from .cards import action_name, parse_action
from .observe import observation_layout
from .rules import Rules

register_envs("uno")

__all__ = ["Rules", "action_name", "observation_layout", "parse_action"]
