"""How well a player does against others, measured quickly while it is being trained.

One game on each row, the player in seat (row mod players), the opponent in all other seats.  The
careful comparison, with duplicate deals and intervals, is the arena's.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabletop.batch import BatchEnv
from tabletop.game import UNTOUCHED, Game
from tabletop.players import Player, failures_told


class QuickResult(NamedTuple):
    """Share of games won (a shared win counts in parts) and mean reward of the player."""

    win_rate: float
    mean_reward: float


def play_games(
    game: Game, seats: NDArray[np.int64], players: list[Player], seed: int
) -> NDArray[np.float32]:
    """Play one game a row to its end and return the rewards (N, P) summed over it.

    ``seats`` (N, P) names for each row and seat which of ``players`` sits there.
    """
    rows = len(seats)
    batch = BatchEnv(game, num_envs=rows, seed=seed, autoreset=False)
    batch.reset(seed=seed)
    for k, player in enumerate(players):
        with failures_told(player.name):
            player.seed(seed + k)
    total = np.zeros((rows, game.num_players), np.float32)
    running = np.ones(rows, np.bool_)
    while running.any():
        actions = np.full(rows, UNTOUCHED, np.int64)
        turn = seats[np.arange(rows), batch.current_player]
        for k, player in enumerate(players):
            mine = np.flatnonzero(running & (turn == k))
            if len(mine):
                with failures_told(player.name):
                    actions[mine] = player.act(batch.observation[mine], batch.action_mask[mine])
        step = batch.step(actions)
        total[running] += step.rewards[running]
        running &= ~(step.terminated | step.truncated)
    return total


def evaluate_quickly(
    game: Game, player: Player, opponent: Player, games: int, seed: int
) -> QuickResult:
    """Win rate and mean reward of ``player`` alone against a table of ``opponent``."""
    rows = np.arange(games)
    seats = np.ones((games, game.num_players), np.int64)
    seats[rows, rows % game.num_players] = 0
    rewards = play_games(game, seats, [player, opponent], seed)
    own = rewards[rows, rows % game.num_players]
    best = rewards.max(1)
    winners = (rewards == best[:, None]).sum(1)
    return QuickResult(float(((own == best) / winners).mean()), float(own.mean()))
