"""Notices: what all at a table are told when a seat or the clock of a running game changes.

They stand in the chat. Each names one person alone, so that it can be forgotten with that person.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, Row, func, insert, select

from stellwerk.bots.seat_names import called
from stellwerk.server.errors import Refusal
from stellwerk.server.protocol import ChatLine, Language
from stellwerk.server.store import schema
from stellwerk.server.transactions.table import Table, write
from stellwerk.words import say

_MINUTE: Final = 60.0
_MOST: Final = 10
"""How often a seat may change in a minute."""


def tell(
    connection: Connection,
    table: Table,
    code: str,
    seat: int,
    now: float,
    *,
    bounded: bool = True,
    count: int | None = None,
) -> None:
    """Tell all at a table what has happened to a seat, as its holder is now.

    ``count`` is a number that the sentence has.
    """
    columns = schema.chat.c
    if bounded:
        recent = connection.execute(
            select(func.count())
            .select_from(schema.chat)
            .where(columns.table_id == table.id, columns.seat == seat)
            .where(columns.code.is_not(None), columns.time.between(now - _MINUTE, now))
        ).scalar_one()
        if recent >= _MOST:
            raise Refusal("rate_limited", seconds=int(_MINUTE))
    held = table.seats[seat]
    table.chat += 1
    connection.execute(
        insert(schema.chat),
        {
            "table_id": table.id,
            "number": table.chat,
            "time": now,
            "guest": held.guest,
            "seat": seat,
            "name": held.name,
            "text": "" if count is None else str(count),
            "code": code,
        },
    )
    write(connection, table, "chat")


def notice(row: Row[Any], language: Language) -> ChatLine:
    """Return a notice as it is told in a language."""
    name = row.name if row.guest is not None else called(row.name, language)
    count = {"count": int(row.text)} if row.text else {}
    text = say(f"notice.{row.code}", language, name=name, **count)
    return ChatLine(row.number, row.time, name, row.seat, False, text, row.code)
