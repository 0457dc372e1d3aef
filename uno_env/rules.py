"""The rules of UNO as data: one documented field for each choice that a ruleset makes.

Imports cards only.  The compiled engine reads the same fields from ``RULES_DTYPE``.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from tabletop.errors import UserError
from tabletop.game import REWARD_MODES, Records
from tabletop.rulesets import load_rules, rule_field

from .cards import MAX_CARDS, MAX_PLAYERS, deck_types

PACKAGE = "uno_env"
DEFAULT_RULESET = "hk_society"

COMBO = ("none", "same_symbol", "identical", "chain", "match_top")
STACKING = ("none", "draw_two", "same", "any")
UNO_CALL = ("explicit", "auto")
NUMBER_POINTS = ("face", "five")
SCORING = ("winner_takes", "own_hand")
OPENING = ("number", "effects")
LEADER = ("highest", "after_dealer")

COMBO_NONE, COMBO_SAME_SYMBOL, COMBO_IDENTICAL, COMBO_CHAIN, COMBO_MATCH_TOP = range(5)
STACKING_NONE, STACKING_DRAW_TWO, STACKING_SAME, STACKING_ANY = range(4)
REWARD_SCORE, REWARD_WIN, REWARD_RANK = range(3)


@dataclass(frozen=True)
class Rules:
    """A UNO ruleset.  The defaults are the plainest game; presets set every field."""

    combo: str = rule_field(
        "none",
        "Which further cards may be laid in the same turn: none; same_symbol as the first;"
        " identical cards; chain, each matching the one before; match_top, each matching the"
        " card that lay on top before the turn. Numbers, Skips and Reverses combine.",
        choices=COMBO,
    )
    jump_in: bool = rule_field(
        False, "Cut: a holder of the identical card may play it out of turn right after it is laid."
    )
    stacking: str = rule_field(
        "none",
        "What may be laid on a draw card to pass the sum on: none; draw_two on Draw Two; same, each"
        " kind on itself; any, where a Draw Two on a WD4 needs the named colour.",
        choices=STACKING,
    )
    voluntary_draw: bool = rule_field(True, "A player with a playable card may draw instead.")
    play_drawn: bool = rule_field(True, "The drawn card may be played at once if it fits.")
    draw_until_playable: bool = rule_field(
        False, "A player who draws goes on drawing until a playable card comes."
    )
    finish_on_function_card: bool = rule_field(
        True, "The last card may be a function card (Skip, Reverse, Draw Two, Wild, WD4)."
    )
    uno_call: str = rule_field(
        "explicit", "explicit: the call is an action; auto: it is made by itself.", choices=UNO_CALL
    )
    uno_penalty: int = rule_field(
        2, "Cards drawn by a player caught without the call.", low=0, high=20
    )
    wrong_call_penalty: int = rule_field(
        0, "Cards drawn by a player caught after a wrong call; 0: it costs nothing.", low=0, high=20
    )
    illegal_penalty: int = rule_field(1, "Cards drawn for an illegal action.", low=0, high=20)
    wd4_challenge: bool = rule_field(
        False, "The next player may challenge a WD4: was a card of the current colour held?"
    )
    last_draw_card_drawn: bool = rule_field(
        False, "A draw card that ends the round is still drawn by the next player."
    )
    seven_zero: bool = rule_field(
        False, "A 7 swaps hands with a chosen player, a 0 passes all hands on."
    )
    places: int = rule_field(
        1,
        "How many players must go out before the round ends; above 1 the scores are the places"
        " (3, 2, 1, 0 for three).",
        low=1,
        high=MAX_PLAYERS,
    )
    number_points: str = rule_field(
        "face",
        "What a number card counts in a hand: its face value, or five.",
        choices=NUMBER_POINTS,
    )
    scoring: str = rule_field(
        "winner_takes",
        "winner_takes: the winner scores the sum of all other hands, high is good; own_hand: each"
        " scores what is left in the own hand, low is good.",
        choices=SCORING,
    )
    opening: str = rule_field(
        "number",
        "number: the first number card opens, function cards go back; effects: any card but a WD4"
        " opens, and its function acts on the first player.",
        choices=OPENING,
    )
    leader: str = rule_field(
        "highest",
        "highest: the highest drawn card leads, later the last winner; after_dealer: it deals, the"
        " next seat leads, later the deal goes round.",
        choices=LEADER,
    )
    target_score: int | None = rule_field(
        None,
        "A match goes on until somebody has this many points; null: one round.",
        low=1,
        high=100000,
        optional=True,
    )
    colors: int = rule_field(4, "Number of colours in the deck.", low=1, high=4)
    max_number: int = rule_field(9, "Highest number card in the deck.", low=0, high=9)
    cards_dealt: int = rule_field(7, "Cards dealt to each player.", low=1, high=20)

    @classmethod
    def load(cls, ruleset: Any = DEFAULT_RULESET, **overrides: Any) -> "Rules":
        """A preset by name, a YAML file, a mapping or a Rules object, with fields overridden."""
        return load_rules(cls, PACKAGE, ruleset, overrides)


_BYTE_FIELDS = (
    "combo",
    "jump_in",
    "stacking",
    "voluntary_draw",
    "play_drawn",
    "draw_until_playable",
    "finish_on_function_card",
    "auto_call",
    "uno_penalty",
    "wrong_call_penalty",
    "illegal_penalty",
    "wd4_challenge",
    "last_draw_card_drawn",
    "seven_zero",
    "places",
    "number_five",
    "own_hand",
    "opening_effects",
    "after_dealer",
    "colors",
    "cards_dealt",
    "num_players",
    "reward",
    "deck_count",
)
RULES_DTYPE = np.dtype(
    [("max_turns", "u4"), ("target_score", "u4")]
    + [(name, "u1") for name in _BYTE_FIELDS]
    + [("deck", "u1", (MAX_CARDS,))],
    align=True,
)


def rules_record(rules: Rules, num_players: int, reward: str, max_turns: int) -> Records:
    """The rules as the compiled engine reads them, shape (1,).

    Raises UserError when the deck is too small for the players.
    """
    deck = deck_types(rules.colors, rules.max_number)
    dealt = num_players * rules.cards_dealt
    if dealt >= len(deck):
        raise UserError(
            f"{num_players} players with {rules.cards_dealt} cards each need {dealt + 1} cards;"
            f" this deck has {len(deck)}: deal fewer cards or use a larger deck"
        )
    record = np.zeros(1, dtype=RULES_DTYPE)
    values = {
        "max_turns": max_turns,
        "target_score": rules.target_score or 0,
        "combo": COMBO.index(rules.combo),
        "stacking": STACKING.index(rules.stacking),
        "auto_call": rules.uno_call == "auto",
        "number_five": rules.number_points == "five",
        "own_hand": rules.scoring == "own_hand",
        "opening_effects": rules.opening == "effects",
        "after_dealer": rules.leader == "after_dealer",
        "num_players": num_players,
        "reward": REWARD_MODES.index(reward),
        "deck_count": len(deck),
    }
    for name in (*_BYTE_FIELDS, "max_turns", "target_score"):
        record[name] = values[name] if name in values else getattr(rules, name)
    record["deck"][0, : len(deck)] = deck
    return record
