"""The README does what it says: its code runs, its pictures are there."""

import re
from pathlib import Path

from tests.code_blocks import ROOT, blocks, run_python

README = ROOT / "README.md"


def test_the_code_of_the_readme_runs() -> None:
    names = run_python(README)
    assert names["env"].terminations == {}  # everybody has stepped out of a finished game
    assert names["step"].observation.shape[0] == 1024


def test_the_first_example_is_ten_lines() -> None:
    assert len([line for line in blocks(README, "python")[0].splitlines() if line]) <= 10


def test_the_pictures_of_the_readme_are_there() -> None:
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", README.read_text(encoding="utf8"))
    assert pictures
    for picture in pictures:
        assert Path(ROOT / picture).read_bytes().startswith(b"\x89PNG")
