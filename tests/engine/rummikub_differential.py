"""The real Rummikub engine and the reference side by side, compared after every step.

``Duel(spec)`` starts one random game on both; ``play`` runs it to its end.  A difference raises
``MismatchError`` with the game's number and a transcript of the last moves.  The engine steps
first; what its random stream gave, and which of several right arrangements the table has, is told
to the reference, which checks that it could be so.
"""

import random
from collections import Counter
from typing import Any

import numpy as np

from rummi_env.game import RummikubGame
from rummi_env.state import EVENT_TABLE_LOST, JOKER
from tabletop import game as contract
from tabletop.game import ROUND_ENDED, TERMINATED, TRUNCATED
from tests.engine.differential import SideBySide, all_close
from tests.engine.rummikub_specs import Spec, random_deal, random_position, random_spec
from tests.reference import rummikub as reference_engine
from tests.reference.rummikub import DONE, DRAW, NUM_ACTIONS, REDEAL, Game, Oracle, set_position
from tests.reference.rummikub_arrange import Table, in_sets, lost_tables
from tests.reference.rummikub_partition import is_partitionable
from tests.reference.rummikub_tiles import (
    Counts,
    Rules,
    TileSet,
    all_tiles,
    count,
    is_set,
    read_tile,
    tile_name,
)

SPECIAL = {
    reference_engine.TIMEOUT: contract.TIMEOUT,
    reference_engine.ILLEGAL: contract.ILLEGAL,
    reference_engine.TABLE_LOST: contract.TIMEOUT_TABLE_LOST,
}


def read_sets(snapshot: dict[str, Any]) -> list[TileSet]:
    """The sets of a snapshot's table as tiles."""
    return sorted(tuple(sorted(map(read_tile, names))) for names in snapshot["table"])


class EngineOracle(Oracle):
    """Tells the reference what happened by chance or by free choice on the real engine."""

    def __init__(self, duel: "Duel") -> None:
        self.duel = duel

    def new_order(self) -> list[int]:
        """The deal that lies there now."""
        return self.duel.order_of_deal()

    def shuffled(self, pool: list[int]) -> list[int]:
        """What the player drew since, then what is left."""
        after = self.duel.engine_pool()
        drawn = Counter(pool) - Counter(after)
        self.duel.expect("shuffled pool", Counter(pool), drawn + Counter(after))
        self.duel.seen["pool shuffled"] += 1
        return [*drawn.elements(), *after]

    def restore_fails(self, probability: float) -> bool:
        """The engine writes into the history when a table was lost."""
        if probability in (0.0, 1.0):
            return probability == 1.0
        return bool(self.duel.records[0]["public"]["history"][0] == EVENT_TABLE_LOST)

    def arranged(self, tiles: Counts, old: list[TileSet], rules: Rules) -> list[TileSet]:
        """The engine's sets; the reference checks them."""
        return read_sets(self.duel.snapshot)

    def lost_table(self, old: list[TileSet], played: Counts, rack: Counts, rules: Rules) -> Table:
        """The engine's table, if it is one that HKR-23 allows."""
        theirs = tuple(read_sets(self.duel.snapshot))
        ways = []
        for table in lost_tables(old, played, rack, rules.numbers, rules.colors):
            ways.append(table)
            if table == theirs:
                kind = "nothing loose" if in_sets(theirs) == in_sets(old) else "tiles loose"
                self.duel.seen[f"table lost, {kind}"] += 1
                return theirs
        self.duel.expect("tables that may be left", ways, theirs)
        return theirs


class Duel(SideBySide):
    """One game on both engines."""

    spec: Spec

    def __init__(self, spec: Spec) -> None:
        game = RummikubGame(
            num_players=spec.players,
            ruleset=spec.preset,
            reward=spec.reward,
            max_turns=spec.max_turns,
            **spec.overrides,
        )
        super().__init__(spec, game)
        self.reference = Game(
            spec.rules, spec.players, EngineOracle(self), spec.max_turns, spec.reward
        )
        self.mask = np.zeros(NUM_ACTIONS, dtype=np.int8)
        self.reward_row = np.zeros(6, dtype=np.float32)
        self.start(seed=self._start_seeded, deal=self._start_dealt, position=self._start_at)
        self._compare(0)

    # -- start -------------------------------------------------------------------------------------

    def _start_seeded(self) -> None:
        self.game.kernels.reset(self.records, 0, self.game.rules_record)
        starter = int(self.records[0]["public"]["starter"])
        self.reference.starter = starter
        self.reference.deal(self.order_of_deal(), starter)

    def _start_dealt(self) -> None:
        deal = random_deal(self.spec)
        self.game.reset_with_deal(self.records, 0, deal)
        self.reference.deal(deal["order"], deal["starter"])

    def _start_at(self) -> None:
        position = random_position(self.spec)
        named = {
            "racks": [[tile_name(t) for t in rack] for rack in position["racks"]],
            "table": [[tile_name(t) for t in tiles] for tiles in position["table"]],
            "pool": [tile_name(t) for t in position["pool"]],
        }
        self.game.reset_to_position(self.records, 0, position | named)
        pool = self.engine_pool()
        self.expect("pool named", position["pool"], pool[: len(position["pool"])])
        racks = [count(rack) for rack in position["racks"]]
        melded, starter = position["melded"], position["starter"]
        set_position(self.reference, racks, position["table"], melded, pool, starter)

    def order_of_deal(self) -> list[int]:
        """The order of physical tiles that deals the engine's present racks and pool."""
        record, players = self.records[0], self.spec.players
        racks = [
            [t for t in range(JOKER + 1) for _ in range(int(record["seats"][s]["rack"][t]))]
            for s in range(players)
        ]
        seats = [(self.reference.starter + k) % players for k in range(players)]
        dealt = [racks[s][i] for i in range(self.spec.rules.tiles_dealt) for s in seats]
        left = list(enumerate(all_tiles(self.spec.rules)))
        order = []
        for tile in dealt + self.engine_pool():
            found = next((entry for entry in left if entry[1] == tile), None)
            assert found is not None, f"one {tile_name(tile)} too many"
            left.remove(found)
            order.append(found[0])
        return order

    def engine_pool(self) -> list[int]:
        """The engine's pool, next tile first."""
        size = int(self.records[0]["public"]["pool_size"])
        return [int(t) for t in self.records[0]["hidden"]["pool"][:size][::-1]]

    # -- play --------------------------------------------------------------------------------------

    def play(self) -> Counter[str]:
        """Play to the end; how often each kind of step and end was met."""
        rng = random.Random(f"play {self.spec.seed}")
        while not self.reference.over:
            self.step(choose(rng, self.legal, self.spec, bool(self.reference.played)))
        self.seen[self.reference.over] += 1
        self.seen["somebody out"] += not all(map(any, self.reference.racks))
        return self.seen

    def step(self, action: int | str) -> None:
        """One action on both engines, then compare."""
        self.seen[kind_of(action, self.reference.phase)] += 1
        self.seen["steps"] += 1
        self.transcript.append(describe(self.reference, action))
        code = action if isinstance(action, int) else SPECIAL[action]
        bits = self.step_engine(code)
        self.snapshot = self.game.snapshot(self.records, 0)
        self.step_reference(action)
        self._compare(bits)

    # -- comparison --------------------------------------------------------------------------------

    def _compare(self, bits: int) -> None:
        public, reference = self.records[0]["public"], self.reference
        self.snapshot = self.game.snapshot(self.records, 0)
        ours, theirs = reference.snapshot(), self.snapshot
        for key in ("pool_size", "melded", "phase", "racks"):
            self.expect(f"snapshot {key}", ours[key], theirs[key])
        if not all_close(ours["scores"], theirs["scores"]):  # the record has float32
            self.expect("snapshot scores", ours["scores"], theirs["scores"])
        self.expect("played", sorted(map(read_tile, ours["played"])), self._played())
        if not reference.over:
            self.expect("to act", reference.to_act, theirs["to_act"])
        self.expect("turns", reference.turns, int(public["turns"]))
        self.expect("pool", reference.pool, self.engine_pool())
        over = ("", "terminated", "truncated")[int(public["over"])]
        self.expect("over", reference.over, over)
        self._compare_tables()
        self._compare_mask()
        self._compare_rewards(bits)
        self.game.check_conservation(self.records, 0)
        reference.check_conservation()

    def _played(self) -> list[int]:
        return [read_tile(name) for name in self.snapshot["played"]]

    def _compare_tables(self) -> None:
        """The same tiles, in valid sets whenever the table is legal."""
        rules, theirs = self.spec.rules, read_sets(self.snapshot)
        table = in_sets([*self.reference.sets, tuple(self.reference.played)])
        self.expect("table", table, in_sets(theirs))
        if is_partitionable(table, rules.numbers, rules.colors):
            wrong = [s for s in theirs if not is_set(s, rules.numbers, rules.colors)]
            self.expect("invalid sets", [], wrong)
        if not self.reference.played:  # the sets of a turn's start are what HKR-23 starts from
            self.expect("sets", self.reference.sets, theirs)

    def _compare_mask(self) -> None:
        mask = self.reference.legal_mask()
        self.legal = [action for action, legal in enumerate(mask) if legal]
        for seat in range(self.spec.players):
            acts = seat == self.reference.to_act and not self.reference.over
            self.mask[:] = 1
            self.game.kernels.legal_mask(self.records, 0, self.game.rules_record, seat, self.mask)
            theirs = np.flatnonzero(self.mask).tolist()
            self.expect(f"legal actions of {seat}", self.legal if acts else [], theirs)

    def _compare_rewards(self, bits: int) -> None:
        self.reward_row[:] = 9
        self.game.kernels.rewards(self.records, 0, self.game.rules_record, self.reward_row)
        ours, theirs = self.reference.rewards, self.reward_row[: self.spec.players].tolist()
        if not all_close(ours, theirs):
            self.expect("rewards", ours, theirs)
        wanted = {"": 0, "terminated": ROUND_ENDED | TERMINATED}
        self.expect("bits", wanted.get(self.reference.over, ROUND_ENDED | TRUNCATED), bits)


def choose(rng: random.Random, legal: list[int], spec: Spec, in_turn: bool) -> int | str:
    """A random action in the spec's manner, and now and then a time-out or an illegal one."""
    if rng.random() < spec.trouble * (2 if in_turn else 1):
        return rng.choice(sorted(SPECIAL))
    special = {DRAW: 1.0, DONE: spec.eagerness * spec.short_turns, REDEAL: spec.eagerness}
    weights = [special.get(action, spec.eagerness) for action in legal]
    return rng.choices(legal, weights)[0]


def kind_of(action: int | str, phase: str) -> str:
    """What the statistics call an action."""
    if isinstance(action, str):
        return f"{action} in {phase}"
    names = {DRAW: "draw", DONE: "keep" if phase == "redeal" else "done", REDEAL: "redeal"}
    return names.get(action, "joker" if action == JOKER else "tile")


def describe(reference: Game, action: int | str) -> str:
    """One line of the transcript."""
    name = action if isinstance(action, str) else ACTIONS.get(action, "")
    laid = [*reference.sets, tuple(reference.played)]
    sets = " | ".join(" ".join(tile_name(t) for t in tiles) for tiles in laid)
    return (
        f"  turn {reference.turns} seat {reference.to_act} {reference.phase}: pool"
        f" {len(reference.pool)}, racks {[sum(rack) for rack in reference.racks]}, table {sets}"
        f" -> {name or tile_name(int(action))}"
    )


ACTIONS = {DRAW: "draw", DONE: "done", REDEAL: "redeal"}


def play_game(seed: int) -> Counter[str]:
    """Play the random game of a number on both engines; MismatchError if they differ."""
    return Duel(random_spec(seed)).play()
