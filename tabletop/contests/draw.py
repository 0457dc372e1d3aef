"""Who sits where: groups by lot, listed tables, rooms, one player of each team.

Every draw is seeded by the contest's seed and what is drawn, so it does not depend on what was
drawn or played before.  Imports no game.
"""

import hashlib
import math
from collections.abc import Sequence

from ..errors import UserError, nearest
from .config import (
    Contest,
    Entrant,
    ListedDraw,
    LotDraw,
    RoomDraw,
    Stage,
    TeamDraw,
)


def derive_seed(seed: int, *labels: object) -> int:
    """A 63-bit seed for one purpose, from the contest's seed and what it is for."""
    text = "\x1f".join([str(seed), *(str(label) for label in labels)])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1


def by_lot(names: Sequence[str], seed: int, *labels: object) -> list[str]:
    """The names in an order drawn by lot."""
    return sorted(names, key=lambda name: derive_seed(seed, "lot", *labels, name))


def groups_by_lot(names: Sequence[str], groups: int, seed: int, *labels: object) -> list[list[str]]:
    """TWC-1: groups by lot; sizes differ by at most one, the larger ones first."""
    drawn = by_lot(names, seed, *labels)
    size, extra = divmod(len(drawn), groups)
    result, start = [], 0
    for k in range(groups):
        stop = start + size + (k < extra)
        result.append(drawn[start:stop])
        start = stop
    return result


def draw_tables(contest: Contest, stage: Stage, names: Sequence[str]) -> list[list[str]]:
    """The groups of a stage, before seats are drawn.

    Raises UserError when the parts don't fit the entrants.
    """
    draw = stage.draw
    if isinstance(draw, LotDraw):
        size = draw.table_size
        groups = draw.groups if size is None else math.ceil(len(names) / size)
        if groups is None or groups > len(names):
            raise UserError(f"stage {stage.name!r}: {len(names)} players for {groups} groups")
        return groups_by_lot(names, groups, contest.seed, stage.name, "groups")
    if isinstance(draw, RoomDraw):
        rooms = 1 if len(names) <= draw.one_room_up_to else draw.rooms
        return groups_by_lot(names, rooms, contest.seed, stage.name, "rooms")
    if isinstance(draw, ListedDraw):
        return _checked_tables(stage, draw.tables, names)
    if isinstance(draw, TeamDraw):
        return team_tables(contest, stage, draw)
    return [list(names)]


def _checked_tables(
    stage: Stage, tables: Sequence[Sequence[str]], names: Sequence[str]
) -> list[list[str]]:
    seen: set[str] = set()
    for table in tables:
        for name in table:
            if name not in names:
                raise UserError(f"stage {stage.name!r}: no player {name!r}; {nearest(name, names)}")
            if name in seen:
                raise UserError(f"stage {stage.name!r}: {name!r} sits at two tables")
            seen.add(name)
    missing = [name for name in names if name not in seen]
    if missing and stage.draw.kind == "listed":
        raise UserError(f"stage {stage.name!r}: {missing[0]!r} sits at no table")
    return [list(table) for table in tables]


def forfeited_teams(contest: Contest) -> list[str]:
    """HKC-U1: teams without a single player."""
    present = {entrant.team for entrant in contest.entrants}
    return [team for team in contest.teams if team not in present]


def team_tables(contest: Contest, stage: Stage, draw: TeamDraw) -> list[list[str]]:
    """HKC-U1: one player of each team at each table, short teams as the source says.

    One or two teams a player short: different tables are a player short.  Three or more: one
    table less, all full.  A team short by two or more: the seatings must be listed.
    """
    members = _members(contest)
    if draw.seatings is not None:
        return _listed_teams(contest, stage, draw.seatings, members)
    if len(members) < 2:
        raise UserError(f"stage {stage.name!r}: only {len(members)} team has players; want two")
    short = [team for team, players in members.items() if len(players) < draw.tables]
    for team in short:
        if len(members[team]) < draw.tables - 1:
            raise UserError(
                f"stage {stage.name!r}: team {team!r} has {len(members[team])} players for "
                f"{draw.tables} tables; the organiser decides: list them under 'draw.seatings'"
            )
    if len(short) >= 3:
        return _seated(contest, stage, members, draw.tables - 1, {})
    numbers = [str(k) for k in range(draw.tables)]
    order = [int(k) for k in by_lot(numbers, contest.seed, stage.name, "short")]
    return _seated(contest, stage, members, draw.tables, dict(zip(short, order, strict=False)))


def _members(contest: Contest) -> dict[str, list[Entrant]]:
    gone = forfeited_teams(contest)
    return {
        team: [entrant for entrant in contest.entrants if entrant.team == team]
        for team in contest.teams
        if team not in gone
    }


def _seated(
    contest: Contest,
    stage: Stage,
    members: dict[str, list[Entrant]],
    tables: int,
    absent: dict[str, int],
) -> list[list[str]]:
    """Each team's first players over the tables by lot; ``absent[team]`` is left out."""
    result: list[list[str]] = [[] for _ in range(tables)]
    for team, players in members.items():
        places = [k for k in range(tables) if k != absent.get(team)]
        names = [player.name for player in players[: len(places)]]
        for place, name in zip(
            places, by_lot(names, contest.seed, stage.name, "team", team), strict=True
        ):
            result[place].append(name)
    return result


def _listed_teams(
    contest: Contest,
    stage: Stage,
    seatings: Sequence[Sequence[str]],
    members: dict[str, list[Entrant]],
) -> list[list[str]]:
    team_of = {player.name: team for team, players in members.items() for player in players}
    tables = _checked_tables(stage, seatings, list(team_of))
    for number, table in enumerate(tables, start=1):
        teams = [team_of[name] for name in table]
        if len(set(teams)) < len(teams):
            raise UserError(f"stage {stage.name!r}: table {number} seats two players of one team")
        if len(table) < 2:
            raise UserError(f"stage {stage.name!r}: table {number} has {len(table)} players")
    return tables


def seat_order(
    contest: Contest, stage: Stage, table: int, game: int, names: Sequence[str]
) -> list[str]:
    """Seats at a table, clockwise: by lot (TWU-2: drawing cards for seats is a lot), or listed."""
    seating = stage.match.seating if stage.match else "listed"
    if seating == "listed":
        return list(names)
    label = game if seating == "lot_each_game" else 0
    return by_lot(names, contest.seed, stage.name, "seats", table, label)
