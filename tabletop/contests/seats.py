"""Who decides at a table: a player in this process, or one in a process of its own.

A seat answers within the clock or is cut off; it never raises for what its player does.
Imports no game.
"""

import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..clock import GameClock
from ..game import Game, Records
from ..players import Player


@dataclass(frozen=True)
class Situation:
    """A decision to be made; ``observation`` int8 (O,) and ``mask`` int8 (A,) of the seat."""

    game: Game
    records: Records
    seat: int
    observation: NDArray[np.int8]
    mask: NDArray[np.int8]


@dataclass
class Decision:
    """An answer: the action, its cost in milliseconds, and what was wrong.

    ``problem``: empty, ``crash``, ``hang`` (killed) or ``silenced`` (not started again).
    ``events``: things to note that are no problem by themselves (``restart``).
    """

    action: int | None
    cost: int
    problem: str = ""
    detail: str = ""
    events: list[str] = field(default_factory=list)


class Seat(Protocol):
    """Somebody who decides for one seat in one game."""

    def decide(self, situation: Situation, clock: GameClock, game_left: int | None) -> Decision:
        """An answer by the clock; ``game_left`` milliseconds until the game is cut."""

    def close(self, result: dict[str, Any] | None) -> None:
        """The game is over; ``result`` holds the scores."""


def one_line(error: BaseException) -> str:
    """An exception in a few words, without addresses or paths (reports must not differ)."""
    text = f"{type(error).__name__}: {error}".splitlines()[0]
    text = re.sub(r"0x[0-9a-fA-F]+", "0x…", text)
    return re.sub(r"(?:[A-Za-z]:)?(?:[/\\][\w.+-]+){2,}", "…", text)[:160]


def act_once(player: Player, observation: NDArray[np.int8], mask: NDArray[np.int8]) -> int | None:
    """The player's action for one row; None when the answer is no whole number."""
    answer = np.asarray(player.act(observation[np.newaxis].copy(), mask[np.newaxis].copy()))
    if answer.size != 1 or not np.issubdtype(answer.dtype, np.integer):
        return None
    return int(answer.reshape(-1)[0])


class LocalSeat:
    """A player in this process.  It can't be cut off, only be late."""

    def __init__(self, player: Player, charge: int) -> None:
        self._player = player
        self._charge = charge
        notice: Callable[[float], None] | None = getattr(player, "notice", None)
        self._notice = notice

    def decide(self, situation: Situation, clock: GameClock, game_left: int | None) -> Decision:
        """See ``Seat``."""
        started = time.perf_counter()
        timer = self._tell(clock)
        action: int | None = None
        problem = detail = ""
        try:
            action = act_once(self._player, situation.observation, situation.mask)
        except Exception as error:
            problem, detail = "crash", one_line(error)
        finally:
            if timer is not None:
                timer.cancel()
        spent = round((time.perf_counter() - started) * 1000)
        return Decision(action, spent if clock.settings.wall else self._charge, problem, detail)

    def _tell(self, clock: GameClock) -> threading.Timer | None:
        """HKR-21: tell now, or while it thinks when real time is measured."""
        due = clock.notice_in
        if self._notice is None or due is None:
            return None
        if due == 0:
            clock.told()
            self._safe_notice((clock.left or 0) / 1000)
            return None
        if not clock.settings.wall:
            return None
        left = (clock.settings.notice or 0) / 1000
        timer = threading.Timer(due / 1000, self._ring, [clock, left])
        timer.daemon = True
        timer.start()
        return timer

    def _ring(self, clock: GameClock, seconds: float) -> None:
        clock.told()
        self._safe_notice(seconds)

    def _safe_notice(self, seconds: float) -> None:
        try:
            if self._notice is not None:
                self._notice(seconds)
        except Exception:  # a player that can't hear is no reason to stop
            self._notice = None

    def close(self, result: dict[str, Any] | None) -> None:
        """Nothing to do."""
