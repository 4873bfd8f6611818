"""Public profiles: a handle of somebody's own choosing, and what strangers are shown under it.

There is a row only while a profile is public. Whoever hides it gives the handle up, so that nobody
can find out whether a handle belongs to somebody who is not to be seen.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import IntegrityError

from stellwerk.server.errors import Refusal
from stellwerk.server.histories import (
    Block,
    OwnProfile,
    PublicGame,
    PublicProfile,
    PublicStatistics,
)
from stellwerk.server.store import schema
from stellwerk.server.transactions.codes import lookalike
from stellwerk.server.transactions.guests import must_exist
from stellwerk.server.transactions.statistics import Choice, statistics_of

LONGEST: Final = 24
SHORTEST: Final = 3
_FORM: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_WORDS: Final = """
about account admin administrator anonymous api app bot bots club contact deleted deleted-
player everyone games guest guests help home host imprint info ladder legal login logout me
moderator news nobody null official owner play player practise privacy profile program
programs root rules security server settings signup staff stellwerk studio support system
table tables team test undefined user users webmaster you
"""
_RESERVED: Final = frozenset(lookalike(word) for word in _WORDS.split())
"""Handles that could be taken for the server's, or for an address of the page."""
_LAST: Final = 20
"""Games that strangers see."""
_profiles = schema.profiles.c
_games = schema.games.c
_blocks: Final = msgspec.json.Decoder(tuple[Block, ...]).decode


def clean_handle(handle: str) -> str:
    """Return a handle in its one form, or refuse it.

    >>> clean_handle(" Ada-Lovelace ")
    'ada-lovelace'
    """
    cleaned = handle.strip().casefold()
    if not SHORTEST <= len(cleaned) <= LONGEST or not _FORM.fullmatch(cleaned):
        raise Refusal("bad_handle", least=SHORTEST, most=LONGEST)
    if lookalike(cleaned) in _RESERVED:
        raise Refusal("handle_reserved", handle=cleaned)
    return cleaned


def own_profile(connection: Connection, guest: str) -> OwnProfile:
    """Return what a guest has chosen to show."""
    wanted = select(_profiles.handle, _profiles.hidden).where(_profiles.guest_id == guest)
    row = connection.execute(wanted).one_or_none()
    return OwnProfile(None, ()) if row is None else OwnProfile(row.handle, _blocks(row.hidden))


def choose(
    connection: Connection, guest: str, handle: str | None, hidden: tuple[Block, ...]
) -> OwnProfile:
    """Show a profile under a handle, or hide it."""
    must_exist(connection, guest, lock=True)
    connection.execute(delete(schema.profiles).where(_profiles.guest_id == guest))
    if handle is None:
        return OwnProfile(None, ())
    cleaned = clean_handle(handle)
    blocks = tuple(sorted(set(hidden)))
    row = {
        "guest_id": guest,
        "handle": cleaned,
        "alike": lookalike(cleaned),
        "hidden": msgspec.json.encode(blocks),
    }
    try:
        connection.execute(insert(schema.profiles), row)
    except IntegrityError:
        raise Refusal("handle_taken", handle=cleaned) from None
    return OwnProfile(cleaned, blocks)


def public_profile(connection: Connection, handle: str, choice: Choice) -> PublicProfile:
    """Return a profile as strangers see it, or refuse: there is none, or it is not public."""
    found = (
        select(_profiles.guest_id, _profiles.handle, _profiles.hidden, schema.guests.c.name)
        .join(schema.guests, schema.guests.c.id == _profiles.guest_id)
        .where(_profiles.handle == handle.replace("\x00", " ").strip().casefold())
    )
    row = connection.execute(found).one_or_none()
    if row is None:
        raise Refusal("no_profile")
    hidden = _blocks(row.hidden)
    all_of_it = statistics_of(connection, row.guest_id, choice)
    results = "results" not in hidden
    statistics = PublicStatistics(
        boards=all_of_it.boards,
        board=all_of_it.board,
        results=all_of_it.results,
        seats=all_of_it.seats if results else None,
        variants=all_of_it.variants if results else None,
        parts=None if "parts" in hidden else all_of_it.parts,
        built=None if "routes" in hidden else all_of_it.built,
    )
    games = None if "history" in hidden else _last_games(connection, row.guest_id, choice)
    return PublicProfile(row.handle, row.name, statistics, hidden, games)


def _last_games(connection: Connection, guest: str, choice: Choice) -> tuple[PublicGame, ...]:
    wanted = (
        select(
            *(_games.ended, _games.board, _games.variant, _games.seats, _games.points, _games.rank)
        )
        .where(_games.guest_id == guest, _games.listed, _games.ended >= choice.since)
        .order_by(_games.ended.desc())
        .limit(_LAST)
    )
    if choice.board is not None:
        wanted = wanted.where(_games.board == choice.board)
    return tuple(PublicGame(*row) for row in connection.execute(wanted))
