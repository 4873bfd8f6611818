"""A look at the server after an attack: it lives, has lost nobody, and complains of nothing."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

from bench.machine import command, family
from stellwerk.server.sandbox.client import PROGRAM
from tests.server.serving import Server

_PATIENCE: Final = 10.0


class Watcher:
    """Remembers the processes of a server that last as long as it does."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._lasting = _lasting(server.process_id)
        self._read = len(server.log)

    def problems(self) -> Iterator[str]:
        """Tell what has become of the server."""
        server = self._server
        gone = self._lasting - family(server.process_id)
        if gone:
            yield f"{len(gone)} processes of the server have ended:\n{server.log[-2000:]}"
        if not server.answers():
            yield f"the server does not answer any more:\n{server.log[-2000:]}"
        log = server.log[self._read :]
        for sign in ('"level":"error"', '"level": "error"', "Traceback"):
            if sign in log:
                at = log.index(sign)
                yield f"the log tells of an error:\n{log[max(0, at - 500) : at + 1500]}"
                break


def _lasting(process: int) -> set[int]:
    """Return a process and all that it has started, but for the one that is killed on purpose.

    That one works on what strangers send, and ends whenever they send what takes too much.
    """
    end = time.monotonic() + _PATIENCE
    own = command(process)
    while True:
        found = {each: command(each) for each in family(process)}
        # A process that has just been started still bears the name of the one that starts it.
        if sum(name == own for name in found.values()) == 1 or time.monotonic() > end:
            return {each for each, name in found.items() if PROGRAM not in name}
        time.sleep(0.05)
