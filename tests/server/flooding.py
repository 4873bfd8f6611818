"""Clients that ask for too much, to prove that others do not notice.

Every flood is bounded in number and in time, and goes to this machine alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from socket import SO_RCVBUF, SOL_SOCKET

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

MOST = 20_000
"""Connections or requests of one flood."""
LONGEST = 600.0
"""Seconds of one flood."""
_AT_ONCE = 100
"""Connections that are being opened at the same time."""
_RESUME = json.dumps({"type": "resume", "since": -1, "chat": 0})


@dataclass
class Flood:
    """What has become of a flood."""

    sent: int = 0
    """Requests, messages or connections that were tried."""
    received: int = 0
    """Bytes that the server has sent."""
    ends: Counter[str] = field(default_factory=Counter)
    """How they ended: ``http 429``, ``close 4429``, ``open`` where they still were at the end."""

    @property
    def refused(self) -> int:
        """How many were told that it is too much."""
        return self.ends["http 429"] + self.ends["close 4429"]


def _local(address: str) -> tuple[str, int]:
    """Read host and port; only this machine may be flooded."""
    host, _, port = address.removeprefix("http://").rpartition(":")
    assert ipaddress.ip_address(host).is_loopback, f"{host} is not this machine"
    return host, int(port)


def _bounded(number: int, seconds: float) -> None:
    assert 0 <= number <= MOST, "a flood has bounds"
    assert 0 < seconds <= LONGEST, "a flood ends"


@contextlib.asynccontextmanager
async def _socket(
    address: str, path: str, headers: Mapping[str, str], flood: Flood
) -> AsyncIterator[ClientConnection | None]:
    """Open a WebSocket for a while; None, and a note, where it is refused."""
    host, port = _local(address)
    flood.sent += 1
    try:
        socket = await connect(
            f"ws://{host}:{port}{path}",
            additional_headers=headers,
            proxy=None,
            open_timeout=60,
            close_timeout=1,
            ping_interval=None,
            compression=None,
        )
    except InvalidStatus as refused:
        flood.ends[f"http {refused.response.status_code}"] += 1
        yield None
        return
    except (OSError, InvalidHandshake, TimeoutError) as refused:
        flood.ends[type(refused).__name__] += 1
        yield None
        return
    try:
        yield socket
    finally:
        await socket.close()


async def _read(socket: ClientConnection, flood: Flood, seconds: float) -> None:
    """Read until the server closes, or for so long."""
    try:
        async with asyncio.timeout(seconds):
            while True:
                flood.received += len(await socket.recv())
    except TimeoutError:
        flood.ends["open"] += 1
    except ConnectionClosed:
        flood.ends[f"close {socket.close_code}"] += 1


async def open_sockets(
    address: str,
    path: str,
    number: int,
    headers: Mapping[str, str] | None = None,
    seconds: float = 5.0,
    *,
    resume: bool = True,
) -> Flood:
    """Open many sockets, ask for everything, and hold them open."""
    _bounded(number, seconds)
    flood, opening = Flood(), asyncio.Semaphore(_AT_ONCE)
    until = time.monotonic() + seconds

    async def one() -> None:
        async with contextlib.AsyncExitStack() as stack:
            async with opening:
                socket = await stack.enter_async_context(
                    _socket(address, path, headers or {}, flood)
                )
            if socket is not None:
                if resume:
                    with contextlib.suppress(ConnectionClosed):
                        await socket.send(_RESUME)
                await _read(socket, flood, max(0.1, until - time.monotonic()))

    await asyncio.gather(*(one() for _ in range(number)))
    return flood


async def send_messages(
    address: str,
    path: str,
    number: int,
    headers: Mapping[str, str] | None = None,
    seconds: float = 5.0,
    message: str = '{"type": "ping"}',
) -> Flood:
    """Send many messages over one socket, as fast as they go; ``sent`` tells how many went."""
    _bounded(number, seconds)
    flood = Flood()
    async with _socket(address, path, headers or {}, flood) as socket:
        if socket is None:
            return flood
        reading = asyncio.create_task(_read(socket, flood, seconds))
        with contextlib.suppress(ConnectionClosed, TimeoutError):
            async with asyncio.timeout(seconds):
                await socket.send(_RESUME)
                for _ in range(number):
                    await socket.send(message)
                    flood.sent += 1
        await reading
    return flood


async def guess_sockets(address: str, codes: list[str], seconds: float = 5.0) -> Flood:
    """Guess tables' codes over WebSocket; ``close 4404`` says that there is no such table."""
    _bounded(len(codes), seconds)
    flood, opening = Flood(), asyncio.Semaphore(_AT_ONCE)

    async def one(code: str) -> None:
        async with opening, _socket(address, f"/ws/tables/{code}", {}, flood) as socket:
            if socket is not None:
                with contextlib.suppress(ConnectionClosed):
                    await socket.send(_RESUME)
                await _read(socket, flood, seconds)

    await asyncio.gather(*(one(code) for code in codes))
    return flood


async def ask(
    address: str,
    requests: list[bytes],
    seconds: float = 5.0,
    at_once: int = _AT_ONCE,
) -> Flood:
    """Send whole requests as they are, each over a connection of its own; count the statuses."""
    _bounded(len(requests), seconds)
    host, port = _local(address)
    flood, opening = Flood(), asyncio.Semaphore(at_once)

    async def one(request: bytes) -> None:
        async with opening:
            flood.sent += 1
            writer: asyncio.StreamWriter | None = None
            try:
                async with asyncio.timeout(seconds):
                    reader, writer = await asyncio.open_connection(host, port)
                    writer.write(request)
                    answer = await reader.read()
            except (OSError, TimeoutError) as problem:
                flood.ends[type(problem).__name__] += 1
                return
            finally:
                if writer is not None:
                    writer.close()
            flood.received += len(answer)
            flood.ends[f"http {answer[9:12].decode('latin-1')}"] += 1

    await asyncio.gather(*(one(request) for request in requests))
    return flood


async def guess_requests(address: str, codes: list[str], seconds: float = 5.0) -> Flood:
    """Guess tables' codes over HTTP."""
    return await ask(address, [request("GET", f"/api/tables/{code}") for code in codes], seconds)


async def odd_methods(address: str, number: int, seconds: float = 5.0) -> Flood:
    """Ask with methods that nobody knows, each of them once."""
    return await ask(address, [request(f"ODD{n}", "/healthz") for n in range(number)], seconds)


def request(method: str, path: str, **headers: str) -> bytes:
    """Write a request without a body, after whose answer the connection ends."""
    lines = [f"{method} {path} HTTP/1.1", "host: here", "connection: close"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join((*lines, "", "")).encode()


async def half_requests(address: str, number: int, seconds: float, drip: float = 0.0) -> Flood:
    """Begin requests and never finish them; with ``drip`` a byte follows now and then.

    ``closed`` counts those that the server has ended within the time, ``open`` the others.
    """
    _bounded(number, seconds)
    host, port = _local(address)
    flood, opening = Flood(), asyncio.Semaphore(_AT_ONCE)
    until = time.monotonic() + seconds

    async def one() -> None:
        flood.sent += 1
        try:
            async with opening:
                reader, writer = await asyncio.open_connection(host, port)
        except OSError as problem:
            flood.ends[type(problem).__name__] += 1
            return
        dripping = asyncio.create_task(_drip(writer, drip))
        try:
            async with asyncio.timeout(max(0.1, until - time.monotonic())):
                flood.received += len(await reader.read())
            flood.ends["closed"] += 1
        except TimeoutError:
            flood.ends["open"] += 1
        except OSError:
            flood.ends["closed"] += 1
        finally:
            dripping.cancel()
            await asyncio.gather(dripping, return_exceptions=True)
            writer.close()

    await asyncio.gather(*(one() for _ in range(number)))
    return flood


async def _drip(writer: asyncio.StreamWriter, pause: float) -> None:
    writer.write(b"GET /healthz HTTP/1.1\r\nhost: here\r\nx-slow: ")
    while pause:
        await asyncio.sleep(pause)
        writer.write(b"a")


async def deaf_sockets(
    address: str,
    path: str,
    number: int,
    headers: Mapping[str, str] | None = None,
    seconds: float = 30.0,
    pause: float = 0.05,
) -> Flood:
    """Open sockets, ask again and again for everything, and never read what comes.

    ``closed`` counts those that the server has ended within the time, ``open`` the others.
    """
    _bounded(number, seconds)
    flood, opening = Flood(), asyncio.Semaphore(_AT_ONCE)
    until = time.monotonic() + seconds

    async def one() -> None:
        async with contextlib.AsyncExitStack() as stack:
            async with opening:
                socket = await stack.enter_async_context(
                    _socket(address, path, headers or {}, flood)
                )
            if socket is None:
                return
            line = socket.transport.get_extra_info("socket")
            line.setsockopt(SOL_SOCKET, SO_RCVBUF, 4096)
            socket.transport.pause_reading()
            try:
                while time.monotonic() < until:
                    await socket.send(_RESUME)
                    flood.sent += 1
                    await asyncio.sleep(pause)
            except ConnectionClosed:
                flood.ends["closed"] += 1
            else:
                flood.ends["open"] += 1
            finally:
                socket.transport.abort()

    await asyncio.gather(*(one() for _ in range(number)))
    return flood
