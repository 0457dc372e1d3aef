"""The folder of a training run: what went in, what came out, and the way back in.

``config.yaml`` (resolved), ``run.json`` (versions, git revision, seed), ``metrics.jsonl``,
``tensorboard/``, ``checkpoint.safetensors``, ``learning.png``.
"""

import json
import platform
import subprocess
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from tabletop.errors import UserError, make_folder

from .checkpoint import CHECKPOINT_NAME, write_atomic
from .config import Config, config_to_yaml, load_config

PACKAGES = ("meldstack", "torch", "numpy", "numba", "gymnasium", "pettingzoo", "safetensors")


def versions() -> dict[str, str]:
    """Versions of Python and of the packages that matter to a result."""
    found = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def git_revision() -> str | None:
    """The revision of the checkout that this code runs from, ``+`` where it has changes."""
    folder = Path(__file__).parent

    def git(*words: str) -> str:
        command = ["git", "-C", str(folder), *words]
        return subprocess.run(
            command, check=True, capture_output=True, text=True, timeout=10
        ).stdout.strip()

    try:
        if Path(git("rev-parse", "--show-toplevel")) != folder.parent.resolve():
            return None  # installed inside somebody else's repository
        return git("rev-parse", "HEAD") + ("+" if git("status", "--porcelain", "-uno") else "")
    except (OSError, subprocess.SubprocessError):
        return None


class RunFolder:
    """Paths and records of one run."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.checkpoint = path / CHECKPOINT_NAME
        self.metrics = path / "metrics.jsonl"
        self.plot = path / "learning.png"

    @classmethod
    def create(cls, config: Config, path: Path | None = None) -> "RunFolder":
        """A new folder with the resolved configuration and versions in it.

        Without a path it is ``runs/NAME``, ``runs/NAME-2`` …; a given one must be new or empty.
        """
        if path is None:
            path = next(p for p in _candidates(config.run.name) if not p.exists())
        elif path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise UserError(f"{str(path)!r} is not empty; name a new folder, or use --resume")
        make_folder(path)
        folder = cls(path)
        folder.write_config(config)
        about = {"seed": config.run.seed, "git_revision": git_revision(), "versions": versions()}
        write_atomic(path / "run.json", (json.dumps(about, indent=2) + "\n").encode())
        return folder

    @classmethod
    def open(cls, path: str | Path) -> "RunFolder":
        """An existing run folder; UserError when it is none."""
        folder = cls(Path(path))
        if not (folder.path / "config.yaml").is_file():
            raise UserError(f"{str(path)!r} is no run folder: it has no config.yaml")
        return folder

    def config(self, overrides: tuple[str, ...] = ()) -> Config:
        """The resolved configuration of the run, with overrides."""
        return load_config(self.path / "config.yaml", overrides)

    def write_config(self, config: Config) -> None:
        """Keep the resolved configuration."""
        write_atomic(self.path / "config.yaml", config_to_yaml(config).encode())

    def append_metrics(self, row: dict[str, Any]) -> None:
        """One line of metrics, as JSON."""
        with open(self.metrics, "a", encoding="utf8") as file:
            file.write(json.dumps(row) + "\n")

    def read_metrics(self) -> list[dict[str, Any]]:
        """The metrics so far; a line that a kill cut short is left out."""
        if not self.metrics.is_file():
            return []
        rows = []
        for line in self.metrics.read_text(encoding="utf8").splitlines():
            try:
                rows.append(json.loads(line))
            except json.JSONDecodeError:
                continue
        return rows

    def drop_metrics_after(self, iteration: int) -> None:
        """Forget what was measured after the checkpoint that is resumed from."""
        rows = [row for row in self.read_metrics() if row["iteration"] <= iteration]
        write_atomic(self.metrics, "".join(json.dumps(row) + "\n" for row in rows).encode())


def _candidates(name: str) -> Iterator[Path]:
    yield Path("runs") / name
    number = 2
    while True:
        yield Path("runs") / f"{name}-{number}"
        number += 1
