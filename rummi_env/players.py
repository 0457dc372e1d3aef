"""Scripted players: random, most_tiles, most_value and careful.

They act on the observation and the mask alone; how they think is in ``rummi_env.plans``.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletop.players import Player

from .plans import CAREFUL, MOST_TILES, MOST_VALUE, Limits, decide_rows


class RandomPlayer:
    """Every legal action equally likely."""

    name = "random"

    def __init__(self) -> None:
        self._generator = np.random.default_rng(0)

    def seed(self, seed: int) -> None:
        """Start the player's randomness anew."""
        self._generator = np.random.default_rng(seed)

    def act(
        self, observation: NDArray[np.int8], action_mask: NDArray[np.int8]
    ) -> NDArray[np.int64]:
        """Legal actions (M,) for masks (M, 56)."""
        drawn = self._generator.random(action_mask.shape)
        keys = drawn * (action_mask != 0) + (action_mask != 0)
        return np.asarray(keys.argmax(axis=1), dtype=np.int64)


class PlanningPlayer:
    """A player that makes a plan for the whole turn with the solver and follows it."""

    deterministic = True  # the answer depends on nothing but observation and mask

    def __init__(self, name: str, style: int, limits: Limits) -> None:
        self.name = name
        self._style = style
        self._limits = limits

    def seed(self, seed: int) -> None:
        """Nothing is random here."""

    def act(
        self, observation: NDArray[np.int8], action_mask: NDArray[np.int8]
    ) -> NDArray[np.int64]:
        """Actions (M,) for observations (M, O) and masks (M, 56)."""
        actions = np.zeros(len(observation), dtype=np.int64)
        seen = np.ascontiguousarray(observation)
        legal = np.ascontiguousarray(action_mask)
        decide_rows(seen, legal, self._style, self._limits, actions)
        return actions


RACK_ALARM, POOL_ALARM, MOST_HELD = 4, 12, 60


def _limits(game: Any) -> Limits:
    rules = game.rules
    points = max(1, rules.initial_meld_points)
    return Limits(rules.numbers, rules.colors, points, RACK_ALARM, POOL_ALARM, MOST_HELD)


def random_player(game: Any) -> Player:
    """Every legal action equally likely."""
    return RandomPlayer()


def most_tiles(game: Any) -> Player:
    """Plays as many tiles as can go, every turn."""
    return PlanningPlayer("most_tiles", MOST_TILES, _limits(game))


def most_value(game: Any) -> Player:
    """Plays the tiles with the highest sum of numbers, every turn."""
    return PlanningPlayer("most_value", MOST_VALUE, _limits(game))


def careful(game: Any) -> Player:
    """Holds tiles back: no more than saves a draw until somebody may go out."""
    return PlanningPlayer("careful", CAREFUL, _limits(game))
