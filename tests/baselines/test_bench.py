"""``meldstack bench``: the table, the JSON, and the sections that are quick to run."""

import json

import numpy as np
import pytest

from baselines.bench import SECTIONS, Row
from baselines.cli import main


def some_rows(quick: bool) -> list[Row]:
    """Values as measurements make them, NumPy's own among them."""
    half = np.float64(0.5)
    return [
        Row("toy", "slow", half, "µs", half, half, 3, np.float64(0.25), False),
        Row("toy", "fast", half, "steps/s", half, half, 3, np.float64(0.25), True),
        Row("toy", "quick" if quick else "long", 7.0, "%", 6.0, 8.0, 1),
    ]


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SECTIONS, "toy", f"{__name__}:some_rows")


@pytest.mark.usefixtures("toy")
def test_json_says_which_targets_are_met(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "toy", "--json", "--quick"]) == 0
    captured = capsys.readouterr()
    content = json.loads(captured.out)
    assert [row["met"] for row in content["rows"]] == [False, True, None]
    assert content["rows"][2]["name"] == "quick"
    assert content["machine"]["cores"] >= 1
    assert "measuring toy" in captured.err


@pytest.mark.usefixtures("toy")
def test_the_table_shows_every_row(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "toy"]) == 0
    table = capsys.readouterr().out
    for word in ("slow", "fast", "long", "≤ 0.25", "≥ 0.25", "yes", "no"):
        assert word in table


def test_an_unknown_section_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "rumikub"]) == 2
    assert "rummikub" in capsys.readouterr().err


def test_the_solver_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "solver", "--quick", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    names = {row["name"] for row in rows}
    assert {"mask, 40 tiles, 1 joker", "most tiles, 80 tiles, 2 jokers"} <= names
    assert all(0 < row["low"] <= row["value"] <= row["high"] for row in rows)
