"""Bots one can play against."""

from __future__ import annotations

from litestar import get

from stellwerk.server.protocol import BotInfo
from stellwerk.server.service import catalogue
from stellwerk.server.web.actors import language_of
from stellwerk.server.web.dependencies import AnyRequest


@get("/api/bots", tags=["boards"])
async def list_bots(request: AnyRequest) -> tuple[BotInfo, ...]:
    """List the bots, the weakest first."""
    return catalogue.bots(language_of(request.scope))
