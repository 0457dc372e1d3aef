"""The entry points of the game: reset, step, and the loops over rows of a batch.

Everything that the environments, the batch, search and the tests run goes through these
functions; the rules are in ``deal``, ``turn``, ``legal``, ``table`` and ``scoring``.  Each function
that reaches the solver costs seconds to compile, so there are few of them, and what few games need
is kept out of them: the table as sets is worked out by ``lost_tables`` before a step and by
``show_sets`` behind it.
"""

from typing import Any

import numpy as np

from tabletop.game import ROUND_ENDED, TERMINATED, TRUNCATED, UNTOUCHED, Kernels
from tabletop.jit import njit

from .bits import U64
from .deal import begin, draw_starter, fill_pool, next_game, shuffle_pool
from .legal import UNKNOWN, refresh
from .observe import (
    OBSERVATION_SIZE,
    SETS_OBSERVATION_SIZE,
    mask_into,
    observe_into,
    observe_sets,
)
from .scoring import score_game, write_rewards
from .solver import make_workspace
from .state import NUM_ACTIONS
from .table import lose_table, settle_sets
from .turn import ENDED, act, table_is_lost

DRAWN = -1  # starter: by the draw of HKR-1
# Actions of this module alone.
RESTART = -9  # start the row's next game
LOOK_ANEW = -10  # work out the legal actions anew, after parts were set from outside
TABLE_LOST = -11  # a time-out whose table was lost, which has been seen to
SIZES = (OBSERVATION_SIZE, SETS_OBSERVATION_SIZE)


@njit
def start_game(record: Any, rules: Any) -> None:
    """Start the row's next game from its own random stream; legal actions are not set."""
    next_game(record)
    record["public"]["starter"] = draw_starter(record, rules)
    fill_pool(record["public"], record["hidden"]["pool"], rules)
    shuffle_pool(record["public"], record["hidden"])
    begin(record, rules)


@njit
def start_from_order(records: Any, i: Any, rules: Any, order: Any, starter: Any) -> None:
    """Start the next game of row i with tile types in drawing order; ``starter`` may be DRAWN."""
    record = records[i]
    next_game(record)
    record["public"]["starter"] = draw_starter(record, rules[0]) if starter == DRAWN else starter
    size = len(order)
    for k in range(size):
        record["hidden"]["pool"][size - 1 - k] = order[k]
    record["public"]["pool_size"] = size
    begin(record, rules[0])


def refresh_row(records: Any, i: int, rules: Any) -> None:
    """Work out the legal actions of row i anew, after its parts were set from outside."""
    step(records, i, rules, LOOK_ANEW)


def reset(records: Any, i: int, rules: Any) -> None:
    """Start the next game of row i."""
    step(records, i, rules, RESTART)


def reset_from_order(records: Any, i: int, rules: Any, order: Any, starter: int) -> None:
    """Start the next game of row i from a deal."""
    start_from_order(records, i, rules, order, starter)
    refresh_row(records, i, rules)


@njit
def advance(record: Any, rules: Any, action: Any, work: Any) -> Any:
    """One action, then the legal actions of whoever decides next; the bits of what ended."""
    public = record["public"]
    seat = np.int64(public["to_act"])
    if action == RESTART:
        start_game(record, rules)
    elif action == LOOK_ANEW:
        record["seats"][seat]["legal"] = UNKNOWN
    else:
        act(record, rules, action, action == TABLE_LOST)
        record["seats"][seat]["legal"] &= kept_legal(public, seat)
        if public["over"] != 0:
            score_game(record, rules, work)
    refresh(record, rules, work)
    return end_bits(public)


@njit
def kept_legal(public: Any, seat: Any) -> Any:
    """All bits while the same player goes on, none when somebody else decides."""
    return ~U64(0) if public["to_act"] == seat else U64(0)


@njit
def end_bits(public: Any) -> Any:
    """The bits that ``step`` returns."""
    if public["over"] == 0:
        return 0
    return ROUND_ENDED | (TERMINATED if public["over"] == ENDED else TRUNCATED)


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
    seat = np.int64(record["public"]["to_act"])
    observe_into(record["public"], record["seats"][seat], rules, seat, observation)
    mask_into(record["seats"][seat], mask)


@njit
def play_row(records: Any, i: Any, rules: Any, action: Any, observation: Any, mask: Any) -> Any:
    """``play`` but for lost tables and shown sets."""
    bits = advance(records[i], rules[0], action, make_workspace())
    look(records[i], rules[0], observation, mask)
    return bits


def is_special(action: Any) -> Any:
    """Whether an action, or which of an array, is one that can lose the table."""
    return (action > RESTART) & (action < UNTOUCHED)


def play(records: Any, i: int, rules: Any, action: int, observation: Any, mask: Any) -> int:
    """Take an action on row i; observation and mask of whoever decides next."""
    if is_special(action):
        action = lost_table(records, i, rules, action)
    bits: int = play_row(records, i, rules, action, observation, mask)
    if len(observation) > OBSERVATION_SIZE:
        show_sets(records, i, rules, observation)
    return bits


def step(records: Any, i: int, rules: Any, action: int) -> int:
    """Take a legal action, or one of the special ones below zero, on row i."""
    observation = np.empty(SIZES[int(rules["shows_sets"][0])], dtype=np.int8)
    return play(records, i, rules, action, observation, np.empty(NUM_ACTIONS, dtype=np.int8))


@njit
def lost_table(records: Any, i: Any, rules: Any, action: Any) -> Any:
    """TABLE_LOST, with the table put back as far as it can be, if this action loses it."""
    if not table_is_lost(records[i], rules[0], action):
        return action
    lose_table(records[i], rules[0], make_workspace())
    return TABLE_LOST


def with_lost_tables(records: Any, rules: Any, actions: Any, start: int, stop: int) -> Any:
    """The actions, with ``lost_table`` seen to on the rows ``start`` to ``stop`` - 1."""
    special = np.flatnonzero(is_special(actions[start:stop])) + start
    if len(special):
        actions = actions.copy()
        for i in special:
            actions[i] = lost_table(records, i, rules, actions[i])
    return actions


@njit
def show_sets(records: Any, i: Any, rules: Any, observation: Any) -> None:
    """Bring the sets of row i up to the last turn, and into its observation."""
    public = records[i]["public"]
    if public["log_size"] > 0:
        settle_sets(public, rules[0], make_workspace())
    observe_sets(public, observation)


@njit
def advance_rows(
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
    """``step_rows`` but for lost tables and shown sets."""
    work = make_workspace()
    ended = 0
    for i in range(start, stop):
        record = records[i]
        rewards[i] = 0
        terminated[i] = False
        truncated[i] = False
        if actions[i] == UNTOUCHED:
            continue
        bits = advance(record, rules[0], actions[i], work)
        if bits != 0:
            ended += 1
            write_rewards(record["public"], rules[0], rewards[i])
            terminated[i] = bits & TERMINATED != 0
            truncated[i] = bits & TRUNCATED != 0
            look(record, rules[0], final_observation[i], mask[i])
            if autoreset:
                advance(record, rules[0], RESTART, work)
        look(record, rules[0], observation[i], mask[i])
        current_player[i] = record["public"]["to_act"]
    return ended


def step_rows(
    records: Any,
    rules: Any,
    actions: Any,
    start: int,
    stop: int,
    autoreset: bool,
    observation: Any,
    mask: Any,
    current_player: Any,
    rewards: Any,
    terminated: Any,
    truncated: Any,
    final_observation: Any,
) -> int:
    """One action on each row but those with UNTOUCHED; the number of games that ended."""
    actions = with_lost_tables(records, rules, actions, start, stop)
    shows_sets = observation.shape[1] > OBSERVATION_SIZE
    ended: int = advance_rows(
        records,
        rules,
        actions,
        start,
        stop,
        autoreset and not shows_sets,
        observation,
        mask,
        current_player,
        rewards,
        terminated,
        truncated,
        final_observation,
    )
    if shows_sets:
        stepped = np.flatnonzero(actions[start:stop] != UNTOUCHED) + start
        over = stepped[terminated[stepped] | truncated[stepped]]
        for i in stepped:
            show_sets(records, i, rules, observation[i])
        final_observation[over] = observation[over]
        for i in over if autoreset else ():
            play(records, int(i), rules, RESTART, observation[i], mask[i])
            current_player[i] = records["public"]["to_act"][i]
    return ended


def reset_rows(
    records: Any,
    rules: Any,
    start: int,
    stop: int,
    observation: Any,
    mask: Any,
    current_player: Any,
) -> None:
    """Start the next game on rows ``start`` to ``stop`` - 1."""
    n, size = observation.shape
    players = int(rules[0]["players"])
    step_rows(
        records,
        rules,
        np.full(n, RESTART, dtype=np.int64),
        start,
        stop,
        True,
        observation,
        mask,
        current_player,
        np.zeros((n, players), dtype=np.float32),
        np.zeros(n, dtype=np.bool_),
        np.zeros(n, dtype=np.bool_),
        np.zeros((n, size), dtype=np.int8),
    )


@njit
def observe_rows(
    records: Any, rules: Any, seats: Any, start: Any, stop: Any, observation: Any
) -> None:
    """What seat ``seats[i]`` of each row sees."""
    for i in range(start, stop):
        record = records[i]
        seat = seats[i]
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
