"""The exact solver: against brute force and the integer program, and its checked functions."""

import random

import numpy as np
import pytest

from rummi_env.solver import (
    Play,
    arrange,
    arrange_indices,
    best_play,
    can_meld,
    is_legal,
    legal_tiles,
    legal_tiles_into,
    meld_value,
    new_workspace,
)
from rummi_env.solver_keep import fewest_broken
from rummi_env.tiles import count_tiles, format_tiles, order_set, parse_sets, parse_tiles
from tabletop.errors import UserError
from tests.engine.fuzz_solver import brute_round, program_round
from tests.engine.solver_checks import Checker
from tests.reference.rummikub_brute import best_value
from tests.reference.rummikub_positions import random_position


def best_tiles(table: str, rack: str, objective: str = "tiles") -> str:
    """The tiles of the best play as text."""
    play = best_play(parse_tiles(table), parse_tiles(rack), objective)
    return "" if play is None else format_tiles(play.tiles)


@pytest.fixture(scope="module")
def checker() -> Checker:
    return Checker()


@pytest.mark.parametrize("seed", range(8))
def test_agrees_with_brute_force_on_dense_positions(checker: Checker, seed: int) -> None:
    rng = random.Random(f"brute {seed}")
    wrong = [line for _ in range(50) for line in brute_round(checker, rng)]
    assert wrong == []


@pytest.mark.parametrize("seed", range(8))
def test_agrees_with_the_integer_program(checker: Checker, seed: int) -> None:
    rng = random.Random(f"program {seed}")
    wrong = [line for _ in range(6) for line in program_round(checker, None, rng)]
    assert wrong == []


def test_tiles_outside_the_candidates_get_0() -> None:
    table, rack = parse_tiles("r1 r2 r3"), parse_tiles("r4 r5 k1")
    out = np.zeros(53, dtype=np.int8)
    found = legal_tiles_into(table, rack, parse_tiles("r4"), 13, 4, out, new_workspace())
    assert (found, format_tiles(out)) == (1, "r4")


def test_mask_does_not_depend_on_what_was_asked_before() -> None:
    rng = random.Random("order")
    positions = [random_position(rng, 30, 2, 14) for _ in range(20)]
    first = [legal_tiles(*position).tolist() for position in positions]
    again = [legal_tiles(*position).tolist() for position in reversed(positions)]
    assert again[::-1] == first


def test_played_tiles_count_as_table() -> None:
    table, rack = parse_tiles("r1 r2 r3"), parse_tiles("k5 y5")
    assert format_tiles(legal_tiles(table, rack)) == ""
    assert format_tiles(legal_tiles(table, rack, parse_tiles("b5"))) == "k5 y5"


def test_before_the_initial_meld_the_table_is_out_of_reach() -> None:
    table, rack = parse_tiles("r1 r2 r3"), parse_tiles("r4 k10 b10 r10")
    assert format_tiles(legal_tiles(table, rack)) == "k10 b10 r4 r10"
    assert format_tiles(legal_tiles(table, rack, initial_meld_points=30)) == "k10 b10 r10"
    assert format_tiles(legal_tiles(table, rack, initial_meld_points=31)) == ""


def test_ascending_asks_for_later_tiles_only() -> None:
    table, rack = parse_tiles(""), parse_tiles("k5 b5 r5")
    assert format_tiles(legal_tiles(table, rack, ascending=True)) == "k5"
    assert format_tiles(legal_tiles(table, parse_tiles("b5 r5"), parse_tiles("k5"))) == "b5 r5"


def test_best_play_by_tiles_and_by_value() -> None:
    table, rack = parse_tiles("y1 y2 y3"), parse_tiles("r1 r2 r3 r13 k13 b13 y4 y13")
    play = best_play(table, rack)
    assert isinstance(play, Play)
    assert (play.count, play.value) == (8, 62)
    rack_text = "r11 r12 r13 k13 b13 k12 b12 k1"
    assert best_tiles("y1 y2 y3", rack_text, "value") == "k12 k13 b12 b13 r12 r13"
    assert best_play(table, parse_tiles("r7 k9")) is None


def test_most_value_keeps_a_joker_that_is_not_needed() -> None:
    assert best_tiles("r1 r2 r3", "r4 k9 J", "value") == "r4"
    assert best_tiles("r1 r2 r3", "r4 J", "value") == "r4 J"
    assert best_tiles("r1 r2 r3", "k9 J", "value") == "J"
    assert best_tiles("r1 r2 r3", "r5 k9 J", "value") == "r5 J"


def test_initial_meld_value_is_the_best_reading() -> None:
    rack = parse_tiles("r12 r13 J b3")
    play = best_play(parse_tiles(""), rack, "value", 30)
    assert play is not None
    assert (format_tiles(play.tiles), play.value) == ("r12 r13 J", 36)
    assert best_play(parse_tiles(""), rack, "value", 37) is None
    assert meld_value(parse_tiles("r10 J J")) == 33
    assert meld_value(parse_tiles("r10 J")) == -1
    assert can_meld(rack, 36)
    assert not can_meld(rack, 37)


def test_a_joker_may_split_a_run_to_be_worth_more() -> None:
    # 9 10 11 | J 12 13 with the joker as 11 beats 8 to 13
    assert meld_value(parse_tiles("k9 k10 k11 k12 k13 J")) == 66


@pytest.mark.parametrize(
    ("numbers", "colors", "tiles", "legal"),
    [
        (9, 4, "r8 r9 J", True),
        (9, 4, "r7 r8 r9 J", True),
        (3, 4, "r1 r2 r3 J", False),
        (3, 4, "r1 r2 r3 k1 b1 y1 J", True),
        (4, 4, "r1 r2 r3 r4 J", False),
        (4, 4, "r1 r2 r3 r4 J J", True),
        (13, 3, "k5 b5 r5 J", False),
        (13, 2, "k5 b5 J", False),
        (13, 1, "k12 J J", True),
    ],
)
def test_small_games_have_no_room_for_jokers(
    numbers: int, colors: int, tiles: str, legal: bool
) -> None:
    assert is_legal(parse_tiles(tiles), numbers=numbers, colors=colors) is legal


def test_arrange_shows_jokers_in_their_places() -> None:
    assert arrange(parse_tiles("r1 r2 r4 J r5")) == [["r1", "r2", "J", "r4", "r5"]]
    assert arrange(parse_tiles("")) == []
    with pytest.raises(UserError, match="no legal table"):
        arrange(parse_tiles("r1 r2"))


def test_arrange_gives_valid_sets_of_exactly_these_tiles() -> None:
    rng = random.Random("arrange")
    for _ in range(60):
        table = random_position(rng, rng.randint(3, 90), rng.randint(0, 2), 0).table
        sets = arrange_indices(table)
        assert [order_set(tiles) for tiles in sets] == sets
        assert (count_tiles(t for tiles in sets for t in tiles) == table).all()


def test_arrange_keeps_sets_in_place_and_order() -> None:
    keep = "k5 b5 y5 | r6 J r8 | y1 y2 y3"
    total = parse_tiles("k5 b5 y5 r6 J r8 y1 y2 y3 r5 r9")
    assert arrange(total, keep)[:2] == [["k5", "b5", "y5"], ["y1", "y2", "y3"]]
    assert arrange(total, keep)[2:] == [["r5", "r6", "J", "r8", "r9"]]
    same = [["r6", "J", "r8"], ["b5", "k5", "y5"]]
    assert arrange(parse_tiles("k5 b5 y5 r6 J r8"), same) == [["r6", "J", "r8"], ["k5", "b5", "y5"]]


def _fewest_by_trying(rest: np.ndarray, kept: list[list[int]]) -> int:
    sizes = []
    for choice in range(1 << len(kept)):
        broken = [tiles for i, tiles in enumerate(kept) if choice >> i & 1]
        counts = rest + count_tiles(t for tiles in broken for t in tiles)
        if best_value(tuple(counts.tolist())) >= 0:
            sizes.append(len(broken))
    return min(sizes, default=-1)


def test_arrange_breaks_as_few_sets_as_can_be() -> None:
    rng = random.Random("keep")
    broken_sets = 0
    for _ in range(40):
        table, rack = random_position(rng, rng.randint(6, 24), rng.randint(0, 2), 10)
        kept = arrange_indices(table)
        play = best_play(table, rack)
        if play is None:
            continue
        rows = np.array([count_tiles(tiles) for tiles in kept], dtype=np.int64)
        broken = np.zeros(len(kept), dtype=np.int64)
        assert fewest_broken(play.tiles.astype(np.int64), rows, broken, 13, 4, new_workspace())
        assert broken.sum() == _fewest_by_trying(play.tiles, kept)
        broken_sets += int(broken.sum())
    assert broken_sets > 20


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: is_legal(parse_tiles("r1") * 3), "third 'red 1'"),
        (lambda: is_legal([1, 2, 3]), "want 53 whole numbers"),
        (lambda: legal_tiles(parse_tiles("r1 r1 r2 r3"), parse_tiles("r1")), "table, rack and"),
        (lambda: best_play(parse_tiles(""), parse_tiles("r1"), "tils"), "did you mean 'tiles'"),
        (lambda: is_legal(parse_tiles(""), numbers=14), "want 1 to 13"),
        (lambda: parse_tiles("r1 x2"), "'x' is no colour"),
        (lambda: parse_tiles("r14"), "numbers go from 1 to 13"),
        (lambda: parse_tiles("red"), "lacks its number"),
        (lambda: parse_sets("r1 r1 | r1"), "third 'red 1'"),
    ],
)
def test_wrong_input_gives_one_clear_line(call: object, words: str) -> None:
    with pytest.raises(UserError, match=words) as caught:
        call()  # type: ignore[operator]
    assert "\n" not in str(caught.value)


def test_notation_goes_there_and_back() -> None:
    counts = parse_tiles("J r5 red 5, black 13; K1 joker yellow 7")
    assert format_tiles(counts) == "k1 k13 r5 r5 y7 J J"
    assert (parse_tiles(format_tiles(counts)) == counts).all()
