"""Tables: opening, finding, starting, ending them."""

from __future__ import annotations

from litestar import Controller, delete, get, post
from litestar.params import JSONBody

from stellwerk.server.protocol import NewTable, TableInfo, TableLine
from stellwerk.server.web.bodies import PaceWish
from stellwerk.server.web.dependencies import (
    AnyRequest,
    GivenActor,
    GivenGuard,
    GivenService,
    GivenTable,
)


class TableController(Controller):
    """Tables as a whole."""

    path = "/api/tables"
    tags = ("tables",)

    @get("/")
    async def public(self, actor: GivenActor, service: GivenService) -> tuple[TableLine, ...]:
        """List the tables that are open to everybody."""
        return await service.tables.public(actor)

    @post("/")
    async def open(
        self,
        data: JSONBody[NewTable],
        request: AnyRequest,
        actor: GivenActor,
        service: GivenService,
        guard: GivenGuard,
    ) -> TableInfo:
        """Open a table."""
        guard.new_table(request.scope, actor.known)
        return await service.tables.create(actor, data)

    @get("/{table:str}")
    async def show(self, at: GivenTable) -> TableInfo:
        """Tell all about a table, besides the game itself."""
        return await at.service.tables.info(at.actor, at.table)

    @delete("/{table:str}", status_code=204)
    async def remove(self, at: GivenTable) -> None:
        """Delete a table with its game and chat; only its host may."""
        await at.service.tables.delete(at.actor, at.table)

    @post("/{table:str}/start", status_code=200)
    async def start(self, at: GivenTable) -> TableInfo:
        """Start the game; only the host may."""
        return await at.service.tables.start(at.actor, at.table)

    @post("/{table:str}/pace", status_code=200)
    async def pace(self, data: JSONBody[PaceWish], at: GivenTable) -> TableInfo:
        """Say how fast the bots are; only the host may."""
        return await at.service.tables.set_pace(at.actor, at.table, data.pace)

    @post("/{table:str}/rematch", status_code=200)
    async def rematch(self, at: GivenTable, request: AnyRequest, guard: GivenGuard) -> TableInfo:
        """Open a table for the same people again, or find the one they have opened."""
        guard.new_table(request.scope, at.actor.known)
        return await at.service.tables.rematch(at.actor, at.table)

    @post("/{table:str}/same-deal", status_code=200)
    async def same_deal(self, at: GivenTable, request: AnyRequest, guard: GivenGuard) -> TableInfo:
        """Play the deal of a finished game again, if you played it alone against bots."""
        guard.new_table(request.scope, at.actor.known)
        return await at.service.tables.same_deal(at.actor, at.table)

    @post("/{table:str}/close", status_code=200)
    async def close(self, at: GivenTable) -> TableInfo:
        """Close the table; only the host may."""
        return await at.service.tables.close(at.actor, at.table)
