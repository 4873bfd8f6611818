"""People: whom one has played with, who is invited, who is blocked."""

from __future__ import annotations

from litestar import Controller, delete, get, post
from litestar.params import JSONBody

from stellwerk.server.protocol import PersonInfo, TableInfo
from stellwerk.server.web.bodies import Blocking, Invitation, PersonWish
from stellwerk.server.web.dependencies import GivenActor, GivenService, GivenTable, InPath


class PeopleController(Controller):
    """People one has to do with."""

    path = "/api/me"
    tags = ("people",)

    @get("/people")
    async def recent(self, actor: GivenActor, service: GivenService) -> tuple[PersonInfo, ...]:
        """List whom one has played with lately, the latest first."""
        return await service.people.recent(actor)

    @get("/blocks")
    async def blocked(self, actor: GivenActor, service: GivenService) -> tuple[PersonInfo, ...]:
        """List whom one has blocked."""
        return await service.people.blocked(actor)

    @post("/blocks", status_code=200)
    async def block(
        self, data: JSONBody[PersonWish], actor: GivenActor, service: GivenService
    ) -> tuple[PersonInfo, ...]:
        """Block somebody one has played with; they are not told."""
        return await service.people.block(actor, data.person)

    @delete("/blocks/{person:str}", status_code=200)
    async def unblock(
        self, person: InPath, actor: GivenActor, service: GivenService
    ) -> tuple[PersonInfo, ...]:
        """Block somebody no longer."""
        return await service.people.unblock(actor, person)


class InvitationController(Controller):
    """People at a table."""

    path = "/api/tables/{table:str}"
    tags = ("people",)

    @post("/invite", status_code=200)
    async def invite(self, data: JSONBody[Invitation], at: GivenTable) -> TableInfo:
        """Keep an open seat for somebody one has played with; only the host may."""
        return await at.service.people.invite(at.actor, at.table, data.seat, data.person)

    @post("/decline", status_code=204)
    async def decline(self, at: GivenTable) -> None:
        """Decline an invitation: the seat is open to all again."""
        await at.service.people.decline(at.actor, at.table)

    @post("/block", status_code=200)
    async def block(self, data: JSONBody[Blocking], at: GivenTable) -> TableInfo:
        """Block the person at a seat, or block them no longer; they are not told."""
        return await at.service.people.block_seat(at.actor, at.table, data.seat, data.block)
