"""Mail addresses: given, confirmed, stopped; every function is one transaction.

An address counts only once somebody has followed the link that was sent there. Whoever is asked
against their will can say so, and is never written to again, whoever asks for it.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Collection
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from stellwerk.server.errors import Refusal
from stellwerk.server.protocol import NoticeAddress, NoticeEvent, QuietHours
from stellwerk.server.store import schema
from stellwerk.server.transactions.codes import new_token, token_hash
from stellwerk.server.transactions.outbox import MAIL, USUAL, mark_tables
from stellwerk.server.transactions.subscriptions import (
    chosen,
    forget_unwanted,
    in_order,
    must_be_alone,
)

CONFIRM_FOR: Final = 86_400.0
"""How long the link holds that confirms an address."""
ASKED_FOR: Final = 86_400.0
ASKED_MOST: Final = 3
"""How often an address is asked to confirm in that time, whoever gives it."""
_LOCAL: Final = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*")
_DOMAIN: Final = re.compile(
    r"(?=.{4,190}$)([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}"
    r"[A-Za-z0-9]"
)
_LONGEST_LOCAL: Final = 64


class Confirmed(NamedTuple):
    """An address that counts from now on, and whose it is."""

    guest: str
    address: str


def clean_address(text: str) -> str:
    """Return a mail address as it is written to, or refuse it.

    >>> clean_address(" Ada@Bücher.example ")
    'Ada@xn--bcher-kva.example'
    """
    local, _, name = text.strip().rpartition("@")
    try:
        domain = name.encode("idna").decode().casefold()
    except UnicodeError:
        raise Refusal("bad_mail_address") from None
    fits = len(local) <= _LONGEST_LOCAL and _LOCAL.fullmatch(local) and _DOMAIN.fullmatch(domain)
    if not fits:
        raise Refusal("bad_mail_address")
    return f"{local}@{domain}"


def mark_of(secret: bytes, address: str) -> str:
    """Return by what an address is known, whoever gives it; without the key it tells nothing."""
    return hmac.digest(secret, b"mailbox:" + address.casefold().encode(), hashlib.sha256).hex()


def ask(connection: Connection, guest: str, address: str, mark: str, now: float) -> str:
    """Note an address that a guest gives; return the secret of the link that confirms it."""
    must_be_alone(connection, guest)
    _count(connection, mark, now)
    token = new_token()
    values = {"wanted": address, "token_hash": token_hash(token), "until": now + CONFIRM_FOR}
    mine = schema.addresses.c.guest_id == guest
    if connection.execute(update(schema.addresses).where(mine).values(**values)).rowcount != 1:
        row = {"guest_id": guest, "events": ",".join(USUAL), "mailed": 0.0}
        connection.execute(insert(schema.addresses), {**row, **values})
    return token


def _count(connection: Connection, mark: str, now: float) -> None:
    """Count that an address is asked; refuse if it was asked often, or wants no mail."""
    columns = schema.mailboxes.c
    same = columns.mark == mark
    row = connection.execute(select(schema.mailboxes).where(same).with_for_update()).first()
    if row is not None and row.refused:
        raise Refusal("mail_refused")
    if row is not None and row.since > now - ASKED_FOR:
        if row.asked >= ASKED_MOST:
            raise Refusal("mail_asked", most=ASKED_MOST, seconds=int(row.since + ASKED_FOR - now))
        again = update(schema.mailboxes).where(same)
        connection.execute(again.values(asked=columns.asked + 1))
        return
    connection.execute(delete(schema.mailboxes).where(same))
    values = {"mark": mark, "asked": 1, "since": now, "refused": False}
    connection.execute(insert(schema.mailboxes), values)


def confirm(connection: Connection, token: str, now: float) -> Confirmed:
    """Let an address count; the link works once."""
    columns = schema.addresses.c
    found = columns.token_hash == token_hash(token)
    row = connection.execute(select(schema.addresses).where(found).with_for_update()).first()
    if row is None or row.until < now or row.wanted is None:
        raise Refusal("bad_token")
    values = {"address": row.wanted, "wanted": None, "token_hash": None, "until": None}
    connection.execute(update(schema.addresses).where(found).values(**values))
    mark_tables(connection, row.guest_id)
    return Confirmed(row.guest_id, row.wanted)


def refuse(connection: Connection, token: str, mark: str, now: float) -> None:
    """Never write again to an address that somebody else has given."""
    columns = schema.addresses.c
    found = columns.token_hash == token_hash(token)
    row = connection.execute(select(schema.addresses).where(found)).first()
    if row is None:
        raise Refusal("bad_token")
    _give_up(connection, row.guest_id, row.address)
    connection.execute(delete(schema.mailboxes).where(schema.mailboxes.c.mark == mark))
    values = {"mark": mark, "asked": 1, "since": now, "refused": True}
    connection.execute(insert(schema.mailboxes), values)


def wanted_by(connection: Connection, token: str) -> str | None:
    """Return the address that a link is to confirm."""
    columns = schema.addresses.c
    wanted = select(columns.wanted).where(columns.token_hash == token_hash(token))
    return connection.execute(wanted).scalar()


def _give_up(connection: Connection, guest: str, address: str | None) -> None:
    """Forget an address that was not confirmed; one that was before stays."""
    mine = schema.addresses.c.guest_id == guest
    if address is None:
        connection.execute(delete(schema.addresses).where(mine))
        return
    values = {"wanted": None, "token_hash": None, "until": None}
    connection.execute(update(schema.addresses).where(mine).values(**values))


def drop(connection: Connection, guest: str) -> None:
    """Send a guest no mail any more, and forget the address."""
    connection.execute(delete(schema.addresses).where(schema.addresses.c.guest_id == guest))
    waiting = (schema.notices.c.guest_id == guest) & (schema.notices.c.way == MAIL)
    connection.execute(delete(schema.notices).where(waiting))


def stop(connection: Connection, guest: str, belongs: str) -> None:
    """Follow the link in a mail that ends them: for the address it was sent to, and no newer one.

    ``belongs``: what ``short`` gives for that address.
    """
    columns = schema.addresses.c
    row = connection.execute(select(schema.addresses).where(columns.guest_id == guest)).first()
    if row is not None and row.address is not None and short(row.address) == belongs:
        drop(connection, guest)


def short(address: str) -> str:
    """Return a few signs that tell one address of a guest from another."""
    return hashlib.sha256(address.encode()).hexdigest()[:12]


def choose(connection: Connection, guest: str, events: Collection[NoticeEvent]) -> None:
    """Say what a guest wants mail about."""
    mine = schema.addresses.c.guest_id == guest
    change = update(schema.addresses).where(mine).values(events=in_order(events))
    if connection.execute(change).rowcount != 1:
        raise Refusal("no_mail_address")
    forget_unwanted(connection, guest, MAIL, events)


def address_of(connection: Connection, guest: str) -> NoticeAddress | None:
    """Return the address of a guest."""
    columns = schema.addresses.c
    row = connection.execute(select(schema.addresses).where(columns.guest_id == guest)).first()
    return None if row is None else NoticeAddress(row.address, row.wanted, chosen(row.events))


def keep_quiet(connection: Connection, guest: str, quiet: QuietHours | None, now: float) -> None:
    """Say when a guest wants to be left in peace; what waits for that is looked at again."""
    must_be_alone(connection, guest)
    hours = schema.quiet_hours
    connection.execute(delete(hours).where(hours.c.guest_id == guest))
    if quiet is not None:
        values = {"begins": quiet.begins, "ends": quiet.ends, "zone": quiet.zone}
        connection.execute(insert(hours), {"guest_id": guest, **values})
    columns = schema.notices.c
    waiting = (columns.guest_id == guest) & (columns.tries == 0) & (columns.event != "clock")
    later = update(schema.notices).where(waiting, columns.due > now)
    connection.execute(later.values(due=now))


def quiet_of(connection: Connection, guest: str) -> QuietHours | None:
    """Return when a guest wants to be left in peace."""
    hours = schema.quiet_hours
    row = connection.execute(select(hours).where(hours.c.guest_id == guest)).first()
    return None if row is None else QuietHours(row.begins, row.ends, row.zone)
