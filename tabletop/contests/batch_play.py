"""Many games side by side on the virtual clock, with the same outcomes as ``play`` one by one.

For players in this process only.  A player that says ``deterministic`` (its answer depends on
nothing but observation and mask) decides for all its rows at once; any other gets an object of
its own for every seat.  Imports no game.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ..clock import phases_apart
from ..game import ILLEGAL, TIMEOUT, UNTOUCHED
from ..players import Player
from .entrants import Entrants
from .games import TableSetting, start_game
from .outcome import GameOutcome, GameRequest, Trouble
from .play import Scorekeeper, finish_outcome

NO_LIMIT = np.iinfo(np.int64).max // 4


@dataclass(frozen=True)
class Job:
    """One game to be played, and whose contest it belongs to."""

    request: GameRequest
    setting: TableSetting
    entrants: Entrants
    best: str


class PlayerFailedError(Exception):
    """A player can't be asked in batches: it raised, or it is to be told of its time.

    The games must be played one by one, where it can be said who it was.
    """


@dataclass
class _Crew:
    """The distinct players of a batch: ``of[row, seat]`` is an index into ``players``."""

    players: list[Player] = field(default_factory=list)
    shared: dict[str, int] = field(default_factory=dict)

    def index(self, job: Job, name: str) -> int:
        policy = job.entrants.player_name(name)
        if policy in self.shared:
            return self.shared[policy]
        player = job.entrants.new_player(name, job.request, job.setting.game)
        if job.setting.clock.notice is not None and hasattr(player, "notice"):
            raise PlayerFailedError  # it listens to its own clock (HKR-21)
        self.players.append(player)
        if getattr(self.players[-1], "deterministic", False):
            self.shared[policy] = len(self.players) - 1
        return len(self.players) - 1


class _Clocks:
    """``clock.GameClock`` for all rows at once, in milliseconds."""

    def __init__(self, jobs: Sequence[Job]) -> None:
        settings, game = jobs[0].setting.clock, jobs[0].setting.game
        n = len(jobs)
        self.limit = NO_LIMIT if settings.limit is None else settings.limit
        self.game_limit = NO_LIMIT if settings.game_limit is None else settings.game_limit
        apart = phases_apart(settings.per)
        codes = [k + 1 if phase in apart else 0 for k, phase in enumerate(game.phases)]
        self._window = np.array(codes, dtype=np.int64)
        self._stretch = np.full((n, 3), -1, dtype=np.int64)
        self._spent = np.zeros(n, dtype=np.int64)
        self._used = np.zeros(n, dtype=np.int64)
        self._charge = np.array(
            [[job.entrants.charge(name, settings) for name in job.request.seats] for job in jobs],
            dtype=np.int64,
        )

    def decide(
        self,
        rows: NDArray[np.int64],
        seat: NDArray[np.int64],
        turns: NDArray[np.int64],
        phase: NDArray[np.int64],
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Which rows run out of game time and which out of turn time; nothing is charged yet."""
        stretch = np.stack([seat, turns, self._window[phase]], axis=1)
        fresh = (stretch != self._stretch[rows]).any(axis=1)
        self._stretch[rows] = stretch
        self._spent[rows[fresh]] = 0
        cost = self._charge[rows, seat]
        left = self.limit - self._spent[rows]
        charged = np.minimum(cost, left)
        self._charged = charged
        return charged > self.game_limit - self._used[rows], cost > left

    def spend(self, rows: NDArray[np.int64], keep: NDArray[np.bool_]) -> None:
        """Charge the decisions of the rows that play on."""
        self._spent[rows[keep]] += self._charged[keep]
        self._used[rows[keep]] += self._charged[keep]


class _Batch:
    """Games of one setting, a row each."""

    def __init__(self, jobs: Sequence[Job]) -> None:
        self.jobs = jobs
        self.setting = jobs[0].setting
        game = self.game = self.setting.game
        n, players = len(jobs), game.num_players
        self.records = game.new_records(n)
        self.observation = np.zeros((n, game.observation_size), dtype=np.int8)
        self.mask = np.zeros((n, game.num_actions), dtype=np.int8)
        self.actions = np.full(n, UNTOUCHED, dtype=np.int64)
        self.current = np.zeros(n, dtype=np.int64)
        self.rewards = np.zeros((n, players), dtype=np.float32)
        self.terminated = np.zeros(n, dtype=np.bool_)
        self.truncated = np.zeros(n, dtype=np.bool_)
        self.final = np.zeros_like(self.observation)
        crew = _Crew()
        self.actor = np.array(
            [[crew.index(job, name) for name in job.request.seats] for job in jobs], dtype=np.int64
        )
        self.players = crew.players
        self.clocks = _Clocks(jobs)
        self.scores = [Scorekeeper(players, job.best) for job in jobs]
        self.troubles: list[dict[tuple[str, str], Trouble]] = [{} for _ in jobs]
        self.late = np.zeros(n, dtype=np.bool_)
        self.outcomes: list[GameOutcome | None] = [None] * n

    def play(self) -> list[GameOutcome]:
        """Play all games to their ends."""
        rules, kernels = self.game.rules_record, self.game.kernels
        for i, job in enumerate(self.jobs):
            start_game(self.game, self.records, i, job.request)
            seat = int(self.records["public"]["to_act"][i])
            kernels.observe(self.records, i, rules, seat, self.observation[i])
            kernels.legal_mask(self.records, i, rules, seat, self.mask[i])
        live = np.arange(len(self.jobs))
        while len(live):
            live = self._decide(live)
            if len(live):
                self._step(live)
                live = live[[self.outcomes[i] is None for i in live]]
        return [outcome for outcome in self.outcomes if outcome is not None]

    def _decide(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Fill in the actions of the rows; returns those whose game time is not over."""
        public = self.records["public"]
        seat = public["to_act"][rows].astype(np.int64)
        turns = public["turns"][rows].astype(np.int64)
        late, slow = self.clocks.decide(rows, seat, turns, public["phase"][rows].astype(np.int64))
        self.late[rows] |= late
        if self.setting.time_up == "finish_round":
            keep = np.ones(len(rows), dtype=np.bool_)
        else:
            keep = ~late
            for i in rows[late]:
                self._finish(int(i), time_is_up=True)
        self.clocks.spend(rows, keep)
        rows, seat, slow = rows[keep], seat[keep], slow[keep]
        answers = self._answers(rows, seat)
        known = (answers >= 0) & (answers < self.game.num_actions)
        legal = known & (self.mask[rows, np.where(known, answers, 0)] != 0)
        for k in np.flatnonzero(slow | ~legal):
            self._note(int(rows[k]), int(seat[k]), None if slow[k] else int(answers[k]))
        self.actions[:] = UNTOUCHED
        self.actions[rows] = np.where(slow, TIMEOUT, np.where(legal, answers, ILLEGAL))
        return rows

    def _answers(self, rows: NDArray[np.int64], seat: NDArray[np.int64]) -> NDArray[np.int64]:
        actor = self.actor[rows, seat]
        answers = np.zeros(len(rows), dtype=np.int64)
        order = np.argsort(actor, kind="stable")
        edges = np.flatnonzero(np.diff(actor[order])) + 1
        for chosen in np.split(order, edges):
            if not len(chosen):
                continue
            mine = rows[chosen]
            player = self.players[actor[chosen[0]]]
            try:
                answer = np.asarray(player.act(self.observation[mine], self.mask[mine]))
            except Exception as error:
                raise PlayerFailedError from error
            if answer.shape != (len(chosen),) or not np.issubdtype(answer.dtype, np.integer):
                raise PlayerFailedError
            answers[chosen] = answer
        return answers

    def _note(self, i: int, seat: int, answer: int | None) -> None:
        name = self.jobs[i].request.seats[seat]
        kind = "timeout" if answer is None else "illegal"
        known = self.troubles[i].get((name, kind))
        if known is not None:
            known.count += 1
            return
        detail = ""
        if answer is not None:
            inside = 0 <= answer < self.game.num_actions
            detail = f"wanted {self.game.action_name(answer)!r}" if inside else f"answered {answer}"
        turn = int(self.records["public"]["turns"][i]) + 1
        self.troubles[i][name, kind] = Trouble(name, kind, 1, turn, detail)

    def _step(self, rows: NDArray[np.int64]) -> None:
        game = self.game
        self.rewards[:] = 0
        game.kernels.step_rows(
            self.records,
            game.rules_record,
            self.actions,
            0,
            len(self.jobs),
            False,
            self.observation,
            self.mask,
            self.current,
            self.rewards,
            self.terminated,
            self.truncated,
            self.final,
        )
        over = self.records["public"]["over"][rows] != 0
        ended = over
        if self.setting.target is not None:
            ended = over | self.rewards[rows].any(axis=1)
        for k in np.flatnonzero(ended):
            i = int(rows[k])
            self.scores[i].round_ended(self.records["public"]["scores"][i], self.rewards[i])
            if over[k] or self.late[i]:
                self._finish(i, time_is_up=not over[k])

    def _finish(self, i: int, time_is_up: bool) -> None:
        self.outcomes[i] = finish_outcome(
            self.setting,
            self.records,
            i,
            self.scores[i],
            time_is_up,
            list(self.troubles[i].values()),
        )


def can_batch(job: Job) -> bool:
    """Whether the game can be played side by side with others: virtual clock, local players."""
    if job.setting.clock.wall:
        return False
    return all(job.entrants.is_local(name) for name in job.request.seats)


def play_batch(jobs: Sequence[Job]) -> list[GameOutcome]:
    """Outcomes of games of one setting (same game, clock and best score).

    Raises PlayerFailedError when a player raises, its answer has a wrong shape, or it is to be
    told of its time.
    """
    return _Batch(jobs).play()
