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
    reward: str = "score",
    max_turns: int = 2000,
    **ruleset_overrides: Any,
) -> TabletopAEC:
    """The PettingZoo environment.

    ``ruleset``: a preset's name, a YAML file, a mapping of fields or a Rules object; any field of
    it is a keyword too.  ``render_mode``: human, ansi, rgb_array.  ``illegal_action``: penalty,
    terminate, raise.  ``reward``: score, win, rank.
    """
    options = {"reward": reward, "max_turns": max_turns, **ruleset_overrides}
    return TabletopAEC(
        make_game(game, num_players, ruleset, **options), render_mode, illegal_action
    )


def raw_aec(
    game: str,
    num_players: int = 4,
    ruleset: Any = None,
    render_mode: str | None = None,
    illegal_action: str = "penalty",
    reward: str = "score",
    max_turns: int = 2000,
    **ruleset_overrides: Any,
) -> TabletopAEC:
    """The same game as ``env`` without the checks that a loop over ``agent_iter`` steps."""
    options = {"reward": reward, "max_turns": max_turns, **ruleset_overrides}
    made = make_game(game, num_players, ruleset, **options)
    return TabletopAEC(made, render_mode, illegal_action, checked=False)


def make_batch(
    game: str,
    num_envs: int = 4096,
    num_players: int = 4,
    ruleset: Any = None,
    seed: int | None = 0,
    num_threads: int = 1,
    autoreset: bool = True,
    *,
    reward: str = "score",
    max_turns: int = 2000,
    check_actions: bool = True,
    **ruleset_overrides: Any,
) -> BatchEnv:
    """The batched environment: ``num_envs`` games stepped together; see ``BatchEnv``."""
    options = {"reward": reward, "max_turns": max_turns, **ruleset_overrides}
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
    *,
    reward: str = "score",
    max_turns: int = 2000,
    **ruleset_overrides: Any,
) -> SingleAgentEnv:
    """The Gymnasium environment of one learner; see ``SingleAgentEnv``."""
    options = {"reward": reward, "max_turns": max_turns, **ruleset_overrides}
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
    *,
    reward: str = "score",
    max_turns: int = 2000,
    **ruleset_overrides: Any,
) -> SingleAgentVectorEnv:
    """The Gymnasium vector environment of one learner a row; see ``SingleAgentVectorEnv``."""
    options = {"reward": reward, "max_turns": max_turns, **ruleset_overrides}
    made = make_game(game, num_players, ruleset, **options)
    return SingleAgentVectorEnv(
        made, num_envs, opponents, learner_seat, illegal_action, num_threads
    )


def _bound(
    maker: Callable[..., Any], game: str, name: str, ruleset: str | None
) -> Callable[..., Any]:
    """``maker`` for one game, with a name, a signature and a text of its own for ``help``."""

    def make(*args: Any, **options: Any) -> Any:
        signature.bind(*args, **options)  # TypeError in words of this signature
        return maker(game, *args, **options)

    parameters = [
        p.replace(default=ruleset) if p.name == "ruleset" else p
        for p in list(inspect.signature(maker).parameters.values())[1:]
    ]
    signature = inspect.signature(maker).replace(parameters=parameters)
    make.__name__ = make.__qualname__ = name
    make.__doc__ = maker.__doc__
    make.__signature__ = signature  # type: ignore[attr-defined]
    return make


def env_module(game: str, ruleset: str | None = None) -> EnvModule:
    """``env``, ``raw_env``, ``batch_env``, ``single_env`` and ``vector_env`` of a game.

    ``ruleset``: the game's own default, for the signatures; the game itself is not imported yet.
    """
    makers: tuple[Callable[..., Any], ...] = (
        make_aec,
        raw_aec,
        make_batch,
        make_single,
        make_vector,
    )
    pairs = zip(makers, EnvModule._fields, strict=True)
    return EnvModule(*(_bound(maker, game, name, ruleset) for maker, name in pairs))
