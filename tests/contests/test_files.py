"""Contest files: the shipped ones from the command line, the documented one, and mistakes."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from baselines.cli import main
from tabletop.contests import load_contest, parse_contest, run_contest, shipped_contests
from tabletop.contests.config import Contest
from tabletop.contests.loading import ContestFile
from tabletop.errors import UserError
from tests.code_blocks import ROOT, blocks

from .support import team_contest

PAGE = ROOT / "docs" / "contests.md"
FIVE = [
    "hk_school_rummikub",
    "hk_society_uno",
    "tw_campus_draw_and_guess",
    "tw_campus_rummikub",
    "tw_campus_uno",
]


def test_five_contests_ship() -> None:
    assert sorted(shipped_contests()) == FIVE
    for name in FIVE:
        assert name in PAGE.read_text(encoding="utf8")


@pytest.mark.parametrize("name", FIVE)
def test_a_shipped_contest_runs_from_the_command_line(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert main(["contest", name, "--out", str(out)]) == 0
    result = json.loads((out / "result.json").read_text(encoding="utf8"))
    assert result["contest"] == name
    assert result["standings"][0]["rank"] == 1
    assert all(row["reason"] for row in result["standings"])
    assert (out / "report.md").exists()
    assert (out / "report.html").exists()
    assert not (out / "progress.jsonl").exists()
    printed = capsys.readouterr().out
    assert result["standings"][0]["name"] in printed
    games = sum(len(table.get("games", ())) for s in result["stages"] for table in s["tables"])
    assert len(list((out / "replays").iterdir())) >= games
    if name.startswith("tw_campus"):
        assert [row["prize"] for row in result["standings"][:3]] == [350, 300, 250]


def test_a_second_run_into_the_same_folder_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["contest", "tw_campus_draw_and_guess", "--out", str(tmp_path / "out")]
    assert main(arguments) == 0
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert "is not empty; want a new folder, or --resume" in error
    assert len(error.splitlines()) == 1
    assert main([*arguments, "--resume"]) == 0


def test_a_team_contest_with_short_teams_runs() -> None:
    file = load_contest(Path(__file__).parent / "short_teams.yaml")
    assert file.contest.heading == "Team contest with short teams"
    assert file.contest.bonus is not None
    assert len(file.contest.entrants) == 13


def test_short_teams_three_tables(tmp_path: Path) -> None:
    result = run_contest(load_contest(Path(__file__).parent / "short_teams.yaml"), tmp_path / "o")
    tables = result["stages"][0]["tables"]
    assert [len(table["players"]) for table in tables] == [4, 4, 4]
    assert sum(len(table["games"]) for table in tables) == 9
    assert result["adjustments"] == [
        {"name": "Y09", "points": -1, "reason": "supporters gave hints"}
    ]
    total = sum(row["points"] for row in result["standings"])
    assert total == 9 * 10 - 1


# -- the documented contest and program ------------------------------------------------------------


def documented(name: str) -> dict[str, Any]:
    found = [yaml.safe_load(block) for block in blocks(PAGE, "yaml")]
    return next(content for content in found if content["name"] == name)


def test_the_contest_in_the_docs_runs(tmp_path: Path) -> None:
    file = ContestFile(parse_contest(documented("evening_cup")), tmp_path)
    result = run_contest(file, tmp_path / "out")
    heats, final = result["stages"]
    assert [len(table["players"]) for table in heats["tables"]] == [3, 3, 3]
    assert sorted(final["tables"][0]["players"]) == sorted(heats["advanced"])
    assert len(heats["advanced"]) == 6
    first, second = result["standings"][:2]
    assert (first["points"], first["bonus"], first["prize"]) == (3, 2, 60)
    assert first["total_score"] >= 150
    assert second["prize"] > 0


def test_the_program_in_the_docs_plays(tmp_path: Path) -> None:
    (source,) = blocks(PAGE, "py")
    assert len(source.splitlines()) <= 24
    (tmp_path / "my_player.py").write_text(source, encoding="utf8")
    content = documented("evening_cup")
    content["stages"] = [
        {
            "name": "table",
            "draw": {"kind": "one_table"},
            "match": {},
            "ranking": ["total_score"],
        }
    ]
    content["entrants"] = [
        {"name": "Ann", "player": "rules"},
        {"name": "Own", "program": [sys.executable, "my_player.py"]},
    ]
    file = ContestFile(parse_contest(content), tmp_path)
    result = run_contest(file, tmp_path / "out")
    assert result["incidents"] == []
    assert result["entrants"][1] == {"name": "Own", "player": "program"}
    lines = (tmp_path / "out" / "replays" / "stage1-table1-game1.jsonl").read_text().splitlines()
    assert sum('"seat": ' in line for line in lines) > 10


# -- mistakes --------------------------------------------------------------------------------------


def changed(path: str, value: Any) -> dict[str, Any]:
    """The team contest with the value at a dotted path set (None: taken out)."""
    content: Any = team_contest(4, 4, 4, 4)
    *above, last = path.split(".")
    place = content
    for key in above:
        place = place[int(key)] if key.isdigit() else place.setdefault(key, {})
    if value is None:
        del place[last]
    else:
        place[last] = value
    whole: dict[str, Any] = content
    return whole


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("titel", "x", "no key 'titel'; did you mean 'title'"),
        ("clock.secnds", 3, "no key 'clock.secnds'; did you mean 'seconds'"),
        ("clock.seconds", -1, r"clock.seconds is -1; input should be greater than 0"),
        ("clock.kind", "wal", "clock.kind is 'wal'; did you mean 'wall'"),
        ("entrants.0.playr", "x", r"no key 'entrants\[0\].playr'; did you mean 'player'"),
        ("entrants.0.program", "x", "has both 'player' and 'program'"),
        ("entrants.0.name", "red2", "entrant 'red2' is listed twice"),
        ("entrants.0.team", "rde", "is in team 'rde'; did you mean 'red'"),
        ("stages.0.match.time_up", "score", "did you mean 'score_hands'"),
        ("stages.0.match.gmes", 3, r"no key 'stages\[0\].match.gmes'; did you mean 'games'"),
        ("stages.0.draw.kind", "tems", "expected tags"),
        ("stages.0.draw.tabls", 4, r"no key '.*tabls'; did you mean 'tables'"),
        ("stages.0.ranking", ["pints"], "is 'pints'; did you mean 'points'"),
        ("stages.0.ranking", ["points", "points"], "names a ranking key twice"),
        ("stages.0.points", None, "ranks by points but has no part 'points'"),
        ("stages.0.match", None, "wants either 'match' or 'outside'"),
        ("game", None, "key 'game' is missing"),
        ("entrants", None, "key 'entrants' is missing"),
        (
            "adjustments",
            [{"team": "rd", "points": -1, "reason": "x"}],
            "no 'rd'; did you mean 'red'",
        ),
        ("adjustments", [{"points": -1, "reason": "x"}], "names either a 'team' or a 'player'"),
        ("incidents", [{"player": "red9", "offence": "disturbs"}], "no entrant 'red9'"),
        ("incidents", [{"player": "red1", "offence": "disturb"}], "did you mean 'disturbs'"),
    ],
)
def test_a_mistake_in_the_file_is_one_clear_line(path: str, value: Any, message: str) -> None:
    with pytest.raises(UserError, match=message) as caught:
        parse_contest(changed(path, value), "mine.yaml")
    assert str(caught.value).startswith("mine.yaml: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "uno2"}, "unknown game 'uno2'; did you mean 'uno'"),
        ({"ruleset": "hk_societi"}, "did you mean 'hk_society'"),
        ({"rules": {"jmp_in": False}}, "'jmp_in'; did you mean 'jump_in'"),
    ],
)
def test_a_mistake_about_the_game_is_one_clear_line(
    change: dict[str, Any], message: str, tmp_path: Path
) -> None:
    file = ContestFile(parse_contest(team_contest(4, 4, 4, 4, **change)), tmp_path)
    with pytest.raises(UserError, match=message):
        run_contest(file, tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name: [", "line 1: not YAML"),
        ("- a\n- b\n", "want a mapping"),
        ("base: mine.yaml\n", "'base' goes round in a circle"),
        ("base: hk_societi_uno\n", "did you mean 'hk_society_uno'"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_clear_line(
    text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    assert main(["contest", str(path), "--out", str(tmp_path / "out")]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert len(error.splitlines()) == 1


def test_a_missing_file_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"contest file 'no.yaml' does not exist"):
        load_contest("no.yaml")
    with pytest.raises(UserError, match="did you mean 'tw_campus_uno'"):
        load_contest("tw_campus_un")
    content = "base: tw_campus_draw_and_guess\nstages: []\n"
    (tmp_path / "mine.yaml").write_text(content)
    with pytest.raises(UserError, match="stages is"):
        load_contest(tmp_path / "mine.yaml")


def test_the_file_format_has_a_json_schema() -> None:
    schema = Contest.model_json_schema()
    assert schema["additionalProperties"] is False
    assert "stages" in schema["required"]
