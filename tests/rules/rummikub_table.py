"""Set up a Rummikub table in a line of text and play it by names: the language of the rule tests.

t = lay("r1 r2 r3 | k5 b5 y5", "r4 J", "y9")     # the sets, then a rack for each seat
t.play("red 4", "done")
"""

from collections.abc import Sequence
from typing import Any

from rummi_env import rummikub_v0
from rummi_env.tiles import parse_tile_list, tile_code, tile_name
from tabletop.game import TIMEOUT, TIMEOUT_TABLE_LOST

Sets = list[list[str]]


class RummikubTable:
    """An environment in a position or after a deal, played by action names."""

    def __init__(self, env: Any) -> None:
        self.env = env
        self.game = env.game
        self.lines: list[str] = []

    @property
    def snap(self) -> dict[str, Any]:
        return dict(self.env.snapshot())

    @property
    def acting(self) -> int:
        return int(self.snap["to_act"])

    @property
    def phase(self) -> str:
        return str(self.snap["phase"])

    @property
    def pool(self) -> int:
        return int(self.snap["pool_size"])

    @property
    def scores(self) -> list[float]:
        return list(self.snap["scores"])

    @property
    def legal(self) -> set[str]:
        return set(self.env.legal_actions(names=True))

    @property
    def public(self) -> Any:
        return self.env.records[0]["public"]

    @property
    def truncated(self) -> bool:
        return int(self.public["over"]) == 2

    def rack(self, seat: int) -> str:
        """Short names of a rack, by rising index."""
        return codes(self.snap["racks"][seat])

    def table_tiles(self) -> list[str]:
        """Short names of all table tiles, sorted."""
        return sorted(tile for tiles in self.sets() for tile in tiles)

    def sets(self) -> Sets:
        """The sets on the table as sorted lists of short names, sorted."""
        return as_sets(" | ".join(", ".join(names) for names in self.snap["table"]))

    def play(self, *names: str) -> "RummikubTable":
        """Play legal actions by name, whoever is to act."""
        for name in names:
            action = self.game.parse_action(name)
            known = self.game.action_name(action)
            assert known in self.legal, f"{name!r} is not legal; legal: {sorted(self.legal)}"
            self._take(action)
        return self

    def force(self, name: str) -> "RummikubTable":
        """Play an action that is not legal."""
        action = self.game.parse_action(name)
        assert self.game.action_name(action) not in self.legal
        before = self.snap
        self.env.step(action)
        self._note(before, -3)
        return self

    def time_out(self, table_lost: bool = False) -> "RummikubTable":
        """The time of the player to act is over."""
        before = self.snap
        self.env.timeout(table_lost=table_lost)
        self._note(before, TIMEOUT_TABLE_LOST if table_lost else TIMEOUT)
        return self

    def _take(self, action: int) -> None:
        before = self.snap
        self.env.step(action)
        self._note(before, action)

    def _note(self, before: dict[str, Any], action: int) -> None:
        self.game.check_conservation(self.env.records, 0)
        self.lines.append(self.game.describe_step(before, action, self.snap))


def codes(names: Sequence[str]) -> str:
    """Long names as one text of short ones."""
    return " ".join(tile_code(parse_tile_list(name)[0]) for name in names)


def as_sets(text: str) -> Sets:
    """``"r1 r2 r3 | k5 b5 y5"`` as sorted lists of short names, sorted."""
    parts = [part for part in text.split("|") if part.strip()]
    return sorted(sorted(tile_code(tile) for tile in parse_tile_list(part)) for part in parts)


def lay(
    table: str,
    *racks: str,
    ruleset: str = "hk_school",
    melded: Sequence[bool] | bool = True,
    pool: str = "",
    starter: int = 0,
    **options: Any,
) -> RummikubTable:
    """A position; with one rack a second player holds a tile that nobody else has."""
    held = list(racks)
    if len(held) == 1:
        held.append(spare(" ".join([table, pool, *held]).replace("|", " ")))
    flags = [melded] * len(held) if isinstance(melded, bool) else list(melded)
    env = rummikub_v0.env(num_players=len(held), ruleset=ruleset, **options)
    position = {"racks": held, "table": table, "melded": flags, "pool": pool, "starter": starter}
    env.reset(seed=0, options={"position": position})
    return RummikubTable(env)


def spare(used: str) -> str:
    """A tile that is not used at all."""
    taken = set(parse_tile_list(used))
    return tile_code(next(tile for tile in range(51, -1, -1) if tile not in taken))


def dealt(
    *racks: str, ruleset: str = "hk_school", starter: int = 0, **options: Any
) -> RummikubTable:
    """A game dealt so that the first seats get these tiles, and whatever comes as the rest."""
    count = options.pop("num_players", max(2, len(racks)))
    env = rummikub_v0.env(num_players=count, ruleset=ruleset, **options)
    order = deal_order(env.game, [parse_tile_list(rack) for rack in racks], starter)
    env.reset(seed=0, options={"deal": {"order": order, "starter": starter}})
    return RummikubTable(env)


def deal_order(game: Any, racks: list[list[int]], starter: int) -> list[str]:
    """Tile names in drawing order; open places get single tiles, so that nobody has pairs by it."""
    size, players = game.rules.tiles_dealt, game.num_players
    rest = list(game.supply.types)
    for rack in racks:
        for tile in rack:
            rest.remove(tile)
    hands = [list(rack) for rack in racks] + [[] for _ in range(players - len(racks))]
    for hand in hands:
        while len(hand) < size:
            tile = next(t for t in rest if t not in hand)
            rest.remove(tile)
            hand.append(tile)
    order = [hands[(starter + k) % players][k // players] for k in range(size * players)]
    return [tile_name(tile) for tile in order + rest]
