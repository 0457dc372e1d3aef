"""Compiled functions of the engines, cached on disk where a stale result can't be found.

Numba's cache looks only at the file of a function, so an edit in a function that it calls from
another file keeps the old machine code.  Here the cache of a package lives in a folder named by
the hash of all of the package's sources: an edit anywhere gives a new folder.
Imports nothing of this project.
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import config as numba_config

F = TypeVar("F", bound=Callable[..., Any])

# In compiled code int() of an unsigned number stays unsigned, and unsigned mixed with signed turns
# into a float; so the engines say int64(x).
int64 = cast(Callable[[Any], int], np.int64)

# Packages whose functions engines call, and the engines, whose functions all others call.
SHARED = ("tabletop",)
ENGINES = ("uno_env", "rummi_env")


def cache_root() -> Path:
    """The folder that holds the caches: MELDSTACK_CACHE, or the user's cache folder."""
    named = os.environ.get("MELDSTACK_CACHE")
    if named:
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    root = Path(base) / "meldstack"
    try:
        root.mkdir(parents=True, exist_ok=True)
        return root
    except OSError:  # a home that can't be written, as in some containers
        return Path(tempfile.gettempdir()) / "meldstack-cache"


@lru_cache(maxsize=None)
def _source_files(package: str) -> tuple[Path, ...]:
    try:
        spec = find_spec(package)
    except ValueError:  # a script that is run has no package
        spec = None
    folders = list(spec.submodule_search_locations or ()) if spec else []
    return tuple(
        path
        for folder in folders
        for path in sorted(Path(folder).rglob("*.py"))
        if "njit" in path.read_text(encoding="utf8")
    )


@lru_cache(maxsize=None)
def source_hash(package: str) -> str:
    """Hash (12 hex digits) of every source whose compiled functions the package holds or calls."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.version_info[:2]}".encode())
    called = SHARED if package in (*SHARED, *ENGINES) else (*SHARED, *ENGINES)
    for name in (*called, package):
        for path in _source_files(name):
            digest.update(path.name.encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def cache_folder(package: str) -> Path:
    """Where the compiled functions of a package are kept."""
    return cache_root() / f"{package}-{source_hash(package)}"


def is_cached(package: str) -> bool:
    """Whether the package has compiled functions on disk already."""
    folder = cache_folder(package)
    return folder.is_dir() and any(folder.rglob("*.nbi"))


def _one_for_all_constants(dispatcher: Any) -> Any:
    """Compile once for int64, not again for every constant that compiled callers pass."""
    template = getattr(dispatcher, "get_call_template", None)
    if template is None:  # numba is switched off
        return dispatcher

    def get_call_template(args: Any, kws: Any) -> Any:
        plain = {name: numba.types.unliteral(kind) for name, kind in kws.items()}
        return template(tuple(numba.types.unliteral(kind) for kind in args), plain)

    dispatcher.get_call_template = get_call_template
    return dispatcher


def njit(function: F) -> F:
    """Compile a module-level function: cached on disk, and free of the interpreter lock."""
    package = function.__module__.partition(".")[0]
    before = numba_config.CACHE_DIR
    numba_config.CACHE_DIR = str(cache_folder(package))
    try:
        return cast(F, _one_for_all_constants(numba.njit(cache=True, nogil=True)(function)))
    finally:
        numba_config.CACHE_DIR = before


def njit_inline(function: F) -> F:
    """Like ``njit``, for small functions that should always be inlined by LLVM."""
    package = function.__module__.partition(".")[0]
    before = numba_config.CACHE_DIR
    numba_config.CACHE_DIR = str(cache_folder(package))
    try:
        return cast(
            F,
            _one_for_all_constants(numba.njit(cache=True, nogil=True, forceinline=True)(function)),
        )
    finally:
        numba_config.CACHE_DIR = before
