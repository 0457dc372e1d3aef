"""A report of an evaluation: Markdown, one self-contained HTML page, and the numbers as JSON.

Says plainly who beats whom and what is not clear.  Imports matplotlib when pictures are drawn.
"""

import base64
import html
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tabletop.errors import UserError

from . import plots
from .ratings import openskill_ratings
from .results import Comparison, Evaluation, PlayerResult
from .run_curve import learning_curve


@dataclass(frozen=True)
class Picture:
    """One picture: file name without suffix, what it shows, PNG bytes."""

    name: str
    caption: str
    png: bytes


@dataclass(frozen=True)
class Table:
    """A table in text."""

    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


@dataclass(frozen=True)
class Section:
    """A heading with sentences, at most one table, and pictures."""

    title: str
    lines: Sequence[str] = ()
    table: Table | None = None
    pictures: Sequence[Picture] = ()


def write_report(
    folder: str | Path,
    evaluation: Evaluation,
    comparisons: Sequence[Comparison] = (),
    *,
    run_dir: str | Path | None = None,
    title: str | None = None,
) -> Path:
    """Write ``report.md``, ``report.html``, ``evaluation.json`` and ``plots/``; the page's path.

    ``comparisons`` (from ``compare`` or ``cross_table``) add a section; ``run_dir`` (a training
    run's folder) adds its learning curve.  Files of an earlier report are overwritten.
    """
    folder = report_folder(folder)
    settings = evaluation.settings
    heading = title or f"{settings.game}: {', '.join(p.name for p in evaluation.players)}"
    sections = [_summary(evaluation), _table_section(evaluation), _scores_section(evaluation)]
    if len(evaluation.players) > 1:
        sections.append(_meetings_section(evaluation))
    if comparisons:
        sections.append(_comparison_section(comparisons))
    if run_dir is not None:
        sections.append(_learning_section(Path(run_dir)))
    sections.append(_method_section(evaluation))
    for section in sections:
        for picture in section.pictures:
            (folder / "plots" / f"{picture.name}.png").write_bytes(picture.png)
    content = {
        "evaluation": evaluation.to_json(),
        "comparisons": [comparison.to_json() for comparison in comparisons],
    }
    (folder / "evaluation.json").write_text(json.dumps(content, indent=2) + "\n", encoding="utf8")
    (folder / "report.md").write_text(markdown(heading, sections), encoding="utf8")
    page = folder / "report.html"
    page.write_text(html_page(heading, sections), encoding="utf8")
    return page


def report_folder(folder: str | Path) -> Path:
    """The folder, made with its ``plots/``; UserError where that can't be."""
    try:
        (Path(folder) / "plots").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        text = f"can't write a report into {str(folder)!r}: {error.strerror}; want a folder"
        raise UserError(text) from error
    return Path(folder)


# -- sections --------------------------------------------------------------------------------------


def player_table(players: Sequence[PlayerResult]) -> Table:
    """The lines of the players as text."""
    head = ("player", "games", "win rate", "95 % interval", "mean score", "95 % interval", "ms")
    rows = [
        (
            player.name,
            f"{player.games:,}",
            f"{player.win_rate:.1%}",
            f"{player.win_rate_ci[0]:.1%} to {player.win_rate_ci[1]:.1%}",
            f"{player.mean_score:.2f}",
            f"{player.mean_score_ci[0]:.2f} to {player.mean_score_ci[1]:.2f}",
            f"{player.ms_per_decision:.3f}",
        )
        for player in players
    ]
    return Table(head, rows)


def _summary(evaluation: Evaluation) -> Section:
    settings = evaluation.settings
    named = f" ({settings.ruleset})" if settings.ruleset else ""
    lines = [
        f"{settings.games:,} games of {settings.game}{named} with {settings.num_players} players: "
        f"{settings.deals:,} deals, each played with every rotation of the seats; "
        f"seed {settings.seed}."
    ]
    return Section("Result", [*lines, *(f"{line}." for line in evaluation.verdicts())])


def _table_section(evaluation: Evaluation) -> Section:
    players = evaluation.players
    picture = plots.rates_plot(
        [p.name for p in players],
        [p.win_rate for p in players],
        [p.win_rate_ci for p in players],
        evaluation.settings.fair_share,
        "Win rates at one table",
    )
    lines = [f"Scores: {plots.score_note(evaluation)}. ms: time of a decision, asked in batches."]
    ratings = openskill_ratings(evaluation)
    if ratings:
        listed = ", ".join(f"{name} {mu:.1f} ± {sigma:.1f}" for name, mu, sigma in ratings)
        lines.append(
            f"OpenSkill ratings (Plackett–Luce, 25 ± 8.3 before the first game): {listed}."
        )
    pictures = [Picture("win_rates", "Win rates with intervals and the fair share", picture)]
    return Section("Players", lines, player_table(players), pictures)


def _scores_section(evaluation: Evaluation) -> Section:
    picture = Picture("scores", "How the scores are spread", plots.scores_plot(evaluation))
    return Section("Scores", pictures=[picture])


def _meetings_section(evaluation: Evaluation) -> Section:
    names = [p.name for p in evaluation.players]
    png = plots.heat_map(
        names,
        evaluation.better_at_table,
        0.5,
        "Who does better at the table",
        "share of meetings in which\nthe row did better than the column",
    )
    lines = ["Winning is better than not winning, then the score decides; equal results are half."]
    return Section("Meetings", lines, pictures=[Picture("meetings", "Who does better", png)])


def cross_shares(comparisons: Sequence[Comparison]) -> tuple[list[str], NDArray[np.float64]]:
    """Names and the (K, K) win rates of the row alone against copies of the column."""
    names: list[str] = []
    for comparison in comparisons:
        for player in (comparison.first_alone, comparison.second_alone):
            if player.name not in names:
                names.append(player.name)
    shares = np.full((len(names), len(names)), np.nan)
    for comparison in comparisons:
        first, second = comparison.first_alone, comparison.second_alone
        shares[names.index(first.name), names.index(second.name)] = first.win_rate
        shares[names.index(second.name), names.index(first.name)] = second.win_rate
    return names, shares


def _comparison_section(comparisons: Sequence[Comparison]) -> Section:
    settings = comparisons[0].settings
    rest, fair = settings.num_players - 1, settings.fair_share
    lines = [
        f"One player alone against {rest} of another, and the reverse, on the same "
        f"{settings.deals:,} deals per pair."
    ]
    rows = []
    for comparison in comparisons:
        lines.append(f"{comparison.verdicts()[-1]}.")
        for alone, other in (
            (comparison.first_alone, comparison.second_alone),
            (comparison.second_alone, comparison.first_alone),
        ):
            low, high = alone.win_rate_ci
            against = f"{rest} × {other.name}"
            rows.append((alone.name, against, f"{alone.win_rate:.1%}", f"{low:.1%} to {high:.1%}"))
    names, shares = cross_shares(comparisons)
    png = plots.heat_map(
        names,
        shares,
        fair,
        f"One against {rest}",
        f"win rate of the row alone against {rest}\nof the column; fair share {fair:.1%}",
    )
    table = Table(("alone", "against", "win rate", "95 % interval"), rows)
    return Section("Pairs", lines, table, [Picture("cross_table", "Cross-table", png)])


def _learning_section(run_dir: Path) -> Section:
    pictures = [Picture(name, caption, png) for name, caption, png in learning_curve(run_dir)]
    lines = [] if pictures else ["The run has no metrics yet."]
    return Section("Learning curve", lines, pictures=pictures)


def _method_section(evaluation: Evaluation) -> Section:
    games = evaluation.results
    lines = [
        "Every deal was played once per rotation, so each player had every hand in every seat and "
        "luck of the deal cancels. The number of games was fixed beforehand. Intervals come from "
        "a bootstrap over deals. A win shared by several players counts in equal parts. "
        "With several comparisons, expect one in twenty true ties to look clear.",
        f"Turns per game {games.turns.mean():.1f}; games stopped by the turn limit "
        f"{int(games.truncated.sum()):,} of {len(games.turns):,}.",
    ]
    rules = [(name, str(value)) for name, value in evaluation.settings.rules.items()]
    return Section("Method and rules", lines, Table(("rule field", "value"), rules))


# -- text ------------------------------------------------------------------------------------------


def markdown(title: str, sections: Sequence[Section]) -> str:
    """The report as Markdown; pictures are files under ``plots/``."""
    out = [f"# {title}", ""]
    for section in sections:
        out += [f"## {section.title}", ""]
        for line in section.lines:
            out += [line, ""]
        if section.table is not None:
            out += [_markdown_row(section.table.head), "|" + "---|" * len(section.table.head)]
            out += [*map(_markdown_row, section.table.rows), ""]
        for picture in section.pictures:
            out += [f"![{picture.caption}](plots/{picture.name}.png)", ""]
    return "\n".join(out)


def _markdown_row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


_CSS = """
:root { color-scheme: light; }
body { font: 16px/1.55 system-ui, sans-serif; color: #1f2933; background: #f5f6f8; margin: 0; }
main { max-width: 860px; margin: 0 auto; padding: 32px 24px 64px; background: #fff; }
h1 { font-size: 1.6rem; margin: 0 0 8px; }
h2 { font-size: 1.15rem; margin: 36px 0 8px; padding-bottom: 6px; }
h2 { border-bottom: 1px solid #e3e7eb; }
table { border-collapse: collapse; width: 100%; font-size: 0.92rem; margin: 12px 0; }
th, td { text-align: left; padding: 6px 10px; border-bottom: 1px solid #e3e7eb; }
th { color: #64707d; font-weight: 600; }
td { font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
img { max-width: 100%; height: auto; margin: 12px 0; }
"""


def html_page(title: str, sections: Sequence[Section]) -> str:
    """The report as one HTML page with everything inside."""
    body = [f"<h1>{html.escape(title)}</h1>"]
    for section in sections:
        body.append(f"<h2>{html.escape(section.title)}</h2>")
        body += [f"<p>{html.escape(line)}</p>" for line in section.lines]
        if section.table is not None:
            body.append(_html_table(section.table))
        for picture in section.pictures:
            data = base64.b64encode(picture.png).decode("ascii")
            alt = html.escape(picture.caption)
            body.append(f'<img alt="{alt}" src="data:image/png;base64,{data}">')
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{html.escape(title)}</title><style>{_CSS}</style>"
    )
    inside = "\n".join(body)
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}</head>\n'
        f"<body><main>\n{inside}\n</main></body></html>\n"
    )


def _html_table(table: Table) -> str:
    head = "".join(f"<th>{html.escape(cell)}</th>" for cell in table.head)
    rows = "".join(
        "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>"
        for row in table.rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
