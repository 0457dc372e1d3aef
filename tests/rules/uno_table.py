"""Set up a UNO table in a line of text and play on it by names: the language of the rule tests.

t = table("top: red 7 | p0: red 9, blue 7 | p1: green 1, red 2")
t.play("red 9")
assert t.acting == 1
"""

from typing import Any

from uno_env import uno_v0


class UnoTable:
    """An environment in a position, played by action names."""

    def __init__(self, position: dict[str, Any], ruleset: str, options: dict[str, Any]) -> None:
        count = len(position["hands"])
        self.env = uno_v0.env(num_players=count, ruleset=ruleset, **options)
        self.env.reset(seed=0, options={"position": position})

    @property
    def snap(self) -> dict[str, Any]:
        return self.env.snapshot()

    @property
    def acting(self) -> int:
        return int(self.snap["to_act"])

    @property
    def phase(self) -> str:
        return str(self.snap["phase"])

    @property
    def legal(self) -> set[str]:
        return set(self.env.legal_actions(names=True))

    @property
    def rewards(self) -> list[float]:
        return [self.env.rewards[agent] for agent in self.env.possible_agents]

    def size(self, seat: int) -> int:
        return len(self.snap["hands"][seat])

    def play(self, *names: str) -> "UnoTable":
        """Play legal actions by name, whoever is to act."""
        for name in names:
            assert name in self.legal, f"{name!r} is not legal; legal: {sorted(self.legal)}"
            self.env.step(self.env.game.parse_action(name))
            self.env.game.check_conservation(self.env.records, 0)
        return self

    def pass_windows(self, *phases: str) -> "UnoTable":
        """Pass for as long as one of the named windows is open."""
        while self.phase in phases:
            self.play("pass")
        return self

    def force(self, name: str) -> "UnoTable":
        """Play an action that is not legal."""
        assert name not in self.legal
        self.env.step(self.env.game.parse_action(name))
        return self

    def time_out(self) -> "UnoTable":
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
    return UnoTable(position, ruleset, options)
