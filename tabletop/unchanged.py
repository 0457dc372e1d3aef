"""Putting an environment back as it was when a call is refused halfway.

Imports only NumPy and the fast copies of records.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any

import numpy as np

from .records import copy_records, write_records

_PLAIN = (bool, int, float, str, type(None), np.random.Generator)


def _kept(value: Any) -> Any:
    """What is needed to put one attribute back: a copy of an array, the state of a generator."""
    if isinstance(value, np.ndarray):
        return copy_records(value) if value.dtype.names else value.copy()
    return deepcopy(value.bit_generator.state) if isinstance(value, np.random.Generator) else None


def _put_back(value: Any, kept: Any) -> None:
    if isinstance(value, np.random.Generator):
        value.bit_generator.state = kept
    elif isinstance(value, np.ndarray) and value.dtype.names:
        write_records(value, kept)
    elif isinstance(value, np.ndarray):
        value[...] = kept


@contextmanager
def unchanged_on_error(*owners: Any) -> Iterator[None]:
    """When the block raises, the owners' arrays, plain values and generators are as before it.

    Arrays are written back in place; views of them follow.  Players are no part of this.
    """
    kept = [
        (owner, name, value, _kept(value))
        for owner in owners
        for name, value in vars(owner).items()
        if isinstance(value, _PLAIN) or (isinstance(value, np.ndarray) and value.flags.owndata)
    ]
    try:
        yield
    except BaseException:
        for owner, name, value, copy in kept:
            _put_back(value, copy)
            setattr(owner, name, value)
        raise
