"""Pictures of a UNO table: coloured text for terminals, pixels for notebooks and videos.

A leaf: nothing imports it at module level.  Pillow is imported only for pixels.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletop.errors import UserError
from tabletop.game import Game, Records

from .cards import COLORS, TYPE_NAMES, action_name

_ANSI = {"red": "\x1b[31m", "yellow": "\x1b[33m", "green": "\x1b[32m", "blue": "\x1b[34m"}
_RESET = "\x1b[0m"
_RGB = {
    "red": (214, 48, 49),
    "yellow": (241, 180, 15),
    "green": (39, 147, 72),
    "blue": (41, 98, 196),
}
_BLACK = (33, 33, 38)
_TABLE = (232, 236, 240)
_INK = (40, 44, 52)
_BACK = (120, 126, 138)
_WINDOW_TEXT = {
    "play": "to play",
    "drawn": "has drawn a playable card",
    "combo": "may add to the combination",
    "cut": "may cut",
    "catch": "may catch",
    "challenge": "may challenge",
    "color": "names the colour",
    "swap": "chooses whom to swap with",
    "over": "",
}


def color_of_name(name: str) -> str | None:
    """The colour word in a card's or action's name."""
    return next((color for color in COLORS if color in name), None)


def paint(name: str) -> str:
    """A card's name in its colour, for terminals."""
    color = color_of_name(name)
    return f"{_ANSI[color]}{name}{_RESET}" if color else f"\x1b[1m{name}{_RESET}"


def _hand_text(hand: Sequence[str]) -> str:
    counts = Counter(hand)
    order = sorted(counts, key=TYPE_NAMES.index)
    return ", ".join(
        paint(name) + (f" ×{counts[name]}" if counts[name] > 1 else "") for name in order
    )


def _table_state(game: Game, records: Records, i: int) -> dict[str, Any]:
    state = game.snapshot(records, i)
    public = records["public"][i]
    state["turns"] = int(public["turns"])
    state["out"] = [int(place) for place in public["out"][: game.num_players]]
    return state


def _is_hidden(state: Mapping[str, Any], seat: int, viewer: int | None) -> bool:
    return viewer is not None and seat != viewer


def ansi(game: Game, records: Records, i: int, viewer: int | None) -> str:
    """The table as coloured text; other hands face down for a viewer."""
    state = _table_state(game, records, i)
    arrow = "clockwise" if state["direction"] == 1 else "counter-clockwise"
    pending = f"   pending draws: {state['pending_draws']}" if state["pending_draws"] else ""
    lines = [
        f"turn {state['turns']}   deck {state['deck_size']}   {arrow}{pending}",
        f"top card: {paint(state['discard_top'])}",
    ]
    for seat, hand in enumerate(state["hands"]):
        acting = seat == state["to_act"] and state["phase"] != "over"
        note = _seat_note(state, seat, acting and not _is_hidden(state, seat, viewer))
        marker = ">" if acting and not _is_hidden(state, seat, viewer) else " "
        cards = "" if _is_hidden(state, seat, viewer) else f"  {_hand_text(hand)}"
        lines.append(f"{marker} player_{seat} ({len(hand)}){note}{cards}")
    if state["phase"] == "over":
        lines.append("over: scores " + "  ".join(str(score) for score in state["scores"]))
    return "\n".join(lines)


def _seat_note(state: Mapping[str, Any], seat: int, acting: bool) -> str:
    notes = []
    if state["out"][seat] and state["hands"][seat] == []:
        notes.append(f"out, place {state['out'][seat]}")
    if state["called_uno"][seat]:
        notes.append("UNO!")
    if acting:
        notes.append(_WINDOW_TEXT[state["phase"]])
    return f" [{', '.join(notes)}]" if notes else ""


def render(game: Game, records: Records, i: int, mode: str, viewer: int | None) -> Any:
    """Text for ``"ansi"``, uint8 (H, W, 3) for ``"rgb_array"``."""
    if mode == "ansi":
        return ansi(game, records, i, viewer)
    return pixels(game, records, i, viewer)


# -- pixels --------------------------------------------------------------------------------------

_WIDTH, _ROW, _TOP, _CARD_W, _CARD_H = 900, 86, 130, 46, 66


def _drawing() -> tuple[Any, Any, Any]:
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError as error:
        raise UserError(
            "render_mode 'rgb_array' needs pillow: pip install 'meldstack[render]'"
        ) from error
    return Image, ImageDraw, ImageFont


def _short_label(name: str) -> str:
    if name.startswith("wild draw four"):
        return "+4"
    if name.startswith("wild"):
        return "W"
    symbol = name.split(" ", 1)[1]
    return {"skip": "S", "reverse": "R", "draw two": "+2"}.get(symbol, symbol)


def _draw_card(draw: Any, font: Any, x: float, y: float, name: str | None) -> None:
    box = (x, y, x + _CARD_W, y + _CARD_H)
    if name is None:
        draw.rounded_rectangle(box, radius=7, fill=_BACK, outline=(255, 255, 255), width=3)
        return
    wild = name.startswith("wild")
    color = color_of_name(name)
    fill = _BLACK if wild else _RGB[color or "red"]
    draw.rounded_rectangle(box, radius=7, fill=fill, outline=(255, 255, 255), width=3)
    if wild and color:
        stripe = (x + 6, y + _CARD_H - 14, x + _CARD_W - 6, y + _CARD_H - 7)
        draw.rectangle(stripe, fill=_RGB[color])
    center = (x + _CARD_W / 2, y + _CARD_H / 2)
    draw.text(center, _short_label(name), fill=(255, 255, 255), font=font, anchor="mm")


def _draw_table(draw: Any, fonts: tuple[Any, Any], state: Mapping[str, Any]) -> None:
    large, small = fonts
    _draw_card(draw, large, 30, 40, None)
    draw.text((53, 114), f"deck {state['deck_size']}", fill=_INK, font=small, anchor="mm")
    _draw_card(draw, large, 100, 40, state["discard_top"])
    arrow = "clockwise" if state["direction"] == 1 else "counter-clockwise"
    text = f"turn {state['turns']}, {arrow}, colour {state['color']}"
    if state["pending_draws"]:
        text += f", {state['pending_draws']} draws pending"
    draw.text((170, 60), text, fill=_INK, font=large, anchor="lm")
    if state["phase"] == "over":
        scores = "scores " + "  ".join(str(score) for score in state["scores"])
        draw.text((170, 88), scores, fill=_INK, font=small, anchor="lm")


def _draw_seat(
    draw: Any, fonts: tuple[Any, Any], state: Mapping[str, Any], seat: int, viewer: int | None
) -> None:
    large, small = fonts
    y = _TOP + seat * _ROW
    hidden = _is_hidden(state, seat, viewer)
    acting = seat == state["to_act"] and state["phase"] != "over" and not hidden
    if acting:
        box = (10, y - 4, _WIDTH - 10, y + _ROW - 10)
        draw.rounded_rectangle(box, radius=9, fill=(214, 226, 245))
    draw.text((24, y + 24), f"player_{seat}", fill=_INK, font=large, anchor="lm")
    hand = sorted(state["hands"][seat], key=TYPE_NAMES.index)
    note = f"{len(hand)} cards{_seat_note(state, seat, acting)}"
    draw.text((24, y + 48), note, fill=_INK, font=small, anchor="lm")
    step = min(_CARD_W + 4, (_WIDTH - 310) / max(len(hand), 1))
    for k, name in enumerate(hand):
        _draw_card(draw, large, 250 + k * step, y + 3, None if hidden else name)


def pixels(game: Game, records: Records, i: int, viewer: int | None) -> NDArray[np.uint8]:
    """The table as uint8 (H, W, 3)."""
    image_module, draw_module, font_module = _drawing()
    state = _table_state(game, records, i)
    size = (_WIDTH, _TOP + game.num_players * _ROW + 10)
    image = image_module.new("RGB", size, _TABLE)
    draw = draw_module.Draw(image)
    fonts = (font_module.load_default(18), font_module.load_default(13))
    _draw_table(draw, fonts, state)
    for seat in range(game.num_players):
        _draw_seat(draw, fonts, state, seat, viewer)
    return np.asarray(image, dtype=np.uint8)


# -- transcripts ----------------------------------------------------------------------------------


def describe_step(before: Mapping[str, Any], action: int, after: Mapping[str, Any]) -> str:
    """One line of a transcript: who did what in which phase, and what changed."""
    seat = before["to_act"]
    what = _what(before, action)
    parts = [f"player_{seat}", f"{before['phase']}:", what]
    gains = [
        f"player_{other} {len(new) - len(old):+d} cards"
        for other, (old, new) in enumerate(zip(before["hands"], after["hands"], strict=True))
        if len(new) > len(old)
    ]
    tail = f"  [{', '.join(gains)}]" if gains else ""
    if after["phase"] == "over":
        tail += "  over, scores " + " ".join(str(score) for score in after["scores"])
    return " ".join(parts) + tail


def _what(before: Mapping[str, Any], action: int) -> str:
    if action < 0:
        return {-2: "time-out", -3: "illegal action"}.get(action, "time-out")
    if before["phase"] == "swap":
        return f"swap: +{action + 1}"
    if before["phase"] == "cut" and action < 60:
        return f"Cut! {action_name(action)}"
    return action_name(action)
