"""The rules of Rummikub as one frozen dataclass: every variant is a field, every preset a file.

Says which rules are in force, not how they are played (that is the engine).
Import order: tiles -> rules -> state -> solver -> engine -> observe -> rummikub_v0.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tabletop.errors import UserError
from tabletop.rulesets import load_rules, rule_field

PACKAGE = "rummi_env"
DEFAULT_RULESET = "hk_school"
MIN_PLAYERS = 2
MAX_PLAYERS = 6


@dataclass(frozen=True)
class Rules:
    """A Rummikub ruleset.  ``rummi_env/presets`` names the clause of each value."""

    tiles_dealt: int = rule_field(
        14, "Tiles that each player is dealt (HKR-2, OFR-4).", low=1, high=52
    )
    initial_meld_points: int = rule_field(
        30,
        "Least worth of a player's first sets, from the rack alone, jokers at their best reading"
        " (HKR-10). 0: no initial meld, everybody may use the table from the first turn.",
        low=0,
        high=300,
    )
    joker_penalty: int = rule_field(
        30, "What a joker left in a rack counts at the end (HKR-31).", low=0, high=200
    )
    pool_empty: str = rule_field(
        "stop",
        "'stop': the game ends when the last pool tile has been drawn and that turn is over;"
        " 'play_on': it goes on until a whole round saw nothing played and nothing drawn (HKR-33).",
        choices=("stop", "play_on"),
    )
    max_redeals: int = rule_field(
        3,
        "How often a deal may be refused by a player with three pairs; 0: nobody is asked (HKR-3).",
        low=0,
        high=20,
    )
    no_meld_counts: tuple[int, int] | None = rule_field(
        (100, 200),
        "What the rack of a player without initial meld counts: [could not have melded, could"
        " have]; null: the sum of its tiles as for everybody (HKR-32).",
        optional=True,
        length=2,
    )
    timeout_keeps_legal_play: bool = rule_field(
        False,
        "Whether a play that is legal when the time runs out stands, as if *done* were called"
        " (TWR-5), or is put back (HKR-22).",
    )
    timeout_draw: int = rule_field(
        3, "Tiles drawn when the time runs out on an unfinished play (HKR-22).", low=0, high=20
    )
    timeout_draw_if_nothing_played: int = rule_field(
        3, "Tiles drawn when the time runs out and nothing was played (HKR-22).", low=0, high=20
    )
    table_lost_to: str = rule_field(
        "rack",
        "Where loose tiles go when the table can't be put back: the player's rack (HKR-23) or the"
        " pool, which is shuffled (TWR-6).",
        choices=("rack", "pool"),
    )
    restore_failure_prob: float = rule_field(
        0.0,
        "Chance that the table can't be put back after a time-out, for studies (HKR-23).",
        low=0.0,
        high=1.0,
    )
    order: str = rule_field(
        "any",
        "'any': tiles of a turn in any order; 'ascending': only by rising tile index, equal tiles"
        " allowed, which removes the permutations of one play.",
        choices=("any", "ascending"),
    )
    turn_seconds: int = rule_field(
        40, "Seconds for a whole turn where a clock is kept (HKR-20).", low=1, high=3600
    )
    notice_seconds: int = rule_field(
        10, "Seconds left when the player is told; 0: not told (HKR-21).", low=0, high=3600
    )
    numbers: int = rule_field(13, "Highest number on a tile (RK-2).", low=3, high=13)
    colors: int = rule_field(4, "Number of colours.", low=1, high=4)
    copies: int = rule_field(2, "Copies of each number tile.", low=1, high=2)
    jokers: int = rule_field(2, "Jokers in the game (RK-3).", low=0, high=2)

    @property
    def total_tiles(self) -> int:
        """Tiles in the game: 106 by the book (RK-5)."""
        return self.numbers * self.colors * self.copies + self.jokers


def load_rummikub_rules(ruleset: Any, overrides: Mapping[str, Any]) -> Rules:
    """Rules by preset name, YAML path, mapping or ``Rules`` object, with overrides.

    Raises UserError that names the field and what would be right.
    """
    rules = load_rules(Rules, PACKAGE, ruleset, overrides)
    if rules.no_meld_counts is not None and not all(0 <= c <= 1000 for c in rules.no_meld_counts):
        raise UserError(
            f"field 'no_meld_counts' is {list(rules.no_meld_counts)}; want two numbers 0 to 1000"
        )
    return rules


def check_players(rules: Rules, num_players: int) -> None:
    """UserError unless this many players can be dealt their tiles."""
    if isinstance(num_players, bool) or not isinstance(num_players, int):
        raise UserError(f"num_players is {num_players!r}; want {MIN_PLAYERS} to {MAX_PLAYERS}")
    if not MIN_PLAYERS <= num_players <= MAX_PLAYERS:
        raise UserError(f"num_players is {num_players}; want {MIN_PLAYERS} to {MAX_PLAYERS}")
    needed = num_players * rules.tiles_dealt
    if needed > rules.total_tiles:
        most = rules.total_tiles // num_players
        raise UserError(
            f"tiles_dealt is {rules.tiles_dealt}: {num_players} players need {needed} tiles and"
            f" the game has {rules.total_tiles}; want at most {most}"
        )
