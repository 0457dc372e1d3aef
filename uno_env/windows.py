"""The windows after a play: catch, cut, challenge (UN-6, UN-7), and the judging of calls (UN-8).

Every function returns the next *stage*; the loop in engine.py runs stages until somebody must
decide, so no function here calls the one that comes after it.  Imports legal, deck, state.
"""

from typing import Any

from tabletop.jit import int64, njit
from tabletop.random_stream import next_below

from .cards import WILD_DRAW_FOUR
from .deck import give_cards, next_active, pay_pending
from .legal import cut_bits
from .state import CATCH, CHALLENGE, CUT

# Stages.
ASK = 0  # somebody decides
PLAYED = 1  # a play or a cut was laid
CUTS = 2  # ask those who can cut
CHALLENGES = 3  # ask the next player about a WD4
EFFECTS = 4  # direction, seven_zero
SWAPPED = 5  # hands changed their holders
ADVANCE = 6  # on to the next turn
TURN_ENDED = 7  # a turn ended with no play
ROUND_OVER = 8
DEADLOCK = 9
TRUNCATE = 10


@njit
def next_asked(public: Any, seat: Any) -> int:
    """UN-7: who is asked after ``seat``, in the order of play before this play's Reverses."""
    back = public["resume"] == SWAPPED and public["turned"] != 0
    return next_active(public, seat, int64(public["active"]) - 1 if back else 1)


@njit
def open_catch(public: Any, seat: Any, penalty: Any, resume: Any) -> int:
    """Ask the other active players whether they catch ``seat``."""
    public["fault_seat"] = seat
    public["fault_penalty"] = penalty
    public["catch_left"] = int64(public["active"]) - (1 if public["out"][seat] == 0 else 0)
    public["resume"] = resume
    if public["catch_left"] == 0 or penalty == 0:
        return int64(resume)
    public["phase"] = CATCH
    public["to_act"] = next_asked(public, seat)
    return ASK


@njit
def judge_call(public: Any, rules: Any, seat: Any, by_play: Any, resume: Any) -> int:
    """UN-8: judge and clear the call of an ended turn or cut; open the window of a fault."""
    called = public["called"][seat]
    public["called"][seat] = 0
    one_left = public["hand_size"][seat] == 1
    if called and not one_left:
        return open_catch(public, seat, int64(rules["wrong_call_penalty"]), resume)
    if by_play and one_left and not called and rules["auto_call"] == 0:
        return open_catch(public, seat, int64(rules["uno_penalty"]), resume)
    return int64(resume)


@njit
def answer_catch(r: Any, caught: bool) -> int:
    """UN-7: the first catch ends the window; the caught player draws and loses no turn."""
    public = r["public"]
    seat = int64(public["fault_seat"])
    if caught:
        came = give_cards(r, seat, int64(public["fault_penalty"]))
        if seat == public["mover"]:
            r["hidden"]["bluffer_drew"] = int64(r["hidden"]["bluffer_drew"]) + came
        public["catch_left"] = 0
        return int64(public["resume"])
    public["catch_left"] = int64(public["catch_left"]) - 1
    asked = int64(public["to_act"])
    if public["catch_left"] == 0:
        return int64(public["resume"])
    public["to_act"] = next_asked(public, asked)
    return ASK


@njit
def may_cut(r: Any, rules: Any, seat: Any) -> bool:
    """HKU-21: an active player who did not lay the card, was not asked yet and holds it too."""
    public = r["public"]
    if seat == public["mover"] or public["out"][seat] != 0:
        return False
    if (int64(r["hidden"]["asked"]) >> seat) & 1:
        return False
    return bool(cut_bits(public, r["seats"][seat], rules) != 0)


@njit
def ask_cutter(r: Any, rules: Any) -> int:
    """HKU-23: ask one of those who can cut and were not asked yet, each equally likely."""
    public = r["public"]
    if rules["jump_in"] == 0:
        return CHALLENGES
    n = int64(public["num_players"])
    holders = 0
    for seat in range(n):
        if may_cut(r, rules, seat):
            holders += 1
    if holders == 0:
        return CHALLENGES
    k = 0 if holders == 1 else next_below(r["hidden"]["stream"], holders)
    for seat in range(n):
        if may_cut(r, rules, seat):
            if k == 0:
                public["to_act"] = seat
                break
            k -= 1
    public["phase"] = CUT
    r["hidden"]["asked"] = int64(r["hidden"]["asked"]) | (1 << int64(public["to_act"]))
    return ASK


@njit
def ask_challenge(r: Any, rules: Any) -> int:
    """OFU-3: the next player may challenge a WD4 laid in turn by a player who is still in."""
    public = r["public"]
    mover = int64(public["mover"])
    if rules["wd4_challenge"] == 0 or public["challengeable"] == 0:
        return EFFECTS
    if public["top"] != WILD_DRAW_FOUR or public["out"][mover] != 0:
        return EFFECTS
    public["phase"] = CHALLENGE
    public["to_act"] = next_active(public, mover, 1)
    return ASK


@njit
def answer_challenge(r: Any, challenged: bool) -> int:
    """OFU-3, OFU-7: guilty draws the sum; innocent, the challenger draws it and two more."""
    public = r["public"]
    public["challengeable"] = 0
    if not challenged:
        return EFFECTS
    challenger = int64(public["to_act"])
    if r["hidden"]["guilty"]:
        pay_pending(r, int64(public["mover"]))
        return EFFECTS
    public["pending"] = int64(public["pending"]) + 2
    pay_pending(r, challenger)
    public["mover"] = challenger
    return ADVANCE
