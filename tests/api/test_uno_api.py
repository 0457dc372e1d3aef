"""Every check that games share, on UNO: each preset with each number of players."""

from functools import partial

import pytest

from tabletop.registry import make_game
from tabletop.rulesets import preset_names

from .conformance import check_game


@pytest.mark.parametrize("ruleset", preset_names("uno_env"))
@pytest.mark.parametrize("num_players", [2, 3, 4, 6, 10])
def test_every_preset_and_number_of_players(ruleset: str, num_players: int) -> None:
    check_game(partial(make_game, "uno", num_players, ruleset), cycles=20)


def test_a_match_and_truncation() -> None:
    check_game(partial(make_game, "uno", 3, target_score=100, max_turns=60), cycles=20)
