"""Games played again from a record: every step as a seat saw it, or onwards from one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from stellwerk.board import boards
from stellwerk.game import Game
from stellwerk.server.protocol import NewTable, SeatWish, TableInfo
from stellwerk.server.sandbox import jobs
from stellwerk.server.transactions import opening
from stellwerk.server.transactions.actor import Actor
from stellwerk.server.transactions.boards import own_text

if TYPE_CHECKING:
    from stellwerk.server.service.service import Service


class Replays:
    """Plays records again in the sandbox: they are files of strangers."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def show(
        self,
        actor: Actor,
        text: bytes,
        seat: int | None,
        board: str | None = None,
        address: str = "",
    ) -> bytes:
        """Return every step of a record as a seat saw it, or a spectator: a zipped ``Replay``."""
        given = await self.given(board)
        return await self._run(actor, jobs.ShowReplay(text, given, seat, actor.language), address)

    async def play_on(
        self,
        actor: Actor,
        text: bytes,
        step: int,
        seat: int,
        bot: str,
        board: str | None = None,
        address: str = "",
    ) -> TableInfo:
        """Open a table that goes on after a step, against bots.

        What the seat could not know at that step is dealt again: otherwise somebody who has read
        the record would know it.
        """
        name = opening.bot_named(bot)
        given = await self.given(board)
        job = jobs.PositionAt(text, given, step, seat)
        found = msgspec.msgpack.decode(await self._run(actor, job, address), type=jobs.Found)
        ground = await self._service.boards.find(found.board, found.variant)
        position = Game.restore(ground, found.state, found.names, None, 0)
        wish = NewTable(
            board=found.board,
            variant=found.variant,
            seats=tuple(
                SeatWish("me") if number == seat else SeatWish("bot", name)
                for number in range(position.seats)
            ),
        )
        return await self._service.tables.open_at(actor, wish, position)

    async def check(self, text: bytes, board: str | None, address: str) -> None:
        """Refuse a record that is not of a game played to its end."""
        given = await self.given(board)
        await self._run(Actor(), jobs.CheckRecord(text, given), address)

    async def given(self, board: str | None) -> jobs.Given | None:
        """Return the file of the board that a record was played on, if it is not one of ours."""
        if board is None or board in boards():
            return None
        text = await self._service.database.read(lambda c: own_text(c, board))
        return jobs.Given(board, text)

    async def _run(self, actor: Actor, job: jobs.Job, address: str) -> bytes:
        asked = jobs.encode(jobs.Asked(actor.language, job))
        return await self._service.sandbox.run(address or actor.guest or "", asked)
