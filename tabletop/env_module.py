"""The functions that a game's environment module offers, made from the name of the game.

``uno_v0.py`` is ``env, raw_env, batch_env, single_env, vector_env = env_module("uno")``.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from .aec import TabletopAEC
from .batch import BatchEnv
from .registry import make_game
from .single import SingleAgentEnv
from .vector import SingleAgentVectorEnv


class EnvModule(NamedTuple):
    """Makers of one game's environments; keywords they don't name are fields of the ruleset."""

    env: Callable[..., TabletopAEC]
    raw_env: Callable[..., TabletopAEC]
    batch_env: Callable[..., BatchEnv]
    single_env: Callable[..., SingleAgentEnv]
    vector_env: Callable[..., SingleAgentVectorEnv]


def make_aec(
    game: str,
    num_players: int = 4,
    ruleset: Any = None,
    render_mode: str | None = None,
    illegal_action: str = "penalty",
    checked: bool = True,
    **options: Any,
) -> TabletopAEC:
    """The PettingZoo environment of a game by name; ``options`` as in ``make_game``."""
    made = make_game(game, num_players, ruleset, **options)
    return TabletopAEC(made, render_mode, illegal_action, checked)


def make_batch(
    game: str,
    num_envs: int = 4096,
    num_players: int = 4,
    ruleset: Any = None,
    seed: int | None = 0,
    num_threads: int = 1,
    autoreset: bool = True,
    check_actions: bool = True,
    **options: Any,
) -> BatchEnv:
    """The batched environment of a game by name; ``options`` as in ``make_game``."""
    made = make_game(game, num_players, ruleset, **options)
    return BatchEnv(made, num_envs, seed, num_threads, autoreset, check_actions)


def make_single(
    game: str,
    num_players: int = 4,
    ruleset: Any = None,
    opponents: Any = "random",
    learner_seat: int | str = 0,
    illegal_action: str = "penalty",
    render_mode: str | None = None,
    **options: Any,
) -> SingleAgentEnv:
    """The Gymnasium environment of a game by name; ``options`` as in ``make_game``."""
    made = make_game(game, num_players, ruleset, **options)
    return SingleAgentEnv(made, opponents, learner_seat, illegal_action, render_mode)


def make_vector(
    game: str,
    num_envs: int = 1,
    num_players: int = 4,
    ruleset: Any = None,
    opponents: Any = "random",
    learner_seat: int | str = 0,
    illegal_action: str = "penalty",
    num_threads: int = 1,
    **options: Any,
) -> SingleAgentVectorEnv:
    """The Gymnasium vector environment of a game by name; ``options`` as in ``make_game``."""
    made = make_game(game, num_players, ruleset, **options)
    return SingleAgentVectorEnv(
        made, num_envs, opponents, learner_seat, illegal_action, num_threads
    )


def env_module(game: str) -> EnvModule:
    """``env``, ``raw_env``, ``batch_env``, ``single_env`` and ``vector_env`` of a game."""

    def env(**options: Any) -> TabletopAEC:
        return make_aec(game, **options)

    def raw_env(**options: Any) -> TabletopAEC:
        return make_aec(game, checked=False, **options)

    def batch_env(num_envs: int = 4096, **options: Any) -> BatchEnv:
        return make_batch(game, num_envs, **options)

    def single_env(**options: Any) -> SingleAgentEnv:
        return make_single(game, **options)

    def vector_env(num_envs: int = 1, **options: Any) -> SingleAgentVectorEnv:
        return make_vector(game, num_envs, **options)

    makers = (make_aec, make_aec, make_batch, make_single, make_vector)
    functions = (env, raw_env, batch_env, single_env, vector_env)
    for function, maker in zip(functions, makers, strict=True):
        function.__doc__ = maker.__doc__
    return EnvModule(env, raw_env, batch_env, single_env, vector_env)
