"""Notices: how guests are called back when they are not here, and what they choose about it."""

from __future__ import annotations

import time
import zoneinfo
from collections import Counter
from collections.abc import Collection
from typing import TYPE_CHECKING, Final

from stellwerk.server.errors import Refusal
from stellwerk.server.limits import per_hour
from stellwerk.server.post import letters
from stellwerk.server.post.letters import Sender
from stellwerk.server.post.mail import Mailer, NotSent, mail_server
from stellwerk.server.post.push import Vapid, can_push
from stellwerk.server.protocol import NoticeEvent, NoticeSettings, QuietHours
from stellwerk.server.signing import Signer
from stellwerk.server.store.upgrade import shared_secret
from stellwerk.server.transactions import addresses, outbox, subscriptions
from stellwerk.server.transactions.actor import Actor
from stellwerk.server.transactions.codes import new_id
from stellwerk.server.transactions.delivery import Notice
from stellwerk.server.transactions.subscriptions import Subscription

if TYPE_CHECKING:
    from stellwerk.server.service.service import Service

_NOBODY: Final = "mailto:nobody@stellwerk.invalid"
_TESTS_PER_HOUR: Final = 20.0
_MAILS_PER_HOUR: Final = 5.0
"""Mails that confirm an address, asked for by one guest."""
_MAILS_FROM: Final = 20.0
"""The same, from one address."""
_FOR_EVER: Final = 1e12
"""A link that ends mails works for as long as the address is kept."""


class Notices:
    """What guests choose, and what is needed to reach them."""

    def __init__(self, service: Service) -> None:
        settings = service.settings
        self._service = service
        self.vapid: Vapid | None = None
        """Our key for web push; None where that cannot be."""
        self.mailer: Mailer | None = None
        if settings.mail is not None:
            self.mailer = Mailer(mail_server(settings.mail, settings.mail_from))
        address = (settings.public_url or f"http://{settings.host}:{settings.port}").rstrip("/")
        self.by = Sender(settings.mail_from or "", address)
        """Who mails come from, and where their links lead."""
        self.carried: Counter[tuple[str, str]] = Counter()
        """How many notices this process has carried, by their way and by what became of them."""
        self._stops: Signer | None = None
        self._tests = per_hour(_TESTS_PER_HOUR)
        self._mails = per_hour(_MAILS_PER_HOUR)
        self._mails_from = per_hour(_MAILS_FROM)

    async def start(self) -> None:
        """Learn the keys that all workers share."""
        service = self._service
        self._stops = Signer(service.secret, "stop mail")
        if can_push():
            secret = await service.database.write(lambda c: shared_secret(c, "vapid"))
            url = service.settings.public_url or ""
            contact = url if url.startswith("https://") else _NOBODY
            self.vapid = Vapid(secret, contact)

    async def stop(self) -> None:
        """End the connection to the mail server."""
        if self.mailer is not None:
            await self.mailer.close()

    def count(self, notice: Notice, what: str) -> None:
        """Count what has become of a notice."""
        self.carried["mail" if notice.subscription is None else "push", what] += 1

    async def settings(self, actor: Actor) -> NoticeSettings:
        """Return what a guest has chosen, and what can be chosen here."""
        guest = actor.known
        found = await self._service.database.read(
            lambda c: (
                subscriptions.devices(c, guest),
                addresses.address_of(c, guest),
                addresses.quiet_of(c, guest),
            )
        )
        key = None if self.vapid is None else self.vapid.public
        return NoticeSettings(key, self.mailer is not None, *found)

    async def subscribe(
        self, actor: Actor, given: Subscription, name: str, replaces: str | None
    ) -> NoticeSettings:
        """Let a browser take a guest's notices."""
        if self.vapid is None:
            raise Refusal("push_off")
        guest, now, here = actor.known, time.time(), actor.device or None
        await self._service.database.write(
            lambda c: subscriptions.subscribe(c, guest, given, name, now, replaces, here), long=True
        )
        return await self.settings(actor)

    async def choose(
        self, actor: Actor, device: str, events: Collection[NoticeEvent]
    ) -> NoticeSettings:
        """Say what a browser is to be told of."""
        guest = actor.known
        await self._service.database.write(lambda c: subscriptions.choose(c, guest, device, events))
        return await self.settings(actor)

    async def drop(self, actor: Actor, device: str) -> NoticeSettings:
        """Take a browser off the list."""
        guest = actor.known
        await self._service.database.write(lambda c: subscriptions.drop(c, guest, device))
        return await self.settings(actor)

    async def try_out(self, actor: Actor, device: str) -> None:
        """Send a notice that says that it has arrived."""
        guest = actor.known
        self._tests.must_take(guest)
        if not any(each.id == device for each in (await self.settings(actor)).devices):
            raise Refusal("no_browser")
        await self._service.write(
            lambda c, worker: outbox.add(c, worker.now, "test", (guest,), way=device)
        )
        self._service.postman.wake()

    async def give_address(self, actor: Actor, text: str, network: str) -> NoticeSettings:
        """Send a mail to an address, whose link makes it count."""
        mailer, service = self.mailer, self._service
        if mailer is None:
            raise Refusal("mail_off")
        address, guest, now = addresses.clean_address(text), actor.known, time.time()
        known = await service.guests.find(guest)
        if known is None:
            raise Refusal("no_guest")
        self._mails.must_take(guest)
        self._mails_from.must_take(network)
        mark = addresses.mark_of(service.secret, address)
        token = await service.database.write(lambda c: addresses.ask(c, guest, address, mark, now))
        message = letters.confirmation(
            address, known.name, known.language, self.by, token, new_id()
        )
        try:
            await mailer.send(message)
        except NotSent as problem:
            code = "mail_address_refused" if problem.for_good else "mail_away"
            raise Refusal(code) from None
        return await self.settings(actor)

    async def confirm(self, token: str) -> str:
        """Let an address count; return it."""
        now = time.time()
        found = await self._service.database.write(
            lambda c: addresses.confirm(c, token, now), long=True
        )
        return found.address

    async def refuse(self, token: str) -> None:
        """Never write again to an address that somebody else has given."""
        service, now = self._service, time.time()
        address = await service.database.read(lambda c: addresses.wanted_by(c, token))
        if address is None:
            raise Refusal("bad_token")
        mark = addresses.mark_of(service.secret, address)
        await service.database.write(lambda c: addresses.refuse(c, token, mark, now))

    async def drop_address(self, actor: Actor) -> NoticeSettings:
        """Send a guest no mail any more."""
        guest = actor.known
        await self._service.database.write(lambda c: addresses.drop(c, guest))
        return await self.settings(actor)

    async def choose_mail(self, actor: Actor, events: Collection[NoticeEvent]) -> NoticeSettings:
        """Say what a guest wants mail about."""
        guest = actor.known
        await self._service.database.write(lambda c: addresses.choose(c, guest, events))
        return await self.settings(actor)

    async def keep_quiet(self, actor: Actor, quiet: QuietHours | None) -> NoticeSettings:
        """Say when a guest wants to be left in peace."""
        if quiet is not None:
            try:
                zoneinfo.ZoneInfo(quiet.zone)
            except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError):
                raise Refusal("no_such_zone") from None
        guest, now = actor.known, time.time()
        await self._service.database.write(lambda c: addresses.keep_quiet(c, guest, quiet, now))
        self._service.postman.wake()
        return await self.settings(actor)

    def stop_path(self, guest: str, address: str) -> str:
        """Return the path of the link that ends mails to an address."""
        assert self._stops is not None, "the service has been started"
        text = f"{guest}.{addresses.short(address)}"
        return f"/mail/stop/{self._stops.sign(text, time.time())}"

    async def stop_mail(self, signed: str) -> None:
        """Follow that link; doing so again changes nothing."""
        assert self._stops is not None, "the service has been started"
        text = self._stops.read(signed, time.time(), _FOR_EVER)
        if text is None:
            raise Refusal("bad_token")
        guest, _, belongs = text.partition(".")
        await self._service.database.write(lambda c: addresses.stop(c, guest, belongs))
