"""Health: whether the server can do its work, and figures about it."""

from __future__ import annotations

from typing import Final

from litestar import Response, get
from msgspec import Struct

from stellwerk._version import __version__
from stellwerk.server.errors import Refusal
from stellwerk.server.metrics import MEDIA_TYPE
from stellwerk.server.web.dependencies import AnyRequest, GivenMetrics, GivenService

_FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-forwarded-host")
"""What proxies add to a request."""


class Health(Struct, frozen=True):
    """A sign of life."""

    name: str
    version: str


@get("/healthz", tags=["health"])
async def healthz(service: GivenService) -> Health:
    """Answer as long as the database does."""
    await service.health()
    return Health("stellwerk", __version__)


class Readiness(Struct, frozen=True):
    """How far a server has come that was just started; games wait until it is ready."""

    ready: bool
    done: int
    total: int


@get("/api/readiness", tags=["health"])
async def readiness(service: GivenService) -> Readiness:
    """Tell how many parts of the rules are compiled, the first time on a machine."""
    return Readiness(service.warmup.is_over, *service.warmup.done)


@get("/metrics", include_in_schema=False)
async def metrics_page(request: AnyRequest, metrics: GivenMetrics) -> Response[bytes]:
    """Return the figures for Prometheus, but not through a proxy: that comes from outside."""
    if any(name in request.headers for name in _FORWARDED):
        raise Refusal("not_found")
    return Response(metrics.page(), media_type=MEDIA_TYPE)
