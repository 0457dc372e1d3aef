"""One-hot observations and the agent indicator, on the toy game."""

import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

from tabletop.aec import TabletopAEC
from tabletop.expand import Expander, one_hot_observation
from tabletop.single import SingleAgentEnv
from tabletop.wrappers import AgentIndicator, OneHotObservation, OneHotSingle

from .toy_game import HighCard

LAYOUT = HighCard(3).observation_layout()


def test_counts_are_scaled_flags_stay_and_codes_become_one_hot() -> None:
    observation = np.zeros(43, np.int8)
    observation[LAYOUT["hand"].slice.start + 4] = 1
    observation[LAYOUT["scores"].slice.start] = 2
    observation[LAYOUT["played"].slice.start + 1] = 17
    expander = Expander(LAYOUT)
    out = expander(observation)
    assert out.shape == (expander.size,) == (16 + 16 + 5 * 18 + 5 + 1,)
    assert out.dtype == np.float32
    assert np.flatnonzero(out[expander.slices["hand"]]).tolist() == [4]
    assert out[expander.slices["scores"]].tolist() == pytest.approx([2 / 3, 0, 0, 0, 0])
    played = out[expander.slices["played"]].reshape(5, 18)
    assert played.argmax(axis=1).tolist() == [0, 17, 0, 0, 0]
    assert (played.sum(axis=1) == 1).all()


def test_any_leading_shape() -> None:
    rows = np.zeros((2, 3, 43), np.int8)
    rows[1, 2, LAYOUT["to_act"].slice] = 1
    out = one_hot_observation(rows, LAYOUT)
    assert out.shape[:2] == (2, 3)
    assert (out[1, 2] == one_hot_observation(rows[1, 2], LAYOUT)).all()
    assert out[..., -1].sum() == 1


def test_an_unknown_code_is_refused() -> None:
    observation = np.zeros(43, np.int8)
    observation[LAYOUT["played"].slice.start] = 18
    with pytest.raises(ValueError, match="category code"):
        one_hot_observation(observation, LAYOUT)


def test_wrapped_environments_pass_pettingzoos_test() -> None:
    for wrap in (OneHotObservation, AgentIndicator, lambda e: AgentIndicator(OneHotObservation(e))):
        env = wrap(TabletopAEC(HighCard(3)))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            api_test(env, 20)


def test_the_indicator_names_the_observer() -> None:
    env = AgentIndicator(TabletopAEC(HighCard(3)))
    env.reset(seed=1)
    for seat, agent in enumerate(env.possible_agents):
        seen = env.observe(agent)["observation"]
        assert seen[-3:].tolist() == np.eye(3)[seat].tolist()
        assert env.observation_space(agent)["observation"].shape == seen.shape
    assert (env.last()[0]["observation"] == env.observe(env.agent_selection)["observation"]).all()


def test_the_single_learner_wrapper() -> None:
    env = OneHotSingle(SingleAgentEnv(HighCard(3), "highest"))
    seen, info = env.reset(seed=1)
    assert seen in env.observation_space
    assert (env.action_masks() == info["action_mask"]).all()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env, skip_render_check=True)
