"""The postman: carries notices from the outbox to browsers and mailboxes.

However many workers there are, each notice is taken by one. Connecting, finding names and
encrypting happen for many at once; but at each push service and at the mail server a worker hands
over one notice at a time, and crosses it off before the next. So a worker that dies has at most one
there that will come again, and that one replaces the first: it has the same topic or Message-ID.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

import structlog

from stellwerk.server.errors import Refusal
from stellwerk.server.post import letters
from stellwerk.server.post.endpoints import ANSWER, NotAllowed, Request, Unreachable
from stellwerk.server.post.mail import NotSent
from stellwerk.server.post.push import encrypt
from stellwerk.server.transactions import delivery
from stellwerk.server.transactions.delivery import Notice
from stellwerk.server.transactions.outbox import MAIL, Lane
from stellwerk.server.waiting import happens

if TYPE_CHECKING:
    from stellwerk.server.service.service import Service

log = structlog.get_logger()

_PLACES: Final[dict[Lane, int]] = {"push": 32, "doubtful": 16, MAIL: 1}
"""How many notices a worker carries at a time: who never answers takes no place from others."""
_MARGIN: Final = 0.25
"""Seconds of a lease that must be left after the longest answer."""
_AGAIN: Final = frozenset({408, 425, 429})
_GONE: Final = frozenset({401, 403, 404, 410})
"""Answers that mean that nothing will ever arrive there."""
_LONGEST_WAIT: Final = 21_600.0
"""Most seconds that a push service may ask us to wait."""


class Postman:
    """Carries what is due, as soon as it is due."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._wake = asyncio.Event()
        self._loop: asyncio.Task[None] | None = None
        self._carrying: dict[Lane, set[asyncio.Task[None]]] = {lane: set() for lane in _PLACES}
        self._doors: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def start(self) -> None:
        """Begin to carry."""
        if self._lanes():
            self._loop = asyncio.create_task(self._go_round())

    async def stop(self) -> None:
        """Stop; what is under way is left to others."""
        tasks = [task for carried in self._carrying.values() for task in carried]
        if self._loop is not None:
            tasks.append(self._loop)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def wake(self) -> None:
        """Look now whether something is due."""
        self._wake.set()

    def _lanes(self) -> tuple[Lane, ...]:
        notices = self._service.notices
        push: tuple[Lane, ...] = ("push", "doubtful") if notices.vapid is not None else ()
        return (*push, MAIL) if notices.mailer is not None else push

    async def _go_round(self) -> None:
        while True:
            self._wake.clear()
            try:
                await self._look()
            except Refusal as refusal:
                log.warning("postman_refused", reason=refusal.code)
            except Exception:
                log.exception("postman_failed")
            await happens(self._wake, self._service.settings.poll)

    async def _look(self) -> None:
        """Take what is due, as far as there are places for it."""
        service = self._service
        now = service.worker.now.wall
        if not await service.database.read(lambda c: delivery.anything_due(c, now)):
            return
        for lane in self._lanes():
            while free := _PLACES[lane] - len(self._carrying[lane]):
                if not await self._take(lane, free):
                    break

    async def _take(self, lane: Lane, most: int) -> bool:
        """Take some notices of a lane; tell whether there may be more."""
        service = self._service
        taken = await service.write(
            lambda c, worker: delivery.take(
                c, worker, lane, most, service.presence.here, service.settings.mail_pause
            )
        )
        if lane == MAIL:
            if taken:
                self._begin(lane, self._mail(taken))
        else:
            for notice in taken:
                self._begin(lane, self._push(notice))
        return bool(taken)

    def _begin(self, lane: Lane, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(self._carry(work))
        self._carrying[lane].add(task)

        def done(_: asyncio.Task[None]) -> None:
            self._carrying[lane].discard(task)
            self.wake()  # there is a place again

        task.add_done_callback(done)

    async def _carry(self, work: Awaitable[None]) -> None:
        try:
            await work
        except Refusal as refusal:  # nothing can be stored just now; it is taken again later
            log.warning("notice_waits", reason=refusal.code)
        except Exception:
            log.exception("notice_failed")

    async def _push(self, notice: Notice) -> None:
        """Carry a notice to a browser's push service."""
        service, vapid = self._service, self._service.notices.vapid
        to = notice.subscription
        assert to is not None, "mail travels in a lane of its own"
        assert vapid is not None, "without a key no lane for push is looked at"
        content = letters.push_content(notice, service.worker.now, service.secret)
        try:
            body = encrypt(to.key, to.auth, content)
        except ValueError:  # the key is no point of the curve
            await self._gone(notice)
            return
        headers = {
            "Authorization": vapid.authorization(to.endpoint),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            **letters.push_headers(notice, service.secret),
        }
        anywhere = service.settings.push_anywhere
        try:
            request = await Request.begin(to.endpoint, headers, body, anywhere=anywhere)
        except NotAllowed:
            await self._gone(notice)
            return
        except Unreachable:
            await self._failed([notice])
            return
        try:
            async with self._door(urlsplit(to.endpoint).netloc):
                await self._hand_over(notice, request)
        finally:
            request.close()

    async def _hand_over(self, notice: Notice, request: Request) -> None:
        """Send the last byte, and note what is answered before anybody else is served here."""
        left = notice.lease_until - self._service.clock.now() - _MARGIN
        if left <= 0.0:
            return  # it took so long to get here that another worker may have it
        try:
            answer = await request.finish(min(left, ANSWER))
        except Unreachable:
            await self._failed([notice])
            return
        if answer.status < 300:
            await self._sent([notice])
        elif answer.status in _GONE:
            await self._gone(notice)
        elif answer.status in _AGAIN or answer.status >= 500:
            await self._failed([notice], wait=_seconds(answer.headers.get("retry-after", "")))
        else:
            await self._failed([notice], for_good=True)

    def _door(self, host: str) -> asyncio.Lock:
        """Return what lets one notice at a time through to a push service."""
        known = self._doors.get(host)
        if known is None:
            known = self._doors[host] = asyncio.Lock()
        return known

    async def _mail(self, notices: list[Notice]) -> None:
        """Carry notices for one guest as one mail."""
        service, mailer = self._service, self._service.notices.mailer
        assert mailer is not None, "without a server no lane for mail is looked at"
        first = notices[0]
        stop = service.notices.stop_path(first.guest, first.address)
        by = service.notices.by
        message = letters.mail_of(notices, service.worker.now, by, stop)
        try:
            await mailer.send(message)
        except NotSent as problem:
            log.warning("mail_failed", reason=str(problem))
            await self._failed(notices, for_good=problem.for_good)
        else:
            await self._sent(notices)

    async def _sent(self, notices: list[Notice]) -> None:
        service = self._service
        service.notices.count(notices[0], "sent")
        await service.write(lambda c, worker: delivery.sent(c, notices, worker.now.wall))

    async def _gone(self, notice: Notice) -> None:
        self._service.notices.count(notice, "gone")
        await self._service.database.write(lambda c: delivery.gone(c, notice))

    async def _failed(
        self, notices: list[Notice], *, for_good: bool = False, wait: float = 0.0
    ) -> None:
        service = self._service
        service.notices.count(notices[0], "failed")
        await service.write(
            lambda c, worker: delivery.failed(
                c, notices, worker.now.wall, for_good=for_good, wait=wait
            )
        )


def _seconds(text: str) -> float:
    """Read how long a push service wants us to wait; dates are left to our own patience."""
    return min(float(text), _LONGEST_WAIT) if text.isascii() and text.isdigit() else 0.0
