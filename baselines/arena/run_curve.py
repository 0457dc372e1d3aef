"""The learning curve of a training run for a report: its win rates over environment steps.

Reads only the run's ``metrics.jsonl`` and ``config.yaml``.  Imports no torch.
"""

import json
from pathlib import Path
from typing import Any

import yaml

from tabletop.errors import UserError

from . import plots

WIN_RATE = "win_rate_"


def read_metrics(run_dir: Path) -> list[dict[str, Any]]:
    """The rows of ``metrics.jsonl``; a last line that was cut short is left out."""
    path = run_dir / "metrics.jsonl"
    if not path.is_file():
        raise UserError(f"{str(run_dir)!r} is no run folder: it has no metrics.jsonl")
    rows = []
    for line in path.read_text(encoding="utf8").splitlines():
        try:
            rows.append(json.loads(line))
        except json.JSONDecodeError:
            continue
    return rows


def learning_curve(run_dir: Path) -> list[tuple[str, str, bytes]]:
    """(file name, caption, PNG) of each picture; none while the run has measured nothing."""
    rows = read_metrics(run_dir)
    series: dict[str, tuple[list[float], list[float]]] = {}
    for row in rows:
        for key in row:
            if key.startswith(WIN_RATE):
                steps, rates = series.setdefault("against " + key[len(WIN_RATE) :], ([], []))
                steps.append(row["steps"])
                rates.append(row[key])
    if not series:
        return []
    png = plots.curve_plot(
        dict(series),
        "Win rate while training",
        "environment steps",
        "win rate alone at the table",
        _fair_share(run_dir),
    )
    return [("learning_curve", "Win rate while training", png)]


def _fair_share(run_dir: Path) -> float | None:
    try:
        content = yaml.safe_load((run_dir / "config.yaml").read_text(encoding="utf8"))
        return 1.0 / int(content["env"]["num_players"])
    except (OSError, yaml.YAMLError, KeyError, TypeError, ValueError, ZeroDivisionError):
        return None
