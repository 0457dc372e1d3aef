"""Masked PPO self-play, readable from top to bottom.

One policy plays every seat of N tables that are stepped side by side; at a share of the tables
past selves hold about half of the seats.  The hyperparameters and what they mean are in
``config.PPOConfig``.

A *decision* is a moment in which a seat chose among two or more legal actions (with one legal
action there is nothing to learn, and the network is not asked).  The decisions of one seat of one
table form a *stream*: a transition runs from one decision of the seat to its next, or to the end
of the game, and collects the rewards that come in between, also those of other seats' turns.

Buffers are (S, N) with S = P + rollout_steps.  The last decision of a stream whose game goes on
has no successor yet: it waits in slot p of the first P rows (p is its seat) for the next rollout.
"""

import time
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from tabletop.batch import BatchEnv
from tabletop.game import Game
from tabletop.jit import njit

from .checkpoint import POLICY, Tensors
from .config import Config
from .networks import ActorCritic, entropy

Metrics = dict[str, float]


@njit
def stream_advantages(
    seat: Any,  # int64 (S, N): who acted
    decided: Any,  # bool (S, N): a decision of the learner
    value: Any,  # float32 (S, N)
    rewards: Any,  # float32 (S, N, P): to every seat, after the step
    done: Any,  # bool (S, N): the step ended the game
    gamma: float,
    gae_lambda: float,
    advantage: Any,  # out float32 (S, N)
    complete: Any,  # out bool (S, N): a decision whose successor (or end) is known
    last: Any,  # out int64 (N, P): index of the decision that still waits for it, or -1
    tail: Any,  # out float32 (N, P): rewards since that decision
) -> None:
    """Generalised advantage estimates along each (table, seat) stream, backwards in time."""
    steps, tables, seats = rewards.shape
    later = np.zeros((3, seats), np.float32)
    next_value, next_advantage, collected = later[0], later[1], later[2]
    unknown = np.zeros(seats, np.bool_)
    for n in range(tables):
        later[:] = 0
        unknown[:] = True
        last[n] = -1
        tail[n] = 0
        for t in range(steps - 1, -1, -1):
            if done[t, n]:
                later[:] = 0
                unknown[:] = False
            for p in range(seats):
                collected[p] += rewards[t, n, p]
            complete[t, n] = False
            if not decided[t, n]:
                continue
            p = seat[t, n]
            if unknown[p]:
                unknown[p] = False
                last[n, p] = t
                tail[n, p] = collected[p]
                next_advantage[p] = 0
            else:
                error = collected[p] + gamma * next_value[p] - value[t, n]
                next_advantage[p] = error + gamma * gae_lambda * next_advantage[p]
                advantage[t, n] = next_advantage[p]
                complete[t, n] = True
            next_value[p] = value[t, n]
            collected[p] = 0


class PPO:
    """The learner with everything that a checkpoint has to keep."""

    def __init__(self, config: Config, game: Game, batch: BatchEnv) -> None:
        self.config, self.game, self.batch = config, game, batch
        self.ppo = config.algorithm
        self.device = torch.device(config.run.device)
        self.network = self._new_network()
        self.optimizer = torch.optim.Adam(
            self.network.parameters(), lr=self.ppo.learning_rate, eps=self.ppo.adam_eps
        )
        self.rng = np.random.default_rng([config.run.seed, 1])
        self.generator = torch.Generator(self.device).manual_seed(config.run.seed)
        self.pool: list[Tensors] = []
        self.past_self = self._new_network()
        self.steps = 0  # environment steps so far
        self.iteration = 0
        self._allocate()
        self.batch.reset(seed=config.run.seed)
        self.learner_seats = self._draw_seats(np.ones(self.tables, np.bool_))

    def _new_network(self) -> ActorCritic:
        game = self.game
        network = ActorCritic(
            game.observation_layout(),
            game.observation_size,
            game.num_actions,
            self.config.network,
            self.config.run.seed,
        )
        return network.to(self.device)

    def _allocate(self) -> None:
        self.tables, self.seats = self.config.run.num_envs, self.game.num_players
        n, p = self.tables, self.seats
        shape = (p + self.ppo.rollout_steps, n)
        self.observation = np.zeros((*shape, self.game.observation_size), np.int8)
        self.mask = np.zeros((*shape, self.game.num_actions), np.int8)
        self.action = np.zeros(shape, np.int64)
        self.log_prob = np.zeros(shape, np.float32)
        self.value = np.zeros(shape, np.float32)
        self.seat = np.zeros(shape, np.int64)
        self.decided = np.zeros(shape, np.bool_)
        self.done = np.zeros(shape, np.bool_)
        self.rewards = np.zeros((*shape, p), np.float32)
        self.advantage = np.zeros(shape, np.float32)
        self.complete = np.zeros(shape, np.bool_)
        self.last = np.full((n, p), -1, np.int64)
        self.tail = np.zeros((n, p), np.float32)
        self.seat[:p] = np.arange(p)[:, None]
        self.pool_tables = np.arange(n) < round(n * self.ppo.pool_share)

    # -- one iteration: collect, estimate, update --------------------------------------------------

    def iterate(self) -> Metrics:
        """Collect one rollout and learn from it; returns what happened, as plain numbers."""
        start = time.perf_counter()
        self._choose_past_self()
        metrics = self._collect()
        engine = metrics.pop("engine_seconds")
        stream_advantages(
            self.seat,
            self.decided,
            self.value,
            self.rewards,
            self.done,
            self.ppo.gamma,
            self.ppo.gae_lambda,
            self.advantage,
            self.complete,
            self.last,
            self.tail,
        )
        metrics |= self._update()
        self._carry_over()
        self.iteration += 1
        self.steps += self.tables * self.ppo.rollout_steps
        if self.iteration % self.ppo.pool_interval == 0:
            self._join_pool()
        seconds = time.perf_counter() - start
        metrics["steps_per_second"] = self.tables * self.ppo.rollout_steps / seconds
        metrics["engine_share"] = engine / seconds
        return metrics

    def _collect(self) -> Metrics:
        engine = 0.0
        games, past_games, past_reward = 0, 0, 0.0
        for t in range(self.seats, len(self.done)):
            actions = self._decide(t)
            start = time.perf_counter()
            step = self.batch.step(actions)
            engine += time.perf_counter() - start
            self.rewards[t] = step.rewards
            np.logical_or(step.terminated, step.truncated, out=self.done[t])
            ended = self.done[t]
            if ended.any():
                mixed = ended & self.pool_tables
                against_past = self.learner_seats[mixed]
                games += int(ended.sum())
                past_games += int(against_past.sum())
                past_reward += float((step.rewards[mixed] * against_past).sum())
                self.learner_seats[ended] = self._draw_seats(ended)
        steps = self.tables * self.ppo.rollout_steps
        return {
            "engine_seconds": engine,
            "games": games,
            "game_length": steps / max(games, 1),
            "reward_against_past": past_reward / max(past_games, 1),
            "decision_share": float(self.decided[self.seats :].mean()),
        }

    def _decide(self, t: int) -> NDArray[np.int64]:
        """Actions of all tables at buffer index ``t``; the learner's decisions are kept."""
        seat = self.batch.current_player
        self.observation[t] = self.batch.observation
        self.mask[t] = self.batch.action_mask
        self.seat[t] = seat
        free = self.mask[t].sum(1, dtype=np.int64) > 1
        learner = self.learner_seats[np.arange(self.tables), seat]
        self.decided[t] = free & learner
        actions: NDArray[np.int64] = self.mask[t].argmax(
            1
        )  # the one legal action where there is no choice
        rows = np.flatnonzero(self.decided[t])
        decision = self._ask(self.network, t, rows)
        self.action[t, rows] = actions[rows] = decision.action.cpu().numpy()
        self.log_prob[t, rows] = decision.log_prob.cpu().numpy()
        self.value[t, rows] = decision.value.cpu().numpy()
        rows = np.flatnonzero(free & ~learner)
        if len(rows):
            actions[rows] = self._ask(self.past_self, t, rows).action.cpu().numpy()
        return actions

    def _ask(self, network: ActorCritic, t: int, rows: NDArray[np.int64]) -> Any:
        observation = torch.from_numpy(self.observation[t, rows]).to(self.device)
        mask = torch.from_numpy(self.mask[t, rows]).to(self.device)
        return network.decide(observation, mask, self.generator)

    def _carry_over(self) -> None:
        """Move each stream's waiting decision to the first rows of the buffers."""
        p = self.seats
        index, table = np.maximum(self.last, 0).T, np.arange(self.tables)[None, :]
        for buffer in (self.observation, self.mask, self.action, self.log_prob, self.value):
            buffer[:p] = buffer[index, table]
        self.decided[:p] = self.last.T >= 0
        self.rewards[:p] = 0
        for seat in range(p):
            self.rewards[seat, :, seat] = self.tail[:, seat]

    # -- learning --------------------------------------------------------------------------------

    def _schedule(self, start: float, end: float) -> float:
        done = min(1.0, self.steps / self.config.run.steps)
        return start + (end - start) * done

    def _update(self) -> Metrics:
        for group in self.optimizer.param_groups:
            group["lr"] = self._schedule(self.ppo.learning_rate, self.ppo.learning_rate_end)
        at = np.nonzero(self.complete)
        data = {
            "observation": self._gather(self.observation, at),
            "mask": self._gather(self.mask, at),
            "action": self._gather(self.action, at),
            "log_prob": self._gather(self.log_prob, at),
            "value": self._gather(self.value, at),
            "advantage": self._gather(self.advantage, at),
        }
        data["target"] = data["advantage"] + data["value"]
        if len(data["action"]) < 2:
            return {"decisions": float(len(data["action"]))}
        seen: list[Metrics] = []
        for _ in range(self.ppo.epochs):
            if not self._epoch(data, seen):
                break
        metrics = {name: float(np.mean([m[name] for m in seen])) for name in seen[0]}
        metrics["decisions"] = float(len(data["action"]))
        metrics["explained_variance"] = _explained(data["value"], data["target"])
        return metrics

    def _gather(self, buffer: NDArray[Any], at: tuple[NDArray[np.int64], ...]) -> Tensor:
        return torch.from_numpy(buffer[at]).to(self.device)

    def _epoch(self, data: dict[str, Tensor], seen: list[Metrics]) -> bool:
        """One pass over the decisions; False when the policy has moved far enough."""
        total = len(data["action"])
        order = torch.randperm(total, generator=self.generator, device=self.device)
        for rows in order.chunk(max(1, round(total / self.ppo.minibatch))):
            metrics = self._gradient_step({name: t[rows] for name, t in data.items()})
            seen.append(metrics)
            if self.ppo.target_kl is not None and metrics["kl"] > self.ppo.target_kl:
                return False
        return True

    def _gradient_step(self, batch: dict[str, Tensor]) -> Metrics:
        log_probs, value = self.network(batch["observation"], batch["mask"])
        log_prob = log_probs.gather(1, batch["action"][:, None]).squeeze(1)
        log_ratio = log_prob - batch["log_prob"]
        ratio = log_ratio.exp()
        advantage = batch["advantage"]
        if self.ppo.normalise_advantages:
            advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        clipped = ratio.clamp(1 - self.ppo.clip, 1 + self.ppo.clip)
        policy_loss = -torch.minimum(ratio * advantage, clipped * advantage).mean()
        value_loss = 0.5 * (value - batch["target"]).square().mean()
        spread = entropy(log_probs).mean()
        weight = self._schedule(self.ppo.entropy_weight, self.ppo.entropy_weight_end)
        loss = policy_loss + self.ppo.value_weight * value_loss - weight * spread
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), self.ppo.max_grad_norm)
        self.optimizer.step()
        with torch.no_grad():
            return {
                "policy_loss": policy_loss.item(),
                "value_loss": value_loss.item(),
                "entropy": spread.item(),
                "kl": (ratio - 1 - log_ratio).mean().item(),
                "clipped": ((ratio - 1).abs() > self.ppo.clip).float().mean().item(),
            }

    # -- past selves -----------------------------------------------------------------------------

    def _draw_seats(self, tables: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which seats the learner holds at the given tables: all, or half where past selves sit."""
        count = int(tables.sum())
        seats = np.ones((count, self.seats), np.bool_)
        mixed = self.pool_tables[tables]
        # half of the seats, rounded up, in a random order
        order = self.rng.random((int(mixed.sum()), self.seats)).argsort(1)
        seats[mixed] = order < (self.seats + 1) // 2
        return seats

    def _choose_past_self(self) -> None:
        if self.pool:
            chosen = self.pool[int(self.rng.integers(len(self.pool)))]
            self.past_self.load_state_dict(chosen)
        else:
            self.past_self.load_state_dict(self.network.state_dict())

    def _join_pool(self) -> None:
        if len(self.pool) == self.ppo.pool_size:
            self.pool.pop(int(self.rng.integers(len(self.pool))))
        self.pool.append({k: v.detach().clone() for k, v in self.network.state_dict().items()})

    # -- checkpoints -----------------------------------------------------------------------------

    def state(self) -> tuple[dict[str, Any], Tensors]:
        """Everything that the next iteration depends on: plain values, and tensors by name."""
        tensors = {POLICY + name: t for name, t in self.network.state_dict().items()}
        for i, parameter in self.optimizer.state_dict()["state"].items():
            tensors |= {f"adam.{i}.{name}": t for name, t in parameter.items()}
        for k, past in enumerate(self.pool):
            tensors |= {f"pool.{k}.{name}": t for name, t in past.items()}
        for name in ("observation", "mask", "action", "log_prob", "value", "decided", "rewards"):
            tensors[f"carry.{name}"] = torch.from_numpy(getattr(self, name)[: self.seats].copy())
        tensors["learner_seats"] = torch.from_numpy(self.learner_seats.copy())
        tensors["generator"] = self.generator.get_state()
        tensors["rows"] = torch.frombuffer(bytearray(self.batch.save_rows()), dtype=torch.uint8)
        plain = {
            "iteration": self.iteration,
            "steps": self.steps,
            "pool": len(self.pool),
            "numpy_rng": self.rng.bit_generator.state,
        }
        return plain, tensors

    def load_state(self, plain: dict[str, Any], tensors: Tensors) -> None:
        """Go on exactly where ``state`` was taken."""
        self.iteration, self.steps = plain["iteration"], plain["steps"]
        self.rng.bit_generator.state = plain["numpy_rng"]
        self.generator.set_state(tensors["generator"])
        self.network.load_state_dict(_under(tensors, POLICY))
        self.pool = [
            {k: v.to(self.device) for k, v in _under(tensors, f"pool.{i}.").items()}
            for i in range(plain["pool"])
        ]
        adam = self.optimizer.state_dict()
        count = len(adam["param_groups"][0]["params"])
        moments = {i: _under(tensors, f"adam.{i}.") for i in range(count)}
        adam["state"] = {i: moment for i, moment in moments.items() if moment}
        self.optimizer.load_state_dict(adam)
        for name, tensor in _under(tensors, "carry.").items():
            getattr(self, name)[: self.seats] = tensor.numpy()
        self.learner_seats = tensors["learner_seats"].numpy().copy()
        self.batch.load_rows(tensors["rows"].numpy().tobytes())


def _under(tensors: Tensors, prefix: str) -> Tensors:
    return {name[len(prefix) :]: t for name, t in tensors.items() if name.startswith(prefix)}


def _explained(value: Tensor, target: Tensor) -> float:
    """Share of the variance of the returns that the values explained (1 is perfect)."""
    variance = target.var().item()
    return 1 - (target - value).var().item() / variance if variance > 0 else 0.0
