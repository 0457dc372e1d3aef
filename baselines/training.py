"""A training run around the learner: evaluations, metrics, checkpoints, stopping and resuming.

The learner itself is ``ppo.py``.  A run is a loop of iterations; everything that the next one
depends on is in the checkpoint, so a run that was killed goes on bit for bit on the same machine.
"""

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any, Protocol

import torch

from tabletop.batch import BatchEnv
from tabletop.errors import UserError
from tabletop.game import Game

from .arena.roster import find_player
from .checkpoint import load_checkpoint, save_checkpoint
from .config import Config, game_of
from .plots import plot_learning
from .policy_player import PolicyPlayer, policy_meta
from .ppo import PPO, Metrics
from .quick_eval import evaluate_quickly
from .run_folder import RunFolder


class Reporter(Protocol):
    """Is told how far a run is."""

    def progress(self, steps: int, total: int, metrics: Metrics) -> None:
        """Called after each iteration."""


@dataclass(frozen=True)
class Outcome:
    """How a run ended."""

    folder: Path
    steps: int
    finished: bool
    seconds: float
    engine_share: float


class _StopRequest:
    """Set by the first Ctrl-C; the second one interrupts at once."""

    def __init__(self) -> None:
        self.asked = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True


@contextmanager
def _stop_on_interrupt() -> Iterator[_StopRequest]:
    request = _StopRequest()
    if threading.current_thread() is not threading.main_thread():
        yield request
        return
    before = signal.signal(signal.SIGINT, request)
    try:
        yield request
    finally:
        signal.signal(signal.SIGINT, before)


class Run:
    """One training run in its folder."""

    def __init__(self, config: Config, folder: RunFolder) -> None:
        self.config, self.folder = config, folder
        self.game: Game = game_of(config)
        torch.set_num_threads(config.run.threads or os.cpu_count() or 1)
        batch = BatchEnv(
            self.game,
            num_envs=config.run.num_envs,
            seed=config.run.seed,
            num_threads=config.run.env_threads,
            autoreset=True,
        )
        self.learner = PPO(config, self.game, batch)

    def resume(self) -> None:
        """Take up the folder's checkpoint, or start at 0 where the run was killed before one."""
        if self.folder.checkpoint.is_file():
            meta, tensors = load_checkpoint(self.folder.checkpoint)
            if "learner" not in meta:
                raise UserError(f"checkpoint {str(self.folder.checkpoint)!r} can't be resumed")
            self.learner.load_state(meta["learner"], tensors)
        self.folder.drop_metrics_after(self.learner.iteration)

    def save(self) -> None:
        """Write the checkpoint."""
        plain, tensors = self.learner.state()
        policy = policy_meta(self.game, self.config.network)
        save_checkpoint(self.folder.checkpoint, tensors, {"policy": policy, "learner": plain})

    def train(self, reporter: Reporter | None = None, stop_after: int | None = None) -> Outcome:
        """Iterate until the configured steps are done (or ``stop_after`` steps, or Ctrl-C)."""
        total = self.config.run.steps
        goal = total if stop_after is None else min(total, stop_after)
        start, engine = time.perf_counter(), 0.0
        with _stop_on_interrupt() as request, self._writer() as writer:
            while self.learner.steps < goal and not request.asked:
                before = time.perf_counter()
                metrics = self.learner.iterate()
                engine += metrics["engine_share"] * (time.perf_counter() - before)
                self._after_iteration(metrics, writer, last=self.learner.steps >= goal)
                if reporter:
                    reporter.progress(self.learner.steps, total, metrics)
            self.save()
        seconds = time.perf_counter() - start
        plot_learning(self.folder.read_metrics(), self.folder.plot, self.config.run.name)
        finished = self.learner.steps >= total
        share = engine / max(seconds, 1e-9)
        return Outcome(self.folder.path, self.learner.steps, finished, seconds, share)

    def _after_iteration(self, metrics: Metrics, writer: Any, last: bool) -> None:
        run, iteration = self.config.run, self.learner.iteration
        if run.eval_interval and (last or iteration % run.eval_interval == 0):
            metrics |= self.evaluate()
        row = {"iteration": iteration, "steps": self.learner.steps, **metrics}
        self.folder.append_metrics(row)
        if writer is not None:
            for name, value in metrics.items():
                writer.add_scalar(name, value, self.learner.steps)
        if iteration % run.checkpoint_interval == 0:
            self.save()

    def evaluate(self) -> Metrics:
        """Win rate and reward of the likeliest actions against each configured opponent."""
        metrics: Metrics = {}
        player = PolicyPlayer(self.learner.network)
        for name in self.config.run.eval_opponents:
            opponent = find_player(name, self.game)
            games, seed = self.config.run.eval_games, self.config.run.seed + 1_000_003
            result = evaluate_quickly(self.game, player, opponent, games, seed)
            short = Path(name).stem.replace(":", ".")
            metrics[f"win_rate_{short}"] = result.win_rate
            metrics[f"reward_{short}"] = result.mean_reward
        return metrics

    @contextmanager
    def _writer(self) -> Iterator[Any]:
        if not self.config.run.tensorboard:
            yield None
            return
        from torch.utils.tensorboard import SummaryWriter

        folder = str(self.folder.path / "tensorboard")
        with SummaryWriter(folder, purge_step=self.learner.steps + 1) as writer:
            yield writer


def check_config(config: Config) -> None:
    """UserError for what only torch and the game know: the device and the opponents' names.

    ModuleNotFoundError when a package is missing that the run wants later.
    """
    for package in ("matplotlib", *(["tensorboard"] if config.run.tensorboard else [])):
        import_module(package)
    try:
        torch.zeros(1, device=config.run.device)
    except (RuntimeError, AssertionError):
        raise UserError(
            f"run.device is {config.run.device!r}; torch has no such device here"
        ) from None
    game = game_of(config)
    for name in config.run.eval_opponents if config.run.eval_interval else ():
        try:
            find_player(name, game)
        except UserError as error:
            raise UserError(f"run.eval_opponents: {error}") from None


def steps_done(folder: RunFolder) -> int:
    """Environment steps in the checkpoint of a run folder; 0 where there is none."""
    if not folder.checkpoint.is_file():
        return 0
    meta, _ = load_checkpoint(folder.checkpoint)
    learner = meta.get("learner")
    return int(learner["steps"]) if isinstance(learner, dict) else 0


def changed_keys(old: Any, new: Any, path: str = "") -> list[str]:
    """Dotted keys in which two nested mappings differ."""
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return [path] if old != new else []
    keys = sorted(old.keys() | new.keys())
    return [k for key in keys for k in changed_keys(old.get(key), new.get(key), f"{path}.{key}")]
