"""The queue of tables that wait for somebody: first the one whose time runs out first."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import msgspec
from sqlalchemy import Connection, select

from stellwerk.server.protocol import NewTable, WaitingTable
from stellwerk.server.store import schema
from stellwerk.server.transactions.clocks import Clocks, Now
from stellwerk.server.transactions.table import Seat, Table

_MOST: Final = 500
"""Running tables of somebody that are looked through."""
_NEVER: Final = float("inf")
_seats: Final = msgspec.json.Decoder(list[Seat])
_clocks: Final = msgspec.json.Decoder(Clocks)
_wish: Final = msgspec.json.Decoder(NewTable)


def waiting(connection: Connection, guest: str, now: Now) -> tuple[WaitingTable, ...]:
    """Return the tables that wait for a guest, in the order in which to go to them.

    Those without a running clock come last, the one that has waited longest first.
    """
    tables, members = schema.tables.c, schema.members.c
    rows = connection.execute(
        select(
            *(tables.id, tables.board, tables.wish, tables.seats),
            *(tables.pending, tables.clocks, tables.changed),
        )
        .join(schema.members, members.table_id == tables.id)
        .where(members.guest_id == guest, tables.status == "playing", tables.pending != 0)
        .order_by(tables.changed)
        .limit(_MOST)
    )
    found: list[WaitingTable] = []
    for row in rows:
        own = [
            number
            for number, seat in enumerate(_seats.decode(row.seats))
            if seat.guest == guest and not seat.stand_in and row.pending >> number & 1
        ]
        if own:
            state = _clocks.decode(row.clocks).state(_wish.decode(row.wish).clock, now)
            left = _least(state.left, state.running, own)
            found.append(WaitingTable(row.id, row.board, left))
    return tuple(sorted(found, key=lambda each: _NEVER if each.left is None else each.left))


def left_for(table: Table, own: Collection[int], now: Now) -> float | None:
    """Return the seconds left for a decision of these seats, where a clock runs for one."""
    if not table.waits_for(own):
        return None
    state = table.clocks.state(table.wish.clock, now)
    return _least(state.left, state.running, own)


def _least(
    left: Collection[float | None], running: Collection[int], own: Collection[int]
) -> float | None:
    """Return how much time the running clocks of some seats have left."""
    times = [
        each
        for seat, each in enumerate(left)
        if seat in own and seat in running and each is not None
    ]
    return min(times, default=None)
