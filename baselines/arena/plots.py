"""Pictures of a report as PNG bytes: win rates, scores, who beats whom, the learning curve.

A leaf: only ``report`` imports it, and matplotlib is imported when the first picture is drawn.
"""

import io
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletop.errors import UserError

from .results import Evaluation

INK, MUTED, GRID, BLUE, AMBER = "#1f2933", "#64707d", "#e3e7eb", "#2f6fb2", "#d9822b"
PALETTE = ("#2f6fb2", "#d9822b", "#3d9970", "#a05195", "#c8553d", "#5b8c9b", "#8d7b4a", "#7a869a")
_STYLE = {
    "figure.facecolor": "white",
    "axes.facecolor": "white",
    "axes.edgecolor": GRID,
    "axes.labelcolor": MUTED,
    "axes.titlecolor": INK,
    "axes.titlesize": 13,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 12,
    "axes.labelsize": 10.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": MUTED,
    "ytick.color": INK,
    "xtick.labelsize": 10,
    "ytick.labelsize": 11,
    "legend.frameon": False,
    "legend.fontsize": 10,
    "font.family": "DejaVu Sans",
}


def pyplot() -> Any:
    """matplotlib's pyplot with a canvas that needs no screen."""
    try:
        import matplotlib as mpl
    except ImportError as error:
        raise UserError("pictures need matplotlib: pip install 'meldstack[train]'") from error
    mpl.use("Agg", force=False)
    import matplotlib.pyplot as plt

    return plt


def _figure(width: float, height: float) -> tuple[Any, Any, Any]:
    plt = pyplot()
    with plt.rc_context(_STYLE):
        figure, axes = plt.subplots(figsize=(width, height), dpi=150, layout="constrained")
    return plt, figure, axes


def _png(plt: Any, figure: Any) -> bytes:
    out = io.BytesIO()
    with plt.rc_context(_STYLE):
        figure.savefig(out, format="png")
    plt.close(figure)
    return out.getvalue()


def _short(name: str, length: int = 26) -> str:
    """A name that fits beside a plot; the end of a path is what tells it apart."""
    return name if len(name) <= length else "…" + name[-(length - 1) :]


def colour(number: int) -> str:
    """The colour of a player, the same in all pictures of a report."""
    return PALETTE[number % len(PALETTE)]


def rates_plot(
    names: Sequence[str],
    rates: Sequence[float],
    intervals: Sequence[tuple[float, float]],
    fair: float,
    title: str,
) -> bytes:
    """Win rates as dots with their intervals, and the fair share as a line."""
    plt, figure, axes = _figure(7.6, 1.5 + 0.55 * len(names))
    with plt.rc_context(_STYLE):
        for row, (rate, (low, high)) in enumerate(zip(rates, intervals, strict=True)):
            axes.plot([low, high], [row, row], color=colour(row), linewidth=4, alpha=0.35)
            axes.plot(rate, row, "o", color=colour(row), markersize=9, clip_on=False)
            text = f"{rate:.1%}  [{low:.1%}, {high:.1%}]"
            axes.text(1.01, row, text, transform=axes.get_yaxis_transform(), va="center", color=INK)
        axes.axvline(fair, color=MUTED, linestyle=(0, (4, 3)), linewidth=1.2)
        label = axes.get_xaxis_transform()
        axes.text(fair, 1.0, f" fair share {fair:.1%}", transform=label, color=MUTED, va="bottom")
        right = max(max(high for _, high in intervals), fair) * 1.12
        axes.set(xlim=(0, min(1.0, right)), ylim=(len(names) - 0.45, -0.55))
        axes.set_yticks(range(len(names)), [_short(name) for name in names])
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
        axes.set_xlabel("win rate per seat, 95 % interval over deals")
        axes.set_title(title, pad=24)
        axes.grid(axis="x", color=GRID)
        axes.tick_params(length=0)
        axes.set_axisbelow(True)
    return _png(plt, figure)


def scores_plot(evaluation: Evaluation) -> bytes:
    """The scores of each kind of player, one histogram above the other on one scale."""
    games, players = evaluation.results, evaluation.players
    plt, figure, axes = _figure(7.6, 1.6 + 0.85 * len(players))
    edges = _edges(games.scores)
    with plt.rc_context(_STYLE):
        for row, player in enumerate(players):
            values = games.scores[games.kinds == row]
            heights = np.histogram(values, bins=edges)[0] / max(len(values), 1)
            heights = 0.82 * heights / max(heights.max(), 1e-9)
            base = len(players) - 1 - row
            style = {"color": colour(row), "alpha": 0.75, "align": "edge"}
            axes.bar(edges[:-1], heights, np.diff(edges) * 0.92, bottom=base, **style)
            mean = player.mean_score
            axes.plot([mean, mean], [base, base + 0.9], color=INK, linewidth=1.6)
            axes.text(mean, base + 0.91, f" mean {mean:.1f}", color=INK, fontsize=9.5)
        rows = range(len(players))
        axes.set_yticks(
            [len(players) - 0.6 - row for row in rows], [_short(p.name) for p in players]
        )
        axes.set(ylim=(-0.08, len(players) + 0.12), xlim=(edges[0], edges[-1]))
        axes.set_xlabel(f"score per game ({score_note(evaluation)})")
        axes.set_title("Scores")
        axes.grid(axis="x", color=GRID)
        axes.tick_params(length=0)
        axes.spines["left"].set_visible(False)
        axes.set_axisbelow(True)
    return _png(plt, figure)


def score_note(evaluation: Evaluation) -> str:
    """Whether low or high scores are good."""
    low = evaluation.low_score_is_better
    if low is None:
        return "the ruleset's own sign"
    return "low is good" if low else "high is good"


def _edges(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """About 30 bins over nearly all scores, their width a multiple of the step between scores.

    Scores often come in fives; bins of four would be full and empty by turns.
    """
    low, high = np.quantile(scores, [0.0025, 0.9975])
    step = max(1, int(np.gcd.reduce(np.rint(np.abs(scores)).astype(np.int64).ravel())))
    width = step * max(1.0, np.ceil((high - low) / (30 * step)))
    first = width * np.floor(min(low, 0.0) / width)
    edges: NDArray[np.float64] = np.arange(first, max(high, first) + 1.5 * width, width)
    return edges


def heat_map(
    names: Sequence[str],
    shares: NDArray[np.float64],
    middle: float,
    title: str,
    note: str,
) -> bytes:
    """A square table of shares as colours around ``middle``, with the numbers written in."""
    size = len(names)
    plt, figure, axes = _figure(2.9 + 0.95 * size, 1.9 + 0.72 * size)
    reach = max(float(np.nanmax(np.abs(shares - middle), initial=0.0)), 0.05)
    with plt.rc_context(_STYLE):
        axes.imshow(
            np.ma.masked_invalid(shares),
            cmap=_blue_amber(),
            vmin=middle - reach,
            vmax=middle + reach,
            aspect="auto",
        )
        for row in range(size):
            for column in range(size):
                share = shares[row, column]
                text = "–" if np.isnan(share) else f"{share:.1%}"
                strong = not np.isnan(share) and abs(share - middle) > 0.72 * reach
                axes.text(
                    column, row, text, ha="center", va="center", color="white" if strong else INK
                )
        axes.set_xticks(range(size), [_short(name, 14) for name in names])
        axes.set_yticks(range(size), [_short(name, 20) for name in names])
        axes.set_xticks(np.arange(size + 1) - 0.5, minor=True)
        axes.set_yticks(np.arange(size + 1) - 0.5, minor=True)
        axes.grid(which="minor", color="white", linewidth=3)
        axes.tick_params(which="both", length=0)
        axes.spines[:].set_visible(False)
        axes.set_xlabel(note)
        axes.set_title(title)
    return _png(plt, figure)


def _blue_amber() -> Any:
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("blue_amber", [AMBER, "#f7f8f9", BLUE])


def curve_plot(
    series: dict[str, tuple[Sequence[float], Sequence[float]]],
    title: str,
    x_label: str,
    y_label: str,
    fair: float | None = None,
) -> bytes:
    """One or more lines over a run, such as win rates over environment steps."""
    plt, figure, axes = _figure(7.6, 3.8)
    with plt.rc_context(_STYLE):
        for number, (name, (xs, ys)) in enumerate(series.items()):
            axes.plot(xs, ys, color=colour(number), linewidth=2, marker="o", markersize=4)
            axes.text(xs[-1], ys[-1], f"  {_short(name)}", color=colour(number), va="center")
        if fair is not None:
            axes.axhline(fair, color=MUTED, linestyle=(0, (4, 3)), linewidth=1.2)
            axes.text(
                0.5,
                fair,
                "fair share",
                color=MUTED,
                va="bottom",
                ha="center",
                transform=axes.get_yaxis_transform(),
            )
        axes.set(xlabel=x_label, ylabel=y_label)
        axes.margins(x=0.02)
        axes.xaxis.set_major_formatter(lambda value, _: short_number(value))
        if fair is not None:
            axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
        axes.set_title(title)
        axes.grid(color=GRID)
        axes.tick_params(length=0)
        axes.set_axisbelow(True)
    return _png(plt, figure)


def short_number(value: float) -> str:
    """1500000 as 1.5 M."""
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:g} {unit}"
    return f"{value:g}"
