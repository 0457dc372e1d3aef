"""What the scripted Rummikub players do with a turn."""

from typing import Any

import numpy as np
import pytest

from tabletop.registry import make_player

from .rummikub_table import RummikubTable, lay

MANY = "k1 k3 k5 k7 b1 b3 b5 b7"  # a rack from which nobody goes out soon


def whole_turn(t: RummikubTable, name: str) -> RummikubTable:
    """Let a scripted player take the turn of seat 0."""
    player = make_player(name, t.game)
    while t.acting == 0 and t.phase == "play":
        seen = t.env.observe("player_0")
        action = player.act(seen["observation"][None], seen["action_mask"][None])
        t.step(int(np.asarray(action)[0]))
    return t


@pytest.mark.parametrize(
    ("rack", "most_tiles", "careful"),
    [
        ("r4 k9 b12 J", "k9 b12", "k9 b12 J"),
        ("k9 b12 J", "k9 b12", "k9 b12"),
        ("k10 k11 k12 b9 r4", "b9", "k10 k11 k12 b9"),
        ("k10 k11 k12 b9 y5 y6 y7", "b9", "b9 y5 y6 y7"),
        ("k10 k11 k12 r4", "", ""),
    ],
    ids=["keeps jokers", "unless nothing else goes", "keeps sets", "but one", "goes out"],
)
def test_careful_holds_tiles_back(rack: str, most_tiles: str, careful: str) -> None:
    for name, left in (("most_tiles", most_tiles), ("careful", careful)):
        assert whole_turn(lay("r1 r2 r3", rack, MANY), name).rack(0) == left


def test_careful_keeps_a_joker_out_of_the_initial_meld() -> None:
    t = lay("", "k10 k11 k12 b9 J", MANY, melded=[False, True])
    assert whole_turn(t, "careful").rack(0) == "b9 J"


def test_careful_does_not_open_the_table_to_who_may_go_out() -> None:
    """Of the tiles not seen, b3 goes in any case, b2 never, and k13 only behind k12."""
    table = "k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 | b4 b5 b6 b7 b8 b9 b10 b11 b12 b13"
    small: dict[str, Any] = {"colors": 2, "copies": 1, "jokers": 0, "tiles_dealt": 3}
    for name, plays in (("most_tiles", True), ("careful", False)):
        t = whole_turn(lay(table, "k12 b1", "k13", pool="b2 b3", **small), name)
        assert ("k12" in t.table_tiles()) is plays


@pytest.mark.parametrize("others", [("y2 y3", "k1 b13", "r13 J"), (MANY, "r8 r9 r10 J J y7 y8 y9")])
def test_careful_reads_nothing_but_what_it_is_shown(others: tuple[str, ...]) -> None:
    """The same table with other tiles in the other rack and in the pool: the same turn."""
    table, rack = "r1 r2 r3 | b5 b6 b7", "r4 b8 k9 k10 k11 y1"
    ends = [whole_turn(lay(table, rack, other), "careful").sets() for other in others]
    assert all(end == ends[0] for end in ends)
    assert ends[0] != lay(table, rack).sets()
