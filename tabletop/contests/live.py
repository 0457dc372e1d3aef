"""What is shown while a contest runs: a live table on a terminal, plain lines elsewhere.

Imports no game.
"""

from rich.console import Console
from rich.live import Live
from rich.table import Table as RichTable

from ..shown import Shown
from .outcome import GameOutcome, GameRequest
from .ranking import number
from .stages import ENDINGS


class Watcher(Shown):
    """Shows games as they are started and finished.  A context manager."""

    def __init__(self, title: str, console: Console | None = None, quiet: bool = False) -> None:
        self._title = title
        self._console = console or Console()
        self._quiet = quiet
        self._rows: dict[str, tuple[str, ...]] = {}
        self.display: Live | None = None
        if self._console.is_terminal and not quiet:
            self.display = Live(self._table(), console=self._console, refresh_per_second=4)

    def started(self, request: GameRequest, stage: str) -> None:
        """A game begins."""
        if self.display is not None:
            self._rows[f"{stage} {request.table}"] = self._row(request, stage, "…", "playing")
            self.display.update(self._table())

    def finished(self, request: GameRequest, stage: str, outcome: GameOutcome) -> None:
        """A game is over."""
        totals = zip(request.seats, outcome.totals, strict=True)
        scores = ", ".join(f"{name} {number(score)}" for name, score in totals)
        troubles = sum(t.count for t in outcome.troubles)
        state = ENDINGS[outcome.ended] + (f"; {troubles} incidents" if troubles else "")
        if self.display is not None:
            self._rows[f"{stage} {request.table}"] = self._row(request, stage, scores, state)
            self.display.update(self._table())
        elif not self._quiet:
            self._console.print(
                f"{stage}, table {request.table}, {_game(request)}: {scores} ({state})",
                markup=False,
                highlight=False,
                soft_wrap=True,
            )

    def _row(self, request: GameRequest, stage: str, scores: str, state: str) -> tuple[str, ...]:
        return (stage, str(request.table), _game(request), scores, state)

    def _table(self) -> RichTable:
        table = RichTable(title=self._title)
        for column in ("stage", "table", "game", "scores", "state"):
            table.add_column(column)
        for row in self._rows.values():
            table.add_row(*row)
        return table


def _game(request: GameRequest) -> str:
    return f"game {request.number}" + (f", extra round {request.extra}" if request.extra else "")
