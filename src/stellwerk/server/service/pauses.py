"""Pauses of games, by agreement of all people at a table."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from stellwerk.server.protocol import TableInfo
from stellwerk.server.transactions import pausing, playing, seats
from stellwerk.server.transactions.actor import Actor
from stellwerk.server.transactions.pause import Days

if TYPE_CHECKING:
    from stellwerk.server.service.service import Service


class Pauses:
    """What is said about a pause."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def propose(self, actor: Actor, table: str, days: Days | None) -> TableInfo:
        """Propose a pause of some days, or one until all go on."""
        return await self._change(actor, table, partial(pausing.proposed, days=days))

    async def answer(self, actor: Actor, table: str, agree: bool) -> TableInfo:
        """Agree to the proposed pause, or decline it."""
        return await self._change(actor, table, partial(pausing.answered, agree=agree))

    async def go_on(self, actor: Actor, table: str) -> TableInfo:
        """Wish to play on."""
        return await self._change(actor, table, pausing.going_on)

    async def _change(self, actor: Actor, table: str, change: seats.Change) -> TableInfo:
        return await self._service.tables.change(playing.change_seat, actor, table, change)
