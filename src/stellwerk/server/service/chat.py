"""Chat: writing to the others at a table, and muting somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.server.protocol import ChatLine, TableInfo
from stellwerk.server.transactions import chat
from stellwerk.server.transactions.actor import Actor

if TYPE_CHECKING:
    from stellwerk.server.service.service import Service


class Chat:
    """The talk at tables."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def say(self, actor: Actor, table: str, text: str) -> ChatLine:
        """Write to the others at a table."""
        service, now = self._service, self._service.clock.read()
        most = service.settings.chat_per_minute
        changed, line = await service.database.write(
            lambda c: chat.say(c, table, actor, text, most, now)
        )
        service.news.said(changed)
        return line

    async def mute(self, actor: Actor, table: str, seat: int, muted: bool) -> TableInfo:
        """Hide what a seat writes, or show it again."""
        service = self._service
        found = await service.database.write(lambda c: chat.mute(c, table, actor, seat, muted))
        return await service.tables.told(actor, found)
