"""Guests, and the programs that play for them: who somebody is here."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from stellwerk.server.browsers import UNKNOWN
from stellwerk.server.protocol import GuestInfo, Language, TokenInfo
from stellwerk.server.transactions import devices, guests, programs
from stellwerk.server.transactions.actor import Actor
from stellwerk.server.transactions.forgetting import Forgotten, forget

if TYPE_CHECKING:
    from stellwerk.server.service.service import Service


class Guests:
    """Welcomes guests, recognises them, and forgets them."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def welcome(
        self, name: str, language: Language, browser: str = UNKNOWN
    ) -> tuple[GuestInfo, str]:
        """Welcome somebody new; return who it is from now on, and at which device."""
        now = time.time()

        def work(connection: Connection) -> tuple[GuestInfo, str]:
            guest = guests.new_guest(connection, name, language, now)
            return guest, devices.sign_in(connection, guest.id, "new", browser, now)[0]

        return await self._service.database.write(work)

    async def find(self, guest: str) -> GuestInfo | None:
        """Return a guest by its id."""
        database, now = self._service.database, time.time()
        found = await database.read(lambda c: guests.find(c, guest))
        if found is None:
            return None
        if guests.is_stale(found[1], now):
            await database.write(lambda c: guests.note_seen(c, guest, now))
        return found[0]

    async def visit(self, actor: Actor, browser: str) -> GuestInfo | None:
        """Return who opens the page, and note that guest and device are in use."""
        guest = None if actor.guest is None else await self.find(actor.guest)
        if guest is not None:
            database, now = self._service.database, time.time()
            seen = await database.read(lambda c: devices.seen_at(c, actor.device))
            if seen is not None and guests.is_stale(seen, now):
                await database.write(lambda c: devices.note_seen(c, actor.device, browser, now))
        return guest

    async def rename(self, actor: Actor, name: str, language: Language) -> GuestInfo:
        """Change a guest's name and language."""
        return await self._service.database.write(lambda c: guests.rename(c, actor, name, language))

    async def forget(self, actor: Actor) -> None:
        """Forget a guest and all that belongs to it alone."""
        service, guest = self._service, actor.known
        found = await service.write(lambda c, worker: forget(c, worker, guest), long=True)
        await self.tell_forgotten(guest, found)

    async def tell_forgotten(self, guest: str, found: Forgotten) -> None:
        """Let everybody know what has changed with a guest's deletion."""
        service = self._service
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

    async def program(self, token: str) -> Actor | None:
        """Return the program that a seat's token belongs to."""
        found = await self._service.database.read(lambda c: programs.program_of(c, token))
        return None if found is None else Actor(table=found[0], program=found[1])
