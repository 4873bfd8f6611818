"""A real server process, which can be killed and started again."""

from __future__ import annotations

import contextlib
import dataclasses
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import msgspec

from stellwerk.server.settings import Settings
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
    bot_delay=0.0,
    lease=2.0,
    poll=0.2,
)
"""Limits that real clients on one machine do not reach; leases that run out within a test."""


class Server:
    """A server process on a port of its own, with a log."""

    program = "tests.server.launch"
    """The module that is run."""

    def __init__(self, settings: Settings, log: Path) -> None:
        port = settings.port if settings.port != GENEROUS.port else free_port()
        self.settings = dataclasses.replace(settings, port=port)
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None

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
        told = msgspec.json.encode(self.settings).decode()
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                (sys.executable, "-m", self.program, told),
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

    def answers(self) -> bool:
        """Tell whether it answers, and is well."""
        try:
            with urllib.request.urlopen(f"http://{self.address}/healthz", timeout=10) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def kill(self) -> None:
        """Kill it on the spot, as a power cut would."""
        self._end(signal.SIGKILL)

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


@contextlib.contextmanager
def serving(settings: Settings, folder: Path, name: str = "server") -> Iterator[Server]:
    """Run a server for the time of a block."""
    server = Server(settings, folder / f"{name}.log")
    try:
        server.start()
        yield server
    finally:
        server.stop()
