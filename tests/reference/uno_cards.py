"""Card names, the deck and the 64 actions, for the reference UNO engine.

Cards are plain strings: ``"red 7"``, ``"green skip"``, ``"wild"``.  Nothing here comes from the
package under test.
"""

from functools import cache

COLORS = ["red", "yellow", "green", "blue"]
SYMBOLS = [str(number) for number in range(10)] + ["skip", "reverse", "draw two"]
WILD = "wild"
WD4 = "wild draw four"

DRAW = 60
PASS = 61
CALL = 62
CATCH = 63


@cache
def is_wild(card: str) -> bool:
    """Whether the card is black: a Wild or a Wild Draw Four."""
    return card in (WILD, WD4)


@cache
def color_of(card: str) -> str | None:
    """The printed colour, None for a black card."""
    return None if is_wild(card) else card.split(" ", 1)[0]


@cache
def symbol_of(card: str) -> str:
    """The number or function; for a black card its name."""
    return card if is_wild(card) else card.split(" ", 1)[1]


@cache
def is_number(card: str) -> bool:
    """Every card that is not a number card is a function card."""
    return symbol_of(card).isdigit()


@cache
def is_draw_card(card: str) -> bool:
    """Draw Two and Wild Draw Four."""
    return symbol_of(card) in ("draw two", WD4)


@cache
def combines(card: str) -> bool:
    """HKU-11: numbers, Skips and Reverses combine; draw cards and Wilds do not."""
    return is_number(card) or symbol_of(card) in ("skip", "reverse")


def full_deck(colors: int, max_number: int) -> list[str]:
    """All cards in the order of the physical card index: coloured cards by type, then black."""
    deck = []
    for color in COLORS[:colors]:
        for symbol in SYMBOLS:
            if symbol.isdigit() and int(symbol) > max_number:
                continue
            deck += [f"{color} {symbol}"] * (1 if symbol == "0" else 2)
    return deck + [WILD] * 4 + [WD4] * 4


def points(card: str, number_points: str) -> int:
    """HKU-50, TWU-30: numbers five or face, coloured functions 20, black cards 50."""
    if is_wild(card):
        return 50
    if is_number(card):
        return 5 if number_points == "five" else int(symbol_of(card))
    return 20


def hand_points(hand: list[str], number_points: str) -> int:
    """The points of all cards of a hand."""
    return sum(points(card, number_points) for card in hand)


def actions_of(card: str, colors: int) -> list[int]:
    """The actions that lay this card: one, or one for each colour that it can name."""
    if card == WILD:
        return [52 + color for color in range(colors)]
    if card == WD4:
        return [56 + color for color in range(colors)]
    return [COLORS.index(str(color_of(card))) * 13 + SYMBOLS.index(symbol_of(card))]


def card_of(action: int) -> str:
    """The card that an action below 60 lays."""
    if action < 52:
        return f"{COLORS[action // 13]} {SYMBOLS[action % 13]}"
    return WILD if action < 56 else WD4


def color_after(action: int) -> str:
    """The colour in force after an action below 60: the card's own or the named one."""
    if action < 52:
        return COLORS[action // 13]
    return COLORS[(action - 52) % 4]
