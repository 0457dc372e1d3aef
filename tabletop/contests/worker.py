"""A player of ours in a process of its own: ``python -m tabletop.contests.worker``.

Speaks the protocol of outside programs, but is told which player to make, and answers from the
observation vector.  What the player prints goes to stderr, so that it can't disturb the answers.
Imports no game.
"""

import json
import os
import sys
import threading
import time
from typing import IO, Any

import numpy as np

from ..game import Game
from ..players import Player
from ..registry import GAMES, load_target, make_game
from .seats import act_once, one_line


def make(start: dict[str, Any]) -> tuple[Game, Player]:
    """The game and the player that the start message names."""
    GAMES.setdefault(start["game"], start["game_target"])
    game = make_game(start["game"], start["num_players"], start["ruleset"], **start["options"])
    player: Player = load_target(start["maker"], "player maker")(start["player"], game)
    player.seed(start["seed"])
    return game, player


def observation_of(game: Game, named: dict[str, Any]) -> np.ndarray[Any, np.dtype[np.int8]]:
    """The vector that ``named_observation`` took apart."""
    vector = np.zeros(game.observation_size, dtype=np.int8)
    for name, part in game.observation_layout().items():
        vector[part.slice] = named[name]
    return vector


def answer(game: Game, player: Player, message: dict[str, Any]) -> dict[str, Any]:
    """The player's action for a decision."""
    mask = np.zeros(game.num_actions, dtype=np.int8)
    mask[message["legal_ids"]] = 1
    return {"action": act_once(player, observation_of(game, message["observation"]), mask)}


def serve(lines: IO[str], out: IO[str]) -> None:
    """Answer messages until the input ends."""

    def say(content: dict[str, Any]) -> None:
        out.write(json.dumps(content) + "\n")
        out.flush()

    game: Game | None = None
    player: Player | None = None
    for line in lines:
        message = json.loads(line)
        try:
            if message["type"] == "start":
                game, player = make(message)
                say({"ready": True})
            elif message["type"] == "notice" and hasattr(player, "notice"):
                player.notice(message["seconds_left"])  # type: ignore[union-attr]
            elif message["type"] == "decide" and game is not None and player is not None:
                say(answer(game, player, message))
        except Exception as error:
            say({"crash": one_line(error)})
            return


def end_with_parent(parent: int) -> None:
    """End this process when its parent is gone, whatever the player is doing."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def main() -> None:
    """Serve on stdin and stdout."""
    if os.name == "posix":
        threading.Thread(target=end_with_parent, args=(os.getppid(),), daemon=True).start()
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    serve(sys.stdin, out)


if __name__ == "__main__":
    main()
