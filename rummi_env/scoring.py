"""The end of a game in numbers: what racks count, scores, rewards (HKR-30 to HKR-33, OFR-3).

Compiled functions over the parts of one record (``rummi_env.state``).
"""

from typing import Any

import numpy as np

from tabletop.jit import int64, njit

from .solver import completes_kernel
from .state import JOKER, TILE_TYPES

REWARD_SCORE, REWARD_WIN, REWARD_RANK = range(3)


@njit
def rack_sum(rack: Any, joker_penalty: Any) -> Any:
    """The numbers in a rack added up, a joker at its penalty (HKR-30, HKR-31)."""
    total = int64(rack[JOKER]) * joker_penalty
    for tile in range(JOKER):
        total += int64(rack[tile]) * (tile % 13 + 1)
    return total


@njit
def count_racks(records: Any, i: Any, rules: Any, out: Any) -> None:
    """The rack sum of every seat of a row into ``out`` (float32 (P,))."""
    for seat in range(out.shape[0]):
        out[seat] = rack_sum(records[i]["seats"][seat]["rack"], rules[0]["joker_penalty"])


@njit
def score_game(record: Any, rules: Any, work: Any) -> None:
    """Set the winners and scores of a game that has ended.

    A player without tiles has won (HKR-30).  If there is none, the lowest total wins and equal ones
    share (HKR-33, OFR-3).  A rack without initial meld may count 100 or 200 in place of its sum:
    100 if its tiles could not have made one, 200 if they could (HKR-32).
    """
    public = record["public"]
    none, rack = np.zeros(TILE_TYPES, dtype=np.int8), np.zeros(TILE_TYPES, dtype=np.int8)
    points, numbers, colors = rules["meld_points"], rules["numbers"], rules["colors"]
    for seat in range(rules["players"]):
        held = record["seats"][seat]["rack"]
        total = rack_sum(held, rules["joker_penalty"])
        if public["melded"][seat] == 0 and rules["counts_no_meld"] != 0:
            for tile in range(TILE_TYPES):
                rack[tile] = held[tile]
            could = completes_kernel(none, rack, points, numbers, colors, work)
            total = rules["could_meld"] if could else rules["could_not_meld"]
        public["scores"][seat] = total
    share_scores(public, rules["players"])


@njit
def share_scores(public: Any, n: Any) -> None:
    """Turn rack totals (in ``scores``) into scores.

    Everybody's total is taken less the winner's, which is nothing for a player who went out; joint
    winners share the sum (HKR-33.2).
    """
    scores = public["scores"]
    out_seat = -1
    best = scores[:n].min()
    for seat in range(n):
        if public["rack_size"][seat] == 0:
            out_seat = seat
            best = 0.0
    lost = 0.0
    won = 0
    for seat in range(n):
        wins = seat == out_seat or (out_seat < 0 and scores[seat] == best)
        public["winners"][seat] = 1 if wins else 0
        won += 1 if wins else 0
        lost += scores[seat] - best
    for seat in range(n):
        scores[seat] = lost / won if public["winners"][seat] != 0 else best - scores[seat]


@njit
def write_rewards(public: Any, rules: Any, out: Any) -> None:
    """Rewards of a game that is over; zeros before.  ``out``: float32 (P,)."""
    out[:] = 0
    if public["over"] == 0:
        return
    n = rules["players"]
    if rules["reward"] == REWARD_SCORE:
        score_rewards(public["scores"], n, out)
    elif rules["reward"] == REWARD_WIN:
        win_rewards(public["winners"], n, out)
    else:
        rank_rewards(public["scores"], n, out)


@njit
def score_rewards(scores: Any, n: Any, out: Any) -> None:
    """Scores less their mean, divided by 100."""
    mean = 0.0
    for seat in range(n):
        mean += scores[seat]
    mean /= n
    for seat in range(n):
        out[seat] = (scores[seat] - mean) / 100


@njit
def win_rewards(winners: Any, n: Any, out: Any) -> None:
    """The winners share +1, the others share -1; nothing when all win."""
    won = 0
    for seat in range(n):
        won += int64(winners[seat])
    if won == n:
        return
    for seat in range(n):
        out[seat] = 1.0 / won if winners[seat] != 0 else -1.0 / (n - won)


@njit
def rank_rewards(scores: Any, n: Any, out: Any) -> None:
    """Ranks evenly spaced from +1 to -1; equal scores share the mean of their ranks."""
    for seat in range(n):
        above = 0
        equal = 0
        for other in range(n):
            if scores[other] > scores[seat]:
                above += 1
            elif scores[other] == scores[seat]:
                equal += 1
        out[seat] = 1.0 - (2.0 * above + equal - 1.0) / (n - 1)
