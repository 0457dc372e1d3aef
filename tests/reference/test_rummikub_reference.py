"""The Rummikub reference engine against brute force and against the rulebook's own examples."""

import random

import pytest

from tests.reference.rummikub import (
    DONE,
    DRAW,
    ILLEGAL,
    REDEAL,
    TABLE_LOST,
    TIMEOUT,
    Game,
    Oracle,
    set_position,
)
from tests.reference.rummikub_arrange import (
    all_arrangements,
    in_sets,
    lost_tables,
)
from tests.reference.rummikub_partition import (
    can_meld,
)
from tests.reference.rummikub_scores import rewards, scores_by_lowest, scores_when_out
from tests.reference.rummikub_tiles import (
    TYPES,
    Counts,
    Rules,
    TileSet,
    all_tiles,
    read_sets,
    read_tile,
    read_tiles,
    rules_named,
    tiles_of,
)


def play(
    table: str = "",
    rack: str = "",
    other: str = "y13 y12",
    pool: str = "k1 k2 k3 k4 k5",
    melded: bool = True,
    rules: Rules | None = None,
    players: int = 2,
) -> Game:
    """A game at seat 0's turn."""
    game = Game(rules or rules_named("hk_school"), players)
    racks = [read_tiles(rack)] + [read_tiles(other)] * (players - 1)
    tiles = [read_tile(word) for word in pool.split()]
    set_position(game, racks, read_sets(table), [melded] * players, tiles)
    return game


def legal(game: Game) -> set[int]:
    """The legal actions."""
    return {a for a, ok in enumerate(game.legal_mask()) if ok}


def lay(game: Game, tiles: str) -> None:
    """Play tiles one by one; each must be legal."""
    for t in tiles_of(read_tiles(tiles)):
        game.step(t)


# -- the table and the rack (cases) -------------------------------------------------------------

TABLE_CASES = {
    "case 1": ("r5 b5 k5 J | y1 y2 y3", "y4", "y4"),
    "case 6": ("r5 b5 k5 y5", "J", ""),
    "case 7": ("r5 b5 k5 y5", "J J", "J"),
    "case 8": ("r1 r2 r3 r4 r5", "r3", "r3"),
    "case 9": ("b5 r5 k5 y5", "b4 b6 b7", "b4 b6 b7"),
    "case 12": ("", "r13 y13 k13 k13", "r13 y13 k13"),
    "case 13": ("", "r3 r4 r5 r6 r7 b6 k6", "r3 r4 r5 r6 r7 b6 k6"),
    "case 14": ("r6 J r8 r9 | r7 b7 k7", "r7", "r7"),
    "case 15": ("b1 b2 b3 | b1 b2 b3", "b4", "b4"),
    "case 16": ("", "J r5 J", "J r5"),
    "case 18": ("r4 b4 J", "k4", "k4"),
}


@pytest.mark.parametrize(("table", "rack", "playable"), TABLE_CASES.values(), ids=TABLE_CASES)
def test_table_cases(table: str, rack: str, playable: str) -> None:
    game = play(table, rack)
    wanted = {t for t in range(TYPES) if read_tiles(playable)[t]}
    assert legal(game) == wanted | {DRAW}


EXAMPLES = {
    "HKR-17.1": ("b1 b2 J b4 b5", "b3 k11 k13", "b1 b2 b3 b4 b5 | k11 J k13"),
    "HKR-17.2": ("J r6 r7", "r9", "r6 r7 J r9"),
    "HKR-17.3": ("J r6 r7 r8", "r10", "r6 r7 r8 J r10"),
    "HKR-17.4": ("J b6 b7 b8", "y2 y3", "b6 b7 b8 | y2 y3 J"),
    "HKR-17.5": ("J b4 k4 y4", "k11 k13", "b4 k4 y4 | k11 J k13"),
    "HKR-17.6": (
        "r2 k2 b2 | r3 k3 b3 | r4 k4 J",
        "b5",
        "r2 r3 r4 | k2 k3 k4 | b2 b3 J b5",
    ),
    "HKR-17.7": (
        "r6 J r8 | r9 r10 r11",
        "r4 r5 b9 b10",
        "r4 r5 r6 | r8 r9 r10 r11 | b9 b10 J",
    ),
}


@pytest.mark.parametrize(("table", "rack", "end"), EXAMPLES.values(), ids=EXAMPLES)
def test_worked_examples(table: str, rack: str, end: str) -> None:
    game = play(table, rack + " y12")
    lay(game, rack)
    assert DONE in legal(game)
    wanted = sorted(read_sets(end))
    assert wanted in [sorted(way) for way in all_arrangements(in_sets(wanted), 13, 4)]
    game.oracle = Arranges(wanted)
    game.step(DONE)
    assert (game.sets, game.over) == (wanted, "")


class Arranges(Oracle):
    """Lays the table out as told."""

    def __init__(self, sets: list[TileSet]) -> None:
        self.sets = sets

    def arranged(self, tiles: Counts, old: list[TileSet], rules: Rules) -> list[TileSet]:
        return self.sets


def test_hkr_15_the_joker_may_go_where_no_rack_tile_is() -> None:
    game = play("b5 k5 y5 J | r10 r11 r12", "r5 y12")
    lay(game, "r5")
    game.step(DONE)
    assert sorted(read_sets("r5 b5 k5 y5 | r10 r11 r12 J")) == game.sets


# -- initial meld, turns -------------------------------------------------------------------------


def test_hkr_10_the_initial_meld_is_of_the_rack_alone() -> None:
    game = play("r10 r11 r12", "r13 b5 b6 b7", melded=False)
    assert legal(game) == {DRAW}
    game = play("r10 r11 r12", "r13 b9 b10 b11", melded=False)
    lay(game, "b9 b10 b11")
    assert legal(game) == {DONE}
    game.step(DONE)
    assert game.melded == [True, False]


def test_hkr_10_done_only_when_the_meld_is_worth_enough() -> None:
    game = play("", "b1 b2 b3 r9 r10 r11 y1", melded=False)
    lay(game, "b1 b2 b3")
    assert DONE not in legal(game)
    lay(game, "r9 r10 r11")
    assert DONE in legal(game)


def test_no_initial_meld_asked_for() -> None:
    game = Game(rules_named("hk_school", initial_meld_points=0), 2)
    game.deal(list(range(106)), 0)
    assert game.melded == [True, True]


def test_hkr_12_drawing_though_able_to_play() -> None:
    game = play("", "r1 r2 r3 r4", pool="k9 k8")
    game.step(DRAW)
    assert game.racks[0] == read_tiles("r1 r2 r3 r4 k9")
    assert (game.to_act, game.pool) == (1, [read_tile("k8")])


def test_no_drawing_after_a_tile_was_played() -> None:
    game = play("", "r1 r2 r3 r4")
    lay(game, "r1")
    assert legal(game) == {read_tile(word) for word in ("r2", "r3", "r4")}


def test_ascending_order() -> None:
    rules = rules_named("hk_school", order="ascending")
    game = play("r5 r6 r7", "r3 r4 r8 k1 y12", rules=rules)
    assert legal(game) == {read_tile(w) for w in ("r3", "r4", "r8")} | {DRAW}
    lay(game, "r4")
    assert legal(game) == {read_tile("r8"), DONE}


# -- redeal --------------------------------------------------------------------------------------


class Deals(Oracle):
    """Gives prepared orders."""

    def __init__(self, *orders: list[int]) -> None:
        self.orders = list(orders)

    def new_order(self) -> list[int]:
        return self.orders.pop(0)


def pairs_order(starter_pairs: int, next_pairs: int) -> list[int]:
    """An order of two players: pairs of the low tiles and otherwise single tiles."""
    first = [p for t in range(starter_pairs) for p in (2 * t, 2 * t + 1)]
    second = [p for t in range(10, 10 + next_pairs) for p in (2 * t, 2 * t + 1)]
    first += [2 * t for t in range(20, 34 - len(first))]
    second += [2 * t for t in range(35, 49 - len(second))]
    dealt = [p for both in zip(first, second, strict=True) for p in both]
    return dealt + [p for p in range(106) if p not in dealt]


def test_hkr_3_who_is_asked() -> None:
    game = Game(rules_named("hk_school"), 2, Deals(pairs_order(0, 3), pairs_order(2, 2)))
    game.deal(pairs_order(3, 3), 1)
    assert (game.phase, game.to_act) == ("redeal", 1)
    assert legal(game) == {DONE, REDEAL}
    game.step(DONE)
    assert (game.phase, game.to_act) == ("redeal", 0)
    game.step(REDEAL)
    assert (game.phase, game.to_act) == ("redeal", 0), "the starter has two pairs now"
    game.step(REDEAL)
    assert (game.phase, game.to_act, game.turns) == ("play", 1, 0)


def test_hkr_3_nobody_is_asked_after_the_last_redeal() -> None:
    rules = rules_named("hk_school", max_redeals=1)
    game = Game(rules, 2, Deals(pairs_order(3, 3)))
    game.deal(pairs_order(3, 0), 0)
    game.step(REDEAL)
    assert game.phase == "play"


def test_a_time_out_keeps_the_deal() -> None:
    for action in (TIMEOUT, ILLEGAL, TABLE_LOST):
        game = Game(rules_named("hk_school"), 2)
        game.deal(pairs_order(3, 0), 0)
        game.step(action)
        assert (game.phase, game.to_act, len(game.pool)) == ("play", 0, 106 - 28)


# -- time-outs -----------------------------------------------------------------------------------


@pytest.mark.parametrize("action", [TIMEOUT, ILLEGAL])
def test_hkr_22_everything_goes_back_and_three_are_drawn(action: str) -> None:
    game = play("r1 r2 r3", "r4 y9", pool="k1 k2 k3 k4")
    lay(game, "r4")
    game.step(action)
    assert game.racks[0] == read_tiles("r4 y9 k1 k2 k3")
    assert game.sets == read_sets("r1 r2 r3")
    assert game.to_act == 1


def test_twr_5_three_endings() -> None:
    rules = rules_named("tw_campus")
    game = play("r1 r2 r3", "r4 r7 y9", rules=rules)
    lay(game, "r4")
    game.step(TIMEOUT)
    assert game.sets == read_sets("r1 r2 r3 r4"), "the play stands"
    game = play("r1 r2 r3", "r4 y9", rules=rules)
    game.step(TIMEOUT)
    assert sum(game.racks[0]) == 3, "nothing played: one is drawn"
    game = play("r1 r2 r3", "b4 b5 b6 y9", rules=rules)
    lay(game, "b4")
    game.step(TIMEOUT)
    assert (sum(game.racks[0]), sum(game.melded)) == (7, 2), "illegal: back, and three drawn"


def test_twr_5_unfinished_initial_meld() -> None:
    game = play("", "b1 b2 b3 r9 r10 r11 y1", melded=False, rules=rules_named("tw_campus"))
    lay(game, "b1 b2 b3")
    game.step(TIMEOUT)
    assert (sum(game.racks[0]), game.melded[0], game.sets) == (10, False, [])


def test_hkr_23_loose_tiles_go_to_the_rack() -> None:
    game = play("b5 k5 y5 J | y1 y2 y3", "r11 r12 y9", pool="k1 k2 k3 k4")
    lay(game, "r12")  # r11 completes the run, the joker is in it
    game.step(TABLE_LOST)
    assert game.sets == sorted(read_sets("b5 k5 y5 | y1 y2 y3"))
    assert game.racks[0] == read_tiles("r11 r12 y9 J k1 k2 k3")


def test_hkr_23_what_can_stay() -> None:
    old = read_sets("r5 b5 k5 y5 | y1 y2 y3")
    ways = set(lost_tables(old, read_tiles("r6"), read_tiles("r7 y9"), 13, 4))
    # r6 r7 take r5 from the group; b5 k5 y5 stay, r5 is loose, y1 y2 y3 stay
    assert ways == {tuple(sorted(read_sets("b5 k5 y5 | y1 y2 y3")))}


def test_twr_6_loose_tiles_go_to_the_pool() -> None:
    rules = rules_named("tw_campus")
    game = play("r5 b5 k5 y5 | y1 y2 y3", "r6 r7 y9", pool="k1 k2 k3 k4", rules=rules)
    lay(game, "r6")
    game.step(TABLE_LOST)
    assert game.racks[0] == read_tiles("r6 r7 y9 k1 k2 k3")
    assert sorted(game.pool) == sorted(tiles_of(read_tiles("k4 r5")))


def test_a_lost_table_without_an_initial_meld_loses_nothing() -> None:
    game = play("r1 r2 r3", "b9 b10 b11 y1", melded=False)
    lay(game, "b9 b10")
    game.step(TABLE_LOST)
    assert game.sets == read_sets("r1 r2 r3")
    assert sum(game.racks[0]) == 7


# -- endings and scores --------------------------------------------------------------------------


def test_hkr_30_to_32_the_winner_gets_what_the_others_lose() -> None:
    game = play("", "r1 r2 r3", other="y13 J", players=3)
    game.melded = [True, True, False]
    game.racks[2] = read_tiles("y10 y11 y12 k1")
    lay(game, "r1 r2 r3")
    game.step(DONE)
    assert (game.over, game.scores) == ("terminated", [243.0, -43.0, -200.0])
    assert sum(game.rewards) == pytest.approx(0)


def test_hkr_32_one_hundred_or_two_hundred() -> None:
    assert not can_meld(read_tiles("r1 r2 r3 k5 k6"), 30)
    assert can_meld(read_tiles("r12 J J"), 30)


def test_hkr_33_examples() -> None:
    assert scores_by_lowest([5, 10, 15, 20]) == ([30, -5, -10, -15], [0])
    assert scores_by_lowest([1, 1, 10, 7]) == ([7.5, 7.5, -9, -6], [0, 1])


def test_hkr_33_stop() -> None:
    game = play("", "r1 r5", other="y1 y2", pool="k1")
    game.step(DRAW)
    assert (game.over, game.phase, game.scores) == ("terminated", "over", [-4, 4])


def test_ofr_3_play_on_until_nobody_does_anything() -> None:
    game = play("", "r1 r5", other="y1 y2", pool="k1", rules=rules_named("official"))
    for action in (DRAW, DRAW, TIMEOUT):
        assert not game.over
        game.step(action)
    assert (game.over, game.scores) == ("terminated", [-4, 4])


def test_hkr_36_truncated() -> None:
    game = play("", "r1 r5", other="y1 y2")
    game.max_turns = 2
    game.step(DRAW)
    game.step(DRAW)
    assert (game.over, game.scores) == ("truncated", [-2, 2])


def test_rewards() -> None:
    assert rewards("score", scores_when_out([0, 50, 10], 0), [0]) == [0.6, -0.5, -0.1]
    assert rewards("win", [60, -50, -10], [0]) == [1, -0.5, -0.5]
    assert rewards("win", [7.5, 7.5, -9, -6], [0, 1]) == [0.5, 0.5, -0.5, -0.5]
    assert rewards("rank", [7.5, 7.5, -9, -6], [0, 1]) == pytest.approx([2 / 3, 2 / 3, -1, -1 / 3])
    assert rewards("rank", [0, 0], [0, 1]) == [0, 0]


# -- whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_random_games_end_and_keep_their_tiles(seed: int) -> None:
    rng = random.Random(seed)
    numbers, colors = rng.choice([(6, 3), (5, 4), (13, 4)])
    rules = rules_named(
        rng.choice(["hk_school", "tw_campus"]),
        numbers=numbers,
        colors=colors,
        tiles_dealt=5,
        initial_meld_points=6,
        max_redeals=0,
    )
    game = Game(rules, 2, max_turns=40)
    order = list(range(len(all_tiles(rules))))
    rng.shuffle(order)
    game.deal(order, rng.randrange(2))
    while not game.over:
        game.step(rng.choice(sorted(legal(game))))
        game.check_conservation()
