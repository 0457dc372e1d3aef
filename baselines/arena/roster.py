"""From what a user writes to a player: a shipped name, ``module:factory``, or a checkpoint path.

Imports torch only when a checkpoint or another Torch player is asked for.
"""

from pathlib import Path

from tabletop.errors import UserError, nearest
from tabletop.game import Game
from tabletop.players import Player
from tabletop.registry import call_factory, load_target, make_player

# Players of this package that every game has: name -> "module:factory", factory(game) -> Player.
SHIPPED: dict[str, str] = {
    "ppo": "baselines.policy_player:shipped_ppo",
}
CHECKPOINTS = "baselines.policy_player:load_player"  # factory(path, game) -> Player


def find_player(player: str | Player, game: Game) -> Player:
    """The player that a name or path stands for; a ready player is returned as it is.

    Raises UserError, in one line with the nearest known name, when there is no such player.
    """
    if not isinstance(player, str):
        return player
    if player in game.players:
        return make_player(player, game)
    if player in SHIPPED:
        return make_player(SHIPPED[player], game)
    if looks_like_path(player):
        return _from_checkpoint(Path(player), game)
    if ":" in player:
        return make_player(player, game)
    known = known_players(game)
    raise UserError(f"unknown {game.name} player {player!r}; {nearest(player, known)}")


def known_players(game: Game) -> list[str]:
    """Every form that ``find_player`` takes."""
    return [*dict.fromkeys([*game.players, *SHIPPED]), "module:factory", "a checkpoint path"]


def looks_like_path(name: str) -> bool:
    """Whether the name means a file or folder."""
    return "/" in name or name.endswith((".safetensors", ".json")) or Path(name).exists()


def _from_checkpoint(path: Path, game: Game) -> Player:
    if not path.exists():
        raise UserError(f"player {str(path)!r}: no such checkpoint file or folder")
    return call_factory(load_target(CHECKPOINTS, f"checkpoint {path}, by"), str(path), path, game)
