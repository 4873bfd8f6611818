"""The server's side of the sandbox."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import Process
from typing import Final

import msgspec
import structlog

from stellwerk.server.errors import Refusal, Relayed
from stellwerk.server.pipe import LENGTH, READY, Failed, Refused, framed
from stellwerk.server.turns import Turns

log = structlog.get_logger()

PROGRAM: Final = "stellwerk.server.sandbox.process"
MOST_ANSWER: Final = 1 << 25
"""Most bytes of an answer."""
_PIECE: Final = 1 << 16
_START: Final = 300.0
"""Seconds that a process has to load the rules, which takes long where they are not compiled
yet."""
_PATIENCE: Final = 6
"""A job may take this many times its processor time in elapsed time: players come first."""
_JOBS: Final = 1000
"""Jobs after which a process is replaced by a new one."""
_HANDED_ON: Final = ("PATH", "HOME", "LANG", "TMPDIR", "SYSTEMROOT", "STELLWERK_CACHE")
_HANDED_ON_BEGINNINGS: Final = ("PYTHON", "NUMBA_", "XDG_", "LC_", "LD_", "DYLD_", "COVERAGE_")
"""The part of our environment that a process gets: nothing secret."""
_INTERPRETED: Final = "STELLWERK_INTERPRETED"


class Done(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """A job is done."""

    result: bytes


Answer = Done | Refused | Failed
_answers: Final[msgspec.msgpack.Decoder[Answer]] = msgspec.msgpack.Decoder(Answer)


class SandboxFailed(Exception):
    """A bug of ours in a job."""


class Sandbox:
    """A bounded process, started when it is first needed."""

    def __init__(
        self,
        *,
        seconds: int = 10,
        megabytes: int = 512,
        turns: Turns | None = None,
        program: str = PROGRAM,
    ) -> None:
        """Allow each job this much processor time, six times as much elapsed time, and memory."""
        self.seconds = seconds
        self.megabytes = megabytes
        self._program = program
        self._turns = Turns() if turns is None else turns
        self._process: Process | None = None
        self._done = 0

    @property
    def process_id(self) -> int | None:
        """The number of the process that is at work or waits for work."""
        return None if self._process is None else self._process.pid

    async def run(self, who: str, job: bytes) -> bytes:
        """Do a job for somebody; raise what it refuses, or ``too_costly`` if it takes too much."""
        async with self._turns.turn(who):
            try:
                if self._process is not None and _has_ended(self._process):
                    await self.stop()  # something has ended it while it had nothing to do
                process = self._process or await self._start()
                async with asyncio.timeout(_PATIENCE * self.seconds):
                    answer = await _ask(process, job)
            except (asyncio.IncompleteReadError, OSError):  # even when it has taken too long
                await self.stop()
                raise Refusal(
                    "too_costly", seconds=self.seconds, megabytes=self.megabytes
                ) from None
            except BaseException:
                await self.stop()  # the asker has gone: nobody reads the answer
                raise
            self._done += 1
            if self._done >= _JOBS:
                await self.stop()
        match _answers.decode(answer):
            case Done(result):
                return result
            case Refused(problem, status):
                raise Relayed(problem, status)
            case Failed(reason):
                log.error("sandbox_failed", reason=reason)
                raise SandboxFailed(reason)

    async def _start(self) -> Process:
        environment = {
            name: value
            for name, value in os.environ.items()
            if name in (*_HANDED_ON, _INTERPRETED) or name.startswith(_HANDED_ON_BEGINNINGS)
        }
        process = self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", self._program, str(self.seconds), str(self.megabytes)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=environment,
            start_new_session=True,  # Ctrl-C is for the server, which ends it
        )
        self._done = 0
        try:
            async with asyncio.timeout(_START):
                if await _read(process) != READY:
                    raise SandboxFailed("the process of the sandbox does not start")
        except (asyncio.IncompleteReadError, TimeoutError):
            await self.stop()
            raise SandboxFailed("the process of the sandbox does not start") from None
        return process

    async def stop(self) -> None:
        """End the process, whatever it does."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.close()
        # A pipe that nobody reads would never be closed, and the process's end would go unnoticed.
        while await process.stdout.read(_PIECE):
            pass
        await process.wait()


def _has_ended(process: Process) -> bool:
    """Tell whether a process has ended, even if its exit code has not reached us yet."""
    if os.name == "posix":  # elsewhere this would end it
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid, 0)
            return process.returncode is not None
        return True
    return process.returncode is not None


async def _ask(process: Process, job: bytes) -> bytes:
    assert process.stdin is not None
    process.stdin.write(framed(job))
    await process.stdin.drain()
    return await _read(process)


async def _read(process: Process) -> bytes:
    assert process.stdout is not None
    size = int.from_bytes(await process.stdout.readexactly(LENGTH))
    if size > MOST_ANSWER:
        raise OSError("an answer without end")
    return await process.stdout.readexactly(size)
