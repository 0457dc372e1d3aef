"""Rummikub in words: names of actions, snapshots, and lines of a transcript."""

from collections.abc import Mapping
from typing import Any

from tabletop.checks import check_action
from tabletop.errors import UserError, nearest
from tabletop.game import ILLEGAL, TIMEOUT, TIMEOUT_TABLE_LOST

from .state import DONE, DRAW, JOKER, NUM_ACTIONS, PHASES, REDEAL
from .table import display_sets
from .tiles import list_tiles, parse_tile, tile_name

_OTHER_NAMES = {DRAW: "draw", DONE: "done", REDEAL: "redeal"}
_OTHER_WORDS = {
    "draw": DRAW,
    "pass": DRAW,
    "done": DONE,
    "finish": DONE,
    "keep": DONE,
    "redeal": REDEAL,
}


def action_name(action: int) -> str:
    """``"red 5"``, ``"joker"``, ``"draw"``, ``"done"`` or ``"redeal"``."""
    number = check_action(action, NUM_ACTIONS)
    return _OTHER_NAMES.get(number) or tile_name(number)


def parse_action(text: str) -> int:
    """The action of a name; short tile names (``r5``, ``J``), *pass* and *keep* are read too."""
    word = " ".join(str(text).lower().split())
    if word in _OTHER_WORDS:
        return _OTHER_WORDS[word]
    try:
        return parse_tile(word)
    except UserError:
        known = [*_OTHER_NAMES.values(), *(tile_name(tile) for tile in range(JOKER + 1))]
        raise UserError(f"no action {text!r}; {_hint(word, known)}") from None


def _hint(word: str, known: list[str]) -> str:
    hint = nearest(word, known)
    return hint if hint.startswith("did") else "want a tile, 'draw', 'done' or 'redeal'"


def tile_names(counts: Any) -> list[str]:
    """Long names of counted tiles, by rising index."""
    return [tile_name(tile) for tile in list_tiles(counts)]


def snapshot(records: Any, i: int, rules: Any) -> dict[str, Any]:
    """The whole truth of a row.  In the play phase it is also a position."""
    record = records[i]
    public = record["public"]
    n = int(rules[0]["players"])
    size = int(public["pool_size"])
    return {
        "racks": [tile_names(record["seats"][seat]["rack"]) for seat in range(n)],
        "table": [[tile_name(t) for t in tiles] for tiles in display_sets(records, i, rules)],
        "pool": [tile_name(int(t)) for t in record["hidden"]["pool"][:size][::-1]],
        "pool_size": size,
        "melded": [bool(public["melded"][seat]) for seat in range(n)],
        "played": tile_names(public["played"]),
        "starter": int(public["starter"]),
        "to_act": int(public["to_act"]),
        "phase": PHASES[public["phase"]],
        "turns": int(public["turns"]),
        "redeals": int(public["redeals"]),
        "scores": [float(public["scores"][seat]) for seat in range(n)],
    }


def format_table(sets: list[list[str]]) -> str:
    """Sets of names as one line."""
    return " | ".join(", ".join(names) for names in sets) or "empty"


def describe_step(before: Mapping[str, Any], action: int, after: Mapping[str, Any]) -> str:
    """One line of a transcript, from the snapshots before and after an action."""
    seat = before["to_act"]
    text = f"player_{seat} {_what_happened(before, action, after)}"
    if after["phase"] == "over":
        text += _ending(after)
    return text


def _what_happened(before: Mapping[str, Any], action: int, after: Mapping[str, Any]) -> str:
    if before["phase"] == "redeal":
        if action == REDEAL:
            return "asks for a redeal: all tiles are shuffled and dealt anew"
        return "keeps the deal"
    if action < 0:
        return _timed_out(before, action, after)
    if action == DRAW:
        return _drawn(before, after, "draws") if before["pool_size"] else "passes"
    if action == DONE:
        call = "" if after["racks"][before["to_act"]] else "Rummikub! "
        return f"is done: {call}table {format_table(after['table'])}"
    return f"plays {action_name(action)}"


def _timed_out(before: Mapping[str, Any], action: int, after: Mapping[str, Any]) -> str:
    what = {TIMEOUT: "runs out of time", TIMEOUT_TABLE_LOST: "runs out of time, the table is lost"}
    text = "makes an illegal move" if action == ILLEGAL else what[action]
    if not before["played"]:
        return f"{text}, {_drawn(before, after, 'draws')}"
    if before["pool_size"] == after["pool_size"] and not _rack_grew(before, after):
        return f"{text}, the play stands: table {format_table(after['table'])}"
    return f"{text}, {_drawn(before, after, 'takes')}: table {format_table(after['table'])}"


def _rack_grew(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    seat = before["to_act"]
    return len(after["racks"][seat]) > len(before["racks"][seat])


def _drawn(before: Mapping[str, Any], after: Mapping[str, Any], verb: str) -> str:
    seat = before["to_act"]
    new = list(after["racks"][seat])
    for name in before["racks"][seat]:
        new.remove(name)
    return f"{verb} {', '.join(new) or 'nothing'}"


def _ending(after: Mapping[str, Any]) -> str:
    scores = ", ".join(f"player_{k} {score:+g}" for k, score in enumerate(after["scores"]))
    return f"; the game is over: {scores}"
