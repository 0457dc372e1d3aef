"""Sets of actions as the bits of one 64-bit word."""

from typing import Any

import numpy as np

from tabletop.jit import njit

U64 = np.uint64


@njit
def bit(word: Any, k: Any) -> Any:
    """Whether bit ``k`` is set."""
    return (np.uint64(word) >> np.uint64(k)) & U64(1) != U64(0)


@njit
def single(k: Any) -> Any:
    """The word with bit ``k`` alone."""
    return U64(1) << np.uint64(k)
