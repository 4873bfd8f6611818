"""Profiles: one's own choice of what is shown, and what everybody sees."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get, put
from litestar.params import JSONBody, QueryParameter

from stellwerk.server.guard import address_of
from stellwerk.server.histories import OwnProfile, ProfileWish, PublicProfile
from stellwerk.server.web.dependencies import (
    AnyRequest,
    GivenActor,
    GivenLimit,
    GivenService,
    InPath,
)

_BOARD = Annotated[str | None, QueryParameter(name="board", max_length=80)]
_DAYS = Annotated[int | None, QueryParameter(name="days", ge=1, le=36_500)]


class ProfileController(Controller):
    """Profiles."""

    path = "/api"
    tags = ("profiles",)

    @get("/me/profile")
    async def own(self, actor: GivenActor, service: GivenService) -> OwnProfile:
        """Tell what one has chosen to show."""
        return await service.profiles.own(actor)

    @put("/me/profile")
    async def choose(
        self, data: JSONBody[ProfileWish], actor: GivenActor, service: GivenService
    ) -> OwnProfile:
        """Show one's profile to everybody under a handle, or hide it again."""
        return await service.profiles.choose(actor, data)

    @get("/profiles/{handle:str}")
    async def show(
        self,
        handle: InPath,
        request: AnyRequest,
        actor: GivenActor,
        service: GivenService,
        looks: GivenLimit,
        board: _BOARD = None,
        days: _DAYS = None,
    ) -> PublicProfile:
        """Show a profile, if there is a public one."""
        looks.must_take(actor.guest or f"@{address_of(request.scope)}")
        return await service.profiles.show(handle, board, days)
