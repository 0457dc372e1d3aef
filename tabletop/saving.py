"""Saved games as bytes: a header that says what made them, then the records.

A file of another game, engine version, ruleset or number of players, or a damaged one, is refused
with one line.  Imports only the Game contract.
"""

import json
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from .errors import UserError
from .game import Game, Records
from .records import copy_records
from .rulesets import rules_to_mapping

MAGIC = b"MELDSTACK-SAVE-1\n"
_SETTINGS = ("game", "engine_version", "num_players", "max_turns")


def settings_of(game: Game) -> dict[str, Any]:
    """What must agree between the maker and the reader of a saved game or replay."""
    return {
        "game": game.name,
        "engine_version": game.engine_version,
        "num_players": game.num_players,
        "max_turns": game.max_turns,
        "ruleset": rules_to_mapping(game.rules),
    }


def settings_error(settings: Mapping[str, Any], game: Game, what: str) -> str | None:
    """Where ``settings`` differ from the game's, in one line, or None."""
    own = settings_of(game)
    for key in _SETTINGS:
        if settings.get(key) != own[key]:
            return f"{what} has {key} {settings.get(key)!r}, this is {own[key]!r}"
    theirs = settings.get("ruleset") or {}
    for field, value in own["ruleset"].items():
        if theirs.get(field) != value:
            return f"{what} has rule {field} {theirs.get(field)!r}, this is {value!r}"
    return None


def pack_records(game: Game, records: Records, extra: Mapping[str, Any]) -> bytes:
    """Bytes of the records (N,) of a game; ``extra`` is any JSON value to keep with them."""
    content = records.tobytes()
    header = {
        **settings_of(game),
        "rows": len(records),
        "size": len(content),
        "crc": zlib.crc32(content),
        "extra": dict(extra),
    }
    text = json.dumps(header).encode()
    return MAGIC + len(text).to_bytes(4, "little") + text + content


def _read_header(blob: bytes) -> tuple[dict[str, Any], bytes]:
    if not blob.startswith(MAGIC):
        raise UserError("load: these bytes are no saved game (want what save() returned)")
    start = len(MAGIC) + 4
    size = int.from_bytes(blob[len(MAGIC) : start], "little")
    try:
        header = json.loads(blob[start : start + size])
        content = blob[start + size :]
        missing = header["size"] - len(content)
        damaged = missing < 0 or (missing == 0 and zlib.crc32(content) != header["crc"])
    except (ValueError, KeyError, TypeError):
        raise UserError("load: the saved game is cut short or damaged in its header") from None
    if missing > 0:
        raise UserError(f"load: the saved game is cut short, {missing} bytes are missing")
    if damaged:
        raise UserError("load: the saved game is damaged (its checksum differs)")
    return header, content


def unpack_records(game: Game, blob: bytes) -> tuple[Records, dict[str, Any]]:
    """Records (N,) and the extra value from ``pack_records``; UserError says what does not fit."""
    if not isinstance(blob, (bytes, bytearray, memoryview)):
        raise UserError(f"load: want the bytes of save(), not {type(blob).__name__}")
    header, content = _read_header(bytes(blob))
    wrong = settings_error(header, game, "load: the saved game")
    if wrong is None and header["size"] != header["rows"] * game.dtype.itemsize:
        wrong = "load: the saved game has records of another size"
    if wrong is not None:
        raise UserError(wrong)
    # as bytes: a copy by fields would leave the padding of the records uninitialised
    return copy_records(np.frombuffer(content, dtype=game.dtype)), header["extra"]
