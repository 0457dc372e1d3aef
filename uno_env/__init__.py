"""UNO for reinforcement learning: ``from uno_env import uno_v0``.

Importing this package registers ``uno_env/Uno-v0`` with Gymnasium and ``uno_v0`` with PettingZoo.
"""

from .cards import action_name, parse_action
from .observe import observation_layout
from .rules import Rules

__all__ = ["Rules", "action_name", "observation_layout", "parse_action"]
