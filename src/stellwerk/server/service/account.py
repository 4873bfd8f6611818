"""A guest's account: keeping the name, coming back to it, and where one is signed in."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection

from stellwerk.server.account import AccountInfo, Belongings, PasskeyInfo
from stellwerk.server.service import ceremonies
from stellwerk.server.service.ceremonies import Party
from stellwerk.server.transactions import devices, passkeys, recovery, signing_in
from stellwerk.server.transactions.actor import Actor
from stellwerk.server.transactions.guests import must_exist
from stellwerk.server.transactions.signing_in import Entered, Visit
from stellwerk.server.transactions.taking_along import belongings
from stellwerk.server.transactions.worker import Worker

if TYPE_CHECKING:
    from stellwerk.server.service.service import Service


class Account:
    """The ways back to a guest."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def info(self, actor: Actor, party: Party | None) -> AccountInfo:
        """Return by what a guest is known, and how it can come back."""
        guest = actor.known

        def work(connection: Connection) -> AccountInfo:
            must_exist(connection, guest)
            left, made = recovery.codes_left(connection, guest)
            return AccountInfo(
                devices=devices.devices_of(connection, guest, actor.device),
                passkeys=passkeys.passkeys_of(connection, guest),
                codes_left=left,
                codes_made=made,
                passkeys_at=None if party is None else party.host,
            )

        return await self._service.database.read(work)

    async def belongings(self, actor: Actor) -> Belongings | None:
        """Return what somebody would leave behind who signs in as another guest."""
        guest = actor.guest
        if guest is None:
            return None
        return await self._service.database.read(lambda c: belongings(c, guest))

    async def begin_passkey(self, actor: Actor, party: Party) -> dict[str, Any]:
        """Return what a browser is told that is to make a passkey."""
        guest, now = actor.known, time.time()

        def work(connection: Connection) -> tuple[str, list[bytes], bytes]:
            name, has = passkeys.may_add(connection, actor)
            return name, has, passkeys.new_challenge(connection, "keep", guest, now)

        name, has, challenge = await self._service.database.write(work)
        return await ceremonies.creation(party, challenge, passkeys.handle_of(guest), name, has)

    async def add_passkey(
        self, actor: Actor, party: Party, credential: dict[str, Any], name: str
    ) -> PasskeyInfo:
        """Keep a guest's name with the passkey that a browser has made."""
        write, guest, now = self._service.database.write, actor.known, time.time()
        challenge = await ceremonies.challenge_in(credential, party)
        await write(lambda c: passkeys.take_challenge(c, challenge, "keep", guest, now))
        made = await ceremonies.made(credential, party, challenge)
        return await write(lambda c: passkeys.add(c, actor, made, name, now))

    async def rename_passkey(self, actor: Actor, passkey: str, name: str) -> None:
        """Give a passkey another name."""
        await self._service.database.write(lambda c: passkeys.rename(c, actor, passkey, name))

    async def remove_passkey(self, actor: Actor, passkey: str, *, sure: bool) -> None:
        """Take a passkey away."""
        await self._service.database.write(lambda c: passkeys.remove(c, actor, passkey, sure=sure))

    async def new_codes(self, actor: Actor) -> tuple[str, ...]:
        """Make new recovery codes, which end those of before."""
        now = time.time()
        return await self._service.database.write(lambda c: recovery.new_codes(c, actor, now))

    async def begin_sign_in(self, party: Party) -> dict[str, Any]:
        """Return what a browser is told that is to ask its passkeys."""
        now = time.time()
        challenge = await self._service.database.write(
            lambda c: passkeys.new_challenge(c, "enter", None, now)
        )
        return await ceremonies.request(party, challenge)

    async def enter_by_passkey(
        self, visit: Visit, party: Party, credential: dict[str, Any]
    ) -> Entered:
        """Sign in with what a passkey has signed."""
        now = time.time()
        challenge = await ceremonies.challenge_in(credential, party)
        named = await ceremonies.credential_id(credential)

        def begin(connection: Connection) -> None:
            signing_in.must_choose(connection, visit)  # before the challenge is used up
            passkeys.take_challenge(connection, challenge, "enter", None, now)

        await self._service.database.write(begin)
        key = await self._service.database.read(lambda c: passkeys.find(c, named))
        counter = await ceremonies.count(
            credential, party, challenge, bytes(key.public_key), key.handle
        )
        return await self._enter(
            lambda c, worker: signing_in.by_passkey(c, worker, visit, key.id, counter)
        )

    async def enter_by_code(self, visit: Visit, code: str) -> Entered:
        """Sign in with a recovery code."""
        return await self._enter(lambda c, worker: signing_in.by_code(c, worker, visit, code))

    async def enter_by_link(self, visit: Visit, token: str) -> Entered:
        """Sign in with a one-time link."""
        return await self._enter(lambda c, worker: signing_in.by_link(c, worker, visit, token))

    async def _enter(self, work: Callable[[Connection, Worker], Entered]) -> Entered:
        """Sign in, and tell everybody what has changed with it."""
        service = self._service
        entered = await service.write(work, long=True)
        service.devices.tell(entered.ended)
        for table in entered.taken.tables:
            service.news.changed(table)
        if entered.taken.forgotten is not None:
            await service.guests.tell_forgotten(entered.taken.giver, entered.taken.forgotten)
        return entered
