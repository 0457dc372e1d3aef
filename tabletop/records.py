"""Fast copies of records.  NumPy copies nested records field by field; these copy their bytes.

Imports only NumPy.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Records = NDArray[np.void]


def record_bytes(records: Records) -> NDArray[np.uint8]:
    """The same memory as uint8 (N, bytes of a record); ``records`` must be contiguous."""
    return records.view(np.uint8).reshape(len(records), records.dtype.itemsize)


def copy_records(records: Records, rows: Any = None) -> Records:
    """A copy of all records (N,), or of the rows that an index array, mask or slice names."""
    content = record_bytes(records)
    chosen = content.copy() if rows is None else content[rows].copy()
    return chosen.reshape(-1).view(records.dtype)


def write_records(records: Records, source: Records, rows: Any = slice(None)) -> None:
    """Overwrite rows of ``records`` with the records of ``source``."""
    record_bytes(records)[rows] = record_bytes(source)
