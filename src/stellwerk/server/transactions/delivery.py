"""Notices on their way: taken from the outbox, kept from others meanwhile, crossed off or put off.

Whether a notice still means anything is looked at when it is taken: nobody is called to a turn that
is over, nor while looking.
"""

from __future__ import annotations

import datetime
import zoneinfo
from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple, cast

from sqlalchemy import Connection, Row, delete, select, update

from stellwerk.server.protocol import Language, QuietHours
from stellwerk.server.store import schema
from stellwerk.server.transactions.addresses import quiet_of
from stellwerk.server.transactions.outbox import MAIL, Event, Lane, seconds_until_low
from stellwerk.server.transactions.seats import Here
from stellwerk.server.transactions.subscriptions import Subscription
from stellwerk.server.transactions.table import Table, read
from stellwerk.server.transactions.worker import Worker

PAUSES: Final = (10.0, 60.0, 300.0, 1800.0, 7200.0, 21_600.0, 43_200.0)
"""Seconds between two tries; after the last of them a notice is given up."""
MOST_FAILURES: Final = 20
"""After so many failures in a row a browser is taken off the list."""
LONGEST: Final = 2 * 86_400.0
"""Seconds after which a notice has lost its meaning, whatever happened to it."""
_STOPPED: Final = 3600.0
"""Seconds after which a clock that has stopped is looked at again."""
_LOOKED: Final = 35.0
"""Whoever has looked at a review within so many seconds is looking at it."""


class Notice(NamedTuple):
    """One event to be told to one guest by one way."""

    id: str
    guest: str
    language: Language
    way: str
    event: Event
    table: Table | None
    review: str | None
    created: float
    tries: int
    subscription: Subscription | None
    """Where it goes; None for mail."""
    address: str
    """Where mail goes."""
    lease_until: float


def take(
    connection: Connection,
    worker: Worker,
    lane: Lane,
    most: int,
    here: Callable[[Connection, str], Here],
    pause: float,
) -> list[Notice]:
    """Take some notices that are due; no other worker has them until the lease ends.

    All that is due for one guest by mail is taken together, ``pause`` seconds after the last mail.
    """
    columns, now = schema.notices.c, worker.now
    due = (columns.lane == lane) & (columns.due <= now.wall) & (columns.lease_until <= now.play)
    wanted = select(schema.notices).where(due).order_by(columns.due, columns.id)
    rows = connection.execute(wanted.limit(most).with_for_update(skip_locked=True)).all()
    if lane == MAIL and rows:
        together = wanted.where(columns.guest_id == rows[0].guest_id)
        rows = connection.execute(together.with_for_update(skip_locked=True)).all()
    looking = _Looking(connection, here, worker)
    found: list[Notice] = []
    for row in rows:
        notice = _notice(connection, worker, row, looking, pause)
        if isinstance(notice, Notice):
            found.append(notice)
        elif notice is None:
            connection.execute(delete(schema.notices).where(columns.id == row.id))
        else:
            later = update(schema.notices).where(columns.id == row.id)
            connection.execute(later.values(due=notice))
    if found:
        mine = update(schema.notices).where(columns.id.in_([each.id for each in found]))
        until = now.play + worker.lease
        connection.execute(mine.values(lease_owner=worker.id, lease_until=until))
    return found


class _Looking:
    """Who is at which table, asked once for each."""

    def __init__(
        self, connection: Connection, here: Callable[[Connection, str], Here], worker: Worker
    ) -> None:
        self._connection = connection
        self._here = here
        self._now = worker.now.play
        self._known: dict[str, Here] = {}

    def at(self, place: str, guest: str, lately: float = 0.0) -> bool:
        """Tell whether a guest is at a table, or was a moment ago."""
        if place not in self._known:
            self._known[place] = self._here(self._connection, place)
        here = self._known[place]
        if guest in here.online:
            return True
        # Without a span it says nothing: the clock of the worker that noted it may be ahead.
        return lately > 0.0 and here.left.get(guest, -lately) > self._now - lately


def review_place(review: str) -> str:
    """Return by what name it is noted that somebody looks at a review."""
    return f"~{review[:30]}"


def _notice(
    connection: Connection, worker: Worker, row: Row[Any], looking: _Looking, pause: float
) -> Notice | float | None:
    """Return a notice as it is to be sent; when to look again; or None if it means nothing."""
    now = worker.now
    if row.created < now.wall - LONGEST and row.event != "clock":
        return None
    guest = connection.execute(
        select(schema.guests.c.language).where(schema.guests.c.id == row.guest_id)
    ).scalar_one()
    subscription, address = None, ""
    if row.way == MAIL:
        mail = schema.addresses.c
        found = connection.execute(
            select(mail.address, mail.mailed).where(mail.guest_id == row.guest_id)
        ).first()
        if found is None or found.address is None:
            return None
        if row.tries == 0 and found.mailed + pause > now.wall >= found.mailed:
            return cast(float, found.mailed + pause)
        address = found.address
    else:
        columns = schema.subscriptions.c
        known = connection.execute(
            select(columns.endpoint, columns.key, columns.auth).where(columns.id == row.way)
        ).first()
        if known is None:
            return None
        subscription = Subscription(*known)
    table = None if row.table_id is None else read(connection, row.table_id)
    when = _when(connection, worker, row, table, looking)
    if when is None or when > now.wall:
        return when
    return Notice(
        row.id,
        row.guest_id,
        guest,
        row.way,
        row.event,
        table,
        row.review,
        row.created,
        row.tries,
        subscription,
        address,
        now.play + worker.lease,
    )


def _when(
    connection: Connection, worker: Worker, row: Row[Any], table: Table | None, looking: _Looking
) -> float | None:
    """Return when an event is to be told: now, later, or never any more."""
    now = worker.now
    if row.event == "test":
        return now.wall
    if table is not None and looking.at(table.id, row.guest_id):
        return None
    if row.event == "review" and looking.at(review_place(row.review), row.guest_id, _LOOKED):
        return None
    if table is not None and not _still_meant(row.event, table, row.guest_id):
        return None
    if row.event == "clock" and table is not None:
        left = _low(table, row.guest_id, worker)
        if left > 0.0:
            return now.wall + left
    quiet = quiet_of(connection, row.guest_id)
    return now.wall if quiet is None else quiet_until(quiet, now.wall)


def _still_meant(event: str, table: Table, guest: str) -> bool:
    if event in ("turn", "clock"):
        return table.waits_for(table.seats_of(guest))
    if event == "invited":
        return table.status == "open" and not table.seats_of(guest)
    return True


def _low(table: Table, guest: str, worker: Worker) -> float:
    """Return the seconds until the clock of a guest who has to decide runs low."""
    times = [
        seconds_until_low(table, seat, worker.now)
        for seat in table.seats_of(guest)
        if seat in table.waiting
    ]
    return min((_STOPPED if each is None else each for each in times), default=_STOPPED)


def quiet_until(quiet: QuietHours, now: float) -> float:
    """Return when quiet hours end, or this moment outside of them.

    >>> night = QuietHours(22 * 60, 8 * 60, "Europe/Berlin")
    >>> quiet_until(night, 1_763_503_200.0) - 1_763_503_200.0  # 23:00 in Berlin
    32400.0
    """
    try:
        zone: datetime.tzinfo = zoneinfo.ZoneInfo(quiet.zone)
    except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError):
        zone = datetime.UTC
    local = datetime.datetime.fromtimestamp(now, zone)
    minute = local.hour * 60 + local.minute
    begins, ends = quiet.begins, quiet.ends
    inside = begins <= minute < ends if begins <= ends else minute >= begins or minute < ends
    if not inside:
        return now
    end = local.replace(hour=ends // 60, minute=ends % 60, second=0, microsecond=0)
    if ends <= minute:
        end += datetime.timedelta(days=1)
    return max(now, end.timestamp())


def sent(connection: Connection, notices: Iterable[Notice], now: float) -> None:
    """Cross off notices that have got where they should."""
    for notice in notices:
        connection.execute(delete(schema.notices).where(schema.notices.c.id == notice.id))
        if notice.subscription is None:
            mine = schema.addresses.c.guest_id == notice.guest
            connection.execute(update(schema.addresses).where(mine).values(mailed=now))
        else:
            columns = schema.subscriptions.c
            well = update(schema.subscriptions).where(columns.id == notice.way)
            connection.execute(well.values(worked=now, failures=0, paused=0.0))


def failed(
    connection: Connection,
    notices: Iterable[Notice],
    now: float,
    *,
    for_good: bool = False,
    wait: float = 0.0,
) -> None:
    """Put notices off that could not be sent, or give them up."""
    columns, browsers = schema.notices.c, schema.subscriptions.c
    for notice in notices:
        same = columns.id == notice.id
        if for_good or notice.tries >= len(PAUSES):
            connection.execute(delete(schema.notices).where(same))
        else:
            due = now + max(PAUSES[notice.tries], wait)
            values = {"tries": notice.tries + 1, "due": due, "lease_owner": None}
            lane = {} if notice.subscription is None else {"lane": "doubtful"}
            later = update(schema.notices).where(same)
            connection.execute(later.values(**values, **lane, lease_until=0.0))
        if notice.subscription is None:
            continue
        mine = browsers.id == notice.way
        rest = now + PAUSES[min(notice.tries, len(PAUSES) - 1)]
        worse = update(schema.subscriptions).where(mine)
        connection.execute(worse.values(failures=browsers.failures + 1, paused=rest))
        tired = delete(schema.subscriptions).where(mine, browsers.failures >= MOST_FAILURES)
        if connection.execute(tired).rowcount:
            connection.execute(delete(schema.notices).where(columns.way == notice.way))


def gone(connection: Connection, notice: Notice) -> None:
    """Take a browser off the list that has given up its subscription."""
    connection.execute(delete(schema.subscriptions).where(schema.subscriptions.c.id == notice.way))
    connection.execute(delete(schema.notices).where(schema.notices.c.way == notice.way))


def anything_due(connection: Connection, now: float) -> bool:
    """Tell whether any notice is due."""
    columns = schema.notices.c
    lanes = ("push", "doubtful", MAIL)
    wanted = select(columns.id).where(columns.lane.in_(lanes), columns.due <= now).limit(1)
    return connection.execute(wanted).first() is not None
