"""Fast random legal actions, and the check of a batch of actions, over int8 masks.

The choice for a row is a hash of the row's own words and a counter, so it depends on no other row
and on no number of threads.
"""

from typing import Any

import numpy as np

from .jit import njit
from .random_stream import GOLDEN, splitmix

U64 = np.uint64
SALT = np.uint64(0xD1B54A32D192ED03)  # keeps these draws apart from the game's own stream


@njit
def row_word(word: Any, counter: Any) -> Any:
    """64 random bits of a row for the ``counter``-th draw."""
    return splitmix(splitmix(np.uint64(word) ^ SALT) + np.uint64(counter) * GOLDEN)


@njit
def sample_bytes(mask: Any, words: Any, counter: Any, start: Any, stop: Any, actions: Any) -> None:
    """A legal action for rows start … stop-1 of an int8 mask (N, A); -1 where there is none."""
    width = mask.shape[1]
    for i in range(start, stop):
        total = 0
        for a in range(width):
            total += mask[i, a]
        if total == 0:
            actions[i] = -1
            continue
        k = np.int64(((row_word(words[i], counter) >> U64(32)) * U64(total)) >> U64(32))
        a = 0
        while True:
            k -= mask[i, a]
            if k < 0:
                break
            a += 1
        actions[i] = a


@njit
def sample_words(mask: Any, words: Any, counter: Any, start: Any, stop: Any, actions: Any) -> None:
    """``sample_bytes`` for a mask seen as uint64 (N, A / 8): eight actions at a look."""
    width = mask.shape[1]
    ones = U64(0x0101010101010101)
    for i in range(start, stop):
        total = np.int64(0)
        for w in range(width):
            total += np.int64((mask[i, w] * ones) >> U64(56))
        if total == 0:
            actions[i] = -1
            continue
        k = np.int64(((row_word(words[i], counter) >> U64(32)) * U64(total)) >> U64(32))
        w = 0
        count = np.int64((mask[i, 0] * ones) >> U64(56))
        while k >= count:
            k -= count
            w += 1
            count = np.int64((mask[i, w] * ones) >> U64(56))
        word = mask[i, w]
        a = w * 8
        while True:
            k -= np.int64(word & U64(1))
            if k < 0:
                break
            word >>= U64(8)
            a += 1
        actions[i] = a


@njit
def first_wrong_row(mask: Any, actions: Any) -> Any:
    """The first row whose action is neither legal nor -1, or -1 when all are right."""
    width = mask.shape[1]
    for i in range(len(actions)):
        action = actions[i]
        if action != -1 and (action < -1 or action >= width or mask[i, action] == 0):
            return i
    return -1
