"""Everything that is kept about a guest, as a list of named queries.

What a guest may not know about others is no part of it: records of games are added as the guest may
have them (``queries.record``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Select, func, select

from stellwerk.server.store import schema

MOST_ROWS: Final = 10_000
"""Most rows of one kind."""
MOST_GAMES: Final = 2_000
"""Most records; the games played last come first."""


class Part(NamedTuple):
    """One kind of what is kept."""

    name: str
    rows: Callable[[str], Select[*tuple[Any, ...]]]
    """What to ask for a guest's id; the columns are named in the file as they are here."""


_guests, _devices, _keys = schema.guests.c, schema.devices.c, schema.passkeys.c
_codes, _links, _chat = schema.recovery_codes.c, schema.transfers.c, schema.chat.c
_mutes, _boards, _tables = schema.mutes.c, schema.boards.c, schema.tables.c
_members, _hands = schema.members.c, schema.hands.c
_games, _profiles = schema.games.c, schema.profiles.c
_browsers, _mail, _quiet = schema.subscriptions.c, schema.addresses.c, schema.quiet_hours.c
_blocks, _notices, _bars = schema.blocks.c, schema.notices.c, schema.bars.c

PARTS: Final = (
    Part(
        "guest",
        lambda guest: select(
            _guests.id, _guests.name, _guests.language, _guests.created, _guests.seen
        ).where(_guests.id == guest),
    ),
    Part(
        "devices",
        lambda guest: (
            select(_devices.browser, _devices.way, _devices.created, _devices.seen)
            .where(_devices.guest_id == guest, _devices.ended.is_(None))
            .order_by(_devices.created)
        ),
    ),
    Part(
        "passkeys",
        lambda guest: (
            select(_keys.name, _keys.host, _keys.created, _keys.used)
            .where(_keys.guest_id == guest)
            .order_by(_keys.created)
        ),
    ),
    Part(
        "recovery_codes",
        lambda guest: (
            select(func.count().label("left"), func.min(_codes.created).label("created"))
            .select_from(schema.recovery_codes)
            .where(_codes.guest_id == guest)
        ),
    ),
    Part("links", lambda guest: select(_links.until).where(_links.guest_id == guest)),
    Part(
        "tables",
        lambda guest: (
            select(
                _tables.id,
                _tables.status,
                _tables.board,
                _tables.variant,
                _tables.created,
                _tables.changed,
                (_tables.host == guest).label("host"),
            )
            .join(schema.members, _members.table_id == _tables.id)
            .where(_members.guest_id == guest)
            .order_by(_tables.changed.desc(), _tables.id)
        ),
    ),
    Part(
        "seats_given_up",
        lambda guest: select(_hands.table_id, _hands.seat).where(_hands.guest_id == guest),
    ),
    Part(
        "chat",
        lambda guest: (
            select(_chat.table_id, _chat.time, _chat.name, _chat.text)
            .where(_chat.guest == guest)
            .order_by(_chat.time.desc())
        ),
    ),
    Part(
        "muted_seats",
        lambda guest: select(_mutes.table_id, _mutes.seat).where(_mutes.guest_id == guest),
    ),
    Part(
        "boards",
        lambda guest: (
            select(_boards.id, _boards.created, _boards.text)
            .where(_boards.guest_id == guest)
            .order_by(_boards.created)
        ),
    ),
    Part(
        "finished_games",
        lambda guest: (
            select(
                _games.table_id,
                _games.ended,
                _games.board,
                _games.variant,
                _games.seats,
                _games.ending,
                _games.points,
                _games.rank,
                _games.accuracy,
            )
            .where(_games.guest_id == guest)
            .order_by(_games.ended.desc(), _games.table_id)
        ),
    ),
    Part("profile", lambda guest: select(_profiles.handle).where(_profiles.guest_id == guest)),
    Part(
        "browsers_called",
        lambda guest: (
            select(_browsers.device, _browsers.events, _browsers.created, _browsers.worked)
            .where(_browsers.guest_id == guest)
            .order_by(_browsers.created)
        ),
    ),
    Part(
        "mail",
        lambda guest: select(_mail.address, _mail.wanted, _mail.events).where(
            _mail.guest_id == guest
        ),
    ),
    Part(
        "quiet_hours",
        lambda guest: select(_quiet.begins, _quiet.ends, _quiet.zone).where(
            _quiet.guest_id == guest
        ),
    ),
    Part(
        "notices",
        lambda guest: select(_notices.event, _notices.table_id, _notices.created).where(
            _notices.guest_id == guest
        ),
    ),
    Part(
        "barred", lambda guest: select(_bars.created, _bars.reason).where(_bars.guest_id == guest)
    ),
    Part("blocked", lambda guest: select(_blocks.created).where(_blocks.guest_id == guest)),
)
"""All kinds; a new one that holds something about guests gets a line here."""


def rows_of(connection: Connection, part: Part, guest: str) -> list[dict[str, Any]]:
    """Return what is kept of one kind, as far as it fits into a file."""
    rows = connection.execute(part.rows(guest).limit(MOST_ROWS)).mappings()
    return [dict(row) for row in rows]


def games_of(connection: Connection, guest: str) -> list[str]:
    """Return the tables of a guest that have a game, the ones played last first."""
    begun = _tables.status.in_(("playing", "finished"))
    wanted = select(_tables.id).join(schema.members, _members.table_id == _tables.id)
    own = wanted.where(_members.guest_id == guest, begun)
    last = own.order_by(_tables.changed.desc(), _tables.id).limit(MOST_GAMES)
    return list(connection.execute(last).scalars())
