"""Writes the tables clause -> field or function -> tests, from rules/clauses/*.yaml and the tests.

    python docs/clauses.py           write docs/generated/<game>_clauses.md
    python docs/clauses.py --check   say which are out of date; exit code 1 if any is

A test belongs to a clause when its name or a parameter carries the id: ``test_hku_11_…``,
``test_hku_30_and_33_…`` or the text ``"HKR-17.1"``.
"""

import argparse
import re
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

DOCS = Path(__file__).parent
TESTS = DOCS.parent / "tests"
NOTE = "<!-- Made by docs/clauses.py; edit rules/clauses/*.yaml or the tests instead. -->\n\n"
_FAMILIES = "un|hku|twu|ofu|rk|hkr|twr|ofr|hkc_r|hkc_u|twc"
_NAME = re.compile(rf"def (test_({_FAMILIES})_?(\w+))\(")
_TEXT = re.compile(r"\b((?:UN|HKU|TWU|OFU|RK|HKR|TWR|OFR|HKC|TWC)-[A-Z]?\d*[a-z]?(?:\.\d+)?)\b")


def clause_files() -> list[Path]:
    """The clause lists, one a game."""
    return sorted((DOCS / "rules" / "clauses").glob("*.yaml"))


def clauses(path: Path) -> dict[str, Any]:
    """Clause id -> [what, where], or {outside: why}."""
    content: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf8"))
    return content


def _ids_of_name(family: str, rest: str) -> list[str]:
    prefix = family.upper().replace("_", "-")
    joint = "" if prefix.startswith("HKC") else "-"
    match = re.match(r"((?:\d+[a-z]?|[a-z]\d*)(?:_\d+)?(?:_and_\d+[a-z]?)*)(?=_|$)", rest)
    if not match:
        return []
    found = []
    for part in match.group(1).split("_and_"):
        number = part if part[0].isdigit() else part.upper()
        found.append(f"{prefix}{joint}{number.replace('_', '.')}")
        found.append(f"{prefix}{joint}{number.split('_')[0]}")
    return found


@lru_cache(maxsize=1)
def tests_by_clause() -> dict[str, list[str]]:
    """Clause id -> ``file::test`` of every test that carries it."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        if path.parent.name == "reference":  # those prove the reference, not the engine
            continue
        text = path.read_text(encoding="utf8")
        for match in re.finditer(r"((?:@pytest[^\n]*\n(?:[^\n]*\n)*?)?)def (test_\w+)\(", text):
            name = re.match(rf"test_({_FAMILIES})_?(\w+)", match.group(2))
            ids = _ids_of_name(*name.groups()) if name else []
            ids += _TEXT.findall(match.group(1))
            for clause in ids:
                tests = found.setdefault(clause, [])
                label = f"{path.relative_to(TESTS)}::{match.group(2)}"
                if label not in tests:
                    tests.append(label)
    return found


def untested(path: Path) -> list[str]:
    """Clauses of a game that no test carries and that are not outside digital play."""
    tests = tests_by_clause()
    return [
        clause
        for clause, entry in clauses(path).items()
        if not isinstance(entry, dict) and clause not in tests
    ]


def _tests_cell(names: list[str]) -> str:
    shown = [f"`{name.split('::')[1]}`" for name in names[:3]]
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return ", ".join(shown) + more


def clause_table(path: Path) -> str:
    """The table of one game as Markdown."""
    lines = ["| clause | what | field or function | tests |", "|---|---|---|---|"]
    for clause, entry in clauses(path).items():
        if isinstance(entry, dict):
            lines.append(f"| {clause} | outside digital play: {entry['outside']} | | |")
            continue
        what, where = entry
        fields = ", ".join(f"`{name.strip()}`" for name in str(where).split(";"))
        tests = _tests_cell(tests_by_clause().get(clause, []))
        lines.append(f"| {clause} | {what} | {fields} | {tests} |")
    return NOTE + "\n".join(lines) + "\n"


def target(path: Path) -> Path:
    """Where the table of a clause list is written."""
    return DOCS / "generated" / f"{path.stem}_clauses.md"


def outdated() -> list[str]:
    """Names of the tables that differ from what the clause lists and tests say."""
    return [
        target(path).name
        for path in clause_files()
        if not target(path).is_file()
        or target(path).read_text(encoding="utf8") != clause_table(path)
    ]


def main() -> int:
    """Write or check the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only say what is out of date")
    if parser.parse_args().check:
        late = outdated()
        print("out of date: " + ", ".join(late) if late else "all clause tables are current")
        return 1 if late else 0
    for path in clause_files():
        target(path).parent.mkdir(exist_ok=True)
        target(path).write_text(clause_table(path), encoding="utf8")
        print(target(path).name, "without a test:", ", ".join(untested(path)) or "none")
    return 0


if __name__ == "__main__":
    sys.exit(main())
