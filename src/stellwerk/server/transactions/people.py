"""People one has played with: found in one's own games alone, so that nobody can be looked up."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Collection
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import Connection, select

from stellwerk.server.errors import Refusal
from stellwerk.server.protocol import PersonInfo
from stellwerk.server.store import schema
from stellwerk.server.transactions.blocks import blocked_by
from stellwerk.server.transactions.table import Seat

_GAMES: Final = 60
"""Games that are looked through, the last ones."""
_MOST: Final = 40
"""People in the list."""
_LENGTH: Final = 24
_seats: Final = msgspec.json.Decoder(list[Seat])


class _Known(NamedTuple):
    """Somebody, and when one last played with them."""

    guest: str
    last: float | None


def person_id(secret: bytes, guest: str, other: str) -> str:
    """Return how a guest calls another: it means nothing to anybody else, and gives no id away."""
    text = f"person:{guest}:{other}".encode()
    return hmac.digest(secret, text, hashlib.sha256).hex()[:_LENGTH]


def recent(connection: Connection, secret: bytes, guest: str) -> tuple[PersonInfo, ...]:
    """Return whom a guest has played with in the last games, the latest first."""
    blocked = blocked_by(connection, guest)
    known = [each for each in _played_with(connection, guest) if each.guest not in blocked]
    return _told(connection, secret, guest, known, blocked)


def blocked(connection: Connection, secret: bytes, guest: str) -> tuple[PersonInfo, ...]:
    """Return whom a guest has blocked, the latest first."""
    columns = schema.blocks.c
    rows = connection.execute(
        select(columns.blocked_id)
        .where(columns.guest_id == guest)
        .order_by(columns.created.desc(), columns.blocked_id)
    )
    known = [_Known(each, None) for each in rows.scalars()]
    return _told(connection, secret, guest, known, {each.guest for each in known})


def find(connection: Connection, secret: bytes, guest: str, person: str) -> str:
    """Return the guest whom another calls by an id: one they have played with, or blocked."""
    known = [each.guest for each in _played_with(connection, guest)]
    for other in (*known, *blocked_by(connection, guest)):
        if person_id(secret, guest, other) == person:  # it opens nothing to anybody else
            return other
    raise Refusal("no_such_person")


def name_of(connection: Connection, guest: str) -> str:
    """Return the name of a guest; deleted ones are nobody."""
    wanted = select(schema.guests.c.name).where(schema.guests.c.id == guest)
    name: str | None = connection.execute(wanted).scalar_one_or_none()
    if name is None:
        raise Refusal("no_such_person")
    return name


def _told(
    connection: Connection,
    secret: bytes,
    guest: str,
    known: list[_Known],
    blocked: Collection[str],
) -> tuple[PersonInfo, ...]:
    columns = schema.guests.c
    wanted = columns.id.in_([each.guest for each in known])
    rows = connection.execute(select(columns.id, columns.name).where(wanted))
    names = {row.id: row.name for row in rows}
    return tuple(
        PersonInfo(
            person_id(secret, guest, each.guest),
            names[each.guest],
            each.last,
            each.guest in blocked,
        )
        for each in known
        if each.guest in names
    )


def _played_with(connection: Connection, guest: str) -> list[_Known]:
    """Return the people of a guest's last games that have begun."""
    tables, members = schema.tables.c, schema.members.c
    rows = connection.execute(
        select(tables.seats, tables.changed)
        .join(schema.members, members.table_id == tables.id)
        .where(members.guest_id == guest, tables.status.in_(("playing", "finished")))
        .order_by(tables.changed.desc())
        .limit(_GAMES)
    )
    found: dict[str, float] = {}
    for row in rows:
        people = [
            seat.guest
            for seat in _seats.decode(row.seats)
            if seat.holder == "person" and seat.guest is not None
        ]
        if guest in people:
            for other in people:
                found.setdefault(other, row.changed)
    found.pop(guest, None)
    return [_Known(other, last) for other, last in list(found.items())[:_MOST]]
