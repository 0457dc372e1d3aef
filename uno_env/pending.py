"""Which pending sums the rules can reach, for positions that name one.

Plain Python over the rules and the deck; nothing here is needed to play.  Imports cards and rules.
"""

from collections.abc import Mapping

from .cards import DRAW_TWO, WILD, WILD_DRAW_FOUR, top_name
from .rules import Rules


def is_draw_card(card: int | None) -> bool:
    """Whether a card makes somebody draw."""
    return card == WILD_DRAW_FOUR or (card is not None and card < WILD and card % 13 == DRAW_TWO)


def pending_sums(top: int, rules: Rules, deck: Mapping[int, int]) -> list[int]:
    """The sums above 0 that can lie on ``top``, rising; ``deck``: how many cards of each type.

    UN-6a, HKU-33: each draw card counts once, at most all of the deck.  Where none may be laid on
    the top card (``stacking``) the sum is that card's, with the identical ones that cut it.
    """
    twos = sum(count for card, count in deck.items() if card < WILD and is_draw_card(card))
    fours = deck.get(WILD_DRAW_FOUR, 0)
    mixed = rules.stacking == "any"
    if top == WILD_DRAW_FOUR:
        alike = fours if mixed or rules.stacking == "same" else _cut_pile(deck[top], rules)
        return _sums(alike, 4, twos if mixed else 0, 2)
    alike = twos if rules.stacking != "none" else _cut_pile(deck[top], rules)
    return _sums(alike, 2, fours if mixed else 0, 4)


def _cut_pile(copies: int, rules: Rules) -> int:
    return copies if rules.jump_in else 1


def _sums(alike: int, each: int, others: int, other_each: int) -> list[int]:
    """Sums of 1 to ``alike`` cards like the top one and up to ``others`` of the other kind."""
    pairs = ((a, b) for a in range(1, alike + 1) for b in range(others + 1))
    return sorted({each * a + other_each * b for a, b in pairs})


def pending_hint(top: int, color: int, rules: Rules, sums: list[int]) -> str:
    """What would be right, in words."""
    wanted = ", ".join(str(number) for number in (0, *sums))
    return f"want one of {wanted} (on {top_name(top, color)!r}, stacking {rules.stacking!r})"
