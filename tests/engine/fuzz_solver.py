"""Solver against oracles for as long as asked: ``python -m tests.engine.fuzz_solver --seconds N``.

Half of the time random positions against the integer program (tables up to 90 tiles, 0 to 2
jokers, play on the table and initial melds), half small dense ones against brute force.  Prints
the slowest mask ever met and keeps it in tests/benchmarks/solver_worst.json as a benchmark.
"""

import argparse
import json
import random
import sys
import time
from pathlib import Path

import numpy as np

from rummi_env.tiles import format_tiles, parse_tiles
from tests.engine.solver_checks import Checker, check_brute, check_program, check_program_meld
from tests.reference.rummikub_positions import Position, dense_position, random_position

WORST = Path(__file__).parents[1] / "benchmarks" / "solver_worst.json"


def mask_time(checker: Checker, position: Position, repeats: int = 3) -> float:
    """The fastest of some runs of the mask, in µs."""
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        checker.mask(position, size=(13, 4))
        best = min(best, time.perf_counter() - start)
    return best * 1e6


class Worst:
    """The slowest mask met, over all runs."""

    def __init__(self, checker: Checker) -> None:
        self.checker = checker
        self.position: Position | None = None
        self.time = 0.0
        if WORST.is_file():
            kept = json.loads(WORST.read_text(encoding="utf8"))
            self.position = Position(parse_tiles(kept["table"]), parse_tiles(kept["rack"]))
            self.time = mask_time(checker, self.position, 5)

    def look_at(self, position: Position) -> None:
        """Time one more position and keep it when it is the slowest."""
        spent = mask_time(self.checker, position, 1)
        if spent > self.time:
            spent = mask_time(self.checker, position, 5)
        if spent > self.time:
            self.position, self.time = position, spent

    def save(self) -> None:
        """Write the slowest position to the benchmarks."""
        if self.position is None:
            return
        table, rack = self.position
        kept = {"table": format_tiles(table), "rack": format_tiles(rack), "us": round(self.time)}
        WORST.parent.mkdir(exist_ok=True)
        WORST.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf8")


def program_round(checker: Checker, worst: Worst | None, rng: random.Random) -> list[str]:
    """One random position against the integer program."""
    jokers = rng.choice((0, 1, 1, 2, 2))
    if rng.random() < 0.25:
        own = rng.choice((0, 0, 3, 4, 6))
        position = random_position(rng, own, jokers, rng.randint(6, 26))
        position = hide_some(rng, position) if own else position
        return check_program_meld(checker, position, rng.choice((10, 30, 30, 30, 50, 70)))
    position = random_position(rng, rng.randint(3, 90), jokers, rng.choice((3, 7, 14, 14, 20, 30)))
    if rng.random() < 0.4:  # in the middle of a turn
        position = hide_some(rng, position)
    if worst is not None:
        worst.look_at(position)
    return check_program(checker, position)


def hide_some(rng: random.Random, position: Position) -> Position:
    """Move a few table tiles into the rack: what is left may be no legal table by itself."""
    table, rack = position.table.copy(), position.rack.copy()
    for _ in range(rng.randint(1, 3)):
        tile = rng.choice(np.flatnonzero(table).tolist())
        table[tile] -= 1
        rack[tile] += 1
        if table.sum() == 0:
            break
    return Position(table, rack)


def brute_round(checker: Checker, rng: random.Random) -> list[str]:
    """One small position against brute force, small games included."""
    size = (rng.choice((13, 13, 13, 13, 5, 6, 7, 3, 4)), rng.choice((4, 4, 4, 3, 2, 1)))
    return check_brute(checker, dense_position(rng, *size), size, rng.randrange(1 << 30))


def main() -> int:
    """Run for a while; 1 when anything differed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=None, help="default: the time")
    args = parser.parse_args()
    seed = args.seed if args.seed is not None else time.time_ns() % (1 << 32)
    rng = random.Random(seed)
    checker = Checker()
    worst = Worst(checker)
    counts = {"program": 0, "brute": 0}
    spent = {"program": 0.0, "brute": 0.0}
    wrong: list[str] = []
    wrong += program_round(checker, None, rng) + brute_round(checker, rng)  # compiles
    end = time.monotonic() + args.seconds
    while time.monotonic() < end:
        kind = min(spent, key=lambda name: spent[name])
        start = time.monotonic()
        fresh = brute_round(checker, rng) if kind == "brute" else program_round(checker, worst, rng)
        for line in fresh if len(wrong) < 20 else []:
            print(line, flush=True)
        wrong += fresh
        spent[kind] += time.monotonic() - start
        counts[kind] += 1
    worst.save()
    print(f"seed {seed}: {counts['program']} positions against the integer program,")
    print(f"{counts['brute']} against brute force, {len(wrong)} differences")
    if worst.position is not None:
        table, rack = map(format_tiles, worst.position)
        print(f"slowest mask {worst.time:.0f} µs: table {table} | rack {rack}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
