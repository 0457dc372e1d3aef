"""The demo from end to end, with a training so short that it learns nothing."""

from pathlib import Path

import pytest

from baselines import demo
from tests.baselines.tiny import tiny_config


def test_demo_trains_judges_and_writes_a_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tiny_config(tmp_path)
    out = tmp_path / "demo"
    words = ["run.steps=1024", "--config", str(tmp_path / "tiny.yaml"), "--out", str(out)]
    assert demo.main([*words, "--deals", "4", "--opponents", "random"]) == 0
    printed = capsys.readouterr().out
    assert "trained alone against 2 × random" in printed
    assert str(out / "report.md") in printed
    assert "trained" in (out / "report.md").read_text(encoding="utf8")
    assert "<html" in (out / "report.html").read_text(encoding="utf8")


def test_demo_mistake_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert demo.main(["run.sed=1"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
