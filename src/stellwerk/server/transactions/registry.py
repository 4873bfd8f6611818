"""What whoever runs the server may see: tables and guests, never a secret, a hand or a word."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Connection, Select, func, select

from stellwerk.server.errors import Refusal
from stellwerk.server.protocol import Clock, Holder, NewTable
from stellwerk.server.store import schema
from stellwerk.server.transactions.bars import barred
from stellwerk.server.transactions.table import Seat

LEAST_PREFIX: Final = 4
"""Characters by which a guest may be called."""
_seats: Final = msgspec.json.Decoder(list[Seat])
_wish: Final = msgspec.json.Decoder(NewTable)


class Place(NamedTuple):
    """Who has a seat of a table."""

    holder: Holder
    name: str
    guest: str | None
    stand_in: bool


class KnownTable(NamedTuple):
    """A table, besides its game."""

    id: str
    status: str
    board: str
    public: bool
    created: float
    changed: float
    steps: int
    clock: Clock
    host: str
    seats: tuple[Place, ...]
    closed: str | None
    reason: str | None


class KnownGuest(NamedTuple):
    """A guest, and how many tables that are not over they sit at."""

    id: str
    name: str
    created: float
    seen: float
    tables: int
    barred: str | None
    """The reason, where the guest is barred; it may be empty."""


def count(connection: Connection) -> dict[str, int]:
    """Return how many tables there are of each status, and how many guests."""
    status = schema.tables.c.status
    found = connection.execute(select(status, func.count()).group_by(status))
    guests = connection.execute(select(func.count()).select_from(schema.guests)).scalar_one()
    return {**{row[0]: row[1] for row in found}, "guests": guests}


def tables(connection: Connection, status: str | None, most: int) -> list[KnownTable]:
    """Return tables, the last changed first: those of a status, or all that are not over."""
    columns = schema.tables.c
    wanted = ("open", "playing") if status is None else (status,)
    rows = select(schema.tables).where(columns.status.in_(wanted))
    return _known_tables(connection, rows.order_by(columns.changed.desc()).limit(most))


def table(connection: Connection, name: str) -> KnownTable:
    """Return a table by its code."""
    found = _known_tables(connection, select(schema.tables).where(schema.tables.c.id == name))
    if not found:
        raise Refusal("no_table", table=name)
    return found[0]


def guests(connection: Connection, name: str, most: int) -> list[KnownGuest]:
    """Return guests whose name has a part, the last seen first."""
    columns = schema.guests.c
    rows = select(schema.guests).order_by(columns.seen.desc()).limit(most)
    if name:
        rows = rows.where(columns.name.icontains(name, autoescape=True))
    return _known_guests(connection, rows)


def all_barred(connection: Connection) -> list[KnownGuest]:
    """Return the guests who are barred."""
    columns = schema.guests.c
    here = columns.id.in_(select(schema.bars.c.guest_id))
    return _known_guests(connection, select(schema.guests).where(here).order_by(columns.name))


def guest_called(connection: Connection, called: str) -> KnownGuest:
    """Return the only guest whose id begins so."""
    columns = schema.guests.c
    begins = columns.id.startswith(called, autoescape=True)
    found = _known_guests(connection, select(schema.guests).where(begins).limit(2))
    if len(called) < LEAST_PREFIX or not found:
        raise Refusal("no_such_guest")
    if len(found) > 1:
        raise Refusal("several_guests", called=called)
    return found[0]


def names_of(connection: Connection, ids: set[str]) -> dict[str, str]:
    """Return the names of some guests."""
    columns = schema.guests.c
    rows = connection.execute(select(columns.id, columns.name).where(columns.id.in_(ids)))
    return {row.id: row.name for row in rows}


def _known_tables(connection: Connection, wanted: Select[Any]) -> list[KnownTable]:
    return [
        KnownTable(
            id=row.id,
            status=row.status,
            board=row.board,
            public=row.public,
            created=row.created,
            changed=row.changed,
            steps=row.seq,
            clock=_wish.decode(row.wish).clock,
            host=row.host,
            seats=tuple(
                Place(seat.holder, seat.name, seat.guest, seat.stand_in)
                for seat in _seats.decode(row.seats)
            ),
            closed=row.closed,
            reason=row.reason,
        )
        for row in connection.execute(wanted)
    ]


def _known_guests(connection: Connection, wanted: Select[Any]) -> list[KnownGuest]:
    rows = connection.execute(wanted).all()
    members, columns = schema.members.c, schema.tables.c
    here = members.guest_id.in_([row.id for row in rows])
    counted = connection.execute(
        select(members.guest_id, func.count())
        .join(schema.tables, columns.id == members.table_id)
        .where(here, columns.status.in_(("open", "playing")))
        .group_by(members.guest_id)
    )
    tables, bars = {row[0]: row[1] for row in counted}, barred(connection)
    return [
        KnownGuest(row.id, row.name, row.created, row.seen, tables.get(row.id, 0), bars.get(row.id))
        for row in rows
    ]
