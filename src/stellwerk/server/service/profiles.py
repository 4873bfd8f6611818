"""Profiles that guests show to everybody, if they want to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.server.histories import OwnProfile, ProfileWish, PublicProfile
from stellwerk.server.transactions import profiles
from stellwerk.server.transactions.actor import Actor

if TYPE_CHECKING:
    from stellwerk.server.service.service import Service


class Profiles:
    """Shows profiles, and lets guests choose what is shown."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def own(self, actor: Actor) -> OwnProfile:
        """Return what an actor has chosen to show."""
        guest = actor.known
        return await self._service.database.read(lambda c: profiles.own_profile(c, guest))

    async def choose(self, actor: Actor, wish: ProfileWish) -> OwnProfile:
        """Show an actor's profile under a handle, or hide it."""
        guest = actor.known
        return await self._service.database.write(
            lambda c: profiles.choose(c, guest, wish.handle, wish.hidden)
        )

    async def show(self, handle: str, board: str | None, days: int | None) -> PublicProfile:
        """Return a public profile; one that is not public is refused like one that is not there."""
        choice = self._service.games.choice(board, days)
        return await self._service.database.read(
            lambda c: profiles.public_profile(c, handle, choice)
        )
