"""UNO: no leaks, a behaviour signature, and golden games."""

from pathlib import Path

import pytest

from tests.golden.signature import committed, signature
from tests.golden.transcripts import UNO_GAMES, transcript
from uno_env.game import UnoGame

from .leaks import check_leaks

GOLDEN = Path(__file__).parent.parent / "golden" / "uno"


@pytest.mark.parametrize(
    "options",
    [
        {"ruleset": "hk_society", "num_players": 4},
        {"ruleset": "hk_society", "num_players": 3, "combo": "chain", "cards_dealt": 12},
        {"ruleset": "tw_campus", "num_players": 5, "places": 3},
        {"ruleset": "official", "num_players": 4},
        {"ruleset": "official", "num_players": 2, "stacking": "any", "seven_zero": True},
    ],
    ids=lambda options: f"{options['ruleset']}-{options['num_players']}",
)
def test_no_leaks(options: dict) -> None:
    assert check_leaks(UnoGame(**options), seed=3) > 200


@pytest.mark.parametrize("ruleset", ["hk_society", "tw_campus", "official"])
def test_signature_of_10_000_games(ruleset: str) -> None:
    assert signature("uno", ruleset) == committed()["uno"][ruleset], (
        "behaviour changed: if on purpose, run python -m tests.golden.signature --write and say why"
    )


@pytest.mark.parametrize("name", sorted(UNO_GAMES))
def test_golden_game(name: str) -> None:
    expected = (GOLDEN / f"{name}.txt").read_text(encoding="utf8")
    assert transcript("uno", **UNO_GAMES[name]) == expected
