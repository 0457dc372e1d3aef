"""The clock: turns, plays, windows, notices, the time of a game."""

import time
from typing import Any

import numpy as np

from tabletop.clock import ClockSettings, GameClock
from tabletop.contests.seats import LocalSeat, Situation

from .players import Crashing, First, Listening


def test_a_turn_has_one_budget_and_a_new_turn_a_new_one_hkr_20() -> None:
    clock = GameClock(ClockSettings(per="turn", limit=40_000))
    for _ in range(4):
        clock.begin(1, 7, "play")
        assert clock.spend(10_000)
    clock.begin(1, 7, "play")
    assert clock.left == 0
    assert not clock.spend(1)
    clock.begin(2, 8, "play")
    assert clock.left == 40_000


def test_exactly_the_limit_is_in_time() -> None:
    clock = GameClock(ClockSettings(limit=10_000))
    clock.begin(0, 0, "play")
    assert clock.spend(10_000)


def test_a_play_with_its_combination_has_one_budget_windows_have_their_own_hku_15() -> None:
    clock = GameClock(ClockSettings(per="play", limit=10_000))
    for phase, left in (("play", 10_000), ("combo", 6_000), ("color", 2_000)):
        clock.begin(0, 3, phase)
        assert clock.left == left
        clock.spend(4_000)
    clock.begin(0, 3, "cut")
    assert clock.left == 10_000
    clock.begin(0, 3, "drawn")
    assert clock.left == 10_000


def test_what_runs_past_the_limit_of_a_turn_is_not_charged_to_the_game() -> None:
    clock = GameClock(ClockSettings(limit=10_000, game_limit=1_800_000))
    clock.begin(0, 0, "play")
    assert not clock.spend(500_000)
    assert clock.used == 10_000


def test_the_game_is_over_when_its_minutes_are_hkc_u2() -> None:
    clock = GameClock(ClockSettings(limit=10_000, game_limit=12_000))
    clock.begin(0, 0, "play")
    assert not clock.game_over_after(9_000)
    clock.spend(9_000)
    clock.begin(1, 1, "play")
    assert not clock.game_over_after(3_000)
    assert clock.game_over_after(3_001)


def test_notice_is_due_once_a_turn_at_ten_seconds_left_hkr_21() -> None:
    clock = GameClock(ClockSettings(limit=40_000, notice=10_000))
    clock.begin(0, 0, "play")
    assert clock.notice_in == 30_000
    clock.spend(31_000)
    assert clock.notice_in == 0
    clock.told()
    assert clock.notice_in is None
    clock.begin(1, 1, "play")
    assert clock.notice_in == 30_000


def test_charges_go_by_entrant_then_player_then_all() -> None:
    settings = ClockSettings(charge=1, charges={"Ann": 5, "rules": 3})
    assert [settings.charge_of(*who) for who in (("Ann", "rules"), ("Bob", "rules"))] == [5, 3]
    assert settings.charge_of("Bob", "random") == 1


# -- how a player in this process is asked ---------------------------------------------------------


def situation() -> Any:
    mask = np.zeros(5, dtype=np.int8)
    mask[3] = 1
    return Situation(None, None, 0, np.zeros(4, dtype=np.int8), mask)  # type: ignore[arg-type]


def test_hkr_21_the_player_is_told_when_the_virtual_clock_passes_the_mark() -> None:
    player = Listening()
    clock = GameClock(ClockSettings(limit=40_000, notice=10_000))
    seat = LocalSeat(player, 16_000)
    for _ in range(2):
        clock.begin(0, 0, "play")
        clock.spend(seat.decide(situation(), clock, None).cost)
    assert player.heard == []
    clock.begin(0, 0, "play")
    seat.decide(situation(), clock, None)
    seat.decide(situation(), clock, None)
    assert player.heard == [8.0]


class Thinker(Listening):
    """Thinks until it is told."""

    def act(self, observation: Any, action_mask: Any) -> Any:
        """Wait for the notice, at most a few seconds."""
        for _ in range(300):
            if self.heard:
                break
            time.sleep(0.01)
        return super().act(observation, action_mask)


def test_hkr_21_on_a_wall_clock_the_player_is_told_while_it_thinks() -> None:
    player = Thinker()
    clock = GameClock(ClockSettings(wall=True, limit=10_000, notice=9_900))
    clock.begin(0, 0, "play")
    decision = LocalSeat(player, 0).decide(situation(), clock, None)
    assert player.heard == [9.9]
    assert decision.action == 3
    assert 100 <= decision.cost < 3000
    assert clock.notice_in is None


def test_a_quick_answer_leaves_the_notice_for_later_in_the_turn() -> None:
    player = Listening()
    clock = GameClock(ClockSettings(wall=True, limit=40_000, notice=10_000))
    clock.begin(0, 0, "play")
    LocalSeat(player, 0).decide(situation(), clock, None)
    assert player.heard == []
    assert clock.notice_in is not None


def test_a_crash_is_told_without_paths() -> None:
    seat = LocalSeat(Crashing(), 100)
    clock = GameClock(ClockSettings())
    clock.begin(0, 0, "play")
    answers = [seat.decide(situation(), clock, None) for _ in range(5)]
    assert [a.problem for a in answers] == ["", "", "", "", "crash"]
    assert answers[-1].detail == "RuntimeError: the bag of tricks is empty, see …"


class Wordy(First):
    """Answers with what is no action."""

    def act(self, observation: Any, action_mask: Any) -> Any:
        """A float."""
        return np.array([1.5])


def test_an_answer_that_is_no_whole_number_is_no_action() -> None:
    clock = GameClock(ClockSettings())
    clock.begin(0, 0, "play")
    assert LocalSeat(Wordy(), 0).decide(situation(), clock, None).action is None
