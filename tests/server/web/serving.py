"""A real server on a free port with a SQLite file of its own, and people who talk to it."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from stellwerk.server.app import create_app
from stellwerk.server.run import bind, configuration
from stellwerk.server.settings import Settings
from stellwerk.server.warmup import Warmup

PATIENCE = 60.0
"""Seconds after which a test gives up."""


@dataclass
class Server:
    """A server that runs."""

    address: str
    settings: Settings
    clients: list[httpx.Client] = field(default_factory=list)

    def client(self, **options: Any) -> httpx.Client:
        """Return somebody who asks without a cookie."""
        client = httpx.Client(base_url=self.address, timeout=PATIENCE, **options)
        self.clients.append(client)
        return client

    def guest(self, name: str = "Anna", language: str = "en") -> Guest:
        """Return a new guest."""
        client = self.client()
        answer = client.post("/api/me", json={"name": name, "language": language})
        assert answer.status_code == 201, answer.text
        return Guest(self, client, answer.json()["id"])

    @contextmanager
    def socket(
        self, path: str, headers: Mapping[str, str] | None = None, origin: str | None = None
    ) -> Iterator[Talk]:
        """Open a WebSocket for a while."""
        url = self.address.replace("http", "ws", 1) + path
        with connect(
            url,
            additional_headers=headers,
            origin=None if origin is None else Origin(origin),
            proxy=None,
            open_timeout=PATIENCE,
        ) as connection:
            yield Talk(connection)


@dataclass
class Guest:
    """A person with a cookie."""

    server: Server
    client: httpx.Client
    id: str

    def ask(self, method: str, path: str, status: int = 200, body: Any = None) -> Any:
        """Ask for something and return the answer, which must have the status."""
        answer = self.client.request(method, path, json=body)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    def open_table(self, *holders: str, board: str = "lesson", **options: Any) -> str:
        """Open a table: ``me``, ``open``, ``program`` or the name of a bot for each seat."""
        seats = [
            {"holder": holder}
            if holder in ("me", "open", "program")
            else {"holder": "bot", "bot": holder}
            for holder in holders
        ]
        body = {"board": board, "seats": seats, **options}
        table: str = self.ask("POST", "/api/tables", 201, body)["id"]
        return table

    @property
    def cookie(self) -> dict[str, str]:
        """The header by which the guest is known."""
        return {"Cookie": f"stellwerk={self.client.cookies['stellwerk']}"}

    @contextmanager
    def sit(self, table: str, since: int = -1, chat: int = 0) -> Iterator[Talk]:
        """Open the table's WebSocket and go on from a step."""
        with self.server.socket(f"/ws/tables/{table}", self.cookie) as talk:
            with suppress(ConnectionClosed):  # who finds no room is refused before that
                talk.send(type="resume", since=since, chat=chat)
            yield talk


class Talk:
    """An open WebSocket that speaks JSON."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def send(self, **message: Any) -> None:
        """Send a message."""
        self.connection.send(json.dumps(message))

    def next(self, kind: str | None = None) -> dict[str, Any]:
        """Return the next message, or the next of a kind."""
        while True:
            message: dict[str, Any] = json.loads(self.connection.recv(timeout=PATIENCE))
            if kind is None or message["type"] == kind:
                return message

    def end(self) -> int | None:
        """Read until the server closes, and return its code for why."""
        with suppress(ConnectionClosed):
            while True:
                self.connection.recv(timeout=PATIENCE)
        return self.connection.close_code

    def until(self, kind: str, **wanted: Any) -> dict[str, Any]:
        """Return the next message of a kind in which certain fields have certain values."""
        while True:
            message = self.next(kind)
            if all(message[name] == value for name, value in wanted.items()):
                return message


@contextmanager
def serving(folder: Path, warmup: Warmup | None = None, **options: Any) -> Iterator[Server]:
    """Run a server; bots act at once, so that games are quick."""
    usual: dict[str, Any] = {"bot_delay": 0.0, "poll": 0.05, "requests_per_minute": 100_000.0}
    usual |= {"new_guests_per_hour": 100_000.0, "messages_per_second": 10_000.0}
    usual |= {"requests_per_address": 100_000.0, "tables_per_hour": 100_000.0}
    settings = Settings(
        database=f"sqlite:///{folder / 'tables.db'}",
        **{**usual, **options},
    )
    opened = bind("127.0.0.1", 0)
    runner = uvicorn.Server(configuration(settings, create_app(settings, warmup)))
    thread = threading.Thread(target=runner.run, args=([opened],))
    thread.start()
    server = Server(f"http://127.0.0.1:{opened.getsockname()[1]}", settings)
    try:
        assert server.client().get("/healthz").status_code == 200
        yield server
    finally:
        for client in server.clients:
            client.close()
        runner.should_exit = True
        thread.join(PATIENCE)
        opened.close()
        assert not thread.is_alive(), "the server did not stop"
