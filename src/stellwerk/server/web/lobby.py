"""The WebSocket of a guest: tells when a list of tables is worth asking for again."""

from __future__ import annotations

import asyncio
from typing import Final, Literal

import msgspec
import structlog
from litestar import websocket
from litestar.exceptions import WebSocketDisconnect

from stellwerk.server.web.actors import actor_of
from stellwerk.server.web.given import AnySocket, GivenHints, GivenMetrics, GivenService

_PAUSE: Final = 0.5
"""Seconds between two messages: the public list of a large server changes all the time."""


class Changed(msgspec.Struct, frozen=True, tag_field="type", tag="changed"):
    """A list has changed: one's own tables, or the public ones."""

    what: Literal["tables", "lobby"]


@websocket("/ws/me")
async def lobby_socket(
    socket: AnySocket, service: GivenService, hints: GivenHints, metrics: GivenMetrics
) -> None:
    """Tell a guest of changes until it leaves; what it sends is not read."""
    actor = await actor_of(socket.scope, service)
    await socket.accept()
    waiting: set[Literal["tables", "lobby"]] = set()
    news = asyncio.Event()

    def note(what: Literal["tables", "lobby"]) -> None:
        waiting.add(what)
        news.set()

    async def tell() -> None:
        while True:
            await news.wait()
            news.clear()
            while waiting:
                text = msgspec.json.encode(Changed(waiting.pop())).decode()
                await socket.send({"type": "websocket.send", "bytes": None, "text": text})
            await asyncio.sleep(_PAUSE)

    gauge = metrics.sockets.labels("lobby")
    gauge.inc()
    own = f"guest:{actor.guest or ''}"
    telling = asyncio.create_task(tell())
    try:
        with (
            hints.listen("lobby", lambda _: note("lobby")),
            hints.listen(own, lambda _: note("tables")),
        ):
            while (await socket.receive())["type"] != "websocket.disconnect":
                continue
    except WebSocketDisconnect:
        pass
    finally:
        telling.cancel()
        (ended,) = await asyncio.gather(telling, return_exceptions=True)
        # Who leaves while something is being sent makes the sending fail, and that is all right.
        left = (WebSocketDisconnect, OSError, RuntimeError, asyncio.CancelledError)
        if ended is not None and not isinstance(ended, left):
            structlog.get_logger().warning("lobby socket failed", exc_info=ended)
        gauge.dec()
