"""The functions that a game's environment module offers, made from the name of the game.

``uno_v0.py`` is ``env, raw_env, batch_env, single_env, vector_env = env_module("uno")``.
"""

import inspect
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


def _bound(maker: Callable[..., Any], game: str, name: str) -> Callable[..., Any]:
    """``maker`` for one game, with a name, a signature and a text of its own for ``help``."""

    def make(*args: Any, **options: Any) -> Any:
        return maker(game, *args, **options)

    signature = inspect.signature(maker)
    parameters = list(signature.parameters.values())[1:]
    make.__name__ = make.__qualname__ = name
    make.__doc__ = maker.__doc__
    make.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return make


def raw_aec(game: str, *args: Any, **options: Any) -> TabletopAEC:
    """The same game as ``env`` without the checks that a loop over ``agent_iter`` steps."""
    return make_aec(game, *args, **{"checked": False, **options})


def env_module(game: str) -> EnvModule:
    """``env``, ``raw_env``, ``batch_env``, ``single_env`` and ``vector_env`` of a game."""
    makers: tuple[Callable[..., Any], ...] = (
        make_aec,
        raw_aec,
        make_batch,
        make_single,
        make_vector,
    )
    pairs = zip(makers, EnvModule._fields, strict=True)
    return EnvModule(*(_bound(maker, game, name) for maker, name in pairs))
