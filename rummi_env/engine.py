"""The compiled entry points of the game: reset, step, and the loops over rows of a batch.

Everything that the environments, the batch, search and the tests run goes through these
functions; the rules are in ``deal``, ``turn``, ``legal``, ``table`` and ``scoring``.
"""

from typing import Any

from tabletop.game import TERMINATED, TRUNCATED, UNTOUCHED, Kernels
from tabletop.jit import njit

from .bits import U64
from .deal import begin, draw_starter, fill_pool, next_game, shuffle_pool
from .legal import new_work, refresh
from .observe import mask_into, observe_into
from .scoring import write_rewards
from .turn import act

DRAWN = -1  # starter: by the draw of HKR-1


@njit
def start_game(record: Any, rules: Any, work: Any) -> None:
    """Start the row's next game from its own random stream."""
    next_game(record)
    record["public"]["starter"] = draw_starter(record, rules)
    fill_pool(record["public"], record["hidden"]["pool"], rules)
    shuffle_pool(record["public"], record["hidden"])
    begin(record, rules)
    refresh(record, rules, work)


@njit
def reset(records: Any, i: Any, rules: Any) -> None:
    """Start the next game of row i."""
    start_game(records[i], rules[0], new_work())


@njit
def reset_from_order(records: Any, i: Any, rules: Any, order: Any, starter: Any) -> None:
    """Start the next game of row i with tile types in drawing order; ``starter`` may be DRAWN."""
    record = records[i]
    next_game(record)
    if starter == DRAWN:
        starter = draw_starter(record, rules[0])
    record["public"]["starter"] = starter
    size = len(order)
    for k in range(size):
        record["hidden"]["pool"][size - 1 - k] = order[k]
    record["public"]["pool_size"] = size
    begin(record, rules[0])
    refresh(record, rules[0], new_work())


@njit
def refresh_row(records: Any, i: Any, rules: Any) -> None:
    """Work out the legal actions of row i anew, after its parts were set from outside."""
    record = records[i]
    record["seats"][record["public"]["to_act"]]["legal"] = ~U64(0)
    refresh(record, rules[0], new_work())


@njit
def advance(record: Any, rules: Any, action: Any, work: Any) -> Any:
    """One action, then the legal actions of whoever decides next; the bits of what ended."""
    public = record["public"]
    seat = int(public["to_act"])
    bits = act(record, rules, action, work)
    if public["to_act"] != seat:
        record["seats"][seat]["legal"] = U64(0)
    refresh(record, rules, work)
    return bits


@njit
def step(records: Any, i: Any, rules: Any, action: Any) -> Any:
    """Take a legal action, or one of the special ones below zero, on row i."""
    return advance(records[i], rules[0], action, new_work())


@njit
def observe(records: Any, i: Any, rules: Any, seat: Any, observation: Any) -> None:
    """Write what ``seat`` sees of row i into int8 (O,)."""
    record = records[i]
    observe_into(record["public"], record["seats"][seat], rules[0], seat, observation)


@njit
def legal_mask(records: Any, i: Any, rules: Any, seat: Any, mask: Any) -> None:
    """Write the legal actions of ``seat`` into int8 (56,); all zero when it is not to act."""
    mask_into(records[i]["seats"][seat], mask)


@njit
def rewards(records: Any, i: Any, rules: Any, out: Any) -> None:
    """Rewards of the last step, float32 (P,)."""
    write_rewards(records[i]["public"], rules[0], out)


@njit
def look(record: Any, rules: Any, observation: Any, mask: Any) -> None:
    """Observation and mask of the seat to act."""
    seat = int(record["public"]["to_act"])
    observe_into(record["public"], record["seats"][seat], rules, seat, observation)
    mask_into(record["seats"][seat], mask)


@njit
def play(records: Any, i: Any, rules: Any, action: Any, observation: Any, mask: Any) -> Any:
    """``step``, then observation and mask of whoever decides next."""
    bits = advance(records[i], rules[0], action, new_work())
    look(records[i], rules[0], observation, mask)
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
    """Start the next game on rows ``start`` to ``stop`` - 1."""
    work = new_work()
    for i in range(start, stop):
        start_game(records[i], rules[0], work)
        look(records[i], rules[0], observation[i], mask[i])
        current_player[i] = records[i]["public"]["to_act"]


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
) -> Any:
    """One action on each row but those with UNTOUCHED; the number of games that ended."""
    work = new_work()
    ended = 0
    for i in range(start, stop):
        rewards[i] = 0
        terminated[i] = False
        truncated[i] = False
        if actions[i] == UNTOUCHED:
            continue
        record = records[i]
        bits = advance(record, rules[0], actions[i], work)
        if bits != 0:
            ended += 1
            write_rewards(record["public"], rules[0], rewards[i])
            terminated[i] = bits & TERMINATED != 0
            truncated[i] = bits & TRUNCATED != 0
            look(record, rules[0], final_observation[i], mask[i])
            if autoreset:
                start_game(record, rules[0], work)
        look(record, rules[0], observation[i], mask[i])
        current_player[i] = record["public"]["to_act"]
    return ended


@njit
def observe_rows(
    records: Any, rules: Any, seats: Any, start: Any, stop: Any, observation: Any
) -> None:
    """What seat ``seats[i]`` of each row sees."""
    for i in range(start, stop):
        record = records[i]
        seat = int(seats[i])
        observe_into(record["public"], record["seats"][seat], rules[0], seat, observation[i])


KERNELS = Kernels(
    reset=reset,
    step=step,
    observe=observe,
    legal_mask=legal_mask,
    rewards=rewards,
    play=play,
    reset_rows=reset_rows,
    step_rows=step_rows,
    observe_rows=observe_rows,
)
