"""The random stream inside each game record: xoshiro256++, seeded through splitmix64.

No global state.  Row i of a batch is seeded by ``SeedSequence(seed, spawn_key=(i,))``; game k of
that row starts its own stream from those two words and k, so it does not depend on what was
played before it.  Imports only tabletop.jit.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .jit import njit

U64 = np.uint64
GOLDEN = np.uint64(0x9E3779B97F4A7C15)


def seed_words(seed: int | None, index: int) -> NDArray[np.uint64]:
    """Two 64-bit seed words of row ``index``; ``None`` takes fresh entropy."""
    sequence = np.random.SeedSequence(seed, spawn_key=(index,))
    return np.asarray(sequence.generate_state(2, np.uint64), dtype=np.uint64)


@njit
def splitmix(x: Any) -> Any:
    """The splitmix64 output function of one 64-bit word."""
    z = np.uint64(x)
    z = (z ^ (z >> U64(30))) * U64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> U64(27))) * U64(0x94D049BB133111EB)
    return z ^ (z >> U64(31))


@njit
def start_stream(stream: Any, word0: Any, word1: Any, game: Any) -> None:
    """Fill ``stream`` (uint64[4]) for game number ``game`` of a row with the given seed words."""
    x = np.uint64(word0) ^ splitmix(np.uint64(game) * GOLDEN + U64(1))
    y = np.uint64(word1)
    for k in range(4):
        x = x + GOLDEN
        y = y + GOLDEN * U64(3)
        stream[k] = splitmix(x) ^ splitmix(y + U64(k))


@njit
def next_word(stream: Any) -> Any:
    """The next 64 random bits (xoshiro256++)."""
    s0 = stream[0]
    s1 = stream[1]
    s2 = stream[2]
    s3 = stream[3]
    total = s0 + s3
    result = ((total << U64(23)) | (total >> U64(41))) + s0
    t = s1 << U64(17)
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= t
    s3 = (s3 << U64(45)) | (s3 >> U64(19))
    stream[0] = s0
    stream[1] = s1
    stream[2] = s2
    stream[3] = s3
    return result


@njit
def next_below(stream: Any, n: Any) -> Any:
    """A random integer in 0 … n-1 (n up to 2**32), by multiply-shift of the high 32 bits."""
    return np.int64(((next_word(stream) >> U64(32)) * np.uint64(n)) >> U64(32))
