"""Boards that guests bring along: checked in a sandbox, then stored.

Nothing else reads a board file before it was found good there. Boards that an earlier version has
stored are checked when the server starts.
"""

from __future__ import annotations

import asyncio
import hashlib
from typing import Final

import structlog
from sqlalchemy import Connection, func, insert, select, update

from stellwerk.board import Board, StellwerkError
from stellwerk.server import foreign
from stellwerk.server.errors import Refusal
from stellwerk.server.protocol import Language
from stellwerk.server.sandbox import Sandbox
from stellwerk.server.service.guests import must_exist
from stellwerk.server.service.table import CHECK, OWN
from stellwerk.server.store import schema
from stellwerk.server.store.database import Database

log = structlog.get_logger()

_BAD: Final = -CHECK
"""Stands at a board that was refused, so that it is not checked again."""
_OURSELVES: Final = "the server"


async def check(sandbox: Sandbox, who: str, text: str, most: int, language: Language) -> Board:
    """Return the board of a file that has at most so many bytes, or refuse it."""
    if len(_bytes(text)) > most:
        raise Refusal("too_large", most=most)
    await sandbox.run(who, foreign.encode(foreign.Asked(language, foreign.CheckBoard(text))))
    return await asyncio.to_thread(Board.parse, text)


async def check_stored(sandbox: Sandbox, database: Database) -> int:
    """Check the boards that were stored without it; return how many are refused now."""
    columns, refused = schema.boards.c, 0
    unchecked = select(columns.id).where(columns.checked != CHECK, columns.checked != _BAD)
    for name in await database.read(lambda c: list(c.execute(unchecked).scalars())):
        refused += not await _check_stored(sandbox, database, name)
    return refused


async def _check_stored(sandbox: Sandbox, database: Database, name: str) -> bool:
    """Check a stored board, and note whether it is good."""
    columns = schema.boards.c
    wanted = select(columns.text).where(columns.id == name)
    text: str = await database.read(lambda c: c.execute(wanted).scalar_one())
    good = True
    try:
        await sandbox.run(_OURSELVES, foreign.encode(foreign.Asked("en", foreign.CheckBoard(text))))
    except StellwerkError as problem:
        log.warning("a stored board is refused now", board=name, reason=str(problem))
        good = False
    change = update(schema.boards).where(columns.id == name)
    result = CHECK if good else _BAD
    await database.write(lambda c: c.execute(change.values(checked=result)))
    return good


def name_of(text: str) -> str:
    """Return the id of an uploaded board, made of the whole file.

    The board's own hash leaves out what things are called.
    """
    return OWN + hashlib.sha256(_bytes(text)).hexdigest()[:24]


def store(connection: Connection, text: str, guest: str, most: int, now: float) -> None:
    """Store a board file that is good, unless it is there already; nobody has more than so many."""
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


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")
