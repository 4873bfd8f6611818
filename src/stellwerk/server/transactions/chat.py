"""Chat: writing to the others at a table, and muting somebody; each is one transaction."""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, insert, select

from stellwerk.server.errors import Refusal
from stellwerk.server.protocol import CHAT_LENGTH, ChatLine
from stellwerk.server.store import schema
from stellwerk.server.transactions import outbox
from stellwerk.server.transactions.actor import Actor
from stellwerk.server.transactions.clocks import Now
from stellwerk.server.transactions.codes import clean_text, lookalike
from stellwerk.server.transactions.guests import must_exist
from stellwerk.server.transactions.table import Table, read, seat_at, write
from stellwerk.words import LANGUAGES

_MINUTE = 60.0


def say(
    connection: Connection, name: str, actor: Actor, text: str, most: int, at: Now
) -> tuple[Table, ChatLine]:
    """Write to the others at a table; nobody writes more than ``most`` lines a minute."""
    words = clean_text(text)
    if not words or len(words) > CHAT_LENGTH:
        raise Refusal("bad_chat", most=CHAT_LENGTH)
    guest, now = actor.known, at.wall
    table = read(connection, name, lock=True)
    columns = schema.chat.c
    recent = connection.execute(
        select(func.count())
        .select_from(schema.chat)
        .where(columns.guest == guest, columns.code.is_(None))
        .where(columns.time.between(now - _MINUTE, now))
    ).scalar_one()
    if recent >= most:
        raise Refusal("chat_too_fast", most=most)
    seats = table.seats_of(guest)
    seat = seats[0] if seats else None
    own_name = must_exist(connection, guest)
    called = table.seats[seat].name if seat is not None else _apart(own_name, table)
    table.chat += 1
    line = ChatLine(table.chat, now, called, seat, True, words)
    row = {"table_id": name, "number": line.number, "time": now, "guest": guest}
    connection.execute(insert(schema.chat), {**row, "seat": seat, "name": called, "text": words})
    write(connection, table, "chat")
    outbox.said(connection, at, table, guest, seat)
    return table, line


def _apart(name: str, table: Table) -> str:
    """Return a spectator's name, with a number if it could be taken for that of a seat."""
    seated = {lookalike(each) for language in LANGUAGES for each in table.names_in(language)}
    seated |= {lookalike(each) for each in table.names}
    apart, number = name, 2
    while lookalike(apart) in seated:
        apart = f"{name} ({number})"
        number += 1
    return apart


def mute(connection: Connection, name: str, actor: Actor, seat: int, muted: bool) -> Table:
    """Hide what a seat writes, or show it again."""
    table = read(connection, name)
    seat_at(table, seat)
    must_exist(connection, actor.known)
    row = {"table_id": name, "guest_id": actor.known, "seat": seat}
    same = [schema.mutes.c[column] == value for column, value in row.items()]
    connection.execute(delete(schema.mutes).where(*same))
    if muted:
        connection.execute(insert(schema.mutes), row)
    return table
