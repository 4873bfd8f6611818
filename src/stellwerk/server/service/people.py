"""People: whom one has played with, invites and blocks."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection

from stellwerk.server.errors import Refusal
from stellwerk.server.limits import per_hour
from stellwerk.server.protocol import PersonInfo, TableInfo
from stellwerk.server.transactions import blocks, inviting, people
from stellwerk.server.transactions.actor import Actor
from stellwerk.server.transactions.table import seat_at

if TYPE_CHECKING:
    from stellwerk.server.service.service import Service

INVITATIONS: Final = 60.0
"""Invitations that a guest may send in an hour."""


class People:
    """What is done among people, beside the games."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._invitations = per_hour(INVITATIONS)

    async def recent(self, actor: Actor) -> tuple[PersonInfo, ...]:
        """Return whom an actor has played with lately."""
        secret, guest = self._service.secret, actor.known
        return await self._service.database.read(lambda c: people.recent(c, secret, guest))

    async def blocked(self, actor: Actor) -> tuple[PersonInfo, ...]:
        """Return whom an actor has blocked."""
        secret, guest = self._service.secret, actor.known
        return await self._service.database.read(lambda c: people.blocked(c, secret, guest))

    async def block(self, actor: Actor, person: str) -> tuple[PersonInfo, ...]:
        """Block somebody one has played with; return all who are blocked."""
        secret, guest = self._service.secret, actor.known
        await self._service.database.write(
            lambda c: _block(c, guest, people.find(c, secret, guest, person), True)
        )
        return await self.blocked(actor)

    async def unblock(self, actor: Actor, person: str) -> tuple[PersonInfo, ...]:
        """Block somebody no longer; return all who still are."""
        secret, guest = self._service.secret, actor.known
        await self._service.database.write(
            lambda c: _block(c, guest, people.find(c, secret, guest, person), False)
        )
        return await self.blocked(actor)

    async def block_seat(self, actor: Actor, table: str, seat: int, block: bool) -> TableInfo:
        """Block the person at a seat, or block them no longer."""
        service, guest = self._service, actor.known
        found = (await service.watch.look(table)).table
        other = seat_at(found, seat).guest
        if other is None:
            raise Refusal("no_such_person")
        await service.database.write(lambda c: _block(c, guest, other, block))
        return await service.tables.told(actor, found)

    async def invite(self, actor: Actor, table: str, seat: int, person: str) -> TableInfo:
        """Keep a seat for somebody one has played with, as the host."""
        self.count_invitations(actor, 1)
        return await self._service.tables.change(inviting.invite, actor, table, seat, person)

    def count_invitations(self, actor: Actor, count: int) -> None:
        """Count invitations, or refuse them."""
        for _ in range(count):
            self._invitations.must_take(actor.known)

    async def decline(self, actor: Actor, table: str) -> None:
        """Decline an invitation."""
        await self._service.tables.change(inviting.decline, actor, table)


def _block(connection: Connection, guest: str, other: str, block: bool) -> None:
    if block:
        blocks.block(connection, guest, other, time.time())
    else:
        blocks.unblock(connection, guest, other)
    inviting.note_again(connection, other, guest)
