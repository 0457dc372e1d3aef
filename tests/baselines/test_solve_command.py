"""``meldstack solve``: its JSON form, its lines, and one clear line for a mistake."""

import json
from collections import Counter

import pytest

from baselines.commands import solve as command
from baselines.commands.solve import HELP
from rummi_env.solver_text import solve
from rummi_env.tiles import order_set, parse_tile
from tabletop.errors import UserError


def run(*arguments: str) -> int:
    """The verb as the command line calls it."""
    import argparse

    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    return command.run(parser.parse_args(arguments))


def test_json_holds_the_whole_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--table", "r1 r2 r3 | k5 b5 y5", "--rack", "r4 J k13", "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert list(answer) == ["played", "count", "value", "table", "rack_left"]
    assert sorted(answer["played"]) == ["J", "r4"]
    assert (answer["count"], answer["value"], answer["rack_left"]) == (2, 4, ["k13"])
    tiles = Counter(tile for tiles in answer["table"] for tile in tiles)
    assert tiles == Counter(["r1", "r2", "r3", "k5", "b5", "y5", "r4", "J"])
    assert all(order_set([parse_tile(t) for t in tiles]) for tiles in answer["table"])


def test_sets_that_can_stay_do() -> None:
    answer = solve("r1 r2 r3 | k5 b5 y5", "r4")
    assert answer["table"] == [["k5", "b5", "y5"], ["r1", "r2", "r3", "r4"]]


def test_initial_meld_leaves_the_table_alone() -> None:
    answer = solve("r1 r2 r3", "r4 r12 r13 J k1", "value", 30)
    assert answer["table"] == [["r1", "r2", "r3"], ["J", "r12", "r13"]]
    assert (answer["count"], answer["value"], answer["rack_left"]) == (3, 36, ["k1", "r4"])


def test_nothing_to_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert solve("r1 r2 r3", "k9") == {
        "played": [],
        "count": 0,
        "value": 0,
        "table": [["r1", "r2", "r3"]],
        "rack_left": ["k9"],
    }
    assert run("--rack", "k9 k10", "--initial-meld", "30") == 0
    assert capsys.readouterr().out.splitlines()[0] == (
        "nothing to play: no sets of the rack are worth 30"
    )


def test_lines_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--table", "r1 r2 r3", "--rack", "r4 k9") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == ["play (1 tile, value 4): r4", "table: r1 r2 r3 r4", "rack: k9"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("r1 r2 r4", "r5"), "'r1 r2 r4' is no set"),
        (("r1 r2 r3 r5 r6 r7", "r8"), "is no set"),
        (("r1 r2 r3", "z4"), "'z' is no colour"),
        (("r1 r2 r3", "r1 r1"), "table and rack together: a third 'red 1'"),
        (("", "J J J"), "rack: a third 'joker'"),
        (("", "r1", "points"), "no objective 'points'"),
        (("", "r1", "tiles", -1), "want 0 or more"),
    ],
)
def test_mistakes_are_named_in_one_line(arguments: tuple[str, ...], words: str) -> None:
    with pytest.raises(UserError, match=words) as caught:
        solve(*arguments)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_the_examples_of_the_help_text_run(capsys: pytest.CaptureFixture[str]) -> None:
    import shlex

    lines = [line.split("solve ", 1)[1] for line in HELP.splitlines() if "meldstack solve" in line]
    assert len(lines) == 3
    for line in lines:
        assert run(*shlex.split(line)) == 0
    assert capsys.readouterr().out
