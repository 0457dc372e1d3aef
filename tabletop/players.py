"""What a player is: something that answers observations with actions, many rows at a time.

A player sees the int8 observation and mask and nothing else, so it can't cheat; scripted players,
networks and programs outside all have this shape.  Imports no game.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from .errors import UserError


@runtime_checkable
class Player(Protocol):
    """A policy.  Made by a factory ``factory(game) -> Player``; one object may play many rows."""

    name: str

    def seed(self, seed: int) -> None:
        """Start the player's own randomness anew; the same seed gives the same decisions."""

    def act(
        self, observation: NDArray[np.int8], action_mask: NDArray[np.int8]
    ) -> NDArray[np.int64]:
        """Legal actions (M,) for observations (M, O) and masks (M, A), rows in any order."""


@contextmanager
def failures_told(name: str) -> Iterator[None]:
    """An exception in a player's own code as a UserError that names the player."""
    try:
        yield
    except UserError:
        raise
    except Exception as error:  # anybody's code
        text = f"player {name!r} failed ({type(error).__name__}: {error})"
        raise UserError(text) from error
