"""A look at the server after an attack: it lives, has lost nobody, and complains of nothing."""

from __future__ import annotations

from collections.abc import Iterator

from bench.machine import family
from tests.server.serving import Server


class Watcher:
    """Remembers the processes of a server."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._lasting = family(server.process_id)
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
