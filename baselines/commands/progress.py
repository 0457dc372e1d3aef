"""How far a long command is: a bar on a terminal, a plain line every few seconds elsewhere."""

import time
from typing import TYPE_CHECKING, TextIO

from tabletop.shown import Shown

if TYPE_CHECKING:
    from rich.progress import Progress

SECONDS_BETWEEN_LINES = 5.0


class ProgressBar(Shown):
    """A bar (rich) where ``stream`` is a terminal; elsewhere ``line_due`` says when to print."""

    display: "Progress | None"

    def __init__(self, task: str, stream: TextIO) -> None:
        self.display = None
        self._printed = time.monotonic()
        if stream.isatty():
            from rich.console import Console
            from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

            columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn())
            console = Console(file=stream)
            self.display = Progress(
                *columns, TimeRemainingColumn(), console=console, transient=True
            )
            self._task = self.display.add_task(task, total=None)

    def update(self, done: int, total: int) -> None:
        """Move the bar, where there is one."""
        if self.display is not None:
            self.display.update(self._task, completed=min(done, total), total=total)

    def line_due(self, now: bool = False) -> bool:
        """Whether a plain line is to be printed: none for some seconds, or wanted now."""
        clock = time.monotonic()
        if self.display is not None or not (now or clock - self._printed > SECONDS_BETWEEN_LINES):
            return False
        self._printed = clock
        return True
