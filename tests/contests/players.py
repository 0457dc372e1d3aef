"""Players for contest tests: well-behaved and badly behaved ones, by ``module:factory``."""

import os
import socket
import sys
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletop.game import Game

Rows = NDArray[np.int8]


class First:
    """Plays the first legal action."""

    name = "first"
    deterministic = True

    def seed(self, seed: int) -> None:
        """Nothing is random."""

    def act(self, observation: Rows, action_mask: Rows) -> NDArray[np.int64]:
        """The lowest legal action of each row."""
        return np.asarray(action_mask.argmax(axis=1), dtype=np.int64)


class Lottery(First):
    """Plays any legal action, by its own seeded randomness."""

    name = "lottery"
    deterministic = False

    def __init__(self) -> None:
        self._rng = np.random.default_rng(0)

    def seed(self, seed: int) -> None:
        """Start anew."""
        self._rng = np.random.default_rng(seed)

    def act(self, observation: Rows, action_mask: Rows) -> NDArray[np.int64]:
        """A random legal action of each row."""
        keys = self._rng.random(action_mask.shape) * action_mask
        return np.asarray(keys.argmax(axis=1), dtype=np.int64)


class Hanging(First):
    """Never answers after its third decision."""

    name = "hanging"

    def __init__(self) -> None:
        self._asked = 0

    def act(self, observation: Rows, action_mask: Rows) -> NDArray[np.int64]:
        """Three answers, then silence."""
        self._asked += 1
        watcher = os.environ.get("HANGING_WATCHER")
        if self._asked > 3 and watcher:  # a connection that lasts as long as the process
            self._line = socket.create_connection(("127.0.0.1", int(watcher)))
            self._line.sendall(f"{os.getpid()}\n".encode())
        while self._asked > 3:
            time.sleep(60)
        return super().act(observation, action_mask)


class Crashing(First):
    """Raises at every fifth decision."""

    name = "crashing"

    def __init__(self) -> None:
        self._asked = 0

    def act(self, observation: Rows, action_mask: Rows) -> NDArray[np.int64]:
        """Four answers, then an exception."""
        self._asked += 1
        if self._asked % 5 == 0:
            raise RuntimeError("the bag of tricks is empty, see /home/somebody/tricks.txt")
        return super().act(observation, action_mask)


class Illegal(First):
    """Plays the first action that is not legal."""

    name = "illegal"

    def act(self, observation: Rows, action_mask: Rows) -> NDArray[np.int64]:
        """The lowest action outside the mask."""
        return np.asarray(action_mask.argmin(axis=1), dtype=np.int64)


class Dying(First):
    """Ends its whole process at the first decision."""

    name = "dying"

    def act(self, observation: Rows, action_mask: Rows) -> NDArray[np.int64]:
        """No answer."""
        sys.exit(3)


class Listening(First):
    """Writes down the notices it is given."""

    name = "listening"

    def __init__(self) -> None:
        self.heard: list[float] = []

    def notice(self, seconds_left: float) -> None:
        """Remember."""
        self.heard.append(seconds_left)


def first(game: Game) -> First:
    """Factory."""
    return First()


def lottery(game: Game) -> Lottery:
    """Factory."""
    return Lottery()


def hanging(game: Game) -> Hanging:
    """Factory."""
    return Hanging()


def crashing(game: Game) -> Crashing:
    """Factory."""
    return Crashing()


def illegal(game: Game) -> Illegal:
    """Factory."""
    return Illegal()


def dying(game: Game) -> Dying:
    """Factory."""
    return Dying()


def broken(game: Game) -> Any:
    """A factory that fails."""
    raise RuntimeError("no player today")


class Slow(First):
    """Takes as long as the environment says, so that a contest can be caught in the middle."""

    name = "slow"

    def act(self, observation: Rows, action_mask: Rows) -> NDArray[np.int64]:
        """The lowest legal action, after a pause."""
        time.sleep(float(os.environ.get("SLOW_PLAYER", "0")))
        return super().act(observation, action_mask)


def slow(game: Game) -> Slow:
    """Factory."""
    return Slow()


def listening(game: Game) -> Listening:
    """Factory."""
    return Listening()
