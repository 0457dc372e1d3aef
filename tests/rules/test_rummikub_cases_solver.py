"""Situations that programs get wrong, and the contest text's worked examples, by the solver alone.

The numbers are those of the list of cases; HKR-17.1 to 17.7 are the examples of the hk_school text.
The cases about turns and the pool (19 to 21) are played on the engine.
"""

from typing import NamedTuple

import pytest

from rummi_env.solver import arrange, best_play, can_meld, is_legal, legal_tiles, meld_value
from rummi_env.tiles import Counts, count_tiles, format_tiles, order_set, parse_sets, parse_tiles


def table_counts(text: str) -> Counts:
    """Counts of a table written as sets, each of which is checked."""
    sets = parse_sets(text)
    assert all(order_set(tiles) for tiles in sets), text
    return count_tiles(tile for tiles in sets for tile in tiles)


class Case(NamedTuple):
    """What can be played, and how many tiles in one turn."""

    table: str
    rack: str
    legal: str
    most: int


CASES = {
    "1-run-takes-a-tile": Case("r5 b5 k5 J | y1 y2 y3", "y4", "y4", 1),
    "6-a-group-never-has-five": Case("r5 b5 k5 y5", "J", "", 0),
    "7-two-jokers-make-two-triples": Case("r5 b5 k5 y5", "J J", "J J", 2),
    "8-split-a-run-on-an-equal-tile": Case("r1 r2 r3 r4 r5", "r3", "r3", 1),
    "9-group-lends-a-tile-to-a-run": Case("b5 r5 k5 y5", "b4 b6 b7", "b4 b6 b7", 3),
    "10-nothing-follows-13": Case("", "r12 r13 r1", "", 0),
    "11-six-tiles-as-two-triples": Case("", "r1 r1 b1 k1 y1 y1", "k1 b1 r1 r1 y1 y1", 6),
    "12-a-colour-once-in-a-group": Case("", "r13 y13 k13 k13", "k13 r13 y13", 3),
    "13-six-of-seven": Case("", "r3 r4 r5 r6 r7 b6 k6", "k6 b6 r3 r4 r5 r6 r7", 6),
    "14-equal-tiles-are-no-obstacle": Case("r6 J r8 r9 | r7 k7 b7", "r7", "r7", 1),
    "15-two-identical-runs": Case("b1 b2 b3 | b1 b2 b3", "b4", "b4", 1),
    "16-two-jokers-and-a-tile": Case("", "J r5 J", "r5 J", 3),
    "18-join-the-group-of-the-joker": Case("r4 b4 J", "k4", "k4", 1),
    "18-or-free-the-joker": Case("r4 b4 J", "k4 y9 y10", "k4 y9 y10", 3),
    "HKR-15-joker-moves-to-another-set": Case("b5 k5 y5 J | r10 r11 r12", "r5", "r5", 1),
}


@pytest.mark.parametrize("name", CASES)
def test_case(name: str) -> None:
    case = CASES[name]
    table, rack = table_counts(case.table), parse_tiles(case.rack)
    types = {tile for tile in range(53) if parse_tiles(case.legal)[tile]}
    assert {tile for tile in range(53) if legal_tiles(table, rack)[tile]} == types
    play = best_play(table, rack)
    assert (play.count if play else 0) == case.most


@pytest.mark.parametrize(
    ("number", "rack", "value"),
    [
        (2, "r10 b10 k10", 30),
        (3, "k10 r10 J", 30),
        (4, "r12 r13 J", 36),
        (5, "r10 J J", 33),
    ],
)
def test_initial_meld_case(number: int, rack: str, value: int) -> None:
    tiles = parse_tiles(rack)
    assert meld_value(tiles) == value
    assert can_meld(tiles, value)
    assert not can_meld(tiles, value + 1)
    play = best_play(parse_tiles(""), tiles, "value", 30)
    assert play is not None
    assert (play.count, play.value) == (3, value)
    mask = legal_tiles(parse_tiles(""), tiles, initial_meld_points=30)
    assert (mask == (tiles > 0)).all()


def test_case_17_jokers_are_shown_in_order() -> None:
    assert arrange(parse_tiles("r1 r2 r4 J r5")) == [["r1", "r2", "J", "r4", "r5"]]


class Example(NamedTuple):
    """A worked example: table, the rack tiles played, and the table that the text gives."""

    before: str
    rack: str
    after: str


EXAMPLES = {
    "HKR-17.1": Example("b1 b2 J b4 b5", "b3 k11 k13", "b1 b2 b3 b4 b5 | k11 J k13"),
    "HKR-17.2": Example("J r6 r7", "r9", "r6 r7 J r9"),
    "HKR-17.3": Example("J r6 r7 r8", "r10", "r6 r7 r8 J r10"),
    "HKR-17.4 joker as 1": Example("J b6 b7 b8", "y2 y3", "b6 b7 b8 | J y2 y3"),
    "HKR-17.4 joker as 4": Example("J b6 b7 b8", "y2 y3", "b6 b7 b8 | y2 y3 J"),
    "HKR-17.5": Example("J b4 k4 y4", "k11 k13", "b4 k4 y4 | k11 J k13"),
    "HKR-17.6": Example("r2 k2 b2 | r3 k3 b3 | r4 k4 J", "b5", "r2 r3 r4 | k2 k3 k4 | b2 b3 J b5"),
    "HKR-17.7": Example(
        "r6 J r8 | r9 r10 r11", "r4 r5 b9 b10", "r4 r5 r6 | r8 r9 r10 r11 | b9 b10 J"
    ),
    "HKR-17.7 joker as 8": Example(
        "r6 J r8 | r9 r10 r11", "r4 r5 b9 b10", "r4 r5 r6 | r8 r9 r10 r11 | J b9 b10"
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_worked_example(name: str) -> None:
    example = EXAMPLES[name]
    table, rack = table_counts(example.before), parse_tiles(example.rack)
    assert (table_counts(example.after) == table + rack).all()
    assert is_legal(table + rack)
    assert (legal_tiles(table, rack) == (rack > 0)).all()
    play = best_play(table, rack)
    assert play is not None
    assert format_tiles(play.tiles) == format_tiles(rack)


@pytest.mark.parametrize("name", EXAMPLES)
def test_worked_example_one_tile_at_a_time(name: str) -> None:
    example = EXAMPLES[name]
    table, rack = table_counts(example.before), parse_tiles(example.rack)
    played = parse_tiles("")
    for tile in count_list(rack):
        assert legal_tiles(table, rack, played)[tile]
        played[tile] += 1
        rack[tile] -= 1
    assert is_legal(table + played)


def count_list(counts: Counts) -> list[int]:
    """Tile indices from the highest down: an order that no arrangement suggests."""
    return [tile for tile in range(52, -1, -1) for _ in range(int(counts[tile]))]
