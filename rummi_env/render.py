"""Pictures of the table: text with coloured tiles, and an image drawn with pillow.

A leaf: nothing imports it at module level.  With a viewer, only what that player sees is drawn; a
question about a redeal shows to nobody but the player who is asked.
"""

from dataclasses import dataclass
from typing import Any

from tabletop.errors import UserError

from .state import PHASE_PLAY, PHASE_REDEAL
from .table import display_sets
from .tiles import JOKER, list_tiles, tile_code, tile_color

MODES = ("ansi", "rgb_array")
RESET = "\x1b[0m"
# Dark letters on a light tile, as on the real ones: black, blue, red, yellow, and the joker.
ANSI_COLORS = ("\x1b[1;30;47m", "\x1b[1;34;47m", "\x1b[1;31;47m", "\x1b[1;33;47m", "\x1b[1;35;47m")


@dataclass(frozen=True)
class Seat:
    """One line of the picture: a seat, and its tiles if the viewer sees them."""

    name: str
    acts: bool
    melded: bool
    size: int
    tiles: list[int] | None
    score: float | None


@dataclass(frozen=True)
class Scene:
    """What is to be drawn."""

    title: str
    sets: list[list[int]]
    played: list[int]
    seats: list[Seat]


def render(game: Any, records: Any, i: int, mode: str, viewer: int | None = None) -> Any:
    """``"ansi"``: str; ``"rgb_array"``: uint8 (H, W, 3).  ``viewer`` None shows every rack."""
    scene = make_scene(game, records, i, viewer)
    if mode == "ansi":
        return ansi(scene)
    if mode == "rgb_array":
        from .picture import draw

        return draw(scene)
    raise UserError(f"render mode {mode!r}; want one of {', '.join(MODES)}")


def make_scene(game: Any, records: Any, i: int, viewer: int | None) -> Scene:
    """Collect what the viewer sees."""
    record = records[i]
    public = record["public"]
    over = bool(public["over"])
    actor = _visible_actor(public, viewer)
    seats = [
        Seat(
            name=f"player_{seat}",
            acts=seat == actor and not over,
            melded=bool(public["melded"][seat]),
            size=int(public["rack_size"][seat]),
            tiles=list_tiles(record["seats"][seat]["rack"]) if viewer in (None, seat) else None,
            score=float(public["scores"][seat]) if over else None,
        )
        for seat in range(game.num_players)
    ]
    sets = display_sets(records, i, game.rules_record)
    return Scene(_title(public, actor), sets, list_tiles(public["played"]), seats)


def _visible_actor(public: Any, viewer: int | None) -> int | None:
    """Who is to act, if the viewer may know: before the first tile somebody may be asked."""
    to_act = int(public["to_act"])
    begun = public["turns"] > 0 or public["played_count"] > 0
    return to_act if viewer in (None, to_act) or begun else None


def _title(public: Any, actor: int | None) -> str:
    text = f"Rummikub, turn {int(public['turns']) + 1}, {int(public['pool_size'])} in the pool"
    if public["over"]:
        return f"{text}: the game is over"
    if actor is None:
        return f"{text}: waiting for the first turn"
    if public["phase"] == PHASE_REDEAL:
        return f"{text}: player_{actor} may ask for a redeal"
    assert public["phase"] == PHASE_PLAY
    return f"{text}: player_{actor} to play"


def ansi(scene: Scene) -> str:
    """The scene as text with coloured tiles."""
    lines = [scene.title, "table:"]
    lines += _table_lines(scene.sets) or ["  (empty)"]
    if scene.played:
        lines.append("played this turn: " + ansi_tiles(scene.played))
    width = max(len(seat.name) for seat in scene.seats)
    lines += [_seat_line(seat, width) for seat in scene.seats]
    return "\n".join(lines) + "\n"


def _table_lines(sets: list[list[int]], width: int = 92) -> list[str]:
    lines: list[str] = []
    used = width
    for tiles in sets:
        length = 4 * len(tiles) + 2
        if used + length > width:
            lines.append(" ")
            used = 0
        lines[-1] += " " + ansi_tiles(tiles)
        used += length
    return lines


def ansi_tiles(tiles: list[int]) -> str:
    """Tiles side by side, each three wide."""
    return "".join(f"{_ansi_color(tile)}{tile_code(tile):>3} {RESET}" for tile in tiles)


def _ansi_color(tile: int) -> str:
    return ANSI_COLORS[4 if tile == JOKER else tile_color(tile)]


def _seat_line(seat: Seat, width: int) -> str:
    mark = ">" if seat.acts else " "
    melded = "melded" if seat.melded else "      "
    line = f"{mark} {seat.name:<{width}} {melded} {seat.size:>3} tiles"
    if seat.score is not None:
        line += f" {seat.score:+g}"
    return f"{line}  {ansi_tiles(seat.tiles)}" if seat.tiles else line
