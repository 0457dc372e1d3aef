"""A tiny game for tests of the arena: skill, luck of the deal, and luck after the deal.

Three rounds in seat order; each time the player adds a number from 0 to 4 to its score, one of
them ruled out by the stream.  The deal gives every seat some points to start with.  The highest
score wins; equal ones share.  Kernels are plain Python.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from tabletop.game import TERMINATED, Game, Kernels, ObservationPart
from tabletop.random_stream import next_below, start_stream

SEATS, NUMBERS, ROUNDS = 4, 5, 3
PUBLIC = [
    ("to_act", "u1"),
    ("phase", "u1"),
    ("turns", "u4"),
    ("decisions", "u4"),
    ("over", "u1"),
    ("left", "u1", (SEATS,)),
    ("scores", "f4", (SEATS,)),
]
HIDDEN = [
    ("seed", "u8", (2,)),
    ("game_number", "u8"),
    ("stream", "u8", (4,)),
    ("barred", "u1"),
]


@dataclass(frozen=True)
class DiceRules:
    luck: int = 6


def _start(records: Any, i: int, rules: Any, luck: Any) -> None:
    public, hidden = records["public"][i : i + 1], records["hidden"][i : i + 1]
    for name, _, *_ in PUBLIC:
        public[name] = 0
    start_stream(hidden["stream"][0], *hidden["seed"][0], hidden["game_number"][0])
    hidden["game_number"] += np.uint64(1)
    public["scores"][0, : len(luck)] = luck
    hidden["barred"] = next_below(hidden["stream"][0], NUMBERS)


def reset(records: Any, i: int, rules: Any) -> None:
    _start(records, i, rules, [0] * int(rules["players"][0]))


def step(records: Any, i: int, rules: Any, action: int) -> int:
    public, hidden = records["public"][i : i + 1], records["hidden"][i : i + 1]
    players = int(rules["players"][0])
    seat = int(public["to_act"][0])
    public["scores"][0, seat] += action
    public["turns"] += 1
    public["to_act"] = (seat + 1) % players
    hidden["barred"] = next_below(hidden["stream"][0], NUMBERS)
    if int(public["turns"][0]) == ROUNDS * players:
        public["over"] = 1
        return 1 | TERMINATED
    return 0


def observe(records: Any, i: int, rules: Any, seat: int, observation: Any) -> None:
    observation[0] = records["public"]["turns"][i]
    observation[1] = seat


def legal_mask(records: Any, i: int, rules: Any, seat: int, mask: Any) -> None:
    mask[:] = int(records["public"]["to_act"][i]) == seat
    mask[int(records["hidden"]["barred"][i])] = 0


def rewards(records: Any, i: int, rules: Any, out: Any) -> None:
    scores = records["public"]["scores"][i, : len(out)]
    winners = scores == scores.max()
    out[:] = winners / winners.sum()


def play(records: Any, i: int, rules: Any, action: int, observation: Any, mask: Any) -> int:
    bits = step(records, i, rules, action)
    seat = int(records["public"]["to_act"][i])
    observe(records, i, rules, seat, observation)
    legal_mask(records, i, rules, seat, mask)
    return bits


def step_rows(
    records: Any, rules: Any, actions: Any, start: int, stop: int, autoreset: bool,
    observation: Any, mask: Any, current: Any, out: Any, terminated: Any, *_: Any,
) -> int:  # fmt: skip
    ended = 0
    for i in range(start, stop):
        if actions[i] < 0:
            continue
        terminated[i] = bool(play(records, i, rules, actions[i], observation[i], mask[i]) & 2)
        out[i] = 0
        if terminated[i]:
            rewards(records, i, rules, out[i])
            ended += 1
        current[i] = records["public"]["to_act"][i]
    return ended


def unused(*_: Any) -> None:
    raise AssertionError("the arena has no use for this kernel")


class DiceGame(Game):
    name: ClassVar[str] = "dice"
    env_name: ClassVar[str] = "dice_v0"
    engine_version: ClassVar[int] = 1
    num_actions: ClassVar[int] = NUMBERS
    observation_size: ClassVar[int] = 2
    phases: ClassVar[tuple[str, ...]] = ("play", "over")
    min_players: ClassVar[int] = 2
    max_players: ClassVar[int] = SEATS
    dtype: ClassVar[np.dtype[np.void]] = np.dtype([("public", PUBLIC), ("hidden", HIDDEN)])
    kernels: ClassVar[Kernels] = Kernels(
        reset, step, observe, legal_mask, rewards, play, unused, step_rows, unused
    )
    players: ClassVar[Mapping[str, str]] = {
        "low": "tests.baselines.dice_players:low",
        "high": "tests.baselines.dice_players:high",
        "any": "tests.baselines.dice_players:anything",
        "cheat": "tests.baselines.dice_players:cheat",
    }

    def __init__(
        self,
        num_players: int = 4,
        ruleset: Any = None,
        reward: str = "score",
        max_turns: int = 100,
        **fields: int,
    ):
        self.rules = ruleset or DiceRules(**fields)
        self.num_players, self.reward, self.max_turns = num_players, reward, max_turns
        self.rules_record = np.array([(num_players,)], dtype=[("players", "i8")])

    def random_deal(self, seed: int) -> dict[str, Any]:
        stream = np.random.default_rng(seed)
        luck = stream.integers(0, self.rules.luck + 1, self.num_players).tolist()
        return {"order": luck, "starter": int(stream.integers(self.num_players))}

    def reset_with_deal(self, records: Any, i: int, deal: Mapping[str, Any]) -> None:
        _start(records, i, self.rules_record, deal["order"])
        records["public"]["to_act"][i] = deal["starter"]

    def action_name(self, action: int) -> str:
        return f"add {action}"

    def deal_error(self, deal: Mapping[str, Any]) -> str | None:
        return None

    def reset_to_position(self, records: Any, i: int, position: Mapping[str, Any]) -> None:
        unused()

    def snapshot(self, records: Any, i: int) -> dict[str, Any]:
        return {"scores": records["public"]["scores"][i].tolist()}

    def redeal_hidden(self, records: Any, i: int, seat: int, seed: int) -> Any:
        return records[i : i + 1].copy()

    def check_conservation(self, records: Any, i: int) -> None:
        return None

    def parse_action(self, text: str) -> int:
        return int(text.split()[-1])

    def observation_layout(self) -> dict[str, ObservationPart]:
        return {}

    def render(self, records: Any, i: int, mode: str, viewer: int | None = None) -> Any:
        return ""

    def describe_step(self, before: Any, action: int, after: Any) -> str:
        return self.action_name(action)
