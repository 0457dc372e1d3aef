"""A slow and obvious UNO engine, written from the rulebook alone.

It shares no code with the package under test.  The flow of play is a list of things still to come
(``agenda``); each either does something or sets a phase and waits for a decision.

Where the rulebook is silent, this referee chose:

- A seat that goes out in a round played on for places can't be caught or challenged (it can't be
  hit), but its last card can be cut; the effects go on to the next active player.
- A row of plays (UN-8) in a combination counts what was laid already, so a player who is down to
  one card there may still call and then pass.
- Turns that neither play nor draw count for the deadlock only while nothing is left to draw.
- ``max_turns`` is looked at when the next turn would begin: windows and effects of the last turn
  are played out.  20 x as many decisions end the game wherever it stands.
- A deadlocked or truncated round played on for places fills the remaining places by lowest hand.
- A fault without a penalty (0 cards) opens no catch window.
- An illegal naming of a colour or partner counts as red and +1 and costs no card.
- A time-out draw is one card, also with ``draw_until_playable``.
- Rank rewards go by the round's scores alone; a winner by tie-break shares with the equal hand.
- A deal that leaves no card which may open is dealt anew (tiny decks).
- The hands that a 7 or 0 moved are caught in the order of play, the player who laid it first.
- An opening Reverse gives the first turn to the seat before the starter whatever ``leader`` says.
"""

from collections.abc import Callable
from functools import partial

from tests.reference.uno_cards import CALL, CATCH, DRAW, PASS, actions_of
from tests.reference.uno_round import ILLEGAL, TIMEOUT
from tests.reference.uno_rules import followers, playable, row_leaves_one
from tests.reference.uno_windows import Plays

__all__ = ["ILLEGAL", "TIMEOUT", "UnoReference"]


class UnoReference(Plays):
    """One game (or match, with ``target_score``) of UNO under any rules."""

    # -- legal actions -----------------------------------------------------------------------------

    def legal_actions(self) -> list[int]:
        """The legal actions of the seat to act, rising; empty when the game is over."""
        choices: dict[str, Callable[[], list[int]]] = {
            "play": self._legal_play,
            "drawn": lambda: [*self._laying([self.drawn_card]), PASS],
            "combo": lambda: [*self._laying(self._followers()), PASS],
            "cut": lambda: [*self._laying([self.top]), PASS],
            "catch": lambda: [PASS, CATCH],
            "challenge": lambda: [PASS, CATCH],
            "color": lambda: list(range(52, 52 + self.rules.colors)),
            "swap": lambda: list(range(len(self.active()) - 1)),
        }
        if self.phase not in choices:
            return []
        legal = choices[self.phase]()
        return sorted([*legal, CALL] if self._may_call() else legal)

    def _laying(self, cards: list[str]) -> list[int]:
        return [action for card in cards for action in actions_of(card, self.rules.colors)]

    def _playable(self) -> list[str]:
        hand = self.hands[self.to_act]
        return playable(self.rules, hand, self.top, self.color, self.pending)

    def _followers(self) -> list[str]:
        return followers(self.rules, self.hands[self.to_act], self.laid, self.before)

    def _legal_play(self) -> list[int]:
        good = self._playable()
        may_draw = self.pending or self.rules.voluntary_draw or not good
        return [*self._laying(good), DRAW] if may_draw else self._laying(good)

    def _may_call(self) -> bool:
        """UN-8: offered when some row of plays from this hand leaves exactly one card."""
        if self.rules.uno_call != "explicit" or self.called[self.to_act]:
            return False
        hand = self.hands[self.to_act]
        if self.phase in ("drawn", "cut"):
            return len(hand) == 2
        if self.phase not in ("play", "combo"):
            return False
        starters = self._followers() if self.phase == "combo" else self._playable()
        return row_leaves_one(self.rules, hand, self.laid, self.before, starters)

    # -- decisions ---------------------------------------------------------------------------------

    def step(self, action: int) -> None:
        """Carry out a legal action, TIMEOUT or ILLEGAL, up to the next decision."""
        assert action in (TIMEOUT, ILLEGAL) or action in self.legal_actions(), action
        self.rewards = [0.0] * self.players
        self.round_ended = self.seat_left = False
        self.decisions += 1
        if action == CALL:
            self.called[self.to_act] = True
        else:
            phase, self.phase = self.phase, ""
            self._decide(phase, action)
            self._run()
        if not self.over and self.decisions >= 20 * self.max_turns:
            self._truncate(self.to_act)

    def _decide(self, phase: str, action: int) -> None:
        deciders: dict[str, Callable[[int], None]] = {
            "play": self._decide_play,
            "drawn": self._decide_drawn,
            "combo": self._decide_combo,
            "cut": self._decide_cut,
            "catch": self._decide_catch,
            "challenge": self._decide_challenge,
            "color": self._decide_color,
            "swap": self._decide_swap,
        }
        deciders[phase](action)

    def _decide_play(self, action: int) -> None:
        seat = self.to_act
        if action >= 0 and action != DRAW:
            self._lay_in_row(seat, action)
        elif self.pending:
            self._take_stack(action)
        elif action == DRAW:
            self._draw(seat)
        elif action == TIMEOUT and not self._playable():
            self._turn_without_play(len(self.draw_cards(seat, 1)))  # HKU-15
        else:
            self._turn_without_play(self._penalty(action))

    def _take_stack(self, action: int) -> None:
        """HKU-32, HKU-15, UN-10: the whole stack, and the penalty for an illegal action."""
        drawn = len(self.draw_cards(self.to_act, self.pending))
        self.pending = 0
        self._turn_without_play(drawn + self._penalty(action))

    def _draw(self, seat: int) -> None:
        drawn: list[str] = []
        while True:
            card = self.draw_cards(seat, 1)
            drawn += card
            fits = bool(card) and card[0] in self._playable()
            if fits or not card or not self.rules.draw_until_playable:
                break
        if fits and self.rules.play_drawn:
            self.drawn_card = drawn[-1]
            self.empty_turns = 0
            self._ask("drawn", seat)
        else:
            self._turn_without_play(len(drawn))

    def _turn_without_play(self, drawn: int) -> None:
        """The turn ends; UN-2 counts those in which there was nothing to do."""
        idle = drawn == 0 and not self.can_draw()
        self.empty_turns = self.empty_turns + 1 if idle else 0
        seat = self.to_act
        self._then(
            partial(self._judge_call, seat, False),
            lambda: self._begin_turn(self.step_from(seat, 1)),
        )

    def _decide_drawn(self, action: int) -> None:
        seat = self.to_act
        if action < 0 or action == PASS:
            self._penalty(action)
            self._turn_without_play(1)
            return
        if self._lay(seat, action):  # a drawn card starts no combination
            self._close_play(seat)

    def _decide_combo(self, action: int) -> None:
        seat = self.to_act
        if action < 0 or action == PASS:  # UN-10: the legal part stands
            self._penalty(action)
            self._close_play(seat)
        else:
            self._lay_in_row(seat, action)

    def _lay_in_row(self, seat: int, action: int) -> None:
        """HKU-11: one card of what may become a combination."""
        if not self._lay(seat, action):
            return
        if self._followers():
            self._ask("combo", seat)
        else:
            self._close_play(seat)
