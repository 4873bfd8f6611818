"""Chat: writing to the others at a table, and muting somebody."""

from __future__ import annotations

from litestar import Controller, post
from litestar.params import JSONBody

from stellwerk.server.protocol import ChatLine, TableInfo
from stellwerk.server.web.bodies import Muting, NewLine
from stellwerk.server.web.dependencies import GivenTable


class ChatController(Controller):
    """The talk at a table."""

    path = "/api/tables/{table:str}"
    tags = ("chat",)

    @post("/chat")
    async def say(self, data: JSONBody[NewLine], at: GivenTable) -> ChatLine:
        """Write a line."""
        return await at.service.chat.say(at.actor, at.table, data.text)

    @post("/mute", status_code=200)
    async def mute(self, data: JSONBody[Muting], at: GivenTable) -> TableInfo:
        """Mute what a seat writes, or show it again."""
        return await at.service.chat.mute(at.actor, at.table, data.seat, data.mute)
