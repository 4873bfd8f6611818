"""Guests: who one is here, without an account."""

from __future__ import annotations

from litestar import Controller, Response, delete, get, patch, post
from litestar.params import JSONBody

from stellwerk.server.cookies import GuestCookies, Visitor, forgotten
from stellwerk.server.errors import Refusal
from stellwerk.server.guard import address_of
from stellwerk.server.protocol import GuestInfo, TableLine, TokenInfo, WaitingTable
from stellwerk.server.web.account import browser_of
from stellwerk.server.web.actors import is_secure, language_of
from stellwerk.server.web.bodies import GuestChange, NewGuest
from stellwerk.server.web.dependencies import (
    AnyRequest,
    GivenActor,
    GivenCookies,
    GivenLimit,
    GivenService,
)


class GuestController(Controller):
    """Oneself."""

    path = "/api"
    tags = ("guests",)

    @get("/me")
    async def me(
        self,
        request: AnyRequest,
        actor: GivenActor,
        service: GivenService,
        guest_cookies: GivenCookies,
    ) -> Response[GuestInfo | None]:
        """Tell who one is, and renew the cookie; null for somebody who comes for the first time."""
        guest = await service.guests.visit(actor, browser_of(request))
        secure = is_secure(request)
        cookies = [] if guest is None else [guest_cookies.issue(guest, actor.device, secure=secure)]
        return Response(guest, cookies=cookies)

    @post("/me")
    async def arrive(
        self,
        data: JSONBody[NewGuest],
        request: AnyRequest,
        service: GivenService,
        guest_cookies: GivenCookies,
        new_guests: GivenLimit,
    ) -> Response[GuestInfo]:
        """Become a guest; the cookie that comes back is all one needs."""
        visitor: Visitor | None = request.scope["state"].get("visitor")
        if visitor is not None:
            service.bars.must_be_welcome(visitor.guest)
        new_guests.must_take(address_of(request.scope))
        language = data.language or language_of(request.scope)
        guest, device = await service.guests.welcome(data.name, language, browser_of(request))
        return _with_cookie(guest, device, request, guest_cookies, status=201)

    @patch("/me")
    async def change(
        self,
        data: JSONBody[GuestChange],
        request: AnyRequest,
        actor: GivenActor,
        service: GivenService,
        guest_cookies: GivenCookies,
    ) -> Response[GuestInfo]:
        """Change name or language."""
        known = await service.guests.find(actor.known)
        if known is None:
            raise Refusal("no_guest")
        name, language = data.name or known.name, data.language or known.language
        guest = await service.guests.rename(actor, name, language)
        return _with_cookie(guest, actor.device, request, guest_cookies)

    @delete("/me", status_code=204)
    async def forget(
        self, request: AnyRequest, actor: GivenActor, service: GivenService
    ) -> Response[None]:
        """Be forgotten: name, cookie and all that names one."""
        await service.guests.forget(actor)
        return Response(None, status_code=204, cookies=[forgotten(secure=is_secure(request))])

    @get("/me/tables")
    async def tables(self, actor: GivenActor, service: GivenService) -> tuple[TableLine, ...]:
        """List one's own tables, those first where it is one's turn."""
        return await service.tables.own(actor)

    @get("/me/waiting")
    async def waiting(self, actor: GivenActor, service: GivenService) -> tuple[WaitingTable, ...]:
        """List the tables that wait for one, that whose time runs out first before the others."""
        return await service.tables.waiting(actor)

    @post("/me/transfer")
    async def transfer(self, actor: GivenActor, service: GivenService) -> TokenInfo:
        """Get a token that moves one to another device; it works once, within minutes."""
        return await service.guests.transfer(actor)


def _with_cookie(
    guest: GuestInfo,
    device: str,
    request: AnyRequest,
    guest_cookies: GuestCookies,
    status: int = 200,
) -> Response[GuestInfo]:
    cookie = guest_cookies.issue(guest, device, secure=is_secure(request))
    return Response(guest, status_code=status, cookies=[cookie])
