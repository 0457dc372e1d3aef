"""TWC, the contests of the Taiwanese campus: groups, advancing, final, prizes, draw-and-guess."""

from pathlib import Path
from typing import Any

import pytest

from tabletop.contests.awards import prizes_of_ranks
from tabletop.contests.draw import groups_by_lot
from tabletop.contests.loading import load_contest, parse_contest
from tabletop.contests.outcome import GameOutcome, GameRequest
from tabletop.contests.outside import ResultRow, disqualified, read_results
from tabletop.contests.results import ContestResult
from tabletop.errors import UserError

from .support import hold, lot_contest, outcome, people

# -- TWC-1, TWC-2, TWC-3 -----------------------------------------------------------------


@pytest.mark.parametrize("count", range(6, 40, 5))
def test_twc_1_groups_by_lot_differ_by_at_most_one(count: int) -> None:
    names = [f"p{k}" for k in range(count)]
    groups = groups_by_lot(names, -(-count // 6), 1)
    sizes = [len(group) for group in groups]
    assert max(sizes) - min(sizes) <= 1
    assert sorted(name for group in groups for name in group) == sorted(names)


def test_twc_1_the_lot_depends_on_the_seed_and_on_nothing_else() -> None:
    names = [f"p{k}" for k in range(12)]
    assert groups_by_lot(names, 3, 1) == groups_by_lot(names[::-1], 3, 1)
    assert len({str(groups_by_lot(names, 3, seed)) for seed in range(10)}) == 10


def by_number(request: GameRequest) -> GameOutcome:
    """The lower a player's number, the better the score."""
    numbers = [int(name[1:]) for name in request.seats]
    best = numbers.index(min(numbers))
    return outcome([-float(n) for n in numbers], [best], [float(n) for n in numbers], "won")


def test_twc_2_one_of_each_group_goes_on_when_many_entered() -> None:
    result, asked = hold(lot_contest(16), by_number, best="highest")
    preliminary = result.stages[0]
    assert [len(table.advanced) for table in preliminary.tables] == [1, 1, 1, 1]
    for table in preliminary.tables:
        assert table.advanced == [min(table.names, key=lambda name: int(name[1:]))]
    assert sorted(asked[-1].seats) == sorted(preliminary.advanced)


def test_twc_2_two_of_each_group_go_on_up_to_the_threshold() -> None:
    result, _ = hold(lot_contest(8), by_number, best="highest")
    assert [len(table.advanced) for table in result.stages[0].tables] == [2, 2]
    assert len(result.stages[1].tables[0].names) == 4


def test_twc_2_the_second_is_the_lowest_hand() -> None:
    def answer(request: GameRequest) -> GameOutcome:
        size = len(request.seats)
        hands = [0.0, 30.0, 12.0, 40.0][:size]
        return outcome([82.0, 0.0, 0.0, 0.0][:size], [0], hands, "won")

    result, asked = hold(lot_contest(8), answer, best="highest")
    for table, request in zip(result.stages[0].tables, asked, strict=False):
        assert table.advanced == [request.seats[0], request.seats[2]]


def test_twc_2_over_several_rounds_by_total_then_hand_then_lot() -> None:
    content = lot_contest(8)
    content["stages"][0]["match"]["games"] = 2

    def answer(request: GameRequest) -> GameOutcome:
        order = sorted(request.seats)
        hands = dict(zip(order, (0.0, 0.0, 9.0, 9.0), strict=False))
        return outcome([5.0] * len(order), [], [hands[name] for name in request.seats], "deadlock")

    result, _ = hold(content, answer, best="highest")
    for table in result.stages[0].tables:
        assert sorted(table.advanced) == sorted(table.names)[:2]
        assert "by lot" in table.ranking[1].reason or "by lot" in table.ranking[0].reason
    again, _ = hold(content, answer, best="highest")
    assert again.stages[0].advanced == result.stages[0].advanced


@pytest.mark.parametrize("name", ["tw_campus_uno", "tw_campus_rummikub"])
def test_twc_2_in_the_shipped_files_the_hand_decides_and_not_the_games_won(name: str) -> None:
    """The first two have the same total: one has won both games, the other has the lower hand."""
    contest = load_contest(name).contest

    def answer(request: GameRequest) -> GameOutcome:
        size = len(request.seats)
        order = sorted(range(size), key=lambda seat: request.seats[seat])
        totals, hands = [0.0] * size, [50.0] * size
        totals[order[0]] = totals[order[1]] = 60.0
        hands[order[0]], hands[order[1]] = 20.0, 10.0
        return outcome(totals, [order[0]], hands, "won")

    result, _ = hold(contest, answer, best="highest")
    for table in result.stages[0].tables:
        assert table.ranking[0].name == sorted(table.names)[1]
        assert "points left in hand" in table.ranking[0].reason


def test_twc_3_the_final_gives_three_prizes() -> None:
    result, _ = hold(lot_contest(16), by_number, best="highest")
    final = result.stages[-1].tables[0]
    assert [s.rank for s in result.standings] == [1, 2, 3, 4]
    assert [s.extra["prize"] for s in result.standings] == [350, 300, 250, 0]
    best = sorted(final.names, key=lambda name: int(name[1:]))
    assert [s.name for s in result.standings] == best


@pytest.mark.parametrize(
    ("ranks", "prizes"),
    [
        ([1, 2, 3, 4], [350, 300, 250, 0]),
        ([1, 1, 3, 4], [325, 325, 250, 0]),
        ([1, 2, 2, 4], [350, 275, 275, 0]),
        ([1, 2, 3, 3], [350, 300, 125, 125]),
    ],
)
def test_twc_3_a_shared_rank_shares_its_prizes(ranks: list[int], prizes: list[float]) -> None:
    assert prizes_of_ranks(ranks, [350, 300, 250]) == prizes


# -- TWC-D -----------------------------------------------------------------


def guessing(count: int, **changes: Any) -> dict[str, Any]:
    return {
        "name": "guess",
        "seed": 1,
        "entrants": [{"name": f"p{k}"} for k in range(1, count + 1)],
        "stages": [
            {
                "name": "preliminary",
                "draw": {"kind": "rooms", "one_room_up_to": 20, "rooms": 2},
                "outside": {"file": "x.csv", "target": 240, "target_split": 120},
                "ranking": ["points", "place", "lot"],
                "advance": {"per_group": 3, "one_group_ends": True},
            },
            {
                "name": "final",
                "draw": {"kind": "one_table"},
                "outside": {"file": "x.csv", "target": 100},
                "ranking": ["points", "place"],
            },
        ],
        **changes,
    }


def rows(count: int, stage: str = "preliminary", rooms: int = 1) -> list[ResultRow]:
    """p1 has the most points; rooms by odd and even numbers."""
    return [
        ResultRow(stage, f"room {k % rooms + 1}", f"p{k}", 240.0 - k, 0.0)
        for k in range(1, count + 1)
    ]


def read(content: dict[str, Any], first: list[ResultRow], final: Any = ()) -> ContestResult:
    def nothing(request: GameRequest) -> GameOutcome:
        raise AssertionError("nothing is played here")

    given = [*first, *final]
    return hold(content, nothing, rows={0: given, 1: given})[0]


@pytest.mark.parametrize("count", [19, 20])
def test_twc_d_up_to_twenty_play_in_one_room_to_240(count: int) -> None:
    result = read(guessing(count), rows(count))
    assert [stage.name for stage in result.stages] == ["preliminary"]
    table = result.stages[0].tables[0]
    assert len(table.names) == count
    assert table.notes[0] == "played to 240 points"
    assert [s.name for s in result.standings[:3]] == ["p1", "p2", "p3"]


@pytest.mark.parametrize("count", [21, 22, 35])
def test_twc_d_more_than_twenty_play_in_two_even_rooms_to_120_and_a_final(count: int) -> None:
    final = [ResultRow("final", "", f"p{k}", 100.0 + k, 0.0) for k in range(1, 7)]
    result = read(guessing(count), rows(count, rooms=2), final)
    first, last = result.stages
    sizes = [len(table.names) for table in first.tables]
    assert len(sizes) == 2
    assert max(sizes) - min(sizes) <= 1
    assert first.tables[0].notes[0] == "played to 120 points"
    assert [table.advanced for table in first.tables] == [["p2", "p4", "p6"], ["p1", "p3", "p5"]]
    assert last.tables[0].notes[0] == "played to 100 points"
    assert [s.name for s in result.standings[:3]] == ["p6", "p5", "p4"]


def test_twc_d_rooms_are_drawn_by_lot_where_the_file_names_none() -> None:
    given = [ResultRow("preliminary", "", f"p{k}", float(k), 0.0) for k in range(1, 24)]
    content = guessing(23)
    content["stages"] = content["stages"][:1]
    content["stages"][0]["advance"] = None
    result = read(content, given)
    assert [len(table.names) for table in result.stages[0].tables] == [12, 11]


def offence(*kinds: str, player: str = "p1", stage: str = "preliminary") -> list[dict[str, Any]]:
    return [{"player": player, "offence": kind, "stage": stage} for kind in kinds]


@pytest.mark.parametrize(
    ("kinds", "out"),
    [
        (["writes_text"], False),
        (["omits_character_count"], False),
        (["writes_text", "writes_text"], True),
        (["writes_text", "omits_character_count"], True),
        (["leaks_answer"], True),
        (["disturbs"], True),
        (["presses_report"], True),
        (["disconnected", "disconnected"], False),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else str(value),
)
def test_twc_d_disqualified_players_are_removed(kinds: list[str], out: bool) -> None:
    content = guessing(12, incidents=offence(*kinds))
    assert ("p1" in disqualified(parse_contest(content))) is out
    result = read(content, rows(12))
    assert result.standings[0].name == ("p2" if out else "p1")
    if out:
        last = result.standings[-1]
        assert (last.name, last.rank) == ("p1", None)
        assert last.reason.startswith("disqualified: ")
    assert any("p1" in note for note in result.notes)


def test_twc_d_one_who_is_out_does_not_go_on_and_the_next_does() -> None:
    final = [ResultRow("final", "", f"p{k}", 100.0, 0.0) for k in (3, 5, 7, 2, 4, 6)]
    content = guessing(22, incidents=offence("leaks_answer"))
    result = read(content, rows(22, rooms=2), final)
    assert result.stages[0].tables[1].advanced == ["p3", "p5", "p7"]


def test_twc_d_a_warning_of_the_preliminary_counts_in_the_final() -> None:
    final = [ResultRow("final", "", f"p{k}", 100.0 - k, 0.0) for k in range(1, 7)]
    warnings = offence("writes_text") + offence("writes_text", stage="final")
    result = read(guessing(22, incidents=warnings), rows(22, rooms=2), final)
    assert "p1" in result.stages[0].tables[1].advanced
    assert [s.name for s in result.standings[:3]] == ["p2", "p3", "p4"]
    assert result.standings[-1].name == "p1"


def test_twc_d_the_platform_breaks_ties() -> None:
    tied = [ResultRow("preliminary", "", f"p{k}", 240.0, float(4 - k)) for k in range(1, 4)]
    result = read(guessing(3), tied)
    assert [s.name for s in result.standings] == ["p3", "p2", "p1"]
    assert "place given by the platform" in result.standings[0].reason


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda r: r[:-1], "no result of 'p22'"),
        (lambda r: [*r, r[0]], "two results of 'p1'"),
        (lambda r: [*r, ResultRow("preliminary", "room 1", "p33", 1, 0)], "'p33', who is not in"),
        (lambda r: [ResultRow("semi", "", "p1", 1, 0), *r[1:]], "no stage 'semi'"),
        (
            lambda r: [ResultRow(x.stage, "room 1", x.player, x.points, 0) for x in r],
            "results of 1 rooms; 22 players want 2",
        ),
        (
            lambda r: [
                ResultRow(x.stage, f"room {1 + (k < 6)}", x.player, x.points, 0)
                for k, x in enumerate(r)
            ],
            "want even rooms",
        ),
    ],
)
def test_twc_d_wrong_results_are_refused(change: Any, message: str) -> None:
    with pytest.raises(UserError, match=message):
        read(guessing(22), change(rows(22, rooms=2)))


def test_twc_d_results_are_read_from_csv_and_json(tmp_path: Path) -> None:
    table = tmp_path / "r.csv"
    table.write_text("stage,room,player,points,place\nfinal, A, Ann ,12.5,2\n,,Bob,3,\n")
    wanted = [ResultRow("final", "A", "Ann", 12.5, 2), ResultRow("", "", "Bob", 3, 0)]
    assert read_results(table) == wanted
    listed = tmp_path / "r.json"
    listed.write_text(
        '[{"stage": "final", "room": "A", "player": "Ann", "points": 12.5, "place": 2},'
        ' {"player": "Bob", "points": 3}]'
    )
    assert read_results(listed) == wanted


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("r.csv", "name,points\nAnn,1\n", "want a header line with stage, room, player"),
        ("r.csv", "player,points,romm\nAnn,1,2\n", "row 1: no column 'romm'; did you mean 'room'"),
        ("r.csv", "player,points\nAnn,many\n", "row 1: points of 'Ann' is 'many'; want a number"),
        ("r.csv", "player,points\nAnn\n", "row 1: points of 'Ann' is None; want a number"),
        ("r.csv", "player,points\n,3\n", "row 1: no player"),
        ("r.json", "{", "line 1: not JSON"),
        ("r.json", '{"a": 1}', "want a list of objects"),
    ],
)
def test_twc_d_wrong_files_are_one_clear_line(
    tmp_path: Path, name: str, text: str, message: str
) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(UserError, match=message) as caught:
        read_results(path)
    assert "\n" not in str(caught.value)


# -- small groups -----------------------------------------------------------------


def test_twc_2_one_group_only_can_go_straight_to_the_final() -> None:
    content = lot_contest(4)
    content["stages"][0]["advance"]["one_group_skips"] = True
    result, asked = hold(content, by_number, best="highest")
    assert [stage.name for stage in result.stages] == ["final"]
    assert len(asked) == 1
    assert people(4)[0]["name"] in asked[0].seats
