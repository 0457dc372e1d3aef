"""Where games and players are found by name: lazy ``"module:factory"`` strings, so that asking
for one game imports no other.  Imports no game and no torch.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from .errors import UserError, nearest
from .game import Game
from .players import Player

# The one line that a new game adds.
GAMES: dict[str, str] = {
    "uno": "uno_env.game:UnoGame",
    "rummikub": "rummi_env.game:RummikubGame",
}
SHIPPED_GAMES = tuple(GAMES)  # without what is registered later


def register_game(name: str, target: str) -> None:
    """Make a game known under ``name``; ``target`` is ``"module:class"``."""
    GAMES[name] = target


def load_target(target: str, what: str) -> Callable[..., Any]:
    """Import ``"module:attribute"``; UserError says which part can't be found."""
    module_name, _, attribute = target.partition(":")
    if not module_name or not attribute:
        raise UserError(f"{what} {target!r}: want 'module:factory'")
    try:
        module = import_module(module_name)
    except ImportError as error:
        raise UserError(f"{what} {target!r}: can't import {module_name!r} ({error})") from error
    if not hasattr(module, attribute):
        raise UserError(f"{what} {target!r}: module {module_name!r} has no {attribute!r}")
    factory: Callable[..., Any] = getattr(module, attribute)
    return factory


def game_class(name: str) -> type[Game]:
    """The Game class registered under ``name``."""
    if name not in GAMES:
        raise UserError(f"unknown game {name!r}; {nearest(name, GAMES)}")
    found: Any = load_target(GAMES[name], "game")
    return found  # type: ignore[no-any-return]


def make_game(name: str, num_players: int = 4, ruleset: Any = None, **options: Any) -> Game:
    """A game by name; ``options``: ``reward``, ``max_turns`` and any field of the ruleset."""
    make: Callable[..., Game] = game_class(name)
    if ruleset is not None:
        options["ruleset"] = ruleset
    return make(num_players=num_players, **options)


def make_player(name: str, game: Game) -> Player:
    """A player by the name it has in ``game.players``, or by ``"module:factory"``."""
    target = game.players.get(name)
    if target is None and ":" not in name:
        known = [*game.players, "module:factory"]
        raise UserError(f"unknown {game.name} player {name!r}; {nearest(name, known)}")
    factory = load_target(target or name, "player")
    player: Player = factory(game)
    return player
