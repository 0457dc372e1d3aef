"""The progress of a contest on disk: finished games, written through, so that a killed contest
goes on where it was.  Imports no game.
"""

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ..errors import UserError, make_folder
from .config import Contest
from .outcome import GameOutcome, GameRequest
from .outside import ResultRow

PROGRESS = "progress.jsonl"
RESULT = "result.json"


def contest_mark(contest: Contest, rows: Mapping[int, Sequence[ResultRow]] | None = None) -> str:
    """A hash of the whole contest file, so that its folder can't be taken up by another one.

    ``rows`` are the outside results that were read with it.
    """
    content = contest.model_dump(mode="json")
    if rows:
        content["outside_rows"] = {k: [asdict(row) for row in given] for k, given in rows.items()}
    text = json.dumps(content, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def another_contest(folder: Path) -> UserError:
    """The folder was made by another contest file."""
    return UserError(f"{folder}: holds another contest, or the file has changed since")


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there whole or not at all."""
    temporary = path.with_name(path.name + ".part")
    with temporary.open("w", encoding="utf8", newline="\n") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    temporary.replace(path)


def open_folder(folder: Path, resume: bool) -> bool:
    """Make the folder ready.  Returns True when the contest in it is finished already.

    Raises UserError when the folder holds something and ``resume`` was not asked for.
    """
    if folder.exists() and not folder.is_dir():
        raise UserError(f"{folder}: is a file; want a new or empty folder")
    make_folder(folder)
    if resume:
        if not (folder / PROGRESS).exists() and not (folder / RESULT).exists():
            held = any(folder.iterdir())
            if held:
                raise UserError(f"{folder}: holds no contest to resume")
        return (folder / RESULT).exists() and not (folder / PROGRESS).exists()
    if any(folder.iterdir()):
        raise UserError(f"{folder}: is not empty; want a new folder, or --resume")
    return False


class Journal:
    """Outcomes of finished games by key; every new one is on disk before ``add`` returns."""

    def __init__(self, folder: Path, mark: str) -> None:
        self._path = folder / PROGRESS
        self._mark = mark
        self._done: dict[str, dict[str, Any]] = {}
        kept = self._read() if self._path.exists() else []
        write_whole(self._path, "".join(line + "\n" for line in kept or [self._head()]))
        self._out = self._path.open("a", encoding="utf8", newline="\n")

    def _head(self) -> str:
        return json.dumps({"contest": self._mark})

    def _read(self) -> list[str]:
        """The whole lines of an earlier run; a torn last line is dropped."""
        text = self._path.read_text(encoding="utf8", errors="replace")
        lines = text.split("\n")[:-1]
        if not lines:
            return []
        try:
            if json.loads(lines[0])["contest"] != self._mark:
                raise another_contest(self._path.parent)
            for line in lines[1:]:
                entry = json.loads(line)
                self._done[entry["key"]] = entry
        except (ValueError, KeyError, TypeError) as error:
            if isinstance(error, UserError):
                raise
            raise UserError(f"{self._path}: the progress file is damaged") from error
        return lines

    def find(self, request: GameRequest) -> GameOutcome | None:
        """The outcome of a game that was finished before."""
        entry = self._done.get(request.key)
        if entry is None or entry["seats"] != list(request.seats) or entry["seed"] != request.seed:
            return None
        return GameOutcome.from_json(entry["outcome"])

    def add(self, request: GameRequest, outcome: GameOutcome) -> None:
        """Note a finished game."""
        entry = {
            "key": request.key,
            "seats": list(request.seats),
            "seed": request.seed,
            "outcome": outcome.to_json(),
        }
        self._out.write(json.dumps(entry) + "\n")
        self._out.flush()
        os.fsync(self._out.fileno())

    def close(self) -> None:
        """Leave the journal for a later run."""
        self._out.close()

    def remove(self) -> None:
        """The contest is over and its result written."""
        self._out.close()
        self._path.unlink()
