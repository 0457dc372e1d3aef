"""Steps per second of a batched environment, for any game."""

from collections.abc import Callable
from typing import Any

from tabletop.batch import BatchEnv
from tabletop.env_module import make_batch
from tabletop.registry import make_player


def random_steps(batch: BatchEnv, rounds: int) -> Callable[[], float]:
    """Random legal play: sampling, step, observation and mask."""

    def work() -> float:
        for _ in range(rounds):
            batch.step(batch.random_actions())
        return float(rounds * batch.num_envs)

    return work


def player_steps(batch: BatchEnv, player: Any, rounds: int) -> Callable[[], float]:
    """A scripted player in all seats."""

    def work() -> float:
        step = batch.refresh()
        for _ in range(rounds):
            step = batch.step(player.act(step.observation, step.action_mask))
        return float(rounds * batch.num_envs)

    return work


def games_per_second(batch: BatchEnv, player: Any, rounds: int) -> Callable[[], float]:
    """Finished games under a player, or under random play where ``player`` is None."""

    def work() -> float:
        step = batch.refresh()
        ended = 0
        for _ in range(rounds):
            actions = (
                batch.random_actions()
                if player is None
                else player.act(step.observation, step.action_mask)
            )
            step = batch.step(actions)
            ended += int(step.terminated.sum() + step.truncated.sum())
        return float(ended)

    return work


def made(game: str, rows: int, players: int, ruleset: str, threads: int = 1) -> BatchEnv:
    """A batch without the legality check of actions, which the samplers make needless."""
    batch = make_batch(
        game, rows, players, ruleset, seed=0, num_threads=threads, check_actions=False
    )
    batch.reset(seed=0)
    return batch


def player_for(batch: BatchEnv, name: str) -> Any:
    """A scripted player of the batch's game."""
    return make_player(name, batch.game)


def truncated_share(batch: BatchEnv, rounds: int) -> tuple[float, int]:
    """Share of random games that ``max_turns`` ended, and how many games were seen."""
    ended = truncated = 0
    for _ in range(rounds):
        step = batch.step(batch.random_actions())
        ended += int(step.terminated.sum() + step.truncated.sum())
        truncated += int(step.truncated.sum())
    return truncated / max(ended, 1), ended
