"""Reference Rummikub, part 5: scores and rewards (HKR-30 … HKR-36, OFR-3, TWR-8)."""

from tests.reference.rummikub_partition import can_meld, face_sum
from tests.reference.rummikub_tiles import Counts, Rules


def rack_total(rules: Rules, rack: Counts, melded: bool) -> int:
    """What a rack counts at the end (HKR-30, 31, 32)."""
    if rules.no_meld_counts is not None and not melded:
        could_not, could = rules.no_meld_counts
        able = can_meld(rack, rules.initial_meld_points, rules.numbers, rules.colors)
        return could if able else could_not
    return face_sum(rack, rules.joker_penalty)


def scores_when_out(totals: list[int], winner: int) -> list[float]:
    """HKR-30, TWR-8: the others lose their racks, the winner gets the sum."""
    scores = [-float(total) for total in totals]
    scores[winner] = float(sum(total for seat, total in enumerate(totals) if seat != winner))
    return scores


def scores_by_lowest(totals: list[int]) -> tuple[list[float], list[int]]:
    """HKR-33, OFR-3: the lowest total wins the differences; joint winners share.

    Returns the scores and the winning seats.
    """
    lowest = min(totals)
    winners = [seat for seat, total in enumerate(totals) if total == lowest]
    scores = [float(lowest - total) for total in totals]
    won = -sum(scores) / len(winners)
    for seat in winners:
        scores[seat] = won
    return scores, winners


def rewards(mode: str, scores: list[float], winners: list[int]) -> list[float]:
    """The rewards of a game that is over; `mode` is `"score"`, `"win"` or `"rank"`."""
    n = len(scores)
    if mode == "score":
        mean = sum(scores) / n
        return [(score - mean) / 100 for score in scores]
    if mode == "win":
        return win_rewards(n, winners)
    assert mode == "rank"
    return [rank_reward(scores, seat) for seat in range(n)]


def win_rewards(n: int, winners: list[int]) -> list[float]:
    """The winners share +1, the others share −1; nothing when everybody won."""
    if len(winners) == n:
        return [0.0] * n
    return [1 / len(winners) if s in winners else -1 / (n - len(winners)) for s in range(n)]


def rank_reward(scores: list[float], seat: int) -> float:
    """+1 for the best score down to −1 for the worst in even steps; equal scores share the mean."""
    n = len(scores)
    above = sum(score > scores[seat] for score in scores)
    equal = sum(score == scores[seat] for score in scores)
    places = range(above, above + equal)
    return sum(1 - 2 * place / (n - 1) for place in places) / equal
