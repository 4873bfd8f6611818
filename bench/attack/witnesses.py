"""People and programs who keep all they receive, over HTTP and over sockets that stay open."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import msgspec

from bench.sockets import Answer, Http, Socket
from tests.server.recording import RecordingGuest
from tests.server.serving import Server


class Failed(Exception):
    """The server has failed to answer."""


class Witness(RecordingGuest):
    """Somebody at tables: a guest with a cookie, a program with a token, or nobody at all."""

    def __init__(self, server: Server, name: str, headers: Mapping[str, str] | None = None) -> None:
        self.received = []
        self.id = name
        self.name = name
        self.address = server.address
        self._server = server
        self._known = dict(headers or {})
        self._http = Http(server.settings.host, server.settings.port)
        self._sockets: list[Listening] = []

    @property
    def headers(self) -> dict[str, str]:
        """What makes a server know it."""
        return self._known

    async def come(self) -> None:
        """Become a guest."""
        answer = await self.send("POST", "/api/me", {"name": self.name, "language": "en"})
        self._known = {"Cookie": answer.headers["set-cookie"].partition(";")[0]}
        self.id = msgspec.json.decode(answer.body)["id"]

    async def send(self, method: str, path: str, body: Any = None) -> Answer:
        """Ask for something, and keep the answer."""
        data = None if body is None else msgspec.json.encode(body)
        answer = await self._http.ask(method, path, data, self._known)
        self.heard(f"{method} {path}", answer.body)
        if answer.status >= 500:
            raise Failed(f"{method} {path}: {answer.status} {answer.body[:300]!r}")
        return answer

    async def listen(self, table: str) -> None:
        """Open a socket at a table, which stays open whatever becomes of the seats."""
        settings = self._server.settings
        socket = Listening(self, table, f"{settings.host}:{settings.port}")
        try:
            await Listening.open(socket, settings.host, settings.port)
        except ConnectionError:
            return
        socket.send(b'{"type":"resume"}')
        self._sockets.append(socket)

    def try_over_sockets(self, message: bytes) -> None:
        """Send a message over every socket that is still open, also over those of old seats."""
        for socket in self._sockets:
            if socket.alive:
                socket.send(message)

    @property
    def listens(self) -> bool:
        """Whether a socket of it is open, so that it is there for everybody to see."""
        return any(socket.alive for socket in self._sockets)

    async def settle(self) -> None:
        """Wait until the server has answered all that was sent over the sockets."""
        waiting = [socket.settled() for socket in self._sockets if socket.alive]
        await asyncio.gather(*waiting)

    async def leave(self) -> None:
        """Close everything; from then on nothing more is received."""
        sockets, self._sockets = self._sockets, []
        for socket in sockets:
            socket.close()
        await asyncio.gather(*(socket.closed for socket in sockets))
        self._http.close()


class Listening(Socket):
    """A socket whose every message is kept."""

    def __init__(self, witness: Witness, table: str, host: str) -> None:
        super().__init__(f"/ws/tables/{table}", host, witness.headers)
        self._witness = witness
        self._way = f"ws {table}"
        self._pong = asyncio.Event()

    def take(self, data: bytes, start: int, end: int) -> None:
        """Keep what has come."""
        self._witness.heard(self._way, data[start:end])
        if data.startswith(b'{"type":"pong"', start):
            self._pong.set()

    def lost(self) -> None:
        """Nothing more will come."""
        self._pong.set()

    async def settled(self) -> None:
        """Wait for the answer to everything that was sent before."""
        self._pong.clear()
        self.send(b'{"type":"ping"}')
        async with asyncio.timeout(60):
            await self._pong.wait()
