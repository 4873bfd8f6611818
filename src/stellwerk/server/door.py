"""The door of the house: every request and every socket passes here before anything else sees it.

It knows who comes by their cookie, sends strangers' pages away, slows down whoever asks too much,
adds the headers for safety to each answer, and writes the log and the figures.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final, cast

import msgspec
import structlog
from litestar.enums import ScopeType
from litestar.types import HTTPScope, Message, Receive, Scope, Send, WebSocketScope

from stellwerk.board.model import Language
from stellwerk.server import headers
from stellwerk.server.cookies import GuestCookies, Visitor
from stellwerk.server.errors import Refusal, problem_of
from stellwerk.server.guard import Guard
from stellwerk.server.metrics import Metrics
from stellwerk.server.settings import Settings

Inner = Callable[[Scope, Receive, Send], Awaitable[None]]

_OWN_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")
_SLOW: Final = 2.0
"""Seconds after which a request is worth a line; those that wait for news are not counted."""
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
"""Methods that are counted by name; all others are one."""
_encode: Final = msgspec.json.Encoder().encode


class Door:
    """Stands between the network and the application."""

    def __init__(self, settings: Settings, metrics: Metrics, guard: Guard) -> None:
        self._settings: Final = settings
        self._metrics: Final = metrics
        self._guard: Final = guard
        self._behind_https: Final = (settings.public_url or "").startswith("https://")
        self._log: Final = structlog.get_logger()
        self.cookies: GuestCookies | None = None
        """Set once the secret is known."""

    async def pass_through(self, scope: Scope, receive: Receive, send: Send, inner: Inner) -> None:
        """Let a request or a socket in, or refuse it."""
        given = scope["headers"]
        visitor = None if self.cookies is None else self.cookies.read(given)
        scope["state"] = {**scope.get("state", {}), "visitor": visitor}
        structlog.contextvars.clear_contextvars()
        if scope["type"] == ScopeType.WEBSOCKET:
            await self._socket(scope, receive, send, inner)
        else:
            await self._request(scope, receive, send, inner)

    async def _socket(
        self, scope: WebSocketScope, receive: Receive, send: Send, inner: Inner
    ) -> None:
        structlog.contextvars.bind_contextvars(socket=_new_id())
        if not headers.origin_allowed(scope["headers"], self._settings.public_url):
            self._metrics.refused.labels("bad_origin").inc()
            await receive()
            # Closed before it was accepted: the browser gets 403.
            await send({"type": "websocket.close", "code": 1008, "reason": "bad_origin"})
        elif (refusal := self._guard.request(scope)) is not None:
            self._metrics.refused.labels(refusal.code).inc()
            await receive()
            await _refuse(refusal, _language(scope), send, "websocket.http.response")
        else:
            await inner(scope, receive, send)

    async def _request(
        self,
        scope: HTTPScope,
        receive: Receive,
        send: Send,
        inner: Inner,
    ) -> None:
        begin = time.perf_counter()
        request_id = _request_id(scope)
        if self._behind_https:  # the proxy before us speaks it
            scope["scheme"] = "https"
        secure = scope["scheme"] == "https"
        status = 500
        structlog.contextvars.bind_contextvars(request=request_id)

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                sent: list[tuple[bytes, bytes]] = headers.safe_headers(
                    message.get("headers", ()), secure=secure
                )
                message["headers"] = [*sent, (b"x-request-id", request_id.encode())]
            elif message["type"] == "http.response.body":
                self._guard.sent(scope, len(message.get("body", b"")))
            await send(message)

        refusal = self._refusal(scope)
        if refusal is None:
            await inner(scope, _whole(receive), answer)
        else:
            self._metrics.refused.labels(refusal.code).inc()
            await _refuse(refusal, _language(scope), answer)
        self._note(scope, status, time.perf_counter() - begin)

    def _refusal(self, scope: HTTPScope) -> Refusal | None:
        """Return why a request may not come in."""
        unsafe = scope["method"] not in headers.SAFE_METHODS
        if unsafe and not headers.origin_allowed(scope["headers"], self._settings.public_url):
            return Refusal("bad_origin")
        return self._guard.request(scope)

    def _note(self, scope: HTTPScope, status: int, seconds: float) -> None:
        """Count a request and, if it is worth it, log it."""
        route = str(scope.get("path_template") or "-")
        method = scope["method"] if scope["method"] in _METHODS else "other"
        self._metrics.requests.labels(method, route, status).inc()
        self._metrics.request_seconds.labels(route).observe(seconds)
        waited = b"wait=" in scope.get("query_string", b"")
        line: dict[str, Any] = {
            "method": method,
            "route": route,
            "status": status,
            "milliseconds": round(seconds * 1000, 1),
        }
        if table := scope.get("path_params", {}).get("table"):
            line["table"] = table
        if status >= 500 or (seconds > _SLOW and not waited):
            self._log.warning("request", **line)
        else:
            self._log.debug("request", **line)


def _whole(receive: Receive) -> Receive:
    """Let whoever reads a body be told when its sender goes away in the middle of it."""
    more = True

    async def receive_next() -> Any:
        nonlocal more
        message = await receive()
        if message["type"] == "http.request":
            more = message.get("more_body", False)
        elif more:
            raise Refusal("bad_message", problem="the body did not arrive")
        return message

    return receive_next


def _language(scope: Scope) -> Language:
    visitor: Visitor | None = scope["state"]["visitor"]
    return visitor.language if visitor else headers.wished_language(scope["headers"])


async def _refuse(
    refusal: Refusal, language: Language, send: Send, kind: str = "http.response"
) -> None:
    body = _encode(problem_of(refusal, language))
    answer = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if (seconds := refusal.retry_after) is not None:
        answer.append((b"retry-after", b"%d" % seconds))
    start = {"type": f"{kind}.start", "status": refusal.status, "headers": answer}
    await send(cast(Message, start))
    await send(cast(Message, {"type": f"{kind}.body", "body": body, "more_body": False}))


def _request_id(scope: HTTPScope) -> str:
    """Return the number a proxy has given to a request, or a new one."""
    given = headers.header(scope["headers"], b"x-request-id")
    return given if _OWN_REQUEST_ID.fullmatch(given) else _new_id()


def _new_id() -> str:
    return secrets.token_hex(8)
