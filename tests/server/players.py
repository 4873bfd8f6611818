"""Real clients: guests over HTTP, players that make random legal moves over a WebSocket."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

GONE = (OSError, ConnectionClosed, InvalidHandshake, InvalidMessage, TimeoutError, EOFError)
"""What a client meets while a server is away."""
SILENCE = 30.0
"""Seconds without a word after which a player looks whether the server is still there."""
Json = dict[str, Any]


class Guest:
    """Somebody with a cookie, who asks a server over HTTP."""

    def __init__(self, address: str, name: str) -> None:
        self.address = address
        self._cookie = ""
        self.id: str = self.ask("POST", "/api/me", {"name": name, "language": "en"})["id"]

    @property
    def headers(self) -> dict[str, str]:
        """What makes a server know the guest."""
        return {"Cookie": self._cookie} if self._cookie else {}

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Ask for something; an answer that is no success raises an error with its text."""
        data = None if body is None else json.dumps(body).encode()
        headers = {**self.headers, "Content-Type": "application/json"}
        request = urllib.request.Request(
            f"http://{self.address}{path}", data=data, method=method, headers=headers
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                if cookie := answer.headers.get("Set-Cookie"):
                    self._cookie = cookie.partition(";")[0]
                text = answer.read()
        except urllib.error.HTTPError as error:
            text = error.read()
            self.heard(f"{method} {path}", text)
            raise RuntimeError(f"{method} {path}: {error.code} {text.decode()}") from None
        self.heard(f"{method} {path}", text)
        return json.loads(text) if text else None

    def heard(self, way: str, data: bytes) -> None:
        """Take note of bytes that came: ``GET /api/…``, or ``ws`` and the code of a table."""


def open_table(
    guests: Sequence[Guest], board: str = "lesson", bots: Sequence[str] = (), **wishes: Any
) -> str:
    """Open a table for guests and bots and start it; return its code."""
    host, *others = guests
    seats = [{"holder": "me"}, *({"holder": "open"} for _ in others)]
    seats += [{"holder": "bot", "bot": bot} for bot in bots]
    wish = {"board": board, "seats": seats, **wishes}
    table: str = host.ask("POST", "/api/tables", wish)["id"]
    for other in others:
        other.ask("POST", f"/api/tables/{table}/join", {})
    host.ask("POST", f"/api/tables/{table}/start")
    return table


def record_of(guest: Guest, table: str) -> Json:
    """Return the record of a game."""
    found: Json = guest.ask("GET", f"/api/tables/{table}/record")
    return found


@dataclass
class Player:
    """One guest at one table; comes back whenever the connection is lost."""

    guest: Guest
    table: str
    addresses: list[str]
    """Servers to be tried, one after the other."""
    dice: Random
    acknowledged: dict[str, tuple[int, Json]] = field(default_factory=dict)
    """Moves that the server has accepted: their step and the move, by the move's id."""
    refused: list[str] = field(default_factory=list)
    events: list[tuple[int, str]] = field(default_factory=list)
    """What the player was told: step and code."""
    final: Json | None = None
    """The last view, once the game is over."""
    left: tuple[float, ...] = ()
    """Seconds that were last left to each seat."""
    begun: float = field(default_factory=time.monotonic)
    set_up: float = 0.0
    ended: float = 0.0
    """When the set-up and the game were over, as this player was told."""
    connections: int = 0
    _since: int = -1
    _made: int = 0
    """The step of the last move that was accepted."""
    _sent: dict[str, Json] = field(default_factory=dict)
    """Moves without an answer; they are sent again after a new connection."""
    _views: dict[int, Json] = field(default_factory=dict)
    _answered: dict[int, int] = field(default_factory=dict)
    """The step for which each seat has last decided."""

    async def play(self, most: int | None = None) -> None:
        """Play until the game is over, or this many moves are made."""
        turn = 0
        while self.final is None and (most is None or len(self.acknowledged) < most):
            address = self.addresses[turn % len(self.addresses)]
            try:
                async with self.connected(address) as socket:
                    await self._talk(socket, most)
            except GONE:
                turn += 1
                await asyncio.sleep(0.05)

    @contextlib.asynccontextmanager
    async def connected(self, address: str) -> AsyncIterator[ClientConnection]:
        """Open the socket and say from where to go on."""
        async with connect(
            f"ws://{address}/ws/tables/{self.table}",
            additional_headers=self.guest.headers,
            max_size=None,
            compression=None,
            open_timeout=20,
        ) as socket:
            self.connections += 1
            await socket.send(json.dumps({"type": "resume", "since": self._since}))
            for message in self._sent.values():
                await socket.send(json.dumps(message))
            yield socket

    async def _talk(self, socket: ClientConnection, most: int | None) -> None:
        while self.final is None and (most is None or len(self.acknowledged) < most):
            async with asyncio.timeout(SILENCE):
                text = await socket.recv(decode=False)
            self.guest.heard(f"ws {self.table}", text)
            self.hear(json.loads(text))
            for answer in self.decide():
                await socket.send(json.dumps(answer))

    def hear(self, message: Json) -> None:
        """Take note of what the server says."""
        match message["type"]:
            case "accepted":
                self._made = max(self._made, message["seq"])
                sent = self._sent.pop(message["move_id"], None)
                if sent is not None:
                    self.acknowledged[message["move_id"]] = (message["seq"], sent["move"])
            case "refused":
                sent = self._sent.pop(message["move_id"], None)
                if sent is not None:
                    self._answered.pop(sent["move"]["seat"], None)
                self.refused.append(message["problem"]["code"])
            case "update":
                seat = message["seat"]
                if seat == min(self._views, default=seat):
                    told = [(each["seq"], each["code"]) for each in message["events"]]
                    self.events += [each for each in told if each[0] > self._since]
                    self._since = max(self._since, message["seq"])
                self._views[seat] = message
                self.left = message["clock"]["left"]
                self.ended = time.monotonic()
                if not self.set_up and message["view"]["phase"] == "turn":
                    self.set_up = self.ended
                if message["view"]["outcome"] is not None:
                    self.final = message["view"]

    def decide(self) -> list[Json]:
        """Choose a move for each seat that owes a decision and waits for no answer."""
        waiting = {message["move"]["seat"] for message in self._sent.values()}
        chosen: list[Json] = []
        for seat, update in self._views.items():
            view = update["view"]
            if seat in waiting or seat not in view["pending"] or not view["moves"]:
                continue
            # Views from before one's own move, or which one has answered already, do not count.
            if update["seq"] < self._made or update["seq"] <= self._answered.get(seat, -1):
                continue
            message = {
                "type": "move",
                "move_id": uuid.uuid4().hex,
                "seq": update["seq"],
                "move": self.dice.choice(view["moves"]),
            }
            self._sent[message["move_id"]] = message
            self._answered[seat] = update["seq"]
            chosen.append(message)
        return chosen
