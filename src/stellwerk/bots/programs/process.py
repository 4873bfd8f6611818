"""A program that reads and writes lines of text, and may fail to answer."""

from __future__ import annotations

import contextlib
import os
import select
import shlex
import signal
import subprocess
import tempfile
import time
from typing import IO, Final

_FAREWELL: Final = 1.0
"""Seconds that a program has to end by itself."""
_LONGEST_LINE: Final = 1 << 20
_BLOCK: Final = 1 << 16
_LAST_LINES: Final = 5
_LAST_BYTES: Final = 2000


class Silence(Exception):
    """A program that gave no line: ``code`` is ``no_start``, ``late``, ``ended`` or ``endless``."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail


class Process:
    """A running program: a line in, a line out, within a time."""

    def __init__(self, command: str) -> None:
        """Start a program; ``command`` is split as a shell would, but no shell reads it."""
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the program
        self._read = b""
        self.last_words = ""
        """Once it has ended: the last lines that it wrote to its standard error."""
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                # A group of its own: Ctrl-C is not for it, and what it starts ends with it.
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            self._errors.close()
            raise Silence("no_start", getattr(error, "strerror", None) or str(error)) from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in = self._process.stdin.fileno()
        self._out = self._process.stdout.fileno()
        os.set_blocking(self._in, False)

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Send a line and return the next one that comes back, both without its end."""
        deadline = time.monotonic() + seconds
        self._send(line + b"\n", deadline)
        while b"\n" not in self._read:
            if len(self._read) > _LONGEST_LINE:
                raise Silence("endless")
            if not _ready([self._out], [], deadline):
                raise Silence("late")
            block = os.read(self._out, _BLOCK)
            if not block:
                raise Silence("ended")
            self._read += block
        answer, _, self._read = self._read.partition(b"\n")
        return answer

    def tell(self, line: bytes) -> None:
        """Send a line that needs no answer; one that cannot be sent is lost."""
        with contextlib.suppress(Silence):
            self._send(line + b"\n", time.monotonic() + _FAREWELL)

    def end(self, patience: float = _FAREWELL) -> None:
        """Close its input and end it; by force if need be."""
        with contextlib.suppress(OSError):
            self._process.stdin.close()  # type: ignore[union-attr]
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            pass
        finally:
            # Its own child processes, too.
            with contextlib.suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process.stdout.close()  # type: ignore[union-attr]
            self.last_words = _last_lines(self._errors)
            self._errors.close()

    def _send(self, line: bytes, deadline: float) -> None:
        rest = memoryview(line)
        while rest:
            if not _ready([], [self._in], deadline):
                raise Silence("late")
            try:
                rest = rest[os.write(self._in, rest[:_BLOCK]) :]
            except BlockingIOError:
                continue
            except OSError:
                raise Silence("ended") from None


def _last_lines(file: IO[bytes]) -> str:
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _LAST_BYTES))
    lines = file.read().decode(errors="replace").split("\n")
    return "\n".join([line for line in lines if line.strip()][-_LAST_LINES:])


def _ready(reading: list[int], writing: list[int], deadline: float) -> bool:
    """Wait until a file can be read or written; tell whether it came to that in time."""
    left = max(0.0, deadline - time.monotonic())
    can_read, can_write, _ = select.select(reading, writing, [], left)
    return bool(can_read or can_write)
