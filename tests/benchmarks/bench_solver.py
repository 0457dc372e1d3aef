"""The solver's table of speeds: ``python -m tests.benchmarks.bench_solver [--quick]``.

The rows are those of ``meldstack bench solver``; beside them the slowest mask that
``make fuzz`` has ever met (solver_worst.json).
"""

import json
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np

from baselines.bench.rows import Row
from baselines.bench.solver import ask_solver, rows
from rummi_env.solver import new_workspace
from rummi_env.tiles import parse_tiles
from tests.engine.fuzz_solver import mask_time
from tests.engine.solver_checks import Checker
from tests.reference.rummikub_positions import Position

WORST = Path(__file__).with_name("solver_worst.json")


def worst_time() -> float:
    """µs of the slowest mask ever met, on this machine."""
    kept = json.loads(WORST.read_text(encoding="utf8"))
    position = Position(parse_tiles(kept["table"]), parse_tiles(kept["rack"]))
    out = np.zeros(53, dtype=np.int8)
    ask_solver(0, position.table, position.rack, out, new_workspace())
    return mask_time(Checker(), position, 20)


def lines(found: list[Row]) -> list[str]:
    """Median/95th percentile (prototype's median) of each question, one line a table size."""
    cells: dict[tuple[str, str], list[str]] = defaultdict(list)
    for row in found:
        question, _, where = row.name.partition(", ")
        size = where.partition(",")[0] if "tiles" in where else ""
        target = "" if row.target is None else f" ({row.target:.0f})"
        cells[question, size].append(f"{row.value:.1f}/{row.high:.1f}{target}")
    return [f"{name:<13}{size:<9}" + "  ".join(texts) for (name, size), texts in cells.items()]


def main() -> None:
    """Measure and print."""
    print("µs, median/95th percentile (median of the prototype), for 0, 1 and 2 jokers")
    for line in lines(rows("--quick" in sys.argv[1:])):
        print(line)
    print(f"slowest mask met: {worst_time():.0f} µs")


if __name__ == "__main__":
    main()
