"""Mistakes of every kind at the command line: one clear line and code 2, never a traceback."""

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from baselines import cli
from tabletop.errors import UserError
from tabletop.game import Game
from tabletop.registry import make_game
from tabletop.replay import ReplayWriter, show_replay
from tests.baselines.test_cli import call
from tests.baselines.tiny import tiny_config

HERE = "tests.baselines.test_cli_mistakes"


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line that a mistake gives."""
    code, _, err = call(capsys, *arguments)
    assert code == 2, err
    assert err.count("\n") == 1
    return err


# -- packages that are missing --------------------------------------------------------------------


@pytest.mark.parametrize("package", ["torch", "safetensors", "matplotlib", "tensorboard"])
def test_training_without_the_extra_says_what_to_install(package: str, tmp_path: Path) -> None:
    tiny_config(tmp_path)
    script = f"import sys; sys.modules[{package!r}] = None; from baselines.cli import main; "
    words = ["train", str(tmp_path / "tiny.yaml"), "run.tensorboard=true"]
    words += ["--out", str(tmp_path / "run")]
    done = subprocess.run(
        [sys.executable, "-c", f"{script} sys.exit(main({words}))"], capture_output=True, text=True
    )
    assert done.returncode == 2, done.stderr
    want = f"meldstack: 'meldstack train' needs {package}: pip install 'meldstack[train]'\n"
    assert done.stderr == want
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("player", ["ppo", "some.safetensors"])
def test_a_player_that_needs_torch_says_what_to_install(player: str, tmp_path: Path) -> None:
    (tmp_path / "some.safetensors").touch()
    words = ["evaluate", "--players", f"{player},random", "--deals", "1"]
    script = "import sys; sys.modules['torch'] = None; from baselines.cli import main; "
    done = subprocess.run(
        [sys.executable, "-c", f"{script} sys.exit(main({words}))"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path.cwd())},
    )
    assert done.returncode == 2, done.stderr
    assert done.stderr.count("\n") == 1
    assert "needs torch: pip install 'meldstack[train]'" in done.stderr


# -- folders and files ----------------------------------------------------------------------------


def test_a_run_folder_that_cannot_be_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tiny_config(tmp_path)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs").touch()
    assert "can't be made" in told(capsys, "train", "tiny.yaml")
    assert "can't be made" in told(capsys, "train", "tiny.yaml", "--out", "runs/a/b")


@pytest.mark.parametrize("name", ["../../x", "a/b", "..", "a\\b", "a\nb"])
def test_a_run_name_is_one_folder(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tiny_config(tmp_path)
    monkeypatch.chdir(tmp_path)
    err = told(capsys, "train", "tiny.yaml", f"run.name={json.dumps(name)}")
    assert "run.name" in err
    assert "want the name of a folder" in err
    assert not (tmp_path / "runs").exists()


def test_a_file_that_cannot_be_written_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(args: object) -> int:
        raise PermissionError(13, "Permission denied", "locked/file")

    monkeypatch.setattr("baselines.commands.rules.run", fail)
    assert "can't use 'locked/file' (Permission denied)" in told(capsys, "rules", "uno")


def test_a_run_is_not_resumed_to_fewer_steps_than_are_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tiny_config(tmp_path)
    run = tmp_path / "run"
    words = ("train", str(tmp_path / "tiny.yaml"), "run.steps=1024", "--out", str(run))
    assert call(capsys, *words)[0] == 0
    before = (run / "config.yaml").read_text()
    assert "run.steps is 100, but 1024 steps are done" in told(
        capsys, "train", "--resume", str(run), "run.steps=100"
    )
    assert (run / "config.yaml").read_text() == before
    assert call(capsys, "train", "--resume", str(run))[0] == 0  # nothing is left to do


# -- replays --------------------------------------------------------------------------------------


def replay_lines(path: Path) -> list[str]:
    """The lines of a replay that has only just begun."""
    game = make_game("uno", 2, "official")
    records = game.new_records(1)
    game.seed_records(records, 5)
    game.kernels.reset(records, 0, game.rules_record)
    with ReplayWriter(path, game, records, players=["Ann", "Bo"]):
        pass
    return path.read_text().splitlines()


@pytest.mark.parametrize("result", [5, None, [1], "won"])
def test_a_replay_whose_result_is_no_object(
    result: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    header, _ = replay_lines(path)
    path.write_text(f"{header}\n{json.dumps({'result': result})}\n")
    assert "line 2: the result is" in told(capsys, "replay", str(path))


@pytest.mark.parametrize("players", [5, ["Ann"], ["Ann", 3], "Al"])
def test_a_replay_whose_players_are_no_names(
    players: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    header, result = replay_lines(path)
    path.write_text(json.dumps({**json.loads(header), "players": players}) + f"\n{result}\n")
    assert "want a list of 2 names" in told(capsys, "replay", str(path))


WRONG_VALUES = (5, None, [1], {"a": 1}, "x", True, 10**30)


@pytest.mark.parametrize("key", ["game", "ruleset", "num_players", "reward", "seed_words", "deal"])
def test_a_replay_with_a_wrong_header_is_told_in_one_line(key: str, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    header, result = replay_lines(path)
    for value in WRONG_VALUES:
        path.write_text(json.dumps({**json.loads(header), key: value}) + f"\n{result}\n")
        with contextlib.suppress(UserError):  # anything else is a traceback
            list(show_replay(path))


# -- players --------------------------------------------------------------------------------------


def no_player(game: Game) -> None:
    """A factory that gives nothing."""


def broken(game: Game) -> None:
    """A factory that fails."""
    raise RuntimeError("out of luck")


class Raising:
    """Fails when it is asked."""

    name = "raising"

    def __init__(self, game: Game) -> None:
        self.answer: object = None

    def seed(self, seed: int) -> None:
        """Nothing is random."""

    def act(self, observation: object, action_mask: object) -> object:
        """No answer."""
        raise RuntimeError("no idea")


class Words(Raising):
    """Answers in words."""

    def act(self, observation: object, action_mask: np.ndarray) -> object:  # type: ignore[type-arg]
        """No number."""
        return np.full(len(action_mask), "draw")


PLAYERS = {
    "os:getcwd": "the factory failed (TypeError",
    f"{HERE}:no_player": "gave NoneType and no player",
    f"{HERE}:broken": "the factory failed (RuntimeError: out of luck)",
    f"{HERE}:Raising": "player 'raising' failed (RuntimeError: no idea)",
    f"{HERE}:Words": "and not integer actions",
}


@pytest.mark.parametrize("player", PLAYERS)
def test_a_player_that_fails_is_one_line(player: str, capsys: pytest.CaptureFixture[str]) -> None:
    err = told(capsys, "evaluate", "--players", f"{player},random", "--deals", "1")
    assert PLAYERS[player] in err


class Unseeded(Raising):
    """Fails before it is asked."""

    def seed(self, seed: int) -> None:
        """No randomness to be had."""
        raise RuntimeError("no seed")


@pytest.mark.parametrize("player", ["Raising", "Unseeded"])
def test_an_opponent_that_fails_in_training_is_one_line(
    player: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tiny_config(tmp_path)
    words = ["train", str(tmp_path / "tiny.yaml"), "run.eval_interval=1", "run.eval_games=4"]
    words += [f"run.eval_opponents=['{HERE}:{player}']", "--out", str(tmp_path / "run")]
    assert "player 'raising' failed (RuntimeError: no" in told(capsys, *words)


def test_an_entrant_that_fails_is_told_before_the_contest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entrants = [
        {"name": "Ann", "player": f"{HERE}:Unseeded", "isolated": False},
        {"name": "Bo", "player": "random"},
    ]
    stage = {
        "name": "table",
        "draw": {"kind": "one_table"},
        "match": {"games": 1},
        "ranking": ["total_score"],
    }
    content = {"name": "c", "game": "uno", "entrants": entrants, "stages": [stage]}
    file, out = tmp_path / "c.yaml", tmp_path / "out"
    file.write_text(json.dumps(content))
    err = told(capsys, "contest", str(file), "--out", str(out))
    assert "entrant 'Ann': player" in err
    assert "no seed" in err
    assert not out.exists()


# -- output ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ["rules", "uno", "hk_society"],
        ["solve", "--rack", "r1 r2 r3"],
        ["--help"],
    ],
)
def test_an_ascii_terminal_gets_plain_signs_and_no_traceback(words: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "baselines", *words],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii()
    assert b"?" in done.stdout or words[0] == "solve"


def test_evaluation_names_the_default_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    for game, default in (("uno", "hk_society"), ("rummikub", "hk_school")):
        words = ("evaluate", "--game", game, "--players", "random,random", "--deals", "1")
        code, out, _ = call(capsys, *words, "--json")
        assert code == 0
        assert json.loads(out)["ruleset"] == default


def test_main_leaves_other_errors_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of ours is shown as one: only what a user can mend is shortened."""

    def fail(args: object) -> int:
        raise ModuleNotFoundError("no module", name="some_module")

    monkeypatch.setattr("baselines.commands.rules.run", fail)
    with pytest.raises(ModuleNotFoundError):
        cli.main(["rules", "uno"])
