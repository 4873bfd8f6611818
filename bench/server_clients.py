"""The clients of a measurement, as seen by whoever lets them play."""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path
from typing import Self

import msgspec

from bench.server_load import Phase, Plan, PlannedTable, Slice, Turn
from bench.server_tables import Played
from stellwerk.server.cookies import NAME, GuestCookies
from stellwerk.server.protocol import GuestInfo
from tests.server.serving import ROOT, Server

SECRET = bytes(32)
"""With which a measured server signs cookies, so that clients can sign their own."""


class Clients:
    """Real clients in a process of their own."""

    def __init__(
        self, server: Server, folder: Path, tables: list[Played], *, apart: bool = False
    ) -> None:
        file = folder / "plan.json"
        file.write_bytes(msgspec.json.encode(_plan(server, tables, apart)))
        self._process = subprocess.Popen(
            (sys.executable, "-m", "bench.server_load", str(file)),
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._server = server
        self._hear()

    def play(self, seconds: float, rate: float | None = None) -> Phase:
        """Let moves be made for a while."""
        self._say(msgspec.json.encode(Slice(seconds, rate)).decode())
        return msgspec.json.decode(self._hear(), type=Phase)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def leave(self) -> None:
        """End, once everybody has heard of everything."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.stdin = None
        self._hear()
        self._process.wait()

    @property
    def process_id(self) -> int:
        """The number of the process."""
        return self._process.pid

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def _hear(self) -> str:
        assert self._process.stdout is not None
        if not (line := self._process.stdout.readline()):
            raise RuntimeError(f"the clients have failed:\n{self._server.log[-3000:]}")
        return line


def _plan(server: Server, tables: list[Played], apart: bool) -> Plan:
    cookies = GuestCookies(SECRET, server.settings.guest_for)
    signed = {
        actor: f"{NAME}={cookies.issue(guest, actor.device, secure=False).value}"
        for actor in {actor for table in tables for actor in table.actors}
        for guest in ([] if actor.guest is None else [GuestInfo(actor.guest, "", "en")])
    }
    return Plan(
        server.settings.host,
        server.settings.port,
        tuple(
            PlannedTable(
                table.id,
                tuple(signed[actor] for actor in table.actors),
                tuple(
                    Turn(move.seat, msgspec.Raw(msgspec.json.encode(move))) for move in table.moves
                ),
                f"127.1.{number // 200}.{number % 200 + 1}" if apart else None,
            )
            for number, table in enumerate(tables)
        ),
    )


def quantile(latencies: tuple[float, ...], share: float) -> float:
    """Return how many milliseconds this share of all answers took at most; inf without any."""
    if not latencies:
        return math.inf
    return 1000 * latencies[min(len(latencies) - 1, int(share * len(latencies)))]
