"""One game at one table, decision by decision, by the clock and the ruleset.

Over time is the special action TIMEOUT, an action outside the mask ILLEGAL; what they cost is the
game's own rule.  A player that crashes loses that chance as if its time were over.
Imports no game; who decides is a ``Seat`` (``seats``).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..clock import GameClock
from ..game import ILLEGAL, TIMEOUT, Records
from ..replay import ReplayWriter
from .games import (
    TableSetting,
    round_winners,
    somebody_is_out,
    start_game,
)
from .outcome import GameOutcome, GameRequest, Trouble
from .seats import Decision, Seat, Situation


@dataclass
class Scorekeeper:
    """Rounds of one game as they end."""

    num_players: int
    best: str
    before: list[float] = field(default_factory=list)
    rounds: list[list[float]] = field(default_factory=list)
    winners: list[list[int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.before = [0.0] * self.num_players

    def round_ended(self, scores: NDArray[np.float32], rewards: NDArray[np.float32]) -> None:
        """Note a finished round from the running totals."""
        now = [float(score) for score in scores[: self.num_players]]
        gained = [round(b - a, 4) for a, b in zip(self.before, now, strict=True)]
        self.rounds.append(gained)
        self.winners.append(round_winners(rewards, gained, self.best))
        self.before = now

    def hands_scored(self, hands: list[float]) -> None:
        """HKC-U2: the running round counts by the hands as they are; nobody wins it."""
        self.rounds.append(list(hands))
        self.winners.append([])

    def totals(self) -> list[float]:
        """Sum of all rounds per seat."""
        return [round(sum(scores), 4) for scores in zip(*self.rounds, strict=True)] or [
            0.0
        ] * self.num_players


def finish_outcome(
    setting: TableSetting,
    records: Records,
    i: int,
    score: Scorekeeper,
    time_is_up: bool,
    troubles: list[Trouble],
) -> GameOutcome:
    """The outcome of a game that is over or whose time is up."""
    game = setting.game
    hands = game.hand_points(records, i)
    over = int(records["public"][i]["over"])
    if time_is_up:
        if setting.time_up == "score_hands":
            score.hands_scored(hands)
        ended = "time_up"
    elif over == 2:
        ended = "max_turns"
    elif setting.target is not None:
        ended = "target"
    else:
        ended = "won" if somebody_is_out(game, records, i) else "deadlock"
    return GameOutcome(
        rounds=score.rounds,
        winners=score.winners,
        totals=score.totals(),
        hands=hands,
        ended=ended,
        running=setting.time_up if time_is_up else "",
        turns=int(records["public"][i]["turns"]),
        troubles=troubles,
    )


class Table:
    """One game being played."""

    def __init__(
        self,
        setting: TableSetting,
        request: GameRequest,
        seats: Sequence[Seat],
        best: str,
        replay: Path | None = None,
    ) -> None:
        game = setting.game
        self.setting, self.request, self.seats, self.game = setting, request, seats, game
        self.records = game.new_records(1)
        self.observation = np.zeros(game.observation_size, dtype=np.int8)
        self.mask = np.zeros(game.num_actions, dtype=np.int8)
        self.clock = GameClock(setting.clock)
        self.score = Scorekeeper(game.num_players, best)
        self._replay_path = replay
        self._replay: ReplayWriter | None = None
        self.troubles: dict[tuple[str, str], Trouble] = {}
        self._rewards = np.zeros(game.num_players, dtype=np.float32)

    def play(self) -> GameOutcome:
        """Play to the end; the replay, where one is wanted, is whole when this returns."""
        options = start_game(self.game, self.records, 0, self.request)
        if self._replay_path is None:
            return self._play()
        names = list(self.request.seats)
        with ReplayWriter(
            self._replay_path,
            self.game,
            self.records,
            options=options,
            seed=self.request.seed,
            players=names,
        ) as self._replay:
            return self._play()

    def _play(self) -> GameOutcome:
        kernels, rules = self.game.kernels, self.game.rules_record
        public = self.records["public"][0]
        kernels.observe(self.records, 0, rules, int(public["to_act"]), self.observation)
        kernels.legal_mask(self.records, 0, rules, int(public["to_act"]), self.mask)
        time_is_up = late = False
        while int(public["over"]) == 0:
            decision = self._ask(int(public["to_act"]))
            late = late or self.clock.game_over_after(decision.cost)
            if late and self.setting.time_up != "finish_round":
                time_is_up = True
                break
            if self._step(self._ruled(decision)) and late:
                time_is_up = int(public["over"]) == 0
                break
        troubles = list(self.troubles.values())
        return finish_outcome(self.setting, self.records, 0, self.score, time_is_up, troubles)

    def _ask(self, seat: int) -> Decision:
        public = self.records["public"][0]
        phase = self.game.phases[int(public["phase"])]
        self.clock.begin(seat, int(public["turns"]), phase)
        situation = Situation(self.game, self.records, seat, self.observation, self.mask)
        game_left = None if self.setting.time_up == "finish_round" else self.clock.game_left
        return self.seats[seat].decide(situation, self.clock, game_left)

    def _ruled(self, decision: Decision) -> int:
        """The action that is played, and a note of whatever was wrong."""
        in_time = self.clock.spend(decision.cost)
        for kind in decision.events:
            self._note(kind, decision.detail)
        if decision.problem in ("crash", "hang", "silenced"):
            self._note(decision.problem, decision.detail)
            return TIMEOUT
        if not in_time:
            self._note("timeout", "")
            return TIMEOUT
        action = decision.action
        if action is None or not 0 <= action < self.game.num_actions or not self.mask[action]:
            self._note("illegal", decision.detail or self._name(action))
            return ILLEGAL
        return action

    def _name(self, action: int | None) -> str:
        if action is None or not 0 <= action < self.game.num_actions:
            return f"answered {action}"
        return f"wanted {self.game.action_name(action)!r}"

    def _note(self, kind: str, detail: str) -> None:
        public = self.records["public"][0]
        name = self.request.seats[int(public["to_act"])]
        known = self.troubles.get((name, kind))
        if known is None:
            turn = int(public["turns"]) + 1
            self.troubles[name, kind] = Trouble(name, kind, 1, turn, detail)
        else:
            known.count += 1

    def _step(self, action: int) -> bool:
        """Play an action; True when a round ended."""
        if self._replay is not None:
            self._replay.action(action)
        kernels, rules = self.game.kernels, self.game.rules_record
        kernels.play(self.records, 0, rules, action, self.observation, self.mask)
        kernels.rewards(self.records, 0, rules, self._rewards)
        public = self.records["public"][0]
        over = int(public["over"]) != 0
        if not over and not (self._rewards.any() and self.setting.target is not None):
            return False
        self.score.round_ended(public["scores"], self._rewards)
        return True
