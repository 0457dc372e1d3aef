"""What is asked of a table and what it answers: one game, as plain values.

A contest yields ``GameRequest``s and gets ``GameOutcome``s back; who plays them (one by one, in
batches, or a journal of an interrupted contest) is not its business.  Imports no game.
"""

from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class GameRequest:
    """One game, or one extra round among tied players, at one table.

    ``seats`` names the players in seat order; ``starter`` is the seat that leads, None when the
    rules draw it.  ``number`` counts the games at the table from 1; ``extra`` the extra rounds of
    that game, 0 for the game itself.
    """

    stage: int
    table: int
    number: int
    extra: int
    seats: tuple[str, ...]
    starter: int | None
    seed: int

    @property
    def key(self) -> str:
        """The name of the game within its contest, also of its replay file."""
        tail = f"-extra{self.extra}" if self.extra else ""
        return f"stage{self.stage + 1}-table{self.table}-game{self.number}{tail}"


@dataclass
class Trouble:
    """Something that the referee wrote down about a player in one game."""

    name: str
    kind: str  # timeout, illegal, crash, hang, restart, silenced
    count: int
    first_turn: int
    detail: str


@dataclass
class GameOutcome:
    """What came out of a game.

    ``rounds[r][seat]`` are scores of each finished (or scored) round in the ruleset's own sign,
    ``totals[seat]`` their sum.  ``winners[r]`` are the seats that won round r, none when it was
    not finished.  ``hands[seat]`` are the points left in hand at the end.  ``ended`` is one of
    ``won``, ``target``, ``deadlock``, ``max_turns``, ``time_up``.  ``running`` is what became of a
    round cut short by the time of the game.
    """

    rounds: list[list[float]]
    winners: list[list[int]]
    totals: list[float]
    hands: list[float]
    ended: str
    running: str = ""
    turns: int = 0
    troubles: list[Trouble] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)

    @classmethod
    def from_json(cls, content: dict[str, Any]) -> "GameOutcome":
        """The outcome that ``to_json`` wrote."""
        troubles = [Trouble(**entry) for entry in content["troubles"]]
        return cls(**{**content, "troubles": troubles})
