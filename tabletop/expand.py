"""Observations as networks like them: int8 codes to float32, by the observation layout.

Counts are divided by their scale, flags stay, each category becomes one-hot.  Imports NumPy and
the Game contract.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .game import ObservationPart


class Expander:
    """Turns observations (…, O) of any integer or float dtype into float32 (…, ``size``).

    ``slices`` says where each part of the layout went.
    """

    def __init__(self, layout: Mapping[str, ObservationPart]) -> None:
        sources: list[int] = []
        targets: list[int] = []
        scales: list[float] = []
        codes: list[tuple[int, int, int]] = []  # column, where its one-hot starts, its length
        self.slices: dict[str, slice] = {}
        width = 0
        for name, part in layout.items():
            start = width
            for column in range(part.slice.start, part.slice.stop):
                if part.kind == "category":
                    codes.append((column, width, part.categories))
                    width += part.categories
                else:
                    sources.append(column)
                    targets.append(width)
                    scales.append(1.0 / part.scale)
                    width += 1
            self.slices[name] = slice(start, width)
        self.size = width
        self._sources, self._targets = np.array(sources, int), np.array(targets, int)
        self._scales = np.array(scales, np.float32)
        self._codes = np.array(codes, int).reshape(-1, 3)

    def __call__(self, observation: NDArray[Any]) -> NDArray[np.float32]:
        """The expanded observations; ValueError for a code that its part does not have."""
        rows = np.asarray(observation).reshape(-1, observation.shape[-1])
        out = np.zeros((len(rows), self.size), np.float32)
        out[:, self._targets] = rows[:, self._sources] * self._scales
        columns, starts, sizes = self._codes.T
        values = rows[:, columns].astype(np.int64)
        if ((values < 0) | (values >= sizes)).any():
            raise ValueError("observation has a category code that its layout does not know")
        np.put_along_axis(out, starts + values, 1.0, axis=1)
        return out.reshape(*observation.shape[:-1], self.size)


def one_hot_observation(
    observation: NDArray[Any], layout: Mapping[str, ObservationPart]
) -> NDArray[np.float32]:
    """``Expander(layout)(observation)``, for a single use."""
    return Expander(layout)(observation)
