"""What is answered when something is refused or goes wrong: a status and a Problem."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import structlog
from litestar import Response
from litestar.exceptions import HTTPException
from litestar.types import ExceptionHandlersMap

from stellwerk.board import StellwerkError
from stellwerk.server.errors import Refusal, problem_of, status_of
from stellwerk.server.guard import address_of
from stellwerk.server.protocol import Problem
from stellwerk.server.web.actors import language_of
from stellwerk.server.web.dependencies import AnyRequest


def _refused(request: AnyRequest, error: StellwerkError) -> Response[Problem]:
    problem = problem_of(error, language_of(request.scope))
    state = request.app.state
    state.metrics.refused.labels(problem.code).inc()
    if problem.code == "no_table":
        state.guard.lookups.failed(address_of(request.scope))
    seconds = error.retry_after if isinstance(error, Refusal) else None
    later = {} if seconds is None else {"Retry-After": str(seconds)}
    return Response(problem, status_code=status_of(error), headers=later)


def _not_understood(request: AnyRequest, error: HTTPException) -> Response[Problem]:
    """Answer what the framework itself refuses; its words are English and become a detail."""
    status = error.status_code
    if status >= 500:
        return _failed(request, error)
    match status:
        case 404:
            refusal = Refusal("not_found")
        case 405:
            refusal = Refusal("wrong_method", method=request.method)
        case 413:
            refusal = Refusal(
                "too_large", most=request.route_handler.resolve_request_max_body_size()
            )
        case _:
            refusal = Refusal("bad_message", problem=_details(error))
    request.app.state.metrics.refused.labels(refusal.code).inc()
    allowed = {name: value for name, value in (error.headers or {}).items() if name == "Allow"}
    problem = problem_of(refusal, language_of(request.scope))
    return Response(problem, status_code=status, headers=allowed)


def _unreadable(
    request: AnyRequest, error: RecursionError | UnicodeDecodeError
) -> Response[Problem]:
    """Answer a body that is nested too deeply, or is not text."""
    return _refused(request, Refusal("bad_message", problem=str(error)))


def _failed(request: AnyRequest, error: Exception) -> Response[Problem]:
    """Answer a bug of ours; the log says what it was, the answer only its number."""
    structlog.get_logger().error("failed", exc_info=error)
    number = structlog.contextvars.get_contextvars().get("request", "")
    refusal = Refusal("failed", number=number)
    return Response(problem_of(refusal, language_of(request.scope)), status_code=500)


def _details(error: HTTPException) -> str:
    """Say where a message is wrong, and what is expected there."""
    parts = error.extra if isinstance(error.extra, list) else []
    found = "; ".join(_detail(part) for part in parts if isinstance(part, dict))
    # A body that cannot be read at all has its reason in the cause, without what was sent.
    return found or str(error.__cause__ or error.__context__ or "") or error.detail


def _detail(part: Mapping[str, Any]) -> str:
    place, message = str(part.get("key", "")), str(part.get("message", ""))
    if message == repr(_BODY):  # the framework's way of saying that there was none
        return "a body of JSON is expected"
    return message if place in ("", _BODY) else f"{place}: {message}"


_BODY: Final = "data"
"""What a body is called inside."""

HANDLERS: ExceptionHandlersMap = {
    StellwerkError: _refused,
    HTTPException: _not_understood,
    RecursionError: _unreadable,
    UnicodeDecodeError: _unreadable,
    Exception: _failed,
}
