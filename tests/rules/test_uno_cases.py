"""The public edge cases of UNO programs (cases/uno_cases), one test each, on the real engine."""

import numpy as np
import pytest

from uno_env import uno_v0
from uno_env.cards import NUM_TYPES, WILD
from uno_env.game import UnoGame

from .uno_table import table

PRESETS = ("hk_society", "tw_campus", "official")


@pytest.mark.parametrize("ruleset", PRESETS)
def test_case_01_reshuffled_wilds_lose_their_colour_the_top_one_keeps_it(ruleset: str) -> None:
    t = table("top: wild: green | p0: b9, r1 | p1: y1, y2", ruleset, rest="discard")
    t.play("draw").pass_windows("drawn")
    snap = t.snap
    assert snap["discard_top"] == "wild: green" and snap["color"] == "green"
    deck = t.env.records["hidden"]["deck"][0, : snap["deck_size"]]
    assert set(deck) <= set(range(NUM_TYPES)), "a wild in the deck is a plain wild"
    assert (deck == WILD).sum() + sum(hand.count("wild") for hand in snap["hands"]) == 3


@pytest.mark.parametrize("ruleset", PRESETS)
def test_case_02_draw_what_there_is_and_go_on(ruleset: str) -> None:
    game = UnoGame(2, ruleset)
    cards = _names(game)
    for card in ("red draw two", "blue 1", "blue 2", "green 5"):
        cards.remove(card)
    env = uno_v0.env(num_players=2, ruleset=ruleset)
    position = {"hands": [["blue 1", "blue 2"], cards], "discard": "rD", "pending_draws": 2}
    env.reset(seed=0, options={"position": position})
    env.step(60)
    assert len(env.snapshot()["hands"][0]) == 3
    assert env.snapshot()["to_act"] == 1 and env.legal_actions()


def _names(game: UnoGame) -> list[str]:
    from uno_env.cards import TYPE_NAMES

    return [TYPE_NAMES[card] for card in game.deck]


@pytest.mark.parametrize("ruleset", PRESETS)
def test_case_03_reverse_with_two_and_after_a_skip(ruleset: str) -> None:
    t = table("top: red 7 | p0: red reverse, g1, g2 | p1: y1, y2", ruleset).play("red reverse")
    assert t.acting == 0
    hands = "p0: red skip, g1, g2 | p1: y1, y2 | p2: red reverse, y3, y4"
    t = table(f"top: red 7 | {hands}", ruleset).play("red skip", "red reverse")
    assert t.acting == 1


def test_case_05_wd4_guilt_looks_at_the_named_colour_only() -> None:
    hands = "p0: W4, b7, b2 | p1: y1, b3 | p2: y3, y4"
    t = table(f"top: red 7 | {hands}", "official").play("wild draw four: blue", "catch")
    assert t.size(1) == 8, "a blue 7 does not make it a bluff on a red 7"
    hands = "p0: W4, g1, b2 | p1: y1, b3 | p2: y3, y4"
    t = table(f"top: wild: green | {hands}", "official").play("wild draw four: blue", "catch")
    assert t.size(0) == 6, "after a wild the named colour counts"


def test_case_06_the_named_colour_stays_in_both_outcomes() -> None:
    for card, victim in (("r1", 0), ("g1", 1)):
        hands = f"p0: W4, {card}, b2 | p1: y1, b3 | p2: y3, y4"
        t = table(f"top: red 7 | {hands}", "official").play("wild draw four: blue", "catch")
        assert t.snap["color"] == "blue" and t.size(victim) > 3


@pytest.mark.parametrize("ruleset", ["hk_society", "tw_campus"])
def test_case_07_a_stack_is_paid_once(ruleset: str) -> None:
    hands = "p0: b1, b2 | p1: y1, y2 | p2: y3, y4"
    t = table(f"top: rD | {hands}", ruleset, pending_draws=4).play("draw")
    assert t.size(0) == 6 and t.snap["pending_draws"] == 0 and t.acting == 1
    t.play("draw").pass_windows("drawn")
    assert t.size(1) == 3


@pytest.mark.parametrize("ruleset", ["tw_campus", "official"])
def test_case_08_a_drawn_wild_need_not_be_played_and_names_freely(ruleset: str) -> None:
    t = table("top: red 7 | p0: r1, b2 | p1: y1, y2 | deck: wild", ruleset).play("draw")
    assert t.legal == {"pass", *(f"wild: {c}" for c in ("red", "yellow", "green", "blue"))}
    assert t.play("pass").acting == 1


@pytest.mark.parametrize("ruleset", ["tw_campus", "official"])
@pytest.mark.parametrize("card", ["red 3", "blue 7"])
def test_case_09_a_drawn_card_fits_by_colour_or_number(ruleset: str, card: str) -> None:
    t = table(f"top: red 7 | p0: g1, b2 | p1: y1, y2 | deck: {card}", ruleset).play("draw")
    assert t.legal == {card, "pass"}


@pytest.mark.parametrize("ruleset", PRESETS)
def test_case_10_three_wilds_are_three_in_the_observation(ruleset: str) -> None:
    t = table("top: red 7 | p0: wild, wild, wild, r1 | p1: y1, y2", ruleset)
    assert t.env.observe("player_0")["observation"][WILD] == 3


@pytest.mark.parametrize("players", range(2, 11))
def test_case_11_num_players_is_what_it_says(players: int) -> None:
    env = uno_v0.env(num_players=players)
    env.reset(seed=0)
    assert len(env.possible_agents) == players == len(env.snapshot()["hands"])
    for wrong in (1, 11, 2.5, "4"):
        with pytest.raises(ValueError, match="num_players"):
            uno_v0.env(num_players=wrong)


def test_case_12_one_function_card_left_never_locks_up() -> None:
    t = table("top: red 7 | p0: red skip | p1: y1, y2")
    assert t.legal == {"draw"}
    game = UnoGame(2)
    others = _names(game)
    for card in ("red skip", "red 7"):
        others.remove(card)
    env = uno_v0.env(num_players=2)
    position = {"hands": [["red skip"], others], "discard": "red 7"}
    env.reset(seed=0, options={"position": position})
    env.step(60)
    assert env.snapshot()["to_act"] == 1, "with nothing to draw the turn passes"


@pytest.mark.parametrize("ruleset", PRESETS)
def test_case_13_seven_and_zero(ruleset: str) -> None:
    t = table("top: red 9 | p0: red 7 | p1: y1, y2 | p2: y3", ruleset, seven_zero=True)
    assert t.play("red 7").phase == "over", "a last-card 7 wins before the swap"
    hands = "p0: red 7, g1, g2 | p1: y1 | p2: y3, y4"
    t = table(f"top: red 9 | {hands}", ruleset, seven_zero=True).play("red 7", "swap: +1")
    assert t.phase == "catch", "a swapped one-card hand can be caught"


def test_case_14_a_jump_in_needs_the_exact_card() -> None:
    hands = "p0: red 9, b1, b2 | p1: blue 9, y1 | p2: red 8, y3"
    assert table(f"top: red 7 | {hands}").play("red 9").phase == "play"


@pytest.mark.parametrize("ruleset", PRESETS)
def test_case_15_a_catch_works_once(ruleset: str) -> None:
    hands = "p0: red 9, b1 | p1: y1, y2 | p2: y3, y4 | p3: y5, y6"
    t = table(f"top: red 7 | {hands}", ruleset).play("red 9", "catch")
    assert t.phase == "play"


@pytest.mark.parametrize("ruleset", PRESETS)
def test_case_16_random_play_ends(ruleset: str) -> None:
    batch = uno_v0.batch_env(num_envs=64, num_players=4, ruleset=ruleset, seed=1, max_turns=1000)
    batch.reset(seed=1)
    ended = 0
    for _ in range(3000):
        step = batch.step(batch.random_actions())
        ended += int(step.terminated.sum() + step.truncated.sum())
    assert ended > 64


def test_case_17_seeds() -> None:
    first, second = uno_v0.env(num_players=3), uno_v0.env(num_players=3)
    first.reset(seed=7)
    second.reset(seed=7)
    start = first.snapshot()
    assert start == second.snapshot()
    second.step(second.legal_actions()[0])
    assert first.snapshot() == start, "stepping one does not move the other"
    first.reset()
    assert first.snapshot() != start, "the second episode differs from the first"
    assert np.array_equal(
        first.observe("player_0")["observation"], first.observe("player_0")["observation"]
    )
