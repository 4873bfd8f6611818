"""Seats of a running game: who may have which, and what changes them; all are told of each change.

Nobody gets a hand that somebody else plays, and nobody a second one. A person loses a seat only by
leaving it, by running out of time, or by having been away for as long as the table grants.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from sqlalchemy import Connection, insert, select

from stellwerk.bots.seat_names import usual_name
from stellwerk.game.game import LEAST_SEATS
from stellwerk.server.errors import Refusal
from stellwerk.server.protocol import NewTable
from stellwerk.server.service.actor import Actor
from stellwerk.server.service.clock import Now
from stellwerk.server.service.holders import note_holders
from stellwerk.server.service.notices import tell
from stellwerk.server.service.presence import Here, name_at
from stellwerk.server.service.table import Seat, Table, seat_at
from stellwerk.server.store import schema

Change = Callable[[Connection, Table], None]
_GRACE: Final = {"none": 300, "turn": 120, "bank": 120, "days": 86_400}
"""Seconds that somebody may be away, by the kind of clock, unless the table says otherwise."""


def grace_of(wish: NewTable) -> int:
    """Return how many seconds somebody may be away before the seat can be given to another."""
    return _GRACE[wish.clock.kind] if wish.grace is None else wish.grace


def free_in(table: Table, seat: int, here: Here, now: float) -> float | None:
    """Return after how many seconds the host may hand a seat over; None: its holder is there."""
    held = table.seats[seat]
    if table.status != "playing" or held.holder == "open":
        return None
    if held.holder == "bot" or held.left or held.resigned or held.late:
        return 0.0
    since = here.away_since(name_at(table, seat))
    if since is None:
        return None
    # A server that was stopped may have forgotten how far the time of play had come.
    seen = held.seen if held.seen <= now else 0.0
    return max(0.0, max(since, seen) + grace_of(table.wish) - now)


def must_be_free(table: Table, seat: int, here: Here, now: float) -> None:
    """Refuse to take a seat from somebody who is there, or was a moment ago."""
    seconds = free_in(table, seat, here, now)
    if seconds is None:
        raise Refusal("not_away", seat=seat + 1)
    if seconds > 0:
        raise Refusal("not_away_long", seat=seat + 1, seconds=math.ceil(seconds))


def may_sit(
    connection: Connection, table: Table, actor: Actor, seat: int, *, by_word: bool
) -> None:
    """Refuse a second hand of a running game to whoever sits at it, has seen one, or opened it.

    Where hidden cards may be known to whoever plays, by the word of the deal, because it was played
    before or because moves were taken back, nobody else sits down.
    """
    guest, hands = actor.known, schema.hands.c
    rows = connection.execute(
        select(hands.guest_id, hands.seat).where(hands.table_id == table.id)
    ).all()
    seen = {row.seat for row in rows if row.guest_id == guest} | {*table.seats_of(guest)}
    if not seen and (by_word or table.takebacks or table.known_deal):
        raise Refusal("dealt_by_word" if by_word else "cards_known")
    if seen == {seat} or (not seen and guest != table.host):
        return
    people = {each.guest or each.former for each in table.seats if each.holder != "bot"}
    people |= {row.guest_id for row in rows}
    one_device = sum(wish.holder == "me" for wish in table.wish.seats) > 1
    if not (one_device and people <= {guest, None} and not _programs(table)):
        raise Refusal("one_hand")


def _programs(table: Table) -> bool:
    return any(seat.holder == "program" for seat in table.seats)


def left(seat: int, bot: str, now: Now) -> Change:
    """Leave a seat to a bot until one comes back."""

    def change(connection: Connection, table: Table) -> None:
        held = seat_at(table, seat)
        if held.holder == "bot":
            raise Refusal("seat_taken", seat=seat + 1)
        if not (held.stand_in and held.left):
            tell(connection, table, "left", seat, now.wall)
        held.stand_in, held.bot, held.agreed, held.left = True, bot, False, True

    return change


def replaced(seat: int, bot: str, here: Callable[[Connection], Here], now: Now) -> Change:
    """Let a bot decide for somebody who is away, who may take the seat back."""

    def change(connection: Connection, table: Table) -> None:
        held = seat_at(table, seat)
        if held.holder in ("bot", "open"):
            raise Refusal("seat_taken", seat=seat + 1)
        must_be_free(table, seat, here(connection), now.play)
        if not held.stand_in:
            tell(connection, table, "replaced", seat, now.wall)
        held.stand_in, held.bot = True, bot

    return change


def reopened(seat: int, bot: str, here: Callable[[Connection], Here], now: Now) -> Change:
    """Let another person have the seat of somebody who is away; a bot plays until one comes."""

    def change(connection: Connection, table: Table) -> None:
        held = seat_at(table, seat)
        if held.holder == "open":
            return
        must_be_free(table, seat, here(connection), now.play)
        tell(connection, table, "reopened", seat, now.wall)
        if held.guest is not None:
            _note_hand(connection, table, held.guest, seat)
        former = held.guest if held.has_say else None
        table.seats[seat] = Seat("open", None, usual_name(bot), bot, True, former=former)
        note_holders(connection, table)

    return change


def _note_hand(connection: Connection, table: Table, guest: str, seat: int) -> None:
    """Note that somebody has seen a hand, and so must never get another one of this game."""
    row = {"table_id": table.id, "guest_id": guest, "seat": seat}
    same = [schema.hands.c[name] == value for name, value in row.items()]
    if connection.execute(select(schema.hands.c.seat).where(*same)).first() is None:
        connection.execute(insert(schema.hands), row)


def taken_back(seat: int, now: Now) -> Change:
    """Let the person decide again."""

    def change(connection: Connection, table: Table) -> None:
        held = seat_at(table, seat)
        if held.resigned:
            raise Refusal("resigned")
        if held.stand_in:
            tell(connection, table, "back", seat, now.wall)
        held.stand_in, held.bot, held.left, held.late = False, None, False, False
        held.seen = now.play

    return change


def give_up(connection: Connection, table: Table, seat: int, bot: str, now: float) -> None:
    """Give up for good: of two seats the game ends, of more a bot plays on to the end."""
    held = seat_at(table, seat)
    held.resigned, held.agreed = True, False
    if len(table.seats) > LEAST_SEATS:
        tell(connection, table, "resigned", seat, now)
        held.stand_in, held.bot = True, bot
    else:
        tell(connection, table, "resigned_end", seat, now)
        held.lost, table.closed = True, "resigned"


def agreed(seat: int, wish: bool) -> Change:
    """Wish to end the game now, or no longer; it ends when all people wish it."""

    def change(_: Connection, table: Table) -> None:
        seat_at(table, seat).agreed = wish

    return change
