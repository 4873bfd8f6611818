"""One's own finished games, and statistics of them."""

from __future__ import annotations

from typing import Annotated, Literal

from litestar import Controller, delete, get
from litestar.params import QueryParameter

from stellwerk.server.histories import GameChoices, GamesPage, Statistics
from stellwerk.server.transactions.game_lists import Wanted
from stellwerk.server.web.dependencies import GivenActor, GivenLimit, GivenService, InPath

_BOARD = Annotated[str | None, QueryParameter(name="board", max_length=80)]
_RESULT = Annotated[Literal["won", "lost"] | None, QueryParameter(name="result")]
_AGAINST = Annotated[Literal["people", "bots"] | None, QueryParameter(name="against")]
_SEATS = Annotated[int | None, QueryParameter(name="seats", ge=2, le=5)]
_COMPANY = Annotated[str, QueryParameter(name="company", max_length=200)]
_SEARCH = Annotated[str, QueryParameter(name="search", max_length=100)]
_PAGE = Annotated[int, QueryParameter(name="page", ge=1, le=100_000)]
_DAYS = Annotated[int | None, QueryParameter(name="days", ge=1, le=36_500)]


class GamesController(Controller):
    """One's own finished games."""

    path = "/api/me"
    tags = ("games",)

    @get("/games")
    async def games(
        self,
        actor: GivenActor,
        service: GivenService,
        board: _BOARD = None,
        result: _RESULT = None,
        against: _AGAINST = None,
        seats: _SEATS = None,
        company: _COMPANY = "",
        search: _SEARCH = "",
        page: _PAGE = 1,
    ) -> GamesPage:
        """List one's finished games, fifty on a page."""
        wanted = Wanted(
            board=board,
            won=None if result is None else result == "won",
            people=None if against is None else against == "people",
            seats=seats,
            company=company,
            search=search,
            page=page,
        )
        return await service.games.page(actor, wanted)

    @get("/games/choices")
    async def choices(self, actor: GivenActor, service: GivenService) -> GameChoices:
        """Tell by what one's games can be filtered."""
        return await service.games.choices(actor)

    @delete("/games/{table:str}", status_code=204)
    async def drop(self, actor: GivenActor, service: GivenService, table: InPath) -> None:
        """Take a game off one's list; where nobody else has it, table and record are deleted."""
        await service.games.drop(actor, table)

    @get("/statistics")
    async def statistics(
        self,
        actor: GivenActor,
        service: GivenService,
        looks: GivenLimit,
        board: _BOARD = None,
        days: _DAYS = None,
    ) -> Statistics:
        """Tell how one plays, on one board or on all, in the last days or ever."""
        looks.must_take(actor.known)
        return await service.games.statistics(actor, board, days)
