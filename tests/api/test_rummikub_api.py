"""Every check that games share, on Rummikub: each preset with each number of players."""

from functools import partial

import pytest

from tabletop.registry import make_game
from tabletop.rulesets import preset_names

from .conformance import check_game


@pytest.mark.parametrize("ruleset", preset_names("rummi_env"))
@pytest.mark.parametrize("num_players", range(2, 7))
def test_every_preset_and_number_of_players(ruleset: str, num_players: int) -> None:
    check_game(partial(make_game, "rummikub", num_players, ruleset), cycles=10)


def test_truncation() -> None:
    check_game(partial(make_game, "rummikub", 3, max_turns=40), cycles=10)
