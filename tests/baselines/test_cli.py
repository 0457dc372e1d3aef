"""The command line: help with examples, one clear line and code 2 for mistakes, lazy torch."""

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from baselines import cli
from tabletop.registry import make_game
from tabletop.replay import ReplayWriter
from tests.baselines.tiny import tiny_config


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        code = cli.main(arguments)
    except SystemExit as leave:  # argparse leaves so after --help and --version
        code = int(leave.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize("verb", cli.VERBS)
def test_every_verb_has_help_with_an_example(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, verb, "--help")
    assert code == 0
    assert f"meldstack {verb}" in out.partition("example")[2]
    assert import_module(f"baselines.commands.{verb}").HELP


def test_main_help_names_all_verbs_and_version_is_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, _ = call(capsys, "--help")
    assert code == 0
    assert all(verb in out for verb in cli.VERBS)
    code, out, _ = call(capsys, "--version")
    assert code == 0
    assert out.startswith("meldstack ")


MISTAKES = {
    "verb": (["trian"], "did you mean 'train'"),
    "no config": (["train"], "want a configuration"),
    "config": (["train", "uno_quikstart"], "uno_quickstart"),
    "file": (["train", "missing.yaml"], "does not exist"),
    "key": (["train", "uno_quickstart", "run.sed=3"], "did you mean 'seed'"),
    "device": (["train", "uno_quickstart", "run.device=warp", "--out", "OUT"], "run.device"),
    "option": (["train", "uno_quickstart", "--resme", "x"], "--resme"),
    "resume": (["train", "--resume", "nowhere"], "no run folder"),
    "both": (["train", "--resume", "x", "--out", "y"], "do not go together"),
    "full folder": (["train", "uno_quickstart", "--out", "FULL"], "not empty"),
    "game": (["rules", "unno"], "did you mean 'uno'"),
    "preset": (["rules", "uno", "hk_socety"], "did you mean 'hk_society'"),
    "opponent": (
        ["train", "TINY", "run.eval_interval=1", "run.eval_opponents=[rulez]", "--out", "OUT"],
        "did you mean 'rules'",
    ),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_mistake_gives_one_line_and_code_2(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments, part = MISTAKES[case]
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    tiny_config(tmp_path)
    named = {
        "OUT": str(tmp_path / "out"),
        "FULL": str(tmp_path / "full"),
        "TINY": str(tmp_path / "tiny.yaml"),
    }
    code, _, err = call(capsys, *(named.get(word, word) for word in arguments))
    assert code == 2
    assert err.count("\n") == 1
    assert part in err


def test_truncated_checkpoint_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tiny_config(tmp_path)
    run = tmp_path / "run"
    code, out, _ = call(capsys, "train", str(tmp_path / "tiny.yaml"), "--out", str(run))
    assert code == 0
    assert str(run) in out
    path = run / "checkpoint.safetensors"
    path.write_bytes(path.read_bytes()[:5000])
    code, _, err = call(capsys, "train", "--resume", str(run))
    assert code == 2
    assert err.count("\n") == 1
    assert "truncated" in err


def test_resume_goes_on_farther_and_refuses_other_settings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tiny_config(tmp_path)
    run, file = str(tmp_path / "run"), str(tmp_path / "tiny.yaml")
    assert call(capsys, "train", file, "run.steps=1024", "--out", run)[0] == 0
    code, out, _ = call(capsys, "train", "--resume", run, "run.steps=2048")
    assert code == 0
    assert "2,048 steps" in out
    code, out, _ = call(capsys, "train", file, "--resume", run, "run.steps=3072")
    assert code == 0
    code, _, err = call(capsys, "train", "--resume", run, "run.seed=9")
    assert code == 2
    assert "run.seed" in err


def test_interrupt_is_code_130(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(args: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("baselines.commands.rules.run", interrupt)
    code, _, err = call(capsys, "rules", "uno")
    assert code == 130
    assert err == "meldstack: interrupted\n"


def test_rules_prints_each_field_with_its_clause(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "rules", "uno", "hk_society", "--json")
    assert code == 0
    rows = {row["field"]: row for row in json.loads(out)}
    assert rows["combo"]["value"] == "same_symbol"
    assert "HKU-11" in rows["combo"]["clause"]
    assert all(row["meaning"] for row in rows.values())
    code, out, _ = call(capsys, "rules", "uno", "hk_society")
    assert code == 0
    assert "HKU-11" in out
    code, out, _ = call(capsys, "rules", "uno")
    assert "hk_society" in out


def test_rules_yaml_is_a_ruleset_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, text, _ = call(capsys, "rules", "uno", "official", "--yaml")
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    _, first, _ = call(capsys, "rules", "uno", str(path), "--json")
    _, second, _ = call(capsys, "rules", "uno", "official", "--json")

    def values(text: str) -> dict[str, object]:
        return {row["field"]: row["value"] for row in json.loads(text)}

    assert values(first) == values(second)


def test_replay_shows_and_verifies_a_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = make_game("uno", 2, "official")
    records = game.new_records(1)
    game.seed_records(records, 5)
    game.kernels.reset(records, 0, game.rules_record)
    mask = np.zeros(game.num_actions, np.int8)
    path = tmp_path / "game.jsonl"
    with ReplayWriter(path, game, records, seed=5) as writer:
        while not records["public"]["over"][0]:
            seat = int(records["public"]["to_act"][0])
            game.kernels.legal_mask(records, 0, game.rules_record, seat, mask)
            action = int(np.flatnonzero(mask)[0])
            writer.action(action)
            game.kernels.step(records, 0, game.rules_record, action)
    code, out, _ = call(capsys, "replay", str(path))
    assert code == 0
    assert "uno, 2 players" in out
    assert "terminated" in out
    assert "actions verified" in out
    code, out, _ = call(capsys, "replay", "--verify", str(path))
    assert (code, out.count("\n")) == (0, 1)
    path.write_text(path.read_text().replace('"engine_version": ', '"engine_version": 77'))
    code, _, err = call(capsys, "replay", str(path))
    assert code == 2
    assert err.count("\n") == 1
    assert "version" in err


def test_verbs_without_need_do_not_import_torch() -> None:
    code = (
        "import sys; from baselines.cli import main; "
        "main(['rules', 'uno', 'official', '--json']); assert 'torch' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
