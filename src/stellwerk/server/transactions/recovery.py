"""Recovery codes: a way back on paper; every function a transaction."""

from __future__ import annotations

import secrets
from typing import Final

from sqlalchemy import Connection, delete, func, insert, select

from stellwerk.server.errors import Refusal
from stellwerk.server.store import schema
from stellwerk.server.transactions.actor import Actor
from stellwerk.server.transactions.codes import SIGNS, token_hash
from stellwerk.server.transactions.guests import must_exist

CODES: Final = 10
"""How many codes a guest gets at once."""
GROUPS: Final = 4
GROUP_SIGNS: Final = 4
"""Sixteen of thirty signs: 78 bits."""


def new_codes(connection: Connection, actor: Actor, now: float) -> tuple[str, ...]:
    """Make new recovery codes for a guest; those of before end. Only their hashes are kept."""
    guest = actor.known
    must_exist(connection, guest, lock=True)
    connection.execute(
        delete(schema.recovery_codes).where(schema.recovery_codes.c.guest_id == guest)
    )
    codes = tuple(_new_code() for _ in range(CODES))
    rows = [
        {"code_hash": token_hash(plain(code)), "guest_id": guest, "created": now} for code in codes
    ]
    connection.execute(insert(schema.recovery_codes), rows)
    return codes


def spend(connection: Connection, code: str) -> str:
    """Use a code up, and return whose it is."""
    columns = schema.recovery_codes.c
    wanted = columns.code_hash == token_hash(plain(code))
    guest = connection.execute(select(columns.guest_id).where(wanted)).scalar_one_or_none()
    used = connection.execute(delete(schema.recovery_codes).where(wanted)).rowcount
    if guest is None or used != 1:
        raise Refusal("bad_code")
    return str(guest)


def codes_left(connection: Connection, guest: str) -> tuple[int, float | None]:
    """Return how many codes a guest has not used yet, and when they were made."""
    columns = schema.recovery_codes.c
    own = select(func.count(), func.min(columns.created)).where(columns.guest_id == guest)
    count, made = connection.execute(own).one()
    return count, made


def plain(code: str) -> str:
    """Return a code as it was made, however somebody has typed it.

    >>> plain(" 7f3q k9tm-AAAA bbbb ")
    '7F3QK9TMAAAABBBB'
    """
    return "".join(sign for sign in code.upper() if sign in SIGNS)


def _new_code() -> str:
    groups = ("".join(secrets.choice(SIGNS) for _ in range(GROUP_SIGNS)) for _ in range(GROUPS))
    return "-".join(groups)
