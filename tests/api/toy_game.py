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
from tabletop.game import (
    REWARD_MODES,
    ROUND_ENDED,
    SEAT_LEFT,
    TERMINATED,
    TRUNCATED,
    Game,
    Kernels,
    ObservationPart,
    Records,
)
from tabletop.jit import njit
from tabletop.random_stream import next_below, start_stream
from tabletop.registry import register_game
from tabletop.rulesets import apply_fields, rule_field, rules_to_mapping

CARDS, SEATS, PASS = 16, 5, 16
PASSED = CARDS + 1  # in ``played``: 0 nothing yet, card + 1, or PASSED
OBSERVATION = 2 * CARDS + 2 * SEATS + 1


@dataclass(frozen=True)
class Rules:
    """Ruleset of high card."""

    hand_size: int = rule_field(3, "cards a player holds at the start", low=1, high=3)
    play_on: bool = rule_field(False, "who takes a trick is out, the others play on")
    penalty: float = rule_field(1.0, "points lost by an illegal action", low=0.0)


PUBLIC = [
    ("to_act", "u1"), ("phase", "u1"), ("turns", "u4"), ("decisions", "u4"), ("over", "u1"),
    ("left", "u1", (SEATS,)), ("scores", "f4", (SEATS,)), ("rewards", "f4", (SEATS,)),
    ("played", "u1", (SEATS,)), ("seen", "u1", (CARDS,)), ("tricks", "u1"),
]  # fmt: skip
HIDDEN = [
    ("seed", "u8", (2,)), ("game_number", "u8"), ("stream", "u8", (4,)), ("order", "u1", (CARDS,)),
]  # fmt: skip
DTYPE = np.dtype(
    [("public", PUBLIC), ("seats", [("hand", "u1", (CARDS,))], (SEATS,)), ("hidden", HIDDEN)],
    align=True,
)
RULES_DTYPE = np.dtype(
    [("players", "i8"), ("hand_size", "i8"), ("play_on", "i8"), ("penalty", "f8"),
     ("max_turns", "i8"), ("reward", "i8")]
)  # fmt: skip


@njit
def deal(records: Any, i: Any, rules: Any, starter: Any) -> None:
    """Start a game from ``hidden.order``: the first cards go round, the rest stays hidden."""
    public = records[i]["public"]
    public["to_act"] = starter
    public["phase"] = 0
    public["turns"] = 0
    public["decisions"] = 0
    public["over"] = 0
    public["tricks"] = 0
    public["left"][:] = 0
    public["scores"][:] = 0
    public["rewards"][:] = 0
    public["played"][:] = 0
    public["seen"][:] = 0
    n = rules[0]["players"]
    for seat in range(SEATS):
        records[i]["seats"][seat]["hand"][:] = 0
    for k in range(n * rules[0]["hand_size"]):
        records[i]["seats"][k % n]["hand"][records[i]["hidden"]["order"][k]] = 1


@njit
def reset(records: Any, i: Any, rules: Any) -> None:
    """Shuffle, draw the starter and deal."""
    hidden = records[i]["hidden"]
    hidden["game_number"] += np.uint64(1)
    start_stream(hidden["stream"], hidden["seed"][0], hidden["seed"][1], hidden["game_number"])
    order = hidden["order"]
    for k in range(CARDS):
        order[k] = k
    for k in range(CARDS - 1):
        j = k + next_below(hidden["stream"], CARDS - k)
        order[k], order[j] = order[j], order[k]
    deal(records, i, rules, next_below(hidden["stream"], rules[0]["players"]))


@njit
def next_seat(public: Any, n: Any, seat: Any) -> Any:
    """The next seat after ``seat`` that is in the game and has not played, or -1."""
    for k in range(1, n + 1):
        other = (seat + k) % n
        if public["left"][other] == 0 and public["played"][other] == 0:
            return other
    return -1


@njit
def finish(public: Any, rules: Any, over: Any) -> Any:
    """The end: rewards of those still in, by the reward mode."""
    n = rules[0]["players"]
    public["over"] = over
    public["phase"] = 1
    best = public["scores"][:n].max()
    winners = (public["scores"][:n] == best).sum()
    for seat in range(n):
        score = public["scores"][seat]
        if rules[0]["reward"] == 0:
            public["rewards"][seat] = score - public["scores"][:n].sum() / n
        else:
            public["rewards"][seat] = n / winners - 1.0 if score == best else -1.0
        if public["left"][seat]:
            public["rewards"][seat] = 0.0
    return ROUND_ENDED | (TERMINATED if over == 1 else TRUNCATED)


@njit
def end_trick(public: Any, rules: Any, last: Any) -> Any:
    """Give the trick to the highest card; its player leads, or leaves when the others play on."""
    n = rules[0]["players"]
    winner, high, inside = -1, 0, 0
    for seat in range(n):
        card = public["played"][seat]
        if card != PASSED and card > high:
            winner, high = seat, card
        public["played"][seat] = 0
        inside += 1 - public["left"][seat]
    public["tricks"] += 1
    bits = 0
    if winner >= 0:
        public["scores"][winner] += 1
        if rules[0]["play_on"]:
            public["left"][winner] = 1
            inside -= 1
            bits = SEAT_LEFT | ROUND_ENDED
    if public["tricks"] == rules[0]["hand_size"] or inside <= 1:
        bits |= finish(public, rules, 1)
    if bits & SEAT_LEFT:
        public["rewards"][winner] = 1.0
    leader = winner if winner >= 0 else (last + 1) % n
    public["to_act"] = leader
    if public["left"][leader]:
        public["to_act"] = next_seat(public, n, leader)
    return bits


@njit
def step(records: Any, i: Any, rules: Any, action: Any) -> Any:
    """Play a card or pass; below zero: a penalty and a pass.  Returns the bits of the contract."""
    if action == -1:
        return 0
    public = records[i]["public"]
    me = np.int64(public["to_act"])
    public["decisions"] += np.uint32(1)
    public["turns"] += np.uint32(1)
    public["rewards"][:] = 0
    if action < 0:
        public["scores"][me] -= rules[0]["penalty"]
    if action < 0 or action == PASS:
        public["played"][me] = PASSED
    else:
        records[i]["seats"][me]["hand"][action] = 0
        public["seen"][action] = 1
        public["played"][me] = action + 1
    seat = next_seat(public, rules[0]["players"], me)
    bits = 0
    if seat >= 0:
        public["to_act"] = seat
    else:
        bits = end_trick(public, rules, me)
    if public["over"] == 0 and public["turns"] >= rules[0]["max_turns"]:
        bits |= finish(public, rules, 2)
    return bits


@njit
def write_observation(public: Any, own: Any, seat: Any, n: Any, out: Any) -> None:
    """What ``seat`` sees: nothing but the public part and its own."""
    out[:] = 0
    for card in range(CARDS):
        out[card] = own["hand"][card]
        out[CARDS + card] = public["seen"][card]
    for k in range(n):
        other = (seat + k) % n
        out[2 * CARDS + k] = public["played"][other]
        out[2 * CARDS + SEATS + k] = public["scores"][other]
    out[2 * CARDS + 2 * SEATS] = 1 if public["to_act"] == seat else 0


@njit
def write_mask(public: Any, own: Any, seat: Any, out: Any) -> None:
    """Cards in hand and *pass* for the seat to act; nothing for the others."""
    out[:] = 0
    if public["over"] == 0 and public["to_act"] == seat:
        for card in range(CARDS):
            out[card] = own["hand"][card]
        out[PASS] = 1


@njit
def observe(records: Any, i: Any, rules: Any, seat: Any, observation: Any) -> None:
    """Write the observation of a seat."""
    row = records[i]
    write_observation(row["public"], row["seats"][seat], seat, rules[0]["players"], observation)


@njit
def legal_mask(records: Any, i: Any, rules: Any, seat: Any, mask: Any) -> None:
    """Write the mask of a seat."""
    write_mask(records[i]["public"], records[i]["seats"][seat], seat, mask)


@njit
def rewards(records: Any, i: Any, rules: Any, out: Any) -> None:
    """Rewards of the last step."""
    for seat in range(rules[0]["players"]):
        out[seat] = records[i]["public"]["rewards"][seat]


@njit
def play(records: Any, i: Any, rules: Any, action: Any, observation: Any, mask: Any) -> Any:
    """Step, then what the seat to act sees and may do."""
    bits = step(records, i, rules, action)
    seat = np.int64(records[i]["public"]["to_act"])
    observe(records, i, rules, seat, observation)
    legal_mask(records, i, rules, seat, mask)
    return bits


@njit
def reset_rows(
    records: Any, rules: Any, start: Any, stop: Any, observation: Any, mask: Any, current: Any
) -> None:
    """Start a game on each row."""
    for i in range(start, stop):
        reset(records, i, rules)
        seat = np.int64(records[i]["public"]["to_act"])
        observe(records, i, rules, seat, observation[i])
        legal_mask(records, i, rules, seat, mask[i])
        current[i] = seat


@njit
def step_rows(
    records: Any, rules: Any, actions: Any, start: Any, stop: Any, autoreset: Any,
    observation: Any, mask: Any, current: Any, reward: Any, terminated: Any, truncated: Any,
    final_observation: Any,
) -> Any:  # fmt: skip
    """Step rows start … stop-1; with ``autoreset`` ended rows start their next game."""
    ended = 0
    for i in range(start, stop):
        reward[i, :] = 0
        terminated[i] = False
        truncated[i] = False
        if actions[i] == -1:
            continue
        bits = step(records, i, rules, actions[i])
        if bits & ROUND_ENDED:
            rewards(records, i, rules, reward[i])
        terminated[i] = (bits & TERMINATED) != 0
        truncated[i] = (bits & TRUNCATED) != 0
        if bits & (TERMINATED | TRUNCATED):
            ended += 1
            last = np.int64(records[i]["public"]["to_act"])
            observe(records, i, rules, last, final_observation[i])
            if autoreset:
                reset(records, i, rules)
        seat = np.int64(records[i]["public"]["to_act"])
        observe(records, i, rules, seat, observation[i])
        legal_mask(records, i, rules, seat, mask[i])
        current[i] = seat
    return ended


@njit
def observe_rows(
    records: Any, rules: Any, seats: Any, start: Any, stop: Any, observation: Any
) -> None:
    """Observations of one seat per row."""
    for i in range(start, stop):
        observe(records, i, rules, seats[i], observation[i])


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
        return scores.argmax(axis=1)


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
    kernels: ClassVar[Kernels] = Kernels(
        reset, step, observe, legal_mask, rewards, play, reset_rows, step_rows, observe_rows
    )
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
        hands = [[self.parse_action(card) for card in hand] for hand in position["hands"]]
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


def rules_of(game: HighCard) -> dict[str, Any]:
    """The ruleset as plain values."""
    return rules_to_mapping(game.rules)


register_game("high_card", "tests.api.toy_game:HighCard")
