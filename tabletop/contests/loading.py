"""Reading contest files: YAML, ``base:``, shipped names, and errors of one line.

Imports no game.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from ..errors import UserError, nearest
from ..yaml_files import find_file, read_mapping, shipped_files
from .config import Contest, Offence

CONTEST_FOLDERS = (
    Path(__file__).parents[2] / "baselines" / "configs" / "contests",  # in the wheel
    Path(__file__).parents[2] / "configs" / "contests",  # in a checkout
)


@dataclass(frozen=True)
class ContestFile:
    """A checked contest and the folder that its file names are relative to."""

    contest: Contest
    folder: Path


def shipped_contests() -> dict[str, Path]:
    """Contest files that come with the package, by name."""
    return shipped_files(CONTEST_FOLDERS)


def find_contest(name: str | Path, relative_to: Path | None = None) -> Path:
    """The file of a path (relative to a folder, where given) or of a shipped name."""
    return find_file(name, shipped_contests(), "contest", relative_to)


def _merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    result = dict(below)
    for key, value in above.items():
        old = result.get(key)
        if isinstance(value, Mapping) and isinstance(old, Mapping):
            result[key] = _merged(old, value)
        else:
            result[key] = value
    return result


def _read_with_base(path: Path, seen: tuple[Path, ...] = ()) -> dict[str, Any]:
    if path.resolve() in seen:
        raise UserError(f"{path}: 'base' goes round in a circle")
    content = read_mapping(path, "'name', 'entrants' and 'stages'")
    base = content.pop("base", None)
    if base is None:
        return content
    below = find_contest(str(base), path.parent)
    return _merged(_read_with_base(below, (*seen, path.resolve())), content)


def _models_of(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for inner in get_args(annotation) for model in _models_of(inner)]


def _known_keys(loc: tuple[Any, ...]) -> set[str]:
    """The keys that the part at this place takes (for unions: that its chosen kind takes)."""
    models: list[type[BaseModel]] = [Contest]
    for part in loc:
        if isinstance(part, int):
            continue
        chosen = [m for m in models if _kind_of(m) == part]
        if chosen:
            models = chosen
            continue
        fields = [m.model_fields[part] for m in models if part in m.model_fields]
        models = [model for field in fields for model in _models_of(field.annotation)]
    return {name for model in models for name in model.model_fields}


def _kind_of(model: type[BaseModel]) -> str | None:
    field = model.model_fields.get("kind")
    values = get_args(field.annotation) if field else ()
    return values[0] if len(values) == 1 else None


def _dotted(loc: tuple[Any, ...]) -> str:
    text = ""
    for part in loc:
        text += f"[{part}]" if isinstance(part, int) else f".{part}"
    return text.lstrip(".")


def _describe(error: Any, where: str) -> str:
    loc = tuple(error["loc"])
    place = _dotted(loc)
    if error["type"] == "extra_forbidden":
        return f"{where}: no key {place!r}; {nearest(str(loc[-1]), _known_keys(loc[:-1]))}"
    if error["type"] == "missing":
        return f"{where}: key {place!r} is missing"
    message = error["msg"].removeprefix("Value error, ")
    if error["type"] == "value_error":
        return f"{where}: {place + ': ' if place else ''}{message}"
    if error["type"] == "literal_error":
        known = str(error["ctx"]["expected"]).replace("'", "").replace(" or ", ", ").split(", ")
        return f"{where}: {place} is {error['input']!r}; {nearest(str(error['input']), known)}"
    if error["type"].startswith("union_tag"):
        return f"{where}: {place}: {message[0].lower() + message[1:]}"
    return f"{where}: {place} is {error['input']!r}; {message[0].lower() + message[1:]}"


def parse_contest(content: Mapping[str, Any], where: str = "contest") -> Contest:
    """A checked contest from plain values; UserError (one line) on the first mistake."""
    try:
        contest = Contest.model_validate(dict(content))
    except ValidationError as error:
        raise UserError(_describe(error.errors()[0], where)) from None
    _check_names(contest, where)
    return contest


def load_contest(name: str | Path) -> ContestFile:
    """A checked contest from a file or a shipped name; UserError (one line) on a mistake."""
    path = find_contest(name)
    return ContestFile(parse_contest(_read_with_base(path), str(path)), path.parent)


def _duplicate(names: list[str]) -> str | None:
    return next((name for k, name in enumerate(names) if name in names[:k]), None)


def _check_names(contest: Contest, where: str) -> None:
    names = [entrant.name for entrant in contest.entrants]
    for what, listed in (("entrant", names), ("team", contest.teams)):
        twice = _duplicate(list(listed))
        if twice is not None:
            raise UserError(f"{where}: {what} {twice!r} is listed twice")
    stages = [stage.name for stage in contest.stages]
    twice = _duplicate(stages)
    if twice is not None:
        raise UserError(f"{where}: stage {twice!r} is listed twice")
    _check_references(contest, where, names, stages)
    _check_teams(contest, where)
    _check_parts(contest, where)


def _check_references(contest: Contest, where: str, names: list[str], stages: list[str]) -> None:
    for report in contest.incidents:
        if report.player not in names:
            raise UserError(
                f"{where}: incidents: no entrant {report.player!r}; {nearest(report.player, names)}"
            )
        if report.stage is not None and report.stage not in stages:
            raise UserError(
                f"{where}: incidents: no stage {report.stage!r}; {nearest(report.stage, stages)}"
            )
    for change in contest.adjustments:
        known = contest.teams if change.team is not None else names
        named = change.team or change.player or ""
        if named not in known:
            raise UserError(f"{where}: adjustments: no {named!r}; {nearest(named, known)}")


def _check_teams(contest: Contest, where: str) -> None:
    needs_teams = contest.standing == "teams" or any(s.draw.kind == "teams" for s in contest.stages)
    if not needs_teams:
        return
    if len(contest.teams) < 2:
        raise UserError(f"{where}: a team contest wants at least two names under 'teams'")
    for entrant in contest.entrants:
        if entrant.team not in contest.teams:
            raise UserError(
                f"{where}: entrant {entrant.name!r} is in team {entrant.team!r}; "
                + nearest(str(entrant.team), contest.teams)
            )


def _check_parts(contest: Contest, where: str) -> None:
    last = contest.stages[-1]
    if last.advance is not None and last.advance.two_up_to is not None:
        raise UserError(f"{where}: the last stage {last.name!r} advances to nothing")
    for stage in contest.stages[:-1]:
        if stage.advance is None:
            raise UserError(f"{where}: stage {stage.name!r} wants 'advance': another one follows")
    if contest.adjustments and "points" not in last.ranking:
        raise UserError(f"{where}: adjustments change points; rank the last stage by 'points'")
    plays = any(stage.match is not None for stage in contest.stages)
    if plays and contest.game is None:
        raise UserError(f"{where}: key 'game' is missing")
    for entrant in contest.entrants:
        if plays and entrant.player is None and entrant.program is None:
            raise UserError(f"{where}: entrant {entrant.name!r} wants a 'player' or a 'program'")


def offences() -> tuple[str, ...]:
    """The offences that an incident may name."""
    return tuple(get_args(Offence))
