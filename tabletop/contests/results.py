"""What a contest leaves behind: tables, games, rankings and notes, as plain values for JSON.

No times and no paths: the same contest gives the same bytes.  Imports no game.
"""

from dataclasses import dataclass, field
from typing import Any

from .outcome import GameOutcome, GameRequest, Trouble
from .ranking import Standing, number


@dataclass
class GameRecord:
    """One game at a table with its extra rounds, and what it was worth."""

    request: GameRequest
    outcome: GameOutcome
    extras: list[tuple[GameRequest, GameOutcome]] = field(default_factory=list)
    winners: list[str] = field(default_factory=list)
    points: dict[str, float] = field(default_factory=dict)
    note: str = ""

    def named(self, values: list[float]) -> dict[str, float]:
        """Values per seat under the players' names."""
        return {name: number(value) for name, value in zip(self.request.seats, values, strict=True)}

    def total(self, name: str) -> float:
        """The player's score in this game."""
        return self.outcome.totals[self.request.seats.index(name)]

    def hand(self, name: str) -> float:
        """The points left in the player's hand."""
        return self.outcome.hands[self.request.seats.index(name)]

    def troubles(self) -> list[tuple[str, Trouble]]:
        """What the referee wrote down, with the key of the game or extra round."""
        played = [(self.request, self.outcome), *self.extras]
        return [(request.key, t) for request, outcome in played for t in outcome.troubles]

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        seats = self.request.seats
        rounds = [
            {"scores": self.named(scores), "winners": [seats[w] for w in winners]}
            for scores, winners in zip(self.outcome.rounds, self.outcome.winners, strict=True)
        ]
        content: dict[str, Any] = {
            "game": self.request.number,
            "seats": list(seats),
            "leader": None if self.request.starter is None else seats[self.request.starter],
            "rounds": rounds,
            "totals": self.named(self.outcome.totals),
            "hands": self.named(self.outcome.hands),
            "turns": self.outcome.turns,
            "ended": self.outcome.ended,
        }
        if self.outcome.running:
            content["running_round"] = self.outcome.running
        if self.extras:
            content["extra_rounds"] = [_extra_json(r, o) for r, o in self.extras]
        content["winners"] = self.winners
        if self.points:
            content["points"] = {name: number(p) for name, p in self.points.items()}
        content["note"] = self.note
        return content


def _extra_json(request: GameRequest, outcome: GameOutcome) -> dict[str, Any]:
    return {
        "seats": list(request.seats),
        "scores": {
            name: number(score) for name, score in zip(request.seats, outcome.totals, strict=True)
        },
        "winners": [request.seats[w] for won in outcome.winners for w in won],
        "ended": outcome.ended,
    }


@dataclass
class TableResult:
    """A group: who sat there, what was played, how they rank."""

    number: int
    names: list[str]
    games: list[GameRecord] = field(default_factory=list)
    points: dict[str, float] = field(default_factory=dict)  # read from outside
    places: dict[str, float] = field(default_factory=dict)  # likewise, 0 where none is given
    ranking: list[Standing] = field(default_factory=list)
    advanced: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        content: dict[str, Any] = {"table": self.number, "players": self.names}
        if self.games:
            content["games"] = [game.to_json() for game in self.games]
        if self.points:
            content["points"] = {name: number(p) for name, p in self.points.items()}
        content["ranking"] = [standing.to_json() for standing in self.ranking]
        content["advanced"] = self.advanced
        content["notes"] = self.notes
        return content


@dataclass
class StageResult:
    """A stage with all its tables."""

    name: str
    clause: str
    tables: list[TableResult]
    advanced: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "stage": self.name,
            "clause": self.clause,
            "tables": [table.to_json() for table in self.tables],
            "advanced": self.advanced,
            "notes": self.notes,
        }


@dataclass
class ContestResult:
    """The whole contest; ``standings`` best first, those without a rank last."""

    header: dict[str, Any]
    entrants: list[dict[str, Any]]
    stages: list[StageResult]
    standings: list[Standing]
    adjustments: list[dict[str, Any]]
    notes: list[str]

    def troubles(self) -> list[dict[str, Any]]:
        """Everything that went wrong at the tables, in the order of play."""
        return [
            {
                "game": key,
                "player": trouble.name,
                "kind": trouble.kind,
                "count": trouble.count,
                "first_turn": trouble.first_turn,
                "detail": trouble.detail,
            }
            for stage in self.stages
            for table in stage.tables
            for game in table.games
            for key, trouble in game.troubles()
        ]

    def to_json(self) -> dict[str, Any]:
        """Plain values for result.json."""
        return {
            **self.header,
            "standings": [standing.to_json() for standing in self.standings],
            "entrants": self.entrants,
            "stages": [stage.to_json() for stage in self.stages],
            "adjustments": self.adjustments,
            "incidents": self.troubles(),
            "notes": self.notes,
        }
