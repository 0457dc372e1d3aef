"""Thinking time in contests: what a decision costs, and whose time is over.

All times are whole milliseconds, so that games played one by one and in batches add up alike.
``wall`` measures real time; ``virtual`` charges a fixed number of seconds per decision, so that a
contest is reproducible to the byte.  Imports nothing of this project.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

# Decisions in these phases are asked out of turn: each has time of its own (HKU-15, UN-7).
WINDOW_PHASES = ("cut", "catch", "challenge", "redeal")


def milliseconds(seconds: float) -> int:
    """Seconds as whole milliseconds."""
    return round(seconds * 1000)


@dataclass(frozen=True)
class ClockSettings:
    """Limits in milliseconds; None means no limit.

    ``per`` is ``"turn"`` (all decisions of a turn together, HKR-20) or ``"play"`` (a play with its
    call and combination together; a card drawn gives a new play, HKU-15).  Decisions out of turn
    have time of their own under both.
    """

    wall: bool = False
    per: str = "turn"
    limit: int | None = None
    notice: int | None = None
    game_limit: int | None = None
    charge: int = 2000
    charges: Mapping[str, int] = field(default_factory=dict)

    def charge_of(self, name: str, player: str) -> int:
        """Milliseconds that a virtual clock charges a decision of this entrant."""
        return self.charges.get(name, self.charges.get(player, self.charge))


def phases_apart(per: str) -> tuple[str, ...]:
    """Phases whose decisions have time of their own."""
    return (*WINDOW_PHASES, "drawn") if per == "play" else WINDOW_PHASES


class GameClock:
    """The time used in one game: in all, and in the running turn or play."""

    def __init__(self, settings: ClockSettings) -> None:
        self.settings = settings
        self.used = 0
        self._apart = phases_apart(settings.per)
        self._stretch: tuple[int, int, str] | None = None
        self._spent = 0
        self._told = False

    def begin(self, seat: int, turns: int, phase: str) -> None:
        """A decision is due; a new turn, play or window starts its own time."""
        stretch = (seat, turns, phase if phase in self._apart else "")
        if stretch != self._stretch:
            self._stretch, self._spent, self._told = stretch, 0, False

    @property
    def left(self) -> int | None:
        """Milliseconds left in the running turn or play; None without a limit."""
        limit = self.settings.limit
        return None if limit is None else max(0, limit - self._spent)

    @property
    def game_left(self) -> int | None:
        """Milliseconds left in the game; None without a limit."""
        limit = self.settings.game_limit
        return None if limit is None else max(0, limit - self.used)

    @property
    def notice_in(self) -> int | None:
        """Milliseconds until the player must be told that time runs short (HKR-21).

        0: now.  None: no notice is due in this turn any more.
        """
        left, notice = self.left, self.settings.notice
        if left is None or notice is None or self._told:
            return None
        return max(0, left - notice)

    def told(self) -> None:
        """The player has been told in this turn."""
        self._told = True

    def spend(self, cost: int) -> bool:
        """Charge a decision; False when it ran past the limit of the turn or play.

        What runs past the limit is not charged to the game: the referee cuts in at the limit.
        """
        left = self.left
        in_time = left is None or cost <= left
        charged = cost if left is None or in_time else left
        self._spent += charged
        self.used += charged
        return in_time

    def game_over_after(self, cost: int) -> bool:
        """Whether the time of the game runs out during a decision of this cost."""
        left, game_left = self.left, self.game_left
        charged = cost if left is None else min(cost, left)
        return game_left is not None and charged > game_left
