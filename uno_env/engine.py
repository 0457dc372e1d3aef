"""The rules of UNO, one decision at a time: ``step`` and ``reset``.

``step`` applies a decision and lets flow.py run on until somebody must decide again.  Imports
every other module of the rules; nothing here knows of environments.
"""

from typing import Any

from tabletop.game import ILLEGAL
from tabletop.jit import int64, njit

from .cards import ACTION_CALL, ACTION_CATCH, ACTION_DRAW, ACTION_PASS, ACTION_WILD, MAX_PLAYERS
from .dealing import (
    clear_game,
    clear_round,
    clear_seats,
    deal_hands,
    deal_round,
    draw_for_lead,
    turn_opening_card,
)
from .deck import give_cards, remember
from .flow import open_round, settle, start_turn, truncate
from .legal import may_lay, playable_bits
from .plays import (
    begin_play,
    continue_combo,
    cut,
    draw_action,
    note_idle,
    play_or_continue,
    swap_hands_of,
)
from .state import (
    CATCH,
    CHALLENGE,
    COLOR,
    COMBO,
    CUT,
    DRAWN,
    HISTORY_ILLEGAL,
    HISTORY_SWAP,
    HISTORY_TIMEOUT,
    PLAY,
    SWAP,
)
from .windows import ASK, CUTS, PLAYED, TURN_ENDED, answer_catch, answer_challenge, judge_call

LOST_TURN = -1
DECISIONS_PER_TURN = 20  # the hard cap on decisions is this many times max_turns


@njit
def decide_play(r: Any, rules: Any, seat: Any, action: Any) -> int:
    """A legal action of a normal turn."""
    if action == ACTION_DRAW:
        return draw_action(r, rules, seat)
    begin_play(r, seat, action)
    return play_or_continue(r, rules, seat)


@njit
def decide_drawn(r: Any, seat: Any, action: Any) -> int:
    """The drawn card is laid, and starts no combination, or kept."""
    if action == ACTION_PASS:
        r["seats"][seat]["drawn"] = 0
        return TURN_ENDED
    begin_play(r, seat, action)
    return PLAYED


@njit
def decide_combo(r: Any, rules: Any, seat: Any, action: Any) -> int:
    """Another card of the combination, or its end."""
    if action == ACTION_PASS:
        return PLAYED
    continue_combo(r, seat, action)
    return play_or_continue(r, rules, seat)


@njit
def decide_cut(r: Any, rules: Any, seat: Any, action: Any) -> int:
    """A cut, or a declined one, whose call is judged before the next cutter is asked (UN-8)."""
    if action == ACTION_PASS:
        return judge_call(r["public"], rules, seat, False, CUTS)
    cut(r, seat, action)
    return PLAYED


@njit
def decide(r: Any, rules: Any, action: Any) -> int:
    """A legal action; returns the next stage."""
    public = r["public"]
    seat = int64(public["to_act"])
    phase = public["phase"]
    if action == ACTION_CALL:
        public["called"][seat] = 1
        remember(public, seat, ACTION_CALL + 1)
        return ASK
    if phase == PLAY:
        return decide_play(r, rules, seat, action)
    if phase == DRAWN:
        return decide_drawn(r, seat, action)
    if phase == COMBO:
        return decide_combo(r, rules, seat, action)
    if phase == CUT:
        return decide_cut(r, rules, seat, action)
    if action == ACTION_CATCH:
        remember(public, seat, ACTION_CATCH + 1)
    if phase == CATCH:
        return answer_catch(r, action == ACTION_CATCH)
    if phase == CHALLENGE:
        return answer_challenge(r, action == ACTION_CATCH)
    if phase == SWAP:
        remember(public, seat, HISTORY_SWAP + int64(action))
        return swap_hands_of(r, action)
    public["color"] = int64(action) - ACTION_WILD
    remember(public, seat, int64(action) + 1)
    return start_turn(r, rules, seat)


@njit
def declined(phase: Any) -> int:
    """What a window takes for granted: a pass, the colour red, the next player to swap with."""
    if phase == COLOR:
        return ACTION_WILD
    if phase == SWAP:
        return 0
    return ACTION_PASS


@njit
def time_out(r: Any, rules: Any) -> int:
    """HKU-15: the chance to play is lost, what is owed is paid; in a window it is a pass.

    Returns the action that stands for it, or LOST_TURN.
    """
    public = r["public"]
    if public["phase"] != PLAY:
        return declined(public["phase"])
    seat = int64(public["to_act"])
    note_idle(public)
    remember(public, seat, HISTORY_TIMEOUT)
    cards = r["seats"][seat]["mask"] & playable_bits(public, rules)
    owed = int64(public["pending"])
    public["pending"] = 0
    if owed == 0 and may_lay(public, seat, rules, cards) == 0:
        owed = 1
    give_cards(r, seat, owed)
    return LOST_TURN


@njit
def illegal(r: Any, rules: Any) -> int:
    """HKU-14, UN-10: the penalty card; in one's own turn the turn is lost, a window is passed.

    Returns the action that stands for it, or LOST_TURN.
    """
    public = r["public"]
    phase = public["phase"]
    if phase in (COLOR, SWAP):
        return declined(phase)
    seat = int64(public["to_act"])
    remember(public, seat, HISTORY_ILLEGAL)
    penalty = int64(rules["illegal_penalty"])
    if phase == PLAY:
        note_idle(public)
        penalty += int64(public["pending"])
        public["pending"] = 0
    give_cards(r, seat, penalty)
    return LOST_TURN if phase == PLAY else declined(phase)


@njit
def step(records: Any, i: Any, rules: Any, action: Any) -> int:
    """Apply a legal or special action to row ``i``; returns the bits of tabletop.game."""
    r = records[i]
    rl = rules[0]
    public = r["public"]
    if public["rewarded"]:
        for seat in range(MAX_PLAYERS):
            public["rewards"][seat] = 0.0
        public["rewarded"] = 0
    public["decisions"] = int64(public["decisions"]) + 1
    chosen = int64(action)
    if action == ILLEGAL:
        chosen = illegal(r, rl)
    elif action < 0:  # the table can't be lost in UNO: every time-out is alike
        chosen = time_out(r, rl)
    bits = settle(r, rl, TURN_ENDED if chosen == LOST_TURN else decide(r, rl, chosen))
    if public["over"] == 0 and public["decisions"] >= DECISIONS_PER_TURN * int64(rl["max_turns"]):
        bits |= truncate(r, rl)
    return bits


@njit
def reset(records: Any, i: Any, rules: Any) -> None:
    """Start the next game of row ``i`` with a shuffled deal."""
    r = records[i]
    rl = rules[0]
    clear_game(r, rl)
    public = r["public"]
    lead = draw_for_lead(public, r["hidden"], rl)
    if rl["after_dealer"]:
        lead = (lead + 1) % int64(public["num_players"])
    deal_round(r, rl, lead)
    open_round(r, rl)


@njit
def begin_dealt(records: Any, i: Any, rules: Any, order: Any, starter: Any) -> None:
    """Start the next game of row ``i`` with a deck in the given order, uint8 (108,), next last.

    ``starter`` below zero is drawn for as usual.
    """
    r = records[i]
    rl = rules[0]
    clear_game(r, rl)
    public = r["public"]
    hidden = r["hidden"]
    lead = int64(starter)
    if lead < 0:
        lead = draw_for_lead(public, hidden, rl)
        if rl["after_dealer"]:
            lead = (lead + 1) % int64(public["num_players"])
    clear_round(public, hidden)
    clear_seats(r)
    hidden["deck"][:] = order
    hidden["fixed"] = rl["deck_count"]
    public["deck_size"] = rl["deck_count"]
    deal_hands(r, rl, lead)
    turn_opening_card(public, hidden, rl)
    open_round(r, rl)


@njit
def begin_position(records: Any, i: Any, rules: Any, starter: Any) -> None:
    """A blank table with ``starter`` to play; the caller fills in the cards (UN-9)."""
    r = records[i]
    clear_game(r, rules[0])
    clear_round(r["public"], r["hidden"])
    clear_seats(r)
    r["public"]["starter"] = starter
    r["public"]["to_act"] = starter
    r["public"]["mover"] = starter
    r["public"]["turns"] = 1
