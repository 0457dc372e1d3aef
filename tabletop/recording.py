"""An AEC environment that writes every game it plays as a replay.  Imports PettingZoo."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pettingzoo.utils import BaseWrapper

from .aec import TabletopAEC
from .checks import check_action
from .game import ILLEGAL, TIMEOUT, TIMEOUT_TABLE_LOST
from .replay import ReplayWriter


class RecordGames(BaseWrapper):
    """Writes ``folder/game_00001.jsonl`` and so on, one file for each ``reset``.

    A file gets its result when the game ends, at the next ``reset``, or at ``close``.  With
    ``illegal_action="terminate"`` an episode that an illegal action ended has the end "running".
    """

    def __init__(self, env: TabletopAEC, folder: str | Path) -> None:
        super().__init__(env)
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.games = 0
        self._writer: ReplayWriter | None = None

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Start a game and its file."""
        result = self._writer.result() if self._writer is not None else None
        self.env.reset(seed=seed, options=options)  # refused: the running game goes on
        self._finish(result)
        self.games += 1
        path = self.folder / f"game_{self.games:05d}.jsonl"
        base: TabletopAEC = self.env.unwrapped
        self._writer = ReplayWriter(path, base.game, base.records, options=options, seed=seed)

    def step(self, action: Any) -> None:
        """Write the action and play it; a refused one is not written."""
        base: TabletopAEC = self.env.unwrapped
        legal = base.legal_actions()
        if not legal or self._writer is None:
            self.env.step(action)
            return
        number = check_action(action, base.game.num_actions)
        if number in legal:
            self._writer.action(number)
        elif base.illegal_action == "penalty":
            self._writer.action(ILLEGAL)
        self.env.step(number)
        self._after_step()

    def timeout(self, table_lost: bool = False) -> None:
        """Write and play a time-out."""
        base: TabletopAEC = self.env.unwrapped
        if self._writer is not None and base.legal_actions():
            self._writer.action(TIMEOUT_TABLE_LOST if table_lost else TIMEOUT)
        base.timeout(table_lost)
        self._after_step()

    def _after_step(self) -> None:
        base: TabletopAEC = self.env.unwrapped
        if base.records["public"]["over"][0]:
            self._finish()

    def _finish(self, result: Mapping[str, Any] | None = None) -> None:
        if self._writer is not None:
            self._writer.close(result)
            self._writer = None

    def close(self) -> None:
        """Write the result of the running game."""
        self._finish()
        self.env.close()
