"""Taking tables along: what a device's guest has becomes that of the guest who signs in there.

Both are the same person, who has shown so: by the cookie of the one and a way back to the other.
Nobody gets a second hand by it: a table that is not over and knows both stays as it is.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, exists, func, select, update
from sqlalchemy.sql.schema import Column

from stellwerk.server.account import Belongings
from stellwerk.server.store import schema
from stellwerk.server.transactions import table as tables
from stellwerk.server.transactions.forgetting import Forgotten, forget, tables_of
from stellwerk.server.transactions.guests import must_exist
from stellwerk.server.transactions.holders import note_holders
from stellwerk.server.transactions.worker import Worker

AT_TABLES: Final = (
    (schema.hands.c.guest_id, ("table_id", "seat")),
    (schema.mutes.c.guest_id, ("table_id", "seat")),
    (schema.chat.c.guest, ("table_id", "number")),
    (schema.games.c.guest_id, ("table_id",)),
)
"""Rows about a guest at a table, and what tells them apart: they come along with the table."""
OF_GUESTS: Final = (schema.boards.c.guest_id, schema.subscriptions.c.guest_id)
"""Rows of a guest that always come along."""
BLOCKED: Final = (
    (schema.blocks.c.guest_id, ("blocked_id",)),
    (schema.blocks.c.blocked_id, ("guest_id",)),
)
"""Whom a guest has blocked, and who has blocked it: both come along."""
WAYS_BACK: Final = (schema.passkeys.c.guest_id,)
"""Rows that come along once nothing stays behind."""


class Taken(NamedTuple):
    """What has come along."""

    giver: str
    tables: list[tables.Table]
    stayed: list[str]
    """Codes of tables that stay with the guest of before."""
    forgotten: Forgotten | None
    """What has changed with the deletion of the guest of before, of whom nothing stays."""


def belongings(connection: Connection, guest: str) -> Belongings | None:
    """Return what somebody would leave behind who signs in as another guest; None: nothing."""
    name = select(schema.guests.c.name).where(schema.guests.c.id == guest)
    called = connection.execute(name).scalar_one_or_none()
    if called is None:
        return None
    columns = schema.tables.c
    seated = exists().where(
        schema.members.c.table_id == columns.id, schema.members.c.guest_id == guest
    )
    counted = select(columns.status, func.count().label("tables")).where(
        seated, columns.status != "closed"
    )
    rows = connection.execute(counted.group_by(columns.status)).all()
    counts = {row.status: row.tables for row in rows}
    if not counts:
        return None
    running = counts.get("open", 0) + counts.get("playing", 0)
    return Belongings(called, running, counts.get("finished", 0))


def take_along(connection: Connection, worker: Worker, giver: str, taker: str) -> Taken:
    """Give what one guest has to another; a guest of whom nothing stays is forgotten."""
    for guest in sorted((giver, taker)):  # always in this order, so that nobody waits for ever
        must_exist(connection, guest, lock=True)
    moved: list[tables.Table] = []
    stayed: list[str] = []
    for name in tables_of(connection, giver):
        table = tables.read(connection, name, lock=True)
        if _knows_both(connection, table, taker):
            stayed.append(name)
        else:
            _hand_over(connection, worker, table, giver, taker)
            moved.append(table)
    for column, key in AT_TABLES:
        apart = column.table.c.table_id.not_in(stayed)
        _drop_doubles(connection, column, key, giver, taker)
        mine = update(column.table).where(column == giver, apart)
        connection.execute(mine.values({column.name: taker}))
    for column, key in BLOCKED:
        _drop_doubles(connection, column, key, giver, taker)
        mine = update(schema.blocks).where(column == giver)
        connection.execute(mine.values({column.name: taker}))
    blocks = schema.blocks.c
    connection.execute(delete(schema.blocks).where(blocks.guest_id == blocks.blocked_id))
    for column in (*OF_GUESTS, *(() if stayed else WAYS_BACK)):
        mine = update(column.table).where(column == giver)
        connection.execute(mine.values({column.name: taker}))
    forgotten = None if stayed else forget(connection, worker, giver)
    return Taken(giver, moved, stayed, forgotten)


def _knows_both(connection: Connection, table: tables.Table, taker: str) -> bool:
    """Whether a table that is not over has something to do with the taker, too."""
    if table.status not in ("open", "playing"):
        return False
    if taker == table.host or table.kept_for(taker):
        return True
    if any(taker in (seat.guest, seat.former) for seat in table.seats):
        return True
    hands = schema.hands.c
    held = select(hands.seat).where(hands.table_id == table.id, hands.guest_id == taker)
    return connection.execute(held).first() is not None


def _hand_over(
    connection: Connection, worker: Worker, table: tables.Table, giver: str, taker: str
) -> None:
    """Put one guest in the place of another at a table; seats keep their names."""
    if table.host == giver:
        table.host = taker
    for seat in table.seats:
        if seat.former == giver:
            seat.former = taker
        if seat.kept is not None and seat.kept.guest == giver:
            seat.kept.guest = taker
        if seat.guest == giver:
            seat.guest = taker
            seat.seen = worker.now.play  # the host must not think the taker were long away
    table.version += 1
    note_holders(connection, table)
    tables.write(connection, table, "host", "seats", "version")


def _drop_doubles(
    connection: Connection, column: Column[str], key: tuple[str, ...], giver: str, taker: str
) -> None:
    """Delete rows of the giver that the taker has as well."""
    other = column.table.alias()
    same: list[ColumnElement[bool]] = [other.c[name] == column.table.c[name] for name in key]
    double = exists().where(other.c[column.name] == taker, *same)
    connection.execute(delete(column.table).where(column == giver, double))
