"""Seats of a running game: who may have which, and what changes them; everybody is told.

Nobody gets a hand that somebody else plays, and nobody a second one. A person loses a seat only by
leaving it, by running out of time, or by having been away for as long as the table grants.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from sqlalchemy import Connection, insert, select

from stellwerk.bots.seat_names import usual_name
from stellwerk.game.game import LEAST_SEATS
from stellwerk.server.errors import Refusal
from stellwerk.server.protocol import NewTable
from stellwerk.server.store import schema
from stellwerk.server.transactions.actor import Actor
from stellwerk.server.transactions.clocks import Now
from stellwerk.server.transactions.holders import note_holders
from stellwerk.server.transactions.notices import tell
from stellwerk.server.transactions.table import Seat, Table, seat_at

Change = Callable[[Connection, Now, Actor, Table], None]
"""Changes who decides for a seat of a running game, or refuses to."""
STAND_IN: Final = "planner"
"""The bot that decides for a person who is away."""
_GRACE: Final = {"none": 300, "turn": 120, "bank": 120, "days": 86_400}
"""Seconds that somebody may be away, by the kind of clock, unless the table says otherwise."""


class Here(NamedTuple):
    """Who is at a table, and since when the others are away."""

    online: frozenset[str]
    left: Mapping[str, float]
    since: float
    """Nobody is known to have been away for longer."""

    def away_since(self, who: str | None) -> float | None:
        """Return since when somebody has been away; None: not at all."""
        if who in self.online:
            return None
        return max(self.since, self.left.get(who or "", 0.0))


def program_name(program: str | None) -> str | None:
    """Return the name by which a program that plays a seat is known."""
    return None if program is None else f"program:{program}"


def name_at(table: Table, seat: int) -> str | None:
    """Return the name by which the person or program at a seat is known."""
    held = table.seats[seat]
    return held.guest if held.guest is not None else program_name(held.program)


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
    if since is None or table.paused:
        return None
    # A server that was stopped may not know how far the time of play had come.
    seen = held.seen if held.seen <= now else 0.0
    return max(0.0, max(since, seen) + grace_of(table.wish) - now)


def must_be_free(table: Table, seat: int, here: Here, now: float) -> None:
    """Refuse to take a seat from somebody who is there, or was a moment ago."""
    seconds = free_in(table, seat, here, now)
    if seconds is None:
        raise Refusal("paused" if table.paused else "not_away", seat=seat + 1)
    if seconds > 0:
        raise Refusal("not_away_long", seat=seat + 1, seconds=math.ceil(seconds))


def may_sit(
    connection: Connection, table: Table, actor: Actor, seat: int, *, by_word: bool
) -> None:
    """Refuse a hand of a running game to its host, and to those who have one or have seen one.

    Where the player may know hidden cards, by the word of the deal, because it was played before or
    because moves were taken back, nobody else sits down.
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


def has_had_a_hand(connection: Connection, table: Table, guest: str) -> bool:
    """Tell whether somebody plays a running game, or has played it."""
    hands = schema.hands.c
    mine = (hands.table_id == table.id) & (hands.guest_id == guest)
    return bool(table.seats_of(guest)) or (
        connection.execute(select(hands.seat).where(mine).limit(1)).first() is not None
    )


def _programs(table: Table) -> bool:
    return any(seat.holder == "program" for seat in table.seats)


def left(connection: Connection, now: Now, actor: Actor, table: Table, seat: int) -> None:
    """Leave a seat of one's own to a bot until one comes back."""
    held = table.seats[actor.seat_of(table, seat)]
    if held.holder == "bot":
        raise Refusal("seat_taken", seat=seat + 1)
    if not (held.stand_in and held.left):
        tell(connection, table, "left", seat, now.wall)
    held.stand_in, held.bot, held.agreed, held.left = True, STAND_IN, False, True


def replaced(
    connection: Connection,
    now: Now,
    actor: Actor,
    table: Table,
    seat: int,
    bot: str,
    here: Callable[[Connection], Here],
) -> None:
    """Let a bot decide for somebody who is away and may take the seat back, as the host."""
    actor.must_host(table)
    held = seat_at(table, seat)
    if held.holder in ("bot", "open"):
        raise Refusal("seat_taken", seat=seat + 1)
    must_be_free(table, seat, here(connection), now.play)
    if not held.stand_in:
        tell(connection, table, "replaced", seat, now.wall)
    held.stand_in, held.bot = True, bot


def reopened(
    connection: Connection,
    now: Now,
    actor: Actor,
    table: Table,
    seat: int,
    here: Callable[[Connection], Here],
) -> None:
    """Let another person have the seat of somebody who is away; a bot plays until one comes."""
    actor.must_host(table)
    held = seat_at(table, seat)
    if held.holder == "open":
        return
    must_be_free(table, seat, here(connection), now.play)
    tell(connection, table, "reopened", seat, now.wall)
    if held.guest is not None:
        _note_hand(connection, table, held.guest, seat)
    former = held.guest if held.has_say else None
    table.seats[seat] = Seat("open", None, usual_name(STAND_IN), STAND_IN, True, former=former)
    note_holders(connection, table)


def _note_hand(connection: Connection, table: Table, guest: str, seat: int) -> None:
    """Note that somebody has seen a hand, and so must never get another one of this game."""
    row = {"table_id": table.id, "guest_id": guest, "seat": seat}
    same = [schema.hands.c[name] == value for name, value in row.items()]
    if connection.execute(select(schema.hands.c.seat).where(*same)).first() is None:
        connection.execute(insert(schema.hands), row)


def taken_back(connection: Connection, now: Now, actor: Actor, table: Table, seat: int) -> None:
    """Let the person decide again."""
    held = table.seats[actor.seat_of(table, seat)]
    if held.resigned:
        raise Refusal("resigned")
    if held.stand_in:
        tell(connection, table, "back", seat, now.wall)
    held.stand_in, held.bot, held.left, held.late = False, None, False, False
    held.seen = now.play


def agreed(_: Connection, __: Now, actor: Actor, table: Table, seat: int, wish: bool) -> None:
    """Wish to end the game now, or no longer; it ends when all people wish it."""
    table.seats[actor.seat_of(table, seat)].agreed = wish


def give_up(connection: Connection, table: Table, seat: int, now: float) -> None:
    """Give up for good: of two seats the game ends, of more a bot plays on to the end."""
    held = seat_at(table, seat)
    held.resigned, held.agreed = True, False
    if len(table.seats) > LEAST_SEATS:
        tell(connection, table, "resigned", seat, now)
        held.stand_in, held.bot = True, STAND_IN
    else:
        tell(connection, table, "resigned_end", seat, now)
        held.lost, table.closed = True, "resigned"
