"""Board files that guests upload, stored once they have passed in a sandbox."""

from __future__ import annotations

import hashlib

from sqlalchemy import Connection, func, insert, select, update

from stellwerk.server.errors import Refusal
from stellwerk.server.store import schema
from stellwerk.server.transactions.boards import CHECK, OWN
from stellwerk.server.transactions.guests import must_exist


def name_of(text: str) -> str:
    """Return the id of an uploaded board, made of the whole file.

    The board's own hash leaves out the names of things.
    """
    return OWN + hashlib.sha256(bytes_of(text)).hexdigest()[:24]


def store(connection: Connection, text: str, guest: str, most: int, now: float) -> None:
    """Store a board file that is good, unless it is there already; a guest has at most ``most``."""
    must_exist(connection, guest)
    name, columns = name_of(text), schema.boards.c
    found = connection.execute(select(columns.checked).where(columns.id == name)).one_or_none()
    if found is not None:
        if found.checked != CHECK:
            connection.execute(
                update(schema.boards).where(columns.id == name).values(checked=CHECK)
            )
        return
    count = connection.execute(
        select(func.count()).select_from(schema.boards).where(columns.guest_id == guest)
    ).scalar_one()
    if count >= most:
        raise Refusal("too_many_boards", most=most)
    row = {"id": name, "guest_id": guest, "text": text, "created": now, "checked": CHECK}
    connection.execute(insert(schema.boards), row)


def bytes_of(text: str) -> bytes:
    """Return a board file as bytes; what cannot be written is replaced."""
    return text.encode("utf-8", "replace")
