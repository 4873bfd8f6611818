"""Notices: how one wants to be called back; and the links in mails."""

from __future__ import annotations

from litestar import Controller, Response, delete, get, patch, post, put
from litestar.params import JSONBody
from msgspec import Struct

from stellwerk.server.guard import address_of
from stellwerk.server.protocol import NoticeSettings
from stellwerk.server.transactions.subscriptions import subscription_of
from stellwerk.server.web.bodies import EventChoice, NewAddress, NewDevice, QuietChoice
from stellwerk.server.web.dependencies import (
    AnyRequest,
    GivenActor,
    GivenGuard,
    GivenService,
    GivenSettings,
    InPath,
)
from stellwerk.server.web.pages import page


class MailAddress(Struct, frozen=True):
    """An address that counts now."""

    address: str


class NoticeController(Controller):
    """How one is called back when one is not here."""

    path = "/api/me/notices"
    tags = ("notices",)

    @get("/")
    async def settings(self, actor: GivenActor, service: GivenService) -> NoticeSettings:
        """Tell what one has chosen, and what there is to choose."""
        return await service.notices.settings(actor)

    @post("/devices", status_code=200)
    async def subscribe(
        self,
        data: JSONBody[NewDevice],
        actor: GivenActor,
        service: GivenService,
        settings: GivenSettings,
    ) -> NoticeSettings:
        """Let this browser take one's notices: its push subscription is the body."""
        anywhere = settings.push_anywhere
        given = subscription_of(data.endpoint, data.keys.p256dh, data.keys.auth, anywhere=anywhere)
        return await service.notices.subscribe(actor, given, data.name, data.replaces)

    @patch("/devices/{device:str}")
    async def choose(
        self,
        data: JSONBody[EventChoice],
        actor: GivenActor,
        service: GivenService,
        device: InPath,
    ) -> NoticeSettings:
        """Say what a browser is to be told of."""
        return await service.notices.choose(actor, device, data.events)

    @delete("/devices/{device:str}", status_code=200)
    async def drop(
        self, actor: GivenActor, service: GivenService, device: InPath
    ) -> NoticeSettings:
        """Take a browser off the list; one that is not there need not be taken off."""
        return await service.notices.drop(actor, device)

    @post("/devices/{device:str}/try", status_code=204)
    async def try_out(self, actor: GivenActor, service: GivenService, device: InPath) -> None:
        """Get a notice, to see that it arrives."""
        await service.notices.try_out(actor, device)

    @post("/address", status_code=200)
    async def give_address(
        self,
        data: JSONBody[NewAddress],
        request: AnyRequest,
        actor: GivenActor,
        service: GivenService,
    ) -> NoticeSettings:
        """Give an address for mail; it counts once the link that is sent there is followed."""
        network = address_of(request.scope)
        return await service.notices.give_address(actor, data.address, network)

    @patch("/address")
    async def choose_mail(
        self, data: JSONBody[EventChoice], actor: GivenActor, service: GivenService
    ) -> NoticeSettings:
        """Say what one wants mail about."""
        return await service.notices.choose_mail(actor, data.events)

    @delete("/address", status_code=200)
    async def drop_address(self, actor: GivenActor, service: GivenService) -> NoticeSettings:
        """Get no mail any more; the address is forgotten."""
        return await service.notices.drop_address(actor)

    @put("/quiet")
    async def keep_quiet(
        self, data: JSONBody[QuietChoice], actor: GivenActor, service: GivenService
    ) -> NoticeSettings:
        """Say when one wants to be left in peace."""
        return await service.notices.keep_quiet(actor, data.quiet)


@post("/api/mail/{token:str}", status_code=200, tags=["notices"])
async def confirm_mail(service: GivenService, token: InPath) -> MailAddress:
    """Follow the link that confirms an address."""
    return MailAddress(await service.notices.confirm(token))


@delete("/api/mail/{token:str}", status_code=204, tags=["notices"])
async def refuse_mail(service: GivenService, token: InPath) -> None:
    """Say that somebody else has given one's address; nobody writes there any more."""
    await service.notices.refuse(token)


@post("/mail/stop/{token:str}", status_code=204, tags=["notices"])
async def stop_mail(service: GivenService, token: InPath) -> None:
    """End mails by the link in them; programs for mail follow it by one click (RFC 8058)."""
    await service.notices.stop_mail(token)


@get("/mail/stop/{token:str}", include_in_schema=False)
async def stop_page(
    request: AnyRequest,
    actor: GivenActor,
    service: GivenService,
    guard: GivenGuard,
    token: InPath,
) -> Response[bytes]:
    """Show the page at the same address: programs that look at links must not end anything."""
    shown: Response[bytes] = await page.fn(request, actor, service, guard, f"mail/stop/{token}")
    return shown
