"""Devices: which cookies are worth something, known at once on every worker and asked for seldom.

What was looked up is kept. When a device is signed out, everybody is told; where hints can get lost
on the way, what is kept grows old besides.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from sqlalchemy import Connection

from stellwerk.server.account import Where
from stellwerk.server.cookies import Visitor
from stellwerk.server.errors import Refusal
from stellwerk.server.transactions import devices, passkeys
from stellwerk.server.transactions.actor import Actor

if TYPE_CHECKING:
    from stellwerk.server.service.service import Service

REQUESTS_LOOK: Final = 5.0
"""Seconds for which requests trust what is kept, where hints may get lost."""
SOCKETS_LOOK: Final = 30.0
"""The same for open sockets, of which there are many."""
_MOST: Final = 20_000
"""Cookies that are kept in mind, of each kind; those not used for longest are looked up again."""

Kept = TypeVar("Kept")


class _Known(NamedTuple):
    device: str
    guest: str
    looked: float


class Devices:
    """Recognises devices, and signs them out."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._known: OrderedDict[str, _Known] = OrderedDict()
        """By what a cookie is told apart."""
        self._ended: OrderedDict[str, None] = OrderedDict()
        """Cookies that open nothing any more."""
        self._changes = 0
        """How often something was signed out: whatever was read meanwhile may be out of date."""

    async def recognise(self, visitor: Visitor, browser: str) -> str | None:
        """Return the device of a cookie; None where it was signed out, or its guest is gone."""
        mark = _mark_of(visitor)
        known = self._fresh(mark, REQUESTS_LOOK)
        if known is not None:
            return known.device
        while True:
            changes = self._changes
            device = await self._looked_up(visitor, browser)
            if changes == self._changes:
                break
        if device is None:
            _keep(self._ended, mark, None)
        else:
            _keep(self._known, mark, _Known(device, visitor.guest, time.monotonic()))
        return device

    async def must_be_signed_in(self, actor: Actor) -> None:
        """Refuse somebody whose device was signed out after they came."""
        if actor.guest is None or not actor.device:
            return
        if self._fresh(actor.device, SOCKETS_LOOK) is not None:
            return
        visitor = Visitor(actor.guest, actor.language, actor.device)
        if await self.recognise(visitor, "") is None:
            raise Refusal("signed_out")

    def is_signed_out(self, visitor: Visitor) -> bool:
        """Whether a cookie is known to open nothing: then it does not count as its guest's."""
        return _mark_of(visitor) in self._ended

    async def take_away(self, actor: Actor, device: str) -> None:
        """Sign another device out."""
        now = time.time()
        if device == actor.device:
            raise Refusal("own_device")
        ended = await self._service.database.write(
            lambda c: devices.end(c, actor.known, device, now)
        )
        self.tell(ended)

    async def sign_out(self, actor: Actor, where: Where, *, sure: bool) -> None:
        """Sign out here, elsewhere or everywhere; without a way back only if one is sure."""
        guest, now = actor.known, time.time()

        def work(connection: Connection) -> list[str]:
            leaves = where != "elsewhere"
            if leaves and not sure and not passkeys.ways_back(connection, guest):
                others = devices.others(connection, guest, actor.device)
                if where == "everywhere" or not others:
                    raise Refusal("last_way_back")
            if where == "here":
                return devices.end(connection, guest, actor.device, now)
            keep = actor.device if where == "elsewhere" else None
            return devices.end_all(connection, guest, keep, now)

        self.tell(await self._service.database.write(work))

    def tell(self, ended: list[str]) -> None:
        """Let everybody know that devices are signed out."""
        for device in ended:
            self.forget(device)
            self._service.news.device_ended(device)

    def forget(self, device: str) -> None:
        """Look a device up again before it is believed: it was signed out."""
        self._changes += 1
        for mark in [mark for mark, known in self._known.items() if known.device == device]:
            del self._known[mark]

    def _fresh(self, mark: str, seconds: float) -> _Known | None:
        known = self._known.get(mark)
        if known is None:
            return None
        if self._service.shared and time.monotonic() - known.looked > seconds:
            return None
        self._known.move_to_end(mark)
        return known

    async def _looked_up(self, visitor: Visitor, browser: str) -> str | None:
        database, now = self._service.database, time.time()
        device = await database.read(lambda c: devices.known(c, visitor))
        if device != "":
            return device
        try:
            return await database.write(lambda c: devices.adopt(c, visitor, browser, now))
        except Refusal as refusal:
            if refusal.code != "no_guest":
                raise
            return None


def _mark_of(visitor: Visitor) -> str:
    """Return what tells a cookie apart from others of the same guest."""
    return visitor.device or devices.cookie_hash(visitor)


def _keep(kept: OrderedDict[str, Kept], mark: str, what: Kept) -> None:
    kept[mark] = what
    kept.move_to_end(mark)
    if len(kept) > _MOST:
        kept.popitem(last=False)
