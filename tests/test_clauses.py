"""Every clause of the rulebook has a test on the real engine, and the tables say which."""

import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent


def _tool() -> Any:
    spec = importlib.util.spec_from_file_location("clauses_tool", ROOT / "docs" / "clauses.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TOOL = _tool()


@pytest.mark.parametrize("path", TOOL.clause_files(), ids=lambda path: path.stem)
def test_every_clause_has_a_test(path: Path) -> None:
    assert TOOL.untested(path) == []


def test_clause_tables_are_current() -> None:
    assert TOOL.outdated() == [], "run python docs/clauses.py"


@pytest.mark.parametrize(
    ("package", "stem"), [("uno_env", "uno"), ("rummi_env", "rummikub")], ids=["uno", "rummikub"]
)
def test_every_clause_named_in_a_preset_is_in_the_list(package: str, stem: str) -> None:
    known = set(TOOL.clauses(ROOT / "docs" / "rules" / "clauses" / f"{stem}.yaml"))
    for preset in (ROOT / package / "presets").glob("*.yaml"):
        named = re.findall(r"\b(?:UN|HKU|TWU|OFU|RK|HKR|TWR|OFR)-\d+[a-z]?", preset.read_text())
        assert set(named) <= known, f"{preset.name}: {set(named) - known}"
