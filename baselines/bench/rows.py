"""A row of the table of speeds, and how one is measured.  Imports NumPy only."""

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Row:
    """One measurement: ``value`` is the median of ``runs`` runs, ``low`` and ``high`` the extremes.

    ``target`` is the project's own goal in the same unit (None: none set), ``note`` what was run.
    """

    section: str
    name: str
    value: float
    unit: str
    low: float
    high: float
    runs: int
    target: float | None = None
    higher_is_better: bool = True
    note: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None without one."""
        if self.target is None:
            return None
        if self.higher_is_better:
            return bool(self.value >= self.target)
        return bool(self.value <= self.target)


def measure(work: Callable[[], float], runs: int = 5) -> tuple[float, float, float]:
    """Median, lowest and highest rate per second of ``work``, which returns the units it did.

    Called once before, so that nothing is compiled or loaded while the clock runs.
    """
    work()
    rates = []
    for _ in range(runs):
        start = time.perf_counter()
        done = work()
        rates.append(done / (time.perf_counter() - start))
    return float(np.median(rates)), min(rates), max(rates)


def rate_row(
    section: str,
    name: str,
    unit: str,
    work: Callable[[], float],
    runs: int = 5,
    target: float | None = None,
    note: str = "",
) -> Row:
    """A row of a rate (higher is better)."""
    value, low, high = measure(work, runs)
    return Row(section, name, value, unit, low, high, runs, target, True, note)
