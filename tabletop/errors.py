"""Errors that a user can mend: one line that says what, where, and what would be right.

Imports nothing of this project.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path


class UserError(ValueError):
    """A wrong file, key, value or move.  The command line prints it and ends with code 2."""


def nearest(word: str, known: Iterable[str]) -> str:
    """``; did you mean 'x'?`` or the list of the known words."""
    names = sorted(known)
    close = get_close_matches(word, names, n=1, cutoff=0.6)
    if close:
        return f"did you mean {close[0]!r}?"
    return "known: " + ", ".join(names)


# Packages of the extra ``train``, as they are imported.
TRAIN_PACKAGES = ("torch", "safetensors", "matplotlib", "tensorboard", "openskill")


def install_hint(error: ImportError) -> str | None:
    """How to install what could not be imported, where that is a package of the extra ``train``."""
    package = (error.name or "").partition(".")[0]
    if package not in TRAIN_PACKAGES:
        return None
    return f"needs {package}: pip install 'meldstack[train]'"


def make_folder(path: Path) -> None:
    """Make a folder and those above it; UserError when that is not possible."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or error
        raise UserError(f"folder {str(path)!r} can't be made ({reason}); name another") from error
