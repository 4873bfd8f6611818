"""Guests: people without an account, known by a signed cookie; every function a transaction."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, delete, insert, select, update

from stellwerk.server.errors import Refusal
from stellwerk.server.protocol import GuestInfo, Language, TokenInfo
from stellwerk.server.store import schema
from stellwerk.server.transactions.actor import Actor
from stellwerk.server.transactions.codes import clean_name, new_id, new_token, token_hash

TRANSFER_FOR: Final = 900.0
"""How long a link to another device holds."""
_SEEN_EVERY: Final = 3600.0
"""Seconds by which the time of a guest's last visit may be out of date."""


def new_guest(connection: Connection, name: str, language: Language, now: float) -> GuestInfo:
    """Welcome somebody new."""
    guest = GuestInfo(new_id(), clean_name(name), language)
    row = {"id": guest.id, "name": guest.name, "language": guest.language}
    connection.execute(insert(schema.guests), {**row, "created": now, "seen": now})
    return guest


def find(connection: Connection, guest: str) -> tuple[GuestInfo, float] | None:
    """Return a guest, and when it was last here."""
    row = connection.execute(select(schema.guests).where(schema.guests.c.id == guest)).one_or_none()
    return None if row is None else (GuestInfo(row.id, row.name, row.language), row.seen)


def must_exist(connection: Connection, guest: str, *, lock: bool = False) -> str:
    """Return a guest's name, or refuse a deleted one; nobody is deleted until the transaction ends.

    Asked wherever a guest's id is about to be stored. With ``lock`` only one transaction at a time
    does so for a guest.
    """
    wanted = select(schema.guests.c.name).where(schema.guests.c.id == guest)
    name: str | None = connection.execute(
        wanted.with_for_update(read=not lock, key_share=True)
    ).scalar_one_or_none()
    if name is None:
        raise Refusal("no_guest")
    return name


def is_stale(seen: float, now: float) -> bool:
    """Tell whether it is time to note that a guest is here."""
    return now - seen > _SEEN_EVERY


def note_seen(connection: Connection, guest: str, now: float) -> None:
    """Note that a guest is here."""
    connection.execute(update(schema.guests).where(schema.guests.c.id == guest).values(seen=now))


def rename(connection: Connection, actor: Actor, name: str, language: Language) -> GuestInfo:
    """Change a guest's name and language; seats keep the name they were taken with."""
    guest = GuestInfo(actor.known, clean_name(name), language)
    changed = connection.execute(
        update(schema.guests)
        .where(schema.guests.c.id == guest.id)
        .values(name=guest.name, language=language)
    )
    if changed.rowcount != 1:
        raise Refusal("no_guest")
    return guest


def transfer(connection: Connection, actor: Actor, now: float) -> TokenInfo:
    """Make a one-time link to another device."""
    must_exist(connection, actor.known)
    token = new_token()
    row = {"token_hash": token_hash(token), "guest_id": actor.known, "until": now + TRANSFER_FOR}
    connection.execute(insert(schema.transfers), row)
    return TokenInfo(token)


def redeem(connection: Connection, token: str, now: float) -> GuestInfo:
    """Follow such a link: this device becomes that guest."""
    wanted = schema.transfers.c.token_hash == token_hash(token)
    row = connection.execute(select(schema.transfers).where(wanted)).one_or_none()
    if row is None or connection.execute(delete(schema.transfers).where(wanted)).rowcount != 1:
        raise Refusal("bad_token")
    found = find(connection, row.guest_id)
    if row.until < now or found is None:
        raise Refusal("bad_token")
    return found[0]
