"""A real server process, which can be killed and started again."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from stellwerk.server.settings import Settings
from tests.server.forking import Forked
from tests.server.programs import free_port

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 120.0

GENEROUS = Settings(
    messages_per_second=10_000,
    message_burst=100_000,
    messages_per_address=1e6,
    requests_per_minute=1e9,
    requests_per_address=1e9,
    connections_per_address=1_000_000,
    sockets_per_guest=1_000_000,
    sockets_at_table=1_000_000,
    watchers_per_address=1_000_000,
    sockets_per_address=1_000_000,
    bytes_per_second=1e12,
    bytes_at_once=1e12,
    bytes_per_address=1e12,
    guesses_per_minute=1e9,
    guess_burst=1_000_000,
    guesses_of_all=1e9,
    tables_per_hour=1e9,
    new_guests_per_hour=1e9,
    tables_per_guest=100_000,
    statistics_per_minute=1e9,
    bot_delay=0.0,
    lease=2.0,
    poll=0.2,
)
"""Limits that real clients on one machine do not reach; leases that run out within a test."""


@dataclass
class Life:
    """When a server was alive, by the clock of whoever watches it."""

    begun: float
    ready: float = float("inf")
    """From then on it has surely been at work."""
    ended: float = float("inf")


class Server:
    """A server process on a port of its own, with a log."""

    program = "tests.server.launch"
    """The module that is run."""
    forks = False
    """Whether it is split off a process that has loaded everything, which is quicker."""

    def __init__(self, settings: Settings, log: Path) -> None:
        port = settings.port if settings.port != GENEROUS.port else free_port()
        self.settings = dataclasses.replace(settings, port=port)
        self._log = log
        self._shift = log.with_suffix(".shift")
        self.lives: list[Life] = []
        self._process: subprocess.Popen[bytes] | Forked | None = None

    @property
    def address(self) -> str:
        """Where it answers: host and port."""
        return f"{self.settings.host}:{self.settings.port}"

    @property
    def log(self) -> str:
        """All it has written so far, over all its lives."""
        return self._log.read_text(encoding="utf-8") if self._log.exists() else ""

    @property
    def process_id(self) -> int:
        """The number of the process."""
        assert self._process is not None, "the server has been started"
        return self._process.pid

    def start(self) -> None:
        """Start it and wait until it answers."""
        words = (msgspec.json.encode(self.settings).decode(), str(self._shift))
        self.lives.append(Life(time.monotonic()))
        with self._log.open("ab") as log:
            if self.forks:
                self._process = Forked(self.program, words, ROOT, self._log)
            else:
                self._process = subprocess.Popen(
                    (sys.executable, "-m", self.program, *words),
                    cwd=ROOT,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                )
        self.wait()

    def wait(self) -> None:
        """Wait until it answers."""
        deadline = time.monotonic() + PATIENCE
        while not self.answers():
            assert self._process is not None
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"the server does not start:\n{self.log[-4000:]}")
            time.sleep(0.02)
        self.lives[-1].ready = time.monotonic()

    def answers(self) -> bool:
        """Tell whether it answers, and is well."""
        try:
            with urllib.request.urlopen(f"http://{self.address}/healthz", timeout=10) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def kill(self) -> None:
        """Kill it on the spot, as a power cut would; a keeper ends by itself, and is waited for."""
        children = self._children()
        self._end(signal.SIGKILL)
        # Where there is no keeper they serve, and the one we have started only looks after them.
        for child in () if self.settings.has_keeper else children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        while any(_is_alive(child) for child in children):
            time.sleep(0.01)

    def _children(self) -> list[int]:
        process = self.process_id
        return [int(each) for each in _text(f"/proc/{process}/task/{process}/children").split()]

    def stop(self) -> None:
        """Ask it to stop, and wait until it has."""
        self._end(signal.SIGTERM)

    def _end(self, sign: signal.Signals) -> None:
        if self._process is None or self._process.poll() is not None:
            return
        self._process.send_signal(sign)
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self.lives[-1].ended = time.monotonic()

    def halt(self) -> None:
        """Stop it where it stands, as a machine does that goes to sleep."""
        os.kill(self.process_id, signal.SIGSTOP)
        self.lives[-1].ended = time.monotonic()

    def go_on(self) -> None:
        """Let it go on."""
        now = time.monotonic()
        self.lives.append(Life(now, now))
        os.kill(self.process_id, signal.SIGCONT)

    def shift(self, seconds: float) -> None:
        """Set its clock on the wall wrong by this many seconds, now and in its next lives."""
        self._shift.write_text(str(seconds))

    def alive(self, start: float, end: float) -> float:
        """Return for how many seconds it can have been alive between two moments."""
        return sum(max(0.0, min(end, each.ended) - max(start, each.begun)) for each in self.lives)

    def surely_alive(self, start: float, end: float) -> float:
        """Return for how many seconds it has been at work between two moments."""
        return sum(max(0.0, min(end, each.ended) - max(start, each.ready)) for each in self.lives)


def _is_alive(process: int) -> bool:
    """Tell whether a process is there and has not just been left behind by who should bury it."""
    return _text(f"/proc/{process}/stat").rpartition(")")[2].split()[:1] not in ([], ["Z"])


def _text(file: str) -> str:
    try:
        return Path(file).read_text()
    except OSError:
        return ""


@contextlib.contextmanager
def serving(settings: Settings, folder: Path, name: str = "server") -> Iterator[Server]:
    """Run a server for the time of a block."""
    server = Server(settings, folder / f"{name}.log")
    try:
        server.start()
        yield server
    finally:
        server.stop()
