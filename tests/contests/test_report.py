"""What stands in a report: endings in true words, names that can't break the page, the ruleset."""

from typing import Any

import pytest

from tabletop.contests import parse_contest
from tabletop.contests.report import to_html, to_markdown
from tabletop.contests.stages import ENDINGS
from tabletop.errors import UserError

from .support import hold, lot_contest, outcome


def result_of(**changes: Any) -> dict[str, Any]:
    """A contest whose every game ended before anybody went out."""
    content = lot_contest(8, **changes)
    found, _ = hold(
        content,
        lambda request: outcome(
            [float(k) for k in range(len(request.seats))], [], None, "deadlock"
        ),
        best="highest",
    )
    return found.to_json()


def test_a_game_that_nobody_won_by_going_out_is_told_for_both_games() -> None:
    """UN-2 (nobody can play) and HKR-33 with ``pool_empty: stop`` (somebody could) end so."""
    assert ENDINGS["deadlock"] == "over before anybody went out"
    assert "over before anybody went out" in to_markdown(result_of())


def test_headings_lines_and_tables_show_names_as_they_are() -> None:
    name = "<b>Ann</b> | `x` *y* [z](u)"
    entrants = [{"name": name, "player": "random"}]
    entrants += [{"name": f"p{k}", "player": "random"} for k in range(7)]
    result = result_of(entrants=entrants, title="The | <i>title</i>")
    text = to_markdown(result)
    shown = r"\<b\>Ann\</b\> \| \`x\` \*y\* \[z\](u)"
    assert text.startswith(r"# The \| \<i\>title\</i\>" + "\n")
    assert any(line.startswith("### Table") and shown in line for line in text.splitlines())
    assert any(line.startswith("| ") and shown in line for line in text.splitlines())
    assert name not in text
    assert "<b>" not in to_html(result)


@pytest.mark.parametrize("bad", ["An\nn", "An\tn", "An\x1b[31mn", "An\u2028n"])
def test_names_and_titles_are_one_line(bad: str) -> None:
    entrants = [{"name": bad, "player": "random"}, {"name": "Bo", "player": "random"}]
    stages = lot_contest(8)["stages"]
    for changes in (
        {"entrants": entrants},
        {"title": bad},
        {"name": bad},
        {"teams": [bad, "b"]},
        {"stages": [{**stages[0], "name": bad}, stages[1]]},
    ):
        with pytest.raises(UserError, match="want one line without control characters"):
            parse_contest(lot_contest(8, **changes))


@pytest.mark.parametrize(("game", "default"), [("uno", "hk_society"), ("rummikub", "hk_school")])
def test_the_default_ruleset_is_named(game: str, default: str) -> None:
    result = result_of(game=game, ruleset=None)
    assert result["ruleset"] == default
    assert f"ruleset {default}" in to_markdown(result)
