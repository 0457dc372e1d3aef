"""Games at a table, played on the real engine by the clock and the ruleset."""

from typing import Any

import pytest

from tabletop.contests.config import Contest
from tabletop.contests.draw import derive_seed
from tabletop.contests.entrants import Entrants
from tabletop.contests.loading import ContestFile, parse_contest
from tabletop.contests.outcome import GameOutcome, GameRequest
from tabletop.contests.run import Prepared, play_request, prepare

from .support import lot_contest, people, team_contest

FIRST = "tests.contests.players:first"


def prepared(content: dict[str, Any], tmp_path: Any) -> Prepared:
    return prepare(ContestFile(parse_contest(content), tmp_path))


def uno(tmp_path: Any, clock: dict[str, Any], **match: Any) -> Prepared:
    content = team_contest(4, 4, 4, 4, clock=clock)
    content["stages"][0]["match"].update(match)
    return prepared(content, tmp_path)


def request(extra: int = 0, starter: int | None = None, seed: int = 11) -> GameRequest:
    return GameRequest(0, 1, 1, extra, ("red1", "yellow1", "green1", "blue1"), starter, seed)


def test_hkc_u2_a_game_is_rounds_until_somebody_has_400(tmp_path: Any) -> None:
    outcome = play_request(uno(tmp_path, {"charge": 1}), request())
    assert outcome.ended == "target"
    assert max(outcome.totals) >= 400
    assert len(outcome.rounds) > 1
    before_last = [sum(column) for column in zip(*outcome.rounds[:-1], strict=True)]
    assert max(before_last) < 400
    for scores, winners in zip(outcome.rounds, outcome.winners, strict=True):
        assert [scores[seat] for seat in winners] == [0]  # HKU-50: the winner scores nothing
        assert sum(score == 0 for score in scores) == 1
        assert all(score % 5 == 0 for score in scores)


@pytest.mark.parametrize("time_up", ["score_hands", "void_round", "finish_round"])
def test_hkc_u2_after_thirty_minutes_the_game_is_settled(tmp_path: Any, time_up: str) -> None:
    clock = {"per": "play", "seconds": 10, "game_minutes": 3, "charge": 5}
    outcome = play_request(uno(tmp_path, clock, time_up=time_up), request())
    unlimited = play_request(uno(tmp_path, {**clock, "game_minutes": None}), request())
    whole = len(outcome.rounds) - (time_up != "void_round")
    assert outcome.ended == "time_up"
    assert outcome.running == time_up
    assert outcome.rounds[:whole] == unlimited.rounds[:whole]
    if time_up == "score_hands":
        assert outcome.rounds[-1] == outcome.hands
        assert outcome.winners[-1] == []
        assert min(outcome.rounds[-1]) > 0
    elif time_up == "finish_round":
        assert outcome.rounds == unlimited.rounds[: len(outcome.rounds)]
        assert outcome.winners[-1] != []


def test_hkc_u3_an_extra_round_is_one_round_without_the_limit_of_the_game(tmp_path: Any) -> None:
    clock = {"per": "play", "seconds": 10, "game_minutes": 0.05, "charge": 5}
    cut = play_request(uno(tmp_path, clock), request())
    assert cut.ended == "time_up"
    three = GameRequest(0, 1, 1, 1, ("red1", "yellow1", "blue1"), None, 11)
    outcome = play_request(uno(tmp_path, clock), three)
    assert outcome.ended == "won"
    assert len(outcome.rounds) == 1
    assert len(outcome.totals) == 3


@pytest.mark.parametrize("starter", range(4))
def test_hku_2_a_carried_leader_plays_first(tmp_path: Any, starter: int) -> None:
    from tabletop.contests.games import start_game

    setting = uno(tmp_path, {}).book.setting(request())
    records = setting.game.new_records(1)
    start_game(setting.game, records, 0, request(starter=starter))
    assert int(records["public"]["to_act"][0]) == starter


def test_hku_15_over_ten_seconds_the_chance_to_play_is_lost(tmp_path: Any) -> None:
    """A player who always needs twelve seconds never plays a card and never wins."""
    clock = {"per": "play", "seconds": 10, "charge": 1, "charges": {"red1": 12}}
    outcome = play_request(uno(tmp_path, clock), request())
    late = [t for t in outcome.troubles if t.kind == "timeout"]
    assert [t.name for t in late] == ["red1"]
    assert late[0].count > 5
    assert all(0 not in winners for winners in outcome.winners)
    assert outcome.totals[0] == max(outcome.totals)


def rummikub(tmp_path: Any, ruleset: str, clock: dict[str, Any], players: list[str]) -> GameOutcome:
    content = lot_contest(len(players), ruleset=ruleset, clock=clock)
    content["stages"] = [
        {
            "name": "final",
            "draw": {"kind": "one_table"},
            "match": {},
            "ranking": ["total_score"],
        }
    ]
    for entrant, player in zip(content["entrants"], players, strict=True):
        entrant.update(player=player, isolated=False)
    names = tuple(entrant["name"] for entrant in content["entrants"])
    seed = derive_seed(3, "game")
    return play_request(prepared(content, tmp_path), GameRequest(0, 1, 1, 0, names, None, seed))


@pytest.mark.parametrize(
    ("ruleset", "seconds", "drawn"),
    [
        pytest.param("hk_school", 40, 3, id="HKR-20 HKR-22"),
        pytest.param("tw_campus", 60, 1, id="TWR-5"),
    ],
)
def test_over_time_in_rummikub(tmp_path: Any, ruleset: str, seconds: int, drawn: int) -> None:
    """Everybody is late every turn: the pool is drawn, nobody ever plays a tile."""
    clock = {"per": "turn", "seconds": seconds, "charge": seconds + 1}
    outcome = rummikub(tmp_path, ruleset, clock, ["random", "random"])
    turns = -(-(106 - 28) // drawn)
    assert outcome.turns == turns + (0 if ruleset == "hk_school" else 2)
    assert outcome.ended == "deadlock"
    late = sum(t.count for t in outcome.troubles if t.kind == "timeout")
    assert late >= outcome.turns  # the redeal question has time of its own


def test_twc_r_in_the_preliminary_the_first_out_wins_twr_7(tmp_path: Any) -> None:
    outcome = rummikub(tmp_path, "tw_campus", {}, ["most_tiles"] * 4)
    (winner,) = outcome.winners[0]
    assert outcome.ended == "won"
    assert [seat for seat in range(4) if outcome.hands[seat] == 0] == [winner]


def test_twc_r_the_final_scores_by_twr_8(tmp_path: Any) -> None:
    outcome = rummikub(tmp_path, "tw_campus", {}, ["random"] * 4)
    (winner,) = outcome.winners[0]
    losers = [k for k in range(4) if k != winner]
    if outcome.ended == "won":
        assert [outcome.totals[k] for k in losers] == [-outcome.hands[k] for k in losers]
    assert outcome.totals[winner] == -sum(outcome.totals[k] for k in losers)


def campus_uno(tmp_path: Any, **rules: Any) -> GameOutcome:
    content = lot_contest(6, game="uno", ruleset="tw_campus", entrants=people(6))
    stage = {
        "name": "table",
        "draw": {"kind": "one_table"},
        "match": {},
        "rules": rules,
        "ranking": ["total_score"],
    }
    content["stages"] = [stage]
    names = tuple(entrant["name"] for entrant in content["entrants"])
    return play_request(prepared(content, tmp_path), GameRequest(0, 1, 1, 0, names, None, 4))


def test_twc_u_preliminary_the_winner_scores_the_sum_twu_30(tmp_path: Any) -> None:
    outcome = campus_uno(tmp_path)
    (winner,) = outcome.winners[0]
    assert outcome.ended == "won"
    assert outcome.hands[winner] == 0
    assert outcome.totals[winner] == sum(outcome.hands)
    assert sum(outcome.totals) == outcome.totals[winner]


def test_twc_u_final_goes_on_until_three_are_out_twu_31(tmp_path: Any) -> None:
    outcome = campus_uno(tmp_path, places=3)
    assert sorted(outcome.totals) == [0, 0, 0, 1, 2, 3]
    assert outcome.winners[0] == [outcome.totals.index(3)]
    assert [outcome.hands[outcome.totals.index(place)] for place in (1, 2, 3)] == [0, 0, 0]


def test_the_same_request_gives_the_same_game(tmp_path: Any) -> None:
    ready = uno(tmp_path, {"charge": 2})
    assert play_request(ready, request()) == play_request(ready, request())
    assert play_request(ready, request()) != play_request(ready, request(seed=12))


def test_entrants_seed_their_players_by_game_and_name(tmp_path: Any) -> None:
    contest: Contest = parse_contest(team_contest(4, 4, 4, 4))
    entrants = Entrants(contest, tmp_path)
    seeds = {entrants.seed(name, request(seed=s)) for name in ("red1", "blue1") for s in (1, 2)}
    assert len(seeds) == 4
