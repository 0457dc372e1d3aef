"""Learning curves of a run as a PNG."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

PANELS = (
    ("win rate by opponent", "win_rate_", "share of games won"),
    ("entropy", "entropy", "nats per decision"),
    ("explained variance", "explained_variance", "share"),
    ("KL per update", "kl", "nats"),
    ("reward against past selves", "reward_against_past", "reward per game"),
    ("speed", "steps_per_second", "environment steps a second"),
)


def plot_learning(rows: Sequence[dict[str, Any]], path: Path, title: str) -> None:
    """Draw the metrics of ``metrics.jsonl`` over environment steps."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.ticker import EngFormatter, MaxNLocator

    figure = Figure(figsize=(12, 6.5), layout="constrained")
    FigureCanvasAgg(figure)
    for axes, (name, key, unit) in zip(figure.subplots(2, 3).flat, PANELS, strict=True):
        family = key.endswith("_")  # one curve for each metric whose name starts so
        names = {k for row in rows for k in row if k == key or (family and k.startswith(key))}
        for k in sorted(names):
            points = [(row["steps"], row[k]) for row in rows if k in row]
            axes.plot(*zip(*points, strict=True), label=k.removeprefix(key) or None, marker=".")
        if family and names:
            axes.legend()
            axes.set_ylim(0, 1)
        axes.set_title(name)
        axes.set_xlabel("environment steps")
        axes.set_ylabel(unit)
        axes.xaxis.set_major_locator(MaxNLocator(5))
        axes.xaxis.set_major_formatter(EngFormatter(sep=""))
        axes.grid(alpha=0.3)
    figure.suptitle(title)
    figure.savefig(path, dpi=100)
