"""Seats: taken, left, handed over, given up; and before the start, who is to sit where."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from stellwerk.server.protocol import SeatWish, TableInfo, TokenInfo
from stellwerk.server.transactions import opening, playing, programs, seats
from stellwerk.server.transactions.actor import Actor

if TYPE_CHECKING:
    from stellwerk.server.service.service import Service


class Seats:
    """What is done to the seats of a table."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def join(
        self, actor: Actor, table: str, seat: int | None = None, name: str = ""
    ) -> TableInfo:
        """Sit down at a table."""
        return await self._service.tables.change(opening.join, actor, table, seat, name)

    async def leave(self, actor: Actor, table: str, seat: int | None = None) -> TableInfo:
        """Stand up; in a running game a bot decides until one comes back."""
        tables, found = self._service.tables, (await self._service.watch.look(table)).table
        if found.status == "open":
            return await tables.change(opening.leave, actor, table, seat)
        info: TableInfo | None = None
        for number in found.seats_of(actor.guest) if seat is None else (seat,):
            info = await self._change(actor, table, partial(seats.left, seat=number))
        return info or await tables.info(actor, table)

    async def set(self, actor: Actor, table: str, seat: int, wish: SeatWish) -> TableInfo:
        """Say who is to sit on a seat before the start, as the host."""
        return await self._service.tables.change(opening.set_seat, actor, table, seat, wish)

    async def kick(self, actor: Actor, table: str, seat: int) -> TableInfo:
        """Free a seat before the start, as the host."""
        return await self.set(actor, table, seat, SeatWish("open"))

    async def set_colour(self, actor: Actor, table: str, seat: int, colour: str) -> TableInfo:
        """Choose the colour of a seat before the start."""
        return await self._service.tables.change(opening.set_colour, actor, table, seat, colour)

    async def replace(self, actor: Actor, table: str, seat: int, bot: str) -> TableInfo:
        """Let a bot decide for somebody who is away, as the host."""
        name, here = opening.bot_named(bot), self._here(table)
        change = partial(seats.replaced, seat=seat, bot=name, here=here)
        return await self._change(actor, table, change)

    async def reopen(self, actor: Actor, table: str, seat: int) -> TableInfo:
        """Free the seat of somebody who is away for another person, as the host."""
        change = partial(seats.reopened, seat=seat, here=self._here(table))
        return await self._change(actor, table, change)

    async def take_back(self, actor: Actor, table: str, seat: int | None = None) -> TableInfo:
        """Decide oneself again."""
        number = await self._own(actor, table, seat)
        return await self._change(actor, table, partial(seats.taken_back, seat=number))

    async def resign(self, actor: Actor, table: str, seat: int | None = None) -> TableInfo:
        """Give up: of two seats the game ends at once, of more a bot plays on."""
        service, number = self._service, await self._own(actor, table, seat)
        played = await service.write(
            lambda c, worker: playing.resign(c, worker, actor, table, number)
        )
        service.news.stepped(played)
        service.news.changed(played.table)
        return await service.tables.told(actor, played.table)

    async def agree(
        self, actor: Actor, table: str, seat: int | None = None, wish: bool = True
    ) -> TableInfo:
        """Wish to end the game now; it ends when all people wish it."""
        number = await self._own(actor, table, seat)
        return await self._change(actor, table, partial(seats.agreed, seat=number, wish=wish))

    async def new_token(self, actor: Actor, table: str, seat: int) -> TokenInfo:
        """Make a token with which a program plays a seat, as the host."""
        changed, token = await self._service.database.write(
            lambda c: programs.new_token_for(c, table, actor, seat, time.time())
        )
        self._service.news.changed(changed)
        return token

    async def _own(self, actor: Actor, table: str, seat: int | None) -> int:
        return actor.seat_of((await self._service.watch.look(table)).table, seat)

    def _here(self, table: str) -> Callable[[Connection], seats.Here]:
        """Return what tells within a transaction who is at a table."""
        return lambda connection: self._service.presence.here(connection, table)

    async def _change(self, actor: Actor, table: str, change: seats.Change) -> TableInfo:
        """Change who decides for a seat of a running game."""
        return await self._service.tables.change(playing.change_seat, actor, table, change)
