"""Watching: what an actor sees of a table and its game, and may ask about it."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager, nullcontext
from typing import TYPE_CHECKING, Final

from sqlalchemy import select

from stellwerk.game import BuildHarbour, BuildStation, ClaimRoute, Game, PayTunnel
from stellwerk.game.attempt import attempt
from stellwerk.game.errors import GameError
from stellwerk.game.moves import Payment
from stellwerk.game.standing import SeatStanding
from stellwerk.server.errors import Refusal, problem_of
from stellwerk.server.protocol import (
    AskPayments,
    AskRoutes,
    AskWhy,
    ChatMessage,
    Payments,
    Reason,
    RouteReasons,
    ServerMessage,
    TableMessage,
    Update,
)
from stellwerk.server.service.cache import RECENT, Watched
from stellwerk.server.service.presence import LONGEST
from stellwerk.server.store import schema
from stellwerk.server.transactions import queries
from stellwerk.server.transactions.actor import Actor
from stellwerk.server.transactions.seats import grace_of

if TYPE_CHECKING:
    from stellwerk.server.service.service import Service

_PAID: Final[dict[str, type[Payment]]] = {
    "claim": ClaimRoute,
    "station": BuildStation,
    "harbour": BuildHarbour,
    "pay": PayTunnel,
}
_NOW: Final = 1 << 30
"""A client that knows this step needs nothing of the past."""


class Watch:
    """Shows tables and games; nothing here changes one."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def look(self, name: str, since: int | None = None, *, hinted: bool = False) -> Watched:
        """Return a table as it is, with what happened after a step if one is given.

        ``hinted``: hints have told everything, and the database need not be asked.
        """
        service = self._service
        known = service.cache.get(name)
        if known is not None and service.shared and not hinted:
            columns = schema.tables.c
            wanted = select(columns.seq, columns.version, columns.chat).where(columns.id == name)
            marks = await service.database.read(lambda c: c.execute(wanted).one_or_none())
            if marks is None or tuple(marks) != known.table.moment:
                known = None
        after = _NOW if since is None else since
        while known is None or (since is not None and not known.reaches(since)):
            # A move made meanwhile may be newer than what was read, but may not reach back as far.
            with service.cache.reading(name) as reading:
                seen = await service.database.read(lambda c: Watched.read(c, name, after))
                known = reading.keep(seen)
        return known

    async def messages(
        self,
        actor: Actor,
        table: str,
        since: int,
        line: int,
        version: int,
        *,
        hinted: bool = False,
    ) -> list[ServerMessage]:
        """Return what is new for an actor after a step, a line of chat and a version.

        Version -1 asks for the table in any case. ``hinted``: hints have told everything.
        """
        async with self._turn(actor, table, since):
            return await self._messages(actor, table, since, line, version, hinted)

    async def _messages(
        self, actor: Actor, table: str, since: int, line: int, version: int, hinted: bool
    ) -> list[ServerMessage]:
        watched = await self.look(table, since, hinted=hinted)
        found = watched.table
        news: list[ServerMessage] = []
        if found.version > version:
            news.append(TableMessage(await self._service.tables.told(actor, found)))
        if watched.game is not None and (found.seq > since or found.version > version):
            now = self._service.clock.read()
            for seat in actor.seats(found) or (None,):
                news.append(watched.update(seat, actor.language, since, now))
        if found.chat > line:
            read = self._service.database.read
            if lines := await read(lambda c: queries.chat_after(c, found, actor, line)):
                news.append(ChatMessage(lines))
        return news

    async def view(
        self, actor: Actor, table: str, seat: int | None = None, since: int = -1
    ) -> Update:
        """Return the game as one seat sees it, or as a spectator does."""
        async with self._turn(actor, table, since):
            return await self._view(actor, table, seat, since)

    async def _view(self, actor: Actor, table: str, seat: int | None, since: int) -> Update:
        watched = await self.look(table, since)
        _game_of(watched)
        own = actor.seats(watched.table)
        if own and watched.table.status == "playing":
            self._service.presence.touch(actor, table, self._grace(table))
        chosen = actor.seat_of(watched.table, seat) if own or seat is not None else None
        return watched.update(chosen, actor.language, since, self._service.clock.read())

    async def record(self, actor: Actor, table: str) -> bytes:
        """Return the record of a game as an actor may have it."""
        async with self._turn(actor, table, -1):
            _game_of(await self.look(table))
            return await self._service.database.read(lambda c: queries.record(c, table, actor))

    def _turn(self, actor: Actor, table: str, since: int) -> AbstractAsyncContextManager[None]:
        """Wait for one's turn where many steps are to be told."""
        known = self._service.cache.get(table)
        few = since >= 0 if known is None else known.table.seq - max(since, 0) <= RECENT
        return nullcontext() if few else self._service.long_answers.long_turn(actor.who)

    async def payments(self, actor: Actor, table: str, ask: AskPayments) -> Payments:
        """Return every way to pay for something, the thriftiest first."""
        watched = await self.look(table)
        seat = actor.seat_of(watched.table, ask.seat)
        game, kind = _game_of(watched), _PAID[ask.kind]
        found = game.payments(kind, ask.target, seat)
        tried = None if found else attempt(game, kind, ask.target, seat)
        missing = tried.missing if tried else 0 if found else None
        return Payments(ask.id, tuple(dict(cards) for cards in found), missing)

    async def why(self, actor: Actor, table: str, ask: AskWhy) -> Reason:
        """Tell why a move cannot be made, if it cannot."""
        watched = await self.look(table)
        actor.seat_of(watched.table, ask.move.seat)
        try:
            _game_of(watched).check(ask.move)
        except GameError as problem:
            return Reason(ask.id, problem_of(problem, actor.language))
        return Reason(ask.id, None)

    async def routes(self, actor: Actor, table: str, ask: AskRoutes) -> RouteReasons:
        """Tell why each free route cannot be claimed, where it is somebody's turn to claim one."""
        watched = await self.look(table)
        seat = actor.seat_of(watched.table, ask.seat)
        _game_of(watched)
        return RouteReasons(ask.id, watched.route_reasons(seat, actor.language))

    async def standing(
        self, actor: Actor, table: str, seat: int | None = None
    ) -> tuple[SeatStanding, ...]:
        """Tell how the score stands; to a player, with the tickets of their seat."""
        watched = await self.look(table)
        game = _game_of(watched)
        if seat is None and not actor.seats(watched.table):
            return game.standing()
        return game.standing(actor.seat_of(watched.table, seat))

    async def still_seated(self, actor: Actor, table: str) -> None:
        """Refuse a program whose seat has changed since it came."""
        if actor.program is not None:
            actor.seats((await self.look(table)).table)

    def online(self, actor: Actor, table: str) -> None:
        """Note that a socket of an actor is open at a table."""
        if self._service.presence.change(actor, table, 1):
            self._service.news.came_or_went(table)

    def offline(self, actor: Actor, table: str) -> None:
        """Note that a socket of an actor was closed."""
        if self._service.presence.change(actor, table, -1, self._grace(table)):
            self._service.news.came_or_went(table)

    def _grace(self, table: str) -> float:
        """Return for how long it matters when somebody has left a table."""
        watched = self._service.cache.get(table)
        return LONGEST if watched is None else grace_of(watched.table.wish)


def _game_of(watched: Watched) -> Game:
    """Return the game of a table where one has begun."""
    if watched.game is None:
        raise Refusal("not_playing", status=watched.table.status)
    return watched.game
