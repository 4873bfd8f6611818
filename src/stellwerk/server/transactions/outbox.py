"""The outbox: whoever is called back by an event is noted in the transaction that brings it.

Nothing is sent here. A move costs next to nothing where nobody at the table wants notices: that is
written at the seats, which are read with the table anyway.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final, Literal, get_args

from sqlalchemy import Connection, delete, insert, select

from stellwerk.server.protocol import Clock, NoticeEvent
from stellwerk.server.store import schema
from stellwerk.server.transactions import table as tables
from stellwerk.server.transactions.blocks import blocking
from stellwerk.server.transactions.clocks import Now
from stellwerk.server.transactions.codes import new_id
from stellwerk.server.transactions.table import Table

Event = NoticeEvent | Literal["test"]
EVENTS: Final[tuple[NoticeEvent, ...]] = get_args(NoticeEvent)
USUAL: Final[tuple[NoticeEvent, ...]] = tuple(event for event in EVENTS if event != "chat")
"""What a new device or address is told of."""

Lane = Literal["push", "doubtful", "mail"]
"""Notices travel in lanes, so that none holds up another: browsers that were reached before, those
that were not, and mail."""
MAIL: Final = "mail"
"""The way of notices that go by mail; all others are the ids of subscriptions."""

_LEAST_CLOCK: Final = 1800
"""Whoever has fewer seconds for a decision is at the table anyway."""
_LOW: Final = 0.25
"""The share of a player's time that is left when the clock runs low."""
_LOW_AT_MOST: Final = 21_600.0
_BUNDLED: Final = 5.0
"""Seconds in which lines of chat become one notice."""


def mark_seats(connection: Connection, table: Table) -> None:
    """Note at the seats of a table whether their holders may want notices."""
    guests = {seat.guest for seat in table.seats if seat.guest is not None}
    wanted = with_ways(connection, guests) if guests else frozenset()
    for seat in table.seats:
        seat.wants_notices = seat.guest in wanted


def with_ways(connection: Connection, guests: Collection[str]) -> frozenset[str]:
    """Return those of some guests who can be reached when they are not here."""
    browsers, mail = schema.subscriptions.c, schema.addresses.c
    found: set[str] = set()
    for column in (browsers.guest_id, mail.guest_id):
        found.update(connection.execute(select(column).where(column.in_(guests))).scalars())
    return frozenset(found)


def mark_tables(connection: Connection, guest: str) -> None:
    """Note at all tables of a guest who can be reached from now on that this is so."""
    rows, members = schema.tables.c, schema.members.c
    own = select(members.table_id).where(members.guest_id == guest)
    wanted = select(rows.id).where(rows.id.in_(own), rows.status.in_(("open", "playing")))
    for name in sorted(connection.execute(wanted).scalars()):
        table = tables.read(connection, name, lock=True)
        if all(table.seats[seat].wants_notices for seat in table.seats_of(guest)):
            continue
        for seat in table.seats_of(guest):
            table.seats[seat].wants_notices = True
        tables.write(connection, table, "seats")


def concerns_somebody(table: Table) -> bool:
    """Tell whether anybody at a table may want notices."""
    return any(seat.wants_notices for seat in table.seats)


def stepped(
    connection: Connection, now: Now, table: Table, waited: Iterable[int], mover: str | None = None
) -> None:
    """Call those whose turn has come, or all when the game is over.

    ``waited``: the seats that were to decide before; ``mover``: the guest who has just decided.
    """
    if not concerns_somebody(table) or not _matters(table):
        return
    wanted = {seat.guest for seat in table.seats if seat.wants_notices} - {None}
    if table.status == "finished":
        add(connection, now, "over", wanted - {mover}, table.id)
        return
    before = {table.seats[seat].guest for seat in waited}
    called = {
        table.seats[seat].guest: seat for seat in table.waiting if not table.seats[seat].stand_in
    }
    guests = (wanted & called.keys()) - before
    add(connection, now, "turn", guests, table.id)
    for guest in guests:
        left = seconds_until_low(table, called[guest], now)
        if left is not None and left > 0.0:
            add(connection, now, "clock", (guest,), table.id, wait=left)


def _matters(table: Table) -> bool:
    """Tell whether anybody waits for somebody else here, or a clock does."""
    people = {seat.guest or seat.program for seat in table.seats if seat.holder != "bot"}
    return len(people) > 1 or table.wish.clock.kind != "none"


def seconds_until_low(table: Table, seat: int, now: Now) -> float | None:
    """Return when the clock of a seat runs low; None where none runs that is long enough."""
    clock, clocks = table.wish.clock, table.clocks
    if clock.kind == "none" or clock.seconds < _LEAST_CLOCK:
        return None
    since = clocks.since[seat]
    if since is None:
        return None
    return clocks.left[seat] - (now.play - since) - _threshold(clock)


def _threshold(clock: Clock) -> float:
    return min(clock.seconds * _LOW, _LOW_AT_MOST)


def invited(connection: Connection, now: Now, table: str, guests: Iterable[str | None]) -> None:
    """Call guests for whom there is a place at a table."""
    add(connection, now, "invited", set(guests), table)


def said(connection: Connection, now: Now, table: Table, guest: str, seat: int | None) -> None:
    """Call those at a table who want to know that somebody has written to them."""
    if not concerns_somebody(table):
        return
    wanted = {each.guest for each in table.seats if each.wants_notices} - {guest}
    wanted -= blocking(connection, guest)
    if seat is not None and wanted:
        mutes = schema.mutes.c
        deaf = select(mutes.guest_id).where(mutes.table_id == table.id, mutes.seat == seat)
        wanted -= set(connection.execute(deaf).scalars())
    add(connection, now, "chat", wanted, table.id, wait=_BUNDLED)


def judged(connection: Connection, now: Now, review: str, guests: Iterable[str]) -> None:
    """Call those who asked for a review that is ready now."""
    add(connection, now, "review", set(guests), review=review)


def add(
    connection: Connection,
    now: Now,
    event: Event,
    guests: Collection[str | None],
    table: str | None = None,
    *,
    review: str | None = None,
    way: str | None = None,
    wait: float = 0.0,
) -> None:
    """Note that guests are to be told of an event, by every way that they want, or by one.

    What they were still to be told of the same kind at the same table is told with it.
    """
    if not guests:
        return
    rows: list[dict[str, Any]] = [
        {
            "id": new_id(),
            "guest_id": guest,
            "way": found,
            "lane": lane,
            "table_id": table,
            "review": review,
            "event": event,
            "created": now.wall,
            "due": max(now.wall + wait, paused),
            "tries": 0,
            "lease_until": 0.0,
        }
        for guest, found, lane, paused, events in _ways(connection, guests)
        if (event in events if way is None else found == way)
    ]
    if not rows:
        return
    columns = schema.notices.c
    same = (columns.guest_id.in_(guests)) & (columns.event == event)
    same &= columns.table_id == table if table is not None else columns.review == review
    if event == "chat":  # a line that follows others does not put off what is told of them
        _leave_out_told(connection, rows, table)
    elif table is not None or review is not None:
        connection.execute(delete(schema.notices).where(same))
    if rows:
        connection.execute(insert(schema.notices), rows)


def _leave_out_told(connection: Connection, rows: list[dict[str, Any]], table: str | None) -> None:
    """Leave out the ways by which a notice of the same kind is on its way already."""
    columns = schema.notices.c
    waiting = select(columns.way, columns.guest_id).where(
        columns.table_id == table, columns.event == "chat", columns.lease_owner.is_(None)
    )
    known = {tuple(row) for row in connection.execute(waiting)}
    rows[:] = [row for row in rows if (row["way"], row["guest_id"]) not in known]


def _ways(
    connection: Connection, guests: Collection[str | None]
) -> list[tuple[str, str, Lane, float, list[str]]]:
    """Return the ways to guests: whose, which, its lane, until when it rests, what it is for."""
    browsers, mail = schema.subscriptions.c, schema.addresses.c
    found: list[tuple[str, str, Lane, float, list[str]]] = []
    for row in connection.execute(
        select(
            browsers.guest_id,
            browsers.id,
            browsers.events,
            browsers.worked,
            browsers.failures,
            browsers.paused,
        ).where(browsers.guest_id.in_(guests))
    ):
        lane: Lane = "doubtful" if row.failures or row.worked is None else "push"
        found.append((row.guest_id, row.id, lane, row.paused, row.events.split(",")))
    wanted = select(mail.guest_id, mail.events).where(
        mail.guest_id.in_(guests), mail.address.is_not(None)
    )
    for guest, events in connection.execute(wanted):
        found.append((guest, MAIL, MAIL, 0.0, events.split(",")))
    return found
