"""The kernels that environments call: one row, or a range of rows, of the record array.

Loops only; the rules are in engine.py and below.  Each game has its own such loops because a
shared loop that takes the game's functions as arguments would never be found in numba's cache.
"""

from typing import Any

from tabletop.game import TERMINATED, TRUNCATED, UNTOUCHED, Kernels
from tabletop.jit import int64, njit, njit_inline

from .engine import reset, step
from .legal import legal_mask
from .observe import observe

OVER_BITS = TERMINATED | TRUNCATED


@njit_inline
def observe_row(records: Any, i: Any, rules: Any, seat: Any, observation: Any) -> None:
    """``Kernels.observe``."""
    r = records[i]
    observe(r["public"], r["seats"][seat], observation)


@njit_inline
def mask_row(records: Any, i: Any, rules: Any, seat: Any, mask: Any) -> None:
    """``Kernels.legal_mask``."""
    r = records[i]
    legal_mask(r["public"], r["seats"][seat], rules[0], mask)


@njit_inline
def rewards_row(records: Any, i: Any, rules: Any, out: Any) -> None:
    """``Kernels.rewards``."""
    public = records[i]["public"]
    for seat in range(out.shape[0]):
        out[seat] = public["rewards"][seat] if public["rewarded"] else 0.0


@njit_inline
def view_row(records: Any, i: Any, rules: Any, observation: Any, mask: Any) -> int:
    """Observation and mask of the seat to act; returns the seat."""
    seat = int64(records[i]["public"]["to_act"])
    observe_row(records, i, rules, seat, observation)
    mask_row(records, i, rules, seat, mask)
    return seat


@njit
def play_row(records: Any, i: Any, rules: Any, action: Any, observation: Any, mask: Any) -> int:
    """``Kernels.play``."""
    bits = step(records, i, rules, action)
    view_row(records, i, rules, observation, mask)
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
    for i in range(start, stop):
        reset(records, i, rules)
        current_player[i] = view_row(records, i, rules, observation[i], mask[i])


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
    ended = 0
    for i in range(start, stop):
        if actions[i] == UNTOUCHED:
            rewards[i, :] = 0.0
            terminated[i] = False
            truncated[i] = False
            continue
        bits = step(records, i, rules, actions[i])
        rewards_row(records, i, rules, rewards[i])
        terminated[i] = bits & TERMINATED != 0
        truncated[i] = bits & TRUNCATED != 0
        if bits & OVER_BITS:
            ended += 1
            if autoreset:
                seat = int64(records[i]["public"]["to_act"])
                observe_row(records, i, rules, seat, final_observation[i])
                reset(records, i, rules)
        current_player[i] = view_row(records, i, rules, observation[i], mask[i])
    return ended


@njit
def observe_rows(
    records: Any, rules: Any, seats: Any, start: Any, stop: Any, observation: Any
) -> None:
    """``Kernels.observe_rows``."""
    for i in range(start, stop):
        observe_row(records, i, rules, seats[i], observation[i])


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
