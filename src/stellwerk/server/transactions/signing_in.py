"""Signing in at a device, which may have been somebody else's; every function a transaction."""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import Connection

from stellwerk.server.account import SignedIn, Way
from stellwerk.server.errors import Refusal
from stellwerk.server.transactions import bars, devices, guests, passkeys, recovery
from stellwerk.server.transactions.actor import Actor
from stellwerk.server.transactions.taking_along import Taken, belongings, take_along
from stellwerk.server.transactions.worker import Worker

NOTHING: Final = Taken("", [], [], None)


class Visit(NamedTuple):
    """Who comes in at which device, and what is to become of the guest that was there before."""

    actor: Actor
    browser: str
    along: bool | None
    """Whether that guest's tables come along; None where nobody was asked."""


class Entered(NamedTuple):
    """Somebody who has signed in, and what has changed with it."""

    told: SignedIn
    device: str
    ended: list[str]
    """Devices that are signed out now."""
    taken: Taken


def by_link(connection: Connection, worker: Worker, visit: Visit, token: str) -> Entered:
    """Follow a one-time link."""
    guest = guests.redeem(connection, token, worker.now.wall)
    return _enter(connection, worker, visit, guest.id, "link")


def by_code(connection: Connection, worker: Worker, visit: Visit, code: str) -> Entered:
    """Use a recovery code."""
    guest = recovery.spend(connection, code)
    return _enter(connection, worker, visit, guest, "code")


def by_passkey(
    connection: Connection, worker: Worker, visit: Visit, passkey: str, counter: int
) -> Entered:
    """Use a passkey that has signed what it was asked to sign."""
    guest = passkeys.note_use(connection, passkey, counter, worker.now.wall)
    return _enter(connection, worker, visit, guest, "passkey")


def must_choose(connection: Connection, visit: Visit) -> None:
    """Refuse to let a guest's tables vanish from a device whose owner has not been asked."""
    if visit.actor.guest is None or visit.along is not None:
        return
    left = belongings(connection, visit.actor.guest)
    if left is not None:
        raise Refusal("choose_first", name=left.name, count=left.running + left.finished)


def _enter(connection: Connection, worker: Worker, visit: Visit, guest: str, way: Way) -> Entered:
    """Sign a guest in; what is refused leaves the link or code as it was."""
    now, before = worker.now.wall, visit.actor.guest
    found = guests.find(connection, guest)
    if found is None:
        raise Refusal("no_guest")
    bars.must_be_let_in(connection, guest)
    taken, back = NOTHING, None
    if before is not None and before != guest:
        must_choose(connection, visit)
        if visit.along:
            taken = take_along(connection, worker, before, guest)
        if taken.forgotten is None and belongings(connection, before) is not None:
            back = guests.transfer(connection, visit.actor, now).token
    ended: list[str] = []
    if before is not None and visit.actor.device and taken.forgotten is None:
        ended += devices.end(connection, before, visit.actor.device, now)
    device, surplus = devices.sign_in(connection, guest, way, visit.browser, now)
    told = SignedIn(
        id=guest,
        name=found[0].name,
        language=found[0].language,
        moved=len(taken.tables),
        stayed=tuple(taken.stayed),
        back=back,
    )
    return Entered(told, device, ended + surplus, taken)
