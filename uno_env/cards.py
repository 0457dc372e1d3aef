"""The 108 UNO cards and the 64 actions: numbers, names and bit sets.

First in the import order of the game.  A card *type* is colour × 13 + symbol (symbols 0–9, Skip,
Reverse, Draw Two), 52 the Wild, 53 the Wild Draw Four (WD4).  An *action* is a card to play, with
the wilds once for each colour to name, or one of the words draw, pass, uno, catch.
"""

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tabletop.checks import check_action
from tabletop.errors import UserError, nearest

COLORS = ("red", "yellow", "green", "blue")
SYMBOLS = (*(str(number) for number in range(10)), "skip", "reverse", "draw two")

NUM_TYPES = 54
NUM_ACTIONS = 64
MAX_CARDS = 108
MAX_PLAYERS = 10

SKIP, REVERSE, DRAW_TWO = 10, 11, 12  # symbols
WILD, WILD_DRAW_FOUR = 52, 53  # types

ACTION_WILD = 52  # + colour
ACTION_WILD_DRAW_FOUR = 56  # + colour
ACTION_DRAW = 60
ACTION_PASS = 61
ACTION_CALL = 62
ACTION_CATCH = 63
WORD_ACTIONS = {
    "draw": ACTION_DRAW,
    "pass": ACTION_PASS,
    "uno": ACTION_CALL,
    "catch": ACTION_CATCH,
    "challenge": ACTION_CATCH,
}

_SHORT_SYMBOLS = {"s": "skip", "r": "reverse", "d": "draw two", "+2": "draw two"}
_SHORT_COLORS = {color[0]: color for color in COLORS}

TYPE_NAMES = (
    *(f"{color} {symbol}" for color in COLORS for symbol in SYMBOLS),
    "wild",
    "wild draw four",
)
ACTION_NAMES = (
    *TYPE_NAMES[:52],
    *(f"wild: {color}" for color in COLORS),
    *(f"wild draw four: {color}" for color in COLORS),
    "draw",
    "pass",
    "uno",
    "catch",
)


def _bits(types: list[int]) -> int:
    return sum(1 << card for card in types)


# Bit sets over card types, one 64-bit word each.
COLOR_BITS: NDArray[np.uint64] = np.array([0x1FFF << (13 * c) for c in range(4)], dtype=np.uint64)
SYMBOL_BITS: NDArray[np.uint64] = np.array(
    [_bits([13 * c + s for c in range(4)]) for s in range(13)], dtype=np.uint64
)
WILD_BITS = np.uint64(_bits([WILD, WILD_DRAW_FOUR]))
COLORED_BITS = np.uint64((1 << 52) - 1)
DRAW_TWO_BITS = np.uint64(SYMBOL_BITS[DRAW_TWO])
FUNCTION_BITS = np.uint64(
    int(SYMBOL_BITS[SKIP] | SYMBOL_BITS[REVERSE] | SYMBOL_BITS[DRAW_TWO] | WILD_BITS)
)
# Cards that a combination may hold (HKU-11): numbers, Skips and Reverses.
COMBINABLE_BITS = np.uint64(int(COLORED_BITS) & ~int(DRAW_TWO_BITS))


def copies_of(card: int) -> int:
    """How many cards of a type the full deck holds."""
    if card >= WILD:
        return 4
    return 1 if card % 13 == 0 else 2


def deck_types(colors: int = 4, max_number: int = 9) -> NDArray[np.uint8]:
    """The deck sorted by type, uint8 (108,) for the full deck: physical card k has type [k]."""
    cards = [
        card
        for card in range(NUM_TYPES)
        if card >= WILD or (card // 13 < colors and (card % 13 <= max_number or card % 13 >= SKIP))
        for _ in range(copies_of(card))
    ]
    return np.array(cards, dtype=np.uint8)


def action_name(action: int) -> str:
    """The readable name of an action 0 … 63; ValueError when out of range."""
    return ACTION_NAMES[check_action(action, NUM_ACTIONS)]


def _plain(text: str) -> str:
    return re.sub(r"\s*:\s*", ": ", " ".join(text.strip().lower().split()))


def _long_card(word: str) -> str:
    """A short form (``r7 bS gR yD W W4``) in long form; other text as it is."""
    if word in ("w", "wild"):
        return "wild"
    if word in ("w4", "wd4", "wild draw four", "wild draw 4"):
        return "wild draw four"
    short = re.fullmatch(r"([rygb]) ?([0-9]|s|r|d|\+2)", word)
    if short:
        symbol = short.group(2)
        return f"{_SHORT_COLORS[short.group(1)]} {_SHORT_SYMBOLS.get(symbol, symbol)}"
    return word


_CARD_FORMS = "want for example 'red 7', 'blue skip', 'wild' or 'r7 bS gR yD W W4'"
_ACTION_FORMS = "want for example 'red 7', 'wild: blue', 'draw', 'pass', 'uno' or 'catch'"


def _hint(name: str, known: Sequence[str], forms: str) -> str:
    """The nearest name, or examples: the list of all is too long to read."""
    hint = nearest(name, known)
    return hint if hint.startswith("did") else forms


def parse_card(text: str) -> int:
    """A card type from ``"red 7"``, ``"wild"`` or a short form such as ``r7 bS gR yD W W4``."""
    name = _long_card(_plain(str(text)))
    if name not in TYPE_NAMES:
        raise UserError(f"no card {text!r}; {_hint(name, TYPE_NAMES, _CARD_FORMS)}")
    return TYPE_NAMES.index(name)


def parse_top(text: str) -> tuple[int, int]:
    """Type and colour of the top card: ``"red 7"``, or a wild with its colour, ``"wild: blue"``."""
    card_text, colon, color_text = _plain(str(text)).partition(": ")
    card = parse_card(card_text)
    if card < WILD:
        if colon:
            raise UserError(f"top card {text!r}: only a wild names a colour")
        return card, card // 13
    color = _SHORT_COLORS.get(color_text, color_text)
    if color not in COLORS:
        raise UserError(f"top card {text!r}: a wild needs its colour, as in 'wild: blue'")
    return card, COLORS.index(color)


def top_name(card: int, color: int) -> str:
    """The name of the top card, a wild with the colour it named."""
    return TYPE_NAMES[card] if card < WILD else f"{TYPE_NAMES[card]}: {COLORS[color]}"


def parse_action(text: str) -> int:
    """The action of a name such as ``"red 7"``, ``"wild: blue"``, ``"draw"``, ``"swap: +1"``.

    Raises ValueError that names the nearest action.
    """
    name = _plain(str(text))
    if name in WORD_ACTIONS:
        return WORD_ACTIONS[name]
    swap = re.fullmatch(r"swap: \+([1-9])", name)
    if swap:
        return int(swap.group(1)) - 1
    card_text, colon, color = name.partition(": ")
    long_name = _long_card(card_text)
    if colon:
        long_name = f"{long_name}: {_SHORT_COLORS.get(color, color)}"
    if long_name in ACTION_NAMES:
        return ACTION_NAMES.index(long_name)
    if long_name in ("wild", "wild draw four"):
        raise UserError(f"action {text!r}: a wild names a colour, as in '{long_name}: blue'")
    hint = _hint(long_name, (*ACTION_NAMES, "challenge"), _ACTION_FORMS)
    raise UserError(f"no action {text!r}; {hint}")
