"""Who sits in the other seats of a single-learner environment, and where the learner sits.

Imports the Game contract and the registry of players.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import UserError
from .game import Game
from .players import Player
from .registry import make_player

SEAT_WORDS = ("rotate", "random")


class FunctionPlayer:
    """A function ``(observation (M, O), action_mask (M, A)) -> actions (M,)`` as a player."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.name = getattr(function, "__name__", "function")
        self._function = function

    def seed(self, seed: int) -> None:
        """A function keeps no randomness of ours."""

    def act(
        self, observation: NDArray[np.int8], action_mask: NDArray[np.int8]
    ) -> NDArray[np.int64]:
        """What the function answers."""
        return np.asarray(self._function(observation, action_mask))


def _one_player(spec: Any, game: Game) -> Player:
    if isinstance(spec, str):
        return make_player(spec, game)
    if isinstance(spec, Player):
        return spec
    if callable(spec):
        return FunctionPlayer(spec)
    raise UserError(f"opponent {spec!r}; want a player's name, a Player or a function")


def make_opponents(spec: Any, game: Game) -> list[Player]:
    """The players of the other seats, in seat order from the learner's neighbour on.

    ``spec``: a name, ``"module:factory"``, a Player or a function for all of them, or a list of
    such, one per other seat.  UserError when it is none of these.
    """
    others = game.num_players - 1
    if isinstance(spec, Sequence) and not isinstance(spec, str):
        if len(spec) != others:
            raise UserError(f"opponents: {len(spec)} for {others} other seats")
        return [_one_player(one, game) for one in spec]
    return [_one_player(spec, game)] * others


def seed_opponents(opponents: Sequence[Player], rng: np.random.Generator) -> None:
    """Seed every player object once, in seat order."""
    seen: list[Player] = []
    for player in opponents:
        if not any(player is other for other in seen):
            seen.append(player)
            player.seed(int(rng.integers(2**31)))


def check_seat(seat: Any, num_players: int) -> int | str:
    """``learner_seat`` as given: a seat number, ``"rotate"`` or ``"random"``."""
    if seat in SEAT_WORDS:
        return str(seat)
    if isinstance(seat, (int, np.integer)) and 0 <= seat < num_players:
        return int(seat)
    words = " or ".join(repr(word) for word in SEAT_WORDS)
    raise UserError(f"learner_seat is {seat!r}; want 0 to {num_players - 1}, {words}")


def choose_seat(seat: int | str, episode: int, num_players: int, rng: np.random.Generator) -> int:
    """Where the learner sits in this episode."""
    if seat == "rotate":
        return episode % num_players
    if seat == "random":
        return int(rng.integers(num_players))
    return int(seat)


def checked_actions(
    player: Player, observation: NDArray[np.int8], mask: NDArray[np.int8]
) -> NDArray[np.int64]:
    """The player's actions (M,); UserError when one of them is not legal."""
    actions = np.asarray(player.act(observation, mask)).astype(np.int64)
    wrong = (actions < 0) | (actions >= mask.shape[1])
    wrong |= mask[np.arange(len(mask)), np.where(wrong, 0, actions)] == 0
    if wrong.any():
        action, legal = actions[wrong][0], np.flatnonzero(mask[wrong][0]).tolist()
        raise UserError(f"opponent {player.name!r} chose action {action}; legal: {legal}")
    return actions
