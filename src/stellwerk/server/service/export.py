"""Everything about a guest as one file, made piece by piece while it is sent."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Any, BinaryIO, Final, TypeVar, cast
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec
from sqlalchemy import Connection

from stellwerk._version import __version__
from stellwerk.board import StellwerkError
from stellwerk.server.transactions import export, queries
from stellwerk.server.transactions.actor import Actor
from stellwerk.server.transactions.guests import must_exist
from stellwerk.server.turns import Turns

if TYPE_CHECKING:
    from stellwerk.server.service.service import Service

Found = TypeVar("Found")

ACCOUNT: Final = "account.json"
GAME: Final = "games/{table}.json"


class Export:
    """Makes such files; one game at a time, so that players are not slowed down."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._turns = Turns(waiting=1000, each=4)

    async def begin(self, actor: Actor) -> AsyncIterator[bytes]:
        """Return the pieces of a guest's file; refuse somebody who is none before the first."""
        guest = actor.known
        await self._service.database.read(lambda c: must_exist(c, guest))
        return self._pieces(actor, guest)

    async def _pieces(self, actor: Actor, guest: str) -> AsyncIterator[bytes]:
        """Write a zip file: what is kept as JSON, and the record of each game."""
        read, pieces = self._read, _Pieces()
        left_out: list[str] = []
        # Not as a context: whoever goes away in the middle leaves a thread that still writes.
        file = ZipFile(cast(BinaryIO, pieces), "w", ZIP_DEFLATED)
        for table in await read(lambda c: export.games_of(c, guest)):
            async with self._turns.turn(guest):
                record = await self._record(actor, table)
                if record is None:
                    left_out.append(table)
                    continue
                await asyncio.to_thread(file.writestr, GAME.format(table=table), record)
            yield pieces.take()
        kept: dict[str, Any] = {
            "stellwerk": __version__,
            "exported": time.time(),
            "games_left_out": left_out,
        }
        for part in export.PARTS:
            kept[part.name] = await read(
                lambda c, part=part: export.rows_of(c, part, guest)  # type: ignore[misc]
            )
        text = msgspec.json.format(msgspec.json.encode(kept), indent=1)
        await asyncio.to_thread(file.writestr, ACCOUNT, text)
        file.close()
        yield pieces.take()

    async def _record(self, actor: Actor, table: str) -> bytes | None:
        """Return a record as the guest may have it; None where this version cannot read it."""
        try:
            return await self._read(lambda c: queries.record(c, table, actor))
        except StellwerkError:
            return None

    async def _read(self, work: Callable[[Connection], Found]) -> Found:
        """Ask the database; whoever goes away meanwhile does not break its connection off."""
        return await asyncio.shield(asyncio.create_task(self._service.database.read(work)))


class _Pieces:
    """A file that is sent away as it is written.

    It is never closed: a zip file that is given up writes its end when it is thrown away.
    """

    def __init__(self) -> None:
        self._waiting: list[bytes] = []

    def write(self, data: bytes) -> int:
        """Keep what was written until it is taken."""
        self._waiting.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Do nothing: nothing is held back."""

    def take(self) -> bytes:
        """Return what was written since the last time."""
        taken = b"".join(self._waiting)
        self._waiting.clear()
        return taken
