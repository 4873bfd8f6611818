"""Chat: writing to the others at a table, and not reading somebody."""

from __future__ import annotations

from litestar import Controller, post
from litestar.params import JSONBody

from stellwerk.server.protocol import ChatLine, TableInfo
from stellwerk.server.web.bodies import Muting, NewLine
from stellwerk.server.web.dependencies import GivenActor, GivenService, InPath


class ChatController(Controller):
    """The talk at a table."""

    path = "/api/tables/{table:str}"
    tags = ("chat",)

    @post("/chat")
    async def say(
        self, table: InPath, data: JSONBody[NewLine], actor: GivenActor, service: GivenService
    ) -> ChatLine:
        """Write a line."""
        return await service.chat.say(actor, table, data.text)

    @post("/mute", status_code=200)
    async def mute(
        self, table: InPath, data: JSONBody[Muting], actor: GivenActor, service: GivenService
    ) -> TableInfo:
        """Read no longer, or again, what a seat writes."""
        return await service.chat.mute(actor, table, data.seat, data.mute)
