"""Clients that cost little: WebSockets and HTTP spoken by hand, from any address of this machine.

They share the cores with the server that is measured or attacked, so they do as little as a client
can. Whoever needs to be somebody else's neighbour takes another address of the loopback network.
"""

from __future__ import annotations

import asyncio
import secrets
from base64 import b64encode
from collections.abc import Mapping
from typing import Self, cast

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
_WHOLE, _MASKED = 0x80, 0x80
_NO_MASK = bytes(4)
"""A mask that changes nothing: clients must send one."""
_LIMIT = 1 << 26
_GO_ON = b"HTTP/1.1 100"
PATIENCE = 60.0
"""Seconds after which an answer will not come any more."""


class Socket(asyncio.Protocol):
    """One WebSocket; what comes in goes to ``take``."""

    def __init__(self, path: str, host: str, headers: Mapping[str, str]) -> None:
        lines = [f"GET {path} HTTP/1.1", f"Host: {host}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        lines += ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"]
        lines += [f"Sec-WebSocket-Key: {b64encode(secrets.token_bytes(16)).decode()}", "", ""]
        self._head = "\r\n".join(lines).encode()
        self._transport: asyncio.Transport | None = None
        self._data = b""
        self._open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        """The code with which it was closed; 0 where there was none."""
        self._code = 0

    @classmethod
    async def open(cls, socket: Self, host: str, port: int, local: str | None = None) -> Self:
        """Connect a socket; an answer that is no WebSocket raises a ConnectionError."""
        where = None if local is None else (local, 0)
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: socket, host, port, local_addr=where)
        async with asyncio.timeout(PATIENCE):
            await socket.opened
        return socket

    def take(self, data: bytes, start: int, end: int) -> None:
        """Take a text that has come in; it lies between two places of the data."""

    def lost(self) -> None:
        """Take note of the end."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._head)

    def connection_lost(self, error: Exception | None) -> None:
        """Fail whoever waits."""
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the server has closed the connection"))
            self.opened.exception()  # nobody may be waiting
        if not self.closed.done():
            self.closed.set_result(self._code)
        self.lost()

    def data_received(self, data: bytes) -> None:
        """Take all whole frames."""
        data = self._data + data if self._data else data
        if not self._open:
            head, end, rest = data.partition(b"\r\n\r\n")
            if not end:
                self._data = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                if not self.opened.done():
                    self.opened.set_exception(ConnectionError(head[:200].decode("latin-1")))
                return
            data = rest
            self._open = True
            self.opened.set_result(None)
        start, size = 0, len(data)
        while size - start >= 2:
            length, body = data[start + 1], start + 2
            if length >= 126:
                wide = 2 if length == 126 else 8
                body += wide
                if size < body:
                    break
                length = int.from_bytes(data[body - wide : body])
            if size < body + length:
                break
            self._frame(data[start] & 15, data, body, body + length)
            start = body + length
        self._data = data[start:]

    def _frame(self, kind: int, data: bytes, start: int, end: int) -> None:
        if kind == TEXT:
            self.take(data, start, end)
        elif kind == PING:
            self.write(PONG, data[start:end])
        elif kind == CLOSE:
            self._code = int.from_bytes(data[start : start + 2]) if end - start >= 2 else 1005

    def send(self, message: bytes) -> None:
        """Send a text."""
        self.write(TEXT, message)

    def write(self, kind: int, body: bytes) -> None:
        """Send a frame of any kind."""
        assert self._transport is not None, "the socket is open"
        if not self._transport.is_closing():
            self._transport.write(framed(kind, body))

    def raw(self, data: bytes) -> None:
        """Send bytes as they are."""
        assert self._transport is not None, "the socket is open"
        if not self._transport.is_closing():
            self._transport.write(data)

    @property
    def alive(self) -> bool:
        """Whether it is open."""
        return self._open and not self.closed.done()

    def close(self) -> None:
        """Say goodbye."""
        if self._transport is not None and not self._transport.is_closing():
            self.write(CLOSE, b"")
            self._transport.close()


def framed(kind: int, body: bytes) -> bytes:
    """Return a frame as a client sends it."""
    size = len(body)
    if size < 126:
        head = bytes((_WHOLE | kind, _MASKED | size))
    elif size < 1 << 16:
        head = bytes((_WHOLE | kind, _MASKED | 126)) + size.to_bytes(2)
    else:
        head = bytes((_WHOLE | kind, _MASKED | 127)) + size.to_bytes(8)
    return head + _NO_MASK + body


class Answer:
    """What a server has answered over HTTP."""

    def __init__(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body


class Http:
    """One connection that is kept, for requests one after the other."""

    def __init__(self, host: str, port: int, local: str | None = None) -> None:
        self._host, self._port, self._local = host, port, local
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] = {}
    ) -> Answer:
        """Send a request and read the whole answer."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self._host}:{self._port}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        if body is not None:
            lines += [f"Content-Length: {len(body)}"]
            if "Content-Type" not in headers:
                lines += ["Content-Type: application/json"]
        return await self.exchange("\r\n".join((*lines, "", "")).encode() + (body or b""), method)

    async def exchange(
        self, request: bytes, method: str = "GET", patience: float = PATIENCE
    ) -> Answer:
        """Send the bytes of a request as they are, over a new connection if the old one ended."""
        kept = self._streams is not None
        try:
            async with asyncio.timeout(patience):
                return await self._exchange(request, method)
        except (ConnectionError, asyncio.IncompleteReadError):
            self.close()
            if not kept:
                raise
        async with asyncio.timeout(patience):
            return await self._exchange(request, method)

    async def _exchange(self, request: bytes, method: str) -> Answer:
        if self._streams is None:
            where = None if self._local is None else (self._local, 0)
            self._streams = await asyncio.open_connection(
                self._host, self._port, local_addr=where, limit=_LIMIT
            )
        reader, writer = self._streams
        writer.write(request)
        while (whole := await reader.readuntil(b"\r\n\r\n")).startswith(_GO_ON):
            continue
        head = whole.decode("latin-1").split("\r\n")
        headers = {}
        for line in head[1:-2]:
            name, _, value = line.partition(":")
            headers[name.strip().lower()] = value.strip()
        status = int(head[0].split()[1])
        body = b"" if method == "HEAD" or status in (204, 304) else await _body(reader, headers)
        if headers.get("connection", "").lower() == "close":
            self.close()
        return Answer(status, headers, body)

    def close(self) -> None:
        """Close the connection; the next request opens a new one."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


async def _body(reader: asyncio.StreamReader, headers: Mapping[str, str]) -> bytes:
    if headers.get("transfer-encoding", "").lower() == "chunked":
        parts = []
        while size := int((await reader.readuntil(b"\r\n")).split(b";")[0], 16):
            parts.append((await reader.readexactly(size + 2))[:-2])
        await reader.readuntil(b"\r\n")
        return b"".join(parts)
    if "content-length" in headers:
        return await reader.readexactly(int(headers["content-length"]))
    return await reader.read()
