"""Reviews: a finished game is sent, and what each decision was worth comes back bit by bit."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get, post
from litestar.params import QueryParameter

from stellwerk.server.guard import address_of, person_of
from stellwerk.server.protocol import ReviewInfo
from stellwerk.server.service.fairness import Asker
from stellwerk.server.web.dependencies import (
    AnyRequest,
    GivenActor,
    GivenLimit,
    GivenService,
    InPath,
)
from stellwerk.server.web.replays import LARGEST, take_one

_BOARD = Annotated[str | None, QueryParameter(name="board", max_length=80)]


class ReviewController(Controller):
    """Games that are judged."""

    path = "/api/reviews"
    tags = ("reviews",)

    @post("/", status_code=200, request_max_body_size=LARGEST)
    async def ask(
        self,
        request: AnyRequest,
        service: GivenService,
        replays: GivenLimit,
        board: _BOARD = None,
    ) -> ReviewInfo:
        """Ask for the review of a finished game; the body is its record."""
        take_one(request, replays)
        asker = Asker(address_of(request.scope), person_of(request.scope) or "")
        return await service.reviews.ask(await request.body(), board, asker)

    @post("/known", status_code=200, request_max_body_size=LARGEST)
    async def known(
        self, request: AnyRequest, service: GivenService, replays: GivenLimit
    ) -> ReviewInfo | None:
        """Return the review of a finished game if there is one; nothing is judged."""
        take_one(request, replays)
        return await service.reviews.known(await request.body())

    @get("/{review:str}")
    async def look(self, service: GivenService, actor: GivenActor, review: InPath) -> ReviewInfo:
        """Return a review as far as it has come."""
        return await service.reviews.look(review, actor)
