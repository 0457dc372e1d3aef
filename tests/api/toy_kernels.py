"""The compiled rules of high card (see ``toy_game``): records, and functions over them."""

from typing import Any

import numpy as np

from tabletop.game import ROUND_ENDED, SEAT_LEFT, TERMINATED, TRUNCATED, Kernels
from tabletop.jit import njit
from tabletop.random_stream import next_below, start_stream

CARDS, SEATS, PASS = 16, 5, 16
PASSED = CARDS + 1  # in ``played``: 0 nothing yet, card + 1, or PASSED
OBSERVATION = 2 * CARDS + 2 * SEATS + 1

PUBLIC = [
    ("to_act", "u1"), ("phase", "u1"), ("turns", "u4"), ("decisions", "u4"), ("over", "u1"),
    ("left", "u1", (SEATS,)), ("scores", "f4", (SEATS,)), ("rewards", "f4", (SEATS,)),
    ("played", "u1", (SEATS,)), ("seen", "u1", (CARDS,)), ("tricks", "u1"),
]  # fmt: skip
HIDDEN = [
    ("seed", "u8", (2,)), ("game_number", "u8"), ("stream", "u8", (4,)), ("order", "u1", (CARDS,)),
]  # fmt: skip
DTYPE = np.dtype(
    [("public", PUBLIC), ("seats", [("hand", "u1", (CARDS,))], (SEATS,)), ("hidden", HIDDEN)],
    align=True,
)
RULES_DTYPE = np.dtype(
    [("players", "i8"), ("hand_size", "i8"), ("play_on", "i8"), ("penalty", "f8"),
     ("max_turns", "i8"), ("reward", "i8")]
)  # fmt: skip


@njit
def deal(records: Any, i: Any, rules: Any, starter: Any) -> None:
    """Start a game from ``hidden.order``: the first cards go round, the rest stays hidden."""
    public = records[i]["public"]
    public["to_act"] = starter
    public["phase"] = 0
    public["turns"] = 0
    public["decisions"] = 0
    public["over"] = 0
    public["tricks"] = 0
    public["left"][:] = 0
    public["scores"][:] = 0
    public["rewards"][:] = 0
    public["played"][:] = 0
    public["seen"][:] = 0
    n = rules[0]["players"]
    for seat in range(SEATS):
        records[i]["seats"][seat]["hand"][:] = 0
    for k in range(n * rules[0]["hand_size"]):
        records[i]["seats"][k % n]["hand"][records[i]["hidden"]["order"][k]] = 1


@njit
def reset(records: Any, i: Any, rules: Any) -> None:
    """Shuffle, draw the starter and deal."""
    hidden = records[i]["hidden"]
    hidden["game_number"] += np.uint64(1)
    start_stream(hidden["stream"], hidden["seed"][0], hidden["seed"][1], hidden["game_number"])
    order = hidden["order"]
    for k in range(CARDS):
        order[k] = k
    for k in range(CARDS - 1):
        j = k + next_below(hidden["stream"], CARDS - k)
        order[k], order[j] = order[j], order[k]
    deal(records, i, rules, next_below(hidden["stream"], rules[0]["players"]))


@njit
def next_seat(public: Any, n: Any, seat: Any) -> Any:
    """The next seat after ``seat`` that is in the game and has not played, or -1."""
    for k in range(1, n + 1):
        other = (seat + k) % n
        if public["left"][other] == 0 and public["played"][other] == 0:
            return other
    return -1


@njit
def finish(public: Any, rules: Any, over: Any) -> Any:
    """The end: rewards of those still in, by the reward mode."""
    n = rules[0]["players"]
    public["over"] = over
    public["phase"] = 1
    best = public["scores"][:n].max()
    winners = (public["scores"][:n] == best).sum()
    for seat in range(n):
        score = public["scores"][seat]
        if rules[0]["reward"] == 0:
            public["rewards"][seat] = score - public["scores"][:n].sum() / n
        else:
            public["rewards"][seat] = n / winners - 1.0 if score == best else -1.0
        if public["left"][seat]:
            public["rewards"][seat] = 0.0
    return ROUND_ENDED | (TERMINATED if over == 1 else TRUNCATED)


@njit
def end_trick(public: Any, rules: Any, last: Any) -> Any:
    """Give the trick to the highest card; its player leads, or leaves when the others play on."""
    n = rules[0]["players"]
    winner, high, inside = -1, 0, 0
    for seat in range(n):
        card = public["played"][seat]
        if card != PASSED and card > high:
            winner, high = seat, card
        public["played"][seat] = 0
        inside += 1 - public["left"][seat]
    public["tricks"] += 1
    bits = 0
    if winner >= 0:
        public["scores"][winner] += 1
        if rules[0]["play_on"]:
            public["left"][winner] = 1
            inside -= 1
            bits = SEAT_LEFT | ROUND_ENDED
    if public["tricks"] == rules[0]["hand_size"] or inside <= 1:
        bits |= finish(public, rules, 1)
    if bits & SEAT_LEFT:
        public["rewards"][winner] = 1.0
    leader = winner if winner >= 0 else (last + 1) % n
    public["to_act"] = leader
    if public["left"][leader]:
        public["to_act"] = next_seat(public, n, leader)
    return bits


@njit
def step(records: Any, i: Any, rules: Any, action: Any) -> Any:
    """Play a card or pass; below zero: a penalty and a pass.  Returns the bits of the contract."""
    if action == -1:
        return 0
    public = records[i]["public"]
    me = np.int64(public["to_act"])
    public["decisions"] += np.uint32(1)
    public["turns"] += np.uint32(1)
    public["rewards"][:] = 0
    if action < 0:
        public["scores"][me] -= rules[0]["penalty"]
    if action < 0 or action == PASS:
        public["played"][me] = PASSED
    else:
        records[i]["seats"][me]["hand"][action] = 0
        public["seen"][action] = 1
        public["played"][me] = action + 1
    seat = next_seat(public, rules[0]["players"], me)
    bits = 0
    if seat >= 0:
        public["to_act"] = seat
    else:
        bits = end_trick(public, rules, me)
    if public["over"] == 0 and public["turns"] >= rules[0]["max_turns"]:
        bits |= finish(public, rules, 2)
    return bits


@njit
def write_observation(public: Any, own: Any, seat: Any, n: Any, out: Any) -> None:
    """What ``seat`` sees: nothing but the public part and its own."""
    out[:] = 0
    for card in range(CARDS):
        out[card] = own["hand"][card]
        out[CARDS + card] = public["seen"][card]
    for k in range(n):
        other = (seat + k) % n
        out[2 * CARDS + k] = public["played"][other]
        out[2 * CARDS + SEATS + k] = public["scores"][other]
    out[2 * CARDS + 2 * SEATS] = 1 if public["to_act"] == seat else 0


@njit
def write_mask(public: Any, own: Any, seat: Any, out: Any) -> None:
    """Cards in hand and *pass* for the seat to act; nothing for the others."""
    out[:] = 0
    if public["over"] == 0 and public["to_act"] == seat:
        for card in range(CARDS):
            out[card] = own["hand"][card]
        out[PASS] = 1


@njit
def observe(records: Any, i: Any, rules: Any, seat: Any, observation: Any) -> None:
    """Write the observation of a seat."""
    row = records[i]
    write_observation(row["public"], row["seats"][seat], seat, rules[0]["players"], observation)


@njit
def legal_mask(records: Any, i: Any, rules: Any, seat: Any, mask: Any) -> None:
    """Write the mask of a seat."""
    write_mask(records[i]["public"], records[i]["seats"][seat], seat, mask)


@njit
def rewards(records: Any, i: Any, rules: Any, out: Any) -> None:
    """Rewards of the last step."""
    for seat in range(rules[0]["players"]):
        out[seat] = records[i]["public"]["rewards"][seat]


@njit
def play(records: Any, i: Any, rules: Any, action: Any, observation: Any, mask: Any) -> Any:
    """Step, then what the seat to act sees and may do."""
    bits = step(records, i, rules, action)
    seat = np.int64(records[i]["public"]["to_act"])
    observe(records, i, rules, seat, observation)
    legal_mask(records, i, rules, seat, mask)
    return bits


@njit
def reset_rows(
    records: Any, rules: Any, start: Any, stop: Any, observation: Any, mask: Any, current: Any
) -> None:
    """Start a game on each row."""
    for i in range(start, stop):
        reset(records, i, rules)
        seat = np.int64(records[i]["public"]["to_act"])
        observe(records, i, rules, seat, observation[i])
        legal_mask(records, i, rules, seat, mask[i])
        current[i] = seat


@njit
def step_rows(
    records: Any, rules: Any, actions: Any, start: Any, stop: Any, autoreset: Any,
    observation: Any, mask: Any, current: Any, reward: Any, terminated: Any, truncated: Any,
    final_observation: Any,
) -> Any:  # fmt: skip
    """Step rows start … stop-1; with ``autoreset`` ended rows start their next game."""
    ended = 0
    for i in range(start, stop):
        reward[i, :] = 0
        terminated[i] = False
        truncated[i] = False
        if actions[i] == -1:
            continue
        bits = step(records, i, rules, actions[i])
        if bits & ROUND_ENDED:
            rewards(records, i, rules, reward[i])
        terminated[i] = (bits & TERMINATED) != 0
        truncated[i] = (bits & TRUNCATED) != 0
        if bits & (TERMINATED | TRUNCATED):
            ended += 1
            last = np.int64(records[i]["public"]["to_act"])
            observe(records, i, rules, last, final_observation[i])
            if autoreset:
                reset(records, i, rules)
        seat = np.int64(records[i]["public"]["to_act"])
        observe(records, i, rules, seat, observation[i])
        legal_mask(records, i, rules, seat, mask[i])
        current[i] = seat
    return ended


@njit
def observe_rows(
    records: Any, rules: Any, seats: Any, start: Any, stop: Any, observation: Any
) -> None:
    """Observations of one seat per row."""
    for i in range(start, stop):
        observe(records, i, rules, seats[i], observation[i])


KERNELS = Kernels(
    reset, step, observe, legal_mask, rewards, play, reset_rows, step_rows, observe_rows
)
