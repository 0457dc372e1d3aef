"""Documentation that can't drift: generated tables, examples that run, commands that exist."""

import importlib.util
import re
import shutil
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from baselines import cli
from tests.code_blocks import ROOT, blocks, command_lines, run_python

PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("**/*.md")])
PAGES = [page for page in PAGES if not {"_build", "generated"} & set(page.parts)]


def page_id(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.fixture(scope="module")
def generate() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_generate", ROOT / "docs" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_generated_tables_are_up_to_date(generate: ModuleType) -> None:
    contents = {name: generate.NOTE + text for name, text in generate.generated_files()}
    assert generate.drifted(contents) == [], "run: python docs/generate.py"


def test_drift_is_noticed(generate: ModuleType, tmp_path: Path) -> None:
    copy = tmp_path / "generated"
    shutil.copytree(generate.FOLDER, copy)
    texts = {p.name: p.read_text(encoding="utf8") for p in copy.glob("*.md")}
    contents = {name: text for name, text in texts.items() if text.startswith(generate.NOTE)}
    assert "config.md" in contents
    assert generate.drifted(contents, copy) == []
    (copy / "config.md").write_text("old", encoding="utf8")
    (copy / "commands.md").unlink()
    (copy / "extra.md").write_text(generate.NOTE + "of a game that went", encoding="utf8")
    assert generate.drifted(contents, copy) == ["commands.md", "config.md", "extra.md"]


@pytest.mark.parametrize("page", [p for p in PAGES if blocks(p, "python")], ids=page_id)
def test_python_examples_run(page: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    run_python(page)


COMMANDS = [(page, words) for page in PAGES for words in command_lines(page, "meldstack")]


@pytest.mark.parametrize(
    ("page", "words"), COMMANDS, ids=[f"{page_id(p)}: {' '.join(w)}" for p, w in COMMANDS]
)
def test_commands_in_the_text_are_accepted(page: Path, words: list[str]) -> None:
    verb, *arguments = words
    assert verb in cli.VERBS
    module = import_module(f"baselines.commands.{verb}")
    cli._verb_parser(verb, module).parse_args(arguments)


def test_make_targets_in_the_text_exist() -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = {words[0] for page in PAGES for words in command_lines(page, "make") if words}
    named |= {m for page in PAGES for m in re.findall(r"`make (\w+)", page.read_text("utf8"))}
    assert named <= targets
    assert "demo" in named


def test_links_between_files_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#\s]+)\)", page.read_text(encoding="utf8")):
            if not target.startswith(("http://", "https://", "mailto:")):
                assert (page.parent / target).exists(), f"{page_id(page)} links to {target}"
