"""Playing a schedule: the same for a seed, one call per kind and step, wrong players named."""

import numpy as np
import pytest

from baselines.arena import (
    GameResults,
    compare,
    cross_table,
    evaluate,
    play_schedule,
    table_schedule,
)
from baselines.arena import play as arena_play
from baselines.arena.play import win_shares
from tabletop.errors import UserError
from tests.baselines.dice_game import ROUNDS, DiceGame
from tests.baselines.dice_players import anything, high, low


def same_games(one: GameResults, other: GameResults) -> bool:
    return all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("deal", "lineup", "kinds", "wins", "scores", "turns", "decisions")
    )


def test_the_same_seed_plays_the_same_games() -> None:
    game = DiceGame(4)
    runs = [
        evaluate(game, ["any", "high", "any", "low"], deals=20, seed=seed).results
        for seed in (3, 3, 4)
    ]
    assert same_games(runs[0], runs[1])
    assert not same_games(runs[0], runs[2])


def test_processes_play_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena_play, "CHUNK_GAMES", 12)
    alone = evaluate(DiceGame(4), ["any", "high", "any", "low"], deals=7, seed=3)
    monkeypatch.setattr(arena_play, "ProcessPoolExecutor", InThisProcess)
    shared = evaluate(DiceGame(4), ["any", "high", "any", "low"], deals=7, seed=3, workers=2)
    assert same_games(alone.results, shared.results)


class InThisProcess:
    """Stands for the pool of processes; the work itself is what is tested."""

    def __init__(self, workers: int, context: object, initializer: object, initargs: tuple) -> None:
        initializer(*initargs)

    def __enter__(self) -> "InThisProcess":
        return self

    def __exit__(self, *error: object) -> None:
        return None

    def submit(self, function: object, *arguments: object) -> object:
        from concurrent.futures import Future

        future: Future = Future()
        future.set_result(function(*arguments))
        return future


def test_a_deal_is_the_same_in_every_rotation() -> None:
    # with one kind of player that has no randomness, all rotations are one game
    games = evaluate(DiceGame(4), ["high"] * 4, deals=30, seed=5).results
    by_deal = games.scores.reshape(30, 4, 4)
    assert (by_deal == by_deal[:, :1]).all()
    assert len(np.unique(by_deal[:, 0], axis=0)) > 20


def test_one_call_per_kind_and_step() -> None:
    game, players = DiceGame(4), [anything(None), low(None)]
    seats = [players[0], players[1], players[0], players[0]]
    schedule = table_schedule(seats, deals=10, seed=0)
    games = play_schedule(game, schedule, seats)
    assert games.decisions.sum() == 40 * 4 * ROUNDS
    for player, decisions in zip(players, games.decisions, strict=True):
        warm_up, *calls = player.calls
        assert warm_up == 1  # not timed and not counted
        assert sum(calls) == decisions
        assert len(calls) <= 4 * ROUNDS


def test_wins_add_up_and_equal_scores_share() -> None:
    games = evaluate(DiceGame(4), ["any"] * 4, deals=50, seed=2).results
    assert np.allclose(games.wins.sum(axis=1), 1.0)
    best = games.scores == games.scores.max(axis=1, keepdims=True)
    assert np.allclose(games.wins, best / best.sum(axis=1, keepdims=True))
    assert (best.sum(axis=1) > 1).any()


def test_win_shares_of_rewards() -> None:
    totals = np.array([[1.0, -0.5, -0.5], [0.25, 0.25, -0.5], [0.0, 0.0, 0.0]])
    shares = win_shares(totals)
    assert np.allclose(shares, [[1, 0, 0], [0.5, 0.5, 0], [1 / 3] * 3])


def test_progress_counts_every_game() -> None:
    seen: list[tuple[int, int]] = []
    compare(
        DiceGame(2), "low", "high", num_players=2, deals=5, progress=lambda *at: seen.append(at)
    )
    assert seen[-1] == (10, 10)
    seen.clear()
    pairs = cross_table(
        DiceGame(2), ["low", "high", "any"], num_players=2, deals=5,
        progress=lambda *at: seen.append(at),
    )  # fmt: skip
    assert [(p.first_alone.name, p.second_alone.name) for p in pairs] == [
        ("low", "high"),
        ("low", "any"),
        ("high", "any"),
    ]
    assert seen[-1] == (30, 30)


def test_ready_players_and_names_play_alike() -> None:
    named = evaluate(DiceGame(2), ["high", "any"], deals=10, seed=1)
    ready = evaluate(DiceGame(2), [high(None), anything(None)], deals=10, seed=1)
    assert same_games(named.results, ready.results)
    assert [p.name for p in ready.players] == ["high", "any"]


def test_an_illegal_action_is_an_error_that_names_the_player() -> None:
    with pytest.raises(UserError, match=r"player 'cheat' chose 'add .', which its action mask"):
        evaluate(DiceGame(2), ["low", "cheat"], deals=1)


def test_unknown_players_and_seat_counts_are_one_line() -> None:
    with pytest.raises(UserError, match="did you mean 'high'"):
        evaluate(DiceGame(2), ["low", "hihg"], deals=1)
    with pytest.raises(UserError, match="the game has 4 seats; 2 players named"):
        evaluate(DiceGame(4), ["low", "high"], deals=1)
    with pytest.raises(UserError, match="no such checkpoint"):
        evaluate(DiceGame(2), ["low", "nowhere/model.safetensors"], deals=1)
