"""One's own account: devices, passkeys, recovery codes, and everything as a file."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, Response, delete, get, patch, post
from litestar.params import JSONBody, QueryParameter
from litestar.response import Stream

from stellwerk.server.account import (
    AccountInfo,
    NewCodes,
    PasskeyAnswer,
    PasskeyInfo,
    PasskeyName,
    SignOut,
)
from stellwerk.server.browsers import browser_named
from stellwerk.server.cookies import forgotten
from stellwerk.server.headers import header
from stellwerk.server.web.actors import is_secure
from stellwerk.server.web.dependencies import (
    AnyRequest,
    GivenActor,
    GivenLimit,
    GivenService,
    GivenSettings,
    InPath,
)
from stellwerk.server.web.parties import must_have_party, party_of

_SURE = Annotated[bool, QueryParameter(name="sure")]


class AccountController(Controller):
    """One's own account."""

    path = "/api/me"
    tags = ("account",)

    @get("/account")
    async def info(
        self,
        request: AnyRequest,
        actor: GivenActor,
        service: GivenService,
        settings: GivenSettings,
    ) -> AccountInfo:
        """Tell where one is signed in, and by what one can come back."""
        return await service.account.info(actor, party_of(request.scope, settings))

    @post("/passkeys/options", status_code=200)
    async def begin_passkey(
        self,
        request: AnyRequest,
        actor: GivenActor,
        service: GivenService,
        settings: GivenSettings,
        challenges: GivenLimit,
    ) -> dict[str, Any]:
        """Get what a browser needs to make a passkey; it holds for five minutes."""
        party = must_have_party(request.scope, settings)
        challenges.must_take(actor.known)
        return await service.account.begin_passkey(actor, party)

    @post("/passkeys")
    async def add_passkey(
        self,
        data: JSONBody[PasskeyAnswer],
        request: AnyRequest,
        actor: GivenActor,
        service: GivenService,
        settings: GivenSettings,
    ) -> PasskeyInfo:
        """Keep one's name with the passkey that the browser has made."""
        party = must_have_party(request.scope, settings)
        name = data.name or browser_of(request) or party.host[:20]
        return await service.account.add_passkey(actor, party, data.credential, name)

    @patch("/passkeys/{passkey:str}", status_code=204)
    async def rename_passkey(
        self,
        data: JSONBody[PasskeyName],
        passkey: InPath,
        actor: GivenActor,
        service: GivenService,
    ) -> None:
        """Give a passkey another name."""
        await service.account.rename_passkey(actor, passkey, data.name)

    @delete("/passkeys/{passkey:str}")
    async def remove_passkey(
        self, passkey: InPath, actor: GivenActor, service: GivenService, sure: _SURE = False
    ) -> None:
        """Take a passkey away; the last way back only with ``sure``."""
        await service.account.remove_passkey(actor, passkey, sure=sure)

    @post("/codes")
    async def new_codes(
        self, actor: GivenActor, service: GivenService, challenges: GivenLimit
    ) -> NewCodes:
        """Get new recovery codes, each good for one sign-in; those of before end."""
        challenges.must_take(actor.known)
        return NewCodes(await service.account.new_codes(actor))

    @delete("/devices/{device:str}")
    async def take_away(self, device: InPath, actor: GivenActor, service: GivenService) -> None:
        """Sign another device out."""
        await service.devices.take_away(actor, device)

    @post("/sign-out", status_code=204)
    async def sign_out(
        self,
        data: JSONBody[SignOut],
        request: AnyRequest,
        actor: GivenActor,
        service: GivenService,
    ) -> Response[None]:
        """Sign out here, at all other devices, or everywhere."""
        await service.devices.sign_out(actor, data.where, sure=data.sure)
        stays = data.where == "elsewhere"
        cookies = [] if stays else [forgotten(secure=is_secure(request))]
        return Response(None, status_code=204, cookies=cookies)

    @get("/export", media_type="application/zip")
    async def export(self, actor: GivenActor, service: GivenService, exports: GivenLimit) -> Stream:
        """Get everything that is kept about one as a zip file, with the records of one's games."""
        exports.must_take(actor.known)
        pieces = await service.export.begin(actor)
        named = {"Content-Disposition": 'attachment; filename="stellwerk.zip"'}
        return Stream(pieces, media_type="application/zip", headers=named)


def browser_of(request: AnyRequest) -> str:
    """Return what the browser of a request is called."""
    return browser_named(header(request.scope["headers"], b"user-agent"))
