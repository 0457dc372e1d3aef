"""Replays: written, read, shown and played again, on the toy game."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tabletop.aec import TabletopAEC
from tabletop.recording import RecordGames
from tabletop.replay import ReplayWriter, read_replay, show_replay, verify_replay

from .toy_game import HighCard

PASS = 16


def play_on(env: Any, rng: np.random.Generator) -> None:
    """Play to the end, with an illegal action now and then."""
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        wild = rng.random() < 0.2
        legal = np.flatnonzero(observation["action_mask"])
        action = rng.integers(17) if wild or not len(legal) else rng.choice(legal)
        env.step(None if terminated or truncated else action)


def lines_of(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def write_lines(path: Path, lines: list[Any]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


@pytest.fixture
def replay(tmp_path: Path) -> Path:
    """A short game in a file: c3, then c9, from a position."""
    game = HighCard(2, hand_size=1)
    options = {"position": {"hands": [["c3"], ["c9"]], "starter": np.int64(0)}}
    env = TabletopAEC(game)
    env.reset(seed=4, options=options)
    path = tmp_path / "game.jsonl"
    with ReplayWriter(path, game, env.records, options=options, players=["A", "B"]) as writer:
        for action in (2, 8):
            writer.action(action)
            env.step(action)
    return path


def test_what_a_replay_says(replay: Path) -> None:
    header, first, second, last = lines_of(replay)
    assert header["format"] == "meldstack-replay"
    assert header["game"] == "high_card"
    assert header["ruleset"] == {"hand_size": 1, "play_on": False, "penalty": 1.0}
    assert first == {"seat": 0, "action": "c3"}
    assert second == {"seat": 1, "action": "c9"}
    assert last["result"]["scores"] == [0.0, 1.0]
    assert last["result"]["end"] == "terminated"


def test_it_can_be_shown_and_verified(replay: Path) -> None:
    report = verify_replay(replay)
    assert report.ok
    assert (report.actions, report.scores) == (2, (0.0, 1.0))
    assert list(show_replay(replay)) == [
        "high_card, 2 players: A, B",
        "player_0: c3 -> [0.0, 0.0]",
        "player_1: c9 -> [0.0, 1.0]",
        "terminated after 2 turns, scores 0, 1",
    ]


@pytest.mark.parametrize("seats_leave", [False, True])
def test_recorded_games_are_the_games_that_were_played(tmp_path: Path, seats_leave: bool) -> None:
    env = RecordGames(TabletopAEC(HighCard(4, play_on=seats_leave)), tmp_path)
    rng = np.random.default_rng(3)
    env.reset(seed=8)
    play_on(env, rng)
    env.reset()
    env.timeout()
    play_on(env, rng)
    env.reset(options={"deal": HighCard(4).random_deal(1)})
    env.step(PASS)
    env.reset()  # the game before is kept as far as it went
    env.close()
    files = sorted(tmp_path.glob("*.jsonl"))
    assert len(files) == 4
    assert all(verify_replay(file).ok for file in files)
    assert lines_of(files[1])[1]["action"] == "timeout"
    assert lines_of(files[2])[-1]["result"]["end"] == "running"
    assert lines_of(files[2])[-1]["result"]["decisions"] == 1


def test_a_refused_reset_or_action_is_not_recorded(tmp_path: Path) -> None:
    env = RecordGames(TabletopAEC(HighCard(2), illegal_action="raise"), tmp_path)
    env.reset(seed=1)
    illegal = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    for action in (None, illegal, 17):
        with pytest.raises(ValueError):
            env.step(action)
    with pytest.raises(ValueError):
        env.reset(options={"deal": 1})
    env.step(PASS)
    env.close()
    (file,) = tmp_path.glob("*.jsonl")
    assert [line["action"] for line in lines_of(file)[1:-1]] == ["pass"]
    assert verify_replay(file).ok


def test_a_replay_of_another_engine_version(replay: Path, tmp_path: Path) -> None:
    header, *rest = lines_of(replay)
    old = write_lines(tmp_path / "old.jsonl", [{**header, "engine_version": 0}, *rest])
    with pytest.raises(ValueError, match="engine version 0 of high_card; this is version 1"):
        verify_replay(old)


def test_a_game_that_goes_another_way_is_told(replay: Path, tmp_path: Path) -> None:
    header, first, second, last = lines_of(replay)
    for lines, text in (
        ([header, {**first, "action": "c4"}, second, last], "line 2: 'c4' is not legal"),
        ([header, {**first, "action": "c44"}, second, last], "line 2: unknown action"),
        ([header, {**first, "seat": 1}, second, last], "line 2: seat 1 .* seat 0 is to act"),
        ([header, first, second, second, last], "line 4: .* the game is over"),
        ([header, first, last], "other end, scores"),
        ([header, first, {**second, "action": "pass"}, last], "other scores, hash"),
    ):
        report = verify_replay(write_lines(tmp_path / "other.jsonl", lines))
        assert not report.ok
        assert report.problem is not None
        with pytest.raises(AssertionError, match=text):
            raise AssertionError(report.problem)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "not a replay"),
        ("{}\n", "not a replay"),
        ("hello\n", "line 1: not JSON"),
        ("[1]\n", "line 1: want an object"),
        ('{"format": "meldstack-replay", "version": 9}\n', "version 9; .* reads version 1"),
        ('{"format": "meldstack-replay", "version": 1}\n', "cut short"),
    ],
)
def test_what_is_no_replay(tmp_path: Path, text: str, wrong: str) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(text)
    with pytest.raises(ValueError, match=wrong):
        read_replay(path)


def test_broken_parts_of_a_replay(replay: Path, tmp_path: Path) -> None:
    header, first, second, last = lines_of(replay)
    for lines, wrong in (
        ([header, {"seat": "0"}, last], "line 2: want seat and action"),
        ([{k: v for k, v in header.items() if k != "game"}, last], "no 'game'"),
        ([{**header, "game": "bridge"}, last], "unknown game 'bridge'"),
        ([{**header, "seed_words": "x"}, first, second, last], "seed_words"),
        ([{**header, "position": {"hands": []}}, first, second, last], "position"),
    ):
        with pytest.raises(ValueError, match=wrong):
            verify_replay(write_lines(tmp_path / "broken.jsonl", lines))
    with pytest.raises(ValueError, match="can't be read"):
        read_replay(tmp_path / "nowhere.jsonl")
