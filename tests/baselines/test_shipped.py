"""The agents that ship: small, found by name, playable at every table, far better than random."""

import pytest

from baselines.arena.roster import find_player
from baselines.checkpoint import load_checkpoint
from baselines.config import Config
from baselines.policy_player import SHIPPED
from baselines.quick_eval import evaluate_quickly
from tabletop.registry import SHIPPED_GAMES, make_game


@pytest.mark.parametrize("name", sorted(SHIPPED_GAMES))
def test_shipped_agent_is_small_and_says_how_it_was_trained(name: str) -> None:
    path = SHIPPED / f"ppo_{name}.safetensors"
    assert path.stat().st_size < 500_000
    meta, _ = load_checkpoint(path)
    assert meta["trained"]["steps"] > 0
    assert Config.model_validate(meta["trained"]["config"]).env.game == name


@pytest.mark.parametrize(("name", "games"), [("uno", 400), ("rummikub", 200)])
def test_shipped_agent_beats_random(name: str, games: int) -> None:
    game = make_game(name, 4, reward="win")
    result = evaluate_quickly(
        game, find_player("ppo", game), find_player("random", game), games, seed=11
    )
    assert result.win_rate > 0.4  # fair: 0.25, standard error at most 0.031


@pytest.mark.parametrize("name", sorted(SHIPPED_GAMES))
def test_shipped_agent_plays_at_a_table_of_another_size(name: str) -> None:
    game = make_game(name, 3, "official", reward="win")
    agent = find_player("ppo", game)
    result = evaluate_quickly(game, agent, find_player("random", game), 30, seed=2)
    assert 0 <= result.win_rate <= 1
