"""The single-learner environment and its vector form, on the toy game."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from tabletop.env_module import env_module
from tabletop.registration import environment_id, register_envs
from tabletop.single import SingleAgentEnv
from tabletop.vector import SingleAgentVectorEnv

from .toy_game import HighCard, HighCardPlayer

PASS = 16
makers = env_module("high_card")
register_envs("high_card")


def lowest(observation: NDArray[np.int8], mask: NDArray[np.int8]) -> NDArray[np.int64]:
    return np.asarray(mask.argmax(axis=1), dtype=np.int64)


def position(*hands: str, starter: int = 0) -> dict[str, Any]:
    return {"position": {"hands": [hand.split() for hand in hands], "starter": starter}}


def test_the_others_play_until_the_learner_is_to_act() -> None:
    env = makers.single_env(num_players=3, opponents="highest", hand_size=2, learner_seat=1)
    _, info = env.reset(seed=0, options=position("c1 c4", "c2 c9", "c3 c8"))
    assert env.snapshot()["table"] == [4, 0, 0]
    assert np.flatnonzero(info["action_mask"]).tolist() == [1, 8, PASS]
    assert env.action_masks().dtype == np.bool_
    _, reward, terminated, _, _ = env.step(8)
    assert env.snapshot()["scores"] == [0.0, 1.0, 0.0]
    assert (reward, terminated) == (0.0, False)


def test_the_reward_is_right_when_the_game_ends_in_anothers_turn() -> None:
    env = SingleAgentEnv(HighCard(3, hand_size=1), "highest")
    env.reset(seed=0, options=position("c3", "c9", "c5"))
    _, reward, terminated, truncated, info = env.step(2)
    assert reward == pytest.approx(-1 / 3)
    assert (terminated, truncated) == (True, False)
    assert not info["action_mask"].any()
    assert not env.action_masks().any()
    with pytest.raises(ValueError, match="call reset"):
        env.step(2)


def test_a_learner_that_leaves_is_done_though_the_others_play_on() -> None:
    env = SingleAgentEnv(HighCard(3, hand_size=2, play_on=True), lowest)
    env.reset(seed=0, options=position("c9 c1", "c3 c2", "c5 c4"))
    _, reward, terminated, truncated, _ = env.step(8)
    assert (reward, terminated, truncated) == (1.0, True, False)


def test_illegal_actions() -> None:
    options = position("c3", "c9")
    penal = SingleAgentEnv(HighCard(2, hand_size=1), lowest)
    penal.reset(options=options)
    assert penal.step(5)[2]  # counted as a pass; the other ends the game
    assert penal.snapshot()["scores"] == [-1.0, 1.0]
    ending = SingleAgentEnv(HighCard(2, hand_size=1), lowest, illegal_action="terminate")
    ending.reset(options=options)
    assert ending.step(5)[1:4] == (-1.0, True, False)
    strict = SingleAgentEnv(HighCard(2, hand_size=1), lowest, illegal_action="raise")
    strict.reset(options=options)
    with pytest.raises(ValueError, match=r"'c6' .*legal: c3, pass"):
        strict.step(5)
    for action in (None, 0.5, 17, -1):
        with pytest.raises(ValueError, match="0 to 16"):
            strict.step(action)


def test_opponents_of_every_kind() -> None:
    game = HighCard(3)
    for opponents in (
        "random",
        "tests.api.toy_game:HighCardPlayer",
        HighCardPlayer(game),
        lowest,
        ["random", lowest],
    ):
        env = SingleAgentEnv(game, opponents)
        env.reset(seed=1)
        for _ in range(3):
            terminated = env.step(PASS)[2]
        assert terminated
    with pytest.raises(ValueError, match="1 for 2 other seats"):
        SingleAgentEnv(game, ["random"])
    with pytest.raises(ValueError, match="did you mean 'random'"):
        SingleAgentEnv(game, "randon")
    with pytest.raises(ValueError, match="opponent 3"):
        SingleAgentEnv(game, 3)


def test_an_opponent_that_cheats_is_named() -> None:
    def stubborn(observation: NDArray[np.int8], mask: NDArray[np.int8]) -> NDArray[np.int64]:
        return np.full(len(mask), 99)

    env = SingleAgentEnv(HighCard(2), stubborn)
    env.reset(seed=1, options=position("c1 c2 c3", "c4 c5 c6"))
    with pytest.raises(ValueError, match="'stubborn' chose action 99"):
        env.step(PASS)


def test_the_learners_seat() -> None:
    env = SingleAgentEnv(HighCard(3), lowest, "rotate")
    assert [env.reset(seed=1 if k == 0 else None)[1]["seat"] for k in range(4)] == [0, 1, 2, 0]
    env = SingleAgentEnv(HighCard(3), lowest, "random")
    assert {env.reset()[1]["seat"] for _ in range(30)} == {0, 1, 2}
    with pytest.raises(ValueError, match="learner_seat"):
        SingleAgentEnv(HighCard(3), lowest, 3)


def test_seeds_repeat_the_whole_episode() -> None:
    env = SingleAgentEnv(HighCard(4), "random", "random")
    runs = []
    for _ in range(2):
        seen, info = env.reset(seed=7)
        run: list[Any] = [seen.tobytes(), info["seat"]]
        run += [env.step(PASS)[0].tobytes() for _ in range(3)]
        runs.append(run)
    assert runs[0] == runs[1]


def test_wrong_options_leave_the_game_as_it_was() -> None:
    env = SingleAgentEnv(HighCard(3), lowest)
    env.reset(seed=1)
    before = env.records.tobytes()
    for options in ({"deal": 1}, {"position": {"hands": [["c1"]]}}):
        with pytest.raises(ValueError):
            env.reset(seed=2, options=options)
    assert env.records.tobytes() == before


@pytest.mark.parametrize("seat", [0, 2, "rotate"])
@pytest.mark.parametrize("play_on", [False, True])
def test_row_0_of_the_vector_form_is_the_plain_one(seat: Any, play_on: bool) -> None:
    game = HighCard(3, hand_size=2, play_on=play_on)
    plain = SingleAgentEnv(game, lowest, seat)
    vector = SingleAgentVectorEnv(game, 3, lowest, seat, num_threads=2)
    rng = np.random.default_rng(0)
    seen, info = plain.reset(seed=5)
    many, _ = vector.reset(seed=5)
    assert (seen == many[0]).all()
    for _ in range(60):
        masks = vector.action_masks()
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
        assert masks[0].tolist() == info["action_mask"].astype(bool).tolist()
        seen, *outcome, info = plain.step(actions[0])
        many, rewards, terminated, truncated, infos = vector.step(actions)
        assert outcome == [rewards[0], terminated[0], truncated[0]]
        if outcome[1] or outcome[2]:
            assert infos["_final_obs"][0]
            assert (infos["final_obs"][0] == seen).all()
            seen, info = plain.reset()
        assert (seen == many[0]).all()
        assert info["seat"] == infos["seat"][0]
    vector.close()


def test_illegal_actions_in_the_vector_form() -> None:
    options = position("c3", "c9")
    penal = SingleAgentVectorEnv(HighCard(2, hand_size=1), 2, lowest)
    penal.reset(seed=1, options=options)
    rewards, terminated = penal.step([5, 2])[1:3]
    assert rewards.tolist() == [-1.0, -0.5]
    assert terminated.all()
    ending = SingleAgentVectorEnv(HighCard(2), 2, lowest, illegal_action="terminate")
    ending.reset(seed=1)
    illegal = int(np.flatnonzero(~ending.action_masks()[0])[0])
    _, rewards, terminated, _, infos = ending.step([illegal, PASS])
    assert rewards.tolist() == [-1.0, 0.0]
    assert terminated.tolist() == infos["_final_obs"].tolist() == [True, False]
    strict = SingleAgentVectorEnv(HighCard(2), 2, lowest, illegal_action="raise")
    with pytest.raises(ValueError, match="before reset"):
        strict.step([PASS, PASS])
    strict.reset(seed=1)
    for actions, text in (([PASS, illegal], "row"), ([PASS, 17], "0 to 16"), ([1.5, 1], "shape")):
        with pytest.raises(ValueError, match=text):
            strict.step(actions)


def test_registration_with_gymnasium() -> None:
    register_envs("high_card")  # a second time changes nothing
    name = environment_id("high_card")
    assert name == "tests/HighCard-v0"
    assert environment_id("uno") == "uno_env/Uno-v0"
    assert environment_id("rummikub") == "rummi_env/Rummikub-v0"
    env = gymnasium.make(name, num_players=3, opponents="highest", hand_size=2)
    env.reset(seed=1)
    vector = gymnasium.make_vec(name, num_envs=5, num_players=3)
    assert isinstance(vector, SingleAgentVectorEnv)
    assert vector.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    observations, _ = vector.reset(seed=1)
    assert observations in vector.observation_space
    vector.step(vector.action_space.sample())


def test_pettingzoo_makes_it_by_name_too() -> None:
    pettingzoo = pytest.importorskip("pettingzoo", minversion="1.26")  # the first that can
    register_envs("high_card")
    name = environment_id("high_card")
    table = pettingzoo.make("aec", name, num_players=2)
    table.reset()
    assert str(table) == "high_card_v0"


def test_the_makers_of_an_environment_module() -> None:
    env = makers.env(num_players=2, hand_size=1, illegal_action="raise", reward="win")
    assert (env.game.rules.hand_size, env.game.reward) == (1, "win")
    assert makers.raw_env(num_players=2).game.num_players == 2
    assert makers.batch_env(num_envs=3, seed=1, num_players=2).num_envs == 3
    assert makers.vector_env(num_envs=2).num_envs == 2
    with pytest.raises(ValueError, match="did you mean 'hand_size'"):
        makers.env(hand_sise=1)
    with pytest.raises(ValueError, match="reward"):
        makers.env(reward="money")
