"""What only whoever runs the server may do: bar a guest, let one in again, close a table."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select, union

from stellwerk.server.errors import Refusal
from stellwerk.server.store import schema
from stellwerk.server.transactions.forgetting import heir
from stellwerk.server.transactions.guests import must_exist
from stellwerk.server.transactions.holders import note_holders
from stellwerk.server.transactions.notices import tell
from stellwerk.server.transactions.playing import go_on
from stellwerk.server.transactions.seats import STAND_IN
from stellwerk.server.transactions.table import Seat, Table, read, write
from stellwerk.server.transactions.worker import Worker


def barred(connection: Connection) -> dict[str, str]:
    """Return the guests who are barred, with the reasons."""
    columns = schema.bars.c
    rows = connection.execute(select(columns.guest_id, columns.reason))
    return {row.guest_id: row.reason for row in rows}


def bar(connection: Connection, worker: Worker, guest: str, reason: str) -> list[Table]:
    """Let a guest in no longer; return the tables that this has changed.

    A bot plays on at the guest's seats, as for somebody who has left. Tables that the guest has
    opened and that have not begun are closed, others get the next person there as their host.
    """
    try:
        must_exist(connection, guest, lock=True)
    except Refusal:
        raise Refusal("no_such_guest") from None
    lift(connection, guest)
    row = {"guest_id": guest, "created": worker.now.wall, "reason": reason}
    connection.execute(insert(schema.bars), row)
    connection.execute(delete(schema.transfers).where(schema.transfers.c.guest_id == guest))
    changed: list[Table] = []
    for name in _tables_of(connection, guest):
        table = read(connection, name, lock=True)
        if table.status == "open":
            _stand_up(connection, worker, table, guest)
        else:
            _leave(connection, worker, table, guest)
        changed.append(table)
    return changed


def must_be_let_in(connection: Connection, guest: str) -> None:
    """Refuse a guest who is barred, by whatever way they come back."""
    wanted = select(schema.bars.c.reason).where(schema.bars.c.guest_id == guest)
    reason = connection.execute(wanted).scalar_one_or_none()
    if reason is not None:
        raise refusal_of(reason)


def refusal_of(reason: str) -> Refusal:
    """Return what somebody is told who is barred."""
    return Refusal("barred_because", reason=reason) if reason else Refusal("barred")


def lift(connection: Connection, guest: str) -> None:
    """Let a guest in again."""
    connection.execute(delete(schema.bars).where(schema.bars.c.guest_id == guest))


def close(connection: Connection, worker: Worker, name: str, reason: str) -> Table:
    """Close a table for good; of a game that runs nothing hidden is shown for it."""
    table = read(connection, name, lock=True)
    if table.status not in ("open", "playing"):
        raise Refusal("over_already")
    table.status, table.closed, table.reason = "closed", "by_operator", reason
    table.snapshot = b""
    table.due, table.lease_owner, table.lease_until = None, None, 0.0
    table.version += 1
    table.changed = max(worker.now.wall, table.changed)
    write(
        *(connection, table, "status", "closed", "reason", "snapshot", "due"),
        *("lease_owner", "lease_until", "version", "changed"),
    )
    return table


def _tables_of(connection: Connection, guest: str) -> list[str]:
    """Return the tables that are not over where a guest sits, or that a guest has opened."""
    members, rows = schema.members.c, schema.tables.c
    seated = (
        select(rows.id)
        .join(schema.members, members.table_id == rows.id)
        .where(members.guest_id == guest)
    )
    both = (
        each.where(rows.status.in_(("open", "playing")))
        for each in (seated, select(rows.id).where(rows.host == guest))
    )
    return sorted(connection.execute(union(*both)).scalars())


def _stand_up(connection: Connection, worker: Worker, table: Table, guest: str) -> None:
    """Take a guest from a table that has not begun."""
    for seat in (*table.seats_of(guest), *table.kept_for(guest)):
        table.seats[seat] = Seat()
    if table.host == guest:
        table.status, table.closed = "closed", "host_left"
    note_holders(connection, table)
    table.version += 1
    table.changed = worker.now.wall
    write(connection, table, "seats", "status", "closed", "version", "changed")


def _leave(connection: Connection, worker: Worker, table: Table, guest: str) -> None:
    """Let a bot play on at a guest's seats."""
    for number in table.seats_of(guest):
        held = table.seats[number]
        if not (held.stand_in and held.left):
            tell(connection, table, "left", number, worker.now.wall, bounded=False)
        held.stand_in, held.bot = True, held.bot or STAND_IN
        held.agreed, held.left = False, True
    if table.host == guest:
        table.host = heir(table, guest) or guest
        write(connection, table, "host")
    go_on(connection, worker, table)
