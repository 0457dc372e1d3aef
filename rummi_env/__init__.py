"""Rummikub for reinforcement learning: ``from rummi_env import rummikub_v0``.

Importing this package registers ``rummi_env/Rummikub-v0`` with Gymnasium and with PettingZoo.
"""

from tabletop.registration import register_envs

from .observe import observation_layout
from .rules import Rules
from .words import action_name, parse_action

register_envs("rummikub")

__all__ = ["Rules", "action_name", "observation_layout", "parse_action"]
