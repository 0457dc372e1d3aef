"""Set up a Rummikub table in a line of text and play it by names: the language of the rule tests.

t = lay("r1 r2 r3 | k5 b5 y5", "r4 J", "y9")     # the sets, then a rack for each seat
t.play("red 4", "done")
"""

from collections.abc import Sequence
from typing import Any, Self

from rummi_env import rummikub_v0
from rummi_env.tiles import parse_tile_list, tile_code, tile_name
from tabletop.game import ILLEGAL, TIMEOUT, TIMEOUT_TABLE_LOST

from .env_table import EnvTable

Sets = list[list[str]]


class RummikubTable(EnvTable):
    """A Rummikub environment, and what was played on it in words."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self.lines: list[str] = []

    @property
    def pool(self) -> int:
        return int(self.snap["pool_size"])

    @property
    def scores(self) -> list[float]:
        return list(self.snap["scores"])

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

    def full_name(self, name: str) -> str:
        """The long name of a tile, and of an action that has two names."""
        return str(self.game.action_name(self.game.parse_action(name)))

    def step(self, action: int) -> None:
        """Take an action by number, and note it."""
        before = self.snap
        forced = action not in self.env.legal_actions()
        super().step(action)
        self.lines.append(self.game.describe_step(before, ILLEGAL if forced else action, self.snap))

    def time_out(self, table_lost: bool = False) -> Self:
        """The time of the player to act is over."""
        before = self.snap
        self.env.timeout(table_lost=table_lost)
        self.game.check_conservation(self.env.records, 0)
        action = TIMEOUT_TABLE_LOST if table_lost else TIMEOUT
        self.lines.append(self.game.describe_step(before, action, self.snap))
        return self


def codes(names: Sequence[str]) -> str:
    """Long names as one text of short ones."""
    return " ".join(tile_code(parse_tile_list(name)[0]) for name in names)


def long_names(text: str) -> set[str]:
    """Short names in one text as a set of long ones."""
    return {tile_name(tile) for tile in parse_tile_list(text)}


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


def one_left(
    racks: list[str], pool: str, starter: int = 0, ruleset: str = "hk_school", **options: object
) -> RummikubTable:
    """One tile of each kind and no jokers; what is in no rack lies on the table in runs."""
    held = {tile for rack in [*racks, pool] for tile in rack.split()}
    runs = []
    for color in "kbry":
        run: list[str] = []
        for number in range(1, 15):
            if number < 14 and f"{color}{number}" not in held:
                run.append(f"{color}{number}")
            elif run:
                runs.append(" ".join(run))
                run = []
    given = {"pool": pool, "starter": starter, "ruleset": ruleset, "copies": 1, "jokers": 0}
    given["tiles_dealt"] = 5
    return lay(" | ".join(runs), *racks, **given, **options)  # type: ignore[arg-type]


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
