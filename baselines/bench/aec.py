"""The AEC loop with a masked random policy, for both games."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tabletop.env_module import env_module

from .rows import Row, rate_row


def loop(env: Any, steps: int) -> Callable[[], float]:
    """``agent_iter`` / ``last`` / ``flatnonzero`` / ``step`` until ``steps`` are done."""
    choices = np.random.default_rng(0).random(steps).tolist()

    def work() -> float:
        done = 0
        env.reset(seed=0)
        while done < steps:
            for _ in env.agent_iter():
                observation, _, termination, truncation, _ = env.last()
                if termination or truncation:
                    env.step(None)
                    continue
                legal = np.flatnonzero(observation["action_mask"])
                env.step(legal[int(choices[done % steps] * len(legal))])
                done += 1
            env.reset()
        return float(done)

    return work


def rows(quick: bool) -> list[Row]:
    """``raw_env`` and ``env`` of both games."""
    steps, runs = (2_000, 3) if quick else (60_000, 5)
    note = "4 players, default rules, agent_iter and last, flatnonzero sampling"
    found = []
    for game, targets in (("uno", (100_000, 80_000)), ("rummikub", (None, None))):
        made = env_module(game)
        for maker, target in zip((made.raw_env, made.env), targets, strict=True):
            name = f"{game} {'raw_env' if maker is made.raw_env else 'env'}"
            work = loop(maker(num_players=4), steps)
            found.append(rate_row("aec", name, "steps/s", work, runs, target, note))
    return found
