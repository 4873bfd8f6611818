"""Clearing away what is old, and carrying running games over to a new version."""

from __future__ import annotations

from contextlib import suppress

import msgspec
from sqlalchemy import ColumnElement, Connection, delete, exists, func, select, update

from stellwerk.board import StellwerkError
from stellwerk.server.errors import Refusal
from stellwerk.server.settings import Settings
from stellwerk.server.store import schema
from stellwerk.server.transactions.actor import Actor
from stellwerk.server.transactions.addresses import ASKED_FOR
from stellwerk.server.transactions.boards import board_of
from stellwerk.server.transactions.delivery import LONGEST
from stellwerk.server.transactions.forgetting import drop_boards, forget
from stellwerk.server.transactions.games import drop, note
from stellwerk.server.transactions.orders import KEPT_FOR
from stellwerk.server.transactions.playing import take_state
from stellwerk.server.transactions.table import LAYOUT, Table, read, rebuilt, same_rules, write
from stellwerk.server.transactions.worker import Worker


def clean(connection: Connection, worker: Worker, settings: Settings) -> list[str]:
    """Delete what has been kept long enough; return the tables that are gone."""
    old, now = schema.tables.c, worker.now.wall
    gone: list[str] = []
    for status, age in (
        ("finished", settings.finished_for),
        ("closed", settings.open_for),
        ("open", settings.open_for),
        ("playing", settings.idle_for),
    ):
        gone += _delete(connection, (old.status == status) & (old.changed < now - age))
    gone += _delete_surplus(connection, settings.finished_alone)
    connection.execute(delete(schema.chat).where(schema.chat.c.time < now - settings.chat_for))
    connection.execute(delete(schema.transfers).where(schema.transfers.c.until < now))
    connection.execute(delete(schema.challenges).where(schema.challenges.c.until < now))
    devices = schema.devices.c
    worthless = (devices.ended < now - settings.guest_for) | (
        devices.seen < now - settings.guest_for
    )
    connection.execute(delete(schema.devices).where(worthless))
    _clean_notices(connection, now)
    orders = schema.orders.c
    connection.execute(delete(schema.orders).where(orders.done < now - KEPT_FOR))
    reviews = schema.reviews
    connection.execute(delete(reviews).where(reviews.c.created < now - settings.review_for))
    guests = schema.guests.c
    seated = exists().where(schema.members.c.guest_id == guests.id)
    stale = connection.execute(
        select(guests.id).where(guests.seen < now - settings.guest_for, ~seated).limit(1000)
    )
    for guest in list(stale.scalars()):
        forget(connection, worker, guest)
    drop_boards(connection)
    return gone


def _clean_notices(connection: Connection, now: float) -> None:
    """Delete notices that nobody could send, and what is remembered of addresses for a day."""
    notices, mailboxes, addresses = schema.notices.c, schema.mailboxes.c, schema.addresses.c
    old = (notices.created < now - LONGEST) & (notices.event != "clock")
    connection.execute(delete(schema.notices).where(old))
    asked = mailboxes.refused.is_(False) & (mailboxes.since < now - ASKED_FOR)
    connection.execute(delete(schema.mailboxes).where(asked))
    never = addresses.address.is_(None) & (addresses.until < now)
    connection.execute(delete(schema.addresses).where(never))
    given_up = {"wanted": None, "token_hash": None, "until": None}
    connection.execute(update(schema.addresses).where(addresses.until < now).values(**given_up))


def _delete_surplus(connection: Connection, most: int) -> list[str]:
    """Delete the oldest finished tables of guests who have too many that nobody else sat at."""
    tables, members = schema.tables.c, schema.members.c
    finished = tables.status == "finished"
    many = select(tables.host).where(finished).group_by(tables.host)
    others = exists().where(members.table_id == tables.id, members.guest_id != tables.host)
    own = exists().where(members.table_id == tables.id, members.guest_id == tables.host)
    gone: list[str] = []
    for host in list(connection.execute(many.having(func.count() > most)).scalars()):
        alone = select(tables.id).where(finished, tables.host == host, own, ~others)
        surplus = alone.order_by(tables.changed.desc(), tables.id).offset(most)
        for name in list(connection.execute(surplus).scalars()):
            gone += _delete(connection, tables.id == name)
    return gone


def delete_finished(connection: Connection, name: str, actor: Actor) -> None:
    """Delete a table that nobody plays at any more, with its record and chat, as its host."""
    table = read(connection, name, lock=True)
    actor.must_host(table)
    if table.status in ("open", "playing"):
        raise Refusal("not_finished")
    _delete(connection, schema.tables.c.id == name)
    with suppress(Refusal):  # it may be on no list
        drop(connection, actor.known, name)


def drop_game(connection: Connection, name: str, actor: Actor) -> bool:
    """Take a game off a guest's list; tell whether its table is deleted, too.

    It is where the guest has opened it and nobody else has the game in a list.
    """
    alone = drop(connection, actor.known, name)
    mine = (schema.tables.c.id == name) & (schema.tables.c.host == actor.known)
    finished = mine & (schema.tables.c.status == "finished")
    return alone and bool(_delete(connection, finished))


def _delete(connection: Connection, which: ColumnElement[bool]) -> list[str]:
    names = list(connection.execute(select(schema.tables.c.id).where(which)).scalars())
    for name in names:
        connection.execute(delete(schema.tables).where(schema.tables.c.id == name))
    return names


def carry_over(connection: Connection, now: float) -> tuple[int, int]:
    """Rebuild running games that another version has stored, or close them.

    Returns how many were carried over and how many had to be closed.
    """
    columns = schema.tables.c
    playing = select(
        columns.id, columns.layout, columns.board, columns.variant, columns.board_hash
    ).where(columns.status == "playing")
    kept = closed = 0
    for row in connection.execute(playing).all():
        board = _hash_of(connection, row.board, row.variant)
        is_same_board = board == row.board_hash
        if row.layout == LAYOUT and is_same_board:
            continue
        table = _rebuilt_table(connection, row.id) if is_same_board else None
        if table is not None and same_rules(row.layout):
            table.trail = table.trail_start = None  # in the form of the version before
            write(
                *(connection, table, "snapshot", "layout", "pending", "status", "version"),
                *("trail", "trail_start"),
            )
            if table.status == "finished":
                note(connection, table, table.game())
            kept += 1
            continue
        connection.execute(
            update(schema.tables)
            .where(columns.id == row.id)
            .values(
                status="closed",
                closed="upgraded",
                changed=now,
                due=None,
                snapshot=b"",  # nobody can read it any more
                version=columns.version + 1,
            )
        )
        closed += 1
    return kept, closed


def _hash_of(connection: Connection, board: str, variant: str) -> str | None:
    try:
        return board_of(connection, board, variant).hash
    except (StellwerkError, LookupError):
        return None


def _rebuilt_table(connection: Connection, name: str) -> Table | None:
    """Return a table with its game played again from its moves; None where they do not fit."""
    try:
        table = read(connection, name, lock=True)
        take_state(table, rebuilt(connection, table))
    except (StellwerkError, msgspec.MsgspecError):
        return None
    return table
