"""People who ask a server over HTTP, cheaply and many at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Self, TypeVar

import msgspec
import uvicorn

from bench.sockets import Answer, Http
from tests.server.serving import Server

Result = TypeVar("Result")


class Person:
    """Somebody with a cookie, at an address of this machine."""

    def __init__(self, server: Server, name: str, local: str | None = None) -> None:
        self.name = name
        self.local = local
        self.headers: dict[str, str] = {}
        self._http = Http(server.settings.host, server.settings.port, local)

    @classmethod
    async def new(cls, server: Server, name: str, local: str | None = None) -> Self:
        """Come to a server for the first time."""
        person = cls(server, name, local)
        answer = await person.ask("POST", "/api/me", {"name": name, "language": "en"})
        person.headers = {"Cookie": answer.headers["set-cookie"].partition(";")[0]}
        return person

    async def ask(
        self, method: str, path: str, body: Any = None, known: tuple[int, ...] = ()
    ) -> Answer:
        """Ask for something; an answer that is no success, or known, raises an error."""
        data = None if body is None else msgspec.json.encode(body)
        answer = await self._http.ask(method, path, data, self.headers)
        if answer.status >= 300 and answer.status not in known:
            raise RuntimeError(f"{method} {path}: {answer.status} {answer.body[:500]!r}")
        return answer

    async def open(self, board: str, people: int, **wishes: Any) -> str:
        """Open a table for oneself and others; return its code."""
        seats = [{"holder": "me"}, *({"holder": "open"} for _ in range(people - 1))]
        wish = {"board": board, "seats": seats, **wishes}
        answer = await self.ask("POST", "/api/tables", wish)
        code: str = msgspec.json.decode(answer.body)["id"]
        return code

    def close(self) -> None:
        """Close the connection."""
        self._http.close()


def loop_of_server(work: Coroutine[Any, Any, Result]) -> Result:
    """Run work in the same kind of event loop that the server has."""
    factory = uvicorn.Config("", loop="auto").get_loop_factory()
    with asyncio.Runner(loop_factory=factory) as runner:
        return runner.run(work)
