"""UN: the clauses that all UNO rulesets share, on the real engine."""

import numpy as np
import pytest

from uno_env import uno_v0
from uno_env.cards import TYPE_NAMES
from uno_env.game import UnoGame

from .uno_table import table


@pytest.mark.parametrize("ruleset", ["hk_society", "tw_campus", "official"])
@pytest.mark.parametrize("players", [2, 5, 10])
def test_un_1_cards_are_conserved_at_every_step(ruleset: str, players: int) -> None:
    env = uno_v0.env(num_players=players, ruleset=ruleset)
    rng = np.random.default_rng(players)
    for seed in range(3):
        env.reset(seed=seed)
        while env.snapshot()["phase"] != "over":
            env.step(int(rng.choice(env.legal_actions())))
            env.game.check_conservation(env.records, 0)


def deck_without(game: UnoGame, *cards: str) -> list[str]:
    """Names of all cards of the deck but the given ones."""
    names = [TYPE_NAMES[card] for card in game.deck]
    for card in cards:
        names.remove(card)
    return names


def test_un_2_a_penalty_draws_what_there_is_and_the_rest_lapses() -> None:
    loose = ("red draw two", "blue 1", "blue 2", "yellow 5", "yellow 6")
    env = uno_v0.env(num_players=2)
    hands = [["blue 1", "blue 2"], deck_without(env.game, *loose)]
    position = {"hands": hands, "discard": "red draw two", "pending_draws": 8}
    env.reset(seed=0, options={"position": position})
    env.step(env.game.parse_action("draw"))
    snap = env.snapshot()
    assert len(snap["hands"][0]) == 4 and snap["deck_size"] == 0 and snap["pending_draws"] == 0
    assert snap["to_act"] == 1


def test_un_2_idle_turns_with_nothing_to_draw_end_the_round() -> None:
    env = uno_v0.env(num_players=2, colors=1, max_number=0, cards_dealt=2, voluntary_draw=True)
    hands = [["wild"], deck_without(env.game, "wild", "red 0")]
    env.reset(seed=0, options={"position": {"hands": hands, "discard": "red 0"}})
    assert env.legal_actions(names=True) == ["draw"], "HKU-16 forbids the last wild"
    env.step(60)
    assert env.snapshot()["to_act"] == 1, "with nothing to draw, 60 is a pass"
    env.step(60)
    snap = env.snapshot()
    assert snap["phase"] == "over" and not any(env.truncations.values())
    assert snap["scores"] == [50, 6 * 20 + 7 * 50], "where hands are scored the winner's counts"
    assert env.rewards["player_0"] > 0


def test_un_3_two_players_reverse_acts_as_skip() -> None:
    t = table("top: red 7 | p0: red reverse, r1, b2 | p1: y1, y2").play("red reverse")
    assert t.acting == 0 and t.snap["direction"] == 1
    t = table("top: red 7 | p0: red reverse, blue reverse, b1, b2 | p1: y1, y2")
    t.play("red reverse", "blue reverse")
    assert t.acting == 1 and t.snap["direction"] == 1, "an even number is nothing"


def test_un_4_skips_count_active_players_round_the_table() -> None:
    seats = "p1: y1, y2 | p2: y3, y4"
    hand = "red skip, blue skip, green skip, b1, b2"
    t = table(f"top: red 7 | p0: {hand} | {seats}")
    t.play("red skip", "blue skip", "green skip")
    assert t.acting == 1, "three skips among three: past 1, 2 and 0 itself"


def test_un_5_and_6b_max_turns_truncates_and_scores_as_it_stands() -> None:
    t = table("top: red 7 | p0: red 9, b1, b2 | p1: red 1, y2 | p2: y3, y4, y5", max_turns=2)
    t.play("red 9", "uno", "red 1")
    assert t.phase == "over" and all(t.env.truncations.values())
    assert not any(t.env.terminations.values())
    assert t.snap["scores"] == [10, 5, 15]


def test_un_6_windows_come_as_catch_cut_challenge_effects() -> None:
    options = {"wd4_challenge": True}
    hands = "p0: W4, b1 | p1: W4, y1, y2 | p2: y3, y4"
    t = table(f"top: red 7 | {hands}", **options).play("wild draw four: blue")
    assert t.phase == "catch"
    t.pass_windows("catch")
    assert t.phase == "cut" and t.acting == 1
    t.play("pass")
    assert t.phase == "challenge" and t.acting == 1
    t = table(f"top: red 7 | {hands}", **options).play("uno", "wild draw four: blue")
    t.play("wild draw four: red")
    assert t.phase == "play" and t.acting == 2, "a cut WD4 can't be challenged"


def test_un_6a_draws_count_at_once_turns_and_skips_after_the_windows() -> None:
    t = table("top: red 7 | p0: rD, b1, b2 | p1: y1, y2 | p2: rD, y3, y4").play("red draw two")
    assert t.phase == "cut" and t.snap["pending_draws"] == 2
    t = table("top: red 7 | p0: rR, b1, b2 | p1: y1, y2 | p2: rR, y3, y4").play("red reverse")
    assert t.phase == "cut" and t.snap["direction"] == 1
    assert t.play("pass").snap["direction"] == -1


def test_un_7_the_catchers_are_asked_in_the_order_before_the_reverse() -> None:
    seats = "p1: y1, y2 | p2: y3, y4 | p3: y5, y6"
    t = table(f"top: red 7 | p0: red reverse, b1 | {seats}").play("red reverse")
    asked = []
    while t.phase == "catch":
        asked.append(t.acting)
        t.play("pass")
    assert asked == [1, 2, 3] and t.acting == 3
    t = table(f"top: red 7 | p0: red 9, b1 | {seats}").play("red 9", "pass", "catch")
    assert t.phase == "play" and t.acting == 1, "the first catch ends the window"
    assert t.size(0) == 4


def test_un_8_when_the_call_is_offered() -> None:
    assert "uno" in table("top: red 7 | p0: red 9, b1 | p1: y1").legal
    assert "uno" not in table("top: red 7 | p0: red 9, b1, b2 | p1: y1").legal
    assert "uno" in table("top: red 7 | p0: red 9, b9, g9, y1 | p1: y2").legal, "a combination"
    assert "uno" not in table("top: red 7 | p0: green 9, b1 | p1: y1").legal, "no card to play"
    t = table("top: red 7 | p0: red 9, b1 | p1: y1, y2").play("uno")
    assert "uno" not in t.legal, "once a turn"
    t = table("top: red 7 | p0: red 9, b9, g9, y1, y2 | p1: y3, y4").play("red 9")
    assert "uno" not in t.legal, "at best two are left"
    chain = table("top: red 7 | p0: red 9, b1, b2, b3 | p1: y1", combo="chain")
    assert "uno" in chain.legal, "no search in a chain"
    assert "uno" in table("top: red 7 | p0: red 9, b9 | p1: y1").play("red 9").legal


def test_un_8_a_play_from_two_cards_to_none_needs_no_call() -> None:
    t = table("top: red 7 | p0: red 9, blue 9 | p1: y1, y2").play("red 9", "blue 9")
    assert t.phase == "over"


def test_un_8_a_declined_cut_is_judged_before_the_next_cutter_is_asked() -> None:
    hands = "p0: wild, b1, b2 | p1: wild, y1 | p2: wild, y3 | p3: g1, g2"
    t = table(f"top: red 7 | {hands}").play("wild: blue")
    cutter = t.acting
    t.play("uno", "pass")
    assert t.phase == "catch" and t.acting != cutter
    t.play("catch")
    assert t.size(cutter) == 5 and t.phase == "cut" and t.acting == 3 - cutter


def test_un_9_positions_start_with_a_normal_turn() -> None:
    t = table("top: green draw two | p0: g1, g2 | p1: y1, y2", ruleset="official")
    assert t.phase == "play" and t.acting == 0 and t.size(0) == 2, "no opening effect"
    with pytest.raises(ValueError, match="pending_draws"):
        table("top: red 7 | p0: g1, g2 | p1: y1, y2", pending_draws=2)


TOO_MUCH = [
    ("rD", "same", {}, 200),
    ("rD", "same", {}, 18),
    ("rD", "same", {}, 3),
    ("rD", "draw_two", {"colors": 1}, 6),
    ("rD", "any", {}, 34),
    ("rD", "none", {}, 4),
    ("wild draw four: blue", "same", {}, 6),
    ("wild draw four: blue", "any", {}, 2),
    ("wild draw four: blue", "any", {}, 3),
    ("wild draw four: blue", "draw_two", {}, 8),
]


@pytest.mark.parametrize(("top", "stacking", "fields", "pending"), TOO_MUCH)
def test_un_9_a_pending_sum_that_no_stack_can_make(
    top: str, stacking: str, fields: dict[str, int], pending: int
) -> None:
    text = f"top: {top} | p0: r1, r2 | p1: r3, r4"
    with pytest.raises(ValueError, match=rf"'pending_draws' is {pending}; want one of 0, [24]"):
        table(text, pending_draws=pending, stacking=stacking, jump_in=False, **fields)


@pytest.mark.parametrize(
    ("top", "stacking", "jump_in", "most"),
    [
        ("rD", "same", False, 16),
        ("rD", "any", False, 32),
        ("rD", "none", True, 4),
        ("wild draw four: blue", "same", False, 16),
        ("wild draw four: blue", "any", False, 32),
        ("wild draw four: blue", "none", False, 4),
    ],
)
def test_un_9_the_largest_pending_sum_is_seen_and_paid(
    top: str, stacking: str, jump_in: bool, most: int
) -> None:
    text = f"top: {top} | p0: r1, r2 | p1: r3, r4"
    t = table(text, pending_draws=most, stacking=stacking, jump_in=jump_in)
    part = t.env.game.observation_layout()["pending"]
    observed = t.env.observe("player_0")["observation"]
    assert observed[part.slice].tolist() == [most]
    assert t.play("draw").size(0) == 2 + most


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("deck_size", 105),
        ("called_uno", [2, 0]),
        ("scores", [float("nan"), 0]),
        ("scores", [10**9, 0]),
    ],
)
def test_un_9_other_numbers_are_not_clipped_either(key: str, value: object) -> None:
    env = uno_v0.env(num_players=2, target_score=500)
    env.reset(seed=0)
    before = env.save()
    position = {"hands": [["r1", "r2"], ["r3"]], "discard": "r5", key: value}
    with pytest.raises(ValueError, match=f"position: '{key}' is"):
        env.reset(options={"position": position})
    assert env.save() == before


def test_un_10_illegal_actions() -> None:
    t = table("top: red 7 | p0: red 9, b1, b2 | p1: y1, y2 | p2: red 9, y3, y4").play("red 9")
    t.force("yellow 3")
    assert t.phase == "play" and t.acting == 1 and t.size(2) == 4, "in a window: a pass and a card"
    t = table("top: red draw two | p0: r1, r2 | p1: y1, y2", pending_draws=2).force("red 1")
    assert t.size(0) == 2 + 2 + 1 and t.acting == 1, "the stack is drawn as well"
    t = table("top: red 7 | p0: red 9, b9, b1, b2 | p1: y1, y2").play("red 9").force("blue 1")
    assert t.size(0) == 4 and t.acting == 1 and t.snap["discard_top"] == "red 9"
    hands = "p0: red 7, b1, b2 | p1: y1, y2 | p2: y3, y4, y5"
    t = table(f"top: red 9 | {hands}", seven_zero=True).play("red 7").force("draw")
    assert t.size(0) == 2 and t.size(1) == 2 and t.snap["hands"][1] == ["blue 1", "blue 2"]
