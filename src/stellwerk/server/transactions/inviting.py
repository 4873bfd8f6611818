"""Inviting: a seat of a table that has not begun is kept for somebody one has played with."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, select

from stellwerk.server.errors import Refusal
from stellwerk.server.store import schema
from stellwerk.server.transactions import outbox, people
from stellwerk.server.transactions.actor import Actor
from stellwerk.server.transactions.blocks import is_blocked_by
from stellwerk.server.transactions.holders import note_holders
from stellwerk.server.transactions.table import Kept, Seat, Table, read, seat_at, write
from stellwerk.server.transactions.worker import Worker


def keep(connection: Connection, worker: Worker, table: Table, seat: int, person: str) -> None:
    """Keep an open seat for somebody; everybody who is ever invited is invited here.

    Whoever has blocked the host learns nothing of it, and the host does not learn that.
    """
    guest = people.find(connection, worker.secret, table.host, person)
    if is_blocked_by(connection, guest, {table.host}):
        raise Refusal("no_such_person")
    if table.seats[seat].holder != "open":
        raise Refusal("seat_taken", seat=seat + 1)
    if table.seats_of(guest) or table.kept_for(guest):
        raise Refusal("invited_already")
    table.seats[seat] = Seat(kept=Kept(guest, people.name_of(connection, guest)))


def call(connection: Connection, worker: Worker, table: Table, seats: Iterable[int]) -> None:
    """Call those for whom some seats are kept, but nobody who has blocked the host."""
    kept = {held.guest for seat in seats if (held := table.seats[seat].kept) is not None}
    called = [guest for guest in kept if not is_blocked_by(connection, table.host, {guest})]
    outbox.invited(connection, worker.now, table.id, called)


def invite(
    connection: Connection, worker: Worker, actor: Actor, name: str, seat: int, person: str
) -> Table:
    """Keep a seat for somebody, as the host, before the start."""
    table = _open_table(connection, name)
    actor.must_host(table)
    seat_at(table, seat)
    keep(connection, worker, table, seat, person)
    changed = _changed(connection, worker, table)
    call(connection, worker, changed, [seat])
    return changed


def decline(connection: Connection, worker: Worker, actor: Actor, name: str) -> Table:
    """Decline an invitation: the seat is open to all again."""
    table = _open_table(connection, name)
    kept = table.kept_for(actor.known)
    if not kept:
        raise Refusal("not_invited")
    for seat in kept:
        table.seats[seat] = Seat()
    return _changed(connection, worker, table)


def note_again(connection: Connection, host: str, guest: str) -> None:
    """Note invitations of a host to a guest, or note them no longer, after a block has changed."""
    rows = schema.tables.c
    hosted = select(rows.id).where(rows.host == host, rows.status.in_(("open", "closed")))
    for name in sorted(connection.execute(hosted).scalars()):
        table = read(connection, name, lock=True)
        if table.kept_for(guest):
            note_holders(connection, table)


def _open_table(connection: Connection, name: str) -> Table:
    table = read(connection, name, lock=True)
    if table.status != "open":
        raise Refusal("not_open", status=table.status)
    return table


def _changed(connection: Connection, worker: Worker, table: Table) -> Table:
    note_holders(connection, table)
    table.version += 1
    table.changed = worker.now.wall
    write(connection, table, "seats", "version", "changed")
    return table
