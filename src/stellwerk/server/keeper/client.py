"""The server's side of the keeper."""

from __future__ import annotations

import asyncio
import os
import sys
from collections import deque
from typing import Final, cast

import structlog

from stellwerk.server.batching import BatchingTransport
from stellwerk.server.keeper import calls
from stellwerk.server.keeper.calls import ADDRESS
from stellwerk.server.pipe import READY, framed, frames
from stellwerk.server.protocol import SendMove
from stellwerk.server.store import Database
from stellwerk.server.transactions.actor import Actor
from stellwerk.server.transactions.worker import Worker

_PROGRAM: Final = "stellwerk.server.keeper.process"
_GRACE: Final = 10.0
"""Seconds that a keeper has to end."""


class Keeper(asyncio.SubprocessProtocol):
    """A keeper; one that was never started is never ready."""

    def __init__(self, database: Database) -> None:
        self._database = database
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

    async def start(self) -> None:
        """Start the process and wait until it is ready.

        It holds the locks of the database as well: nobody else may write before it has ended.
        """
        told = self._database.address.render_as_string(hide_password=False)
        self._transport, _ = await asyncio.get_running_loop().subprocess_exec(
            lambda: self,
            *(sys.executable, "-m", _PROGRAM),
            stderr=None,
            pass_fds=self._database.locks,
            env={**os.environ, ADDRESS: told},
        )
        pipe = self._transport.get_pipe_transport(0)
        self._pipe = BatchingTransport(cast(asyncio.Transport, pipe))
        await self._begun.wait()

    async def make(self, worker: Worker, actor: Actor, table: str, message: SendMove) -> calls.Done:
        """Make a move; when this returns, it is stored for good. What is refused is raised.

        Raises ``KeeperGone`` if it is unknown whether it was made.
        """
        return calls.done(await self.call(calls.call_of(worker, actor, table, message)))

    async def call(self, call: bytes) -> bytes:
        """Send a call and return what is answered."""
        async with self._database.beside():
            if not self.ready or self._pipe is None:
                raise calls.KeeperGone
            answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
            self._waiting.append(answer)
            self._pipe.write(framed(call))
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
        for answer in frames(self._data):
            if not self.ready:
                self.ready = answer == READY
                self._begun.set()
                continue
            waiting = self._waiting.popleft()
            if not waiting.cancelled():
                waiting.set_result(answer)

    def process_exited(self) -> None:
        """Tell those who wait that no answer will come."""
        self.ready = False
        self._begun.set()
        self._ended.set()
        if not self._stopping:
            structlog.get_logger().warning("the keeper has ended; the server writes by itself")
        while self._waiting:
            waiting = self._waiting.popleft()
            if not waiting.done():
                waiting.set_exception(calls.KeeperGone())
