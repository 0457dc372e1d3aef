"""The situations that other Rummikub programs get wrong (cases/rummikub_cases), on the engine."""

import pytest

from rummi_env import rummikub_v0

from .rummikub_table import RummikubTable, as_sets, lay

PRESETS = ("hk_school", "tw_campus", "official")

# number, table, rack, tiles played in a turn, melded before
PLAYABLE = [
    (1, "r5 b5 k5 J | y1 y2 y3", "y4", "y4", True),
    (2, "", "r10 b10 k10", "r10 b10 k10", False),
    (3, "", "k10 r10 J", "k10 r10 J", False),
    (4, "", "r12 r13 J", "r12 r13 J", False),
    (5, "", "r10 J J", "r10 J J", False),
    (7, "r5 b5 k5 y5", "J J", "J J", True),
    (8, "r1 r2 r3 r4 r5", "r3", "r3", True),
    (9, "b5 r5 k5 y5", "b4 b6 b7", "b4 b6 b7", True),
    (11, "", "r1 r1 b1 k1 y1 y1", "r1 r1 b1 k1 y1 y1", True),
    (14, "r6 J r8 r9 | k7 b7 r7", "r7", "r7", True),
    (15, "b1 b2 b3 | b1 b2 b3", "b4", "b4", True),
    (16, "", "J r5 J", "J r5 J", True),
]


@pytest.mark.parametrize("ruleset", PRESETS)
@pytest.mark.parametrize(
    ("number", "table", "rack", "played", "melded"),
    PLAYABLE,
    ids=[f"case_{case[0]:02d}" for case in PLAYABLE],
)
def test_case_can_be_played(
    number: int, table: str, rack: str, played: str, melded: bool, ruleset: str
) -> None:
    for order in (played.split(), played.split()[::-1]):
        t = lay(
            table,
            f"{rack} r13" if number != 4 else f"{rack} k1",
            "k1 k8",
            ruleset=ruleset,
            melded=melded,
        )
        t.play(*order)
        assert "done" in t.legal
        t.play("done")
        assert t.acting == 1
        assert t.table_tiles() == sorted(f"{table} {played}".replace("|", " ").split())


@pytest.mark.parametrize("ruleset", PRESETS)
def test_case_06_a_group_never_has_five_tiles(ruleset: str) -> None:
    assert lay("r5 b5 k5 y5", "J", ruleset=ruleset).legal == {"draw"}


@pytest.mark.parametrize("ruleset", PRESETS)
def test_case_10_thirteen_is_the_end(ruleset: str) -> None:
    assert lay("", "r12 r13 r1", ruleset=ruleset).legal == {"draw"}
    assert lay("r11 r12 r13", "r1", ruleset=ruleset).legal == {"draw"}


def test_case_12_three_of_four_thirteens() -> None:
    t = lay("", "r13 y13 k13 k13").play("r13", "y13", "k13")
    assert t.legal == {"done"}


def test_case_13_six_of_seven() -> None:
    t = lay("", "r3 r4 r5 r6 r7 b6 k6").play("r3", "r4", "r5", "r6", "b6", "k6")
    assert "done" not in t.legal or t.sets()
    t = lay("", "r3 r4 r5 r6 r7 b6 k6").play("b6", "k6", "r6", "r3", "r4", "r5")
    assert t.legal == {"done"}
    assert t.sets() == as_sets("r3 r4 r5 | r6 b6 k6")


def test_case_17_jokers_are_shown_in_their_place() -> None:
    t = lay("r1 r2 r4 J r5", "k1")
    assert t.snap["table"] == [["red 1", "red 2", "joker", "red 4", "red 5"]]


def test_case_18_the_jokers_group_loses_nothing() -> None:
    table, rack = "r4 b4 J", "k4 y9 y10"
    t = lay(table, rack).play("k4", "done")
    assert t.table_tiles() == ["J", "b4", "k4", "r4"], "k4 may join"
    t = lay(table, rack).play("k4", "y9", "y10", "done")
    assert as_sets("r4 b4 k4")[0] in t.sets(), "k4 takes the joker's place"
    assert t.sets() == as_sets("r4 b4 k4 | y9 y10 J")


@pytest.mark.parametrize("ruleset", PRESETS)
def test_case_19_drawing_though_able_to_play(ruleset: str) -> None:
    t = lay("r1 r2 r3", "r4 k9", ruleset=ruleset)
    assert {"red 4", "draw"} <= t.legal
    t.play("draw")
    assert t.acting == 1


def empty_pool(ruleset: str) -> RummikubTable:
    """Two players with a tile each, everything else on the table in runs."""
    runs = [" ".join(f"{c}{n}" for n in range(1, 14)) for c in "br"]
    for c in "ky":
        runs.append(" ".join(f"{c}{n}" for n in range(1, 7)))
        runs.append(" ".join(f"{c}{n}" for n in range(8, 14)))
    options = {"copies": 1, "jokers": 0, "ruleset": ruleset}
    return lay(" | ".join(runs), "k7", "y7", **options)


@pytest.mark.parametrize("ruleset", PRESETS)
def test_case_20_with_an_empty_pool_a_player_passes(ruleset: str) -> None:
    t = empty_pool(ruleset).play("pass")
    if ruleset == "hk_school":  # "stop"
        assert t.phase == "over"
    else:
        assert t.phase == "play"
        assert t.acting == 1
        assert t.play("pass").phase == "over"
    assert t.scores == [0, 0]


@pytest.mark.parametrize("ruleset", PRESETS)
def test_case_21_table_moves_alone_are_no_play(ruleset: str) -> None:
    t = lay("r1 r2 r3 r4 | b4 k4 y4", "k9", ruleset=ruleset)
    assert t.legal == {"draw"}
    env = rummikub_v0.env(num_players=2, ruleset=ruleset, illegal_action="raise")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="done"):
        env.step(54)
