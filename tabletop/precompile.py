"""Compile the kernels of the games once and keep them: ``python -m tabletop.precompile [GAME …]``.

Run before parallel workers start, so that not each of them compiles the same functions.
"""

import sys
import time
from collections.abc import Sequence

from .batch import BatchEnv
from .jit import is_cached
from .registry import GAMES, make_game


def compile_game(name: str) -> float:
    """Run every kernel of a game once; seconds that it took."""
    started = time.perf_counter()
    game = make_game(name)
    batch = BatchEnv(game, 2)
    batch.step(batch.random_actions())
    batch.observe(0)
    batch.refresh()
    kernels, rules = game.kernels, game.rules_record
    kernels.reset(batch.state, 0, rules)
    batch.refresh([0])
    action = int(batch.random_actions()[0])
    kernels.step(batch.state, 0, rules, action)
    batch.refresh([0])
    action = int(batch.random_actions()[0])
    kernels.play(batch.state, 0, rules, action, batch.observation[0], batch.action_mask[0])
    kernels.rewards(batch.state, 0, rules, batch.rewards[0])
    return time.perf_counter() - started


def main(names: Sequence[str]) -> None:
    """Compile the named games, or all that are registered."""
    for name in names or tuple(GAMES):
        package = GAMES[name].partition(".")[0]
        if not is_cached(package):
            print(f"compiling {name} (once; the result is kept) ...", flush=True)
        print(f"{name}: kernels ready in {compile_game(name):.1f} s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
