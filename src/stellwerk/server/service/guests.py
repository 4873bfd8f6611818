"""Guests, and the programs that play for them: who somebody is here."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from stellwerk.server.protocol import GuestInfo, Language, TokenInfo
from stellwerk.server.transactions import guests, programs
from stellwerk.server.transactions.actor import Actor
from stellwerk.server.transactions.forgetting import forget

if TYPE_CHECKING:
    from stellwerk.server.service.service import Service


class Guests:
    """Welcomes guests, recognises them, and forgets them."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def welcome(self, name: str, language: Language) -> GuestInfo:
        """Welcome somebody new."""
        now = time.time()
        return await self._service.database.write(
            lambda c: guests.new_guest(c, name, language, now)
        )

    async def find(self, guest: str) -> GuestInfo | None:
        """Return a guest by its id."""
        database, now = self._service.database, time.time()
        found = await database.read(lambda c: guests.find(c, guest))
        if found is None:
            return None
        if guests.is_stale(found[1], now):
            await database.write(lambda c: guests.note_seen(c, guest, now))
        return found[0]

    async def rename(self, actor: Actor, name: str, language: Language) -> GuestInfo:
        """Change a guest's name and language."""
        return await self._service.database.write(lambda c: guests.rename(c, actor, name, language))

    async def forget(self, actor: Actor) -> None:
        """Forget a guest and all that belongs to it alone."""
        service, guest = self._service, actor.known
        found = await service.write(lambda c, worker: forget(c, worker, guest), long=True)
        for table in found.tables:
            service.news.changed(table)
        for name in found.gone:
            service.news.deleted(name)
        for board in found.boards:
            service.news.board_deleted(board)
        service.news.guest_deleted(guest)
        await service.database.scrub()

    async def transfer(self, actor: Actor) -> TokenInfo:
        """Make a one-time link to another device."""
        return await self._service.database.write(lambda c: guests.transfer(c, actor, time.time()))

    async def redeem(self, token: str) -> GuestInfo:
        """Become the guest of a one-time link."""
        found = await self._service.database.write(lambda c: guests.redeem(c, token, time.time()))
        self._service.bars.must_be_welcome(found.id)
        return found

    async def program(self, token: str) -> Actor | None:
        """Return the program that a seat's token belongs to."""
        found = await self._service.database.read(lambda c: programs.program_of(c, token))
        return None if found is None else Actor(table=found[0], program=found[1])
