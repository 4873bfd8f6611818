"""Boards: those that come with the program, and those that guests bring along.

Nothing else reads a board file until it has passed in a sandbox. Boards that an earlier version
stored are checked when the server starts.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Final

import msgspec
import structlog
from sqlalchemy import select, update

from stellwerk.board import Board, StellwerkError
from stellwerk.server.errors import Refusal
from stellwerk.server.limits import per_hour
from stellwerk.server.protocol import BoardInfo, Language
from stellwerk.server.sandbox import jobs
from stellwerk.server.service.catalogue import board_info
from stellwerk.server.store import schema
from stellwerk.server.transactions.actor import Actor
from stellwerk.server.transactions.boards import CHECK, board_at_hand, board_of
from stellwerk.server.transactions.uploads import bytes_of, name_of, store

if TYPE_CHECKING:
    from stellwerk.server.service.service import Service

log = structlog.get_logger()

_BAD: Final = -CHECK
"""Marks a board that was refused, so that it is not checked again."""
_OURSELVES: Final = "the server"


class Boards:
    """Finds boards, and takes new ones."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._tries = per_hour(service.settings.upload_tries_per_hour)

    async def find(self, board: str, variant: str | None = None) -> Board:
        """Return a board by its id, one of ours or an uploaded one."""
        found = board_at_hand(board, variant)
        if found is not None:
            return found
        return await self._service.database.read(lambda c: board_of(c, board, variant))

    async def upload(self, actor: Actor, text: str, address: str = "") -> BoardInfo:
        """Take a board file, after checking it in the sandbox."""
        settings, guest, now = self._service.settings, actor.known, time.time()
        if not settings.uploads:
            raise Refusal("uploads_off")
        for who in filter(None, (guest, address)):
            self._tries.must_take(who)
        if len(bytes_of(text)) > settings.upload_bytes:
            raise Refusal("too_large", most=settings.upload_bytes)
        await self._check(address or guest, text, actor.language)
        board = await asyncio.to_thread(Board.parse, text)
        most = settings.uploads_per_guest
        await self._service.database.write(lambda c: store(c, text, guest, most, now))
        return msgspec.structs.replace(board_info(board, actor.language), id=name_of(text))

    async def check_stored(self) -> int:
        """Check the boards that were stored without it; return how many are refused now."""
        columns, refused = schema.boards.c, 0
        unchecked = select(columns.id).where(columns.checked != CHECK, columns.checked != _BAD)
        names = await self._service.database.read(lambda c: list(c.execute(unchecked).scalars()))
        for name in names:
            refused += not await self._check_one(name)
        return refused

    async def _check_one(self, name: str) -> bool:
        """Check a stored board, and note whether it is good."""
        database, columns = self._service.database, schema.boards.c
        wanted = select(columns.text).where(columns.id == name)
        text: str = await database.read(lambda c: c.execute(wanted).scalar_one())
        good = True
        try:
            await self._check(_OURSELVES, text, "en")
        except StellwerkError as problem:
            log.warning("a stored board is refused now", board=name, reason=str(problem))
            good = False
        change = update(schema.boards).where(columns.id == name)
        result = CHECK if good else _BAD
        await database.write(lambda c: c.execute(change.values(checked=result)))
        return good

    async def _check(self, who: str, text: str, language: Language) -> None:
        job = jobs.Asked(language, jobs.CheckBoard(text))
        await self._service.sandbox.run(who, jobs.encode(job))
