"""One contest held, game by game, into a folder: result, reports, replays, resume.

Imports no game.
"""

import contextlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import UserError, make_folder
from .draw import draw_tables
from .entrants import DEFAULT_MAKER, Entrants
from .games import GameBook, check_playable, check_table_sizes
from .holding import Holding, hold_contest
from .journal import RESULT, Journal, another_contest, contest_mark, open_folder, write_whole
from .live import Watcher
from .loading import CONTEST_FOLDERS, ContestFile
from .outcome import GameOutcome, GameRequest
from .outside import ResultRow, read_results
from .play import Table
from .report import to_html, to_markdown
from .results import ContestResult

MARK = "contest_file"  # key of result.json: a hash of the contest file and the results it reads


@dataclass(frozen=True)
class Prepared:
    """A contest that has been checked against its game, ready to be held."""

    file: ContestFile
    book: GameBook
    entrants: Entrants
    best: tuple[str, ...]
    rows: dict[int, list[ResultRow]]

    @property
    def mark(self) -> str:
        """What tells this contest from others in ``result.json`` and the journal."""
        return contest_mark(self.file.contest, self.rows)

    def hold(self) -> Holding:
        """The contest as a generator of games."""
        return hold_contest(self.file.contest, self.best, self.rows)


def prepare(file: ContestFile, maker: str = DEFAULT_MAKER) -> Prepared:
    """Check everything that can be checked before the first game.

    ``maker`` is ``"module:function"`` (player name, game) -> Player.  Raises UserError.
    """
    contest = file.contest
    book = GameBook(contest)
    check_playable(contest, book)
    entrants = Entrants(contest, file.folder, maker)
    entrants.check(book)
    names = [entrant.name for entrant in contest.entrants]
    first = contest.stages[0]
    if first.match is not None:
        tables = draw_tables(contest, first, names)
        check_table_sizes(
            contest,
            {f"stage {first.name!r}: table {k}": len(t) for k, t in enumerate(tables, start=1)},
        )
    best = tuple(book.best_of(index) for index in range(len(contest.stages)))
    prepared = Prepared(file, book, entrants, best, _read_rows(file))
    with contextlib.suppress(StopIteration):  # all results are read, as in TWC-D
        next(prepared.hold())  # goes as far as it can without a game
    return prepared


def _read_rows(file: ContestFile) -> dict[int, list[ResultRow]]:
    rows = {}
    for index, stage in enumerate(file.contest.stages):
        if stage.outside is not None:
            rows[index] = read_results(_results_file(file.folder, stage.outside.file))
    return rows


def _results_file(folder: Path, name: str) -> Path:
    """Beside the contest file, else beside the shipped ones (which it may be based on)."""
    places = [place / name for place in (folder, *CONTEST_FOLDERS)]
    return next((path for path in places if path.is_file()), places[0])


def play_request(
    prepared: Prepared, request: GameRequest, replay: Path | None = None
) -> GameOutcome:
    """Play one game; ``replay`` is the file of its replay."""
    setting = prepared.book.setting(request)
    seats = prepared.entrants.seats(request, setting)
    table = Table(setting, request, seats, prepared.best[request.stage], replay)
    outcome: GameOutcome | None = None
    try:
        outcome = table.play()
    finally:
        result = None if outcome is None else {"scores": outcome.totals, "ended": outcome.ended}
        for seat in seats:
            seat.close(result)
    return outcome


@dataclass
class _Run:
    prepared: Prepared
    folder: Path
    journal: Journal
    watcher: Watcher

    def play(self, requests: Sequence[GameRequest]) -> list[GameOutcome]:
        contest = self.prepared.file.contest
        check_table_sizes(
            contest,
            {f"stage {_stage(contest, r)!r}: table {r.table}": len(r.seats) for r in requests},
        )
        return [self._one(request, _stage(contest, request)) for request in requests]

    def _one(self, request: GameRequest, stage: str) -> GameOutcome:
        outcome = self.journal.find(request)
        if outcome is None:
            self.watcher.started(request, stage)
            path = self.folder / "replays" / f"{request.key}.jsonl"
            outcome = play_request(self.prepared, request, path)
            self.journal.add(request, outcome)
        self.watcher.finished(request, stage, outcome)
        return outcome


def _stage(contest: Any, request: GameRequest) -> str:
    name: str = contest.stages[request.stage].name
    return name


def run_contest(
    file: ContestFile,
    folder: Path,
    *,
    resume: bool = False,
    maker: str = DEFAULT_MAKER,
    watcher: Watcher | None = None,
) -> dict[str, Any]:
    """Hold a contest and write ``result.json``, ``report.md``, ``report.html`` and ``replays/``.

    Returns the plain result.  ``folder`` must be new or empty, or hold an interrupted run of the
    same file when ``resume`` is set.  Raises UserError.
    """
    prepared = prepare(file, maker)
    if open_folder(folder, resume):
        return _finished(folder, prepared.mark)
    make_folder(folder / "replays")
    journal = Journal(folder, prepared.mark)
    watcher = watcher or Watcher(file.contest.heading, quiet=True)
    try:
        with watcher:
            run = _Run(prepared, folder, journal, watcher)
            result = _drive(prepared.hold(), run.play)
        content = result.to_json()
        write_reports(folder, content, prepared.mark)
        journal.remove()
    finally:
        journal.close()
    return content


def _drive(
    holding: Holding, play: Callable[[Sequence[GameRequest]], list[GameOutcome]]
) -> ContestResult:
    try:
        requests = next(holding)
        while True:
            requests = holding.send(play(requests))
    except StopIteration as end:
        result: ContestResult = end.value
        return result


def write_reports(folder: Path, content: dict[str, Any], mark: str) -> None:
    """The reports first, ``result.json`` last: when it is there, all is there.

    ``mark`` stands in the file only, so that ``--resume`` knows whose result it is.
    """
    write_whole(folder / "report.md", to_markdown(content))
    write_whole(folder / "report.html", to_html(content))
    text = json.dumps({**content, MARK: mark}, indent=1, ensure_ascii=False)
    write_whole(folder / RESULT, text + "\n")


def _finished(folder: Path, mark: str) -> dict[str, Any]:
    """The result of a contest that is over, if it is the one that was asked for."""
    try:
        content: Any = json.loads((folder / RESULT).read_text(encoding="utf8"))
    except (OSError, ValueError) as error:
        raise UserError(f"{folder / RESULT}: can't be read ({error})") from error
    if not isinstance(content, dict) or content.pop(MARK, None) != mark:
        raise another_contest(folder)
    return content
