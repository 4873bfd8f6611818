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
from stellwerk.server.web.dependencies import GivenTable


class SeatController(Controller):
    """The seats of a table."""

    path = "/api/tables/{table:str}"
    tags = ("seats",)

    @post("/join", status_code=200)
    async def join(self, data: JSONBody[Join], at: GivenTable) -> TableInfo:
        """Take a seat; a second one for a second person at the same device."""
        return await at.service.seats.join(at.actor, at.table, data.seat, data.name)

    @post("/leave", status_code=200)
    async def leave(self, data: JSONBody[OwnSeat], at: GivenTable) -> TableInfo:
        """Leave a seat, or all of one's seats."""
        return await at.service.seats.leave(at.actor, at.table, data.seat)

    @post("/kick", status_code=200)
    async def kick(self, data: JSONBody[AnySeat], at: GivenTable) -> TableInfo:
        """Free a seat before the start; only the host may."""
        return await at.service.seats.kick(at.actor, at.table, data.seat)

    @post("/seat", status_code=200)
    async def change(self, data: JSONBody[SeatChange], at: GivenTable) -> TableInfo:
        """Say who is to sit on a seat, before the start; only the host may."""
        return await at.service.seats.set(at.actor, at.table, data.seat, data.wish)

    @post("/colour", status_code=200)
    async def colour(self, data: JSONBody[ColourWish], at: GivenTable) -> TableInfo:
        """Choose the colour of a seat before the start: one's own, or as the host a bot's."""
        return await at.service.seats.set_colour(at.actor, at.table, data.seat, data.colour)

    @post("/replace", status_code=200)
    async def replace(self, data: JSONBody[Replacement], at: GivenTable) -> TableInfo:
        """Give the seat of somebody who has left to a bot; only the host may."""
        return await at.service.seats.replace(at.actor, at.table, data.seat, data.bot)

    @post("/reopen", status_code=200)
    async def reopen(self, data: JSONBody[AnySeat], at: GivenTable) -> TableInfo:
        """Open the seat of somebody who has left to another person; only the host may."""
        return await at.service.seats.reopen(at.actor, at.table, data.seat)

    @post("/take-back", status_code=200)
    async def take_back(self, data: JSONBody[AnySeat], at: GivenTable) -> TableInfo:
        """Take one's own seat back from the bot that stands in."""
        return await at.service.seats.take_back(at.actor, at.table, data.seat)

    @post("/resign", status_code=200)
    async def resign(self, data: JSONBody[AnySeat], at: GivenTable) -> TableInfo:
        """Give up; a bot plays the seat to the end."""
        return await at.service.seats.resign(at.actor, at.table, data.seat)

    @post("/agree", status_code=200)
    async def agree(self, data: JSONBody[Agreement], at: GivenTable) -> TableInfo:
        """Say whether one wants to end the game now; it ends when all people want it."""
        return await at.service.seats.agree(at.actor, at.table, data.seat, data.agree)

    @post("/token", status_code=201)
    async def token(self, data: JSONBody[AnySeat], at: GivenTable) -> TokenInfo:
        """Get the token for a program's seat; only the host may, and it is shown once."""
        return await at.service.seats.new_token(at.actor, at.table, data.seat)
