"""The real Rummikub engine against the reference, step for step, on seeded random games.

``python -m tests.engine.fuzz_rummikub`` plays more of them.
"""

from collections import Counter

import pytest

from rummi_env.rules import Rules as EngineRules
from rummi_env.rules import load_rummikub_rules
from rummi_env.solver import legal_tiles
from rummi_env.tiles import parse_tiles
from tests.engine.differential import MismatchError
from tests.engine.rummikub_differential import Duel, play_game
from tests.engine.rummikub_specs import SIZES, VALUES, random_spec
from tests.reference.rummikub_partition import table_tiles
from tests.reference.rummikub_tiles import RULESETS, Rules, read_tiles, rules_named

GAMES = 300
PER_TEST = 25
NO_RULE_OF_PLAY = {"turn_seconds", "notice_seconds"}  # kept by the clock of a contest


@pytest.mark.parametrize("first", range(0, GAMES, PER_TEST))
def test_both_engines_agree(first: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(first, first + PER_TEST):
        seen += play_game(seed)
    assert seen["steps"] > 100
    assert seen["done"] > 10


def test_the_games_cover_all_rules() -> None:
    specs = [random_spec(seed) for seed in range(GAMES)]
    assert {spec.preset for spec in specs} == set(RULESETS)
    assert {spec.players for spec in specs} == set(range(2, 7))
    assert {spec.start for spec in specs} == {"seed", "deal", "position"}
    for name, values in (VALUES | SIZES).items():
        met = {spec.overrides[name] for spec in specs if name in spec.overrides}
        assert met >= set(values), name


@pytest.mark.parametrize("preset", RULESETS)
def test_both_engines_know_the_same_fields_and_presets(preset: str) -> None:
    fields = set(EngineRules.__dataclass_fields__) - NO_RULE_OF_PLAY
    assert set(Rules.__dataclass_fields__) == fields == set(VALUES) | set(SIZES)
    theirs, ours = load_rummikub_rules(preset, {}), rules_named(preset)
    assert {f: getattr(theirs, f) for f in fields} == {f: getattr(ours, f) for f in fields}


@pytest.mark.parametrize("fault", ["racks", "pool", "idle"])
def test_a_difference_is_found_and_told(fault: str) -> None:
    duel = Duel(random_spec(101))
    reference = duel.reference
    if fault == "racks":
        reference.racks.reverse()
    elif fault == "pool":
        reference.pool.reverse()
    else:
        reference.turns += 1
    with pytest.raises(MismatchError, match="game 101: "):
        duel.play()


def test_a_tile_whose_neighbour_was_ruled_out_is_not_legal() -> None:
    # black 13 needs the only joker beside black 11, but the joker has to serve yellow 10
    table, rack = "y10", "k10 k11 k13 r5 r6 r7 r8 y7 y12 J"
    found = legal_tiles(parse_tiles(table), parse_tiles(rack))
    assert found.astype(bool).tolist() == table_tiles(read_tiles(table), read_tiles(rack), 13, 4)
