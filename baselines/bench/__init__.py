"""Speed, measured: the sections of ``meldstack bench``.

Every section is a function ``section(quick) -> list[Row]`` that imports what it needs itself, so
that one section can be run without the libraries of another.
"""

from .rows import Row, measure

SECTIONS = {
    "uno": "baselines.bench.uno:rows",
    "aec": "baselines.bench.aec:rows",
    "rummikub": "baselines.bench.rummikub:rows",
    "solver": "baselines.bench.solver:rows",
    "start": "baselines.bench.start:rows",
    "contests": "baselines.bench.contests:rows",
}

__all__ = ["SECTIONS", "Row", "measure"]
