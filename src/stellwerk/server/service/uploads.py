"""Boards that guests bring along: checked away from everything else, then stored."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Final

from sqlalchemy import Connection, func, insert, select

from stellwerk.board import Board, BoardError
from stellwerk.server.errors import Refusal
from stellwerk.server.service.guests import must_exist
from stellwerk.server.service.table import OWN
from stellwerk.server.store import schema

_CHECK_SECONDS: Final = 5.0
"""How long a board may take to be checked."""


async def check(text: str, most: int) -> Board:
    """Return the board of a file that has at most so many bytes, or refuse it."""
    if len(_bytes(text)) > most:
        raise Refusal("too_large", most=most)
    try:
        return await asyncio.wait_for(asyncio.to_thread(Board.parse, text), _CHECK_SECONDS)
    except TimeoutError:
        raise Refusal("board_too_slow", seconds=int(_CHECK_SECONDS)) from None
    except BoardError as problem:
        raise Refusal("bad_board", problem=str(problem)) from None


def name_of(text: str) -> str:
    """Return the id of an uploaded board, made of the whole file.

    The board's own hash leaves out what things are called.
    """
    return OWN + hashlib.sha256(_bytes(text)).hexdigest()[:24]


def store(connection: Connection, text: str, guest: str, most: int, now: float) -> None:
    """Store a board file, unless it is there already; nobody has more than so many."""
    must_exist(connection, guest)
    name, columns = name_of(text), schema.boards.c
    if connection.execute(select(columns.id).where(columns.id == name)).one_or_none():
        return
    count = connection.execute(
        select(func.count()).select_from(schema.boards).where(columns.guest_id == guest)
    ).scalar_one()
    if count >= most:
        raise Refusal("too_many_boards", most=most)
    row = {"id": name, "guest_id": guest, "text": text, "created": now}
    connection.execute(insert(schema.boards), row)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")
