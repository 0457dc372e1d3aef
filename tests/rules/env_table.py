"""An environment that a rule test plays by action names: what the tables of all games share.

Imports no game.  Each game has its own way to lay out a table in a line of text.
"""

from typing import Any, Self


class EnvTable:
    """An environment in a position or after a deal, played by action names."""

    def __init__(self, env: Any) -> None:
        self.env = env
        self.game = env.game

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
    def legal(self) -> set[str]:
        return set(self.env.legal_actions(names=True))

    def full_name(self, name: str) -> str:
        """The name that ``legal`` has for an action, where a test may write a shorter one."""
        return name

    def play(self, *names: str) -> Self:
        """Play legal actions by name, whoever is to act."""
        for name in names:
            known = self.full_name(name)
            assert known in self.legal, f"{name!r} is not legal; legal: {sorted(self.legal)}"
            self.step(self.game.parse_action(known))
        return self

    def force(self, name: str) -> Self:
        """Play an action that is not legal."""
        assert self.full_name(name) not in self.legal
        self.step(self.game.parse_action(name))
        return self

    def step(self, action: int) -> None:
        """Take an action by number; nothing may get lost by it."""
        self.env.step(action)
        self.game.check_conservation(self.env.records, 0)
