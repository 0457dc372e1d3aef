"""The shared checks of every environment, on the toy game in all its forms."""

from functools import partial

import pytest

from .conformance import check_game
from .toy_game import HighCard


@pytest.mark.parametrize("play_on", [False, True])
@pytest.mark.parametrize("num_players", [2, 3, 5])
def test_toy_game_passes_every_check(num_players: int, play_on: bool) -> None:
    check_game(partial(HighCard, num_players, play_on=play_on))


@pytest.mark.parametrize("reward", ["score", "win"])
def test_other_rewards_and_truncation(reward: str) -> None:
    check_game(partial(HighCard, 4, reward=reward, max_turns=9))
