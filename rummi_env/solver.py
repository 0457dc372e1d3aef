"""The exact Rummikub solver: what can be played, what is best, and how it lies on the table.

Everything depends on tile counts (``int8[53]``, see ``tiles``) alone, because the table can be
rearranged freely.  The functions here check their input and raise ``UserError``; the compiled ones
that engines call (``…_into``, ``…_kernel``) are listed in docs/solver.md and check nothing.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabletop.errors import UserError, nearest

from .solver_arrange import MAX_SETS, SET_WIDTH, arrange_into
from .solver_best import best_play_into
from .solver_core import make_workspace
from .solver_mask import is_legal_kernel, legal_tiles_ascending_into, legal_tiles_into
from .solver_meld import (
    best_meld_into,
    can_meld_kernel,
    legal_meld_tiles_into,
    meld_value_kernel,
)
from .tiles import NUM_TILES, Counts, check_supply, count_tiles, format_tiles, parse_sets

__all__ = [
    "MAX_SETS",
    "SET_WIDTH",
    "Play",
    "arrange_into",
    "best_meld_into",
    "best_play",
    "best_play_into",
    "can_meld",
    "can_meld_kernel",
    "is_legal",
    "is_legal_kernel",
    "legal_meld_tiles_into",
    "legal_tiles",
    "legal_tiles_ascending_into",
    "legal_tiles_into",
    "make_workspace",
    "meld_value",
    "meld_value_kernel",
    "new_workspace",
]

OBJECTIVES = ("tiles", "value")
NUMBERS = 13
COLORS = 4


class Play(NamedTuple):
    """A play: its tiles (int8[53]), how many they are, and their value.

    ``value`` is the sum of the face numbers with jokers at 0; of an initial meld it is the value
    at the best reading of the jokers.
    """

    tiles: Counts
    count: int
    value: int


def new_workspace() -> Any:
    """Scratch memory for the compiled functions; one per thread, never shared."""
    return make_workspace()


@lru_cache(maxsize=1)
def _workspace() -> Any:
    return make_workspace()
