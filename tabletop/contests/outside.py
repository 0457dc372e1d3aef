"""Draw-and-guess (TWC-D): results read from a file, rooms, and who is disqualified.

The game itself runs on another platform.  Imports no game.
"""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import UserError, nearest
from .config import Contest, Report, RoomDraw, Stage
from .draw import draw_tables
from .results import TableResult

COLUMNS = ("stage", "room", "player", "points", "place")
WARNED_ONCE = ("writes_text", "omits_character_count")
OUT_AT_ONCE = ("leaks_answer", "disturbs", "presses_report")
OFFENCE_WORDS = {
    "writes_text": "wrote letters or digits while drawing",
    "omits_character_count": "left out the number of characters",
    "leaks_answer": "leaked an answer",
    "disturbs": "disturbed the contest",
    "presses_report": "pressed the report button",
    "disconnected": "lost the connection and came back",
}


@dataclass(frozen=True)
class ResultRow:
    """One player's result in one stage, as the platform gives it."""

    stage: str
    room: str
    player: str
    points: float
    place: float


def read_results(path: Path) -> list[ResultRow]:
    """Rows of a CSV or JSON file with columns player, points and optionally stage, room, place.

    Raises UserError that names the file, the row and what would be right.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"results {path}: can't be read ({error})") from error
    entries = _json_rows(path, text) if path.suffix == ".json" else _csv_rows(path, text)
    return [_row(f"results {path}, row {k}", entry) for k, entry in enumerate(entries, start=1)]


def _json_rows(path: Path, text: str) -> list[Mapping[str, Any]]:
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        raise UserError(f"results {path}, line {error.lineno}: not JSON ({error.msg})") from error
    if not isinstance(content, list) or not all(isinstance(row, dict) for row in content):
        raise UserError(f"results {path}: want a list of objects with 'player' and 'points'")
    return content


def _csv_rows(path: Path, text: str) -> list[Mapping[str, Any]]:
    reader = csv.DictReader(io.StringIO(text), skipinitialspace=True, restkey="(too many)")
    if not reader.fieldnames or "player" not in reader.fieldnames:
        raise UserError(f"results {path}: want a header line with {', '.join(COLUMNS)}")
    return list(reader)


def _row(where: str, entry: Mapping[str, Any]) -> ResultRow:
    for column in entry:
        if column not in COLUMNS:
            raise UserError(f"{where}: no column {column!r}; {nearest(str(column), COLUMNS)}")
    player = str(entry.get("player") or "").strip()
    if not player:
        raise UserError(f"{where}: no player")

    def number_at(column: str, default: str | None) -> float:
        given = entry.get(column)
        value = default if given in (None, "") else given
        try:
            result = float(str(value))
        except ValueError:
            result = float("nan")
        if not 0 <= result < float("inf"):
            raise UserError(f"{where}: {column} of {player!r} is {value!r}; want a number")
        return result

    return ResultRow(
        stage=str(entry.get("stage") or "").strip(),
        room=str(entry.get("room") or "").strip(),
        player=player,
        points=number_at("points", None),
        place=number_at("place", "0"),
    )


@dataclass(frozen=True)
class Ruling:
    """What a report led to: nothing, a warning, or being out from its stage on."""

    report: Report
    stage: int
    effect: str
    out: bool


def rulings(contest: Contest) -> list[Ruling]:
    """The reports in the order of the stages, each with what it led to (TWC-D)."""
    names = [stage.name for stage in contest.stages]

    def stage_of(report: Report) -> int:
        return 0 if report.stage is None else names.index(report.stage)

    made: list[Ruling] = []
    out: set[str] = set()
    warned: dict[str, str] = {}
    for report in sorted(contest.incidents, key=stage_of):
        player, words = report.player, OFFENCE_WORDS[report.offence]
        effect, is_out = "", False
        if player in out:
            effect = "is out already"
        elif report.offence in OUT_AT_ONCE:
            effect, is_out = f"disqualified: {words}", True
        elif report.offence in WARNED_ONCE and player in warned:
            effect, is_out = f"disqualified: {words} after a warning ({warned[player]})", True
        elif report.offence in WARNED_ONCE:
            effect = "warned"
            warned[player] = words
        else:
            effect = "may come back; the platform's score stands"
        if is_out:
            out.add(player)
        made.append(Ruling(report, stage_of(report), effect, is_out))
    return made


def disqualified(contest: Contest) -> dict[str, tuple[int, str]]:
    """Who is out, from which stage on, and why (TWC-D)."""
    return {r.report.player: (r.stage, r.effect) for r in rulings(contest) if r.out}


def incident_notes(contest: Contest) -> list[str]:
    """Every reported incident in words, with what it led to."""
    notes = []
    for ruling in rulings(contest):
        report = ruling.report
        extra = f" ({report.note})" if report.note else ""
        effect = "disqualified" if ruling.out else ruling.effect
        notes.append(f"{report.player} {OFFENCE_WORDS[report.offence]}{extra}: {effect}")
    return notes


def read_rooms(
    contest: Contest, index: int, names: Sequence[str], rows: Sequence[ResultRow]
) -> list[TableResult]:
    """The rooms of a stage with the points of everybody in them.

    Rooms are those of the file, where it names them, else drawn by lot.  Raises UserError when a
    result is missing, given twice, of somebody who is not in the stage, or rooms are uneven.
    """
    stage = contest.stages[index]
    out = {name for name, (first, _) in disqualified(contest).items() if first <= index}
    mine = _rows_of_stage(contest, stage, rows)
    by_name: dict[str, ResultRow] = {}
    for row in mine:
        if row.player not in names:
            raise UserError(
                f"stage {stage.name!r}: result of {row.player!r}, who is not in it; "
                + nearest(row.player, names)
            )
        if row.player in by_name:
            raise UserError(f"stage {stage.name!r}: two results of {row.player!r}")
        by_name[row.player] = row
    missing = [name for name in names if name not in by_name and name not in out]
    if missing:
        raise UserError(f"stage {stage.name!r}: no result of {missing[0]!r}")
    groups = _rooms(contest, stage, names, by_name)
    return [_table(stage, k, group, by_name, len(groups)) for k, group in enumerate(groups, 1)]


def _rows_of_stage(contest: Contest, stage: Stage, rows: Sequence[ResultRow]) -> list[ResultRow]:
    outside = stage.outside
    wanted = (outside.stage if outside else None) or stage.name
    known = {(s.outside.stage if s.outside else None) or s.name for s in contest.stages}
    for row in rows:
        if row.stage and row.stage not in known:
            raise UserError(
                f"results: no stage {row.stage!r} in the contest; {nearest(row.stage, known)}"
            )
    first = contest.stages[0] is stage
    return [row for row in rows if row.stage == wanted or (not row.stage and first)]


def _rooms(
    contest: Contest, stage: Stage, names: Sequence[str], by_name: Mapping[str, ResultRow]
) -> list[list[str]]:
    drawn = draw_tables(contest, stage, names)
    if not by_name or not all(row.room for row in by_name.values()):
        return drawn
    rooms: dict[str, list[str]] = {}
    for name, row in by_name.items():
        rooms.setdefault(row.room, []).append(name)
    if len(rooms) != len(drawn):
        raise UserError(
            f"stage {stage.name!r}: results of {len(rooms)} rooms; "
            f"{len(names)} players want {len(drawn)}"
        )
    for name in names:  # disqualified before a result was there
        if name not in by_name:
            min(rooms.values(), key=len).append(name)
    sizes = [len(room) for room in rooms.values()]
    if isinstance(stage.draw, RoomDraw) and max(sizes) - min(sizes) > 1:
        raise UserError(f"stage {stage.name!r}: rooms of {sizes} players; want even rooms")
    return [rooms[room] for room in sorted(rooms)]


def _table(
    stage: Stage, number: int, group: list[str], by_name: Mapping[str, ResultRow], rooms: int
) -> TableResult:
    outside = stage.outside
    points = {name: by_name[name].points for name in group if name in by_name}
    places = {name: by_name[name].place for name in group if name in by_name}
    table = TableResult(number, group, points=points, places=places)
    target = outside.target if outside else 0.0
    if rooms > 1 and outside and outside.target_split is not None:
        target = outside.target_split
    table.notes.append(f"played to {target:g} points")
    if points and max(points.values()) < target:
        table.notes.append(f"nobody reached {target:g} points")
    return table
