"""Blocking: who wants nothing to do with whom. Nothing that a blocked one is told gives it away.

A blocked person cannot sit down where the other has opened the table or sits, does not see those
tables in the public list, reaches nobody with an invitation and is not read in the chat. A game
that runs goes on.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sqlalchemy import ColumnElement, Connection, delete, exists, func, insert, select

from stellwerk.server.errors import Refusal
from stellwerk.server.store import schema
from stellwerk.server.transactions.guests import must_exist

MOST: Final = 500
"""People that somebody can block."""
_rows = schema.blocks.c


def block(connection: Connection, guest: str, other: str, now: float) -> None:
    """Block somebody; doing so again changes nothing."""
    must_exist(connection, guest, lock=True)
    if other == guest:
        raise Refusal("not_yourself")
    must_exist(connection, other)
    mine = _rows.guest_id == guest
    if connection.execute(select(_rows.created).where(mine, _rows.blocked_id == other)).first():
        return
    count = connection.execute(select(func.count()).where(mine)).scalar_one()
    if count >= MOST:
        raise Refusal("too_many_blocks", most=MOST)
    row = {"guest_id": guest, "blocked_id": other, "created": now}
    connection.execute(insert(schema.blocks), row)


def unblock(connection: Connection, guest: str, other: str) -> None:
    """Block somebody no longer."""
    both = (_rows.guest_id == guest) & (_rows.blocked_id == other)
    connection.execute(delete(schema.blocks).where(both))


def blocked_by(connection: Connection, guest: str | None) -> frozenset[str]:
    """Return whom a guest has blocked."""
    if guest is None:
        return frozenset()
    mine = select(_rows.blocked_id).where(_rows.guest_id == guest)
    return frozenset(connection.execute(mine).scalars())


def blocking(connection: Connection, guest: str) -> frozenset[str]:
    """Return who has blocked a guest."""
    wanted = select(_rows.guest_id).where(_rows.blocked_id == guest)
    return frozenset(connection.execute(wanted).scalars())


def is_blocked_by(connection: Connection, guest: str, others: Iterable[str | None]) -> bool:
    """Tell whether one of some people has blocked a guest."""
    by = {each for each in others if each is not None}
    wanted = select(_rows.created).where(_rows.blocked_id == guest, _rows.guest_id.in_(by))
    return bool(by) and connection.execute(wanted.limit(1)).first() is not None


def is_between(guest: str | None) -> ColumnElement[bool]:
    """Return the condition that a guest and somebody at a table want nothing to do with each other.

    Whoever has opened a table, or has a seat there, is one of its members.
    """
    members = schema.members.c
    here = members.table_id == schema.tables.c.id
    by_them = (_rows.guest_id == members.guest_id) & (_rows.blocked_id == guest)
    by_me = (_rows.blocked_id == members.guest_id) & (_rows.guest_id == guest)
    return exists().where(here, by_them | by_me).correlate(schema.tables)
