"""Rummikub as a ``tabletop`` game: the rules in force, and records in words.

All state is in the records; the rules are compiled functions (``rummi_env.engine``).
"""

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from tabletop.errors import UserError, nearest
from tabletop.game import REWARD_MODES, Game, Kernels, ObservationPart, Records
from tabletop.records import copy_records

from . import words
from .engine import KERNELS, reset_from_order
from .observe import OBSERVATION_SIZE, SETS_OBSERVATION_SIZE, VIEWS, observation_layout
from .positions import Supply, check_seat, read_deal, read_position
from .rules import DEFAULT_RULESET, MAX_PLAYERS, MIN_PLAYERS, check_players, load_rummikub_rules
from .scoring import count_racks
from .setup import redeal, set_position
from .state import NUM_ACTIONS, PHASES, RECORD, TURN_ENDS, make_rules_record, tile_types
from .tiles import count_tiles, tile_name

MAX_TURNS = 2000


class RummikubGame(Game):
    """Rummikub under one ruleset for 2 to 6 players.

    ``ruleset``: a preset, a YAML file, a mapping or ``Rules``; further keyword arguments change
    single fields.  ``reward``: ``score`` (scores less their mean, / 100), ``win`` or ``rank``.
    ``max_turns`` counts every turn.  ``table_view="sets"`` adds the table as arranged sets to the
    observation.
    """

    name: ClassVar[str] = "rummikub"
    env_name: ClassVar[str] = "rummikub_v0"
    engine_version: ClassVar[int] = 1
    num_actions: ClassVar[int] = NUM_ACTIONS
    observation_size: ClassVar[int] = OBSERVATION_SIZE
    phases: ClassVar[tuple[str, ...]] = PHASES
    min_players: ClassVar[int] = MIN_PLAYERS
    max_players: ClassVar[int] = MAX_PLAYERS
    dtype: ClassVar[np.dtype[np.void]] = RECORD
    kernels: ClassVar[Kernels] = KERNELS
    players: ClassVar[Mapping[str, str]] = {
        "random": "rummi_env.players:random_player",
        "most_tiles": "rummi_env.players:most_tiles",
        "most_value": "rummi_env.players:most_value",
        "careful": "rummi_env.players:careful",
    }

    def __init__(
        self,
        num_players: int = 4,
        ruleset: Any = DEFAULT_RULESET,
        reward: str = "score",
        max_turns: Any = MAX_TURNS,
        table_view: str = "counts",
        **overrides: Any,
    ) -> None:
        self.rules = load_rummikub_rules(ruleset, overrides)
        check_players(self.rules, num_players)
        _check_option("reward", reward, REWARD_MODES)
        _check_option("table_view", table_view, VIEWS)
        if isinstance(max_turns, bool) or not isinstance(max_turns, int) or max_turns < 1:
            raise UserError(f"max_turns is {max_turns!r}; want a whole number 1 or more")
        self.num_players = num_players
        self.reward = reward
        self.max_turns = max_turns
        self.table_view = table_view
        sets = table_view == "sets"
        if sets:  # the one thing of the class that an option changes
            self.observation_size = SETS_OBSERVATION_SIZE  # type: ignore[misc]
        self.rules_record = make_rules_record(self.rules, num_players, reward, max_turns, sets)
        types = tuple(tile_types(self.rules))
        self.supply = Supply(types, self.rules.numbers, self.rules.colors, num_players)

    # -- setting up and reading a row ------------------------------------------------------------

    def deal_error(self, deal: Mapping[str, Any]) -> str | None:
        """What is wrong with a ``deal`` option, or None."""
        try:
            read_deal(deal, self.supply)
        except ValueError as error:
            return str(error)
        return None

    def reset_with_deal(self, records: Records, i: int, deal: Mapping[str, Any]) -> None:
        """Start the next game of the row; tiles are dealt one at a time round from the starter.

        ``order``: a permutation of 0 … 105 (tiles sorted by type: 2t and 2t + 1 are of type t, the
        jokers 104 and 105), or tile types or names; ``starter``: a seat, drawn if left out.
        """
        order, starter = read_deal(deal, self.supply)
        reset_from_order(records, i, self.rules_record, order, starter)

    def reset_to_position(self, records: Records, i: int, position: Mapping[str, Any]) -> None:
        """Start the next game of the row in a position: ``racks, table, pool, melded, starter``.

        Racks that are not named are dealt.  Other tiles that are not named go to the pool,
        shuffled, below those named in ``pool``.
        """
        hidden = records["hidden"][i]
        seed = [*(int(word) for word in hidden["seed"]), int(hidden["game_number"])]
        read = read_position(position, self.supply, self.rules.tiles_dealt, seed)
        set_position(records, i, self.rules_record, read)

    def snapshot(self, records: Records, i: int) -> dict[str, Any]:
        """The whole truth of a row; a snapshot of the play phase is also a position."""
        return words.snapshot(records, i, self.rules_record)

    def hand_points(self, records: Records, i: int) -> list[float]:
        """The rack sum of every seat, a joker at its penalty."""
        points = np.zeros(self.num_players, dtype=np.float32)
        count_racks(records, i, self.rules_record, points)
        return [float(value) for value in points]

    def redeal_hidden(self, records: Records, i: int, seat: int, seed: int) -> Records:
        """A new one-row array that ``seat`` can't tell from row ``i``."""
        seat = check_seat(seat, self.num_players, "redeal_hidden: seat")
        fresh = copy_records(records, slice(i, i + 1))  # with the row's own padding
        fresh[...] = redeal(records, i, self.rules_record, seat, seed, self.supply.counts)
        return fresh

    def random_deal(self, seed: int) -> dict[str, Any]:
        """A seeded deal: a permutation of all tiles, and a starter."""
        generator = np.random.default_rng(np.random.SeedSequence(seed))
        order = generator.permutation(len(self.supply.types))
        starter = generator.integers(self.num_players)
        return {"order": [int(tile) for tile in order], "starter": int(starter)}

    def check_conservation(self, records: Records, i: int) -> None:
        """RK-5: every tile is in one rack, on the table or in the pool, and the counters agree."""
        record = records[i]
        public = record["public"]
        pool = count_tiles(record["hidden"]["pool"][: public["pool_size"]])
        racks = record["seats"]["rack"]
        total = racks.sum(axis=0) + public["table"] + pool
        for tile, (have, want) in enumerate(zip(total, self.supply.counts, strict=True)):
            assert have == want, f"{have} of {tile_name(tile)!r} where the game has {want}"
        assert (racks >= 0).all()
        assert (public["table"] >= public["played"]).all()
        assert (racks.sum(axis=1) == public["rack_size"]).all()
        assert public["played"].sum() == public["played_count"]
        assert (public["shown"] <= racks).all()
        assert (_table_tiles(public) + public["played"] == public["table"]).all()

    # -- words -----------------------------------------------------------------------------------

    def action_name(self, action: int) -> str:
        """The readable name of an action."""
        return words.action_name(action)

    def parse_action(self, text: str) -> int:
        """The action of a name."""
        return words.parse_action(text)

    def observation_layout(self) -> dict[str, ObservationPart]:
        """The parts of the observation in order."""
        return observation_layout(self.table_view)

    def render(self, records: Records, i: int, mode: str, viewer: int | None = None) -> Any:
        """The table as text (``"ansi"``) or as uint8 (H, W, 3) (``"rgb_array"``)."""
        from .render import render

        return render(self, records, i, mode, viewer)

    def describe_step(
        self, before: Mapping[str, Any], action: int, after: Mapping[str, Any]
    ) -> str:
        """One line of a transcript."""
        return words.describe_step(before, action, after)


def _check_option(name: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise UserError(f"{name} is {value!r}; {nearest(str(value), known)}")


def _table_tiles(public: Any) -> NDArray[np.int8]:
    """int8 (53,) of the tiles in ``sets`` and ``log``."""
    placed = [int(code) - 1 for code in public["sets"] if code > 0]
    logged = [int(entry) % TURN_ENDS for entry in public["log"][: public["log_size"]]]
    return count_tiles(placed + logged)
