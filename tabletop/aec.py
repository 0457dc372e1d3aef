"""The PettingZoo AEC environment of any game: a batch of one, with every check inside.

``step`` is one call of the game's fused kernel; dictionaries are touched only in the steps where
something in them changes.  Knows no game; see ``tabletop.game`` for what it reads.
"""

import warnings
from collections.abc import Callable, Iterator, Mapping
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .checks import (
    ILLEGAL_MODES,
    check_action,
    check_choice,
    check_seed,
    start_game,
)
from .errors import UserError
from .game import (
    ILLEGAL,
    TERMINATED,
    TIMEOUT,
    TIMEOUT_TABLE_LOST,
    TRUNCATED,
    Game,
)
from .records import copy_records, write_records
from .saving import pack_records, unpack_records
from .table import Table

Observation = dict[str, NDArray[Any]]


class TabletopAEC(Table):
    """A game for PettingZoo's AEC loop.

    Observations are ``{"observation": float32 (O,), "action_mask": int8 (A,)}``, valid for any
    agent at any time; the mask is all zero for who is not to act.  ``illegal_action`` says what an
    action outside the mask does: ``"penalty"`` (the ruleset's own), ``"terminate"`` (the episode
    ends, -1 for the agent) or ``"raise"``.  ``infos[agent]``: ``score`` (as of the last step with
    rewards) and ``illegal_actions`` (so far).  ``checked=False`` (``raw_env``) leaves out the check
    that a loop over ``agent_iter`` steps.
    """

    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, Any]]

    def __init__(
        self,
        game: Game,
        render_mode: str | None = None,
        illegal_action: str = "penalty",
        checked: bool = True,
    ) -> None:
        super().__init__(game, render_mode)
        self.illegal_action = check_choice("illegal_action", illegal_action, ILLEGAL_MODES)
        self._checked = checked
        self._human = render_mode == "human"
        self._names = tuple(self.possible_agents)
        self._seats = {agent: seat for seat, agent in enumerate(self._names)}
        self._to_act = self.records["public"]["to_act"]
        self._play: Callable[..., int] = game.kernels.play
        self._rules = game.rules_record
        self._observation = np.zeros(game.observation_size, np.int8)
        self._mask_view = self._mask.data
        self._num_actions = game.num_actions
        self._seeded = False
        self._ended = False  # nobody acts any more in this episode
        self._has_rewards = False
        self._moved = True

    # -- starting -----------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Start a game: the next of the row, or with ``seed`` the first of that seed.

        ``options``: ``deal`` or ``position`` (see the game's docs), other keys are ignored;
        ValueError, with the environment unchanged, when their contents are wrong.
        """
        seed = check_seed(seed)
        trial = copy_records(self.records)
        if seed is not None or not self._seeded:
            self.game.seed_records(trial, seed)
        start_game(self.game, trial, 0, options)
        write_records(self.records, trial)
        self._seeded = True
        agents = self._names
        self.agents = list(agents)
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        scores = self.records["public"]["scores"][0].tolist()
        self.infos = {
            agent: {"score": scores[seat], "illegal_actions": 0}
            for seat, agent in enumerate(agents)
        }
        self._ended = False
        self._start()

    def _start(self) -> None:
        """Read the buffers and the selected agent from a record that was set up anew."""
        self._has_reset = True
        self._has_rewards = True
        self._moved = True
        seat = self._to_act.item()
        self.game.kernels.observe(self.records, 0, self._rules, seat, self._observation)
        self.game.kernels.legal_mask(self.records, 0, self._rules, seat, self._mask)
        self._select()
        if self._human:
            self.render()

    # -- the loop -----------------------------------------------------------------------------

    def step(self, action: Any) -> None:
        """Play an action of the selected agent; None for an agent that is out.

        Anything but an integer in range is a ValueError with the environment unchanged.
        """
        if not self._live:
            self._step_dead(action)
            return
        try:
            number = index(action)
        except TypeError:
            number = -1
        if not 0 <= number < self._num_actions:
            check_action(action, self._num_actions)
        if not self._mask_view[number]:
            if not self._accept_illegal(number):
                return
            number = ILLEGAL
        self._advance(number)

    def _advance(self, action: int) -> None:
        bits = self._play(self.records, 0, self._rules, action, self._observation, self._mask)
        if self._has_rewards:
            self._clear_rewards()
            self._has_rewards = False
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._moved = True
        if bits:
            self._settle(bits)
        else:
            self.agent_selection = self._names[self._to_act.item()]
        if self._human:
            self.render()

    def _settle(self, bits: int) -> None:
        """Write what a step with rewards, an end or a leaving changes in the dictionaries."""
        rewards = np.zeros(self.game.num_players, np.float32)
        self.game.kernels.rewards(self.records, 0, self._rules, rewards)
        public = self.records["public"][0]
        for agent in self.agents:
            seat = self._seats[agent]
            self.rewards[agent] = float(rewards[seat])
            self.infos[agent]["score"] = float(public["scores"][seat])
            if bits & TERMINATED or public["left"][seat]:
                self.terminations[agent] = True
            elif bits & TRUNCATED:
                self.truncations[agent] = True
        self._ended = bool(bits & (TERMINATED | TRUNCATED))
        self._accumulate_rewards()
        self._has_rewards = True
        self._select()

    def _select(self) -> None:
        """Agents that are out step first (with None), as PettingZoo wants; then who is to act."""
        for agent in self.agents:
            if self.terminations[agent] or self.truncations[agent]:
                self.agent_selection = agent
                self._live = False
                return
        self._live = bool(self.agents)
        if self._live:
            self.agent_selection = self._names[self._to_act.item()]

    def _accept_illegal(self, action: int) -> bool:
        """Whether the engine is to give its own penalty; False when the episode was ended."""
        agent = self.agent_selection
        if self.illegal_action == "raise":
            legal = ", ".join(self.legal_actions(names=True))
            name = self.game.action_name(action)
            raise UserError(f"{agent}: {name!r} (action {action}) is not legal; legal: {legal}")
        self.infos[agent]["illegal_actions"] += 1
        if self.illegal_action == "penalty":
            return True
        # as PettingZoo's TerminateIllegalWrapper has it
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[agent] = -1.0
        self._cumulative_rewards[agent] = 0.0
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self._ended = self._has_rewards = self._moved = True
        self._select()
        return False

    def _step_dead(self, action: Any) -> None:
        self._require_reset("step()")
        if not self.agents:
            text = "step() after the end: every agent is out; call reset() for the next game"
            warnings.warn(text, stacklevel=3)
            return
        agent = self.agent_selection
        if action is not None:
            raise UserError(f"{agent} is out; the only action left is None, not {action!r}")
        self.agents.remove(agent)
        for values in (self.terminations, self.truncations, self.rewards, self.infos):
            del values[agent]
        del self._cumulative_rewards[agent]
        self._clear_rewards()
        self._moved = True
        self._select()

    def _clear_rewards(self) -> None:
        self.rewards.update(dict.fromkeys(self.rewards, 0.0))

    def last(
        self, observe: bool = True
    ) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Observation, reward since its last step, flags and info of the selected agent."""
        if not self._has_reset:
            self._require_reset("last()")
        agent = self.agent_selection
        observation: Observation | None = None
        if observe and self._live:  # as in observe(), without the call
            observation = {
                "observation": self._observation.astype(np.float32),
                "action_mask": self._mask.copy(),
            }
        elif observe:
            observation = self.observe(agent)
        return (
            observation,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The selected agent again and again, until all are out or ``max_iter`` times."""
        self._require_reset("agent_iter()")
        return self._agents_in_turn(max_iter)

    def _agents_in_turn(self, max_iter: int) -> Iterator[str]:
        while self.agents and max_iter > 0:
            if self._checked:
                assert self._moved, "agent_iter(): call step() or reset() before the next agent"
                self._moved = False
            max_iter -= 1
            yield self.agent_selection

    # -- what agents see ------------------------------------------------------------------------

    def observe(self, agent: str) -> Observation:
        """The observation of any agent, in arrays of its own."""
        if self._live and agent == self.agent_selection:
            return {
                "observation": self._observation.astype(np.float32),
                "action_mask": self._mask.copy(),
            }
        self._require_reset("observe()")
        if agent not in self._seats:
            raise UserError(f"no agent {agent!r}; agents are {', '.join(self._names)}")
        seat = self._seats[agent]
        seen = np.zeros(self.game.observation_size, np.int8)
        mask = np.zeros(self.game.num_actions, np.int8)
        self.game.kernels.observe(self.records, 0, self._rules, seat, seen)
        if not self._ended:
            self.game.kernels.legal_mask(self.records, 0, self._rules, seat, mask)
        return {"observation": seen.astype(np.float32), "action_mask": mask}

    # -- the whole table ------------------------------------------------------------------------

    def timeout(self, table_lost: bool = False) -> None:
        """The time of the agent to act is over; ``table_lost``: its table can't be put back."""
        self._require_reset("timeout()")
        if not self._live:
            raise UserError("timeout(): nobody is to act")
        self._advance(TIMEOUT_TABLE_LOST if table_lost else TIMEOUT)

    def save(self) -> bytes:
        """The game and the state of the loop; ``load`` continues it to the same future."""
        self._require_reset("save()")
        loop = {
            "rewards": self.rewards,
            "cumulative": self._cumulative_rewards,
            "terminations": self.terminations,
            "truncations": self.truncations,
            "infos": self.infos,
            "agents": self.agents,
            "selection": self.agent_selection,
            "ended": self._ended,
        }
        return pack_records(self.game, self.records, loop)

    def load(self, blob: bytes) -> None:
        """Continue from the bytes of ``save``.

        ValueError, with the environment unchanged, when they are damaged or of another game,
        engine version, ruleset or number of players.
        """
        records, loop = unpack_records(self.game, blob)
        if len(records) != 1 or "selection" not in loop:
            raise UserError("load: this was saved by a batch; want what this env's save() returned")
        write_records(self.records, records)
        self.agents = loop["agents"]
        self.rewards, self._cumulative_rewards = loop["rewards"], loop["cumulative"]
        self.terminations, self.truncations = loop["terminations"], loop["truncations"]
        self.infos, self._ended = loop["infos"], loop["ended"]
        self.agent_selection = loop["selection"]
        self._seeded = True
        self._start()

    def __reduce__(self) -> tuple[Any, ...]:
        blob = self.save() if self._has_reset else None
        settings = (self.game, self.render_mode, self.illegal_action, self._checked)
        return _rebuild, (type(self), settings, blob)


def _rebuild(cls: type[TabletopAEC], settings: tuple[Any, ...], blob: bytes | None) -> TabletopAEC:
    """An environment from its pickle."""
    env = cls(*settings)
    if blob is not None:
        env.load(blob)
    return env
