"""Games by correspondence whose players are called by their browsers, and an account of the calls.

At each table one person waits for calls, and the other makes the moves; whoever waits answers as
soon as a call has come, so that each turn has one call of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any, NamedTuple, Protocol

from tests.server.mailing import MailServer, link_in
from tests.server.players import Guest
from tests.server.pushing import PushService

PATIENCE = 60.0
AGAIN = 0.01


class Call(NamedTuple):
    """A call to a turn, as it came."""

    id: str
    topic: str
    """By what a device knows that it is the same."""
    time: float


class Ear(Protocol):
    """Where somebody is called."""

    def open(self, ask: Callable[..., Any]) -> None:
        """Tell the server that somebody listens here."""

    def calls(self) -> list[Call]:
        """Return the calls to turns so far."""


class BrowserEar:
    """A browser, called through a push service."""

    def __init__(self, service: PushService, name: str) -> None:
        self._service = service
        self._name = name

    def open(self, ask: Callable[..., Any]) -> None:
        """Subscribe."""
        ask("POST", "/api/me/notices/devices", self._service.browser(self._name))

    def calls(self) -> list[Call]:
        """Return what came that is about a turn."""
        return [
            Call(each.content["id"], each.headers["topic"], each.time)
            for each in self._service.of(self._name)
            if each.content["title"].startswith(_TURN)
        ]


class MailEar:
    """A mailbox."""

    def __init__(self, server: MailServer, name: str) -> None:
        self._server = server
        self._address = f"{name}@example.org"

    def open(self, ask: Callable[..., Any]) -> None:
        """Give the address and confirm it."""
        ask("POST", "/api/me/notices/address", {"address": self._address})
        (mail,) = self._mails()
        ask("POST", f"/api/mail/{link_in(mail, '/confirm/')}")

    def _mails(self) -> list[Any]:
        return [mail for mail in list(self._server.mails) if mail["To"] == self._address]

    def calls(self) -> list[Call]:
        """Return what came that is about a turn."""
        both = list(zip(list(self._server.mails), list(self._server.times), strict=False))
        return [
            Call(mail["Message-ID"], mail["Message-ID"], at)
            for mail, at in both
            if mail["To"] == self._address and mail["Subject"].startswith(_TURN)
        ]


_TURN = "Your turn"


@dataclass
class Caller:
    """A table with somebody who is called to each turn."""

    addresses: list[str]
    ear: Ear
    name: str
    turns: int = 0
    """How often the waiting person's turn has come."""
    slowest: float = 0.0
    """The longest time from a move to its call."""
    times: list[float] = field(default_factory=list)
    _people: tuple[Guest, Guest] | None = None
    _table: str = ""

    async def play(self, turns: int) -> None:
        """Let the turn of the one who waits come so often."""
        await asyncio.to_thread(self._play, turns)

    def _play(self, turns: int) -> None:
        goal = self.turns + turns
        while self.turns < goal:
            if self._people is None or not self._turn():
                self._begin()

    def _begin(self) -> None:
        """Open a table; its start calls the one who waits for the first time."""
        if self._people is None:
            waits, moves = (self._arrive(f"{self.name}-{each}") for each in "ab")
            self._people = waits, moves
            self.ear.open(lambda *given: self._ask(waits, *given))
        waits, moves = self._people
        wish = {
            "board": "lesson",
            "seats": [{"holder": "me"}, {"holder": "open"}],
            "clock": {"kind": "days", "seconds": 1_000_000},
        }
        self._table = self._ask(moves, "POST", "/api/tables", wish)["id"]
        self._ask(waits, "POST", f"/api/tables/{self._table}/join", {})
        self._ask(moves, "POST", f"/api/tables/{self._table}/start")
        self._called(time.monotonic())
        for person in (moves, waits):
            self._move(person, self._view(person))

    def _turn(self) -> bool:
        """Let both move until it is the turn of the one who waits; tell whether it ever is."""
        assert self._people is not None
        waits, moves = self._people
        begun = 0.0
        while True:
            found = self._view(waits)
            if found["view"]["outcome"] is not None:
                return False
            if found["seat"] not in found["view"]["pending"]:
                other = self._view(moves)
                begun = time.monotonic()
                self._move(moves, other)
            elif begun:
                self._called(begun)
                return True
            else:
                self._move(waits, found)

    def _called(self, begun: float) -> None:
        """Wait for the call of this turn."""
        self.turns += 1
        deadline = time.monotonic() + PATIENCE
        while len({call.id for call in self.ear.calls()}) < self.turns:
            assert time.monotonic() < deadline, f"{self.name} was not called to turn {self.turns}"
            time.sleep(AGAIN)
        arrived = self.ear.calls()[-1].time - begun
        self.times.append(arrived)
        self.slowest = max(self.slowest, arrived)

    def _view(self, person: Guest) -> Any:
        view: Any = self._ask(person, "GET", f"/api/tables/{self._table}/view")
        return view

    def _move(self, person: Guest, found: Any) -> None:
        if found["seat"] not in found["view"]["pending"]:
            return
        moves = found["view"]["moves"]
        number = f"{self._table}-{found['seq']}-{person.id}"
        move = {"move_id": number, "seq": found["seq"], "move": moves[len(moves) // 2]}
        with contextlib.suppress(RuntimeError):  # a move that was stored before a kill
            self._ask(person, "POST", f"/api/tables/{self._table}/moves", move)

    def _arrive(self, name: str) -> Guest:
        """Become a guest at the first server that is there."""
        while True:
            for address in self.addresses:
                with contextlib.suppress(OSError, HTTPException):
                    return Guest(address, name)
            time.sleep(AGAIN)

    def _ask(self, person: Guest, method: str, path: str, body: Any = None) -> Any:
        """Ask one server after the other until one is there."""
        deadline = time.monotonic() + PATIENCE
        while True:
            for address in self.addresses:
                person.address = address
                with contextlib.suppress(OSError, HTTPException):
                    return person.ask(method, path, body)
            assert time.monotonic() < deadline, "no server is there"
            time.sleep(AGAIN)


def problems(callers: Sequence[Caller]) -> tuple[int, int, int]:
    """Count calls that were lost, that came twice, and that no device can know to be the same."""
    lost = twice = wrong = 0
    for caller in callers:
        calls = caller.ear.calls()
        counted = Counter(call.id for call in calls)
        lost += max(0, caller.turns - len(counted))
        twice += sum(count - 1 for count in counted.values())
        topics = {(call.id, call.topic) for call in calls}
        wrong += len(topics) - len(counted) + max(0, len(counted) - caller.turns)
    return lost, twice, wrong
