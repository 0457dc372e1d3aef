"""The report of a contest, as Markdown and as one HTML page, from the plain result.

Says for every table, game and round what was scored, how ties were broken, and why each placing
is what it is.  Imports no game.
"""

import html
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .ranking import KEY_WORDS
from .stages import ENDINGS, RUNNING

Result = Mapping[str, Any]


@dataclass(frozen=True)
class Heading:
    """A heading; level 1 is the title."""

    level: int
    text: str


@dataclass(frozen=True)
class Lines:
    """A list of short statements."""

    items: Sequence[str]


@dataclass(frozen=True)
class Grid:
    """A table."""

    header: Sequence[str]
    rows: Sequence[Sequence[str]]


Block = Heading | Lines | Grid


def blocks(result: Result) -> list[Block]:
    """The whole report, block by block."""
    parts: list[Block] = [Heading(1, result["title"]), Lines(_facts(result))]
    parts += [Heading(2, "Final standing"), standing_grid(result["standings"])]
    if result["adjustments"]:
        parts += [Heading(2, "Referee's adjustments"), Lines(_adjustments(result))]
    if result["incidents"]:
        parts += [Heading(2, "What happened at the tables"), _incidents(result["incidents"])]
    if result["notes"]:
        parts += [Heading(2, "Notes"), Lines(result["notes"])]
    for stage in result["stages"]:
        parts += _stage(stage)
    parts += [Heading(2, "Entrants"), _entrants(result["entrants"])]
    return parts


def _facts(result: Result) -> list[str]:
    facts = [f"Contest: {result['contest']}"]
    if result["source"]:
        facts.append(f"Source: {result['source']}")
    if result["game"]:
        rules = result["ruleset"] or "the game's default"
        facts.append(f"Game: {result['game']}, ruleset {rules}")
        facts.append(f"Clock: {result['clock']}")
    facts.append(f"Seed: {result['seed']}")
    return facts


def _words(value: Any) -> str:
    return "–" if value is None else str(value)


def standing_grid(standings: Sequence[Result]) -> Grid:
    hidden = ("rank", "name", "reason")
    keys = [key for row in standings for key in row if key not in hidden]
    keys = [key for key in dict.fromkeys(keys) if key != "place" or _has_places(standings)]
    header = ["rank", "name", *(KEY_WORDS.get(key, key) for key in keys), "why"]
    rows = [
        [_words(row["rank"]), row["name"], *(_words(row.get(key)) for key in keys), row["reason"]]
        for row in standings
    ]
    return Grid(header, rows)


def _has_places(standings: Sequence[Result]) -> bool:
    return any(row.get("place") for row in standings)


def _adjustments(result: Result) -> list[str]:
    return [f"{a['name']}: {a['points']:+g} points, {a['reason']}" for a in result["adjustments"]]


INCIDENT_WORDS = {
    "timeout": "over time",
    "illegal": "illegal action",
    "crash": "crashed; the chance was lost as by time-out",
    "hang": "did not answer; the process was killed, the time was over",
    "restart": "the process was started again",
    "silenced": "not started again; the time was over",
}


def _incidents(incidents: Sequence[Result]) -> Grid:
    rows = [
        [
            entry["game"],
            entry["player"],
            INCIDENT_WORDS.get(entry["kind"], entry["kind"]),
            str(entry["count"]),
            str(entry["first_turn"]),
            entry["detail"],
        ]
        for entry in incidents
    ]
    return Grid(["game", "player", "what", "times", "first in turn", "detail"], rows)


def _entrants(entrants: Sequence[Result]) -> Grid:
    teams = any("team" in entry for entry in entrants)
    header = ["name", "plays by", *(["team"] if teams else [])]
    rows = [
        [entry["name"], entry["player"], *([entry.get("team", "–")] if teams else [])]
        for entry in entrants
    ]
    return Grid(header, rows)


def _stage(stage: Result) -> list[Block]:
    clause = f" ({stage['clause']})" if stage["clause"] else ""
    parts: list[Block] = [Heading(2, f"Stage: {stage['stage']}{clause}")]
    if stage["notes"]:
        parts.append(Lines(stage["notes"]))
    if stage["advanced"]:
        parts.append(Lines([f"Go on: {', '.join(stage['advanced'])}"]))
    for table in stage["tables"]:
        parts += _table(table)
    return parts


def _table(table: Result) -> list[Block]:
    number = table["table"]
    parts: list[Block] = [
        Heading(3, f"Table {number}: {', '.join(table['players'])}"),
    ]
    if table["notes"]:
        parts.append(Lines(table["notes"]))
    for game in table.get("games", ()):
        parts += _game(number, game)
    if table["ranking"]:
        parts += [Heading(4, f"Ranking of table {number}"), standing_grid(table["ranking"])]
    if table["advanced"]:
        parts.append(Lines([f"Go on: {', '.join(table['advanced'])}"]))
    return parts


def _game(table: int, game: Result) -> list[Block]:
    seats = game["seats"]
    rows = [
        [f"round {k}", *(_words(entry["scores"][name]) for name in seats), _and(entry["winners"])]
        for k, entry in enumerate(game["rounds"], start=1)
    ]
    if len(rows) != 1:
        rows.append(["total", *(_words(game["totals"][name]) for name in seats), ""])
    if game.get("points"):
        rows.append(["points", *(_words(game["points"][name]) for name in seats), ""])
    leader = f"; {game['leader']} led" if game["leader"] else ""
    ending = ENDINGS[game["ended"]] + RUNNING[game.get("running_round", "")]
    lines = [f"Ended after {game['turns']} turns: {ending}{leader}", f"Result: {game['note']}"]
    for k, extra in enumerate(game.get("extra_rounds", ()), start=1):
        scores = ", ".join(f"{name} {score}" for name, score in extra["scores"].items())
        winners = _and(extra["winners"]) if extra["ended"] == "won" else "nobody"
        lines.append(f"Extra round {k}: {scores}; {winners} won ({ENDINGS[extra['ended']]})")
    return [
        Heading(4, f"Table {table}, game {game['game']}"),
        Grid(["", *seats, "winner"], rows),
        Lines(lines),
    ]


def _and(names: Sequence[str]) -> str:
    return " and ".join(names)


def _escaped(text: str) -> str:
    """One line that Markdown shows as it is: no table cells, tags, links or emphasis in it."""
    return re.sub(r"([\\|<>`*\[\]])", r"\\\1", " ".join(str(text).split()))


def _cell(text: str) -> str:
    return _escaped(text) or " "


def _markdown_grid(grid: Grid) -> Iterable[str]:
    yield "| " + " | ".join(_cell(text) for text in grid.header) + " |"
    yield "|" + "---|" * len(grid.header)
    for row in grid.rows:
        yield "| " + " | ".join(_cell(text) for text in row) + " |"


def to_markdown(result: Result) -> str:
    """The report as Markdown."""
    lines: list[str] = []
    for block in blocks(result):
        if isinstance(block, Heading):
            lines.append("#" * block.level + " " + _escaped(block.text))
        elif isinstance(block, Lines):
            lines += [f"- {_escaped(item)}" for item in block.items]
        else:
            lines += _markdown_grid(block)
        lines.append("")
    return "\n".join(lines)


STYLE = """
body { font-family: system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 0.5rem 0; }
th, td { border: 1px solid #bbb; padding: 0.2rem 0.6rem; text-align: left; }
th { background: #eee; }
"""


def _html_block(block: Block) -> Iterable[str]:
    if isinstance(block, Heading):
        yield f"<h{block.level}>{html.escape(block.text)}</h{block.level}>"
    elif isinstance(block, Lines):
        yield "<ul>" + "".join(f"<li>{html.escape(item)}</li>" for item in block.items) + "</ul>"
    else:
        yield "<table>"
        yield "<tr>" + "".join(f"<th>{html.escape(text)}</th>" for text in block.header) + "</tr>"
        for row in block.rows:
            yield "<tr>" + "".join(f"<td>{html.escape(text)}</td>" for text in row) + "</tr>"
        yield "</table>"


def to_html(result: Result) -> str:
    """The report as one HTML page without scripts."""
    body = "\n".join(line for block in blocks(result) for line in _html_block(block))
    title = html.escape(result["title"])
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )
