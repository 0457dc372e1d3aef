"""The public interface: signatures as fixed, wrong arguments told in one line, nothing lost."""

import inspect
import re
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import rummi_env
import uno_env
from rummi_env import rummikub_v0
from rummi_env.solver import best_play, can_meld, legal_tiles
from rummi_env.tiles import parse_sets, parse_tiles
from tabletop.batch import BatchEnv
from tabletop.records import record_bytes
from tabletop.saving import pack_records, unpack_records
from tabletop.single import SingleAgentEnv
from tabletop.vector import SingleAgentVectorEnv
from uno_env import uno_v0
from uno_env.cards import parse_card

from .toy_game import HighCard

MODULES = [(uno_v0, "hk_society"), (rummikub_v0, "hk_school")]


@pytest.mark.parametrize(("module", "ruleset"), MODULES)
def test_signatures_show_names_and_defaults(module: Any, ruleset: str) -> None:
    aec = (
        f"(num_players: int = 4, ruleset: Any = '{ruleset}', render_mode: str | None = None,"
        " illegal_action: str = 'penalty', reward: str = 'score', max_turns: int = 2000,"
        " **ruleset_overrides: Any)"
    )
    for name in ("env", "raw_env"):
        maker = getattr(module, name)
        assert str(inspect.signature(maker)).partition(" ->")[0] == aec
        assert maker.__name__ == name and maker.__doc__
    batch = list(inspect.signature(module.batch_env).parameters.values())
    assert [(p.name, p.default) for p in batch[:6]] == [
        ("num_envs", 4096),
        ("num_players", 4),
        ("ruleset", ruleset),
        ("seed", 0),
        ("num_threads", 1),
        ("autoreset", True),
    ]
    for name in ("single_env", "vector_env"):
        parameters = inspect.signature(getattr(module, name)).parameters
        assert parameters["ruleset"].default == ruleset
        assert {"opponents", "learner_seat", "reward", "max_turns"} <= set(parameters)


@pytest.mark.parametrize(("module", "ruleset"), MODULES)
def test_arguments_by_position(module: Any, ruleset: str) -> None:
    for make in (module.env, module.raw_env):
        env = make(3, ruleset, "ansi", "raise", "win", 77)
        assert (env.game.num_players, env.render_mode, env.illegal_action) == (3, "ansi", "raise")
        assert (env.game.reward, env.game.max_turns) == ("win", 77)
        with pytest.raises(TypeError, match="too many positional"):
            make(3, ruleset, None, "raise", "win", 77, True)
    with pytest.raises(ValueError, match="checked"):
        module.env(checked=False)


WRONG: list[tuple[Callable[[], Any], str]] = [
    (lambda: uno_v0.batch_env(num_envs="3"), "num_envs is '3'; want a whole number"),
    (lambda: uno_v0.batch_env(num_envs=2.5), "num_envs is 2.5; want a whole number"),
    (lambda: uno_v0.batch_env(num_envs=0), "num_envs is 0; want a whole number, 1 or more"),
    (lambda: uno_v0.batch_env(2, num_threads="a"), "num_threads is 'a'"),
    (lambda: uno_v0.batch_env(2, autoreset="no"), "autoreset is 'no'; want True or False"),
    (lambda: uno_v0.batch_env(2, check_actions="no"), "check_actions is 'no'"),
    (lambda: uno_v0.vector_env(num_envs="3"), "num_envs is '3'"),
    (lambda: BatchEnv(HighCard(2), 3).observe("a"), "seat 'a'; want a seat"),
    (lambda: BatchEnv(HighCard(2), 3).observe(0.5), "seat 0.5; want a seat"),
    (lambda: BatchEnv(HighCard(2), 3).observe([0, 1]), "integers of shape"),
    (lambda: BatchEnv(HighCard(2), 3).observe(2), "want 0 to 1"),
    (lambda: parse_tiles(None), "tiles are None; want text"),  # type: ignore[arg-type]
    (lambda: parse_sets(None), "sets are None; want text"),  # type: ignore[arg-type]
    (lambda: parse_tiles("r-1"), "want for example 'r5'"),
    (lambda: uno_env.action_name("x"), "action is 'x'; want an integer"),  # type: ignore[arg-type]
    (lambda: uno_env.action_name(1.5), "action is 1.5"),  # type: ignore[arg-type]
    (lambda: rummi_env.action_name("x"), "action is 'x'"),  # type: ignore[arg-type]
    (lambda: rummi_env.action_name(1.5), "action is 1.5"),  # type: ignore[arg-type]
    (lambda: legal_tiles(None, None, None, "a"), "points are 'a'"),  # type: ignore[arg-type]
    (lambda: best_play(None, None, initial_meld_points=-1), "points are -1"),
    (lambda: can_meld(None, "a"), "points are 'a'"),  # type: ignore[arg-type]
    (lambda: can_meld(None, 30, numbers="a"), "numbers a"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("call", "text"), WRONG)
def test_wrong_arguments_are_told_in_one_line(call: Callable[[], Any], text: str) -> None:
    with pytest.raises(ValueError) as error:
        call()
    assert text in str(error.value) and "\n" not in str(error.value)


def test_a_wrong_card_is_told_with_its_place_and_without_the_whole_deck() -> None:
    env = uno_v0.env(num_players=2)
    with pytest.raises(ValueError, match=r"position: hand 1: no card 'xx'; want for example"):
        env.reset(options={"position": {"hands": [["r1"], ["xx"]]}})
    with pytest.raises(ValueError, match=r"deal: 'order': no card 'xx'"):
        env.reset(options={"deal": {"order": ["xx"] * 108}})
    with pytest.raises(ValueError) as error:
        parse_card("zzzzzz")
    assert len(str(error.value)) < 100
    rummikub = rummikub_v0.env(num_players=2)
    with pytest.raises(ValueError, match=r"position: racks\[1\]: no tile"):
        rummikub.reset(options={"position": {"racks": [["r1"], ["r99"]]}})


def test_the_choices_of_a_rule_are_named_once() -> None:
    with pytest.raises(ValueError) as error:
        uno_v0.env(stacking="zzzz")
    assert str(error.value).count("draw_two") == 1
    with pytest.raises(ValueError, match="did you mean 'same'"):
        uno_v0.env(stacking="sam")


@pytest.mark.parametrize("module", [uno_v0, rummikub_v0])
def test_a_loaded_game_is_saved_as_the_same_bytes(module: Any) -> None:
    env, other = module.env(num_players=3), module.env(num_players=3)
    for seed in range(5):
        env.reset(seed=seed)
        env.step(env.legal_actions()[0])
        saved = env.save()
        other.load(saved)
        assert other.save() == saved


def test_unused_bytes_of_a_record_are_kept_too() -> None:
    game = uno_v0.env(num_players=2).game
    records = game.new_records(3)
    record_bytes(records)[:] = 0xA5  # padding, which belongs to no field, too
    read, _ = unpack_records(game, pack_records(game, records, {}))
    assert read.tobytes() == records.tobytes()


@pytest.mark.parametrize("module", [uno_v0, rummikub_v0])
def test_a_redealt_game_holds_no_foreign_bytes(module: Any) -> None:
    game = module.env(num_players=2).game
    records = game.new_records(1)
    record_bytes(records)[:] = 0x01
    named = np.zeros(1, game.dtype)
    named[...] = records  # by fields, so what stays zero is padding
    padding = record_bytes(named)[0] == 0
    game.seed_records(records, 1)
    game.kernels.reset(records, 0, game.rules_record)
    other = game.redeal_hidden(records, 0, 0, 1)
    assert padding.any()
    assert (record_bytes(other)[0][padding] == 1).all()


def test_a_refused_reset_leaves_the_single_env_unchanged() -> None:
    env = uno_v0.single_env(num_players=2, learner_seat=1)
    env.reset(seed=3)
    records, seen = env.records.tobytes(), env._seen().tobytes()
    position = {"hands": ["r7", "r1 r2"], "discard": "r5"}
    for seed in (None, 9):
        with pytest.raises(ValueError, match="over before the learner is to act"):
            env.reset(seed=seed, options={"position": position})
        assert env.records.tobytes() == records and env._seen().tobytes() == seen
    env.step(int(np.flatnonzero(env.action_masks())[0]))


def test_a_refused_reset_repeats_no_random_seat() -> None:
    seats = []
    for refuse in (False, True):
        env = SingleAgentEnv(HighCard(2, hand_size=1), learner_seat="random")
        env.reset(seed=4)
        if refuse:
            with pytest.raises(ValueError, match=r"position|hands"):
                env.reset(options={"position": {"hands": [["c3"]]}})
        seats.append([env.reset()[1]["seat"] for _ in range(10)])
    assert seats[0] == seats[1]


def test_a_refused_reset_leaves_the_vector_env_unchanged() -> None:
    env: SingleAgentVectorEnv = uno_v0.vector_env(3, num_players=2, learner_seat=1)
    env.reset(seed=3)
    before = env.batch.save_rows()
    seen = env.batch.observation.copy()
    position = {"hands": ["r7", "r1 r2"], "discard": "r5"}
    for seed in (None, 9):
        with pytest.raises(ValueError, match="row 0: the game is over before the learner"):
            env.reset(seed=seed, options={"position": position})
        assert env.batch.save_rows() == before
        assert (env.batch.observation == seen).all()
    env.step(env.batch.action_mask.argmax(axis=1))


def test_reset_rows_refuses_all_rows_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    batch = BatchEnv(HighCard(2), 3, seed=1)
    before, calls = batch.save_rows(), []

    def second_fails(game: Any, records: Any, i: int, options: Any) -> None:
        calls.append(i)
        if len(calls) == 2:
            raise ValueError("no")
        game.kernels.reset(records, i, game.rules_record)

    monkeypatch.setattr("tabletop.batch.start_game", second_fails)
    with pytest.raises(ValueError, match="no"):
        batch.reset_rows([0, 1, 2])
    assert batch.save_rows() == before


def test_racks_that_are_not_named_are_dealt() -> None:
    env = rummikub_v0.env(num_players=3)
    env.reset(seed=5, options={"position": {}})
    snap = env.snapshot()
    assert [len(rack) for rack in snap["racks"]] == [14, 14, 14] and snap["phase"] == "play"
    env.game.check_conservation(env.records, 0)
    racks = snap["racks"]
    env.reset(seed=5, options={"position": {"table": ["r1 r2 r3"], "pool": ["k5"]}})
    snap = env.snapshot()
    assert snap["table"] == [["red 1", "red 2", "red 3"]] and snap["pool"][0] == "black 5"
    env.game.check_conservation(env.records, 0)
    env.reset(seed=5, options={"position": {}})
    assert env.snapshot()["racks"] == racks
    env.reset(seed=6, options={"position": {}})
    assert env.snapshot()["racks"] != racks
    small = rummikub_v0.env(num_players=2)
    pool = [f"{color}{number}" for color in "kbry" for number in range(1, 14)] * 2
    with pytest.raises(ValueError, match="2 tiles are not named; 2 racks of 14 need 28"):
        small.reset(options={"position": {"pool": pool}})


@pytest.mark.parametrize("package", ["uno_env", "rummi_env"])
def test_a_length_in_the_text_of_the_observation_is_the_real_one(package: str) -> None:
    module = import_module(f"{package}.observe")
    lengths = {int(size) for size in re.findall(r"int8\s?\[(\d+)\]", module.__doc__ or "")}
    assert lengths <= {module.OBSERVATION_SIZE}
