"""What may be played when: the fields of a ruleset and the legality of cards, from the rulebook.

Plain functions over a hand (a list of card names); no game flow.
"""

from dataclasses import dataclass, replace
from typing import Any

from tests.reference.uno_cards import (
    WD4,
    color_of,
    combines,
    is_draw_card,
    is_number,
    is_wild,
    symbol_of,
)


@dataclass(frozen=True)
class ReferenceRules:
    """The rule fields by their fixed names; the defaults are the Hong Kong society's."""

    combo: str = "same_symbol"
    jump_in: bool = True
    stacking: str = "any"
    voluntary_draw: bool = False
    play_drawn: bool = False
    draw_until_playable: bool = False
    finish_on_function_card: bool = False
    uno_call: str = "explicit"
    uno_penalty: int = 3
    wrong_call_penalty: int = 3
    illegal_penalty: int = 1
    wd4_challenge: bool = False
    last_draw_card_drawn: bool = False
    seven_zero: bool = False
    places: int = 1
    number_points: str = "five"
    scoring: str = "own_hand"
    opening: str = "number"
    leader: str = "highest"
    target_score: int | None = None
    colors: int = 4
    max_number: int = 9
    cards_dealt: int = 7


_TW_CAMPUS: dict[str, Any] = {
    "combo": "none",  # TWU-22
    "jump_in": False,
    "stacking": "draw_two",  # TWU-10, TWU-14
    "voluntary_draw": True,  # TWU-6
    "play_drawn": True,  # TWU-5
    "finish_on_function_card": True,  # TWU-22
    "uno_penalty": 2,  # TWU-20
    "wrong_call_penalty": 0,
    "number_points": "face",  # TWU-30
    "scoring": "winner_takes",
    "leader": "after_dealer",  # TWU-2
}
_OFFICIAL: dict[str, Any] = {
    **_TW_CAMPUS,
    "stacking": "none",  # OFU-2
    "wd4_challenge": True,  # OFU-3
    "last_draw_card_drawn": True,  # OFU-6
    "opening": "effects",  # OFU-1
}
PRESETS: dict[str, dict[str, Any]] = {
    "hk_society": {},
    "tw_campus": _TW_CAMPUS,
    "official": _OFFICIAL,
}


def preset_rules(name: str, **overrides: Any) -> ReferenceRules:
    """A named ruleset with some fields changed."""
    return replace(ReferenceRules(), **{**PRESETS[name], **overrides})


def matches(card: str, top: str, color: str | None) -> bool:
    """HKU-10: the colour in force, or the number or function of the top card."""
    if is_wild(card):
        return True
    return color_of(card) == color or symbol_of(card) == symbol_of(top)


def can_be_stacked_on(rules: ReferenceRules, top: str) -> bool:
    """Whether the ruleset lets anybody answer this draw card with another one."""
    if symbol_of(top) == "draw two":
        return rules.stacking != "none"
    return top == WD4 and rules.stacking in ("same", "any")


def stacks(rules: ReferenceRules, card: str, top: str, color: str | None) -> bool:
    """HKU-30 to 35: whether a card may be laid on the pending stack that ``top`` crowns."""
    if not is_draw_card(card) or not can_be_stacked_on(rules, top):
        return False
    if symbol_of(card) == symbol_of(top):
        return True
    if rules.stacking != "any":
        return False
    return card == WD4 or color_of(card) == color  # HKU-34


def may_finish(rules: ReferenceRules, card: str, hand: list[str]) -> bool:
    """HKU-16: the card that empties the hand may not be a function card."""
    return len(hand) > 1 or rules.finish_on_function_card or is_number(card)


def playable(
    rules: ReferenceRules, hand: list[str], top: str, color: str | None, pending: int
) -> list[str]:
    """The cards (each type once) that may be laid at the start of a turn."""
    good = []
    for card in sorted(set(hand)):
        fits = stacks(rules, card, top, color) if pending else matches(card, top, color)
        if fits and may_finish(rules, card, hand):
            good.append(card)
    return good


@dataclass(frozen=True)
class TopCard:
    """The top of the discard pile and the colour in force."""

    card: str
    color: str | None


def continues(rules: ReferenceRules, card: str, laid: list[str], before: TopCard) -> bool:
    """HKU-11: whether ``card`` may follow the cards laid so far in this combination."""
    if not combines(card) or not combines(laid[0]):
        return False
    if rules.combo == "same_symbol":
        return symbol_of(card) == symbol_of(laid[0])
    if rules.combo == "identical":
        return card == laid[0]
    if rules.combo == "chain":
        return matches(card, laid[-1], color_of(laid[-1]))
    if rules.combo == "match_top":
        return matches(card, before.card, before.color)
    return False


def followers(
    rules: ReferenceRules, hand: list[str], laid: list[str], before: TopCard
) -> list[str]:
    """The cards (each type once) that may go on with a combination."""
    return [
        card
        for card in sorted(set(hand))
        if continues(rules, card, laid, before) and may_finish(rules, card, hand)
    ]


def row_leaves_one(
    rules: ReferenceRules, hand: list[str], laid: list[str], before: TopCard, starters: list[str]
) -> bool:
    """UN-8: whether some row of plays leaves exactly one card of ``hand``.

    ``laid`` are the cards of this turn's combination so far, ``starters`` what may come next.
    Outside chains the order of a combination changes nothing, so counting is enough.
    """
    if laid and len(hand) == 1:
        return True
    for card in starters:
        rest = list(hand)
        rest.remove(card)
        if len(rest) == 1 or (rest and rules.combo == "chain" and combines(card)):
            return True
        more = [other for other in rest if continues(rules, other, [*laid, card], before)]
        if rest and len(rest) - len(more) <= 1:
            return True
    return False
