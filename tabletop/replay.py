"""Replays: a game as JSON lines that can be read, shown, and played again to the same end.

The first line says how the game was set up, every other one names an action, the last one has the
result.  See docs/replays.md for the format.  Knows no game.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np

from .checks import start_game
from .errors import UserError
from .game import SPECIAL_ACTIONS, Game, Records
from .registry import game_class, make_game
from .saving import settings_of

FORMAT, VERSION = "meldstack-replay", 1
_ENDS = ("running", "terminated", "truncated")
_SPECIAL_NAMES = {action: name for name, action in SPECIAL_ACTIONS.items()}


@dataclass(frozen=True)
class Replay:
    """A replay as read: header, ``(seat, action name)`` of every decision, result."""

    path: str
    header: dict[str, Any]
    actions: tuple[tuple[int, str], ...]
    result: dict[str, Any]


@dataclass(frozen=True)
class ReplayReport:
    """What playing a replay again gave; ``problem`` says where it went another way."""

    path: str
    game: str
    actions: int
    scores: tuple[float, ...]
    problem: str | None

    @property
    def ok(self) -> bool:
        """Whether the game came to the same end by the same way."""
        return self.problem is None


# -- writing --------------------------------------------------------------------------------------


def position_hash(game: Game, records: Records, i: int) -> str:
    """Hash of the whole truth of a row: snapshot, what every seat sees, random stream."""
    digest = hashlib.sha256(json.dumps(game.snapshot(records, i), sort_keys=True).encode())
    digest.update(game.state(records, i).astype("<f4").tobytes())
    digest.update(records["hidden"]["stream"][i].astype("<u8").tobytes())
    return digest.hexdigest()


def result_of(game: Game, records: Records, i: int) -> dict[str, Any]:
    """The last line of a replay."""
    public = records["public"][i]
    return {
        "end": _ENDS[int(public["over"])],
        "scores": [float(score) for score in public["scores"][: game.num_players]],
        "turns": int(public["turns"]),
        "decisions": int(public["decisions"]),
        "hash": position_hash(game, records, i),
    }


class ReplayWriter:
    """Writes one game, line by line; open it right after the game was started.

    ``options`` are the reset options (``deal`` or ``position``) that the game was started with;
    ``seed`` and ``players`` are only for the reader.
    """

    def __init__(
        self,
        path: str | Path,
        game: Game,
        records: Records,
        i: int = 0,
        *,
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
        players: list[str] | None = None,
    ) -> None:
        self.path = Path(path)
        self._game, self._records, self._i = game, records, i
        self._file = self.path.open("w", encoding="utf8")
        hidden = records["hidden"][i]
        header: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            **settings_of(game),
            "reward": game.reward,
            "seed": seed,
            "seed_words": [int(word) for word in hidden["seed"]],
            "game_number": int(hidden["game_number"]),
            "deal": (options or {}).get("deal"),
            "position": (options or {}).get("position"),
        }
        if players is not None:
            header["players"] = players
        self._line(header)

    def _line(self, content: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(content, default=_plain, ensure_ascii=False) + "\n")

    def action(self, action: int) -> None:
        """Write the action that the seat to act is about to take (special ones below zero too)."""
        name = _SPECIAL_NAMES.get(action) or self._game.action_name(action)
        seat = int(self._records["public"]["to_act"][self._i])
        self._line({"seat": seat, "action": name})

    def result(self) -> dict[str, Any]:
        """The result as it stands, for ``close`` when the record is about to change."""
        return result_of(self._game, self._records, self._i)

    def close(self, result: Mapping[str, Any] | None = None) -> None:
        """Write the result and close the file; a second call does nothing."""
        if not self._file.closed:
            self._line({"result": result or self.result()})
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            self.close()
        self._file.close()


def _plain(value: Any) -> Any:
    """NumPy values in options as plain ones."""
    if isinstance(value, (np.integer, np.floating, np.bool_, np.ndarray)):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} can't be written in a replay")


# -- reading --------------------------------------------------------------------------------------


def read_replay(path: str | Path) -> Replay:
    """A replay from its file; UserError names the line that is wrong."""
    lines = list(_json_lines(Path(path)))
    header = lines[0] if lines else {}
    if header.get("format") != FORMAT:
        raise UserError(f"{path}: not a replay (want a first line with format {FORMAT!r})")
    if header.get("version") != VERSION:
        text = f"{path}: replay format version {header.get('version')!r}"
        raise UserError(f"{text}; this program reads version {VERSION}")
    if len(lines) < 2 or "result" not in lines[-1]:
        raise UserError(f"{path}: the replay is cut short (the last line should be the result)")
    actions = []
    for number, line in enumerate(lines[1:-1], start=2):
        if not isinstance(line.get("seat"), int) or not isinstance(line.get("action"), str):
            raise UserError(f"{path}, line {number}: want seat and action, not {json.dumps(line)}")
        actions.append((line["seat"], line["action"]))
    result = lines[-1]["result"]
    if not isinstance(result, dict):
        raise UserError(f"{path}, line {len(lines)}: the result is {result!r}; want an object")
    _check_players(path, header)
    return Replay(str(path), header, tuple(actions), result)


def _check_players(path: str | Path, header: Mapping[str, Any]) -> None:
    """The names for the reader, where there are any: one for each seat."""
    players, seats = header.get("players"), header.get("num_players")
    if players is None:
        return
    named = isinstance(players, list) and all(isinstance(name, str) for name in players)
    if not named or len(players) != seats:
        raise UserError(f"{path}, line 1: players is {players!r}; want a list of {seats} names")


def _json_lines(path: Path) -> Iterator[dict[str, Any]]:
    try:
        text = path.read_text(encoding="utf8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"replay {str(path)!r} can't be read ({error})") from error
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            content = json.loads(line)
        except ValueError:
            raise UserError(f"{path}, line {number}: not JSON") from None
        if not isinstance(content, dict):
            raise UserError(f"{path}, line {number}: want an object, not {line[:40]!r}")
        yield content


def replay_game(replay: Replay) -> Game:
    """The game that a replay was played in; UserError when this engine is of another version."""
    header = replay.header
    try:
        name, version = header["game"], header["engine_version"]
        players, ruleset = header["num_players"], header["ruleset"]
        reward, max_turns = header["reward"], header["max_turns"]
    except KeyError as missing:
        raise UserError(f"{replay.path}: the header has no {missing}") from None
    if not isinstance(name, str):
        raise UserError(f"{replay.path}, line 1: game is {name!r}; want the name of a game")
    current = game_class(name).engine_version
    if version != current:
        text = f"{replay.path}: played with engine version {version} of {name}"
        raise UserError(f"{text}; this is version {current}, whose games go another way")
    return make_game(name, players, ruleset, reward=reward, max_turns=max_turns)


def start_replay(replay: Replay, game: Game) -> Records:
    """One record (1,) as it was before the first action."""
    header = replay.header
    records = game.new_records(1)
    try:
        records["hidden"]["seed"][0] = header["seed_words"]
        records["hidden"]["game_number"][0] = header["game_number"] - 1
    except (KeyError, TypeError, ValueError, OverflowError):
        raise UserError(f"{replay.path}: the header has no usable seed_words") from None
    start_game(game, records, 0, header)
    return records


def replay_action(replay: Replay, game: Game, records: Records, k: int) -> int:
    """The k-th action as a number; UserError when it is not possible in this position."""
    seat, name = replay.actions[k]
    where = f"{replay.path}, line {k + 2}"
    public = records["public"][0]
    if public["over"] or int(public["to_act"]) != seat:
        state = "the game is over" if public["over"] else f"seat {public['to_act']} is to act"
        raise UserError(f"{where}: seat {seat} plays {name!r}, but {state}")
    if name in SPECIAL_ACTIONS:
        return SPECIAL_ACTIONS[name]
    try:
        action = game.parse_action(name)
    except ValueError as error:
        raise UserError(f"{where}: {error}") from None
    mask = np.zeros(game.num_actions, np.int8)
    game.kernels.legal_mask(records, 0, game.rules_record, seat, mask)
    if not mask[action]:
        raise UserError(f"{where}: {name!r} is not legal here")
    return action


def verify_replay(path: str | Path) -> ReplayReport:
    """Play a replay again and compare the end.

    UserError for a file that is no replay or of another engine version; a game that goes another
    way is told in the report.
    """
    replay = read_replay(path)
    game = replay_game(replay)
    records = start_replay(replay, game)
    problem = None
    try:
        for k in range(len(replay.actions)):
            action = replay_action(replay, game, records, k)
            game.kernels.step(records, 0, game.rules_record, action)
    except UserError as error:
        problem = str(error)
    result = result_of(game, records, 0)
    if problem is None and result != replay.result:
        parts = [key for key, value in result.items() if replay.result.get(key) != value]
        problem = f"{path}: the game ends with other {', '.join(parts) or 'values'}"
    return ReplayReport(str(path), game.name, len(replay.actions), tuple(result["scores"]), problem)


def show_replay(path: str | Path) -> Iterator[str]:
    """A replay as text: one line of setting, one per action, one of result."""
    replay = read_replay(path)
    game = replay_game(replay)
    records = start_replay(replay, game)
    names = replay.header.get("players") or game.seat_names()
    yield f"{game.name}, {game.num_players} players: {', '.join(names)}"
    before = game.snapshot(records, 0)
    for k in range(len(replay.actions)):
        action = replay_action(replay, game, records, k)
        game.kernels.step(records, 0, game.rules_record, action)
        after = game.snapshot(records, 0)
        yield game.describe_step(before, action, after)
        before = after
    result = result_of(game, records, 0)
    scores = ", ".join(f"{score:g}" for score in result["scores"])
    yield f"{result['end']} after {result['turns']} turns, scores {scores}"
