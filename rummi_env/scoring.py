"""The end of a game in numbers: what racks count, scores, rewards (HKR-30 to HKR-33, OFR-3).

Compiled functions over the parts of one record (``rummi_env.state``).
"""

from typing import Any

from tabletop.jit import njit

from .legal import could_meld
from .state import JOKER

REWARD_SCORE, REWARD_WIN, REWARD_RANK = range(3)


@njit
def rack_sum(rack: Any, joker_penalty: Any) -> Any:
    """The numbers in a rack added up, a joker at its penalty (HKR-30, HKR-31)."""
    total = int(rack[JOKER]) * int(joker_penalty)
    for tile in range(JOKER):
        total += int(rack[tile]) * (tile % 13 + 1)
    return total


@njit
def count_racks(records: Any, i: Any, rules: Any, out: Any) -> None:
    """The rack sum of every seat of a row into ``out`` (float32 (P,))."""
    for seat in range(out.shape[0]):
        out[seat] = rack_sum(records[i]["seats"][seat]["rack"], rules[0]["joker_penalty"])


@njit
def rack_counts(rack: Any, melded: Any, rules: Any, work: Any) -> Any:
    """What a rack counts at the end; without initial meld 100 or 200 in its place (HKR-32)."""
    if melded == 0 and rules["counts_no_meld"] != 0:
        if could_meld(rack, rules, work):
            return int(rules["could_meld"])
        return int(rules["could_not_meld"])
    return rack_sum(rack, rules["joker_penalty"])


@njit
def score_game(record: Any, rules: Any, out_seat: Any, work: Any) -> None:
    """Set the winners and scores.

    ``out_seat`` is the player without tiles (HKR-30), or -1: then the lowest total wins and equal
    ones share (HKR-33, OFR-3).  Everybody's total is taken less the winner's, which is nothing
    for a player who went out.
    """
    public = record["public"]
    n = int(rules["players"])
    best = 1 << 30
    for seat in range(n):
        total = 0
        if seat != out_seat:
            rack = record["seats"][seat]["rack"]
            total = rack_counts(rack, public["melded"][seat], rules, work)
        public["scores"][seat] = total
        best = min(best, total)
    share_scores(public["scores"], public["winners"], n, out_seat, best)


@njit
def share_scores(scores: Any, winners: Any, n: Any, out_seat: Any, best: Any) -> None:
    """Turn rack totals (in ``scores``) into scores; joint winners share the sum (HKR-33.2)."""
    lost = 0.0
    won = 0
    for seat in range(n):
        winners[seat] = 1 if seat == out_seat or (out_seat < 0 and scores[seat] == best) else 0
        won += int(winners[seat])
        lost += scores[seat] - best
    for seat in range(n):
        scores[seat] = lost / won if winners[seat] != 0 else best - scores[seat]


@njit
def write_rewards(public: Any, rules: Any, out: Any) -> None:
    """Rewards of a game that is over; zeros before.  ``out``: float32 (P,)."""
    out[:] = 0
    if public["over"] == 0:
        return
    n = int(rules["players"])
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
        won += int(winners[seat])
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
