"""Moves over HTTP: the same messages as over the WebSocket, one request each."""

from __future__ import annotations

from litestar import Controller, post
from litestar.params import JSONBody

from stellwerk.server.protocol import (
    Accepted,
    AskPayments,
    AskRoutes,
    AskWhy,
    Payments,
    Reason,
    RouteReasons,
    SendMove,
)
from stellwerk.server.web.dependencies import (
    GivenActor,
    GivenMetrics,
    GivenService,
    GivenTable,
    InPath,
)


class MoveController(Controller):
    """What one does in a game, and what one may ask before."""

    path = "/api/tables/{table:str}"
    tags = ("play",)

    @post("/moves", status_code=200)
    async def move(
        self,
        table: InPath,
        data: JSONBody[SendMove],
        actor: GivenActor,
        service: GivenService,
        metrics: GivenMetrics,
    ) -> Accepted:
        """Make a move, or take the last one back; sending it again does nothing twice."""
        with metrics.move_seconds.time():
            return await service.play.move(actor, table, data)

    @post("/payments", status_code=200)
    async def payments(self, data: JSONBody[AskPayments], at: GivenTable) -> Payments:
        """List every way to pay for something, the thriftiest first."""
        return await at.service.watch.payments(at.actor, at.table, data)

    @post("/why", status_code=200)
    async def why(self, data: JSONBody[AskWhy], at: GivenTable) -> Reason:
        """Tell why a move is not possible, or that it is."""
        return await at.service.watch.why(at.actor, at.table, data)

    @post("/routes", status_code=200)
    async def routes(self, data: JSONBody[AskRoutes], at: GivenTable) -> RouteReasons:
        """Tell why each free route cannot be claimed now."""
        return await at.service.watch.routes(at.actor, at.table, data)
