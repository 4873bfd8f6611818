"""Devices: the browsers in which a guest is signed in; every function a transaction."""

from __future__ import annotations

import hashlib
import math
from typing import Final

from sqlalchemy import Connection, delete, func, insert, select, update

from stellwerk.server.account import DeviceInfo, Way
from stellwerk.server.cookies import Visitor
from stellwerk.server.errors import Refusal
from stellwerk.server.store import schema
from stellwerk.server.transactions.codes import new_id
from stellwerk.server.transactions.guests import must_exist

MOST: Final = 50
"""Devices of one guest; with one more, the one not used for longest is signed out."""


def known(connection: Connection, visitor: Visitor) -> str | None:
    """Return the device of a cookie; None where it was signed out.

    Empty for a cookie of an earlier version that comes for the first time.
    """
    devices, guests = schema.devices.c, schema.guests.c
    if visitor.device:
        own = (devices.id == visitor.device) & (devices.guest_id == visitor.guest)
        wanted = select(devices.id).where(own, devices.ended.is_(None))
        return connection.execute(wanted).scalar_one_or_none()
    found = select(guests.signed_out).where(guests.id == visitor.guest)
    signed_out = connection.execute(found).scalar_one_or_none()
    if signed_out is None or visitor.signed <= math.floor(signed_out):
        return None
    came = select(devices.id, devices.ended).where(devices.cookie == cookie_hash(visitor))
    row = connection.execute(came).one_or_none()
    if row is None:
        return ""
    return None if row.ended is not None else str(row.id)


def adopt(connection: Connection, visitor: Visitor, browser: str, now: float) -> str | None:
    """Give a device to a cookie of an earlier version; the same one however often it comes."""
    must_exist(connection, visitor.guest, lock=True)
    found = known(connection, visitor)
    if found != "":
        return found
    device, _ = sign_in(connection, visitor.guest, "earlier", browser, now)
    mine = update(schema.devices).where(schema.devices.c.id == device)
    connection.execute(mine.values(cookie=cookie_hash(visitor)))
    return device


def cookie_hash(visitor: Visitor) -> str:
    """Return by what a cookie of an earlier version is known again."""
    return hashlib.sha256(f"{visitor.guest}.{int(visitor.signed)}".encode()).hexdigest()


def sign_in(
    connection: Connection, guest: str, way: Way, browser: str, now: float
) -> tuple[str, list[str]]:
    """Sign a guest in at another device; return it, and those that had to make room."""
    device = new_id()
    row = {"id": device, "guest_id": guest, "browser": browser, "way": way}
    connection.execute(insert(schema.devices), {**row, "created": now, "seen": now})
    columns = schema.devices.c
    own = (columns.guest_id == guest) & columns.ended.is_(None) & (columns.id != device)
    last = select(columns.id).where(own).order_by(columns.seen.desc(), columns.id).offset(MOST - 1)
    surplus = list(connection.execute(last).scalars())
    if surplus:
        _end(connection, surplus, now)
    return device, surplus


def seen_at(connection: Connection, device: str) -> float | None:
    """Return when a device was last used."""
    wanted = select(schema.devices.c.seen).where(schema.devices.c.id == device)
    return connection.execute(wanted).scalar_one_or_none()


def note_seen(connection: Connection, device: str, browser: str, now: float) -> None:
    """Note that a device is in use, and what its browser is called by now."""
    wanted = update(schema.devices).where(schema.devices.c.id == device)
    connection.execute(wanted.values(seen=now, browser=browser))


def devices_of(connection: Connection, guest: str, here: str) -> tuple[DeviceInfo, ...]:
    """Return where a guest is signed in, the device that asks first, then those used last."""
    columns = schema.devices.c
    wanted = select(schema.devices).where(columns.guest_id == guest, columns.ended.is_(None))
    rows = connection.execute(wanted.order_by(columns.seen.desc(), columns.id)).all()
    found = [
        DeviceInfo(row.id, row.browser, row.way, row.created, row.seen, row.id == here)
        for row in rows
    ]
    return tuple(sorted(found, key=lambda device: not device.here))


def end(connection: Connection, guest: str, device: str, now: float) -> list[str]:
    """Sign a device of a guest out."""
    columns = schema.devices.c
    own = (columns.id == device) & (columns.guest_id == guest) & columns.ended.is_(None)
    if connection.execute(select(columns.id).where(own)).one_or_none() is None:
        raise Refusal("no_device")
    return _end(connection, [device], now)


def end_all(connection: Connection, guest: str, keep: str | None, now: float) -> list[str]:
    """Sign a guest out at all devices but one, or at all; links on their way end as well."""
    must_exist(connection, guest, lock=True)
    columns = schema.devices.c
    own = (columns.guest_id == guest) & columns.ended.is_(None)
    if keep is not None:
        own &= columns.id != keep
    ended = _end(connection, list(connection.execute(select(columns.id).where(own)).scalars()), now)
    for table in (schema.transfers, schema.challenges):
        connection.execute(delete(table).where(table.c.guest_id == guest))
    bare = update(schema.guests).where(schema.guests.c.id == guest)
    connection.execute(bare.values(signed_out=now))
    return ended


def others(connection: Connection, guest: str, device: str) -> int:
    """Return at how many other devices a guest is signed in."""
    columns = schema.devices.c
    own = (columns.guest_id == guest) & columns.ended.is_(None) & (columns.id != device)
    return connection.execute(
        select(func.count()).select_from(schema.devices).where(own)
    ).scalar_one()


def _end(connection: Connection, devices: list[str], now: float) -> list[str]:
    """Sign devices out, and call them no more.

    One that came with an older cookie is remembered, to refuse that cookie.
    """
    columns, browsers = schema.devices.c, schema.subscriptions.c
    called = select(browsers.id).where(browsers.signed_in.in_(devices))
    connection.execute(delete(schema.notices).where(schema.notices.c.way.in_(called)))
    connection.execute(delete(schema.subscriptions).where(browsers.signed_in.in_(devices)))
    for device in devices:
        this = columns.id == device
        connection.execute(
            update(schema.devices).where(this, columns.cookie.is_not(None)).values(ended=now)
        )
        connection.execute(delete(schema.devices).where(this, columns.cookie.is_(None)))
    return devices
