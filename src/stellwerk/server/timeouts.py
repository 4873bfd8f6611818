"""How long the server waits for a client: for a request to arrive, and for an answer to be read.

Uvicorn itself would wait for ever for the rest of a request, or for somebody to read.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final, cast

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from stellwerk.server.limits import Places, address_key
from stellwerk.server.settings import Settings

PACE: Final = 16_384
"""Bytes that must arrive, or be read, in that time for the server to go on waiting."""
_LATE: Final = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
_TOO_MANY: Final = (
    b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 60\r\nconnection: close\r\n"
    b"content-length: 0\r\n\r\n"
)


class Configuration(uvicorn.Config):
    """How uvicorn runs the application, and what its protocols need from the settings."""

    def __init__(self, app: Any, settings: Settings, **options: Any) -> None:
        super().__init__(app, **options)
        self.settings: Final = settings
        self.connections: Final = Places()
        """Open connections of each address; those behind a proxy cannot be told apart here."""

    @property
    def counts_connections(self) -> bool:
        """Whether connections come straight from clients."""
        return self.settings.public_url is None


class Stall:
    """Cuts off a connection whose other side does not read."""

    def __init__(self, transport: asyncio.Transport, seconds: float) -> None:
        self._transport: Final = transport
        self._seconds: Final = seconds
        self._waiting = 0
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Wait for what was written to be read."""
        self.end()
        self._waiting = self._transport.get_write_buffer_size()
        self._timer = asyncio.get_running_loop().call_later(self._seconds, self._look)

    def end(self) -> None:
        """Stop waiting: it was read, or nobody is there any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        if self._transport.get_write_buffer_size() > self._waiting - PACE:
            self._transport.abort()
        else:
            self.begin()


class Stalling(asyncio.Protocol):
    """A protocol that waits for a client that is slow to read, but not for ever."""

    _stall: Stall

    def pause_writing(self) -> None:
        """Wait for a client that is slow to read."""
        super().pause_writing()
        self._stall.begin()

    def resume_writing(self) -> None:
        """Resume writing to a client that has caught up."""
        super().resume_writing()
        self._stall.end()


class TimeoutProtocol(Stalling, H11Protocol):
    """Uvicorn's HTTP, with limits on slow clients and on open connections."""

    def connection_made(  # type: ignore[override]  # as uvicorn has it
        self, transport: asyncio.Transport
    ) -> None:
        """Take a connection, unless its address has too many already."""
        super().connection_made(transport)
        config = cast(Configuration, self.config)
        self._patience = config.settings.request_seconds
        self._stall = Stall(transport, self._patience)
        self._timer: asyncio.TimerHandle | None = None
        self._came = 0
        self._places: Places | None = config.connections if config.counts_connections else None
        self._address = address_key(self.client[0] if self.client else None)
        if self._places is not None:
            full = self._places.taken(self._address) >= config.settings.connections_per_address
            self._places.enter(self._address)
            if full:
                transport.write(_TOO_MANY)
                transport.close()
                return
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._give_up()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read what has come; a request that begins must end soon."""
        if self.transport.is_closing():
            return
        if self._timer is None:
            self._wait()
        self._came += len(data)
        super().data_received(data)
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._wait_no_longer()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to WebSockets, which are counted elsewhere."""
        self._give_up()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """Wait for the next request, or for the last answer to be read."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._stall.begin()

    def _wait(self) -> None:
        self._came = 0
        self._timer = self.loop.call_later(self._patience, self._look)

    def _wait_no_longer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        """End a request that does not arrive; a long body may take its time if it keeps coming."""
        self._timer = None
        in_body = self.conn.their_state is h11.SEND_BODY
        if in_body and (self.flow.read_paused or self._came >= PACE):
            self._wait()
        elif self.conn.their_state is h11.IDLE or in_body:
            answered = in_body and self.cycle.response_started
            if self.conn.trailing_data[0] or (in_body and not answered):
                self.transport.write(_LATE)
            self.transport.close()
            self._stall.begin()

    def _give_up(self) -> None:
        self._wait_no_longer()
        self._stall.end()
        if self._places is not None:
            self._places.leave(self._address)
            self._places = None
