"""Entries of a game in the registries of Gymnasium and PettingZoo.  Imports no game."""

import gymnasium
import pettingzoo

from .registry import GAMES

MAKERS = "tabletop.env_module"


def environment_id(game: str) -> str:
    """``uno`` -> ``uno_env/Uno-v0``: the package, then the game."""
    package = GAMES[game].partition(".")[0]
    title = "".join(word.capitalize() for word in game.split("_"))
    return f"{package}/{title}-v0"


def register_envs(game: str) -> None:
    """Register a game: one learner (plain and vector form) and, where there is one, AEC.

    Called by the game's package when it is imported; a second call changes nothing.
    """
    name = environment_id(game)
    if name not in gymnasium.registry:
        gymnasium.register(
            id=name,
            entry_point=f"{MAKERS}:make_single",
            vector_entry_point=f"{MAKERS}:make_vector",
            kwargs={"game": game},
        )
    known = getattr(pettingzoo, "aec_registry", None)
    if known is not None and name not in known:  # PettingZoo has a registry from 1.26 on
        pettingzoo.register("aec", name, f"{MAKERS}:make_aec", kwargs={"game": game})
