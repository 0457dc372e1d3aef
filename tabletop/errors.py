"""Errors that a user can mend: one line that says what, where, and what would be right.

Imports nothing of this project.
"""

from collections.abc import Iterable
from difflib import get_close_matches


class UserError(ValueError):
    """A wrong file, key, value or move.  The command line prints it and ends with code 2."""


def nearest(word: str, known: Iterable[str]) -> str:
    """``; did you mean 'x'?`` or the list of the known words."""
    names = sorted(known)
    close = get_close_matches(word, names, n=1, cutoff=0.6)
    if close:
        return f"did you mean {close[0]!r}?"
    return "known: " + ", ".join(names)
