"""Plays of the reference UNO engine: a card is laid, then catch, cut, challenge and effects.

Above ``uno_round``, below ``uno``.
"""

from functools import partial

from tests.reference.uno_cards import CATCH, PASS, WD4, card_of, color_after, color_of, symbol_of
from tests.reference.uno_round import ILLEGAL, Rounds
from tests.reference.uno_rules import can_be_stacked_on, may_finish


class Plays(Rounds):
    """What happens from a card's leaving the hand to the next player's turn."""

    def _penalty(self, action: int) -> int:
        """HKU-14: an illegal action costs the player to act the penalty; cards drawn."""
        if action != ILLEGAL:
            return 0
        return len(self.draw_cards(self.to_act, self.rules.illegal_penalty))

    # -- laying a card -----------------------------------------------------------------------------

    def _lay(self, seat: int, action: int) -> bool:
        """A card leaves the hand; UN-6a: draws count at once, skips and reverses later.

        False when that was the last card, with everything that follows from it done.
        """
        card, hand = card_of(action), self.hands[seat]
        color_before = self.color
        hand.remove(card)
        self.discard.append(card)
        self.laid.append(card)
        self.layer = seat
        self.color = color_after(action)
        self.guilty = any(color_of(other) == color_before for other in hand)  # OFU-3, OFU-7
        self.pending += {"draw two": 2, WD4: 4}.get(symbol_of(card), 0)
        self.skips += symbol_of(card) == "skip"
        self.reverses += symbol_of(card) == "reverse"
        self.empty_turns = 0
        if not hand:
            self._went_out(seat)
            return False
        return True

    def _went_out(self, seat: int) -> None:
        """UN-6: an empty hand ends the round before any window; TWU-31 plays on for places."""
        self.called[seat] = False
        self.placed.append(seat)
        left = self.active()
        if len(self.placed) < self.rules.places and len(left) > 1:
            if self.rules.target_score is None:
                self._reward_leaver(seat)
            self.cut_asked = []
            self._then(self._cut_window, self._effects)
            return
        if self.rules.last_draw_card_drawn and self.pending:  # OFU-6
            self.draw_cards(self.step_from(seat, 1), self.pending)
            self.pending = 0
        self._end_round(self.ranking_as_it_stands(seat))

    def _close_play(self, seat: int) -> None:
        """UN-6: catch, cut, challenge, effects."""
        self.cut_asked = []
        self._then(
            partial(self._judge_call, seat, True),
            self._cut_window,
            self._challenge_window,
            self._effects,
        )

    # -- windows -----------------------------------------------------------------------------------

    def _judge_call(self, seat: int, played: bool) -> None:
        """HKU-20, UN-8: at the end of a turn or cut; a fault opens the catch window."""
        called, self.called[seat] = self.called[seat], False
        if self.rules.uno_call != "explicit":
            return
        one_card = len(self.hands[seat]) == 1
        if called and not one_card:
            self._open_catch(seat, self.rules.wrong_call_penalty, self.direction)
        elif played and one_card and not called:
            self._open_catch(seat, self.rules.uno_penalty, self.direction)

    def _open_catch(self, seat: int, penalty: int, direction: int) -> None:
        if penalty > 0:
            self.culprit, self.catch_penalty = seat, penalty
            self.catch_askers = self.others_after(seat, direction)
            self._first(self._catch_window)

    def _catch_window(self) -> None:
        if self.catch_askers:
            self._ask("catch", self.catch_askers.pop(0))

    def _decide_catch(self, action: int) -> None:
        self._penalty(action)
        if action == CATCH:  # UN-7: the first catch ends it
            self.draw_cards(self.culprit, self.catch_penalty)
        else:
            self._first(self._catch_window)

    def _cut_window(self) -> None:
        """HKU-21, HKU-23: holders of the identical card are asked in a drawn order."""
        if not self.rules.jump_in:
            return
        holders = [
            seat
            for seat in self.active()
            if seat != self.layer
            and seat not in self.cut_asked
            and self.top in self.hands[seat]
            and may_finish(self.rules, self.top, self.hands[seat])
        ]
        if holders:
            seat = self.chance.next_cutter(holders)
            self.cut_asked.append(seat)
            self._ask("cut", seat)

    def _decide_cut(self, action: int) -> None:
        seat = self.to_act
        if action < 0 or action == PASS:
            self._penalty(action)
            self._first(partial(self._judge_call, seat, False), self._cut_window)
            return
        self.was_cut = True
        self.agenda = []
        if self._lay(seat, action):
            self._close_play(seat)

    def _challenge_window(self) -> None:
        """OFU-3; HKU-25: a cut WD4 can't be challenged."""
        if self.rules.wd4_challenge and self.top == WD4 and not self.was_cut:
            self._ask("challenge", self.step_from(self.layer, 1))

    def _decide_challenge(self, action: int) -> None:
        seat = self.to_act
        self._penalty(action)
        if action != CATCH:
            return
        if self.guilty:  # OFU-7: the bluffer draws the stack, the challenger has a normal turn
            self.draw_cards(self.layer, self.pending)
            self.pending = 0
            return
        self.draw_cards(seat, self.pending + 2)
        self.pending = 0
        self._then(lambda: self._begin_turn(self.step_from(seat, 1)))

    # -- effects -----------------------------------------------------------------------------------

    def _effects(self) -> None:
        """Direction, skips, swaps, and who is next."""
        skips, old_direction = self.skips, self.direction
        if self.reverses % 2 and len(self.active()) > 2:
            self.direction = -self.direction
        elif self.reverses % 2:
            skips += 1  # UN-3
        self._then(partial(self._next_after_play, self.layer, 1 + skips))
        function = symbol_of(self.top)
        if self.rules.seven_zero and self.layer not in self.placed:
            self.swap_direction = old_direction
            if function == "7":
                self._ask("swap", self.layer)
            elif function == "0":
                self._pass_hands_on()

    def begin(self, seat: int) -> None:
        """Play on from a table that was set up: the seat's turn, or the hit that it is due."""
        self._next_after_play(self.step_from(seat, 1, -self.direction), 1)

    def _next_after_play(self, seat: int, count: int) -> None:
        seat = self.step_from(seat, count)
        if self.pending and not can_be_stacked_on(self.rules, self.top):
            self.draw_cards(seat, self.pending)  # UN-6a: hits without asking
            self.pending = 0
            seat = self.step_from(seat, 1)
        self._begin_turn(seat)

    def _pass_hands_on(self) -> None:
        """A 0 moves all hands in the direction of play."""
        row = [self.layer, *self.others_after(self.layer, self.direction)]
        hands = [self.hands[seat] for seat in row]
        for seat, hand in zip(row, hands[-1:] + hands[:-1], strict=True):
            self.hands[seat] = hand
        self._catch_moved_hands(row)

    def _decide_swap(self, action: int) -> None:
        seat = self.to_act
        other = self.others_after(seat, self.direction)[max(action, 0)]
        self.hands[seat], self.hands[other] = self.hands[other], self.hands[seat]
        self._catch_moved_hands([seat, other])

    def _catch_moved_hands(self, seats: list[int]) -> None:
        """Each one-card hand that changed its holder gets a catch window, called or not."""
        if self.rules.uno_call != "explicit":
            return
        way, penalty = self.swap_direction, self.rules.uno_penalty
        one_card = [seat for seat in seats if len(self.hands[seat]) == 1]
        self._first(*[partial(self._open_catch, seat, penalty, way) for seat in one_card])

    def _decide_color(self, action: int) -> None:
        """OFU-1: the first player names the colour of an opening Wild and then plays."""
        self.color = color_after(max(action, 52))
        self._then(partial(self._begin_turn, self.to_act))
