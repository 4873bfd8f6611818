"""Passkeys and what they have to sign; every function a transaction."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any, Final, Literal

from msgspec import Struct
from sqlalchemy import Connection, Row, delete, func, insert, select, update

from stellwerk.server.account import PasskeyInfo
from stellwerk.server.errors import Refusal
from stellwerk.server.store import schema
from stellwerk.server.transactions.actor import Actor
from stellwerk.server.transactions.codes import clean_name, new_id
from stellwerk.server.transactions.guests import must_exist
from stellwerk.server.transactions.recovery import codes_left

Purpose = Literal["keep", "enter"]
"""What a challenge is for: to keep a name with a new passkey, or to come back by one."""
CHALLENGE_FOR: Final = 300.0
"""How long a challenge can be answered."""
MOST: Final = 20
"""Passkeys of one guest."""


class NewPasskey(Struct, frozen=True):
    """A passkey that a browser has made and that was found to be good."""

    credential: bytes
    public_key: bytes
    counter: int
    host: str


def new_challenge(connection: Connection, purpose: Purpose, guest: str | None, now: float) -> bytes:
    """Make a challenge; only its hash is kept."""
    challenge = secrets.token_bytes(32)
    row = {"challenge_hash": _hash(challenge), "purpose": purpose, "guest_id": guest}
    connection.execute(insert(schema.challenges), {**row, "until": now + CHALLENGE_FOR})
    return challenge


def take_challenge(
    connection: Connection, challenge: bytes, purpose: Purpose, guest: str | None, now: float
) -> None:
    """Use a challenge up; refuse one that is over, was used, or was given to somebody else."""
    columns = schema.challenges.c
    mine = (columns.challenge_hash == _hash(challenge)) & (columns.purpose == purpose)
    mine &= columns.guest_id.is_(None) if guest is None else columns.guest_id == guest
    until = connection.execute(select(columns.until).where(mine)).scalar_one_or_none()
    taken = connection.execute(delete(schema.challenges).where(mine)).rowcount
    if until is None or until < now or taken != 1:
        raise Refusal("challenge_over")


def may_add(connection: Connection, actor: Actor) -> tuple[str, list[bytes]]:
    """Return a guest's name and the passkeys it has already; refuse one too many."""
    name = must_exist(connection, actor.known)
    columns = schema.passkeys.c
    own = select(columns.credential).where(columns.guest_id == actor.known)
    found = list(connection.execute(own).scalars())
    if len(found) >= MOST:
        raise Refusal("too_many_passkeys", most=MOST)
    return name, found


def add(
    connection: Connection, actor: Actor, made: NewPasskey, name: str, now: float
) -> PasskeyInfo:
    """Keep a guest's name with a passkey."""
    guest = actor.known
    must_exist(connection, guest, lock=True)
    may_add(connection, actor)
    columns = schema.passkeys.c
    credential = _hash(made.credential)
    same = select(columns.id).where(columns.credential_hash == credential)
    if connection.execute(same).one_or_none() is not None:
        raise Refusal("passkey_known")
    told = PasskeyInfo(new_id(), clean_name(name), made.host, now, None)
    row = {
        "id": told.id,
        "guest_id": guest,
        "credential_hash": credential,
        "credential": made.credential,
        "public_key": made.public_key,
        "counter": made.counter,
        "handle": handle_of(guest),
        "host": made.host,
        "name": told.name,
        "created": now,
    }
    connection.execute(insert(schema.passkeys), row)
    return told


def find(connection: Connection, credential: bytes) -> Row[Any]:
    """Return a passkey by what the browser calls it; refuse one that is not kept here."""
    wanted = schema.passkeys.c.credential_hash == _hash(credential)
    row = connection.execute(select(schema.passkeys).where(wanted)).one_or_none()
    if row is None:
        raise Refusal("passkey_unknown")
    return row


def note_use(connection: Connection, passkey: str, counter: int, now: float) -> str:
    """Note that a passkey was used, and return whose it is.

    Most passkeys do not count, and always say 0. One that does must count upwards: otherwise there
    are two of it.
    """
    columns = schema.passkeys.c
    row = connection.execute(
        select(columns.guest_id, columns.counter).where(columns.id == passkey).with_for_update()
    ).one_or_none()
    if row is None:
        raise Refusal("passkey_unknown")
    if (counter or row.counter) and counter <= row.counter:
        raise Refusal("passkey_copied")
    this = update(schema.passkeys).where(columns.id == passkey)
    connection.execute(this.values(counter=counter, used=now))
    return str(row.guest_id)


def handle_of(guest: str) -> str:
    """Return by what a guest's devices tell its passkeys from those of others; it names nobody."""
    return _hash(f"passkeys of {guest}".encode())[:32]


def passkeys_of(connection: Connection, guest: str) -> tuple[PasskeyInfo, ...]:
    """Return a guest's passkeys, the oldest first."""
    columns = schema.passkeys.c
    rows = connection.execute(
        select(columns.id, columns.name, columns.host, columns.created, columns.used)
        .where(columns.guest_id == guest)
        .order_by(columns.created, columns.id)
    ).all()
    return tuple(PasskeyInfo(*row) for row in rows)


def rename(connection: Connection, actor: Actor, passkey: str, name: str) -> None:
    """Give a passkey another name."""
    columns = schema.passkeys.c
    own = (columns.id == passkey) & (columns.guest_id == actor.known)
    called = clean_name(name)
    if connection.execute(update(schema.passkeys).where(own).values(name=called)).rowcount != 1:
        raise Refusal("no_passkey")


def remove(connection: Connection, actor: Actor, passkey: str, *, sure: bool) -> None:
    """Take a passkey away; the last way back only if one is sure."""
    guest, columns = actor.known, schema.passkeys.c
    must_exist(connection, guest, lock=True)
    own = (columns.id == passkey) & (columns.guest_id == guest)
    if connection.execute(delete(schema.passkeys).where(own)).rowcount != 1:
        raise Refusal("no_passkey")
    if not sure and not ways_back(connection, guest):
        raise Refusal("last_way_back")


def ways_back(connection: Connection, guest: str) -> int:
    """Return by how many passkeys and codes a guest can come back."""
    own = schema.passkeys.c.guest_id == guest
    counted = select(func.count()).select_from(schema.passkeys).where(own)
    return connection.execute(counted).scalar_one() + codes_left(connection, guest)[0]


def _hash(secret: bytes) -> str:
    return hashlib.sha256(secret).hexdigest()
