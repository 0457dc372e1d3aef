"""High card: a whole game on the Game contract in one file, for the shells' tests and the docs.

Sixteen cards; everybody holds ``hand_size`` of them.  In a trick each player in turn plays a card
or passes; the highest card takes the trick (one point) and its player leads the next one.  After
``hand_size`` tricks the game is over.  ``play_on``: who takes a trick is out for good with a
reward, the others go on.  An illegal action or a time-out counts as a pass and costs a point.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from tabletop.errors import UserError, nearest
from tabletop.game import REWARD_MODES, Game, Kernels, ObservationPart, Records
from tabletop.registry import register_game
from tabletop.rulesets import apply_fields, rule_field

from .toy_kernels import CARDS, DTYPE, KERNELS, OBSERVATION, PASS, PASSED, RULES_DTYPE, SEATS, deal


@dataclass(frozen=True)
class Rules:
    """Ruleset of high card."""

    hand_size: int = rule_field(3, "cards a player holds at the start", low=1, high=3)
    play_on: bool = rule_field(False, "who takes a trick is out, the others play on")
    penalty: float = rule_field(1.0, "points lost by an illegal action", low=0.0)


class HighCardPlayer:
    """Plays its highest card; no randomness."""

    name = "highest"

    def __init__(self, game: Game) -> None:
        self._game = game

    def seed(self, seed: int) -> None:
        """Nothing to seed."""

    def act(
        self, observation: NDArray[np.int8], action_mask: NDArray[np.int8]
    ) -> NDArray[np.int64]:
        """The highest legal card, or *pass*."""
        cards = action_mask[:, :CARDS]
        highest = CARDS - 1 - np.argmax(cards[:, ::-1], axis=1)
        return np.where(cards.any(axis=1), highest, PASS).astype(np.int64)


class RandomPlayer:
    """Plays any legal action."""

    name = "random"

    def __init__(self, game: Game) -> None:
        self._rng = np.random.default_rng(0)

    def seed(self, seed: int) -> None:
        """Start anew."""
        self._rng = np.random.default_rng(seed)

    def act(
        self, observation: NDArray[np.int8], action_mask: NDArray[np.int8]
    ) -> NDArray[np.int64]:
        """A legal action of each row."""
        scores = self._rng.random(action_mask.shape) * action_mask
        return np.asarray(scores.argmax(axis=1), dtype=np.int64)


class HighCard(Game):
    """High card for 2 to 5 players."""

    name: ClassVar[str] = "high_card"
    env_name: ClassVar[str] = "high_card_v0"
    engine_version: ClassVar[int] = 1
    num_actions: ClassVar[int] = CARDS + 1
    observation_size: ClassVar[int] = OBSERVATION
    phases: ClassVar[tuple[str, ...]] = ("play", "over")
    min_players: ClassVar[int] = 2
    max_players: ClassVar[int] = SEATS
    dtype: ClassVar[np.dtype[np.void]] = DTYPE
    kernels: ClassVar[Kernels] = KERNELS
    players: ClassVar[Mapping[str, str]] = {
        "random": "tests.api.toy_game:RandomPlayer",
        "highest": "tests.api.toy_game:HighCardPlayer",
    }

    def __init__(
        self,
        num_players: int = 4,
        ruleset: Any = "plain",
        reward: str = "score",
        max_turns: int = 2000,
        **fields: Any,
    ) -> None:
        if not 2 <= num_players <= SEATS:
            raise UserError(f"num_players is {num_players}; want 2 to {SEATS}")
        if reward not in REWARD_MODES:
            raise UserError(f"reward is {reward!r}; {nearest(str(reward), REWARD_MODES)}")
        if ruleset != "plain" and not isinstance(ruleset, Mapping):
            raise UserError(f"unknown ruleset {ruleset!r}; {nearest(str(ruleset), ['plain'])}")
        base = {} if ruleset == "plain" else ruleset
        self.rules = apply_fields(Rules(), {**base, **fields}, "ruleset")
        self.num_players, self.reward, self.max_turns = num_players, reward, max_turns
        self.rules_record = np.zeros(1, RULES_DTYPE)
        for name, value in asdict(self.rules).items():
            self.rules_record[name] = value
        self.rules_record["players"] = num_players
        self.rules_record["max_turns"] = max_turns
        self.rules_record["reward"] = REWARD_MODES.index(reward)

    def deal_error(self, deal: Mapping[str, Any]) -> str | None:
        """See ``Game``."""
        order, starter = deal.get("order"), deal.get("starter", 0)
        if order is None or sorted(order) != list(range(CARDS)):
            return f"deal: 'order' must hold each of 0 … {CARDS - 1} once"
        if not 0 <= starter < self.num_players:
            return f"deal: 'starter' is {starter}; want 0 to {self.num_players - 1}"
        return None

    def reset_with_deal(self, records: Records, i: int, deal_option: Mapping[str, Any]) -> None:
        """See ``Game``."""
        wrong = self.deal_error(deal_option)
        if wrong:
            raise UserError(wrong)
        self.kernels.reset(records, i, self.rules_record)
        records["hidden"]["order"][i] = deal_option["order"]
        deal(records, i, self.rules_record, int(deal_option.get("starter", 0)))

    def reset_to_position(self, records: Records, i: int, position: Mapping[str, Any]) -> None:
        """``{"hands": [["c3", …], …], "starter": seat}``; see ``Game``."""
        named = position.get("hands", [])
        hands = [[self.parse_action(card) for card in hand] for hand in named]
        size = self.rules.hand_size
        if len(hands) != self.num_players or any(len(hand) != size for hand in hands):
            raise UserError(f"position: want {self.num_players} hands of {size} cards")
        order = [hands[k % len(hands)][k // len(hands)] for k in range(size * len(hands))]
        for card in order:
            if card == PASS or order.count(card) > 1:
                raise UserError(f"position: {self.action_name(card)} is there twice or no card")
        order += [card for card in range(CARDS) if card not in order]
        self.reset_with_deal(records, i, {"order": order, "starter": position.get("starter", 0)})

    def hand_names(self, records: Records, i: int, seat: int) -> list[str]:
        """Names of the cards a seat holds."""
        return self.action_names(np.flatnonzero(records["seats"]["hand"][i, seat]).tolist())

    def snapshot(self, records: Records, i: int) -> dict[str, Any]:
        """See ``Game``."""
        public = records["public"][i]
        n = self.num_players
        return {
            "hands": [self.hand_names(records, i, seat) for seat in range(n)],
            "table": [int(card) for card in public["played"][:n]],
            "to_act": int(public["to_act"]),
            "phase": self.phases[public["phase"]],
            "scores": [float(score) for score in public["scores"][:n]],
        }

    def redeal_hidden(self, records: Records, i: int, seat: int, seed: int) -> Records:
        """See ``Game``."""
        fresh = records[i : i + 1].copy()
        hands = fresh["seats"]["hand"][0]
        unknown = np.flatnonzero((fresh["public"]["seen"][0] == 0) & (hands[seat] == 0))
        cards = np.random.default_rng(seed).permutation(unknown)
        for other in range(self.num_players):
            if other != seat:
                count = int(hands[other].sum())
                hands[other] = 0
                hands[other, cards[:count]] = 1
                cards = cards[count:]
        return fresh

    def random_deal(self, seed: int) -> dict[str, Any]:
        """See ``Game``."""
        rng = np.random.default_rng(seed)
        starter = int(rng.integers(self.num_players))
        return {"order": rng.permutation(CARDS).tolist(), "starter": starter}

    def check_conservation(self, records: Records, i: int) -> None:
        """No card is in two places."""
        places = records["seats"]["hand"][i].sum(axis=0) + records["public"]["seen"][i]
        assert (places <= 1).all(), "a card is in two places"

    def action_name(self, action: int) -> str:
        """``c1`` … ``c16`` and ``pass``."""
        if not 0 <= action <= PASS:
            raise UserError(f"action {action}: want 0 to {PASS}")
        return "pass" if action == PASS else f"c{action + 1}"

    def parse_action(self, text: str) -> int:
        """See ``Game``."""
        names = [self.action_name(a) for a in range(PASS + 1)]
        if text not in names:
            raise UserError(f"unknown action {text!r}; {nearest(str(text), names)}")
        return names.index(text)

    def observation_layout(self) -> dict[str, ObservationPart]:
        """See ``Game``."""
        rows = [
            ("hand", CARDS, "flag", "own cards", 0),
            ("seen", CARDS, "flag", "cards played so far", 0),
            ("played", SEATS, "category", "in this trick: 0 not yet, card, pass", PASSED + 1),
            ("scores", SEATS, "count", "points", 0),
            ("to_act", 1, "flag", "whether the observer is to act", 0),
        ]
        layout, at = {}, 0
        for name, size, kind, meaning, categories in rows:
            where = slice(at, at + size)
            scale = 3 if kind == "count" else 1
            layout[name] = ObservationPart(name, where, (size,), kind, meaning, categories, scale)
            at += size
        return layout

    def render(self, records: Records, i: int, mode: str, viewer: int | None = None) -> Any:
        """See ``Game``."""
        if mode == "rgb_array":
            shown = records["public"]["played"][i] * 15
            return np.repeat(np.tile(shown, (8, 8))[..., None], 3, axis=2).astype(np.uint8)
        lines = []
        for seat in range(self.num_players):
            cards = self.hand_names(records, i, seat)
            shown = " ".join(cards) if viewer in (None, seat) else f"{len(cards)} cards"
            lines.append(f"player_{seat}: {shown}, played {records['public']['played'][i, seat]}")
        return "\n".join(lines)

    def describe_step(
        self, before: Mapping[str, Any], action: int, after: Mapping[str, Any]
    ) -> str:
        """See ``Game``."""
        verb = self.action_name(action) if action >= 0 else "a penalty"
        return f"player_{before['to_act']}: {verb} -> {after['scores']}"


register_game("high_card", "tests.api.toy_game:HighCard")
