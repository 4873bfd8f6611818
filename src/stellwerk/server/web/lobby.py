"""The WebSocket of a guest: tells when a list of tables is worth asking for again."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final, Literal

import msgspec
import structlog
from litestar import websocket
from litestar.exceptions import WebSocketDisconnect

from stellwerk.server.errors import Refusal, problem_of
from stellwerk.server.guard import Line
from stellwerk.server.hints import Hints
from stellwerk.server.protocol import Refused
from stellwerk.server.service import Actor, Service
from stellwerk.server.service.hint import DEVICES, GONE, GUESTS, LOBBY
from stellwerk.server.web.actors import present_actor
from stellwerk.server.web.dependencies import (
    AnySocket,
    GivenGuard,
    GivenHints,
    GivenMetrics,
    GivenService,
)
from stellwerk.server.web.socket import NOT_KNOWN, close_code

_PATIENCE: Final = 20
"""Messages over the limit before the socket is closed."""
_LATER: Final = 10
"""Seconds after which it may be opened again."""
_PAUSE: Final = 0.5
"""Seconds between two messages: the public list of a large server changes all the time."""


class Changed(msgspec.Struct, frozen=True, tag_field="type", tag="changed"):
    """A list has changed: one's own tables, or the public ones."""

    what: Literal["tables", "lobby"]


@websocket("/ws/me")
async def lobby_socket(
    socket: AnySocket,
    service: GivenService,
    hints: GivenHints,
    metrics: GivenMetrics,
    guard: GivenGuard,
) -> None:
    """Tell a guest of changes until it leaves; what it sends is counted, and not read."""
    actor = await present_actor(socket.scope, service, guard)
    await socket.accept()
    gauge = metrics.sockets.labels("lobby")
    gauge.inc()
    try:
        with guard.line(socket.scope) as line:
            await _serve(socket, actor, service, hints, line)
    except Refusal as refusal:
        problem = problem_of(refusal, actor.language)
        metrics.refused.labels(problem.code).inc()
        with suppress(OSError, RuntimeError, WebSocketDisconnect):
            text = msgspec.json.encode(Refused(None, problem)).decode()
            await socket.send({"type": "websocket.send", "bytes": None, "text": text})
            await socket.close(close_code(refusal))
    finally:
        gauge.dec()


async def _serve(
    socket: AnySocket, actor: Actor, service: Service, hints: Hints, line: Line
) -> None:
    waiting: set[Literal["tables", "lobby"]] = set()
    news = asyncio.Event()

    gone = False

    def note(what: Literal["tables", "lobby"]) -> None:
        waiting.add(what)
        news.set()

    def note_own(message: bytes) -> None:
        nonlocal gone
        gone |= message == GONE
        note("tables")

    async def tell() -> None:
        while True:
            await news.wait()
            news.clear()
            if gone:  # the guest was deleted, or this device signed out
                await socket.close(NOT_KNOWN)
                return
            while waiting:
                text = msgspec.json.encode(Changed(waiting.pop())).decode()
                await line.room(len(text))
                await socket.send({"type": "websocket.send", "bytes": None, "text": text})
            await asyncio.sleep(_PAUSE)

    patience = _PATIENCE
    telling = asyncio.create_task(tell())
    try:
        with (
            hints.listen(LOBBY, lambda _: note("lobby")),
            hints.listen(GUESTS + (actor.guest or ""), note_own),
            hints.listen(DEVICES + actor.device, note_own),
        ):
            await service.devices.must_be_signed_in(actor)
            while (await socket.receive())["type"] != "websocket.disconnect":
                patience -= not line.message()
                if patience < 0:
                    raise Refusal("rate_limited", seconds=_LATER)
    except WebSocketDisconnect:
        pass
    finally:
        telling.cancel()
        (ended,) = await asyncio.gather(telling, return_exceptions=True)
        # If a client leaves while something is being sent, the sending fails, and that is all
        # right.
        left = (WebSocketDisconnect, OSError, RuntimeError, asyncio.CancelledError)
        if ended is not None and not isinstance(ended, left):
            structlog.get_logger().warning("lobby socket failed", exc_info=ended)
