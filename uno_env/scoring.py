"""The end of a round: who won, what it counts, what it pays.  Imports deck, state, cards."""

from typing import Any

import numpy as np

from tabletop.jit import int64, njit

from .cards import MAX_PLAYERS, NUM_TYPES, SKIP, WILD
from .rules import REWARD_SCORE, REWARD_WIN


@njit
def card_points(card: Any, rules: Any) -> int:
    """What a card counts in a hand (HKU-50, TWU-30)."""
    if card >= WILD:
        return 50
    symbol = card % 13
    if symbol >= SKIP:
        return 20
    return 5 if rules["number_five"] else symbol


@njit
def hand_points(r: Any, seat: Any, rules: Any) -> int:
    """Card points of a hand."""
    hand = r["seats"][seat]["hand"]
    total = 0
    for card in range(NUM_TYPES):
        if hand[card]:
            total += int64(hand[card]) * card_points(card, rules)
    return total


@njit
def count_hands(records: Any, i: Any, rules: Any, out: Any) -> None:
    """Card points of every seat of a row into ``out`` (float32 (P,))."""
    for seat in range(out.shape[0]):
        out[seat] = hand_points(records[i], seat, rules[0])


@njit
def lowest_hand(r: Any, first: Any, rules: Any) -> int:
    """UN-2: the active seat with the lowest hand, ties to the first of them from seat ``first``."""
    public = r["public"]
    best = -1
    best_points = 0
    seat = int64(first)
    for _ in range(int64(public["num_players"])):
        if public["out"][seat] == 0:
            points = hand_points(r, seat, rules)
            if best < 0 or points < best_points:
                best = seat
                best_points = points
        seat = (seat + int64(public["direction"])) % int64(public["num_players"])
    return best


@njit
def take_place(public: Any, seat: Any) -> None:
    """The seat goes out of the round and takes the next place (TWU-31)."""
    n = int64(public["num_players"])
    public["out"][seat] = n - int64(public["active"]) + 1
    public["active"] = int64(public["active"]) - 1


@njit
def place_score(place: Any, rules: Any) -> int:
    """Points of a place: ``places`` for the first, one less for each after it, at least 0."""
    return max(int64(rules["places"]) + 1 - int64(place), 0)


@njit
def round_score(r: Any, seat: Any, winner: Any, rules: Any) -> int:
    """What a seat scores in the round that has just ended, in the ruleset's own sign."""
    public = r["public"]
    if rules["places"] > 1:
        place = int64(public["out"][seat])
        return place_score(place, rules) if place > 0 else 0
    if rules["own_hand"]:
        return hand_points(r, seat, rules)
    if seat != winner:
        return 0
    total = 0
    for other in range(int64(public["num_players"])):
        if other != seat:
            total += hand_points(r, other, rules)
    return total


@njit
def rank_reward(scores: Any, seat: Any, n: Any) -> float:
    """Evenly spaced from +1 for the best to -1 for the last; ties share the mean."""
    better = 0.0
    equal = 0.0
    for other in range(n):
        if scores[other] > scores[seat]:
            better += 1.0
        elif scores[other] == scores[seat]:
            equal += 1.0
    place = better + (equal - 1.0) / 2.0
    return float(1.0 - 2.0 * place / (n - 1))


@njit
def reward_of(scores: Any, seat: Any, winner: Any, n: Any, mode: Any) -> float:
    """The reward of one seat from the scores of all, higher is better (float64 (n,))."""
    if mode == REWARD_SCORE:
        total = 0.0
        for other in range(n):
            total += scores[other]
        return float((scores[seat] - total / n) / 100.0)
    if mode == REWARD_WIN:
        return 1.0 if seat == winner else -1.0 / (n - 1)
    return rank_reward(scores, seat, n)


@njit
def final_place_scores(public: Any, rules: Any, scores: Any) -> None:
    """Scores by place where the open places go to the seats still playing, in any order."""
    n = int64(public["num_players"])
    place = n - int64(public["active"]) + 1
    for seat in range(n):
        if public["out"][seat] > 0:
            scores[seat] = place_score(public["out"][seat], rules)
        else:
            scores[seat] = place_score(place, rules)
            place += 1


@njit
def reward_leaver(public: Any, seat: Any, rules: Any) -> None:
    """The reward of a seat that goes out while the others play on: its place is settled."""
    n = int64(public["num_players"])
    scores = np.zeros(MAX_PLAYERS, dtype=np.float64)
    final_place_scores(public, rules, scores)
    winner = -1
    for other in range(n):
        if public["out"][other] == 1:
            winner = other
    public["rewards"][seat] = reward_of(scores, seat, winner, n, rules["reward"])
    public["rewarded"] = 1


@njit
def settle_scores(r: Any, winner: Any, rules: Any) -> None:
    """Add the round's scores to the totals and set the rewards of all who are not paid yet."""
    public = r["public"]
    n = int64(public["num_players"])
    scores = np.zeros(MAX_PLAYERS, dtype=np.float64)
    sign = -1.0 if rules["own_hand"] and rules["places"] == 1 else 1.0
    for seat in range(n):
        score = float(round_score(r, seat, winner, rules))
        public["scores"][seat] += score
        scores[seat] = sign * score
        if rules["target_score"] > 0:
            percent = 100.0 * public["scores"][seat] / float(rules["target_score"])
            public["score_percent"][seat] = int64(min(percent, 100.0))
    for seat in range(n):
        if public["left"][seat] == 0:
            public["rewards"][seat] = reward_of(scores, seat, winner, n, rules["reward"])
    public["rewarded"] = 1
    public["round"] = int64(public["round"]) + 1


@njit
def fill_places(r: Any, first: Any, rules: Any) -> None:
    """Places still open go by the lowest hands (UN-2 under play for places)."""
    public = r["public"]
    while public["active"] > 0 and int64(public["num_players"]) - int64(public["active"]) < int64(
        rules["places"]
    ):
        take_place(public, lowest_hand(r, first, rules))


@njit
def first_place(public: Any) -> int:
    """The seat that went out first, -1 when nobody has."""
    for seat in range(int64(public["num_players"])):
        if public["out"][seat] == 1:
            return seat
    return -1


@njit
def match_over(public: Any, rules: Any) -> bool:
    """Whether somebody has the target score; without a target one round is all."""
    if rules["target_score"] == 0:
        return True
    for seat in range(int64(public["num_players"])):
        if public["scores"][seat] >= rules["target_score"]:
            return True
    return False
