"""Plays a schedule: many games in lock step, one ``act`` call per kind of player and step.

The games are cut into chunks of whole deals, the same ones whatever the number of processes, and
every player is seeded anew for each chunk, so the results depend on the schedule alone.
Imports no torch; players bring what they need.
"""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletop.errors import UserError
from tabletop.game import UNTOUCHED, Game, Records
from tabletop.players import Player, failures_told

from .results import GameResults
from .roster import find_player
from .schedule import Schedule

CHUNK_GAMES = 1024
Progress = Callable[[int, int], None]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class _Chunk:
    """Results of the games of some deals; the arrays of ``GameResults``, deal by deal."""

    wins: NDArray[np.float64]
    scores: NDArray[np.float64]
    turns: Ints
    truncated: NDArray[np.bool_]
    decisions: Ints
    seconds: NDArray[np.float64]


def play_schedule(
    game: Game,
    schedule: Schedule,
    players: Sequence[str | Player],
    *,
    workers: int = 1,
    progress: Progress | None = None,
) -> GameResults:
    """Play all games.  ``players`` holds at least one entry of each kind in the schedule.

    ``game`` must give the rewards that tell the winner: the seats with the largest sum of rewards
    over the episode win, and share the win if they are several.
    """
    started = time.perf_counter()
    by_name = {p if isinstance(p, str) else p.name: p for p in players}
    kinds = [by_name[name] for name in schedule.names]
    report = progress or (lambda done, total: None)
    if workers > 1:
        chunks = _play_in_processes(game, schedule, kinds, workers, report)
    else:
        found = [find_player(kind, game) for kind in kinds]
        chunks = []
        for first, last in chunk_bounds(schedule):
            before = first * len(schedule.seatings)
            count = _counted(report, before, schedule.games)
            chunks.append(play_chunk(game, schedule, found, first, last, count))
    return _joined(schedule, chunks, time.perf_counter() - started)


def chunk_bounds(schedule: Schedule) -> list[tuple[int, int]]:
    """Deals ``first`` … ``last - 1`` of every chunk."""
    size = max(1, CHUNK_GAMES // len(schedule.seatings))
    return [(d, min(d + size, schedule.deals)) for d in range(0, schedule.deals, size)]


def _counted(report: Progress, before: int, total: int) -> Callable[[int], None]:
    return lambda done: report(before + done, total)


def _joined(schedule: Schedule, chunks: list[_Chunk], elapsed: float) -> GameResults:
    seatings = len(schedule.seatings)
    return GameResults(
        deal=np.repeat(np.arange(schedule.deals), seatings),
        lineup=np.tile(schedule.lineup_of, schedule.deals),
        kinds=np.tile(schedule.seatings, (schedule.deals, 1)),
        wins=np.concatenate([c.wins for c in chunks]),
        scores=np.concatenate([c.scores for c in chunks]),
        turns=np.concatenate([c.turns for c in chunks]),
        truncated=np.concatenate([c.truncated for c in chunks]),
        decisions=np.sum([c.decisions for c in chunks], axis=0),
        seconds=np.sum([c.seconds for c in chunks], axis=0),
        elapsed=elapsed,
    )


# -- several processes -----------------------------------------------------------------------------

_worker: dict[str, Any] = {}


def _start_worker(game: Game, schedule: Schedule, names: list[str]) -> None:
    _worker.update(game=game, schedule=schedule)
    _worker["players"] = [find_player(name, game) for name in names]
    torch: Any = sys.modules.get("torch")
    if torch is not None:  # the processes share the cores already
        torch.set_num_threads(1)


def _play_in_worker(first: int, last: int) -> _Chunk:
    nobody: Callable[[int], None] = lambda done: None  # noqa: E731
    return play_chunk(_worker["game"], _worker["schedule"], _worker["players"], first, last, nobody)


def _play_in_processes(
    game: Game,
    schedule: Schedule,
    kinds: Sequence[str | Player],
    workers: int,
    report: Progress,
) -> list[_Chunk]:
    names = [kind for kind in kinds if isinstance(kind, str)]
    if len(names) != len(kinds):
        raise UserError("several workers need players given by name, not as objects")
    for name in names:  # a wrong name is reported here and not from within a process
        find_player(name, game)
    bounds = chunk_bounds(schedule)
    done = 0
    with ProcessPoolExecutor(
        min(workers, len(bounds)), get_context("spawn"), _start_worker, (game, schedule, names)
    ) as pool:
        futures = [pool.submit(_play_in_worker, first, last) for first, last in bounds]
        for future in as_completed(futures):
            done += len(future.result().turns)
            report(done, schedule.games)
        return [future.result() for future in futures]


# -- one chunk -------------------------------------------------------------------------------------


class _Rows:
    """The games of a chunk and the buffers that the kernels write."""

    def __init__(self, game: Game, schedule: Schedule, first: int, last: int):
        records, observation, mask = _dealt(game, schedule, first, last)
        seatings = len(schedule.seatings)
        n = (last - first) * seatings
        self.game = game
        self.seat_kinds: Ints = np.tile(schedule.seatings, (last - first, 1))
        self.records = np.repeat(records, seatings)
        self.observation = np.repeat(observation, seatings, axis=0)
        self.mask = np.repeat(mask, seatings, axis=0)
        self.current_player: Ints = self.records["public"]["to_act"].astype(np.int64)
        self.rewards = np.zeros((n, game.num_players), dtype=np.float32)
        self.terminated = np.zeros(n, dtype=np.bool_)
        self.truncated = np.zeros(n, dtype=np.bool_)
        self.final_observation = np.zeros_like(self.observation)
        self.actions: Ints = np.full(n, UNTOUCHED, dtype=np.int64)

    def step(self) -> None:
        """One decision on every row with an action."""
        self.game.kernels.step_rows(
            self.records,
            self.game.rules_record,
            self.actions,
            0,
            len(self.records),
            False,
            self.observation,
            self.mask,
            self.current_player,
            self.rewards,
            self.terminated,
            self.truncated,
            self.final_observation,
        )


def _dealt(
    game: Game, schedule: Schedule, first: int, last: int
) -> tuple[Records, NDArray[np.int8], NDArray[np.int8]]:
    """One record, observation and mask per deal; all seatings of a deal start from copies."""
    count = last - first
    records = game.new_records(count)
    observation = np.zeros((count, game.observation_size), dtype=np.int8)
    mask = np.zeros((count, game.num_actions), dtype=np.int8)
    for i in range(count):
        records["hidden"]["seed"][i] = schedule.row_seed(first + i)
        game.reset_with_deal(records, i, game.random_deal(schedule.deal_seed(first + i)))
        seat = int(records["public"]["to_act"][i])
        game.kernels.observe(records, i, game.rules_record, seat, observation[i])
        game.kernels.legal_mask(records, i, game.rules_record, seat, mask[i])
    return records, observation, mask


def play_chunk(
    game: Game,
    schedule: Schedule,
    players: Sequence[Player],
    first: int,
    last: int,
    on_finished: Callable[[int], None],
) -> _Chunk:
    """Play deals ``first`` … ``last - 1`` with every seating, all games in lock step."""
    rows = _Rows(game, schedule, first, last)
    for kind, player in enumerate(players):
        seed = schedule.player_seed(first, kind)
        with failures_told(player.name):
            player.seed(seed)
            # one decision that is not timed: compiled functions and networks load with the first
            player.act(rows.observation[:1].copy(), rows.mask[:1].copy())
            player.seed(seed)
    totals = np.zeros(rows.rewards.shape)
    decisions, seconds = np.zeros(len(players), dtype=np.int64), np.zeros(len(players))
    truncated = np.zeros(len(totals), dtype=np.bool_)
    running = np.arange(len(totals))
    while running.size:
        for kind, acting in _by_kind(rows, running, len(players)):
            seconds[kind] += _decide(rows, players[kind], acting)
            decisions[kind] += acting.size
        rows.step()
        totals[running] += rows.rewards[running]
        truncated[running] = rows.truncated[running]
        ended = rows.terminated[running] | rows.truncated[running]
        if ended.any():
            rows.actions[running[ended]] = UNTOUCHED
            running = running[~ended]
            on_finished(len(totals) - running.size)
    public = rows.records["public"]
    scores = public["scores"][:, : game.num_players].astype(np.float64)
    turns = public["turns"].astype(np.int64)
    return _Chunk(win_shares(totals), scores, turns, truncated, decisions, seconds)


def _by_kind(rows: _Rows, running: Ints, kinds: int) -> Iterator[tuple[int, Ints]]:
    """The running rows in which each kind of player is to act."""
    to_act = rows.seat_kinds[running, rows.current_player[running]]
    for kind in range(kinds):
        acting = running[to_act == kind]
        if acting.size:
            yield kind, acting


def _decide(rows: _Rows, player: Player, acting: Ints) -> float:
    """Ask one player for the actions of some rows; the seconds it took."""
    observation, mask = rows.observation[acting], rows.mask[acting]
    started = time.perf_counter()
    with failures_told(player.name):
        chosen = np.asarray(player.act(observation, mask))
    took = time.perf_counter() - started
    if chosen.dtype.kind not in "iu":
        raise UserError(f"player {player.name!r} gave {chosen.dtype} and not integer actions")
    if chosen.shape != acting.shape:
        raise UserError(
            f"player {player.name!r} gave actions of shape {chosen.shape} for {acting.size} rows"
        )
    outside = (chosen < 0) | (chosen >= rows.game.num_actions)
    if outside.any():
        wrong = int(chosen[outside][0])
        raise UserError(
            f"player {player.name!r} chose action {wrong}; want 0 to {rows.game.num_actions - 1}"
        )
    legal = rows.mask[acting, chosen] != 0  # not in the copy, which a player may write into
    if not legal.all():
        name = rows.game.action_name(int(chosen[~legal][0]))
        raise UserError(f"player {player.name!r} chose {name!r}, which its action mask rules out")
    rows.actions[acting] = chosen
    return took


def win_shares(totals: NDArray[np.float64]) -> NDArray[np.float64]:
    """Shares (G, S) of the win from summed rewards: the largest wins, w equal ones get 1/w each."""
    winners = totals >= totals.max(axis=1, keepdims=True) - 1e-6
    shares: NDArray[np.float64] = winners / winners.sum(axis=1, keepdims=True)
    return shares
