"""What every request and every socket passes before the application sees it.

It recognises guests by their cookie, refuses pages of other sites, slows down clients that ask for
too much, adds security headers to each answer, and keeps the log and the figures.
"""

from __future__ import annotations

import os
import re
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final, cast
from urllib.parse import unquote_to_bytes

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
from stellwerk.server.origins import Origins
from stellwerk.server.proxies import SETTING, Proxies
from stellwerk.server.settings import Settings

Inner = Callable[[Scope, Receive, Send], Awaitable[None]]

_OWN_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")
_SLOW: Final = 2.0
"""Requests that take longer than this many seconds are logged, unless they wait for news."""
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
"""Methods that are counted by name; all others are one."""
_NUL: Final = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
"""The one character that JSON can write and PostgreSQL cannot keep."""
_LONGEST_NUL: Final = 12
"""How many bytes at the end of a piece of a body are looked at again with the next one."""
_EARLY: Final = ("/api/boards", "/api/bots", "/api/readiness", "/api/words")
"""What the start page reads while the rules are still being compiled, besides who one is."""
_MYSELF: Final = "/api/me"
_ABOUT_GAMES: Final = ("/api/", "/t/", "/replay/", "/review/")
"""All that may lead to a game; the rest is files."""
_SHOWN: Final = 80
"""How many characters of a wrong host name are shown."""
_encode: Final = msgspec.json.Encoder().encode


class Middleware:
    """Stands between the network and the application."""

    def __init__(
        self,
        settings: Settings,
        metrics: Metrics,
        guard: Guard,
        begun: Callable[[], Awaitable[None]],
        is_signed_out: Callable[[Visitor], bool],
    ) -> None:
        self._origins: Final = Origins(settings)
        self._proxies: Final = Proxies(settings.public_url, os.environ.get(SETTING))
        self._metrics: Final = metrics
        self._guard: Final = guard
        self._begun: Final = begun
        self._is_signed_out: Final = is_signed_out
        self._behind_https: Final = (settings.public_url or "").startswith("https://")
        self._log: Final = structlog.get_logger()
        self.cookies: GuestCookies | None = None
        """Set once the secret is known."""

    async def pass_through(self, scope: Scope, receive: Receive, send: Send, inner: Inner) -> None:
        """Let a request or a socket in, or refuse it."""
        self._proxies.tell(scope)
        visitor = None if self.cookies is None else self.cookies.read(scope["headers"])
        if visitor is not None and self._is_signed_out(visitor):
            visitor = None  # it must not use up what its guest may ask for
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
        if (refusal := self._refusal(scope)) is not None:
            self._metrics.refused.labels(refusal.code).inc()
            await receive()
            await _refuse(refusal, _language(scope), send, "websocket.http.response")
        else:
            await self._begun()
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
            if _needs_rules(scope):
                await self._begun()
            await inner(scope, _whole(receive), answer)
        else:
            self._metrics.refused.labels(refusal.code).inc()
            await _refuse(refusal, _language(scope), answer)
        self._note(scope, status, time.perf_counter() - begin)

    def _refusal(self, scope: Scope) -> Refusal | None:
        """Return why a request or a socket may not come in."""
        given = scope["headers"]
        if not self._origins.means_us(given):
            return Refusal("bad_host", host=headers.header(given, b"host")[:_SHOWN])
        reads = scope["type"] == ScopeType.HTTP and scope["method"] in headers.SAFE_METHODS
        if not reads and not self._origins.allows(given):
            return Refusal("bad_origin")
        if not (_is_text(scope["raw_path"]) and _is_text(scope["query_string"])):
            return Refusal("bad_address")
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
        if status >= 500 or (seconds > _SLOW and not waited):
            self._log.warning("request", **line)
        else:
            self._log.debug("request", **line)


def _needs_rules(scope: HTTPScope) -> bool:
    """Whether a request is more than a look at the start page."""
    path = scope["path"]
    if scope["method"] not in headers.SAFE_METHODS:
        return True
    early = path == _MYSELF or path.startswith(_EARLY)
    return not early and path.startswith(_ABOUT_GAMES)


def _is_text(part: bytes) -> bool:
    """Whether a part of an address stands for text that every database can keep.

    >>> _is_text(b"/api/boards/%C3%B6"), _is_text(b"/%FF"), _is_text(b"a=%00")
    (True, False, False)
    """
    plain = unquote_to_bytes(part)
    try:
        plain.decode()
    except UnicodeDecodeError:
        return False
    return b"\x00" not in plain


def _whole(receive: Receive) -> Receive:
    """Tell the reader of a body what is wrong with it as a whole.

    It may end in the middle, where its sender goes away, and it may hold a character that no text
    has.
    """
    more, end = True, b""

    async def receive_next() -> Any:
        nonlocal more, end
        message = await receive()
        if message["type"] == "http.request":
            more = message.get("more_body", False)
            body = end + message.get("body", b"")
            if _NUL.search(body):
                raise Refusal("bad_message", problem="\\u0000 stands in no text")
            end = body[-_LONGEST_NUL:]
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
