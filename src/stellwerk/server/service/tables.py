"""Tables as a whole: opened, started, listed, closed, deleted."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Concatenate, ParamSpec

from sqlalchemy import Connection

from stellwerk.game import Game
from stellwerk.server.protocol import NewTable, Pace, TableInfo, TableLine, WaitingTable
from stellwerk.server.service.table_info import table_info, table_line
from stellwerk.server.transactions import opening, playing, queries, queue
from stellwerk.server.transactions.actor import Actor
from stellwerk.server.transactions.cleaning import delete_finished
from stellwerk.server.transactions.table import Table
from stellwerk.server.transactions.worker import Worker

if TYPE_CHECKING:
    from stellwerk.server.service.service import Service

Given = ParamSpec("Given")
Work = Callable[Concatenate[Connection, Worker, Actor, Given], Table]
"""A transaction that changes one table for an actor."""


class Tables:
    """What is done to tables, and told about them."""

    def __init__(self, service: Service) -> None:
        self._service = service

    @property
    def _most(self) -> int:
        """How many tables a guest may have open."""
        return self._service.settings.tables_per_guest

    async def create(self, actor: Actor, wish: NewTable, key: bytes = b"") -> TableInfo:
        """Open a table; ``key`` is a deal made by the server, and never comes from a client."""
        invited = sum(seat.person is not None for seat in wish.seats)
        self._service.people.count_invitations(actor, invited)
        return await self.change(opening.create, actor, wish, self._most, key)

    async def open_at(self, actor: Actor, wish: NewTable, position: Game) -> TableInfo:
        """Open a table whose game goes on from a position."""
        return await self.change(opening.open_at, actor, wish, self._most, position)

    async def start(self, actor: Actor, table: str) -> TableInfo:
        """Begin the game."""
        return await self.change(opening.start, actor, table)

    async def set_pace(self, actor: Actor, table: str, pace: Pace) -> TableInfo:
        """Say how fast the bots of a table are, as the host."""
        return await self.change(playing.set_pace, actor, table, pace)

    async def rematch(self, actor: Actor, table: str) -> TableInfo:
        """Open a table for the same people again."""
        before, again = await self._service.write(
            lambda c, worker: opening.rematch(c, worker, actor, table, self._most)
        )
        self._service.news.changed(before)
        self._service.news.changed(again)
        return await self.told(actor, again)

    async def same_deal(self, actor: Actor, table: str) -> TableInfo:
        """Play the deal of a finished game again, alone against the same bots."""
        return await self.change(opening.same_deal, actor, table, self._most)

    async def close(self, actor: Actor, table: str) -> TableInfo:
        """Close a table that has not started."""
        return await self.change(opening.close, actor, table)

    async def delete(self, actor: Actor, table: str) -> None:
        """Delete a finished or closed table with its record and chat, as the host."""
        await self._service.database.write(lambda c: delete_finished(c, table, actor))
        self._service.news.deleted(table)

    async def info(self, actor: Actor, table: str) -> TableInfo:
        """Return what an actor is told about a table."""
        return await self.told(actor, (await self._service.watch.look(table)).table)

    async def own(self, actor: Actor) -> tuple[TableLine, ...]:
        """Return the tables an actor plays at."""
        async with self._service.long_answers.long_turn(actor.who):
            found = await self._service.database.read(lambda c: queries.own_tables(c, actor))
        now = self._service.clock.read()
        return tuple(sorted((table_line(table, actor, now) for table in found), key=_urgency))

    async def waiting(self, actor: Actor) -> tuple[WaitingTable, ...]:
        """Return the tables that wait for an actor, in the order in which to go to them."""
        guest, now = actor.known, self._service.clock.read()
        return await self._service.database.read(lambda c: queue.waiting(c, guest, now))

    async def public(self, actor: Actor) -> tuple[TableLine, ...]:
        """Return the tables that everybody may see."""
        async with self._service.long_answers.long_turn(actor.who):
            found = await self._service.database.read(lambda c: queries.public_tables(c, actor))
        now = self._service.clock.read()
        return tuple(table_line(table, actor, now) for table in found)

    async def is_open_to(self, actor: Actor, table: str) -> bool:
        """Whether an actor need not guess a table's code: it is their own, or public."""
        return await self._service.database.read(lambda c: queries.is_open_to(c, table, actor))

    async def change(
        self, work: Work[Given], actor: Actor, *args: Given.args, **kwargs: Given.kwargs
    ) -> TableInfo:
        """Change a table in one transaction; tell everybody that it changed, and the actor how."""
        table = await self._service.write(lambda c, worker: work(c, worker, actor, *args, **kwargs))
        self._service.news.changed(table)
        return await self.told(actor, table)

    async def told(self, actor: Actor, table: Table) -> TableInfo:
        """Return what an actor is told about a table that was just read or stored."""
        service, unread = self._service, queries.Unread()
        if actor.guest is not None:
            unread = await service.database.read(lambda c: queries.unread_by(c, table.id, actor))
        here = await service.presence.at(table.id)
        return table_info(table, actor, here, unread, service.clock.read())


def _urgency(line: TableLine) -> tuple[int, float, float]:
    """Return the place of a line: what waits, by the time that is left, then invitations."""
    if line.your_turn:
        return 0, math.inf if line.left is None else line.left, line.changed
    return 1 if line.invited_by is not None else 2, 0.0, 0.0
