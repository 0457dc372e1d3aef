"""The AEC environment's own promises, on the toy game."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from tabletop.aec import TabletopAEC

from .toy_game import HighCard

PASS = 16


def table(num_players: int = 3, illegal_action: str = "penalty", **options: Any) -> TabletopAEC:
    return TabletopAEC(HighCard(num_players, **options), illegal_action=illegal_action)


def dealt(env: TabletopAEC, hands: list[str], starter: int = 0) -> TabletopAEC:
    position = {"hands": [hand.split() for hand in hands], "starter": starter}
    env.reset(seed=0, options={"position": position})
    return env


def test_before_reset_every_call_says_what_to_do() -> None:
    env = table()
    calls = [env.render, env.state, env.agent_iter, env.last, env.save, env.timeout, env.snapshot]
    for call in calls:
        with pytest.raises(AssertionError, match="reset"):
            call()
    with pytest.raises(AssertionError, match="reset"):
        env.step(0)
    with pytest.raises(AssertionError, match="reset"):
        env.observe("player_0")
    for name in ("agents", "rewards", "terminations", "truncations", "infos", "agent_selection"):
        with pytest.raises(AttributeError, match="reset"):
            getattr(env, name)
    with pytest.raises(AttributeError, match="reset"):
        _ = env.num_agents
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = env.nonsense


def test_a_game_from_a_position_to_the_end() -> None:
    env = dealt(table(2, hand_size=1), ["c3", "c9"])
    assert env.agent_selection == "player_0"
    assert env.legal_actions(names=True) == ["c3", "pass"]
    env.step(2)
    assert env.snapshot()["table"] == [3, 0]
    env.step(8)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": -0.5, "player_1": 0.5}
    assert env.infos["player_1"]["score"] == 1.0
    assert env.num_moves == 2
    assert env.legal_actions() == []
    for agent in ("player_0", "player_1"):
        assert env.agent_selection == agent
        observation, reward, terminated, truncated, _ = env.last()
        assert not observation["action_mask"].any()
        assert (reward, terminated, truncated) == (env._cumulative_rewards[agent], True, False)
        env.step(None)
    assert env.agents == []
    with pytest.warns(UserWarning, match="call reset"):
        env.step(None)


def test_a_seat_that_leaves_takes_its_reward_at_once_and_the_others_play_on() -> None:
    env = dealt(table(3, play_on=True, hand_size=2), ["c9 c1", "c3 c2", "c5 c4"])
    for name in ("c9", "c3", "c5"):
        env.step(env.game.parse_action(name))
    assert env.terminations == {"player_0": True, "player_1": False, "player_2": False}
    assert env.rewards == {"player_0": 1.0, "player_1": 0.0, "player_2": 0.0}
    assert env.agent_selection == "player_0"
    assert env.observe("player_1")["action_mask"].any()  # who is to act next
    with pytest.raises(ValueError, match="only action left is None"):
        env.step(PASS)
    env.step(None)
    assert env.agents == ["player_1", "player_2"]
    assert env.agent_selection == "player_1"
    env.step(PASS)
    env.step(PASS)
    assert env.terminations == {"player_1": True, "player_2": True}


def test_masks_are_zero_for_who_is_not_to_act() -> None:
    env = table()
    env.reset(seed=1)
    for agent in env.possible_agents:
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)


def test_observations_are_the_callers_own() -> None:
    env = table()
    env.reset(seed=1)
    first = env.last()[0]
    first["observation"][:] = 77
    first["action_mask"][:] = 0
    again = env.observe(env.agent_selection)
    assert not (again["observation"] == 77).any()
    assert again["action_mask"].any()


def test_spaces_are_the_same_at_every_call_and_never_shared() -> None:
    one, two = table(), table()
    for agent in one.possible_agents:
        assert one.action_space(agent) is one.action_space(agent)
        assert one.action_space(agent) is not two.action_space(agent)
        assert one.observation_space(agent) is not two.observation_space(agent)
        assert one.observation_space(agent) == two.observation_space(agent)
    assert len({id(one.action_space(agent)) for agent in one.possible_agents}) == 3
    one.reset()
    assert len({id(info) for info in one.infos.values()}) == 3


def test_an_illegal_action_gets_the_penalty_of_the_ruleset() -> None:
    env = dealt(table(2, hand_size=1, penalty=0.25), ["c3", "c9"])
    env.step(5)
    assert env.agent_selection == "player_1"
    assert env.infos["player_0"]["illegal_actions"] == 1
    env.step(PASS)
    assert env.snapshot()["scores"] == [-0.25, 0.0]


def test_an_illegal_action_ends_the_episode_when_asked() -> None:
    env = dealt(table(2, "terminate", hand_size=1), ["c3", "c9"])
    env.step(5)
    assert env.terminations == env.truncations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": -1.0, "player_1": 0.0}
    assert not env.observe("player_0")["action_mask"].any()
    env.step(None)
    env.step(None)
    assert env.agents == []


def test_an_illegal_action_is_refused_by_name_when_asked() -> None:
    env = dealt(table(2, "raise", hand_size=1), ["c3", "c9"])
    with pytest.raises(ValueError, match=r"player_0: 'c6' \(action 5\).*legal: c3, pass"):
        env.step(5)
    assert env.agent_selection == "player_0"


@pytest.mark.parametrize("action", [2, np.int64(2), np.int8(2), np.uint8(2), np.array(2)])
def test_integers_of_any_kind_are_actions(action: Any) -> None:
    env = dealt(table(2, hand_size=1), ["c3", "c9"])
    env.step(action)
    assert env.snapshot()["table"] == [3, 0]


@pytest.mark.parametrize("action", [None, 1.0, np.float32(2), "c3", 17, -1, -3, 10**30, [2]])
def test_anything_else_is_one_clear_line(action: Any) -> None:
    env = dealt(table(2, hand_size=1), ["c3", "c9"])
    before = env.save()
    with pytest.raises(ValueError, match="0 to 16") as caught:
        env.step(action)
    assert "\n" not in str(caught.value)
    assert env.save() == before


def test_rewards_wait_until_their_agent_is_asked() -> None:
    env = dealt(table(3, play_on=True, hand_size=2), ["c9 c1", "c3 c2", "c5 c4"])
    for name in ("c9", "c3", "c5"):
        env.step(env.game.parse_action(name))
    assert env.last()[1] == 1.0
    env.step(None)
    assert env.rewards == {"player_1": 0.0, "player_2": 0.0}


def test_a_seed_names_a_game_and_the_next_reset_another() -> None:
    one, two = table(), table()
    one.reset(seed=5)
    two.reset(seed=5)
    assert one.snapshot() == two.snapshot()
    one.reset()
    assert one.snapshot() != two.snapshot()
    two.reset()
    assert one.snapshot() == two.snapshot()
    one.reset(seed=5)
    two.reset(seed=6)
    assert one.snapshot() != two.snapshot()


def test_a_deal_is_followed_and_unknown_options_are_ignored() -> None:
    env = table(2, hand_size=2)
    order = list(range(16))
    env.reset(options={"deal": {"order": order, "starter": 1}, "other": 1})
    assert env.snapshot()["hands"] == [["c1", "c3"], ["c2", "c4"]]
    assert env.agent_selection == "player_1"


def test_wrong_options_leave_the_environment_as_it_was() -> None:
    env = table()
    env.reset(seed=5)
    before = env.save()
    for options in ([1], {"deal": 7}, {"deal": {"order": [1]}}, {"deal": {}, "position": {}}):
        with pytest.raises(ValueError):
            env.reset(seed=6, options=options)  # type: ignore[arg-type]
    for seed in (-1, 0.5, "x"):
        with pytest.raises(ValueError, match="seed"):
            env.reset(seed=seed)  # type: ignore[arg-type]
    assert env.save() == before


def test_a_timeout_is_the_engines_own() -> None:
    env = dealt(table(2, hand_size=1, penalty=2.0), ["c3", "c9"])
    env.timeout()
    assert env.agent_selection == "player_1"
    assert env.snapshot()["scores"] == [-2.0, 0.0]
    env.timeout(table_lost=True)
    with pytest.raises(ValueError, match="nobody is to act"):
        env.timeout()


def test_agent_iter_wants_a_step_between_two_agents() -> None:
    env = table()
    env.reset(seed=1)
    agents = env.agent_iter()
    next(agents)
    with pytest.raises(AssertionError, match="step"):
        next(agents)
    raw = TabletopAEC(HighCard(3), checked=False)
    raw.reset(seed=1)
    assert len(list(raw.agent_iter(4))) == 4


def test_the_maker_of_a_saved_game_must_be_of_the_same_kind() -> None:
    env = table(3)
    env.reset(seed=5)
    env.step(PASS)
    blob = env.save()
    for other, word in (
        (table(2), "num_players"),
        (table(3, hand_size=2), "hand_size"),
        (table(3, max_turns=7), "max_turns"),
    ):
        other.reset(seed=1)
        before = other.save()
        with pytest.raises(ValueError, match=word):
            other.load(blob)
        assert other.save() == before


def test_a_saved_game_of_another_engine_version_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    env = table()
    env.reset(seed=5)
    blob = env.save()
    monkeypatch.setattr(HighCard, "engine_version", 2)
    with pytest.raises(ValueError, match="engine_version 1, this is 2"):
        env.load(blob)


def test_every_cut_and_every_flipped_byte_is_noticed() -> None:
    env = table()
    env.reset(seed=5)
    blob = env.save()
    for size in range(0, len(blob), 7):
        with pytest.raises(ValueError, match="load"):
            env.load(blob[:size])
    for place in range(len(blob) - 100, len(blob), 9):
        damaged = bytearray(blob)
        damaged[place] ^= 1
        with pytest.raises(ValueError, match="damaged"):
            env.load(bytes(damaged))


def test_copies_and_pickles_go_on_by_themselves() -> None:
    env = table()
    env.reset(seed=5)
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        twin.step(PASS)
        assert twin.num_moves == 1
        assert env.num_moves == 0
    fresh = copy.copy(table())
    fresh.reset(seed=5)
    assert fresh.snapshot() == env.snapshot()


def test_state_is_every_seats_observation() -> None:
    env = table()
    env.reset(seed=5)
    parts = [env.observe(agent)["observation"] for agent in env.possible_agents]
    assert (env.state() == np.concatenate(parts)).all()
    assert env.state_space.contains(env.state())


def test_pictures(capsys: pytest.CaptureFixture[str]) -> None:
    human = TabletopAEC(HighCard(2), "human")
    human.reset(seed=1)
    assert capsys.readouterr().out.count("player_0") == 1
    human.step(PASS)
    assert human.render() is None
    assert capsys.readouterr().out.count("player_0") == 2
    silent = table()
    silent.reset()
    with pytest.warns(UserWarning, match="render_mode"):
        assert silent.render() is None
    with pytest.raises(ValueError, match="did you mean 'ansi'"):
        TabletopAEC(HighCard(2), "ansy")
    with pytest.raises(ValueError, match="illegal_action"):
        TabletopAEC(HighCard(2), illegal_action="shout")


def test_an_unknown_agent_is_named() -> None:
    env = table()
    env.reset()
    with pytest.raises(ValueError, match="no agent 'player_9'"):
        env.observe("player_9")
