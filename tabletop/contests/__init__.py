"""Contests by the rules of real ones: draw, tables, clock, points, ranking, awards, reports.

``config`` and ``loading`` read a contest file; ``draw``, ``stages``, ``ranking``, ``awards`` and
``holding`` are the rules of contests, pure and without any game; ``games``, ``seats``,
``programs``, ``entrants`` and ``play`` hold one game at one table; ``run`` holds one contest,
``many`` a thousand.  Imports no game and no torch.
"""

from .loading import ContestFile, load_contest, parse_contest, shipped_contests
from .many import hold_many, hold_many_on
from .run import prepare, run_contest

__all__ = [
    "ContestFile",
    "hold_many",
    "hold_many_on",
    "load_contest",
    "parse_contest",
    "prepare",
    "run_contest",
    "shipped_contests",
]
