"""The contest file: small parts that a format is composed of, checked by pydantic.

Every part is a frozen model; unknown keys are errors.  Reading files is in ``loading``.
Imports no game.
"""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from ..clock import ClockSettings, milliseconds


def _one_line(text: str) -> str:
    if not text.isprintable():  # it stands in headings, tables and lines of the reports
        raise ValueError("want one line without control characters")
    return text


OneLine = Annotated[str, AfterValidator(_one_line)]


class Part(BaseModel):
    """A part of a contest file; unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Clock(Part):
    """How thinking time is measured and limited (HKR-20, TWR-5, HKU-15, HKC-U2)."""

    kind: Literal["virtual", "wall"] = Field(
        "virtual", description="virtual: seconds charged per decision; wall: real time"
    )
    per: Literal["turn", "play"] = Field("turn", description="what 'seconds' is the limit of")
    seconds: float | None = Field(None, gt=0, description="limit of a turn or play; empty: none")
    notice: float | None = Field(
        None, gt=0, description="the player is told at so many seconds left; empty: never"
    )
    game_minutes: float | None = Field(None, gt=0, description="limit of a game; empty: none")
    charge: float = Field(2.0, ge=0, description="virtual seconds charged per decision")
    charges: dict[str, float] = Field(
        default_factory=dict, description="… by entrant or player name, where it differs"
    )
    cut_off: float = Field(
        10.0, gt=0, description="real seconds after which a silent player's process is killed"
    )
    restarts: int = Field(
        3, ge=0, description="how often in a game a killed or dead process is started again"
    )

    @model_validator(mode="after")
    def _charges_are_times(self) -> "Clock":
        for name, seconds in self.charges.items():
            if seconds < 0:
                raise ValueError(f"charge of {name!r} is {seconds}; want 0 or more seconds")
        return self

    def settings(self) -> ClockSettings:
        """The limits in milliseconds."""

        def or_none(seconds: float | None) -> int | None:
            return None if seconds is None else milliseconds(seconds)

        minutes = self.game_minutes
        return ClockSettings(
            wall=self.kind == "wall",
            per=self.per,
            limit=or_none(self.seconds),
            notice=or_none(self.notice),
            game_limit=or_none(None if minutes is None else minutes * 60),
            charge=milliseconds(self.charge),
            charges={name: milliseconds(s) for name, s in self.charges.items()},
        )


class Entrant(Part):
    """Somebody who takes part."""

    name: OneLine = Field(min_length=1, description="name in tables and reports")
    player: str | None = Field(
        None, description="scripted name, checkpoint file or 'module:factory'"
    )
    program: str | list[str] | None = Field(
        None, description="command of an outside program that speaks JSON lines"
    )
    team: OneLine | None = Field(None, description="team, in team contests")
    isolated: bool | None = Field(
        None, description="own process that can be cut off; empty: for module:factory only"
    )

    @model_validator(mode="after")
    def _one_kind(self) -> "Entrant":
        if self.player is not None and self.program is not None:
            raise ValueError(f"entrant {self.name!r} has both 'player' and 'program'; want one")
        return self

    @property
    def kind(self) -> str:
        """What the entrant plays by, without paths."""
        if self.program is not None:
            return "program"
        if self.player is None:
            return "person"
        looks_like_path = "/" in self.player or "\\" in self.player
        return self.player.replace("\\", "/").rsplit("/", 1)[-1] if looks_like_path else self.player

    @property
    def runs_apart(self) -> bool:
        """Whether the player runs in a process of its own."""
        if self.isolated is not None:
            return self.isolated
        return self.player is not None and ":" in self.player


class LotDraw(Part):
    """Groups by lot; sizes differ by at most one (TWC-1)."""

    kind: Literal["lot"] = Field(description="by lot")
    table_size: int | None = Field(None, ge=2, description="most players at a table")
    groups: int | None = Field(None, ge=1, description="how many groups")

    @model_validator(mode="after")
    def _one_of(self) -> "LotDraw":
        if (self.table_size is None) == (self.groups is None):
            raise ValueError("a draw by lot wants either 'table_size' or 'groups'")
        return self


class OneTableDraw(Part):
    """Everybody at one table."""

    kind: Literal["one_table"] = Field(description="one table")


class ListedDraw(Part):
    """Tables as listed."""

    kind: Literal["listed"] = Field(description="as listed")
    tables: list[list[str]] = Field(min_length=1, description="names at each table, in seat order")


class TeamDraw(Part):
    """One player of each team at each table (HKC-U1)."""

    kind: Literal["teams"] = Field(description="by teams")
    tables: int = Field(4, ge=1, description="tables when every team is full")
    seatings: list[list[str]] | None = Field(
        None, description="the tables as the organiser decides them, for teams that are too small"
    )


class RoomDraw(Part):
    """One room for few entrants, else even rooms (TWC-D)."""

    kind: Literal["rooms"] = Field(description="rooms")
    one_room_up_to: int = Field(20, ge=1, description="so many entrants still fit in one room")
    rooms: int = Field(2, ge=2, description="rooms when there are more")


Draw = Annotated[
    LotDraw | OneTableDraw | ListedDraw | TeamDraw | RoomDraw, Field(discriminator="kind")
]


class Match(Part):
    """What is played at a table."""

    games: int = Field(1, ge=1, description="games at each table")
    target_score: float | None = Field(
        None, gt=0, description="a game is rounds until somebody has so many points; empty: one"
    )
    time_up: Literal["score_hands", "void_round", "finish_round"] = Field(
        "score_hands", description="what becomes of the running round when the game's time is over"
    )
    best: Literal["highest", "lowest"] | None = Field(
        None, description="which score is good; empty: as the ruleset scores"
    )
    leader: Literal["drawn", "carried"] = Field(
        "drawn", description="carried: the last round's winner leads in later games (HKU-2)"
    )
    seating: Literal["lot", "lot_each_game", "listed"] = Field(
        "lot", description="seats by lot once, by lot before every game, or in listed order"
    )


class Points(Part):
    """What a game is worth in the standing (HKC-U3)."""

    win: float = Field(10, description="points of the winner of a game")
    share_up_to: int = Field(
        2, ge=1, description="so many tied winners share; more play an extra round"
    )


class Outside(Part):
    """Results of a game that runs on another platform (TWC-D)."""

    file: str = Field(description="CSV or JSON file of points per player")
    target: float = Field(240, gt=0, description="points that end the game in one room")
    target_split: float | None = Field(
        None, gt=0, description="… where there are several rooms; empty: the same"
    )
    stage: str | None = Field(None, description="name of the stage in the file; empty: this one")


Key = Literal[
    "points",
    "games_won",
    "winning_score",
    "total_score",
    "rounds_won",
    "hand_points",
    "fewest_penalties",
    "place",
    "lot",
]


class Advance(Part):
    """Who goes on to the next stage (TWC-2)."""

    per_group: int = Field(1, ge=1, description="how many of each group go on")
    two_up_to: int | None = Field(
        None, ge=0, description="two of each group go on when no more have entered"
    )
    one_group_ends: bool = Field(
        False, description="with one group only, its ranking is the result and the rest is left out"
    )
    one_group_skips: bool = Field(
        False, description="with one group only, this stage is left out and all go on"
    )


class Stage(Part):
    """A preliminary, a final, or the whole contest."""

    name: OneLine = Field(min_length=1, description="name in reports")
    clause: str = Field("", description="clauses that the stage follows")
    draw: Draw = Field(description="who sits where")
    match: Match | None = Field(None, description="what is played; or 'outside'")
    outside: Outside | None = Field(None, description="results that are read; or 'match'")
    rules: dict[str, object] = Field(
        default_factory=dict, description="fields of the ruleset, changed for this stage"
    )
    points: Points | None = Field(None, description="what a game is worth; empty: nothing")
    ranking: list[Key] = Field(min_length=1, description="keys, the first decides first")
    advance: Advance | None = Field(None, description="who goes on; empty in the last stage")

    @model_validator(mode="after")
    def _playable(self) -> "Stage":
        if (self.match is None) == (self.outside is None):
            raise ValueError(f"stage {self.name!r} wants either 'match' or 'outside'")
        if "points" in self.ranking and self.points is None and self.outside is None:
            raise ValueError(f"stage {self.name!r} ranks by points but has no part 'points'")
        if len(set(self.ranking)) != len(self.ranking):
            raise ValueError(f"stage {self.name!r} names a ranking key twice")
        return self


class Bonus(Part):
    """Points by final rank; equal ranks get equal bonus (HKC-U4)."""

    by_rank: list[float] = Field(min_length=1, description="bonus of rank 1, 2, …")
    forfeit: float = Field(0, description="bonus of a team that forfeits")


class Adjustment(Part):
    """A referee's decision on points, before the ranking (HKC-U5)."""

    team: str | None = Field(None, description="the team; or a player")
    player: str | None = Field(None, description="the player; or a team")
    points: float = Field(description="added; negative to deduct")
    reason: str = Field(min_length=1, description="shown in the report")

    @model_validator(mode="after")
    def _one_side(self) -> "Adjustment":
        if (self.team is None) == (self.player is None):
            raise ValueError("an adjustment names either a 'team' or a 'player'")
        return self


Offence = Literal[
    "writes_text",
    "omits_character_count",
    "leaks_answer",
    "disturbs",
    "presses_report",
    "disconnected",
]


class Report(Part):
    """Something a referee wrote down about a player (TWC-D)."""

    player: str = Field(description="name of the entrant")
    offence: Offence = Field(description="what was seen")
    stage: str | None = Field(None, description="stage in which it happened; empty: the first")
    note: str = Field("", description="shown in the report")


class Contest(Part):
    """A whole contest."""

    name: OneLine = Field(min_length=1, description="a short name")
    title: OneLine = Field("", description="heading of the report; empty: the name")
    source: str = Field("", description="where the rules come from")
    seed: int = Field(0, ge=0, description="seed of every draw and shuffle")
    game: str | None = Field(None, description="uno, rummikub …; empty where all is outside")
    ruleset: str | None = Field(None, description="preset or YAML file; empty: the game's default")
    rules: dict[str, object] = Field(
        default_factory=dict, description="single fields of the ruleset, changed"
    )
    max_turns: int = Field(2000, ge=1, description="turns after which a game is stopped")
    clock: Clock = Field(
        default=Clock.model_validate({}), description="how thinking time is measured"
    )
    entrants: list[Entrant] = Field(min_length=1, description="who takes part")
    teams: list[OneLine] = Field(default_factory=list, description="names of the teams")
    standing: Literal["players", "teams"] = Field("players", description="who is ranked in the end")
    stages: list[Stage] = Field(min_length=1, description="in the order of play")
    bonus: Bonus | None = Field(None, description="points by final rank")
    prizes: list[float] = Field(default_factory=list, description="of first, second, third …")
    adjustments: list[Adjustment] = Field(
        default_factory=list, description="the referee's decisions on points"
    )
    incidents: list[Report] = Field(
        default_factory=list, description="what the referee saw, in draw-and-guess"
    )

    @property
    def heading(self) -> str:
        """The title, or the name."""
        return self.title or self.name
