"""The real UNO engine against the reference, step for step, on seeded random games.

``python -m tests.engine.fuzz_uno`` plays more of them.
"""

from collections import Counter

import pytest

from tests.engine.uno_differential import play_game
from tests.engine.uno_specs import VALUES, random_spec
from tests.reference.uno_rules import PRESETS, ReferenceRules
from uno_env.rules import Rules

GAMES = 600
PER_TEST = 25


@pytest.mark.parametrize("first", range(0, GAMES, PER_TEST))
def test_both_engines_agree(first: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(first, first + PER_TEST):
        seen += play_game(seed)
    assert seen["play"] > 100


def test_the_games_cover_all_rules() -> None:
    specs = [random_spec(seed) for seed in range(GAMES)]
    assert {spec.preset for spec in specs} == set(PRESETS)
    assert {spec.players for spec in specs} == set(range(2, 11))
    for name, values in VALUES.items():
        met = {spec.overrides[name] for spec in specs if name in spec.overrides}
        assert met == set(values), name


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_presets_agree(preset: str) -> None:
    ours, theirs = ReferenceRules(**PRESETS[preset]), Rules.load(preset)
    assert vars(ours) == vars(theirs)
