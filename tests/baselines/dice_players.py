"""Players of the dice game in tests: the smallest number, the largest, any, and an illegal one."""

from typing import Any

import numpy as np


class Chooser:
    """Chooses among the legal numbers by a rule of one line."""

    def __init__(self, name: str, rule: Any):
        self.name, self._rule = name, rule
        self.calls: list[int] = []

    def seed(self, seed: int) -> None:
        self._stream = np.random.default_rng(seed)

    def act(self, observation: Any, action_mask: Any) -> Any:
        self.calls.append(len(observation))
        return self._rule(self, action_mask)


def low(game: Any) -> Chooser:
    return Chooser("low", lambda self, mask: mask.argmax(axis=1))


def high(game: Any) -> Chooser:
    return Chooser("high", lambda self, mask: mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1))


def anything(game: Any) -> Chooser:
    return Chooser(
        "any", lambda self, mask: (mask * self._stream.random(mask.shape)).argmax(axis=1)
    )


def cheat(game: Any) -> Chooser:
    return Chooser("cheat", lambda self, mask: mask.argmin(axis=1))
