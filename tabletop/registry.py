"""Where games and players are found by name: lazy ``"module:factory"`` strings, so that asking
for one game imports no other.  Imports no game and no torch.
"""

from collections.abc import Callable
from importlib import import_module
from inspect import signature
from typing import Any

from .errors import UserError, install_hint, nearest
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
        hint = install_hint(error) or f"can't import {module_name!r} ({error})"
        raise UserError(f"{what} {target!r}: {hint}") from error
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


def default_ruleset(name: str) -> str | None:
    """The ruleset that a game takes when none is named."""
    parameter = signature(game_class(name)).parameters.get("ruleset")
    default = None if parameter is None else parameter.default
    return default if isinstance(default, str) else None


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
    return call_factory(load_target(target or name, "player"), target or name, game)


def call_factory(factory: Callable[..., Any], target: str, *arguments: Any) -> Player:
    """What a player factory makes; UserError when it fails, or makes no player."""
    try:
        player = factory(*arguments)
    except UserError:
        raise
    except Exception as error:  # anybody's code
        hint = install_hint(error) if isinstance(error, ImportError) else None
        text = hint or f"the factory failed ({type(error).__name__}: {error})"
        raise UserError(f"player {target!r}: {text}") from error
    if not isinstance(player, Player):
        raise UserError(
            f"player {target!r}: the factory gave {type(player).__name__} and no player; "
            "want an object with name, seed and act"
        )
    return player
