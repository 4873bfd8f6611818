"""WebSockets whose messages of one moment leave together.

Each write to a socket costs the system far more than the few bytes it carries. What is sent to one
client in the same turn of the event loop (the answer to a move, and what the move brought) goes out
in one write at its end.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State


class Gathering:
    """A transport that writes at the end of the event loop's turn; the rest it leaves as it is."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport: Final = transport
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

    def _flush(self) -> None:
        if self._waiting:
            self._transport.write(b"".join(self._waiting))
            self._waiting.clear()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class GatheringProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's WebSockets over a transport that gathers, with a short way for plain text."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take a new connection over from the protocol that has read its first lines."""
        super().connection_made(
            cast(asyncio.Transport, Gathering(cast(asyncio.Transport, transport)))
        )

    async def send(self, message: Any) -> None:
        """Send what the application sends; a text to an open socket needs no further care."""
        text = message.get("text")
        if text is None or not self.writable.is_set() or not self._is_open():
            await super().send(message)
            return
        data = text.encode()
        self.transport.write(_head(len(data)))
        self.transport.write(data)

    def _is_open(self) -> bool:
        return self.handshake_complete and not self.close_sent and self.conn.state is State.OPEN


def _head(size: int) -> bytes:
    """Return what stands before a text of so many bytes, sent by a server in one piece.

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
