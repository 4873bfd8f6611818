"""Queries for an actor, which change nothing: records, chat, lists of tables."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Row, exists, select

from stellwerk.server.protocol import ChatLine
from stellwerk.server.store import schema
from stellwerk.server.transactions.actor import Actor
from stellwerk.server.transactions.blocks import blocked_by, is_between
from stellwerk.server.transactions.boards import NUL
from stellwerk.server.transactions.notices import notice
from stellwerk.server.transactions.table import Table, read, read_all, rebuilt

_LISTED: Final = 100
"""Most tables in a list."""
_CHAT_LINES: Final = 200
"""Most lines of chat sent at once."""


def record(connection: Connection, name: str, actor: Actor) -> bytes:
    """Return the record of a game as an actor may have it: whole once it is finished."""
    table = read(connection, name)
    game = rebuilt(connection, table)
    if table.status == "finished":
        return game.record().to_json()
    own = actor.seats(table)
    return game.export(own[0] if len(own) == 1 else None).to_json()


def chat_after(
    connection: Connection, table: Table, actor: Actor, number: int
) -> tuple[ChatLine, ...]:
    """Return the last lines of the chat after one, as far as an actor wants to see them."""
    unread = unread_by(connection, table.id, actor)
    rows = connection.execute(
        select(schema.chat)
        .where(schema.chat.c.table_id == table.id, schema.chat.c.number > number)
        .order_by(schema.chat.c.number.desc())
        .limit(_CHAT_LINES)
    ).all()
    return tuple(
        notice(row, actor.language)
        if row.code is not None
        else ChatLine(
            number=row.number,
            time=row.time,
            name=row.name,
            seat=row.seat,
            you=row.guest is not None and row.guest == actor.guest,
            text=row.text,
        )
        for row in reversed(rows)
        if row.code is not None
        or (row.seat not in unread.muted and row.guest not in unread.blocked)
    )


class Unread(NamedTuple):
    """Whose chat somebody does not want to see."""

    muted: frozenset[int] = frozenset()
    """Seats of a table."""
    blocked: frozenset[str] = frozenset()
    """Guests, wherever they are."""


def unread_by(connection: Connection, table: str, actor: Actor) -> Unread:
    """Return whose chat an actor does not want to see at a table."""
    if actor.guest is None:
        return Unread()
    wanted = (schema.mutes.c.table_id == table) & (schema.mutes.c.guest_id == actor.guest)
    muted = frozenset(connection.execute(select(schema.mutes.c.seat).where(wanted)).scalars())
    return Unread(muted, blocked_by(connection, actor.guest))


def own_tables(connection: Connection, actor: Actor) -> list[Table]:
    """Return the tables a guest plays at: those that wait for the guest, others, finished ones.

    Of each kind the last changed come first.
    """
    tables, members = schema.tables, schema.members.c
    mine = select(members.table_id).where(members.guest_id == actor.known)
    # Those that are over are chosen first: somebody may have ten thousand of them.
    over = mine.where(members.ended.is_not(None)).order_by(members.ended.desc()).limit(_LISTED)
    unfinished = tables.c.id.in_(mine.where(members.ended.is_(None)))
    rows: list[Row[Any]] = []
    for which in (unfinished, tables.c.id.in_(list(connection.execute(over).scalars()))):
        listed = select(tables).where(which, tables.c.status != "closed")
        last = listed.order_by(tables.c.changed.desc()).limit(_LISTED - len(rows))
        rows += connection.execute(last).all()
    found = read_all(connection, rows)
    return sorted(found, key=lambda table: not table.waits_for(actor.seats(table)))


def is_open_to(connection: Connection, name: str, actor: Actor) -> bool:
    """Whether a table is an actor's own, or one that everybody finds in the list."""
    if NUL in name:
        return False
    if actor.table is not None:
        return actor.table == name
    columns = schema.tables.c
    listed = columns.public.is_(True) & columns.status.in_(("open", "playing"))
    member = exists().where(
        schema.members.c.table_id == columns.id, schema.members.c.guest_id == actor.guest
    )
    wanted = select(columns.id).where(columns.id == name, listed | member)
    return connection.execute(wanted).one_or_none() is not None


def public_tables(connection: Connection, actor: Actor) -> list[Table]:
    """Return the tables everybody may join or watch, the last changed first.

    Where somebody sits who has blocked an actor, or whom the actor has blocked, they are left out.
    """
    listed = schema.tables.c.status.in_(("open", "playing")) & schema.tables.c.public.is_(True)
    if actor.guest is not None:
        listed &= ~is_between(actor.guest)
    rows = connection.execute(
        select(schema.tables)
        .where(listed)
        .order_by(schema.tables.c.status, schema.tables.c.changed.desc())
        .limit(_LISTED)
    ).all()
    return read_all(connection, rows)
