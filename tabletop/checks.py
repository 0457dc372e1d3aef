"""Checks of what users hand to an environment; every error is one line."""

from collections.abc import Mapping
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import UserError, nearest
from .game import Game, Records

ILLEGAL_MODES = ("penalty", "terminate", "raise")
RENDER_MODES = ("human", "ansi", "rgb_array")


def check_choice(what: str, value: Any, choices: tuple[str, ...]) -> str:
    """The value when it is one of the words."""
    if value not in choices:
        raise UserError(f"{what} is {value!r}; {nearest(str(value), choices)}")
    return str(value)


def check_count(what: str, value: Any) -> int:
    """A whole number, 1 or more."""
    whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not whole or value < 1:
        raise UserError(f"{what} is {value!r}; want a whole number, 1 or more")
    return int(value)


def check_flag(what: str, value: Any) -> bool:
    """True or False and nothing that merely reads like one."""
    if not isinstance(value, (bool, np.bool_)):
        raise UserError(f"{what} is {value!r}; want True or False")
    return bool(value)


def check_seats(what: str, seats: Any, rows: int, players: int) -> NDArray[np.int64]:
    """A seat for all rows or one per row, as int64 (rows,)."""
    given = np.asarray(seats)
    if given.dtype.kind not in "iu" or given.shape not in ((), (rows,)):
        raise UserError(f"{what}: seat {seats!r}; want a seat, or integers of shape ({rows},)")
    if ((given < 0) | (given >= players)).any():
        raise UserError(f"{what}: seat {seats!r}; want 0 to {players - 1}")
    return np.full(rows, given, np.int64)


def check_seed(seed: Any) -> int | None:
    """A seed as Python's int, or None."""
    if seed is None:
        return None
    try:
        number = index(seed)
    except TypeError:
        raise UserError(f"seed is {seed!r}; want an integer or None") from None
    if number < 0:
        raise UserError(f"seed is {number}; want 0 or more")
    return number


def check_action(action: Any, num_actions: int) -> int:
    """An action as Python's int in 0 … num_actions-1."""
    try:
        number = index(action)
    except TypeError:
        text = f"action is {action!r}; want an integer from 0 to {num_actions - 1}"
        raise UserError(text) from None
    if not 0 <= number < num_actions:
        raise UserError(f"action is {number}; want 0 to {num_actions - 1}")
    return number


def start_game(game: Game, records: Records, i: int, options: Mapping[str, Any] | None) -> None:
    """Start the next game of a row as ``reset`` options ask: dealt, in a position, or shuffled.

    UserError (ValueError) with the row unchanged when the contents are wrong.
    """
    options = check_options(options)
    deal, position = options.get("deal"), options.get("position")
    if deal is not None and position is not None:
        raise UserError("options: want either 'deal' or 'position', not both")
    if deal is not None:
        game.reset_with_deal(records, i, _mapping("deal", deal))
    elif position is not None:
        game.reset_to_position(records, i, _mapping("position", position))
    else:
        game.kernels.reset(records, i, game.rules_record)


def check_options(options: Any) -> Mapping[str, Any]:
    """``reset`` options as a mapping; unknown keys in it are ignored."""
    if options is None:
        return {}
    return _mapping("options", options)


def _mapping(what: str, value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise UserError(f"{what} is {value!r}; want a mapping")
    return value
