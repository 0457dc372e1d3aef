"""From a laid card to the next decision: the stages of a round, run until somebody must decide.

Imports the other rule modules; engine.py applies the decisions.
"""

from typing import Any

from tabletop.game import ROUND_ENDED, SEAT_LEFT, TERMINATED, TRUNCATED
from tabletop.jit import int64, njit

from .cards import WILD
from .dealing import deal_round, opening_player
from .deck import next_active, pay_pending, remember
from .legal import can_stack
from .plays import turn_effects
from .scoring import (
    fill_places,
    first_place,
    lowest_hand,
    match_over,
    reward_leaver,
    settle_scores,
    take_place,
)
from .state import COLOR, HISTORY_HIT, OVER, PLAY
from .windows import (
    ADVANCE,
    ASK,
    CHALLENGES,
    CUTS,
    DEADLOCK,
    EFFECTS,
    PLAYED,
    ROUND_OVER,
    SWAPPED,
    TRUNCATE,
    TURN_ENDED,
    ask_challenge,
    ask_cutter,
    judge_call,
    open_catch,
)


@njit
def start_turn(r: Any, rules: Any, seat: Any) -> int:
    """The seat's turn begins, unless it is hit, the round is stuck or the turns are used up."""
    public = r["public"]
    if public["idle_turns"] >= public["active"]:
        public["to_act"] = seat
        return DEADLOCK
    if public["pending"] > 0 and not can_stack(public, rules):
        remember(public, seat, HISTORY_HIT)
        pay_pending(r, seat)
        public["mover"] = seat
        return ADVANCE
    public["to_act"] = seat
    if public["turns"] >= rules["max_turns"]:
        return TRUNCATE
    public["turns"] = int64(public["turns"]) + 1
    public["phase"] = PLAY
    public["mover"] = seat
    r["seats"][seat]["drawn"] = 0
    return ASK


@njit
def advance(r: Any, rules: Any) -> int:
    """UN-4: the turn goes from the mover past those who are skipped."""
    public = r["public"]
    steps = 1 + int64(public["skips"])
    public["skips"] = 0
    public["reverses"] = 0
    public["combo_size"] = 0
    return start_turn(r, rules, next_active(public, public["mover"], steps))


@njit
def turn_ended(r: Any, rules: Any) -> int:
    """A turn ended without a play: judge the call, count towards the deadlock of UN-2."""
    public = r["public"]
    return judge_call(public, rules, int64(public["mover"]), False, ADVANCE)


@njit
def go_out(r: Any, rules: Any) -> int:
    """HKU-17, TWU-31: an empty hand ends the round, or takes a place in it."""
    public = r["public"]
    seat = int64(public["mover"])
    take_place(public, seat)
    places_taken = int64(public["num_players"]) - int64(public["active"])
    if places_taken < int64(rules["places"]) and public["active"] > 1:
        if rules["target_score"] == 0:
            public["left"][seat] = 1
            reward_leaver(public, seat, rules)
        return CUTS
    return ROUND_OVER


@njit
def after_play(r: Any, rules: Any) -> int:
    """UN-6: an empty hand comes before every window; else the call is judged first."""
    public = r["public"]
    seat = int64(public["mover"])
    public["idle_turns"] = 0
    if public["hand_size"][seat] == 0:
        public["called"][seat] = 0
        return go_out(r, rules)
    return judge_call(public, rules, seat, True, CUTS)


@njit
def judge_swapped(public: Any, rules: Any) -> int:
    """Each one-card hand that changed its holder gets a catch window, called or not."""
    faults = int64(public["swap_faults"])
    if faults == 0 or rules["auto_call"]:
        public["swap_faults"] = 0
        return ADVANCE
    seat = int64(public["mover"])
    while (faults >> seat) & 1 == 0:
        seat = next_active(public, seat, 1)
    public["swap_faults"] = faults & ~(1 << seat)
    return open_catch(public, seat, int64(rules["uno_penalty"]), SWAPPED)


@njit
def end_round(r: Any, rules: Any, winner: Any) -> int:
    """Score the round; end the episode or deal the next round of the match.  Returns bits."""
    public = r["public"]
    settle_scores(r, winner, rules)
    if match_over(public, rules):
        public["over"] = 1
        public["phase"] = OVER
        return ROUND_ENDED | TERMINATED
    if public["turns"] >= rules["max_turns"]:
        public["over"] = 2
        public["phase"] = OVER
        return ROUND_ENDED | TRUNCATED
    starter = winner
    if rules["after_dealer"]:
        starter = (int64(public["starter"]) + 1) % int64(public["num_players"])
    deal_round(r, rules, starter)
    open_round(r, rules)
    return ROUND_ENDED


@njit
def truncate(r: Any, rules: Any) -> int:
    """UN-5: stopped by max_turns and scored as it stands.  Returns bits."""
    public = r["public"]
    winner = stuck_winner(r, rules)
    settle_scores(r, winner, rules)
    public["over"] = 2
    public["phase"] = OVER
    return ROUND_ENDED | TRUNCATED


@njit
def stuck_winner(r: Any, rules: Any) -> int:
    """UN-2: the lowest hand, ties from the seat that would act next; or the first out."""
    public = r["public"]
    first = int64(public["to_act"])
    if rules["places"] > 1:
        fill_places(r, first, rules)
        return first_place(public)
    return lowest_hand(r, first, rules)


@njit
def win_round(r: Any, rules: Any) -> int:
    """The mover's hand is empty and the round is over.  Returns bits."""
    public = r["public"]
    winner = int64(public["mover"])
    if rules["last_draw_card_drawn"] and public["pending"] > 0 and public["active"] > 0:
        pay_pending(r, next_active(public, winner, 1))  # OFU-6
    if rules["places"] > 1:
        while public["active"] == 1 and int64(public["num_players"]) - 1 < int64(rules["places"]):
            take_place(public, next_active(public, winner, 1))
        winner = first_place(public)
    return end_round(r, rules, winner)


@njit
def open_round(r: Any, rules: Any) -> None:
    """After the deal: the opening card's effect and the first decision."""
    public = r["public"]
    first = opening_player(r, rules)
    if rules["opening_effects"] and public["top"] >= WILD:
        public["phase"] = COLOR
        public["to_act"] = first
        public["mover"] = first
        return
    start_turn(r, rules, first)


@njit
def settle(r: Any, rules: Any, stage: Any) -> int:
    """Run stages until somebody must decide or the episode is over.  Returns bits."""
    public = r["public"]
    left_before = int64(public["active"])
    while stage != ASK:  # the usual order of stages, so that one pass does for most steps
        if stage == TURN_ENDED:
            stage = turn_ended(r, rules)
        if stage == PLAYED:
            stage = after_play(r, rules)
        if stage == CUTS:
            stage = ask_cutter(r, rules)
        if stage == CHALLENGES:
            stage = ask_challenge(r, rules)
        if stage == EFFECTS:
            stage = turn_effects(r, rules)
        if stage == SWAPPED:
            stage = judge_swapped(public, rules)
        if stage == ADVANCE:
            stage = advance(r, rules)
        if stage == ROUND_OVER:
            return win_round(r, rules)
        if stage == DEADLOCK:
            return end_round(r, rules, stuck_winner(r, rules))
        if stage == TRUNCATE:
            return truncate(r, rules)
    if int64(public["active"]) < left_before and rules["target_score"] == 0:
        return SEAT_LEFT
    return 0
