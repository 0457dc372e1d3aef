"""A context manager around what rich shows while something runs: a bar, or a live table.

Imports nothing of this project, and rich only where something is shown.
"""

from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.live import Live
    from rich.progress import Progress


class Shown:
    """Starts its display on entering and stops it on leaving; None off a terminal."""

    display: "Live | Progress | None" = None

    def __enter__(self) -> Self:
        if self.display is not None:
            self.display.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.display is not None:
            self.display.stop()
