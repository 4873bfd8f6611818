"""Orders of whoever runs the server, given on the command line and carried out by the server.

They travel through the database, which only who may read it can write to. Each is carried out and
noted as done in one transaction, so it is carried out once, however many workers look for it.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from stellwerk.server.errors import Refusal
from stellwerk.server.store import schema
from stellwerk.server.transactions import bars
from stellwerk.server.transactions.codes import new_id
from stellwerk.server.transactions.table import Table
from stellwerk.server.transactions.worker import Worker

Kind = Literal["close", "bar", "lift"]
KEPT_FOR: Final = 86_400.0
"""Seconds for which it is remembered what was ordered."""
_rows = schema.orders.c


class Done(NamedTuple):
    """What an order has changed."""

    kind: Kind
    subject: str
    tables: list[Table]


def give(connection: Connection, kind: Kind, subject: str, reason: str, now: float) -> str:
    """Give an order to the server; return its id."""
    order = new_id()
    row = {"id": order, "made": now, "kind": kind, "subject": subject, "reason": reason}
    connection.execute(insert(schema.orders), row)
    return order


def is_done(connection: Connection, order: str) -> bool:
    """Tell whether an order has been carried out; raise why if it was refused."""
    wanted = select(_rows.done, _rows.refused, _rows.subject).where(_rows.id == order)
    row = connection.execute(wanted).one_or_none()
    if row is None or row.done is None:
        return False
    if row.refused is not None:
        raise Refusal(row.refused, table=row.subject)
    return True


def withdraw(connection: Connection, order: str) -> bool:
    """Take back an order that nobody has carried out; tell whether that was possible."""
    waits = (_rows.id == order) & _rows.done.is_(None)
    return connection.execute(delete(schema.orders).where(waits)).rowcount == 1


def is_any(connection: Connection) -> bool:
    """Tell whether an order waits."""
    waits = select(_rows.id).where(_rows.done.is_(None)).limit(1)
    return connection.execute(waits).first() is not None


def carry_out(connection: Connection, worker: Worker) -> Done | None:
    """Carry out the oldest order that waits, if there is one."""
    waits = select(schema.orders).where(_rows.done.is_(None)).order_by(_rows.made, _rows.id)
    locked = waits.limit(1).with_for_update(skip_locked=True)
    row = connection.execute(locked).one_or_none()
    if row is None:
        return None
    tables: list[Table] = []
    refused: str | None = None
    try:
        with connection.begin_nested():
            tables = _do(connection, worker, row.kind, row.subject, row.reason)
    except Refusal as refusal:
        refused = refusal.code
    done = update(schema.orders).where(_rows.id == row.id)
    connection.execute(done.values(done=worker.now.wall, refused=refused))
    return Done(row.kind, row.subject, tables)


def _do(
    connection: Connection, worker: Worker, kind: Kind, subject: str, reason: str
) -> list[Table]:
    match kind:
        case "close":
            return [bars.close(connection, worker, subject, reason)]
        case "bar":
            return bars.bar(connection, worker, subject, reason)
        case "lift":
            bars.lift(connection, subject)
            return []
