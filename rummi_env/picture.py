"""The table as an image, drawn with pillow (the ``render`` extra)."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .render import Scene, Seat
from .tiles import JOKER, tile_color, tile_number

WIDTH, HEIGHT = 1080, 760
SCALE = 2  # drawn twice as large and shrunk, for smooth edges
MARGIN = 24
TABLE_TOP, TABLE_BOTTOM = 64, 500
CLOTH, WOOD, WOOD_LIT = (28, 92, 74), (92, 62, 42), (134, 92, 58)
IVORY, EDGE, SHADE = (250, 244, 228), (206, 196, 170), (18, 62, 50)
TEXT, DIM = (246, 240, 224), (206, 190, 166)
INKS = ((34, 34, 38), (28, 84, 190), (204, 40, 44), (222, 146, 10))
JOKER_INK = (130, 50, 150)


def draw(scene: Scene) -> NDArray[np.uint8]:
    """uint8 (760, 1080, 3)."""
    try:
        from PIL import Image, ImageDraw
    except ImportError as error:
        raise ImportError("rgb_array needs pillow: pip install 'meldstack[render]'") from error
    image = Image.new("RGB", (WIDTH * SCALE, HEIGHT * SCALE), CLOTH)
    pen = ImageDraw.Draw(image)
    _text(pen, (MARGIN, 18), scene.title, 24, TEXT)
    _table(pen, scene)
    for k, seat in enumerate(scene.seats):
        _seat(pen, seat, k, len(scene.seats))
    small = image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    return np.asarray(small, dtype=np.uint8).copy()


@lru_cache(maxsize=16)
def _font(size: int) -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(size * SCALE)


def _text(
    pen: Any, at: tuple[float, float], text: str, size: int, ink: Any, anchor: str = "la"
) -> None:
    spot = (at[0] * SCALE, at[1] * SCALE)
    pen.text(spot, text, fill=ink, font=_font(size), anchor=anchor)


def _box(pen: Any, x: float, y: float, w: float, h: float, radius: float, **style: Any) -> None:
    corners = [x * SCALE, y * SCALE, (x + w) * SCALE, (y + h) * SCALE]
    pen.rounded_rectangle(corners, radius * SCALE, **style)


def _tile(pen: Any, x: float, y: float, height: float, tile: int | None) -> None:
    """A tile, face up, or its back when ``tile`` is None."""
    width = height * 0.74
    _box(pen, x + 1.5, y + 2.5, width, height, height * 0.14, fill=SHADE)
    face = IVORY if tile is not None else EDGE
    _box(pen, x, y, width, height, height * 0.14, fill=face, outline=EDGE, width=SCALE)
    if tile is None:
        return
    if tile == JOKER:
        _joker(pen, x + width / 2, y + height / 2, height * 0.26)
        return
    ink = INKS[tile_color(tile)]
    size = max(8, int(height * 0.5))
    _text(pen, (x + width / 2, y + height * 0.4), str(tile_number(tile)), size, ink, "mm")
    r = height * 0.07
    cx, cy = x + width / 2, y + height * 0.8
    _circle(pen, cx, cy, r, outline=ink, width=max(1, int(SCALE * height / 28)))


def _circle(pen: Any, x: float, y: float, r: float, **style: Any) -> None:
    pen.ellipse([(x - r) * SCALE, (y - r) * SCALE, (x + r) * SCALE, (y + r) * SCALE], **style)


def _joker(pen: Any, x: float, y: float, r: float) -> None:
    """A face that smiles."""
    line = max(1, int(SCALE * r / 5))
    _circle(pen, x, y, r, outline=JOKER_INK, width=line)
    for side in (-1, 1):
        _circle(pen, x + side * r * 0.38, y - r * 0.22, r * 0.13, fill=JOKER_INK)
    mouth = [(x - r * 0.55) * SCALE, (y - r * 0.5) * SCALE]
    mouth += [(x + r * 0.55) * SCALE, (y + r * 0.55) * SCALE]
    pen.arc(mouth, 20, 160, fill=JOKER_INK, width=line)


def _places(sets: list[list[int]], height: float) -> list[tuple[float, float]] | None:
    """Where each set goes when tiles are this high; None when they do not fit."""
    step, gap = height * 0.78, height * 0.42
    x, y = float(MARGIN), float(TABLE_TOP)
    places = []
    for tiles in sets:
        width = step * len(tiles)
        if x > MARGIN and x + width > WIDTH - MARGIN:
            x, y = float(MARGIN), y + height * 1.24
        places.append((x, y))
        x += width + gap
    return places if y + height <= TABLE_BOTTOM else None


def _table(pen: Any, scene: Scene) -> None:
    height = 62.0
    places = _places(scene.sets, height)
    while places is None:
        height -= 2
        places = _places(scene.sets, height)
    fresh = list(scene.played)
    for tiles, (x, y) in reversed(list(zip(scene.sets, places, strict=True))):
        for k, tile in enumerate(tiles):
            at = x + k * height * 0.78
            _tile(pen, at, y, height, tile)
            if tile in fresh:  # played in this turn
                fresh.remove(tile)
                _box(pen, at, y, height * 0.74, height, height * 0.14, outline=TEXT, width=3)


def _seat(pen: Any, seat: Seat, k: int, count: int) -> None:
    rows = (count + 1) // 2
    height = (HEIGHT - TABLE_BOTTOM - MARGIN - 8) / rows - 8
    width = (WIDTH - 3 * MARGIN) / 2
    x = MARGIN + (k % 2) * (width + MARGIN)
    y = TABLE_BOTTOM + 14 + (k // 2) * (height + 8)
    _box(pen, x, y, width, height, 8, fill=WOOD_LIT if seat.acts else WOOD)
    label = f"{seat.name}   {seat.size} tiles{'   melded' if seat.melded else ''}"
    if seat.score is not None:
        label += f"   {seat.score:+g}"
    _text(pen, (x + 10, y + 6), label, 15, TEXT if seat.acts else DIM)
    tiles: list[int | None] = list(seat.tiles) if seat.tiles is not None else [None] * seat.size
    _rack(pen, tiles, x + 10, y + 28, width - 20, height - 34)


def _rack(
    pen: Any, tiles: list[int | None], x: float, y: float, width: float, height: float
) -> None:
    size = min(height, 44.0)
    step = min(size * 0.78, width / max(1, len(tiles)))
    for k, tile in enumerate(tiles):
        _tile(pen, x + k * step, y, size, tile)
