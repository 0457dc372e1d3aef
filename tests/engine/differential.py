"""What the differential tests of all games share: a random game's spec, the comparison, the fuzzer.

Imports no game.  ``uno_differential`` and ``rummikub_differential`` build on it.
"""

import argparse
import random
import sys
import time
import traceback
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

PlayGame = Callable[[int], Counter[str]]


class MismatchError(AssertionError):
    """The two engines differ."""


@dataclass(frozen=True)
class GameSpec(ABC):
    """One random game, as far as games are alike; a game adds how eagerly what is done."""

    seed: int
    preset: str
    players: int
    overrides: dict[str, Any]
    reward: str
    max_turns: int
    start: str  # "seed", "deal" or "position"
    trouble: float  # share of time-outs and illegal actions
    eagerness: float  # weight of playing against drawing

    @property
    @abstractmethod
    def rules(self) -> Any:
        """The reference's rules."""


class SideBySide:
    """One game on the real engine and on the reference, with a transcript of the moves.

    A game's own class has ``reference``, steps both and calls ``expect``.
    """

    last_moves = 30  # of the transcript in a mismatch
    reference: Any

    def __init__(self, spec: GameSpec, game: Any) -> None:
        self.spec, self.game = spec, game
        self.records = game.new_records(1)
        self.transcript: list[str] = []
        self.seen: Counter[str] = Counter()

    def start(self, **ways: Callable[[], None]) -> None:
        """Start both in the way that the spec names, from the spec's seed."""
        self.game.seed_records(self.records, self.spec.seed)
        ways[self.spec.start]()

    def step_engine(self, action: int) -> int:
        """One action on the real engine; its bits."""
        return int(self.game.kernels.step(self.records, 0, self.game.rules_record, action))

    def step_reference(self, action: Any) -> None:
        """One action on the reference; its failure is a difference too."""
        try:
            self.reference.step(action)
        except MismatchError:
            raise
        except Exception as error:
            raise self.mismatch(f"the reference failed: {error!r}") from error

    def expect(self, what: str, ours: Any, theirs: Any) -> None:
        """A mismatch unless both are equal."""
        if ours != theirs:
            raise self.mismatch(f"{what}: the reference has {ours!r}, the engine {theirs!r}")

    def mismatch(self, text: str) -> MismatchError:
        """The error with all that is needed to see the game again."""
        lines = [
            f"game {self.spec.seed}: {text}",
            repr(self.spec),
            repr(self.spec.rules),
            "last moves:",
            *self.transcript[-self.last_moves :],
            f"reference now: {self.reference.snapshot()}",
            f"engine now:    {self.game.snapshot(self.records, 0)}",
        ]
        return MismatchError("\n".join(lines))


def all_close(ours: list[float], theirs: list[float]) -> bool:
    """Equal but for the rounding of float32."""
    return all(abs(a - b) <= 1e-5 * (1 + abs(a)) for a, b in zip(ours, theirs, strict=True))


# -- for as long as asked --------------------------------------------------------------------------


def fuzz(name: str, play_game: PlayGame, first: int, games: int | None, until: float) -> int:
    """Play games number ``first`` on, so many or until that time; 0 if all agree, else 1."""
    seen: Counter[str] = Counter()
    played = 0
    while (games is None or played < games) and time.perf_counter() < until:
        try:
            seen += play_game(first + played)
        except Exception as error:  # a crash is a difference too
            print(error if isinstance(error, MismatchError) else traceback.format_exc())
            module = f"tests.engine.fuzz_{name.lower()}"
            print(f"again: python -m {module} --games 1 --seed {first + played}")
            return 1
        played += 1
        if played % 500 == 0:
            print(f"{name}: {played} games agree", flush=True)
    print(f"{name}: {played} games agree; met: {dict(sorted(seen.items()))}")
    return 0


def fuzz_command(name: str, play_game: PlayGame, about: str | None) -> None:
    """The command line of a game's fuzzer; leaves with its exit code."""
    parser = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=None, help="play so long (60)")
    parser.add_argument("--games", type=int, default=None, help="play so many games")
    parser.add_argument("--seed", type=int, default=None, help="number of the first game")
    options = parser.parse_args()
    seconds = options.seconds
    if seconds is None:
        seconds = 60.0 if options.games is None else float("inf")
    first = options.seed
    if first is None:  # other games each time; a failing one is named
        first = random.SystemRandom().randrange(10**6, 10**9)
    print(f"{name}: from game {first} on", flush=True)
    sys.exit(fuzz(name, play_game, first, options.games, time.perf_counter() + seconds))
