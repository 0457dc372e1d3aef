"""The reference Rummikub engine: slow, obvious, plain Python, written from the rulebook alone.

It imports nothing of the project, so that an agreement with the real engine means something.
Chance comes from an `Oracle`: new deals, shuffled pools, restore failures, and which of several
right arrangements the table has.

Where the rulebook is silent, a careful referee's choice:

- `initial_meld_points` 0: no initial meld is asked for, every player counts as having made it.
- A joker stands for a tile of the game in play: no fifth colour, no number above `numbers`.
- The completion of HKR-23 may use any tiles of the rack, whatever `order` says.  A player without
  an initial meld never touched the table, so nothing of it is loose.
- "As near to the old sets as can be": as many old sets as possible are unchanged.  Which of the
  arrangements that do that is the engine's choice (the oracle chooses among them).
- TWR-6: the loose tiles go into the pool, it is shuffled, and then the penalty is drawn.
- A time-out with a legal play under `timeout_keeps_legal_play` is a *done* in every way, a lost
  table included (there is nothing to put back), and so is an illegal action then.
- `pool_empty="play_on"`: the row of idle turns ends the game only when the pool is empty.
- `max_turns` reached in the same turn as a natural end: the natural end counts.
- After 20 × `max_turns` decisions (answers about a redeal are decisions too) the game is truncated
  as by `max_turns`; the tiles of a turn not yet done return to the rack.
"""

from dataclasses import dataclass, field
from typing import Any

from tests.reference import rummikub_scores as scoring
from tests.reference.rummikub_arrange import Table, arrange, in_sets, lost_tables
from tests.reference.rummikub_partition import (
    best_value,
    is_partitionable,
    meld_tiles,
    table_tiles,
)
from tests.reference.rummikub_tiles import (
    JOKER,
    NO_TILES,
    TYPES,
    Counts,
    Rules,
    TileSet,
    add,
    all_tiles,
    count,
    is_set,
    one,
    subtract,
    tile_name,
    tiles_of,
)

DRAW, DONE, REDEAL = 53, 54, 55
NUM_ACTIONS = 56
DECISIONS_PER_TURN = 20
TIMEOUT, TABLE_LOST, ILLEGAL = "timeout", "timeout_table_lost", "illegal"


class Oracle:
    """The chance and the free choices of a game.  This one answers plainly; tests override it."""

    def new_order(self) -> list[int]:
        """A permutation of the physical tiles for a redeal (HKR-3)."""
        raise AssertionError("this game has no redeal scripted")

    def shuffled(self, pool: list[int]) -> list[int]:
        """The pool in a new order (TWR-6)."""
        return list(pool)

    def restore_fails(self, probability: float) -> bool:
        """Is the table lost at this time-out?"""
        return probability >= 1

    def lost_table(self, old: list[TileSet], played: Counts, rack: Counts, rules: Rules) -> Table:
        """Which of the tables that HKR-23 can leave it is."""
        return next(lost_tables(old, played, rack, rules.numbers, rules.colors))

    def arranged(self, tiles: Counts, old: list[TileSet], rules: Rules) -> list[TileSet]:
        """The sets of the table after a play."""
        return arrange(tiles, old, rules.numbers, rules.colors)


@dataclass
class Game:
    """One game; `deal` starts it, `step` takes an action or a time-out, all else is for reading."""

    rules: Rules
    players: int
    oracle: Oracle = field(default_factory=Oracle)
    max_turns: int = 2000
    reward: str = "score"

    def deal(self, order: list[int], starter: int) -> None:
        """HKR-2: deal the physical tiles of `order` one at a time round the table."""
        self.starter = starter
        self.redeals = 0
        self.turns = 0
        self.decisions = 0
        self.idle_turns = 0
        self.over = ""  # "terminated" or "truncated"
        self.scores = [0.0] * self.players
        self.rewards = [0.0] * self.players
        self.sets: list[TileSet] = []
        self.melded = [self.rules.initial_meld_points == 0] * self.players
        self.played: list[int] = []
        self._hand_out(order)

    def _hand_out(self, order: list[int]) -> None:
        kinds = all_tiles(self.rules)
        assert sorted(order) == list(range(len(kinds)))
        tiles = [kinds[physical] for physical in order]
        racks: list[list[int]] = [[] for _ in range(self.players)]
        dealt = self.rules.tiles_dealt * self.players
        for i in range(dealt):
            racks[(self.starter + i) % self.players].append(tiles[i])
        self.racks: list[Counts] = [count(rack) for rack in racks]
        self.pool: list[int] = tiles[dealt:]
        self._ask_from(0)

    # -- the redeal question (HKR-3) ---------------------------------------------------------

    def may_redeal(self, seat: int) -> bool:
        """Three pairs of identical number tiles in the rack?"""
        return sum(n // 2 for n in self.racks[seat][:JOKER]) >= 3

    def _ask_from(self, first: int) -> None:
        self.phase, self.to_act = "play", self.starter
        if self.redeals >= self.rules.max_redeals:
            return
        for k in range(first, self.players):
            seat = (self.starter + k) % self.players
            if self.may_redeal(seat):
                self.phase, self.to_act = "redeal", seat
                return

    def _answer_redeal(self, action: int | str) -> None:
        if action == REDEAL:
            self.redeals += 1
            self._hand_out(self.oracle.new_order())
        else:  # *keep*; a time-out keeps the deal
            self._ask_from((self.to_act - self.starter) % self.players + 1)

    # -- what is legal -----------------------------------------------------------------------

    def legal_mask(self) -> list[bool]:
        """Legal actions of the seat to act."""
        mask = [False] * NUM_ACTIONS
        if self.phase == "redeal":
            mask[DONE] = mask[REDEAL] = True
        if self.phase == "play":
            mask[:TYPES] = self._legal_tiles()
            mask[DRAW] = not self.played
            mask[DONE] = self.is_done_legal()
        return mask

    def _must_lie(self) -> Counts:
        """What has to be in sets: everything, or before the initial meld the own tiles only."""
        played = count(self.played)
        return add(in_sets(self.sets), played) if self.melded[self.to_act] else played

    def _legal_tiles(self) -> list[bool]:
        rules, rack = self.rules, self.racks[self.to_act]
        lowest = -1
        if rules.order == "ascending":
            lowest = self.played[-1] if self.played else 0
        must = self._must_lie()
        if self.melded[self.to_act]:
            return table_tiles(must, rack, rules.numbers, rules.colors, lowest)
        points = rules.initial_meld_points
        return meld_tiles(must, rack, points, rules.numbers, rules.colors, lowest)

    def is_done_legal(self) -> bool:
        """RK-4: a rack tile was played and everything lies in sets; HKR-10: worth enough."""
        if not self.played:
            return False
        if self.melded[self.to_act]:
            return is_partitionable(self._must_lie(), self.rules.numbers, self.rules.colors)
        value = best_value(self._must_lie(), self.rules.numbers, self.rules.colors)
        return value is not None and value >= self.rules.initial_meld_points

    # -- actions -----------------------------------------------------------------------------

    def step(self, action: int | str) -> None:
        """A legal action, or `"timeout"`, `"timeout_table_lost"`, `"illegal"`."""
        assert not self.over
        self.rewards = [0.0] * self.players
        if isinstance(action, int):
            assert self.legal_mask()[action], f"illegal action {action}"
        self._act(action)
        self.decisions += 1
        still_on = self.phase != "over"
        if still_on and self.decisions >= DECISIONS_PER_TURN * self.max_turns:
            self.racks[self.to_act] = add(self.racks[self.to_act], count(self.played))
            self.played = []
            self._settle("truncated")

    def _act(self, action: int | str) -> None:
        if self.phase == "redeal":
            self._answer_redeal(action)
        elif isinstance(action, str):
            self._time_out(lost=action == TABLE_LOST)
        elif action <= JOKER:
            self.racks[self.to_act] = subtract(self.racks[self.to_act], one(action))
            self.played.append(action)
        elif action == DONE:
            self._done()
        else:
            self._end_turn(something_happened=self._draw(1) > 0)

    def _draw(self, tiles: int) -> int:
        """The player draws what there is, up to `tiles` (HKR-36); returns how many."""
        drawn, self.pool = self.pool[:tiles], self.pool[tiles:]
        self.racks[self.to_act] = add(self.racks[self.to_act], count(drawn))
        return len(drawn)

    def _done(self) -> None:
        tiles = add(in_sets(self.sets), count(self.played))
        self._lay_out(self.oracle.arranged(tiles, self.sets, self.rules), tiles)
        self.melded[self.to_act] = True
        self._end_turn(something_happened=True)

    def _lay_out(self, sets: list[TileSet], tiles: Counts) -> None:
        """The table is now these sets, which must be valid and hold just these tiles."""
        assert in_sets(sets) == tiles, "the sets are not the tiles of the table"
        wrong = [s for s in sets if not is_set(s, self.rules.numbers, self.rules.colors)]
        assert not wrong, f"invalid sets on the table: {wrong}"
        self.sets = sorted(tuple(sorted(s)) for s in sets)

    def _time_out(self, lost: bool) -> None:
        if self.rules.timeout_keeps_legal_play and self.is_done_legal():  # TWR-5
            self._done()
            return
        lost = lost or self.oracle.restore_fails(self.rules.restore_failure_prob)
        played, nothing_played = count(self.played), not self.played
        if lost and not nothing_played and self.melded[self.to_act]:
            self._lose_table(played)
        self.racks[self.to_act] = add(self.racks[self.to_act], played)
        penalty = self.rules.timeout_draw  # HKR-22
        if nothing_played:
            penalty = self.rules.timeout_draw_if_nothing_played
        self._end_turn(something_happened=self._draw(penalty) > 0)

    def _lose_table(self, played: Counts) -> None:
        """HKR-23, TWR-6: the loose tiles go to the rack or into the pool."""
        old, rack = self.sets, self.racks[self.to_act]
        self.sets = list(self.oracle.lost_table(old, played, rack, self.rules))
        loose = subtract(in_sets(old), in_sets(self.sets))
        if self.rules.table_lost_to == "rack":
            self.racks[self.to_act] = add(rack, loose)
        else:  # shuffled even when nothing is loose: nobody knew the order anyway
            self.pool = self.oracle.shuffled(self.pool + tiles_of(loose))

    # -- the end of a turn and of the game -----------------------------------------------------

    def _end_turn(self, something_happened: bool) -> None:
        self.played = []
        self.turns += 1
        self.idle_turns = 0 if something_happened else self.idle_turns + 1
        if not any(self.racks[self.to_act]):  # HKR-30
            self._settle("terminated", winner=self.to_act)
        elif self._nothing_left():
            self._settle("terminated")
        elif self.turns >= self.max_turns:  # HKR-36
            self._settle("truncated")
        else:
            self.to_act = (self.to_act + 1) % self.players

    def _nothing_left(self) -> bool:
        """HKR-33: does the empty pool end the game?"""
        if self.pool:
            return False
        return self.rules.pool_empty == "stop" or self.idle_turns >= self.players

    def _settle(self, how: str, winner: int | None = None) -> None:
        self.over, self.phase = how, "over"
        pairs = zip(self.racks, self.melded, strict=True)
        totals = [scoring.rack_total(self.rules, rack, melded) for rack, melded in pairs]
        if winner is None:
            self.scores, winners = scoring.scores_by_lowest(totals)
        else:
            totals[winner] = 0
            self.scores, winners = scoring.scores_when_out(totals, winner), [winner]
        self.rewards = scoring.rewards(self.reward, self.scores, winners)

    # -- reading -----------------------------------------------------------------------------

    def snapshot(self) -> dict[str, Any]:
        """The whole truth in names; the tiles played this turn lie together, not yet arranged."""
        sets = [*self.sets, *([tuple(sorted(self.played))] if self.played else [])]
        return {
            "racks": [[tile_name(t) for t in tiles_of(rack)] for rack in self.racks],
            "table": [[tile_name(t) for t in s] for s in sets],
            "pool_size": len(self.pool),
            "melded": list(self.melded),
            "played": [tile_name(t) for t in self.played],
            "to_act": self.to_act,
            "phase": self.phase,
            "scores": list(self.scores),
        }

    def check_conservation(self) -> None:
        """RK-5."""
        tiles = add(in_sets(self.sets), add(count(self.played), count(self.pool)))
        for rack in self.racks:
            tiles = add(tiles, rack)
        assert tiles == count(all_tiles(self.rules)), "tiles were lost or made"


def set_position(
    game: Game,
    racks: list[Counts],
    sets: list[TileSet],
    melded: list[bool],
    pool: list[int],
    starter: int = 0,
) -> None:
    """Put a freshly dealt game in the middle of play: the starter's normal turn."""
    assert NO_TILES not in racks
    game.deal(list(range(len(all_tiles(game.rules)))), starter)
    game.phase, game.to_act = "play", starter
    game.racks, game.pool = list(racks), list(pool)
    game.sets, game.melded = sorted(tuple(sorted(s)) for s in sets), list(melded)
