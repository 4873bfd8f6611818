"""A service under test: guests, tables and whole games in a few words."""

from __future__ import annotations

import asyncio
import itertools
import uuid
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from types import TracebackType
from typing import Any, Self, TypeVar

from sqlalchemy import Row, Select, update

from stellwerk.board import StellwerkError
from stellwerk.game import Game
from stellwerk.game.record import Record
from stellwerk.server.protocol import Accepted, Language, NewTable, SeatWish, SendMove, TableInfo
from stellwerk.server.service import Actor, Service
from stellwerk.server.settings import Settings
from stellwerk.server.store import schema
from stellwerk.server.transactions.table import Table, read

Found = TypeVar("Found")

NOW = 1_000_000
"""Whoever knows this step needs to be told nothing of the past."""
PATIENCE = 60.0
"""Seconds after which something that was waited for will not come any more."""


class House:
    """A service, and all the hints it has published."""

    def __init__(self, settings: Settings) -> None:
        self.service = Service(settings, self._publish)
        self.hints: list[tuple[str, bytes]] = []
        self._news = asyncio.Event()
        self._move_ids = (uuid.uuid4().hex for _ in itertools.count())

    async def __aenter__(self) -> Self:
        await self.service.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.service.stop()

    def _publish(self, channel: str, message: bytes) -> None:
        self.hints.append((channel, message))
        self._news.set()

    async def until(self, condition: Callable[[], Awaitable[Found | None]]) -> Found:
        """Return what a condition finds, tried again after each hint."""
        async with asyncio.timeout(PATIENCE):
            while True:
                self._news.clear()
                found = await condition()
                if found:
                    return found
                await self._news.wait()

    def pass_time(self, seconds: float) -> None:
        """Let time of play pass, as if another worker had stored it."""
        clock = self.service.clock
        clock.confirm(clock.now() + seconds)

    async def guest(self, name: str = "Ada", language: Language = "en") -> Actor:
        """Welcome somebody."""
        guest, device = await self.service.guests.welcome(name, language)
        return Actor(guest.id, language, device=device)

    async def table(self, *seats: SeatWish, host: Actor, **wishes: Any) -> TableInfo:
        """Open a table on the lesson board, which is quick, unless another is wished for."""
        key = wishes.pop("key", b"")
        wish = NewTable(**{"board": "lesson", "seats": seats, **wishes})
        return await self.service.tables.create(host, wish, key)

    async def duel(self, **wishes: Any) -> tuple[str, Actor, Actor]:
        """Start a game of two people; return the table and both."""
        ada, bob = await self.guest("Ada", "de"), await self.guest("Bob", "en")
        table = await self.table(SeatWish("me"), SeatWish("open"), host=ada, **wishes)
        await self.service.seats.join(bob, table.id)
        await self.service.tables.start(ada, table.id)
        return table.id, ada, bob

    async def move(
        self, actor: Actor, table: str, dice: Random, seat: int | None = None
    ) -> Accepted:
        """Make a random legal move."""
        update = await self.service.watch.view(actor, table, seat, since=NOW)
        chosen = dice.choice(update.view.moves)
        return await self.service.play.move(
            actor, table, SendMove(next(self._move_ids), update.seq, chosen)
        )

    async def set_up(self, table: str, *actors: Actor) -> None:
        """Make the choices of the set-up, so that turns begin."""
        dice = Random(1)
        for actor in actors:
            await self.move(actor, table, dice)

    async def play_out(
        self, table: str, *actors: Actor, dice: Random | None = None, most: int = 10_000
    ) -> int:
        """Let people decide at random until the game is over; return how many moves they made."""
        rolled = Random(1) if dice is None else dice

        async def moved() -> bool | None:
            for actor in actors:
                for seat in (await self.service.tables.info(actor, table)).seats:
                    if not seat.you:
                        continue
                    update = await self.service.watch.view(actor, table, seat.seat, since=NOW)
                    if update.view.outcome is not None:
                        return False
                    if seat.seat in update.view.pending and not seat.stand_in:
                        await self.move(actor, table, rolled, seat.seat)
                        return True
            return None

        async def something() -> tuple[bool] | None:
            found = await moved()
            return None if found is None else (found,)

        for count in range(most):
            if not (await self.until(something))[0]:
                return count
        return most

    async def game(self, actor: Actor, table: str) -> Game:
        """Return a finished game, played again from its record."""
        return Record.from_json(await self.service.watch.record(actor, table)).replay()

    async def row(self, table: str) -> Row[Any]:
        """Return a table as it is stored."""
        wanted = schema.tables.select().where(schema.tables.c.id == table)
        return await self.service.database.read(lambda c: c.execute(wanted).one())

    async def stored(self, table: str) -> Table:
        """Return a table as it is read from the database."""
        return await self.service.database.read(lambda c: read(c, table))

    async def rows(self, which: Select[Any]) -> Sequence[Row[Any]]:
        """Return what is stored."""
        return await self.service.database.read(lambda c: c.execute(which).all())

    async def put(self, table: str, **values: Any) -> None:
        """Change how a table is stored, behind the service's back."""
        change = update(schema.tables).where(schema.tables.c.id == table).values(**values)
        await self.service.database.write(lambda c: c.execute(change))
        self.service.cache.forget(table)


async def refused(call: Awaitable[object]) -> str:
    """Return the code with which something is refused."""
    try:
        answer = await call
    except StellwerkError as problem:
        code: str = problem.code
        return code
    raise AssertionError(f"this was not refused: {answer!r}")
