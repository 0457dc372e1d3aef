"""Players in processes of their own: outside programs, and our own players set apart.

Both speak one JSON line per message over stdin and stdout (``docs/contests.md``).  A process that
is silent when its time is over is killed, and started again at its next turn.
Imports no game.
"""

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from typing import IO, Any

from ..clock import GameClock
from ..game import Game
from .seats import Decision, Situation

PROTOCOL = 1
STARTUP_SECONDS = 60.0  # for loading; not on the clock
LONGEST_LINE = 1 << 16  # bytes; a longer answer is refused
TOO_LONG = b"(too long)"
WHOLE_TABLE = (
    "discard_top",
    "color",
    "deck_size",
    "direction",
    "pending_draws",
    "called_uno",
    "table",
    "pool_size",
    "melded",
    "played",
    "scores",
)


class ProgramError(Exception):
    """The process ended, or its answer can't be read."""


class SilentError(Exception):
    """No answer when the time was over."""


class Process:
    """A child process that is written to and read from without ever blocking for good."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str] | None = None):
        self._child = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=None if environment is None else dict(environment),
            start_new_session=os.name == "posix",
        )
        self._answers: queue.Queue[bytes | None] = queue.Queue(maxsize=64)
        self._gone = threading.Event()
        self._messages: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self._reader = threading.Thread(target=self._read, args=(self._child.stdout,), daemon=True)
        self._writer = threading.Thread(target=self._write, args=(self._child.stdin,), daemon=True)
        self._reader.start()
        self._writer.start()

    def _read(self, stream: IO[bytes]) -> None:
        with stream:  # closed once the process is gone: what it left running can't write on
            whole = True
            while not self._gone.is_set() and (line := stream.readline(LONGEST_LINE)):
                starts, whole = whole, line.endswith(b"\n")
                if starts and line.strip():
                    self._answers.put(line if len(line) < LONGEST_LINE else TOO_LONG)
        self._answers.put(None)

    def _write(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError), stream:  # when it is gone, the answer queue says so
            while (message := self._messages.get()) is not None:
                stream.write(message)
                stream.flush()

    def send(self, message: Mapping[str, Any]) -> None:
        """Send one message."""
        self._messages.put(json.dumps(message, separators=(",", ":")).encode() + b"\n")

    def receive(self, seconds: float | None) -> dict[str, Any]:
        """The next answer; SilentError when it doesn't come in time, ProgramError when it can't."""
        try:
            line = self._answers.get(timeout=seconds)
        except queue.Empty:
            raise SilentError from None
        if line == TOO_LONG:
            raise ProgramError(f"the answer is longer than {LONGEST_LINE:,} bytes")
        if line is None:
            self._answers.put(None)
            code = self._exit_code()
            raise ProgramError(f"the program ended with code {code}")
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise ProgramError("the answer is no JSON object")
        return answer

    def _exit_code(self) -> int | None:
        try:
            return self._child.wait(timeout=2)
        except subprocess.TimeoutExpired:
            return None

    def kill(self) -> None:
        """End the process and all that it started, however much of its output is unread."""
        self._gone.set()
        self._messages.put(None)
        try:
            if os.name == "posix":
                os.killpg(self._child.pid, signal.SIGKILL)
            else:
                self._child.kill()
        except (ProcessLookupError, PermissionError):
            pass
        self._child.wait()
        with contextlib.suppress(queue.Empty):
            while True:  # the reader may wait for room in the queue; it puts one more line and None
                self._answers.get_nowait()
        # Not for good: a child in a session of its own outlives the kill and may hold the pipes.
        self._reader.join(timeout=1)
        self._writer.join(timeout=1)

    def end(self) -> None:
        """Close its input; killed when it does not end by itself."""
        self._messages.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._child.wait(timeout=1)
        self.kill()


def visible_table(game: Game, situation: Situation) -> dict[str, Any]:
    """What the seat sees, in names: the public part of the snapshot and its own hand."""
    snapshot = game.snapshot(situation.records, 0)
    view = {key: snapshot[key] for key in WHOLE_TABLE if key in snapshot}
    hands: list[list[str]] = snapshot.get("hands") or snapshot.get("racks") or []
    if hands:
        view["hand"] = hands[situation.seat]
        view["hand_sizes"] = [len(hand) for hand in hands]
    return view


def named_observation(game: Game, situation: Situation) -> dict[str, Any]:
    """The observation vector by the names of its layout."""
    parts = {}
    for name, part in game.observation_layout().items():
        values = situation.observation[part.slice].tolist()
        parts[name] = values[0] if part.shape == () or len(values) == 1 else values
    return parts


class ProgramSeat:
    """A seat held by a process; see ``docs/contests.md`` for the messages."""

    def __init__(
        self,
        command: Sequence[str],
        start: Mapping[str, Any],
        charge: int,
        cut_off: int,
        restarts: int,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._command, self._start, self._environment = command, start, environment
        self._charge, self._cut_off, self._restarts = charge, cut_off, restarts
        self._process: Process | None = None
        self._started = False

    def decide(self, situation: Situation, clock: GameClock, game_left: int | None) -> Decision:
        """See ``Seat``.  A hang costs all the time that is left, and a bit more."""
        events: list[str] = []
        if self._process is None and not self._revive(events):
            return Decision(None, self._cost(clock), "silenced", "not started again", events)
        began = time.perf_counter()
        try:
            assert self._process is not None
            self._process.send(self._question(situation, clock))
            answer = self._wait(clock, game_left)
        except SilentError:
            self._drop()
            return Decision(None, self._all_time(clock), "hang", "killed: no answer", events)
        except ProgramError as error:
            self._drop()
            return Decision(None, self._spent(clock, began), "crash", str(error), events)
        cost = self._spent(clock, began)
        if "crash" in answer:
            self._drop()
            return Decision(None, cost, "crash", str(answer["crash"])[:160], events)
        action, detail = self._action(situation, answer.get("action"))
        return Decision(action, cost, "", detail, events)

    def _question(self, situation: Situation, clock: GameClock) -> dict[str, Any]:
        game = situation.game
        legal = [int(a) for a in situation.mask.nonzero()[0]]
        phase = int(situation.records["public"][0]["phase"])
        return {
            "type": "decide",
            "seat": situation.seat,
            "phase": game.phases[phase],
            "legal": game.action_names(legal),
            "legal_ids": legal,
            "seconds_left": None if clock.left is None else clock.left / 1000,
            "table": visible_table(game, situation),
            "observation": named_observation(game, situation),
        }

    def _wait(self, clock: GameClock, game_left: int | None) -> dict[str, Any]:
        """The answer; the notice (HKR-21) is sent while the program thinks."""
        assert self._process is not None
        limit = self._limit(clock, game_left)
        due = clock.notice_in
        if due is None or not (clock.settings.wall or due == 0):
            return self._process.receive(limit)
        if due > 0:
            try:
                return self._process.receive(
                    due / 1000 if limit is None else min(due / 1000, limit)
                )
            except SilentError:
                if limit is not None and due / 1000 >= limit:
                    raise
        clock.told()
        left = min(clock.left or 0, clock.settings.notice or 0) / 1000
        self._process.send({"type": "notice", "seconds_left": left})
        return self._process.receive(None if limit is None else limit - due / 1000)

    def _limit(self, clock: GameClock, game_left: int | None) -> float | None:
        """Real seconds to wait for an answer."""
        if not clock.settings.wall:
            return self._cut_off / 1000
        limits = [ms for ms in (clock.left, game_left) if ms is not None]
        return (min(limits) if limits else self._cut_off) / 1000

    def _all_time(self, clock: GameClock) -> int:
        return self._cut_off if clock.left is None else clock.left + 1

    def _cost(self, clock: GameClock) -> int:
        return 0 if clock.settings.wall else self._charge

    def _spent(self, clock: GameClock, began: float) -> int:
        wall = round((time.perf_counter() - began) * 1000)
        return wall if clock.settings.wall else self._charge

    def _action(self, situation: Situation, answer: Any) -> tuple[int | None, str]:
        if isinstance(answer, int) and not isinstance(answer, bool):
            return answer, ""
        if not isinstance(answer, str):
            return None, "the answer has no 'action'"
        try:
            return situation.game.parse_action(answer), ""
        except ValueError:
            return None, f"answered {answer[:60]!r}"

    def _revive(self, events: list[str]) -> bool:
        """Start the process; a restart is counted.  False when none is left, or it won't start."""
        if self._started:
            if self._restarts <= 0:
                return False
            self._restarts -= 1
            events.append("restart")
        self._started = True
        try:
            self._process = Process(self._command, self._environment)
            self._process.send(self._start)
            answer = self._process.receive(STARTUP_SECONDS)
        except (OSError, ProgramError, SilentError):
            self._drop()
            return False
        if answer.get("ready") is not True:
            self._drop()
            return False
        return True

    def _drop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process = None

    def close(self, result: dict[str, Any] | None) -> None:
        """Tell the result and end the process."""
        if self._process is None:
            return
        if result is not None:
            self._process.send({"type": "end", **result})
        self._process.end()
        self._process = None


def worker_command() -> list[str]:
    """The command of our own player process."""
    return [sys.executable, "-m", "tabletop.contests.worker"]


def worker_environment() -> dict[str, str]:
    """This process's environment, with its module path."""
    paths = [path or os.getcwd() for path in sys.path]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
