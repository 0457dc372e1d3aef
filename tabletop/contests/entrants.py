"""From entrants to seats: scripted players, checkpoints, ``module:factory``, outside programs.

How a player is made is itself a ``"module:function"`` (name, game) -> Player, so that checkpoints
work without this package knowing torch, and in processes of their own too.  Imports no game.
"""

import os
import shlex
import shutil
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ..clock import ClockSettings, milliseconds
from ..errors import UserError
from ..game import Game
from ..players import Player, failures_told
from ..registry import GAMES, load_target
from .config import Contest, Entrant
from .draw import derive_seed
from .games import GameBook, GameSpec, TableSetting
from .outcome import GameRequest
from .programs import PROTOCOL, ProgramSeat, worker_command, worker_environment
from .seats import LocalSeat, Seat

DEFAULT_MAKER = "tabletop.registry:make_player"


class Entrants:
    """The entrants of a contest, and how each of them is seated."""

    def __init__(self, contest: Contest, folder: Path, maker: str = DEFAULT_MAKER) -> None:
        self._contest, self._folder, self._maker = contest, folder, maker
        self._by_name = {entrant.name: entrant for entrant in contest.entrants}
        self._players: dict[tuple[str, int, bool, int], Player] = {}

    def check(self, book: GameBook) -> None:
        """UserError for a player that can't be made or a program that can't be found."""
        stages = [k for k, stage in enumerate(self._contest.stages) if stage.match is not None]
        if not stages:
            return
        game = book.setting_of(stages[0], book.fewest_players()).game
        for entrant in self._contest.entrants:
            try:
                self._check_one(entrant, game)
            except ValueError as error:
                raise UserError(f"entrant {entrant.name!r}: {error}") from None

    def _check_one(self, entrant: Entrant, game: Game) -> None:
        if entrant.program is not None:
            self.command_of(entrant)
        elif entrant.runs_apart and ":" in str(entrant.player):
            module = str(entrant.player).partition(":")[0]
            if not _can_be_found(module):
                raise UserError(f"player {entrant.player!r}: no module {module!r}")
        else:
            player = self._make(str(entrant.player), game)
            with failures_told(str(entrant.player)):
                player.seed(0)

    def _make(self, name: str, game: Game) -> Player:
        player: Player = load_target(self._maker, "player maker")(self._named(name), game)
        return player

    def _named(self, name: str) -> str:
        """A file beside the contest file by its whole path; names as they are."""
        here = self._folder / name
        return str(here) if ":" not in name and here.exists() else name

    def command_of(self, entrant: Entrant) -> list[str]:
        """The command of an outside program; files beside the contest file are found."""
        program = entrant.program or ""
        parts = shlex.split(program) if isinstance(program, str) else list(program)
        if not parts:
            raise UserError("the program is empty; want a command")
        found = [str(self._folder / p) if (self._folder / p).is_file() else p for p in parts]
        if shutil.which(found[0]) is None and not os.access(found[0], os.X_OK):
            raise UserError(f"program {parts[0]!r} can't be found or is not executable")
        return found

    def is_local(self, name: str) -> bool:
        """Whether the entrant plays in this process."""
        entrant = self._by_name[name]
        return entrant.program is None and not entrant.runs_apart

    def charge(self, name: str, clock: ClockSettings) -> int:
        """Milliseconds that the virtual clock charges the entrant's decisions."""
        entrant = self._by_name[name]
        return clock.charge_of(name, entrant.player or "program")

    def player(self, name: str, request: GameRequest, game: Game) -> Player:
        """The entrant's player in this process, seeded for the game."""
        key = (name, request.stage, request.extra > 0, game.num_players)
        if key not in self._players:
            self._players[key] = self._make(str(self._by_name[name].player), game)
        player = self._players[key]
        with failures_told(name):
            player.seed(self.seed(name, request))
        return player

    def new_player(self, name: str, request: GameRequest, game: Game) -> Player:
        """A player of its own for one seat, seeded for the game."""
        player = self._make(str(self._by_name[name].player), game)
        with failures_told(name):
            player.seed(self.seed(name, request))
        return player

    def seed(self, name: str, request: GameRequest) -> int:
        """The seed of the entrant's own randomness in one game."""
        return derive_seed(request.seed, "player", name)

    def player_name(self, name: str) -> str:
        """What the entrant plays by."""
        return str(self._by_name[name].player)

    def seats(self, request: GameRequest, setting: TableSetting) -> list[Seat]:
        """Who decides at each seat of a game."""
        return [self._seat(k, request, setting) for k in range(len(request.seats))]

    def _seat(self, number: int, request: GameRequest, setting: TableSetting) -> Seat:
        entrant = self._by_name[request.seats[number]]
        charge = self.charge(entrant.name, setting.clock)
        if self.is_local(entrant.name):
            return LocalSeat(self.player(entrant.name, request, setting.game), charge)
        seed = self.seed(entrant.name, request)
        start = start_message(request.seats, number, setting, seed)
        command: list[str] = worker_command()
        environment: dict[str, str] | None = worker_environment()
        if entrant.program is not None:
            command, environment = self.command_of(entrant), None
        else:
            player = self._named(str(entrant.player))
            start |= worker_start(setting.spec, self._maker, player)
        clock = self._contest.clock
        cut_off = milliseconds(clock.cut_off)
        return ProgramSeat(command, start, charge, cut_off, clock.restarts, environment)


def _can_be_found(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def start_message(
    names: Sequence[str], seat: int, setting: TableSetting, seed: int
) -> dict[str, Any]:
    """What every process is told before a game."""
    limit = setting.clock.limit
    return {
        "type": "start",
        "protocol": PROTOCOL,
        "game": setting.spec.name,
        "ruleset": setting.spec.ruleset,
        "rules": {
            key: value
            for key, value in setting.spec.options.items()
            if key not in ("reward", "max_turns")
        },
        "num_players": setting.spec.num_players,
        "names": list(names),
        "seat": seat,
        "seed": seed,
        "seconds": None if limit is None else limit / 1000,
    }


def worker_start(spec: GameSpec, maker: str, player: str) -> dict[str, Any]:
    """What our own player process is told besides."""
    return {
        "game_target": GAMES[spec.name],
        "options": dict(spec.options),
        "maker": maker,
        "player": player,
    }
