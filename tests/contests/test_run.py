"""Folders, reports, resume, batches: a contest from its file to its result."""

import json
import os
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from tabletop.contests import hold_many, hold_many_on, parse_contest, run_contest
from tabletop.contests.journal import PROGRESS, Journal, contest_mark
from tabletop.contests.live import Watcher
from tabletop.contests.loading import ContestFile
from tabletop.contests.outcome import GameRequest
from tabletop.errors import UserError
from tabletop.replay import verify_replay

from .support import lot_contest, outcome, people, team_contest

SMALL = {"games": 2, "target_score": 100, "leader": "carried"}


def small(**changes: Any) -> dict[str, Any]:
    """HKC-U to 100 points with two games a table: quick to play."""
    content = team_contest(4, 3, 4, 4, **changes)
    content["stages"][0]["match"] = dict(SMALL)
    return content


def file_of(content: dict[str, Any]) -> ContestFile:
    return ContestFile(parse_contest(content), Path.cwd())


def folder_bytes(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    run_contest(file_of(small()), tmp_path / "a")
    run_contest(file_of(small()), tmp_path / "b")
    first = folder_bytes(tmp_path / "a")
    assert first == folder_bytes(tmp_path / "b")
    assert {"result.json", "report.md", "report.html"} < set(first)
    assert len([name for name in first if name.startswith("replays")]) >= 8
    run_contest(file_of(small(seed=6)), tmp_path / "c")
    assert folder_bytes(tmp_path / "c")["result.json"] != first["result.json"]


def test_every_replay_comes_to_the_same_end(tmp_path: Path) -> None:
    result = run_contest(file_of(small()), tmp_path / "a")
    replays = sorted((tmp_path / "a" / "replays").iterdir())
    for path in replays:
        assert verify_replay(path).ok, path.name
    games = result["stages"][0]["tables"][0]["games"]
    report = verify_replay(tmp_path / "a" / "replays" / "stage1-table1-game2.jsonl")
    assert list(report.scores) == list(games[1]["totals"].values())


SCRIPT = """
import json, sys
from pathlib import Path
from tabletop.contests import parse_contest, run_contest
from tabletop.contests.live import Watcher
from tabletop.contests.loading import ContestFile
content = json.loads(Path(sys.argv[1]).read_text())
file = ContestFile(parse_contest(content), Path.cwd())
run_contest(file, Path(sys.argv[2]), watcher=Watcher("test"))
"""


@pytest.mark.parametrize("games", [1, 4])
def test_resume_after_kill_9_gives_the_same_bytes(tmp_path: Path, games: int) -> None:
    """Killed after so many finished games, in the middle of the next."""
    slow = {"name": "blue1", "team": "blue", "player": "tests.contests.players:slow"}
    content = small()
    content["entrants"] = [e for e in content["entrants"] if e["name"] != "blue1"]
    content["entrants"].append({**slow, "isolated": False})
    wanted = run_contest(file_of(content), tmp_path / "whole")
    source = tmp_path / "contest.json"
    source.write_text(json.dumps(content))
    folder = tmp_path / "killed"
    child = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(source), str(folder)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path.cwd()), "SLOW_PLAYER": "0.02"},
    )
    assert child.stdout is not None
    for _ in range(games):
        assert child.stdout.readline()
    time.sleep(0.1)
    child.kill()
    child.wait()
    child.stdout.close()
    assert not (folder / "result.json").exists()
    assert len((folder / PROGRESS).read_text().splitlines()) - 1 >= games
    with pytest.raises(UserError, match="is not empty; want a new folder, or --resume"):
        run_contest(file_of(content), folder)
    assert run_contest(file_of(content), folder, resume=True) == wanted
    assert folder_bytes(folder) == folder_bytes(tmp_path / "whole")


def test_resume_takes_finished_games_from_the_journal(tmp_path: Path) -> None:
    contest = parse_contest(small())
    journal = Journal(tmp_path, contest_mark(contest))
    request = GameRequest(0, 1, 1, 0, ("red1", "blue1"), None, 9)
    journal.add(request, outcome([1.0, 2.0], [0]))
    journal.close()
    with (tmp_path / PROGRESS).open("a") as out:
        out.write('{"key": "torn')
    again = Journal(tmp_path, contest_mark(contest))
    assert again.find(request) == outcome([1.0, 2.0], [0])
    assert again.find(GameRequest(0, 1, 1, 0, ("red1", "blue1"), None, 8)) is None
    again.remove()
    assert not (tmp_path / PROGRESS).exists()


def test_resume_refuses_another_contest_and_other_folders(tmp_path: Path) -> None:
    Journal(tmp_path, contest_mark(parse_contest(small()))).close()
    with pytest.raises(UserError, match="another contest, or the file has changed"):
        run_contest(file_of(small(seed=6)), tmp_path, resume=True)
    other = tmp_path / "other"
    other.mkdir()
    (other / "letter.txt").write_text("dear")
    with pytest.raises(UserError, match="holds no contest to resume"):
        run_contest(file_of(small()), other, resume=True)
    assert (other / "letter.txt").read_text() == "dear"


def test_resume_of_a_finished_contest_gives_its_result(tmp_path: Path) -> None:
    result = run_contest(file_of(small()), tmp_path / "a")
    before = folder_bytes(tmp_path / "a")
    assert run_contest(file_of(small()), tmp_path / "a", resume=True) == result
    assert folder_bytes(tmp_path / "a") == before


def guessing(folder: Path, *points: float) -> ContestFile:
    """Draw-and-guess of Ann, Bo and Cy with the results in a file."""
    names = ("Ann", "Bo", "Cy")
    lines = [f"{name},{value}" for name, value in zip(names, points, strict=False)]
    (folder / "points.csv").write_text("\n".join(["player,points", *lines]), encoding="utf8")
    stage = {
        "name": "room",
        "draw": {"kind": "rooms"},
        "outside": {"file": "points.csv", "target": 10},
        "ranking": ["points"],
    }
    content = {"name": "guess", "entrants": [{"name": n} for n in names], "stages": [stage]}
    return ContestFile(parse_contest(content), folder)


def test_a_finished_contest_is_not_taken_for_another_one(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    result = run_contest(guessing(tmp_path, 10, 5, 3), folder)
    before = folder_bytes(folder)
    assert run_contest(guessing(tmp_path, 10, 5, 3), folder, resume=True) == result
    other = file_of(small())
    for changed in (guessing(tmp_path, 10, 5, 4), other):  # the results read count too
        with pytest.raises(UserError, match="another contest, or the file has changed"):
            run_contest(changed, folder, resume=True)
    (folder / "result.json").write_text("5")
    with pytest.raises(UserError, match="another contest"):
        run_contest(other, folder, resume=True)
    assert before.keys() == folder_bytes(folder).keys()


def test_wrong_results_are_told_before_the_folder_is_opened(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    with pytest.raises(UserError, match="no result of 'Cy'"):
        run_contest(guessing(tmp_path, 10, 5), folder)
    assert not folder.exists()
    assert run_contest(guessing(tmp_path, 10, 5, 3), folder)["standings"][0]["name"] == "Ann"


@pytest.mark.parametrize("place", ["", "/deeper"])
def test_a_folder_that_cannot_be_made_is_one_clear_line(place: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    folder = Path(f"{tmp_path}/file{place}/out")
    with pytest.raises(UserError, match="can't be made"):
        run_contest(guessing(tmp_path, 10, 5, 3), folder)


# -- side by side ----------------------------------------------------------------------------------


def mixed(**changes: Any) -> dict[str, Any]:
    """Rule-based, random, late and illegal players, some of them in batches of their own."""
    content = small(**changes)
    for entrant, player in zip(
        content["entrants"],
        ["rules", "tests.contests.players:lottery", "tests.contests.players:illegal", "random"] * 4,
        strict=False,
    ):
        entrant.update(player=player, isolated=False)
    content["clock"] = {
        "per": "play",
        "seconds": 10,
        "game_minutes": 4,
        "charge": 2,
        "charges": {"red2": 11, "blue1": 4},
    }
    return content


@pytest.mark.parametrize("time_up", ["score_hands", "void_round", "finish_round"])
def test_batches_give_the_same_result_as_one_by_one(tmp_path: Path, time_up: str) -> None:
    content = mixed()
    content["stages"][0]["match"]["time_up"] = time_up
    file = file_of(content)
    seeds = [5, 6, 7]
    one_by_one = [
        run_contest(file_of({**content, "seed": seed}), tmp_path / str(seed)) for seed in seeds
    ]
    assert hold_many(file, seeds) == one_by_one
    kinds = {row["kind"] for result in one_by_one for row in result["incidents"]}
    assert kinds == {"timeout", "illegal"}
    ends = {
        game["ended"]
        for result in one_by_one
        for table in result["stages"][0]["tables"]
        for game in table["games"]
    }
    assert ends == {"time_up", "target"}


def test_batches_with_a_crashing_player_give_the_same_result(tmp_path: Path) -> None:
    content = small()
    content["entrants"][0].update(player="tests.contests.players:crashing", isolated=False)
    result = run_contest(file_of(content), tmp_path / "a")
    assert hold_many(file_of(content), [5]) == [result]
    assert {row["kind"] for row in result["incidents"]} == {"crash"}


def test_batches_of_a_contest_with_stages_give_the_same_result(tmp_path: Path) -> None:
    content = lot_contest(12, game="uno", entrants=people(12))
    result = run_contest(file_of(content), tmp_path / "a")
    assert hold_many(file_of(content), [3]) == [result]


def test_a_player_that_listens_to_its_clock_plays_one_by_one(tmp_path: Path) -> None:
    content = small(clock={"seconds": 10, "notice": 8, "charge": 3})
    content["entrants"][0].update(player="tests.contests.players:listening", isolated=False)
    result = run_contest(file_of(content), tmp_path / "a")
    assert hold_many(file_of(content), [5]) == [result]


@pytest.mark.parametrize("isolated", [False, True])
def test_a_checkpoint_beside_the_contest_file_plays(tmp_path: Path, isolated: bool) -> None:
    pytest.importorskip("torch")
    from baselines.checkpoint import POLICY, save_checkpoint
    from baselines.config import NetworkConfig
    from baselines.networks import ActorCritic
    from baselines.policy_player import policy_meta
    from tabletop.registry import make_game

    game, network = make_game("uno"), NetworkConfig(hidden=(8,))
    layout = game.observation_layout()
    model = ActorCritic(layout, game.observation_size, game.num_actions, network)
    tensors = {POLICY + name: tensor for name, tensor in model.state_dict().items()}
    meta = {"policy": policy_meta(game, network)}
    save_checkpoint(tmp_path / "own.safetensors", tensors, meta)
    content = lot_contest(2, game="uno", entrants=people(2))
    content["stages"] = content["stages"][1:]
    content["entrants"][1].update(player="own.safetensors", isolated=isolated)
    file = ContestFile(parse_contest(content), tmp_path)
    result = run_contest(file, tmp_path / "out", maker="baselines.arena.roster:find_player")
    assert result["entrants"][1]["player"] == "own.safetensors"
    assert {row["player"] for row in result["incidents"]} <= {"p1"}
    assert str(tmp_path) not in (tmp_path / "out" / "result.json").read_text()


@pytest.mark.slow
def test_workers_change_nothing() -> None:
    file = file_of(small())
    assert hold_many_on(file, [1, 2, 3], 2) == hold_many(file, [1, 2, 3])


# -- what is shown ---------------------------------------------------------------------------------


def test_the_live_table_shows_every_table_on_a_terminal(tmp_path: Path) -> None:
    screen = StringIO()
    console = Console(file=screen, force_terminal=True, width=140)
    run_contest(file_of(small()), tmp_path / "a", watcher=Watcher("the contest", console))
    text = screen.getvalue()
    assert "the contest" in text
    assert "the target was reached" in text


def test_plain_lines_elsewhere(tmp_path: Path) -> None:
    screen = StringIO()
    run_contest(
        file_of(small()), tmp_path / "a", watcher=Watcher("x", Console(file=screen, width=80))
    )
    lines = screen.getvalue().splitlines()
    assert len(lines) >= 8
    assert lines[0].startswith("tables, table 1, game 1: ")
    assert "\x1b" not in screen.getvalue()


def test_the_report_has_every_table_round_score_and_reason(tmp_path: Path) -> None:
    hint = {"team": "red", "points": -1, "reason": "supporters <gave> hints"}
    result = run_contest(file_of(small(adjustments=[hint])), tmp_path / "a")
    text = (tmp_path / "a" / "report.md").read_text(encoding="utf8")
    page = (tmp_path / "a" / "report.html").read_text(encoding="utf8")
    for row in result["standings"]:
        assert row["reason"] in text
    for table in result["stages"][0]["tables"]:
        for game in table["games"]:
            assert f"Table {table['table']}, game {game['game']}" in text
            assert game["note"] in text
            for k, entry in enumerate(game["rounds"], start=1):
                cells = [f"round {k}", *(str(entry["scores"][name]) for name in game["seats"])]
                assert "| " + " | ".join(cells) in text
    assert r"red: -1 points, supporters \<gave\> hints" in text
    assert "supporters &lt;gave&gt; hints" in page
    assert "<gave>" not in page


def test_a_table_that_is_too_large_is_refused_before_play(tmp_path: Path) -> None:
    content = lot_contest(8)
    content["stages"] = content["stages"][1:]
    with pytest.raises(UserError, match=r"table 1 has 8 players; rummikub takes 2 to 6"):
        run_contest(file_of(content), tmp_path / "a")


def test_scoring_hands_needs_a_ruleset_that_does(tmp_path: Path) -> None:
    content = lot_contest(4, game="uno", clock={"game_minutes": 5})
    with pytest.raises(UserError, match="want 'void_round' or 'finish_round'"):
        run_contest(file_of(content), tmp_path / "a")
    assert not (tmp_path / "a").exists()
