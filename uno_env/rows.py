"""The kernels that environments call: one row, or a range of rows, of the record array.

Loops only; the rules are in engine.py and below.  Each game has its own such loops because a
shared loop that takes the game's functions as arguments would never be found in numba's cache.
Rows of the batch arrays are written through flat views and offsets: a slice per row would count
references up and down, which costs time and, with several threads, makes them wait for each other.
"""

from typing import Any

import numpy as np

from tabletop.game import TERMINATED, TRUNCATED, UNTOUCHED, Kernels
from tabletop.jit import int64, njit, njit_inline

from .cards import NUM_ACTIONS
from .engine import reset, step
from .legal import legal_mask
from .observe import OBSERVATION_SIZE, observe

OVER_BITS = TERMINATED | TRUNCATED
U64 = np.uint64
OBSERVATION_BYTES = U64(OBSERVATION_SIZE)
MASK_BYTES = U64(NUM_ACTIONS)


@njit_inline
def write_observation(records: Any, i: Any, seat: Any, out: Any, at: Any) -> None:
    """The observation of a seat into a flat array."""
    r = records[i]
    observe(r["public"], r["seats"][seat], out, at)


@njit_inline
def write_mask(records: Any, i: Any, rules: Any, seat: Any, out: Any, at: Any) -> None:
    """The mask of a seat into a flat array."""
    r = records[i]
    legal_mask(r["public"], r["seats"][seat], rules[0], out, at)


@njit_inline
def write_rewards(records: Any, i: Any, out: Any, at: Any, n: Any) -> None:
    """The rewards of the last step into a flat array."""
    public = records[i]["public"]
    for seat in range(n):
        out[at + seat] = public["rewards"][seat] if public["rewarded"] else 0.0


@njit_inline
def write_view(records: Any, i: Any, rules: Any, observation: Any, mask: Any, row: Any) -> int:
    """Observation and mask of the seat to act into row ``row`` of flat arrays; the seat."""
    seat = int64(records[i]["public"]["to_act"])
    write_observation(records, i, seat, observation, row * OBSERVATION_BYTES)
    write_mask(records, i, rules, seat, mask, row * MASK_BYTES)
    return seat


@njit
def observe_row(records: Any, i: Any, rules: Any, seat: Any, observation: Any) -> None:
    """``Kernels.observe``."""
    write_observation(records, i, seat, observation, U64(0))


@njit
def mask_row(records: Any, i: Any, rules: Any, seat: Any, mask: Any) -> None:
    """``Kernels.legal_mask``."""
    write_mask(records, i, rules, seat, mask, U64(0))


@njit
def rewards_row(records: Any, i: Any, rules: Any, out: Any) -> None:
    """``Kernels.rewards``."""
    write_rewards(records, i, out, 0, out.shape[0])


@njit
def play_row(records: Any, i: Any, rules: Any, action: Any, observation: Any, mask: Any) -> int:
    """``Kernels.play``."""
    bits = step(records, i, rules, action)
    write_view(records, i, rules, observation, mask, U64(0))
    return bits


@njit
def reset_rows(
    records: Any,
    rules: Any,
    start: Any,
    stop: Any,
    observation: Any,
    mask: Any,
    current_player: Any,
) -> None:
    """``Kernels.reset_rows``."""
    observations = observation.reshape(observation.size)
    masks = mask.reshape(mask.size)
    for i in range(start, stop):
        reset(records, i, rules)
        current_player[i] = write_view(records, i, rules, observations, masks, U64(i))


@njit
def step_rows(
    records: Any,
    rules: Any,
    actions: Any,
    start: Any,
    stop: Any,
    autoreset: Any,
    observation: Any,
    mask: Any,
    current_player: Any,
    rewards: Any,
    terminated: Any,
    truncated: Any,
    final_observation: Any,
) -> int:
    """``Kernels.step_rows``."""
    observations = observation.reshape(observation.size)
    finals = final_observation.reshape(final_observation.size)
    masks = mask.reshape(mask.size)
    paid = rewards.reshape(rewards.size)
    n = rewards.shape[1]
    ended = 0
    for i in range(start, stop):
        bits = 0
        if actions[i] == UNTOUCHED:
            for seat in range(n):
                paid[i * n + seat] = 0.0
        else:
            bits = step(records, i, rules, actions[i])
            write_rewards(records, i, paid, i * n, n)
        terminated[i] = bits & TERMINATED != 0
        truncated[i] = bits & TRUNCATED != 0
        if actions[i] == UNTOUCHED:
            continue
        if bits & OVER_BITS:
            ended += 1
            if autoreset:
                seat = int64(records[i]["public"]["to_act"])
                write_observation(records, i, seat, finals, U64(i) * OBSERVATION_BYTES)
                reset(records, i, rules)
        current_player[i] = write_view(records, i, rules, observations, masks, U64(i))
    return ended


@njit
def observe_rows(
    records: Any, rules: Any, seats: Any, start: Any, stop: Any, observation: Any
) -> None:
    """``Kernels.observe_rows``."""
    observations = observation.reshape(observation.size)
    for i in range(start, stop):
        write_observation(records, i, seats[i], observations, U64(i) * OBSERVATION_BYTES)


KERNELS = Kernels(
    reset=reset,
    step=step,
    observe=observe_row,
    legal_mask=mask_row,
    rewards=rewards_row,
    play=play_row,
    reset_rows=reset_rows,
    step_rows=step_rows,
    observe_rows=observe_rows,
)
