"""Set up a UNO table in a line of text and play on it by names: the language of the rule tests.

t = table("top: red 7 | p0: red 9, blue 7 | p1: green 1, red 2")
t.play("red 9")
assert t.acting == 1
"""

from typing import Any, Self

from uno_env import uno_v0

from .env_table import EnvTable


class UnoTable(EnvTable):
    """A UNO environment in a position."""

    @property
    def rewards(self) -> list[float]:
        return [self.env.rewards[agent] for agent in self.env.possible_agents]

    def size(self, seat: int) -> int:
        return len(self.snap["hands"][seat])

    def pass_windows(self, *phases: str) -> Self:
        """Pass for as long as one of the named windows is open."""
        while self.phase in phases:
            self.play("pass")
        return self

    def time_out(self) -> Self:
        """The time of the player to act is over."""
        self.env.timeout()
        return self


def table(text: str, ruleset: str = "hk_society", **options: Any) -> UnoTable:
    """``"top: red 7 | p0: red 9, blue 7 | p1: … | deck: g1, b2"``; other parts of the position
    (starter, direction, pending_draws, rest) and fields of the ruleset by keyword."""
    position: dict[str, Any] = {}
    hands = {}
    for part in text.split("|"):
        name, _, value = part.strip().partition(":")
        cards = [card.strip() for card in value.split(",") if card.strip()]
        if name == "top":
            position["discard"] = value.strip()
        elif name == "deck":
            position["deck"] = cards
        else:
            hands[int(name[1:])] = cards
    position["hands"] = [hands[seat] for seat in sorted(hands)]
    for key in ("starter", "direction", "pending_draws", "rest"):
        if key in options:
            position[key] = options.pop(key)
    env = uno_v0.env(num_players=len(hands), ruleset=ruleset, **options)
    env.reset(seed=0, options={"position": position})
    return UnoTable(env)
