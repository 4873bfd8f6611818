"""What one guest, one program and one address may ask of the server, by HTTP or WebSocket.

Each process counts for itself. Clients within all of these limits never notice them.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from litestar.types import Scope

from stellwerk.server.errors import Refusal
from stellwerk.server.headers import header
from stellwerk.server.limits import Bucket, Limit, Places, address_key, per_hour, per_minute
from stellwerk.server.settings import Settings
from stellwerk.server.turns import Turns

_TOKEN_LENGTH: Final = 64
"""How many characters of a token identify a program."""
_ALL: Final = "all"


class Lookups:
    """Codes that were asked for and do not exist: guesses, or typing mistakes.

    An address that has guessed too often must wait before it is shown a table that is not its own.
    When too
    many are guessed by all addresses together, each guess counts as several.
    """

    TIGHTER: Final = 10
    """How many times a guess counts while too many are made."""

    def __init__(self, per_minute: float, burst: int, all_per_minute: float) -> None:
        self._guesses: Final = Limit(per_minute / 60, burst)
        self._all: Final = Limit(all_per_minute / 60, all_per_minute)
        self.turns: Final = Turns(waiting=10_000, each=1_000)
        """Addresses with too many guesses wait here to have a table looked up, one at a time."""

    def wait(self, address: str, now: float | None = None) -> float:
        """Return the seconds until an address may ask for other people's tables again."""
        return self._guesses.wait(address, now)

    def failed(self, address: str, now: float | None = None) -> None:
        """Note a code that does not exist; guesses beyond the limit count as well."""
        tight = self._all.take(_ALL, now) > 0.0
        self._guesses.spend(address, self.TIGHTER if tight else 1.0, now)


class Guard:
    """Counts everything that comes in; refuses what is too much, with the time to wait."""

    def __init__(self, settings: Settings) -> None:
        self._settings: Final = settings
        self._requests: Final = per_minute(settings.requests_per_minute)
        self._requests_from: Final = per_minute(settings.requests_per_address)
        self._messages: Final = Limit(settings.messages_per_second, settings.message_burst)
        self._messages_from: Final = Limit(
            settings.messages_per_address, 3 * settings.messages_per_address
        )
        self._bytes: Final = Limit(settings.bytes_per_second, settings.bytes_at_once)
        self._bytes_to: Final = Limit(
            settings.bytes_per_address, settings.bytes_at_once * _AT_ONE_ADDRESS
        )
        self._tables: Final = per_hour(settings.tables_per_hour)
        self._tables_from: Final = per_hour(settings.tables_per_hour * _AT_ONE_ADDRESS)
        self._open: Final = Places()
        self.lookups: Final = Lookups(
            settings.guesses_per_minute, settings.guess_burst, settings.guesses_of_all
        )
        self.recoveries: Final = Lookups(
            settings.code_tries_per_minute, settings.code_try_burst, settings.code_tries_of_all
        )
        """The same for recovery codes."""

    def request(self, scope: Scope) -> Refusal | None:
        """Count a request, or the opening of a socket; return why it is refused, if it is."""
        address, person = address_of(scope), person_of(scope)
        seconds = self._requests_from.take(address)
        if person is not None and not seconds:
            seconds = self._requests.take(person)
        owed = max(self._bytes_to.wait(address), self._bytes.wait(person) if person else 0.0)
        seconds = max(seconds, owed)
        return Refusal("rate_limited", seconds=int(seconds) + 1) if seconds else None

    def sent(self, scope: Scope, size: int) -> None:
        """Count what an answer has carried."""
        self.spend(address_of(scope), person_of(scope), size)

    def new_table(self, scope: Scope, guest: str) -> None:
        """Count a table that is opened, or refuse it."""
        seconds = max(self._tables.take(guest), self._tables_from.take(address_of(scope)))
        if seconds:
            raise Refusal("tables_too_fast", seconds=int(seconds) + 1)

    @contextmanager
    def line(self, scope: Scope, table: str = "") -> Iterator[Line]:
        """Hold a socket, or a request that waits for news; refuse one too many."""
        settings, address, person = self._settings, address_of(scope), person_of(scope)
        most = settings.sockets_at_table if person else settings.watchers_per_address
        bounds = [
            (f"@{address}", settings.sockets_per_address, "too_many_connections"),
            (f"{person or address} {table}", most, "too_many_sockets"),
        ]
        if person is not None:
            bounds.append((person, settings.sockets_per_guest, "too_many_sockets"))
        for key, bound, code in bounds:
            if self._open.taken(key) >= bound:
                raise Refusal(code, most=bound)
        for key, _, _ in bounds:
            self._open.enter(key)
        try:
            yield Line(self, address, person)
        finally:
            for key, _, _ in bounds:
                self._open.leave(key)

    @property
    def open_lines(self) -> int:
        """How many people, addresses and places at tables are counted at this moment."""
        return len(self._open)

    def message(self, address: str, person: str | None, now: float) -> bool:
        """Count a message; tell whether it may be answered."""
        if self._messages_from.take(address, now):
            return False
        return person is None or not self._messages.take(person, now)

    def bucket(self) -> Bucket:
        """Return a bucket for the messages of one socket."""
        settings = self._settings
        return Bucket(settings.messages_per_second, settings.message_burst, time.monotonic())

    def spend(self, address: str, person: str | None, size: int) -> float:
        """Count bytes that are sent; return the seconds until more may be sent."""
        now = time.monotonic()
        seconds = self._bytes_to.spend(address, size, now)
        return max(seconds, self._bytes.spend(person, size, now)) if person else seconds


class Line:
    """One open socket of a person at an address: what it may still send and be sent."""

    def __init__(self, guard: Guard, address: str, person: str | None) -> None:
        self._guard: Final = guard
        self._address: Final = address
        self._person: Final = person
        self._own: Final = guard.bucket()

    def message(self) -> bool:
        """Count a message that has come in; tell whether it may be answered."""
        now = time.monotonic()
        own = self._own.take(now)
        return self._guard.message(self._address, self._person, now) and own

    async def room(self, size: int) -> None:
        """Wait until bytes may be sent, where a person or an address has had too many."""
        seconds = self._guard.spend(self._address, self._person, size)
        if seconds:
            await asyncio.sleep(seconds)


_AT_ONE_ADDRESS: Final = 16
"""How many times the limits of one guest a whole address has: a club, a school, a household."""


def address_of(scope: Scope) -> str:
    """Return the address that a request is counted by."""
    client = scope.get("client")
    return address_key(client[0] if client else None)


def person_of(scope: Scope) -> str | None:
    """Return the key by which a guest or a program is counted; None for somebody unknown."""
    visitor = scope["state"].get("visitor")
    if visitor is not None:
        guest: str = visitor.guest
        return guest
    token = header(scope["headers"], b"authorization").strip().rpartition(" ")[2]
    return f"token {token[-_TOKEN_LENGTH:]}" if token else None
