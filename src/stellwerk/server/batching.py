"""WebSockets that send the messages of one moment together.

Each write to a socket costs far more than the few bytes it carries. What is sent to one
client in the same turn of the event loop (the answer to a move, and what the move brought) goes out
in one write at its end.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State

from stellwerk.server.limits import Bucket
from stellwerk.server.timeouts import Configuration, Stall, Stalling


class BatchingTransport:
    """A transport that writes at the end of the event loop's turn, and is otherwise unchanged."""

    def __init__(
        self, transport: asyncio.Transport, closing: Callable[[], None] = lambda: None
    ) -> None:
        """Write to a transport; ``closing`` is called when it is to be closed."""
        self._transport: Final = transport
        self._closing: Final = closing
        self._loop: Final = asyncio.get_running_loop()
        self._waiting: list[bytes] = []

    def write(self, data: bytes) -> None:
        """Send data with all that follows in this turn."""
        if not self._waiting:
            self._loop.call_soon(self._flush)
        self._waiting.append(data)

    def close(self) -> None:
        """Send what waits, then close."""
        self._flush()
        self._transport.close()
        self._closing()

    def _flush(self) -> None:
        if self._waiting and not self._transport.is_closing():
            self._transport.write(b"".join(self._waiting))
        self._waiting.clear()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class BatchingProtocol(Stalling, WebSocketsSansIOProtocol):
    """Uvicorn's WebSockets over a transport that gathers, with a shortcut for plain text.

    A client that does not read is cut off, and so is one that sends too many frames that are not
    messages.
    """

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take a new connection over from the protocol that has read its first lines."""
        plain = cast(asyncio.Transport, transport)
        settings = cast(Configuration, self.config).settings
        self._stall = Stall(plain, settings.request_seconds)
        self._frames = Bucket(
            settings.messages_per_second, settings.message_burst, self.loop.time()
        )
        super().connection_made(
            cast(asyncio.Transport, BatchingTransport(plain, self._stall.begin))
        )

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._stall.end()
        super().connection_lost(exc)

    def handle_ping(self) -> None:
        """Answer a ping of the protocol itself."""
        if self._may_send():
            super().handle_ping()

    def handle_cont(self, event: Frame) -> None:
        """Take a further piece of a message."""
        if self._may_send():
            super().handle_cont(event)

    def _may_send(self) -> bool:
        """Count a frame that the application does not see; too many end the connection."""
        if self._frames.take(self.loop.time()):
            return True
        self.transport.abort()
        return False

    async def send(self, message: Any) -> None:
        """Send what the application sends; a text to an open socket takes the shortcut."""
        text = message.get("text")
        if text is None or not self.writable.is_set() or not self._is_open():
            await super().send(message)
            # A client that is answered without a socket has the whole answer: otherwise each
            # refusal
            # would be an error in the log, and strangers could fill the disk with them.
            if message["type"] == "websocket.http.response.body" and self.close_sent:
                self.handshake_complete = True
            return
        data = text.encode()
        self.transport.write(_head(len(data)))
        self.transport.write(data)

    def _is_open(self) -> bool:
        return self.handshake_complete and not self.close_sent and self.conn.state is State.OPEN


def _head(size: int) -> bytes:
    """Return what stands before a text of ``size`` bytes, sent by a server in one piece.

    >>> _head(5).hex(), _head(3000).hex(), _head(70_000).hex()
    ('8105', '817e0bb8', '817f0000000000011170')
    """
    if size < _TWO_BYTES:
        return bytes((_WHOLE_TEXT, size))
    if size < 1 << 16:
        return bytes((_WHOLE_TEXT, _TWO_BYTES)) + size.to_bytes(2)
    return bytes((_WHOLE_TEXT, _EIGHT_BYTES)) + size.to_bytes(8)


_WHOLE_TEXT: Final = 0x81
_TWO_BYTES: Final = 126
_EIGHT_BYTES: Final = 127
