"""Checkpoints: one safetensors file, with JSON about the tensors in its header.

A file is written beside its final place, synced to disk and renamed, so a reader finds either the
old checkpoint or the new one, whole, whatever kills the writer.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save

from tabletop.errors import UserError

FORMAT = "meldstack-checkpoint"
VERSION = 1
POLICY = "policy."  # what the names of the network's tensors start with
CHECKPOINT_NAME = "checkpoint.safetensors"  # in a run folder

Tensors = dict[str, torch.Tensor]


def write_atomic(path: Path, content: bytes) -> None:
    """Write a file whole or not at all: temporary file, fsync, rename, fsync of the folder."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with open(temporary, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def save_checkpoint(path: Path, tensors: Mapping[str, torch.Tensor], meta: Any) -> None:
    """Write tensors and their JSON description to ``path``."""
    header = {"format": FORMAT, "version": str(VERSION), "meta": json.dumps(meta)}
    ready = {name: t.detach().cpu().contiguous() for name, t in tensors.items()}
    write_atomic(path, save(ready, metadata=header))


def load_checkpoint(path: str | Path, prefix: str = "") -> tuple[dict[str, Any], Tensors]:
    """The description and the tensors whose names start with ``prefix`` (kept in the names).

    Raises UserError for a file that is missing, truncated, foreign or of another version.
    """
    file = Path(path)
    if not file.is_file():
        raise UserError(f"checkpoint {str(path)!r} does not exist")
    try:
        with safe_open(str(file), framework="pt") as opened:
            header = opened.metadata() or {}
            meta = _checked_meta(header, str(path))
            # safe_open iterates nothing by itself: keys() is its interface
            names = [name for name in opened.keys() if name.startswith(prefix)]  # noqa: SIM118
            return meta, {name: opened.get_tensor(name) for name in names}
    except (SafetensorError, OSError, RuntimeError) as error:
        reason = str(error).splitlines()[0]
        raise UserError(
            f"checkpoint {str(path)!r} is truncated or not a safetensors file ({reason})"
        ) from None


def _checked_meta(header: Mapping[str, str], where: str) -> dict[str, Any]:
    if header.get("format") != FORMAT:
        raise UserError(f"checkpoint {where!r} was not written by meldstack train")
    if header.get("version") != str(VERSION):
        raise UserError(
            f"checkpoint {where!r} has format version {header.get('version')}; "
            f"this release reads version {VERSION}"
        )
    try:
        meta: dict[str, Any] = json.loads(header["meta"])
    except (KeyError, json.JSONDecodeError):
        raise UserError(f"checkpoint {where!r}: its JSON header can't be read") from None
    return meta
