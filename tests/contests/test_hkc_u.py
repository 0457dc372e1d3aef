"""HKC-U, the team contest of the Hong Kong society, clause by clause."""

from itertools import pairwise

import pytest

from tabletop.contests.awards import bonus_of_ranks
from tabletop.contests.config import Bonus
from tabletop.contests.draw import team_tables
from tabletop.contests.loading import parse_contest
from tabletop.contests.outcome import GameOutcome, GameRequest
from tabletop.errors import UserError

from .support import TEAMS, hold, outcome, scored, team_contest, team_of

BONUS = Bonus(by_rank=[5, 3, 2, 1])


def tables_of(*sizes: int, **draw: object) -> list[list[str]]:
    content = team_contest(*sizes)
    content["stages"][0]["draw"].update(draw)
    contest = parse_contest(content)
    stage = contest.stages[0]
    return team_tables(contest, stage, stage.draw)  # type: ignore[arg-type]


def teams_at(table: list[str]) -> list[str]:
    return sorted(team_of(name) for name in table)


# -- HKC-U1 -----------------------------------------------------------------


def test_hkc_u1_full_teams_seat_one_of_each_at_four_tables() -> None:
    tables = tables_of(4, 4, 4, 4)
    assert len(tables) == 4
    assert all(teams_at(table) == sorted(TEAMS) for table in tables)
    assert len({name for table in tables for name in table}) == 16


def test_hkc_u1_one_team_a_player_short_leaves_one_table_of_three() -> None:
    tables = tables_of(4, 3, 4, 4)
    assert sorted(len(table) for table in tables) == [3, 4, 4, 4]
    three = next(table for table in tables if len(table) == 3)
    assert "yellow" not in teams_at(three)


def test_hkc_u1_two_teams_a_player_short_leave_two_different_tables_of_three() -> None:
    for seed in range(20):
        content = team_contest(3, 4, 3, 4, seed=seed)
        contest = parse_contest(content)
        stage = contest.stages[0]
        tables = team_tables(contest, stage, stage.draw)  # type: ignore[arg-type]
        assert sorted(len(table) for table in tables) == [3, 3, 4, 4]
        missing = [set(TEAMS) - set(teams_at(table)) for table in tables if len(table) == 3]
        assert sorted(missing, key=sorted) == [{"green"}, {"red"}]


@pytest.mark.parametrize("sizes", [(3, 3, 3, 4), (3, 3, 3, 3)], ids=["three", "all four"])
def test_hkc_u1_three_or_four_short_teams_play_three_full_tables(sizes: tuple[int, ...]) -> None:
    tables = tables_of(*sizes)
    assert len(tables) == 3
    assert all(teams_at(table) == sorted(TEAMS) for table in tables)


def test_hkc_u1_with_three_tables_the_last_listed_of_a_full_team_sits_out() -> None:
    result, _ = hold(team_contest(3, 3, 3, 4), scored({"red": 1.0}))
    assert result.stages[0].notes == ["blue4 has no seat and sits out"]


def test_hkc_u1_a_team_short_by_two_needs_listed_seatings() -> None:
    with pytest.raises(UserError, match=r"'red' has 2 players for 4 tables.*draw\.seatings"):
        tables_of(2, 4, 4, 4)


def test_hkc_u1_listed_seatings_are_taken_as_the_organiser_decides() -> None:
    listed = [
        ["red1", "yellow1", "green1", "blue1"],
        ["red2", "yellow2", "green2", "blue2"],
        ["yellow3", "green3", "blue3"],
        ["yellow4", "green4", "blue4"],
    ]
    assert tables_of(2, 4, 4, 4, seatings=listed) == listed


@pytest.mark.parametrize(
    ("seatings", "message"),
    [
        ([["red1", "red2"]], "table 1 seats two players of one team"),
        ([["red1", "yelow1"]], "no player 'yelow1'; did you mean 'yellow1'"),
        ([["red1", "blue1"], ["red1", "blue2"]], "'red1' sits at two tables"),
        ([["red1"]], "table 1 has 1 players"),
    ],
)
def test_hkc_u1_wrong_seatings_are_refused(seatings: list[list[str]], message: str) -> None:
    with pytest.raises(UserError, match=message):
        tables_of(2, 4, 4, 4, seatings=seatings)


def test_hkc_u1_a_team_without_players_forfeits_with_0_and_no_rank() -> None:
    result, asked = hold(team_contest(4, 4, 0, 4), scored({"red": 1, "yellow": 2, "blue": 3}))
    assert all(len(request.seats) == 3 for request in asked)
    last = result.standings[-1]
    assert (last.name, last.rank) == ("green", None)
    assert last.values["points"] == 0
    assert last.extra["bonus"] == 0
    assert [s.rank for s in result.standings[:3]] == [1, 2, 2]
    assert "team green has no player and forfeits" in result.notes


def test_hkc_u1_team_names_are_data() -> None:
    content = team_contest(4, 4)
    content["teams"] = ["Y08+", "P&T"]
    for entrant in content["entrants"]:
        entrant["team"] = "Y08+" if entrant["team"] == "red" else "P&T"
    result, _ = hold(content, scored({"red": 1, "yellow": 2}))
    assert [s.name for s in result.standings] == ["Y08+", "P&T"]


# -- HKC-U2 (on the engine in test_games) ------------------------------------------------


def test_hkc_u2_three_games_at_each_of_four_tables_make_twelve() -> None:
    _, asked = hold(team_contest(4, 4, 4, 4), scored({"red": 1, "yellow": 2, "green": 3}))
    assert len(asked) == 12
    for table in range(1, 5):
        games = [r.number for r in asked if r.table == table]
        assert games == [1, 2, 3]


def test_hkc_u2_the_last_winner_leads_in_the_next_game_at_that_table_hku_2() -> None:
    def answer(request: GameRequest) -> GameOutcome:
        return outcome([float(k) for k in range(len(request.seats))], winners=[2])

    _, asked = hold(team_contest(4, 4, 4, 4), answer)
    for table in range(1, 5):
        games = [r for r in asked if r.table == table]
        assert games[0].starter is None
        for before, after in pairwise(games):
            assert after.starter is not None
            assert after.seats[after.starter] == before.seats[2]


# -- HKC-U3 -----------------------------------------------------------------


def only_first_table(totals: list[float]) -> object:
    """Game 1 of table 1 ends with these totals; everything else is won by red."""

    def answer(request: GameRequest) -> GameOutcome:
        if (request.table, request.number, request.extra) == (1, 1, 0):
            return outcome(totals)
        return outcome([0.0 if team_of(name) == "red" else 9.0 for name in request.seats])

    return answer


def first_game(totals: list[float], answer: object = None) -> tuple[dict[str, float], list[str]]:
    result, _ = hold(team_contest(4, 4, 4, 4), answer or only_first_table(totals))  # type: ignore[arg-type]
    game = result.stages[0].tables[0].games[0]
    return game.points, list(game.request.seats)


def test_hkc_u3_the_lowest_total_wins_ten_points() -> None:
    points, seats = first_game([400.0, 20.0, 30.0, 40.0])
    assert points == {seats[0]: 0, seats[1]: 10, seats[2]: 0, seats[3]: 0}


def test_hkc_u3_two_tied_get_five_each() -> None:
    points, seats = first_game([400.0, 20.0, 30.0, 20.0])
    assert points == {seats[0]: 0, seats[1]: 5, seats[2]: 0, seats[3]: 5}


@pytest.mark.parametrize("tied", [(1, 2, 3), (0, 1, 2, 3)], ids=["three", "four"])
def test_hkc_u3_three_or_four_tied_play_one_more_round_among_themselves(
    tied: tuple[int, ...],
) -> None:
    totals = [20.0 if seat in tied else 400.0 for seat in range(4)]
    asked: list[GameRequest] = []

    def answer(request: GameRequest) -> GameOutcome:
        asked.append(request)
        if request.extra:
            return outcome([9.0, 0.0, *[9.0] * (len(request.seats) - 2)], [1], ended="won")
        return only_first_table(totals)(request)  # type: ignore[operator,no-any-return]

    points, seats = first_game(totals, answer)
    extra = [request for request in asked if request.extra]
    assert len(extra) == 1
    assert extra[0].seats == tuple(seats[k] for k in tied)
    winner = extra[0].seats[1]
    assert points == {name: 10 if name == winner else 0 for name in seats}


def test_hkc_u3_a_deadlocked_extra_round_is_repeated() -> None:
    extras: list[GameRequest] = []

    def answer(request: GameRequest) -> GameOutcome:
        if not request.extra:
            return only_first_table([7.0, 7.0, 7.0, 9.0])(request)  # type: ignore[operator,no-any-return]
        extras.append(request)
        ended = "won" if request.extra == 3 else "deadlock"
        return outcome([0.0, 5.0, 5.0], [0], ended=ended)

    points, _ = first_game([], answer)
    assert [request.extra for request in extras] == [1, 2, 3]
    assert len({request.seed for request in extras}) == 3
    assert points[extras[0].seats[0]] == 10


def test_hkc_u3_three_players_at_a_short_table_may_tie_too() -> None:
    result, asked = hold(
        team_contest(4, 4, 4, 3),
        lambda r: outcome([5.0] * len(r.seats), [0], ended="won" if r.extra else "target"),
    )
    extra = [request for request in asked if request.extra]
    assert len(extra) == 12
    assert sum(s.values["points"] for s in result.standings) == 120


# -- HKC-U4 -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "bonus"),
    [
        ([4, 3, 2, 1], [5, 3, 2, 1]),
        ([4, 4, 2, 1], [5, 5, 2, 1]),
        ([4, 3, 3, 1], [5, 3, 3, 1]),
        ([4, 3, 2, 2], [5, 3, 2, 2]),
        ([4, 4, 4, 1], [5, 5, 5, 1]),
        ([4, 3, 3, 3], [5, 3, 3, 3]),
        ([4, 4, 4, 4], [5, 5, 5, 5]),
        ([4, 4, 2, 2], [5, 5, 2, 2]),
    ],
    ids=lambda value: " ".join(map(str, value)),
)
def test_hkc_u4_bonus_table(points: list[int], bonus: list[int]) -> None:
    by_team = dict(zip(TEAMS, points, strict=True))
    adjustments = [{"team": t, "points": p, "reason": "as set"} for t, p in by_team.items()]

    def nobody(request: GameRequest) -> GameOutcome:
        return outcome([float(k) for k in range(len(request.seats))])

    content = team_contest(4, 4, 4, 4, adjustments=adjustments)
    content["stages"][0]["points"]["win"] = 0
    result, _ = hold(content, nobody)
    assert {s.name: s.extra["bonus"] for s in result.standings} == dict(
        zip(TEAMS, bonus, strict=True)
    )


def test_hkc_u4_a_forfeit_gets_0_and_uses_no_rank() -> None:
    assert bonus_of_ranks([1, 2, 3, None], BONUS) == [5, 3, 2, 0]


# -- HKC-U5 -----------------------------------------------------------------


def test_hkc_u5_a_deduction_counts_before_the_ranking() -> None:
    scores = {"red": 1.0, "yellow": 1.0, "green": 9.0, "blue": 9.0}
    even, _ = hold(team_contest(4, 4, 4, 4), scored(scores))
    assert [s.rank for s in even.standings[:2]] == [1, 1]
    hint = {"team": "red", "points": -1, "reason": "supporters gave hints"}
    result, _ = hold(team_contest(4, 4, 4, 4, adjustments=[hint]), scored(scores))
    first, second = result.standings[:2]
    assert (first.name, first.rank, first.values["points"]) == ("yellow", 1, 60)
    assert (second.name, second.rank, second.values["points"]) == ("red", 2, 59)
    assert (first.extra["bonus"], second.extra["bonus"]) == (5, 3)
    assert result.to_json()["adjustments"][0]["reason"] == "supporters gave hints"
