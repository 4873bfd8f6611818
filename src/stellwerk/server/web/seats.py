"""Seats: taking, leaving, giving up and handing over."""

from __future__ import annotations

from litestar import Controller, post
from litestar.params import JSONBody

from stellwerk.server.protocol import TableInfo, TokenInfo
from stellwerk.server.web.bodies import (
    Agreement,
    AnySeat,
    ColourWish,
    Join,
    OwnSeat,
    Replacement,
    SeatChange,
)
from stellwerk.server.web.dependencies import GivenActor, GivenService, InPath


class SeatController(Controller):
    """The seats of a table."""

    path = "/api/tables/{table:str}"
    tags = ("seats",)

    @post("/join", status_code=200)
    async def join(
        self, table: InPath, data: JSONBody[Join], actor: GivenActor, service: GivenService
    ) -> TableInfo:
        """Take a seat; a second one for a second person at the same device."""
        return await service.seats.join(actor, table, data.seat, data.name)

    @post("/leave", status_code=200)
    async def leave(
        self, table: InPath, data: JSONBody[OwnSeat], actor: GivenActor, service: GivenService
    ) -> TableInfo:
        """Leave a seat, or all of one's seats."""
        return await service.seats.leave(actor, table, data.seat)

    @post("/kick", status_code=200)
    async def kick(
        self, table: InPath, data: JSONBody[AnySeat], actor: GivenActor, service: GivenService
    ) -> TableInfo:
        """Free a seat before the start; only the host may."""
        return await service.seats.kick(actor, table, data.seat)

    @post("/seat", status_code=200)
    async def change(
        self, table: InPath, data: JSONBody[SeatChange], actor: GivenActor, service: GivenService
    ) -> TableInfo:
        """Say who is to sit on a seat, before the start; only the host may."""
        return await service.seats.set(actor, table, data.seat, data.wish)

    @post("/colour", status_code=200)
    async def colour(
        self, table: InPath, data: JSONBody[ColourWish], actor: GivenActor, service: GivenService
    ) -> TableInfo:
        """Choose the colour of a seat before the start: one's own, or as the host a bot's."""
        return await service.seats.set_colour(actor, table, data.seat, data.colour)

    @post("/replace", status_code=200)
    async def replace(
        self, table: InPath, data: JSONBody[Replacement], actor: GivenActor, service: GivenService
    ) -> TableInfo:
        """Give the seat of somebody who has left to a bot; only the host may."""
        return await service.seats.replace(actor, table, data.seat, data.bot)

    @post("/reopen", status_code=200)
    async def reopen(
        self, table: InPath, data: JSONBody[AnySeat], actor: GivenActor, service: GivenService
    ) -> TableInfo:
        """Open the seat of somebody who has left to another person; only the host may."""
        return await service.seats.reopen(actor, table, data.seat)

    @post("/take-back", status_code=200)
    async def take_back(
        self, table: InPath, data: JSONBody[AnySeat], actor: GivenActor, service: GivenService
    ) -> TableInfo:
        """Take one's own seat back from the bot that stands in."""
        return await service.seats.take_back(actor, table, data.seat)

    @post("/resign", status_code=200)
    async def resign(
        self, table: InPath, data: JSONBody[AnySeat], actor: GivenActor, service: GivenService
    ) -> TableInfo:
        """Give up; a bot plays the seat to the end."""
        return await service.seats.resign(actor, table, data.seat)

    @post("/agree", status_code=200)
    async def agree(
        self, table: InPath, data: JSONBody[Agreement], actor: GivenActor, service: GivenService
    ) -> TableInfo:
        """Say whether one wants to end the game now; it ends when all people want it."""
        return await service.seats.agree(actor, table, data.seat, data.agree)

    @post("/token", status_code=201)
    async def token(
        self, table: InPath, data: JSONBody[AnySeat], actor: GivenActor, service: GivenService
    ) -> TokenInfo:
        """Get the token for a program's seat; only the host may, and it is shown once."""
        return await service.seats.new_token(actor, table, data.seat)
