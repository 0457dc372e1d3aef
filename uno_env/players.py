"""Scripted UNO players: random, and one that plays by rules of thumb.

They see the int8 observation and the mask and nothing else.  No torch.  Not imported by the
environments; found by name through ``UnoGame.players``.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletop.game import Game
from tabletop.jit import int64, njit

from .cards import (
    ACTION_CALL,
    ACTION_CATCH,
    ACTION_DRAW,
    ACTION_PASS,
    DRAW_TWO,
    MAX_PLAYERS,
    NUM_TYPES,
    REVERSE,
    SKIP,
    WILD,
    WILD_DRAW_FOUR,
)
from .observe import LAYOUT
from .plays import card_of, color_of
from .rules import COMBO_SAME_SYMBOL
from .state import CATCH, CHALLENGE, SWAP

_PHASE = LAYOUT["phase"].slice.start
_LAID_BY = LAYOUT["laid_by"].slice.start
_REVERSED = LAYOUT["reversed"].slice.start
_PLAYING = LAYOUT["playing"].slice.start
_HAND_SIZES = LAYOUT["hand_sizes"].slice.start
_LACKED = LAYOUT["lacked"].slice.start


class RandomPlayer:
    """Every legal action is equally likely."""

    def __init__(self, game: Game | None = None) -> None:
        self.name = "random"
        self.seed(0)

    def seed(self, seed: int) -> None:
        """Start the player's randomness anew."""
        self._rng = np.random.default_rng(seed)

    def act(
        self, observation: NDArray[np.int8], action_mask: NDArray[np.int8]
    ) -> NDArray[np.int64]:
        """A uniformly drawn legal action for each row."""
        keys = self._rng.random(action_mask.shape)
        keys[action_mask == 0] = -1.0
        return np.asarray(keys.argmax(axis=1), dtype=np.int64)


class RulesPlayer:
    """Rules of thumb: sheds its longest colour and combinations, keeps wilds for need, stacks,
    cuts, calls, catches, and turns draw cards and Skips on a neighbour who is about to win."""

    deterministic = True  # the answer depends on nothing but observation and mask

    def __init__(self, game: Game) -> None:
        self.name = "rules"
        record = game.rules_record[0]
        self._combos = int(record["combo"]) == COMBO_SAME_SYMBOL
        self._own_hand = bool(record["own_hand"])
        self._keep_number = not bool(record["finish_on_function_card"])

    def seed(self, seed: int) -> None:
        """The player has no randomness."""

    def act(
        self, observation: NDArray[np.int8], action_mask: NDArray[np.int8]
    ) -> NDArray[np.int64]:
        """The action of each row."""
        out = np.zeros(len(observation), dtype=np.int64)
        act_rows(
            np.ascontiguousarray(observation),
            np.ascontiguousarray(action_mask),
            self._combos,
            self._own_hand,
            self._keep_number,
            out,
        )
        return out


@njit
def neighbour(obs: Any) -> int:
    """Relative seat of the next player still in the round."""
    players = 0
    for k in range(MAX_PLAYERS):
        if obs[_PLAYING + k] or obs[_HAND_SIZES + k]:
            players = k + 1
    step = -1 if obs[_REVERSED] else 1
    seat = 0
    for _ in range(MAX_PLAYERS):
        seat = (seat + step) % max(players, 1)
        if obs[_PLAYING + seat]:
            return seat
    return seat


@njit
def lowest_other(obs: Any) -> int:
    """The fewest cards that any other player holds."""
    lowest = 127
    for k in range(1, MAX_PLAYERS):
        if obs[_PLAYING + k]:
            lowest = min(lowest, int64(obs[_HAND_SIZES + k]))
    return lowest


@njit
def color_count(obs: Any, color: Any) -> int:
    """Cards of a colour in the own hand."""
    total = 0
    for symbol in range(13):
        total += int64(obs[13 * color + symbol])
    return total


@njit
def symbol_count(obs: Any, symbol: Any) -> int:
    """Cards with a number or function in the own hand."""
    total = 0
    for color in range(4):
        total += int64(obs[13 * color + symbol])
    return total


@njit
def number_cards(obs: Any) -> int:
    """Number cards in the own hand."""
    total = 0
    for color in range(4):
        for symbol in range(SKIP):
            total += int64(obs[13 * color + symbol])
    return total


@njit
def danger_value(obs: Any, card: Any, next_cards: Any) -> float:
    """What a card does against a neighbour with few cards."""
    if next_cards > 3:
        return 0.0
    weight = float(4 - next_cards)
    if card == WILD_DRAW_FOUR:
        return 4.0 * weight
    if card < WILD:
        symbol = card % 13
        if symbol == DRAW_TWO:
            return 4.0 * weight
        if symbol in (SKIP, REVERSE):
            return 2.5 * weight
    return 0.0


@njit
def card_value(
    obs: Any, action: Any, combos: bool, own_hand: bool, keep_number: bool, near_end: bool
) -> float:
    """How much the player likes to lay a card now."""
    card = card_of(action)
    color = color_of(action)
    size = int64(obs[_HAND_SIZES])
    next_seat = neighbour(obs)
    value = danger_value(obs, card, int64(obs[_HAND_SIZES + next_seat]))
    value += 0.6 * color_count(obs, color)
    if obs[_LACKED + 4 * next_seat + color]:
        value += 1.0  # the neighbour drew on this colour
    if card >= WILD:
        value -= 6.0 if size > 2 and not near_end else 0.0
        value += 6.0 if own_hand and near_end else 0.0  # 50 points in the hand
        return value - (1.0 if card == WILD_DRAW_FOUR and size > 3 else 0.0)
    symbol = card % 13
    if combos and symbol < DRAW_TWO:
        value += 3.0 * (symbol_count(obs, symbol) - 1)
    if symbol >= SKIP:
        value += 2.0 if own_hand and near_end else 0.5
        if keep_number and size <= 4:
            value += 2.0  # HKU-16: a function card can't be the last
    elif keep_number and number_cards(obs) == 1 and size > 1:
        value -= 4.0
    return value + 0.05 * min(symbol, 9)


@njit
def cards_shed(obs: Any, action: Any, combos: bool) -> int:
    """How many cards leave the hand when the player begins with this action."""
    card = card_of(action)
    if not combos or card >= WILD or card % 13 >= DRAW_TWO:
        return 1
    return symbol_count(obs, card % 13)


@njit
def best_card(obs: Any, mask: Any, combos: bool, own_hand: bool, keep_number: bool) -> int:
    """The card action that the player likes best, -1 when no card can be laid."""
    near_end = lowest_other(obs) <= 2
    best = -1
    best_value = 0.0
    for action in range(ACTION_DRAW):
        if mask[action]:
            value = card_value(obs, action, combos, own_hand, keep_number, near_end)
            if best < 0 or value > best_value:
                best = action
                best_value = value
    return best


@njit
def swap_target(obs: Any, mask: Any) -> int:
    """The choice of the smallest hand: k counts other players in the order of play."""
    step = -1 if obs[_REVERSED] else 1
    players = 0
    for k in range(MAX_PLAYERS):
        if obs[_PLAYING + k] or obs[_HAND_SIZES + k]:
            players = k + 1
    seat = 0
    choice = 0
    best = 0
    fewest = 127
    for _ in range(players - 1):
        seat = (seat + step) % players
        if obs[_PLAYING + seat] == 0:
            continue
        if int64(obs[_HAND_SIZES + seat]) < fewest and mask[choice]:
            fewest = int64(obs[_HAND_SIZES + seat])
            best = choice
        choice += 1
    return best


@njit
def act_row(obs: Any, mask: Any, combos: bool, own_hand: bool, keep_number: bool) -> int:
    """The action of one row."""
    phase = int64(obs[_PHASE]) - 1
    if phase == CATCH:
        return ACTION_CATCH
    if phase == CHALLENGE:  # a large hand has most likely held the colour
        many = obs[_HAND_SIZES + int64(obs[_LAID_BY])] >= 7
        return ACTION_CATCH if many else ACTION_PASS
    if phase == SWAP:
        return swap_target(obs, mask)
    best = best_card(obs, mask, combos, own_hand, keep_number)
    if best < 0:
        return ACTION_DRAW if mask[ACTION_DRAW] else ACTION_PASS
    left = int64(obs[_HAND_SIZES]) - cards_shed(obs, best, combos)
    if left == 0 and keep_number and best < WILD and best % 13 >= SKIP:
        left = 1  # HKU-16: the last of the function cards stays
    if mask[ACTION_CALL] and left == 1:
        return ACTION_CALL
    return best


@njit
def act_rows(
    observation: Any, mask: Any, combos: bool, own_hand: bool, keep_number: bool, out: Any
) -> None:
    """``act_row`` for every row."""
    for i in range(out.shape[0]):
        out[i] = act_row(observation[i], mask[i], combos, own_hand, keep_number)


assert NUM_TYPES == 54  # the hand is the first part of the observation, one entry a type
