"""Browsers that take notices by web push; every function is one transaction."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
from collections.abc import Collection
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from sqlalchemy import Connection, delete, insert, select, update

from stellwerk.server.errors import Refusal
from stellwerk.server.protocol import NoticeDevice, NoticeEvent
from stellwerk.server.store import schema
from stellwerk.server.transactions.codes import clean_text
from stellwerk.server.transactions.outbox import EVENTS, USUAL, mark_tables

MOST: Final = 10
"""Devices of one guest."""
_KEY_BYTES, _AUTH_BYTES = 65, 16
_POINT: Final = 4
"""With this byte an uncompressed point of the curve begins."""
_NAME_LENGTH: Final = 80


class Subscription(NamedTuple):
    """Where a browser takes notices, and what they are encrypted with."""

    endpoint: str
    key: bytes
    auth: bytes

    @property
    def id(self) -> str:
        """By what it is known here."""
        return hashlib.sha256(self.endpoint.encode()).hexdigest()


def subscription_of(endpoint: str, key: str, auth: str, *, anywhere: bool = False) -> Subscription:
    """Check what a browser hands out; where it leads is looked at again whenever it is used.

    ``anywhere``: plain http, ports and numeric addresses are possible too, for tests.
    """
    found = Subscription(endpoint, _bytes(key, _KEY_BYTES), _bytes(auth, _AUTH_BYTES))
    if found.key[0] != _POINT or not endpoint.isascii() or not endpoint.isprintable():
        raise Refusal("bad_subscription")
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        raise Refusal("bad_subscription") from None
    host = parts.hostname or ""
    named = "." in host and not host.replace(".", "").isdigit() and ":" not in host
    usual = parts.scheme == "https" and port in (None, 443) and named
    if " " in endpoint or parts.username or parts.password or parts.fragment or not host:
        raise Refusal("bad_subscription")
    if not (usual or (anywhere and parts.scheme in ("http", "https"))):
        raise Refusal("bad_subscription")
    return found


def _bytes(text: str, size: int) -> bytes:
    try:
        found = base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    except (binascii.Error, ValueError):
        raise Refusal("bad_subscription") from None
    if len(found) != size:
        raise Refusal("bad_subscription")
    return found


def subscribe(
    connection: Connection,
    guest: str,
    given: Subscription,
    device: str,
    now: float,
    replaces: str | None = None,
    signed_in: str | None = None,
) -> None:
    """Let a browser take a guest's notices; doing so again changes nothing but the guest.

    It is called until the device is signed out at which the guest is ``signed_in`` there.
    """
    must_be_alone(connection, guest)
    columns = schema.subscriptions.c
    events = ",".join(USUAL)
    if replaces is not None and replaces != given.id:
        former = (columns.id == replaces) & (columns.guest_id == guest)
        row = connection.execute(select(columns.events, columns.device).where(former)).first()
        if row is not None:
            events, device = row.events, device or row.device
            drop(connection, guest, replaces)
    known = connection.execute(select(schema.subscriptions).where(columns.id == given.id)).first()
    if known is not None:
        # Only the browser itself knows both: nobody else can take its notices over.
        if not hmac.compare_digest(known.auth, given.auth) or known.key != given.key:
            raise Refusal("bad_subscription")
        if known.guest_id == guest:
            here = update(schema.subscriptions).where(columns.id == given.id)
            connection.execute(here.values(signed_in=signed_in))
            return
        drop(connection, known.guest_id, given.id)
    count = len(connection.execute(select(columns.id).where(columns.guest_id == guest)).all())
    if count >= MOST:
        raise Refusal("too_many_devices", most=MOST)
    connection.execute(
        insert(schema.subscriptions),
        {
            "id": given.id,
            "guest_id": guest,
            "endpoint": given.endpoint,
            "key": given.key,
            "auth": given.auth,
            "device": clean_text(device)[:_NAME_LENGTH],
            "events": events,
            "created": now,
            "failures": 0,
            "paused": 0.0,
            "signed_in": signed_in,
        },
    )
    mark_tables(connection, guest)


def must_be_alone(connection: Connection, guest: str) -> None:
    """Let no other transaction store a guest's id until this one ends; refuse a deleted guest.

    Whoever sits down meanwhile sees the new way; whoever sat down before is found at the table.
    """
    wanted = select(schema.guests.c.id).where(schema.guests.c.id == guest).with_for_update()
    if connection.execute(wanted).first() is None:
        raise Refusal("no_guest")


def drop(connection: Connection, guest: str, device: str) -> bool:
    """Take a browser off the list, with all that was still to be sent there."""
    columns = schema.subscriptions.c
    mine = (columns.id == device) & (columns.guest_id == guest)
    gone = connection.execute(delete(schema.subscriptions).where(mine)).rowcount == 1
    if gone:
        connection.execute(delete(schema.notices).where(schema.notices.c.way == device))
    return gone


def choose(
    connection: Connection, guest: str, device: str, events: Collection[NoticeEvent]
) -> None:
    """Say what a browser is to be told of."""
    columns = schema.subscriptions.c
    mine = (columns.id == device) & (columns.guest_id == guest)
    change = update(schema.subscriptions).where(mine).values(events=in_order(events))
    if connection.execute(change).rowcount != 1:
        raise Refusal("no_browser")
    forget_unwanted(connection, guest, device, events)


def forget_unwanted(
    connection: Connection, guest: str, way: str, events: Collection[NoticeEvent]
) -> None:
    """Send nothing by a way any more that is not wanted there."""
    columns = schema.notices.c
    waiting = (columns.guest_id == guest) & (columns.way == way)
    unwanted = waiting & columns.event.not_in([*events, "test"])
    connection.execute(delete(schema.notices).where(unwanted))


def in_order(events: Collection[NoticeEvent]) -> str:
    """Return names of events as they are stored."""
    return ",".join(event for event in EVENTS if event in events)


def devices(connection: Connection, guest: str) -> tuple[NoticeDevice, ...]:
    """Return a guest's browsers, the newest first."""
    columns = schema.subscriptions.c
    rows = connection.execute(
        select(schema.subscriptions)
        .where(columns.guest_id == guest)
        .order_by(columns.created.desc(), columns.id)
    )
    return tuple(
        NoticeDevice(
            row.id, row.device, row.created, row.worked, row.failures > 0, chosen(row.events)
        )
        for row in rows
    )


def chosen(events: str) -> tuple[NoticeEvent, ...]:
    """Read names of events as they are stored."""
    wanted = events.split(",")
    return tuple(event for event in EVENTS if event in wanted)
