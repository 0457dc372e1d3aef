"""The real UNO engine and the reference side by side, compared after every step.

``Duel(spec)`` starts one random game on both; ``play`` runs it to its end.  A difference raises
``MismatchError`` with the game's number and a transcript of the last moves.
"""

import random
from collections import Counter
from typing import Any

import numpy as np

from tabletop.game import ROUND_ENDED, SEAT_LEFT, TERMINATED, TRUNCATED
from tests.engine.differential import SideBySide, all_close
from tests.engine.uno_chance_mirror import TYPE_NAMES, DealtChance, MirroredChance, cards_of
from tests.engine.uno_specs import Spec, random_deal, random_position, random_spec
from tests.reference.uno import ILLEGAL, TIMEOUT, UnoReference
from tests.reference.uno_cards import CALL, CATCH, DRAW, PASS, color_of, full_deck
from uno_env.game import UnoGame


class Duel(SideBySide):
    """One game on both engines."""

    spec: Spec
    reference: UnoReference

    def __init__(self, spec: Spec) -> None:
        self.rules = spec.rules
        game = UnoGame(
            num_players=spec.players,
            ruleset=spec.preset,
            reward=spec.reward,
            max_turns=spec.max_turns,
            **spec.overrides,
        )
        super().__init__(spec, game)
        self.mirror = MirroredChance(self.rules.colors, self.rules.max_number)
        self.mask = np.zeros(64, dtype=np.int8)
        self.reward_row = np.zeros(self.records["public"]["rewards"].shape[1], dtype=np.float32)
        self.start(seed=self._start_seeded, deal=self._start_dealt, position=self._start_at)
        self.reference.chance = self.mirror
        self._compare(0)

    # -- start -------------------------------------------------------------------------------------

    def _new_reference(self, chance: Any) -> None:
        spec = self.spec
        self.reference = UnoReference(self.rules, spec.players, chance, spec.max_turns, spec.reward)

    def _start_seeded(self) -> None:
        self.game.kernels.reset(self.records, 0, self.game.rules_record)
        chance = DealtChance(self.records[0], self.spec.players, self.rules.cards_dealt)
        self._new_reference(chance)
        self.reference.start(int(self.records[0]["public"]["starter"]))

    def _start_dealt(self) -> None:
        deal = random_deal(self.spec)
        self.game.reset_with_deal(self.records, 0, deal)
        chance = DealtChance(self.records[0], self.spec.players, self.rules.cards_dealt)
        self._new_reference(chance)
        self.reference.start(deal["starter"])
        deck = full_deck(self.rules.colors, self.rules.max_number)
        n = self.spec.players
        for seat, hand in enumerate(self.reference.hands):
            first = (seat - deal["starter"]) % n
            dealt = [deck[k] for k in deal["order"][first : n * self.rules.cards_dealt : n]]
            self.expect("dealt cards", Counter(dealt), Counter(dealt) & Counter(hand))

    def _start_at(self) -> None:
        position = random_position(self.spec)
        self.game.reset_to_position(self.records, 0, position)
        self._new_reference(self.mirror)
        set_position(self.reference, position)
        self.mirror.copy_from(self.records[0])
        self.reference.begin(position["starter"])

    # -- play --------------------------------------------------------------------------------------

    def play(self) -> Counter[str]:
        """Play to the end; how often each phase and kind of end was met."""
        rng = random.Random(f"play {self.spec.seed}")
        while not self.reference.over:
            self.step(choose(rng, self.legal, self.spec))
        self.seen["truncated" if self.reference.truncated else "terminated"] += 1
        return self.seen

    def step(self, action: int) -> None:
        """One action on both engines, then compare."""
        reference = self.reference
        self.seen[reference.phase] += 1
        self.transcript.append(describe(reference, action))
        self.mirror.copy_from(self.records[0])
        bits = self.step_engine(action)
        self.step_reference(action)
        self._compare(bits)

    def _compare(self, bits: int) -> None:
        record = self.records[0]
        reference = self.reference
        public = record["public"]
        theirs, ours = self.game.snapshot(self.records, 0), reference.snapshot()
        theirs["hands"] = [sorted(hand) for hand in theirs["hands"]]
        if reference.over or reference.phase == "color":
            for key in ("to_act", "color", "discard_top"):  # mean nothing then
                theirs.pop(key), ours.pop(key)
        if reference.over:
            theirs.pop("direction"), ours.pop("direction")
        for key in ours:
            self.expect(f"snapshot {key}", ours[key], theirs[key])
        self.expect("over", reference.over, bool(public["over"]))
        self.expect("truncated", reference.truncated, public["over"] == 2)
        self.expect("deck", Counter(reference.deck), self._deck())
        self.expect("discard", Counter(reference.discard), Counter(cards_of(public["discard"])))
        self.expect("stream", self.mirror_words(), record["hidden"]["stream"].tolist())
        self.game.check_conservation(self.records, 0)
        self._compare_mask()
        self._compare_rewards(bits)

    def mirror_words(self) -> list[int]:
        """The state of the random stream when the reference has asked all it wanted."""
        if not self.transcript:  # the deal: nothing was mirrored yet
            self.mirror.copy_from(self.records[0])
        return self.mirror.stream.words

    def _deck(self) -> Counter[str]:
        record = self.records[0]
        size = int(record["public"]["deck_size"])
        return Counter(TYPE_NAMES[card] for card in record["hidden"]["deck"][:size].tolist())

    def _compare_mask(self) -> None:
        self.legal = self.reference.legal_actions()
        for seat in range(self.spec.players):
            if seat != self.reference.to_act and len(self.transcript) % 8:
                continue  # the zero masks of the others: now and then
            legal = self.legal if seat == self.reference.to_act else []
            self.mask[:] = 1
            self.game.kernels.legal_mask(self.records, 0, self.game.rules_record, seat, self.mask)
            self.expect(f"legal actions of {seat}", legal, np.flatnonzero(self.mask).tolist())

    def _compare_rewards(self, bits: int) -> None:
        reference, players = self.reference, self.spec.players
        self.reward_row[:] = 9
        self.game.kernels.rewards(self.records, 0, self.game.rules_record, self.reward_row)
        ours, theirs = reference.rewards, self.reward_row[:players].tolist()
        if not all_close(ours, theirs):
            self.expect("rewards", ours, theirs)
        left = [reference.has_left(seat) for seat in range(players)]
        self.expect("left", left, self.records[0]["public"]["left"][:players].astype(bool).tolist())
        self.expect("terminated bit", reference.terminated, bool(bits & TERMINATED))
        self.expect("truncated bit", reference.truncated, bool(bits & TRUNCATED))
        self.expect("round bit", reference.round_ended, bool(bits & ROUND_ENDED))
        seat_left = reference.seat_left and not reference.round_ended
        self.expect("seat bit", seat_left, bool(bits & SEAT_LEFT))


def set_position(reference: UnoReference, position: dict[str, Any]) -> None:
    """Lay out a ``position`` option on the reference's table (UN-9)."""
    reference.gather()
    top, _, named = position["discard"].partition(": ")
    reference.hands = [list(hand) for hand in position["hands"]]
    for card in [top, *position["deck"], *(card for hand in position["hands"] for card in hand)]:
        reference.deck.remove(card)
    rest, reference.deck = reference.deck, list(position["deck"])
    if position["rest"] == "deck":
        reference.deck += rest
        rest = []
    reference.discard = [*rest, top]
    reference.color = named or color_of(top)
    reference.direction = position["direction"]
    reference.pending = position["pending_draws"]
    reference.starter = position["starter"]


def choose(rng: random.Random, legal: list[int], spec: Spec) -> int:
    """A random action in the spec's manner, and now and then a time-out or an illegal one."""
    if rng.random() < spec.trouble:
        return rng.choice([TIMEOUT, ILLEGAL])
    special = {DRAW: 1 / spec.eagerness, PASS: 1.0, CALL: spec.calls, CATCH: spec.catches}
    weights = [special.get(action, spec.eagerness) for action in legal]
    return rng.choices(legal, weights)[0]


def describe(reference: UnoReference, action: int) -> str:
    """One line of the transcript."""
    name = {TIMEOUT: "time-out", ILLEGAL: "illegal"}.get(action, "")
    seat = reference.to_act
    return (
        f"  turn {reference.turns} seat {seat} {reference.phase}: top {reference.top_name()},"
        f" pending {reference.pending}, deck {len(reference.deck)},"
        f" hands {[len(hand) for hand in reference.hands]}"
        f" -> {name or (f'swap: +{action + 1}' if reference.phase == 'swap' else ACTIONS[action])}"
    )


ACTIONS = [
    *TYPE_NAMES[:52],
    *(
        f"{wild}: {color}"
        for wild in TYPE_NAMES[52:]
        for color in ("red", "yellow", "green", "blue")
    ),
    "draw",
    "pass",
    "uno",
    "catch",
]


def play_game(seed: int) -> Counter[str]:
    """Play the random game of a number on both engines; MismatchError if they differ."""
    return Duel(random_spec(seed)).play()
