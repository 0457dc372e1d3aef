"""What masks cost in Rummikub self-play, and the slowest one known.

States are sampled from games with a fixed seed, before their legal actions are worked out, so that
the solver is asked just what the game asks it: only the tiles that were legal before in the middle
of a turn, and whether the turn may end.
"""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rummi_env.legal import refresh
from rummi_env.solver import legal_tiles_into, new_workspace
from rummi_env.tiles import parse_tiles
from tabletop.batch import BatchEnv
from tabletop.jit import njit

from .batch import made, player_for
from .rows import Row

# Kept for development only; installed packages don't have it.
WORST = Path(__file__).parents[2] / "tests" / "benchmarks" / "solver_worst.json"
PLAYERS = ("random", "most_tiles")
REPEATS, PASSES = 20, 7
MEAN_TARGET, WORST_TARGET = 15.0, 1000.0  # µs
U64 = np.uint64

States = tuple[NDArray[np.void], NDArray[np.uint64]]


@njit
def repeat_refresh(records: Any, i: Any, rules: Any, before: Any, work: Any, repeats: Any) -> None:
    """Work out the legal actions of state i again and again."""
    record = records[i]
    for _ in range(repeats):
        record["seats"][record["public"]["to_act"]]["legal"] = before[i]
        refresh(record, rules[0], work)


@njit
def refresh_each(records: Any, rules: Any, before: Any, work: Any) -> None:
    """Work out the legal actions of all states once, one after another, as a batch does."""
    for i in range(len(records)):
        repeat_refresh(records, i, rules, before, work, 1)


@njit
def repeat_mask(table: Any, rack: Any, out: Any, work: Any, repeats: Any) -> None:
    """The same mask again and again."""
    for _ in range(repeats):
        legal_tiles_into(table, rack, rack, 13, 4, out, work)


def rows(quick: bool) -> list[Row]:
    """Mean and worst mask in random and in greedy play, and the slowest position kept."""
    found = []
    for player in PLAYERS:
        batch = made("rummikub", 64, 4, "hk_school")
        states = _sample(batch, _actions(batch, player), 200 if quick else 900)
        rules = batch.game.rules_record
        note = f"hk_school, 4 players, {len(states[0])} states"
        name = f"mask in self-play, {player}"
        low, mean, high = np.percentile(_means(states, rules), (0, 50, 100))
        text = f"{note}, each once, one after another"
        found.append(_row(f"{name}, mean", mean, low, high, PASSES, MEAN_TARGET, text))
        times = _times(states, rules)
        low, high = times.min(), times.max()
        text = f"{note}, each {REPEATS} times in a row"
        found.append(_row(f"{name}, worst", high, low, high, len(times), WORST_TARGET, text))
    return found + _kept_row()


def _row(
    name: str, value: float, low: float, high: float, runs: int, target: float, note: str
) -> Row:
    return Row("solver", name, value, "µs", low, high, runs, target, False, note)


def _actions(batch: BatchEnv, name: str) -> Callable[[], NDArray[np.int64]]:
    """What chooses the actions of all rows."""
    if name == "random":
        return batch.random_actions
    player = player_for(batch, name)
    return lambda: np.asarray(player.act(batch.observation, batch.action_mask))


def _sample(batch: BatchEnv, choose: Callable[[], NDArray[np.int64]], rounds: int) -> States:
    """Every tenth round's states after their step, and the legal actions known until then."""
    kept, known = [], []
    every = np.arange(batch.num_envs)
    for k in range(rounds):
        old = batch.state.copy()
        batch.step(choose())
        if k % 10:
            continue
        public = batch.state["public"]
        seat = public["to_act"]
        goes_on = (public["played_count"] > 0) & (old["public"]["to_act"] == seat)
        in_play = public["phase"] == 0
        legal = np.where(goes_on, old["seats"]["legal"][every, seat], U64(0))
        kept.append(batch.state[in_play].copy())
        known.append(legal[in_play])
    return np.concatenate(kept), np.concatenate(known)


def _means(states: States, rules: Any) -> list[float]:
    """Mean µs of a state in each of some passes over all of them.

    In a pass the processor meets each position for the first time.  Asked the same again and again
    it learns the way, and takes about half as long.
    """
    records, before = states
    work, means = new_workspace(), []
    refresh_each(records, rules, before, work)
    for _ in range(PASSES):
        start = time.perf_counter()
        refresh_each(records, rules, before, work)
        means.append((time.perf_counter() - start) * 1e6 / len(records))
    return means


def _times(states: States, rules: Any) -> NDArray[np.float64]:
    """µs of each state: the fastest of three loops."""
    records, before = states
    work = new_workspace()
    times = np.full(len(records), np.inf)
    for i in range(len(records)):
        for _ in range(3):
            start = time.perf_counter()
            repeat_refresh(records, i, rules, before, work, REPEATS)
            times[i] = min(times[i], time.perf_counter() - start)
    return times * 1e6 / REPEATS


def kept_worst() -> tuple[Any, Any] | None:
    """(table, rack) of the slowest mask known; None where the file is not there."""
    if not WORST.is_file():
        return None
    kept = json.loads(WORST.read_text(encoding="utf8"))
    return parse_tiles(kept["table"]), parse_tiles(kept["rack"])


def _kept_row() -> list[Row]:
    position = kept_worst()
    if position is None:
        return []
    out, work, times = np.zeros(53, dtype=np.int8), new_workspace(), []
    repeat_mask(*position, out, work, 1)
    for _ in range(15):
        start = time.perf_counter()
        repeat_mask(*position, out, work, REPEATS)
        times.append((time.perf_counter() - start) * 1e6 / REPEATS)
    value, low, high = float(np.median(times)), min(times), max(times)
    note = "all tiles asked; kept by make fuzz"
    return [_row("mask, slowest position met", value, low, high, len(times), WORST_TARGET, note)]
