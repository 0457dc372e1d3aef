"""The fenced code blocks of a Markdown page, for the tests that run them."""

import re
import shlex
from pathlib import Path

ROOT = Path(__file__).parent.parent
FENCE = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path, language: str) -> list[str]:
    """The contents of the blocks in one language, in order."""
    text = page.read_text(encoding="utf8")
    return [content for name, content in FENCE.findall(text) if name == language]


def run_python(page: Path) -> dict[str, object]:
    """Run the page's Python blocks one after the other, as a reader would; their names."""
    names: dict[str, object] = {"__name__": "__main__"}
    for number, block in enumerate(blocks(page, "python"), start=1):
        exec(compile(block, f"{page.name}, Python block {number}", "exec"), names)
    return names


def command_lines(page: Path, program: str) -> list[list[str]]:
    """The words after ``program`` of every shell line that starts with it."""
    lines = [line for block in blocks(page, "bash") for line in block.splitlines()]
    words = [shlex.split(line, comments=True) for line in lines]
    return [line[1:] for line in words if line and line[0] == program]
