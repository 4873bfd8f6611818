"""Being forgotten: no row keeps a guest's id, names or words; what others share is kept.

A game that somebody else has a seat in stays, with a neutral name at the guest's seats; a game that
nobody else has goes with the guest, and so does a board file that no game needs. The guest's own
history is deleted; in that of others it is a deleted player.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec
from sqlalchemy import Connection, String, delete, exists, literal, select, union, update

from stellwerk.bots.seat_names import DELETED, PROGRAM, usual_name
from stellwerk.server.store import schema
from stellwerk.server.transactions import games
from stellwerk.server.transactions import table as tables
from stellwerk.server.transactions.notices import tell
from stellwerk.server.transactions.opening import name_apart
from stellwerk.server.transactions.playing import go_on
from stellwerk.server.transactions.seats import STAND_IN
from stellwerk.server.transactions.table import Seat
from stellwerk.server.transactions.worker import Worker

NOBODY: Final = ""
"""Stands in place of a guest's id where a column needs one."""

_IDS: Final = (
    schema.members.c.guest_id,
    schema.hands.c.guest_id,
    schema.games.c.guest_id,
    schema.tables.c.host,
    schema.boards.c.guest_id,
    schema.chat.c.guest,
    schema.mutes.c.guest_id,
    schema.blocks.c.guest_id,
    schema.blocks.c.blocked_id,
    schema.bars.c.guest_id,
)
"""Where a guest's id is stored, apart from rows that are deleted with the guest."""
_ROWS: Final = (
    schema.members.c.guest_id,
    schema.hands.c.guest_id,
    schema.chat.c.guest,
    schema.mutes.c.guest_id,
    schema.blocks.c.guest_id,
    schema.blocks.c.blocked_id,
    schema.bars.c.guest_id,
    schema.orders.c.subject,
    schema.transfers.c.guest_id,
    schema.devices.c.guest_id,
    schema.passkeys.c.guest_id,
    schema.challenges.c.guest_id,
    schema.recovery_codes.c.guest_id,
    schema.profiles.c.guest_id,
    schema.present.c.who,
    schema.notices.c.guest_id,
    schema.subscriptions.c.guest_id,
    schema.addresses.c.guest_id,
    schema.quiet_hours.c.guest_id,
    schema.guests.c.id,
)
"""Rows that are deleted with the guest they name."""


class Forgotten(NamedTuple):
    """What has changed with a guest's deletion."""

    tables: list[tables.Table]
    """Those that others still have."""
    gone: list[str]
    """Tables that are deleted."""
    boards: list[str]
    """Board files that are deleted."""


def forget(connection: Connection, worker: Worker, guest: str) -> Forgotten:
    """Forget a guest: its name, its words, its seats, its boards, and that it was a host."""
    # First of all, so that nobody writes its id again meanwhile.
    row = select(schema.guests.c.id).where(schema.guests.c.id == guest).with_for_update()
    connection.execute(row)
    changed: list[tables.Table] = []
    gone: list[str] = []
    for name in tables_of(connection, guest):
        table = tables.read(connection, name, lock=True)
        if table.status in ("playing", "finished") and heir(table, guest) == NOBODY:
            gone.append(name)
        else:
            _leave(connection, worker, table, guest)
            changed.append(table)
    for name in gone:
        connection.execute(delete(schema.tables).where(schema.tables.c.id == name))
        again = update(schema.tables).where(schema.tables.c.rematch == name)
        connection.execute(again.values(rematch=None))
    # After its tables, which are locked now: none of its games can end any more.
    games.take_off(connection, guest)
    for column in _ROWS:
        connection.execute(delete(column.table).where(column == guest))
    mine = schema.boards.c.guest_id == guest
    connection.execute(update(schema.boards).where(mine).values(guest_id=NOBODY))
    return Forgotten(changed, gone, drop_boards(connection))


def drop_boards(connection: Connection) -> list[str]:
    """Delete the board files that belong to nobody any more and that no table needs."""
    boards = schema.boards.c
    used = exists().where(schema.tables.c.board == boards.id)
    left = select(boards.id).where(boards.guest_id == NOBODY, ~used)
    names = list(connection.execute(left).scalars())
    for name in names:
        connection.execute(delete(schema.boards).where(boards.id == name))
    return names


def forget_strays(connection: Connection, worker: Worker) -> int:
    """Forget guests of whom an earlier version left something behind; return how many."""
    known = select(schema.guests.c.id)
    stray = union(*(select(each).where(each.not_in(known), each != NOBODY) for each in _IDS))
    guests = sorted(connection.execute(stray).scalars())
    for guest in guests:
        forget(connection, worker, guest)
    return len(guests)


def tables_of(connection: Connection, guest: str) -> list[str]:
    """Return the tables that a guest sits at, has once sat at, or has opened."""
    members, hands, rows = schema.members.c, schema.hands.c, schema.tables.c
    seated = select(members.table_id).where(members.guest_id == guest)
    once = select(hands.table_id).where(hands.guest_id == guest)
    hosted = select(rows.id).where(rows.host == guest)
    # Where a blocked host keeps a seat for the guest, it is noted nowhere else.
    blocked = select(schema.blocks.c.blocked_id).where(schema.blocks.c.guest_id == guest)
    kept = select(rows.id).where(rows.host.in_(blocked), rows.status.in_(("open", "closed")))
    return sorted(connection.execute(union(seated, once, hosted, kept)).scalars())


def heir(table: tables.Table, guest: str) -> str:
    """Return who else has a say at a table, the first by seat."""
    people = (person for seat in table.seats for person in (seat.guest, seat.former))
    return next((person for person in people if person not in (None, guest)), None) or NOBODY


def _leave(connection: Connection, worker: Worker, table: tables.Table, guest: str) -> None:
    """Take a guest's names and words off a table that stays; its seats are played by a bot."""
    own = table.seats_of(guest)
    if table.host == guest:
        _forget_wishes(connection, table)
        table.host = NOBODY if table.status in ("open", "closed") else heir(table, guest)
        if table.status == "open":
            table.status, table.closed = "closed", "host_left"
    for seat in table.seats:
        if seat.holder == "open" and seat.bot is not None:  # freed, perhaps with its last name
            seat.name = usual_name(seat.bot)
        if seat.former == guest:
            seat.former = None
        if seat.kept is not None and seat.kept.guest == guest:
            seat.kept = None
    for number in own:
        seat = table.seats[number]
        left = msgspec.structs.replace(
            Seat(seat.holder, None, DELETED, seat.bot, resigned=True),
            **{name: getattr(seat, name) for name in ("lost", "points", "rank")},
        )
        table.seats[number] = Seat() if table.status == "open" else left
        if table.status == "playing":
            left.stand_in, left.bot = True, STAND_IN
    name_apart(table)
    if table.status == "playing":
        for number in own:
            tell(connection, table, "deleted", number, worker.now.wall, bounded=False)
    _forget_move_ids(connection, table.id, {*own, *_once_held(connection, table.id, guest)})
    if table.status == "playing":
        go_on(connection, worker, table)
    else:
        table.version += 1
    tables.write(connection, table, "host", "wish", "seats", "version", "status", "closed")


def _forget_wishes(connection: Connection, table: tables.Table) -> None:
    """Remove the names that a table's host gave to seats, and the word of its deal."""
    for number, seat in enumerate(table.seats):
        if seat.holder not in ("bot", "program"):
            continue
        is_bot = seat.holder == "bot" and seat.bot is not None
        seat.name = usual_name(seat.bot or "") if is_bot else PROGRAM
        told = (schema.chat.c.table_id == table.id) & (schema.chat.c.seat == number)
        notices = update(schema.chat).where(told, schema.chat.c.guest.is_(None))
        connection.execute(notices.values(name=seat.name))
    wish = table.wish
    table.wish = msgspec.structs.replace(
        wish,
        seats=tuple(msgspec.structs.replace(each, name="") for each in wish.seats),
        deal=None if wish.deal is None else "",
    )


def _once_held(connection: Connection, table: str, guest: str) -> list[int]:
    """Return the seats that a guest had and that were given to others."""
    hands = schema.hands.c
    held = select(hands.seat).where(hands.table_id == table, hands.guest_id == guest)
    return list(connection.execute(held).scalars())


def _forget_move_ids(connection: Connection, table: str, seats: set[int]) -> None:
    """Replace the ids of moves of a guest's program; nobody will send them again."""
    columns = schema.entries.c
    mine = (columns.table_id == table) & columns.seat.in_(seats) & (columns.by == "person")
    called = literal("gone:") + columns.seq.cast(String)
    connection.execute(update(schema.entries).where(mine).values(move_id=called))
