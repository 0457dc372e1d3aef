"""RK: the clauses that all Rummikub rulesets share, on the real engine; and the ascending order."""

import numpy as np
import pytest

from rummi_env.game import RummikubGame

from .rummikub_table import as_sets, lay, long_names

PRESETS = ("hk_school", "tw_campus", "official")


@pytest.mark.parametrize("ruleset", PRESETS)
@pytest.mark.parametrize(
    ("rack", "legal"),
    [
        ("r7 b7 k7", True),
        ("r7 b7 k7 y7", True),
        ("r7 b7", False),
        ("r7 r7 b7", False),
        ("r7 b7 k8", False),
    ],
)
def test_rk_1_groups(rack: str, legal: bool, ruleset: str) -> None:
    t = lay("", rack, ruleset=ruleset)
    assert (long_names(rack) <= t.legal) is legal
    if legal:
        assert t.play(*rack.split(), "done").sets() == as_sets(rack)


@pytest.mark.parametrize("ruleset", PRESETS)
@pytest.mark.parametrize(
    ("rack", "legal"),
    [
        ("y1 y2 y3", True),
        ("y9 y10 y11 y12 y13", True),
        ("y11 y12", False),
        ("y12 y13 y1", False),
        ("y3 y4 b5", False),
        ("y3 y5 y6", False),
    ],
)
def test_rk_2_runs(rack: str, legal: bool, ruleset: str) -> None:
    t = lay("", rack, ruleset=ruleset)
    assert (long_names(rack) <= t.legal) is legal
    if legal:
        assert t.play(*rack.split(), "done").sets() == as_sets(rack)


@pytest.mark.parametrize("rack", ["r5 r7 J", "r5 b5 J", "r5 J J", "r12 r13 J", "r1 r2 J"])
def test_rk_3_a_joker_stands_for_any_tile(rack: str) -> None:
    t = lay("", f"{rack} k1").play(*rack.split(), "done")
    assert t.sets() == as_sets(rack)


def test_rk_4_a_turn_ends_with_valid_sets_and_a_rack_tile_played() -> None:
    t = lay("r5 r6 r7 r8", "r6 b1 k9")
    assert "done" not in t.legal, "nothing played yet"
    t = lay("r3 r4 r5 r6", "r4 r2 k9")
    t.play("r4")
    assert "done" not in t.legal, "r4 fits only with r2: r2 r3 r4 | r4 r5 r6"
    assert t.legal == {"red 2"}
    t.play("r2", "done")
    assert t.sets() == as_sets("r2 r3 r4 | r4 r5 r6")


@pytest.mark.parametrize("ruleset", PRESETS)
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_rk_5_tiles_are_conserved(ruleset: str, num_players: int) -> None:
    game = RummikubGame(num_players, ruleset, restore_failure_prob=0.5)
    rng = np.random.default_rng(num_players)
    records = game.new_records(1)
    game.seed_records(records, num_players)
    mask = np.zeros(56, dtype=np.int8)
    for _ in range(3):
        game.kernels.reset(records, 0, game.rules_record)
        while not records["public"]["over"][0]:
            seat = int(records["public"]["to_act"][0])
            game.kernels.legal_mask(records, 0, game.rules_record, seat, mask)
            action = -2 if rng.random() < 0.05 else int(rng.choice(np.flatnonzero(mask)))
            game.kernels.step(records, 0, game.rules_record, action)
            game.check_conservation(records, 0)


# -- order="ascending" ---------------------------------------------------------------------------


def test_ascending_order_takes_the_permutations_away() -> None:
    t = lay("r1 r2 r3", "r4 r5 b7 k7 y7 y7 k1", order="ascending")
    assert t.legal == {"black 7", "red 4", "draw"}
    t.play("k7")
    assert t.legal == {"blue 7"}, "the tile between the black and the yellow one comes first"
    t.play("b7")
    assert t.legal == {"red 4", "yellow 7"}
    t.play("y7")
    assert t.legal == {"done"}, "the red tiles have lower numbers"
