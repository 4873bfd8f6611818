"""What a handler is given besides the body: by the application, or by the address."""

from __future__ import annotations

from typing import Any, NamedTuple

from litestar import Request, WebSocket
from litestar.di import NamedDependency
from litestar.params import FromPath

from stellwerk.server.cookies import GuestCookies
from stellwerk.server.guard import Guard
from stellwerk.server.hints import Hints
from stellwerk.server.limits import Limit
from stellwerk.server.metrics import Metrics
from stellwerk.server.service import Actor, Service
from stellwerk.server.settings import Settings

AnyRequest = Request[Any, Any, Any]
AnySocket = WebSocket[Any, Any, Any]

GivenActor = NamedDependency[Actor]
GivenService = NamedDependency[Service]
GivenHints = NamedDependency[Hints]
GivenMetrics = NamedDependency[Metrics]
GivenSettings = NamedDependency[Settings]
GivenCookies = NamedDependency[GuestCookies]
GivenLimit = NamedDependency[Limit]
GivenGuard = NamedDependency[Guard]

InPath = FromPath[str]
"""A part of the address: a table's or a board's id, or a token."""


class AtTable(NamedTuple):
    """Who asks for something at which table."""

    service: Service
    actor: Actor
    table: str


async def provide_table(table: InPath, actor: GivenActor, service: GivenService) -> AtTable:
    """Return who asks, and the table of the address."""
    return AtTable(service, actor, table)


GivenTable = NamedDependency[AtTable]
