"""The keeper: a process of its own that writes to the database, so that two cores share the work.

The server hands it calls, which are bytes to the store: what they mean is the service's affair. The
keeper takes all that wait, does them, commits them together, and only then answers, in order.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Final, cast

import structlog
from sqlalchemy import URL, Connection

from stellwerk.server.batching import BatchingTransport
from stellwerk.server.store.database import Commit

_LENGTH: Final = 4
"""Bytes that stand before each call and each answer and tell how long it is."""
_CHUNK: Final = 1 << 18
_BATCH: Final = 64
"""Most calls in one commit."""
_GRACE: Final = 10.0
"""Seconds that a keeper has to end."""
_READY: Final = b"ready"
_ADDRESS: Final = "STELLWERK_KEPT"
"""Environment in which a keeper finds its database; no other user can read a password there."""


class KeeperGone(Exception):
    """The keeper has ended, or could not do a call; whether it has done it, nobody knows."""


class Keeper(asyncio.SubprocessProtocol):
    """The server's side of a keeper."""

    def __init__(self) -> None:
        self._transport: asyncio.SubprocessTransport | None = None
        self._pipe: BatchingTransport | None = None
        self._data = bytearray()
        self._waiting: deque[asyncio.Future[bytes]] = deque()
        self._begun, self._ended = asyncio.Event(), asyncio.Event()
        self._stopping = False
        self.ready = False
        """Whether it takes calls: not before it has loaded the rules, not after its end."""

    @property
    def process_id(self) -> int | None:
        """The number of its process."""
        return None if self._transport is None else self._transport.get_pid()

    @classmethod
    async def start(cls, address: URL, *command: str, holds: Sequence[int] = ()) -> Keeper:
        """Start a keeper and wait until it is ready; it holds files open as long as it lives."""
        loop = asyncio.get_running_loop()
        told = address.render_as_string(hide_password=False)
        transport, keeper = await loop.subprocess_exec(
            cls,
            sys.executable,
            *command,
            stderr=None,
            pass_fds=holds,
            env={**os.environ, _ADDRESS: told},
        )
        keeper._transport = transport
        pipe = transport.get_pipe_transport(0)
        keeper._pipe = BatchingTransport(cast(asyncio.Transport, pipe))
        await keeper._begun.wait()
        return keeper

    async def call(self, call: bytes) -> bytes:
        """Let a call be done; when this returns, it is stored for good."""
        if not self.ready or self._pipe is None:
            raise KeeperGone
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._waiting.append(answer)
        self._pipe.write(len(call).to_bytes(_LENGTH))
        self._pipe.write(call)
        return await answer

    async def stop(self) -> None:
        """Let it finish and end."""
        if self._transport is None or self._pipe is None:
            return
        self._stopping = True
        self._pipe.close()
        try:
            async with asyncio.timeout(_GRACE):
                await self._ended.wait()
        except TimeoutError:
            self._transport.kill()
            await self._ended.wait()
        self._transport.close()

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Hand answers to those who wait."""
        self._data += data
        for answer in _frames(self._data):
            if not self.ready:
                self.ready = answer == _READY
                self._begun.set()
                continue
            waiting = self._waiting.popleft()
            if not waiting.cancelled():
                waiting.set_result(answer)

    def process_exited(self) -> None:
        """Tell those who wait that nobody answers any more."""
        self.ready = False
        self._begun.set()
        self._ended.set()
        if not self._stopping:
            structlog.get_logger().warning("the keeper has ended; the server writes by itself")
        while self._waiting:
            waiting = self._waiting.popleft()
            if not waiting.done():
                waiting.set_exception(KeeperGone())


def kept() -> str:
    """Return the address of the database that this process is to keep."""
    return os.environ[_ADDRESS]


def keep(
    commit: Commit,
    answer: Callable[[Connection, bytes], bytes],
    failed: Callable[[bytes, Exception], bytes],
) -> None:
    """Be a keeper: do what comes in, until nothing can come any more.

    ``answer`` does one call of a transaction, and must not have written anything where it refuses
    one; ``failed`` answers a call that cannot be done.
    """
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, signal.SIG_IGN)  # the server has got it, too, and ends us in time

    def together(batch: Sequence[bytes]) -> list[bytes]:
        return commit(lambda connection: [answer(connection, call) for call in batch])

    def alone(call: bytes) -> bytes:
        try:
            return together((call,))[0]
        except Exception as error:
            return failed(call, error)

    waiting = bytearray()
    calls: deque[bytes] = deque()
    _send(_READY)
    while data := os.read(0, _CHUNK):
        waiting += data
        calls.extend(_frames(waiting))
        while calls:
            batch = [calls.popleft() for _ in range(min(len(calls), _BATCH))]
            try:
                answers = together(batch)
            except Exception:  # one of them: the others are not to suffer for it
                answers = [alone(call) for call in batch]
            try:
                _send(*answers)
            except BrokenPipeError:
                return  # the server is dead; who has asked it will ask again


def _send(*answers: bytes) -> None:
    data = memoryview(b"".join(len(each).to_bytes(_LENGTH) + each for each in answers))
    while data:
        data = data[os.write(1, data) :]


def _frames(data: bytearray) -> Iterator[bytes]:
    """Take all whole pieces off the beginning of what has come in."""
    start = 0
    while len(data) - start >= _LENGTH:
        end = start + _LENGTH + int.from_bytes(data[start : start + _LENGTH])
        if len(data) < end:
            break
        yield bytes(data[start + _LENGTH : end])
        start = end
    del data[:start]
