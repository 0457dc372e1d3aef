"""Hanging, crashing, dying and illegal players: the contest goes on and says what happened."""

import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tabletop.contests import parse_contest, run_contest
from tabletop.contests.loading import ContestFile
from tabletop.contests.outcome import GameRequest
from tabletop.contests.programs import LONGEST_LINE, Process, ProgramError
from tabletop.contests.run import play_request, prepare
from tabletop.errors import UserError

PLAYERS = "tests.contests.players"
NAMES = ("Good", "Hang", "Crash", "Wrong")


def contest_of(players: list[dict[str, Any]], **changes: Any) -> dict[str, Any]:
    return {
        "name": "rough",
        "seed": 7,
        "game": "uno",
        "ruleset": "hk_society",
        "clock": {"per": "play", "seconds": 10, "charge": 1, "cut_off": 0.5, "restarts": 1},
        "entrants": players,
        "stages": [
            {
                "name": "table",
                "draw": {"kind": "one_table"},
                "match": {"games": 2, "seating": "listed"},
                "points": {"win": 10, "share_up_to": 2},
                "ranking": ["points", "total_score"],
            }
        ],
        **changes,
    }


ROUGH: list[dict[str, Any]] = [
    {"name": "Good", "player": "rules"},
    {"name": "Hang", "player": f"{PLAYERS}:hanging"},
    {"name": "Crash", "player": f"{PLAYERS}:crashing", "isolated": False},
    {"name": "Wrong", "player": f"{PLAYERS}:illegal", "isolated": False},
]


@pytest.fixture(scope="module")
def rough(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], Path]:
    """A contest with a hanging, a crashing and an illegal player, and its folder."""
    folder = tmp_path_factory.mktemp("rough") / "out"
    file = ContestFile(parse_contest(contest_of(ROUGH)), Path.cwd())
    return run_contest(file, folder), folder


def test_the_contest_ends_with_a_correct_ranking(rough: tuple[dict[str, Any], Path]) -> None:
    result, _ = rough
    points = dict.fromkeys(NAMES, 0.0)
    totals = dict.fromkeys(NAMES, 0.0)
    for game in result["stages"][0]["tables"][0]["games"]:
        best = min(game["totals"].values())
        winners = [name for name, total in game["totals"].items() if total == best]
        assert game["winners"] == winners
        for name in winners:
            points[name] += 10 / len(winners)
        for name, total in game["totals"].items():
            totals[name] += total
    order = sorted(NAMES, key=lambda name: (-points[name], totals[name]))
    assert [row["name"] for row in result["standings"]] == order
    assert result["standings"][0]["name"] == "Good"


def test_the_report_says_what_happened(rough: tuple[dict[str, Any], Path]) -> None:
    result, folder = rough
    kinds = {(row["player"], row["kind"]) for row in result["incidents"]}
    assert {("Hang", "hang"), ("Hang", "restart"), ("Hang", "silenced")} <= kinds
    assert ("Crash", "crash") in kinds
    assert ("Wrong", "illegal") in kinds
    assert all(row["player"] != "Good" for row in result["incidents"])
    crash = next(row for row in result["incidents"] if row["kind"] == "crash")
    assert crash["detail"] == "RuntimeError: the bag of tricks is empty, see …"
    for name in ("report.md", "report.html"):
        text = (folder / name).read_text(encoding="utf8")
        assert "did not answer; the process was killed" in text
        assert "illegal action" in text
        assert "RuntimeError: the bag of tricks is empty" in text


def test_a_killed_player_is_started_again_and_plays_on(rough: tuple[dict[str, Any], Path]) -> None:
    """Three answers, a hang, a restart, three more answers, a hang, and no third process."""
    _, folder = rough
    lines = (folder / "replays" / "stage1-table1-game1.jsonl").read_text().splitlines()
    seat = NAMES.index("Hang")
    mine = [row["action"] for row in map(json.loads, lines[1:-1]) if row["seat"] == seat]
    assert "timeout" not in mine[:3]
    assert mine[3] == "timeout"
    assert "timeout" not in mine[4:7]
    assert set(mine[7:]) <= {"timeout"}


def test_there_are_no_times_and_no_paths(rough: tuple[dict[str, Any], Path]) -> None:
    _, folder = rough
    text = (folder / "result.json").read_text(encoding="utf8")
    assert "seconds" not in text
    assert str(Path.cwd()) not in text
    assert "/" not in text


def play_one(players: list[dict[str, Any]], **changes: Any) -> Any:
    file = ContestFile(parse_contest(contest_of(players, **changes)), Path.cwd())
    names = tuple(player["name"] for player in players)
    return play_request(prepare(file), GameRequest(0, 1, 1, 0, names, None, 5))


def kinds_of(outcome: Any, name: str) -> dict[str, int]:
    return {t.kind: t.count for t in outcome.troubles if t.name == name}


def test_a_player_whose_process_dies_is_replaced() -> None:
    outcome = play_one(
        [{"name": "A", "player": "rules"}, {"name": "B", "player": f"{PLAYERS}:dying"}]
    )
    found = kinds_of(outcome, "B")
    assert found["crash"] == 2  # once, and once more after the restart
    assert found["restart"] == 1
    assert found["silenced"] > 0
    assert outcome.winners[0] == [0]


def test_a_player_that_cannot_be_made_is_silent_and_the_game_ends() -> None:
    outcome = play_one(
        [{"name": "A", "player": "rules"}, {"name": "B", "player": f"{PLAYERS}:broken"}]
    )
    assert outcome.winners[0] == [0]
    assert kinds_of(outcome, "B")["silenced"] > 0


def test_an_isolated_player_plays_as_it_does_in_this_process() -> None:
    def seats(isolated: bool) -> list[dict[str, Any]]:
        lottery = {"player": f"{PLAYERS}:lottery", "isolated": isolated}
        return [{"name": "A", **lottery}, {"name": "B", "player": "rules"}]

    assert play_one(seats(True)) == play_one(seats(False))


def test_a_hanging_process_ends_when_the_contest_is_killed(tmp_path: Path) -> None:
    """The contest's process dies while a player of it hangs: the player does not stay behind."""
    players = [ROUGH[0], {**ROUGH[1], "name": "B"}]
    content = contest_of(players, clock={"cut_off": 600})
    script = f"""
import json
from pathlib import Path
from tabletop.contests import parse_contest, run_contest
from tabletop.contests.loading import ContestFile
content = json.loads({json.dumps(json.dumps(content))})
run_contest(ContestFile(parse_contest(content), Path.cwd()), Path({str(tmp_path / "out")!r}))
"""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(300)
        port = server.getsockname()[1]
        environment = {**os.environ, "HANGING_WATCHER": str(port), "PYTHONPATH": str(Path.cwd())}
        parent = subprocess.Popen([sys.executable, "-c", script], env=environment)
        line, _ = server.accept()
        with line:
            child = int(line.recv(20))
            assert child != parent.pid
            parent.kill()
            parent.wait()
            assert ends_within(line, 20), f"the player's process {child} is still there"


def ends_within(line: socket.socket, seconds: float) -> bool:
    """Whether the process at the other end ends: the system closes its connections then."""
    line.settimeout(seconds)
    try:
        return line.recv(1) == b""
    except ConnectionError:  # how some systems tell that a process was ended
        return True
    except TimeoutError:
        return False


def test_on_a_wall_clock_a_hanging_player_costs_its_ten_seconds_and_no_more() -> None:
    clock = {"kind": "wall", "per": "play", "seconds": 0.4, "restarts": 0}
    outcome = play_one(
        [{"name": "A", "player": "rules"}, {"name": "B", "player": f"{PLAYERS}:hanging"}],
        clock=clock,
    )
    assert kinds_of(outcome, "B")["hang"] == 1
    assert outcome.winners[0] == [0]


# -- outside programs ------------------------------------------------------------------------------


def program(tmp_path: Path, body: str) -> dict[str, Any]:
    path = tmp_path / "program.py"
    path.write_text(body, encoding="utf8")
    return {"name": "B", "program": [sys.executable, str(path)]}


ANSWERS = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print(json.dumps({"ready": True}), flush=True)
    elif message["type"] == "decide":
        print(%s, flush=True)
"""


@pytest.mark.parametrize(
    ("answer", "kind", "detail"),
    [
        ('json.dumps({"action": message["legal"][0]})', None, ""),
        ('json.dumps({"action": message["legal_ids"][0]})', None, ""),
        ('json.dumps({"action": "red 77"})', "illegal", "answered 'red 77'"),
        ('json.dumps({"action": 999})', "illegal", "answered 999"),
        ('json.dumps({"move": 1})', "illegal", "the answer has no 'action'"),
        ('"no json"', "crash", "the answer is no JSON object"),
        ("sys.exit(4)", "crash", "the program ended with code 4"),
        ("json.dumps({'action': 0}) if sys.stdin.read() else 0", "hang", "killed: no answer"),
    ],
)
def test_an_outside_program(tmp_path: Path, answer: str, kind: str | None, detail: str) -> None:
    player = program(tmp_path, ANSWERS % answer)
    outcome = play_one([{"name": "A", "player": "rules"}, player])
    found = kinds_of(outcome, "B")
    assert set(found) - {"restart", "silenced"} == ({kind} if kind else set())
    if kind:
        assert next(t.detail for t in outcome.troubles if t.kind == kind) == detail


def test_a_program_sees_its_own_hand_and_only_the_size_of_others(tmp_path: Path) -> None:
    log = tmp_path / "seen.jsonl"
    body = ANSWERS % 'json.dumps({"action": message["legal"][0]})'
    body = body.replace(
        "    message = json.loads(line)\n",
        f"    message = json.loads(line)\n    open({str(log)!r}, 'a').write(line)\n",
    )
    play_one([{"name": "A", "player": "rules"}, program(tmp_path, body)])
    messages = [json.loads(line) for line in log.read_text().splitlines()]
    assert messages[0]["type"] == "start"
    assert messages[0]["seat"] == 1
    assert messages[0]["names"] == ["A", "B"]
    assert messages[-1]["type"] == "end"
    for message in messages[1:-1]:
        table = message["table"]
        assert len(table["hand"]) == table["hand_sizes"][1]
        assert "hands" not in table
        assert message["phase"] in ("play", "drawn", "combo", "cut", "catch", "color")
        assert len(message["legal"]) == len(message["legal_ids"])
        assert message["seconds_left"] <= 10


def test_a_program_gets_the_notice_while_it_thinks(tmp_path: Path) -> None:
    """It answers only once it was told in this turn; without the notice it would be cut off."""
    body = """
import json, sys
asked = False
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print(json.dumps({"ready": True}), flush=True)
    elif message["type"] == "decide" and message["seconds_left"] < 4.95:
        print(json.dumps({"action": message["legal"][0]}), flush=True)
    elif message["type"] == "decide":
        asked = message
    elif message["type"] == "notice" and asked:
        print(json.dumps({"action": asked["legal"][0]}), flush=True)
        asked = False
"""
    clock = {"kind": "wall", "per": "play", "seconds": 5, "notice": 4.95, "restarts": 0}
    outcome = play_one([{"name": "A", "player": "rules"}, program(tmp_path, body)], clock=clock)
    assert kinds_of(outcome, "B").keys() <= {"timeout"}


@pytest.mark.parametrize(
    ("entrant", "message"),
    [
        ({"program": "no_such_program_here"}, "program 'no_such_program_here' can't be found"),
        ({"program": ""}, "the program is empty"),
        ({"player": "rulez"}, "unknown uno player 'rulez'; did you mean 'rules'"),
        ({"player": "no_such_module:make"}, "no module 'no_such_module'"),
    ],
)
def test_an_entrant_that_cannot_be_seated_is_refused_before_play(
    entrant: dict[str, Any], message: str
) -> None:
    players = [{"name": "A", "player": "rules"}, {"name": "B", **entrant}]
    with pytest.raises(UserError, match=message) as caught:
        prepare(ContestFile(parse_contest(contest_of(players)), Path.cwd()))
    assert "entrant 'B'" in str(caught.value)


def done_within(seconds: float, work: Callable[[], Any]) -> bool:
    """Whether the work is done in time; a test of a hang must not hang itself."""
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(seconds)
    return not thread.is_alive()


FLOODS = {
    "short lines": "while True: print('y')",
    "answers": "while True: print('{\"ready\": true}')",
    "no line end": "while True: print('y' * 1000, end='')",
    "a child of its own session": (
        "import subprocess, sys; subprocess.Popen([sys.executable, '-c',"
        " 'import time; time.sleep(8)'], start_new_session=True)"
    ),
}


@pytest.mark.parametrize("flood", FLOODS)
def test_a_program_that_floods_its_output_is_ended_at_once(flood: str) -> None:
    process = Process([sys.executable, "-c", FLOODS[flood]])
    time.sleep(0.5)
    assert done_within(6, process.kill)


@pytest.mark.parametrize("flood", ["short lines", "answers"])
def test_a_contest_with_a_flooding_program_goes_on(flood: str, tmp_path: Path) -> None:
    found: list[Any] = []
    players = [{"name": "A", "player": "rules"}, program(tmp_path, FLOODS[flood])]
    assert done_within(60, lambda: found.append(play_one(players)))
    assert found[0].ended in ("won", "deadlock")
    assert found[0].troubles


@pytest.mark.parametrize("size", [LONGEST_LINE, 3 * LONGEST_LINE])
def test_an_answer_that_is_too_long_is_one_wrong_answer(size: int) -> None:
    body = f"print('{{}}' + ' ' * {size}); print('{{\"a\": 1}}')"
    process = Process([sys.executable, "-c", body])
    with pytest.raises(ProgramError, match="longer than 65,536 bytes"):
        process.receive(20)
    assert process.receive(20) == {"a": 1}
    process.kill()
