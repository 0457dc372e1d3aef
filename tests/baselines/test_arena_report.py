"""Reports and the command: files, pictures inside the page, plain sentences, one-line errors."""

import argparse
import json
import re
from pathlib import Path

import pytest

from baselines.arena import cross_table, evaluate, play, write_report
from baselines.arena.run_curve import learning_curve
from baselines.commands import evaluate as command
from tabletop import registry
from tabletop.errors import UserError
from tests.baselines.dice_game import DiceGame

pytest.importorskip("matplotlib")
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, "dice", "tests.baselines.dice_game:DiceGame")


def command_line(*words: str) -> int:
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    return command.run(parser.parse_args(["--game", "dice", *words]))


def run_folder(path: Path) -> Path:
    path.mkdir()
    (path / "config.yaml").write_text("env: {num_players: 4}\n")
    rows = [{"steps": 1000 * n, "win_rate_random": 0.2 + 0.1 * n} for n in range(1, 4)]
    text = "".join(json.dumps(row) + "\n" for row in [{"steps": 0, "entropy": 1.0}, *rows])
    (path / "metrics.jsonl").write_text(text + '{"steps": 4000, "win_ra')
    return path


def test_a_report_has_text_numbers_and_pictures(tmp_path: Path) -> None:
    names = ["high", "any", "low", "low"]
    found = evaluate(DiceGame(4), names, deals=30, seed=1)
    pairs = cross_table(DiceGame(4), names, deals=10, seed=1)
    page = write_report(tmp_path, found, pairs, run_dir=run_folder(tmp_path / "run"))
    html = page.read_text(encoding="utf8")
    pictures = sorted(p.stem for p in (tmp_path / "plots").iterdir())
    assert pictures == ["cross_table", "learning_curve", "meetings", "scores", "win_rates"]
    assert all((tmp_path / "plots" / f"{p}.png").read_bytes().startswith(PNG) for p in pictures)
    assert html.count("data:image/png;base64,") == 5
    assert not re.search(r'(src|href)="(?!data:)', html)  # nothing is loaded from elsewhere
    text = (tmp_path / "report.md").read_text(encoding="utf8")
    for line in found.verdicts():
        assert line in text
        assert line in html
    assert pairs[0].verdicts()[-1] in text
    content = json.loads((tmp_path / "evaluation.json").read_text())
    assert content["evaluation"]["players"][0]["name"] == "high"
    assert len(content["comparisons"]) == 3


def test_names_can_not_break_the_page(tmp_path: Path) -> None:
    found = evaluate(DiceGame(2), ["high", "low"], deals=2)
    page = write_report(tmp_path, found, title="<script>|")
    assert "<script>" not in page.read_text(encoding="utf8")


def test_a_folder_without_metrics_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"no metrics\.jsonl"):
        learning_curve(tmp_path)


def test_the_command_prints_json_alone(dice: None, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--players", "high,low,low,any", "--deals", "5", "--seed", "3", "--json")
    assert command_line(*words) == 0
    first = json.loads(capsys.readouterr().out)
    assert [p["name"] for p in first["players"]] == ["high", "low", "any"]
    assert [p["games"] for p in first["players"]] == [20, 40, 20]
    command_line(*words)
    second = json.loads(capsys.readouterr().out)
    for content in (first, second):
        content.pop("seconds")
        for player in content["players"]:
            player.pop("ms_per_decision")
    assert first == second


def test_the_command_says_who_beats_whom(
    dice: None, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ("--players", "high,low", "--deals", "30", "--override", "luck=2", "--pairs")
    assert command_line(*words, "--out", str(tmp_path)) == 0
    out = capsys.readouterr().out
    assert "high beats low by +" in out
    assert "above the fair share of 50.0%" in out
    content = json.loads((tmp_path / "evaluation.json").read_text())
    assert content["evaluation"]["rules"] == {"luck": 2}


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("--players", "high,,low"), "a name is missing"),
        (("--players", "high,lov"), "did you mean 'low'"),
        (("--players", "high,low", "--override", "luck"), "want field=value"),
        (("--players", "high,low", "--override", "luck=["), "not YAML"),
        (("--players", "high,low", "--deals", "0"), "want 1 or more"),
        (("--players", "high,low", "--workers", "0"), "want 1 or more"),
        (("--players", "high,low", "--run", "r"), "give --out DIR"),
        (("--players", "high,low", "--out", "/dev/null/x"), "can't write a report into"),
    ],
)
def test_wrong_arguments_are_one_line_before_a_game_is_played(
    dice: None, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], text: str
) -> None:
    monkeypatch.setattr(play, "play_chunk", None)
    with pytest.raises(UserError, match=re.escape(text)) as caught:
        command_line(*words)
    assert "\n" not in str(caught.value)


def test_a_run_without_metrics_is_told_before_a_game_is_played(dice: None, tmp_path: Path) -> None:
    words = ("--players", "high,low", "--out", str(tmp_path), "--run", str(tmp_path))
    with pytest.raises(UserError, match="is no run folder"):
        command_line(*words)
    assert not (tmp_path / "report.md").exists()
