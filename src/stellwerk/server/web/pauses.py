"""Pauses: proposed, agreed to, and ended."""

from __future__ import annotations

from litestar import Controller, post
from litestar.params import JSONBody

from stellwerk.server.protocol import TableInfo
from stellwerk.server.web.bodies import PauseAnswer, PauseWish
from stellwerk.server.web.dependencies import GivenTable


class PauseController(Controller):
    """The pause of a game whose clock counts days."""

    path = "/api/tables/{table:str}/pause"
    tags = ("play",)

    @post("/", status_code=200)
    async def propose(self, data: JSONBody[PauseWish], at: GivenTable) -> TableInfo:
        """Propose a pause; it begins when all people at the table agree."""
        return await at.service.pauses.propose(at.actor, at.table, data.days)

    @post("/answer", status_code=200)
    async def answer(self, data: JSONBody[PauseAnswer], at: GivenTable) -> TableInfo:
        """Agree to the proposed pause, or decline it; one's own is withdrawn."""
        return await at.service.pauses.answer(at.actor, at.table, data.agree)

    @post("/end", status_code=200)
    async def end(self, at: GivenTable) -> TableInfo:
        """Wish to play on: the pause ends in a day, or at once when all people wish it."""
        return await at.service.pauses.go_on(at.actor, at.table)
