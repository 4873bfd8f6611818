"""Signing in: coming back to one's name with a passkey, a recovery code or a one-time link."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Response, get, post
from litestar.params import JSONBody

from stellwerk.server.account import (
    SignedIn,
    SignInByCode,
    SignInByLink,
    SignInByPasskey,
    SignInOffer,
)
from stellwerk.server.cookies import GuestCookies
from stellwerk.server.errors import Refusal
from stellwerk.server.guard import address_of
from stellwerk.server.transactions.signing_in import Entered, Visit
from stellwerk.server.web.account import browser_of
from stellwerk.server.web.actors import is_secure
from stellwerk.server.web.dependencies import (
    AnyRequest,
    GivenActor,
    GivenCookies,
    GivenGuard,
    GivenLimit,
    GivenService,
    GivenSettings,
    InPath,
)
from stellwerk.server.web.parties import must_have_party, party_of


class SignInController(Controller):
    """Coming back."""

    path = "/api"
    tags = ("account",)

    @get("/sign-in")
    async def offer(
        self,
        request: AnyRequest,
        actor: GivenActor,
        service: GivenService,
        settings: GivenSettings,
    ) -> SignInOffer:
        """Tell how one can sign in here, and what this device's guest would leave behind."""
        party = party_of(request.scope, settings)
        left = await service.account.belongings(actor)
        return SignInOffer(None if party is None else party.host, left)

    @post("/sign-in/options", status_code=200)
    async def begin(
        self,
        request: AnyRequest,
        service: GivenService,
        settings: GivenSettings,
        challenges: GivenLimit,
    ) -> dict[str, Any]:
        """Get what a browser needs to ask for a passkey; it holds for five minutes."""
        party = must_have_party(request.scope, settings)
        challenges.must_take(address_of(request.scope))
        return await service.account.begin_sign_in(party)

    @post("/sign-in/passkey", status_code=200)
    async def by_passkey(
        self,
        data: JSONBody[SignInByPasskey],
        request: AnyRequest,
        actor: GivenActor,
        service: GivenService,
        settings: GivenSettings,
        guest_cookies: GivenCookies,
    ) -> Response[SignedIn]:
        """Sign in with what a passkey has signed."""
        party = must_have_party(request.scope, settings)
        visit = Visit(actor, browser_of(request), data.along)
        entered = await service.account.enter_by_passkey(visit, party, data.credential)
        return _signed_in(entered, request, guest_cookies)

    @post("/sign-in/code", status_code=200)
    async def by_code(
        self,
        data: JSONBody[SignInByCode],
        request: AnyRequest,
        actor: GivenActor,
        service: GivenService,
        guest_cookies: GivenCookies,
        guard: GivenGuard,
    ) -> Response[SignedIn]:
        """Sign in with a recovery code, which is used up by it."""
        address = address_of(request.scope)
        seconds = guard.recoveries.wait(address)
        if seconds:
            raise Refusal("too_many_codes", seconds=int(seconds) + 1)
        visit = Visit(actor, browser_of(request), data.along)
        try:
            entered = await service.account.enter_by_code(visit, data.code)
        except Refusal as refusal:
            if refusal.code == "bad_code":
                guard.recoveries.failed(address)
            raise
        return _signed_in(entered, request, guest_cookies)

    @post("/transfer/{token:str}", status_code=200)
    async def by_link(
        self,
        token: InPath,
        request: AnyRequest,
        actor: GivenActor,
        service: GivenService,
        guest_cookies: GivenCookies,
        data: JSONBody[SignInByLink | None] = None,
    ) -> Response[SignedIn]:
        """Become on this device who one is on the other."""
        along = None if data is None else data.along
        visit = Visit(actor, browser_of(request), along)
        entered = await service.account.enter_by_link(visit, token)
        return _signed_in(entered, request, guest_cookies)


def _signed_in(
    entered: Entered, request: AnyRequest, guest_cookies: GuestCookies
) -> Response[SignedIn]:
    cookie = guest_cookies.issue(entered.told, entered.device, secure=is_secure(request))
    return Response(entered.told, status_code=200, cookies=[cookie])
