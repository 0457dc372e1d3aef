"""Who plays what: rotation balance, pooled names, line-ups, seeds fixed beforehand."""

from collections import Counter

import numpy as np
import pytest

from baselines.arena import pair_schedule, table_schedule
from tabletop.errors import UserError
from tests.baselines.dice_players import low


def test_every_player_sits_in_every_seat_of_every_deal() -> None:
    schedule = table_schedule(["a", "b", "c", "d"], deals=3, seed=1)
    assert schedule.games == 12
    for seat in range(4):
        assert sorted(schedule.seatings[:, seat]) == [0, 1, 2, 3]
    assert all(sorted(row) == [0, 1, 2, 3] for row in schedule.seatings)


def test_equal_names_are_one_kind_in_order_of_first_mention() -> None:
    schedule = table_schedule(["b", "a", "b", "a"], deals=1, seed=1)
    assert schedule.names == ("b", "a")
    counts = Counter((seat, kind) for row in schedule.seatings for seat, kind in enumerate(row))
    assert set(counts.values()) == {2}


def test_a_pair_plays_one_against_three_and_three_against_one() -> None:
    schedule = pair_schedule("x", "y", 4, deals=2, seed=1)
    assert schedule.games == 16
    assert [(row == 0).sum() for row in schedule.seatings] == [1] * 4 + [3] * 4
    assert schedule.lineup_of.tolist() == [0] * 4 + [1] * 4
    for lineup in (0, 1):
        alone = [
            int(np.flatnonzero(row == lineup)[0]) for row in schedule.seatings[4 * lineup :][:4]
        ]
        assert sorted(alone) == [0, 1, 2, 3]


def test_two_players_need_one_lineup() -> None:
    schedule = pair_schedule("x", "y", 2, deals=5, seed=1)
    assert schedule.seatings.tolist() == [[0, 1], [1, 0]]


def test_seeds_are_fixed_by_the_schedule_and_differ_by_deal() -> None:
    one, same, other = (table_schedule(["a", "b"], 50, seed) for seed in (7, 7, 8))
    seeds = [one.deal_seed(d) for d in range(50)]
    assert seeds == [same.deal_seed(d) for d in range(50)]
    assert len({*seeds, *(other.deal_seed(d) for d in range(50))}) == 100
    assert not np.array_equal(one.row_seed(0), one.row_seed(1))
    assert one.player_seed(0, 0) != one.player_seed(0, 1) != one.player_seed(1, 0)


@pytest.mark.parametrize(
    ("players", "deals", "seed", "text"),
    [
        (["a"], 1, 0, "want one name per seat"),
        (["a", "b"], 0, 0, "want 1 or more"),
        (["a", "b"], 1, -1, "want 0 or more"),
        ([low(None), low(None)], 1, 0, "both named 'low'"),
    ],
)
def test_a_schedule_that_makes_no_sense_is_one_clear_line(
    players: list[str], deals: int, seed: int, text: str
) -> None:
    with pytest.raises(UserError, match=text):
        table_schedule(players, deals, seed)


def test_a_player_is_not_compared_with_itself() -> None:
    with pytest.raises(UserError, match="two different"):
        pair_schedule("a", "a", 4, 1, 0)
