"""One set of checks that every game must pass; each game's tests call ``check_game``.

``make(**options)`` makes the game's object (``functools.partial(make_game, "uno", 4, …)``).
"""

import copy
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.state_test import test_state as check_state
from pettingzoo.test.state_test import test_state_space as check_state_space

from tabletop.aec import TabletopAEC
from tabletop.batch import BatchEnv
from tabletop.game import ILLEGAL, Game
from tabletop.opponents import make_opponents
from tabletop.records import record_bytes
from tabletop.single import SingleAgentEnv

MakeGame = Callable[..., Game]


def check_game(make: MakeGame, cycles: int = 40) -> None:
    """Every check below for one game, ruleset and number of players."""
    check_pettingzoo(make, cycles)
    check_gymnasium(make)
    check_save_and_load(make)
    check_refusals(make)
    check_batch(make)
    check_rows_like_aec(make)
    check_no_leak(make)
    check_compiled_once(make())


def play_random(env: TabletopAEC, rng: np.random.Generator, moves: int) -> list[Any]:
    """Play random legal moves, starting new games as needed; what was seen on the way."""
    seen: list[Any] = []
    for _ in range(moves):
        if not env.agents:
            env.reset()
        observation, reward, terminated, truncated, _ = env.last()
        assert observation is not None
        seen.append((env.agent_selection, observation["observation"].tobytes(), reward))
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if terminated or truncated else rng.choice(legal))
    return seen


def check_pettingzoo(make: MakeGame, cycles: int) -> None:
    """PettingZoo's own tests, for both kinds of environment."""
    for checked in (True, False):

        def make_env(render_mode: str | None = None, checked: bool = checked) -> TabletopAEC:
            return TabletopAEC(make(), render_mode, checked=checked)

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # advice on spaces that are dictionaries
            api_test(make_env(), cycles)
        seed_test(make_env, cycles)
        check_state_space(make_env())
        check_state(make_env(), cycles)
        render_test(make_env)


def check_gymnasium(make: MakeGame) -> None:
    """Gymnasium's own test, and a reward for every ended episode."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(SingleAgentEnv(make(), learner_seat="rotate"), skip_render_check=True)


def check_save_and_load(make: MakeGame) -> None:
    """A saved game, loaded elsewhere or copied, has the same future; so does a second env."""
    rng = np.random.default_rng(1)
    env = TabletopAEC(make())
    env.reset(seed=11)
    for _ in range(6):
        play_random(env, rng, int(rng.integers(1, 25)))
        other = TabletopAEC(make())
        other.load(env.save())
        twin = copy.deepcopy(env)
        seeds = [np.random.default_rng(5) for _ in range(3)]
        futures = [play_random(e, r, 40) for e, r in zip((env, other, twin), seeds, strict=True)]
        assert futures[0] == futures[1] == futures[2]


def check_refusals(make: MakeGame) -> None:
    """Everything refused leaves the environment as it was."""
    env = TabletopAEC(make(), illegal_action="raise")
    env.reset(seed=3)
    before = env.save()
    illegal = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
    for action in (None, 0.5, "draw", -1, env.game.num_actions, illegal, [1]):
        with pytest.raises(ValueError):
            env.step(action)
    for options in ({"deal": {"order": [1]}}, {"position": {"nonsense": 1}}, {"deal": 3}):
        with pytest.raises(ValueError):
            env.reset(seed=8, options=options)
    blobs: list[Any] = [b"", before[:-3], before[:40], before[:-1] + b"\x7f", "text"]
    for blob in blobs:
        with pytest.raises(ValueError):
            env.load(blob)
    with pytest.raises(ValueError):
        env.reset(seed=-1)
    assert env.save() == before
    batch = BatchEnv(make(), 3, seed=3)
    rows = batch.state.tobytes()
    for actions in ([illegal, -1, -1], [-1, 10**6, -1], [0.5] * 3, [-2] * 3, [0, 1]):
        with pytest.raises(ValueError):
            batch.step(np.array(actions))
    assert batch.state.tobytes() == rows


def batch_history(make: MakeGame, rows: int, threads: int, steps: int) -> list[bytes]:
    """Everything that the first three rows of a batch gave in random play."""
    batch = BatchEnv(make(), rows, seed=21, num_threads=threads)
    history = []
    for _ in range(steps):
        timestep = batch.step(batch.random_actions())
        history += [part[:3].tobytes() for part in timestep]
        history.append(batch.final_observation[:3].tobytes())
    history.append(record_bytes(batch.state)[:3].tobytes())
    batch.close()
    return history


def check_batch(make: MakeGame) -> None:
    """Results depend on no batch size and no number of threads; -1 leaves a row untouched."""
    first = batch_history(make, 3, 1, 120)
    assert first == batch_history(make, 10, 1, 120)
    assert first == batch_history(make, 7, 3, 120)
    batch = BatchEnv(make(), 4, seed=2)
    before = record_bytes(batch.state).copy()
    actions = batch.random_actions().copy()
    actions[1] = actions[3] = -1
    batch.step(actions)
    changed = (record_bytes(batch.state) != before).any(axis=1)
    assert changed.tolist() == [True, False, True, False]
    saved = batch.save_rows([0, 2])
    batch.load_rows(saved, [3, 1])
    assert (batch.observation[[3, 1]] == batch.observation[[0, 2]]).all()
    assert (batch.action_mask[[3, 1]] == batch.action_mask[[0, 2]]).all()


def check_rows_like_aec(make: MakeGame) -> None:
    """Row 0 of a batch and the AEC environment play the same games with the same rewards."""
    batch = BatchEnv(make(), 2, seed=4)
    env = TabletopAEC(make())
    env.reset(seed=4)
    for _ in range(150):
        action = int(batch.random_actions()[0])
        seat = int(batch.current_player[0])
        assert env.agent_selection == f"player_{seat}"
        seen = env.observe(env.agent_selection)
        assert (seen["observation"] == batch.observation[0]).all()
        assert (seen["action_mask"] == batch.action_mask[0]).all()
        assert (batch.observe(1)[0] == env.observe("player_1")["observation"]).all()
        timestep = batch.step([action, -1])
        env.step(action)
        expected = [env.rewards.get(agent, 0.0) for agent in env.possible_agents]
        assert timestep.rewards[0].tolist() == expected
        while env.agents and (env.terminations[env.agent_selection] or not env.legal_actions()):
            env.step(None)
        assert bool(timestep.terminated[0] or timestep.truncated[0]) == (not env.agents)
        if not env.agents:
            env.reset()


def check_no_leak(make: MakeGame) -> None:
    """What a player sees is the same however the hidden cards are dealt anew."""
    game = make()
    env = TabletopAEC(make())
    rng = np.random.default_rng(9)
    env.reset(seed=9)
    for k in range(25):
        play_random(env, rng, 3)
        for seat, agent in enumerate(env.possible_agents):
            if env.records["public"]["over"][0]:
                continue
            other = TabletopAEC(make())
            other.load(env.save())
            other.records[:] = game.redeal_hidden(env.records, 0, seat, seed=k)
            game.check_conservation(other.records, 0)
            other._start()  # read the changed record
            mine, theirs = env.observe(agent), other.observe(agent)
            assert all((mine[key] == theirs[key]).all() for key in mine)
            views = [game.render(e.records, 0, "ansi", seat) for e in (env, other)]
            assert views[0] == views[1]


def check_compiled_once(game: Game) -> None:
    """Mixed use by every shell has compiled each kernel for one signature only."""
    TabletopAEC(game).reset(seed=1)
    batch = BatchEnv(game, 3, seed=None, num_threads=2)
    batch.step(batch.random_actions())
    records = batch.state
    mask, seen = batch.action_mask, batch.observation
    game.kernels.step(records, 1, game.rules_record, ILLEGAL)
    batch.refresh()
    game.kernels.play(records, 0, game.rules_record, ILLEGAL, seen[0], mask[0])
    SingleAgentEnv(game, make_opponents("random", game)).reset(seed=1)
    for name, kernel in game.kernels._asdict().items():
        signatures = getattr(kernel, "signatures", None)
        if signatures is not None:  # None where numba is switched off
            assert len(signatures) <= 1, f"{name} was compiled {len(signatures)} times"
