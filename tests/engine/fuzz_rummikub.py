"""Play random Rummikub games on both engines for as long as asked.

``python -m tests.engine.fuzz_rummikub --seconds 60 --seed 0`` or ``--games 1000``.  The first
difference is printed with its number and the last moves, and the exit code is 1.
"""

import argparse
import random
import sys
import time
import traceback
from collections import Counter

from tests.engine.rummikub_differential import MismatchError, play_game


def fuzz(first: int, games: int | None, seconds: float | None) -> int:
    """Play games number ``first`` on; 0 if all agree, else 1."""
    start = time.perf_counter()
    seen: Counter[str] = Counter()
    played = 0
    while (games is None or played < games) and (
        seconds is None or time.perf_counter() - start < seconds
    ):
        try:
            seen += play_game(first + played)
        except Exception as error:  # a crash is a difference too
            print(error if isinstance(error, MismatchError) else traceback.format_exc())
            print(f"again: python -m tests.engine.fuzz_rummikub --games 1 --seed {first + played}")
            return 1
        played += 1
        if played % 500 == 0:
            print(f"Rummikub: {played} games agree", flush=True)
    print(f"Rummikub: {played} games agree; met: {dict(sorted(seen.items()))}")
    return 0


def main() -> int:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=None, help="play so long")
    parser.add_argument("--games", type=int, default=None, help="play so many games")
    parser.add_argument("--seed", type=int, default=None, help="number of the first game")
    options = parser.parse_args()
    seconds = options.seconds
    if seconds is None and options.games is None:
        seconds = 60.0
    first = options.seed
    if first is None:  # other games each time; a failing one is named
        first = random.SystemRandom().randrange(10**6, 10**9)
    print(f"Rummikub: from game {first} on", flush=True)
    return fuzz(first, options.games, seconds)


if __name__ == "__main__":
    sys.exit(main())
