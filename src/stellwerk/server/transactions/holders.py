"""Who holds the seats of a table, noted apart where it must be found: for lists and for tokens."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert

from stellwerk.server.store import schema
from stellwerk.server.transactions.blocks import is_blocked_by
from stellwerk.server.transactions.programs import end_programs
from stellwerk.server.transactions.table import Table


def note_holders(connection: Connection, table: Table) -> None:
    """Note who plays here or is invited, for their lists, and let no other token open a seat."""
    end_programs(connection, table)
    guests = {table.host, *(guest for seat in table.seats for guest in (seat.guest, seat.former))}
    for seat in table.seats:  # whoever has blocked the host is not to know of an invitation
        if seat.kept and not is_blocked_by(connection, table.host, {seat.kept.guest}):
            guests.add(seat.kept.guest)
    connection.execute(delete(schema.members).where(schema.members.c.table_id == table.id))
    rows = [
        {"table_id": table.id, "guest_id": guest}
        for guest in sorted(each for each in guests if each is not None)
    ]
    connection.execute(insert(schema.members), rows)
