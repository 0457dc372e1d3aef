"""The arena on the real games: scripted players against random, shipped names, checkpoints."""

import json

import pytest

from baselines import cli
from baselines.arena import compare, evaluate
from baselines.arena.roster import SHIPPED, find_player
from tabletop.errors import UserError
from tabletop.registry import SHIPPED_GAMES, load_target, make_game


@pytest.mark.parametrize("ruleset", ["hk_society", "tw_campus", "official"])
def test_the_uno_rules_player_beats_random(ruleset: str) -> None:
    found = compare("uno", "rules", "random", deals=25, seed=1, ruleset=ruleset)
    assert found.difference.stronger == "rules"
    assert found.first_alone.win_rate_ci[0] > 0.25


def test_low_scores_are_good_where_the_ruleset_counts_hands() -> None:
    players = ["rules", "random"]
    assert evaluate("uno", players, deals=20, ruleset="hk_society").low_score_is_better is True
    assert evaluate("uno", players, deals=20, ruleset="official").low_score_is_better is False


def test_a_match_is_won_by_the_score_of_the_match() -> None:
    found = evaluate("uno", ["random"] * 3, deals=8, overrides={"target_score": 150})
    scores, wins = found.results.scores, found.results.wins
    assert (scores.max(axis=1) >= 150).all()
    assert (wins[scores == scores.min(axis=1, keepdims=True)] > 0).all()
    assert (wins[scores > scores.min(axis=1, keepdims=True)] == 0).all()


def test_places_count_as_one_win() -> None:
    found = evaluate("uno", ["rules", "random", "random", "random"], deals=8,
                     ruleset="tw_campus", overrides={"places": 3})  # fmt: skip
    assert (found.results.wins.max(axis=1) == 1).all()
    assert (found.results.scores[found.results.wins == 1] == 3).all()


def test_rummikub_players_are_measured_too() -> None:
    found = compare("rummikub", "most_value", "random", deals=15, seed=1)
    assert found.difference.stronger == "most_value"


def test_the_command_on_the_real_game(capsys: pytest.CaptureFixture[str]) -> None:
    words = "evaluate --game uno --ruleset hk_society --players rules,random,random --deals 5"
    assert cli.main([*words.split(), "--seed", "2", "--json"]) == 0
    content = json.loads(capsys.readouterr().out)
    assert [(p["name"], p["games"]) for p in content["players"]] == [("rules", 15), ("random", 30)]
    assert content["ruleset"] == "hk_society"
    assert cli.main(["evaluate", "--players", "rules,randon"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert lines == ["meldstack: unknown uno player 'randon'; did you mean 'random'?"]


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_names_lead_to_a_factory(name: str) -> None:
    pytest.importorskip("torch")
    assert callable(load_target(SHIPPED[name], "player"))


@pytest.mark.parametrize("game", SHIPPED_GAMES)
def test_every_player_of_a_game_is_found(game: str) -> None:
    table = make_game(game, 2)
    for name in table.players:
        assert find_player(name, table).name == name
    with pytest.raises(UserError, match="unknown"):
        find_player("nobody", table)
