"""Pausing a game by agreement, where the clock counts days; everybody is told.

The clocks stand still in a pause, and whoever likes makes a move all the same. All people who have
a say must agree. Bots and programs neither propose nor object.
"""

from __future__ import annotations

from sqlalchemy import Connection

from stellwerk.server.errors import Refusal
from stellwerk.server.transactions.actor import Actor
from stellwerk.server.transactions.clocks import Now
from stellwerk.server.transactions.notices import tell
from stellwerk.server.transactions.pause import MOST, NOTICE, PROPOSALS, Days, Pause
from stellwerk.server.transactions.table import Table


def proposed(
    connection: Connection, now: Now, actor: Actor, table: Table, days: Days | None
) -> None:
    """Propose a pause of some days, or one until all go on."""
    if not can_pause(table):
        raise Refusal("pause_needs_days")
    own = _own(actor, table)
    pause = table.pause = table.pause or Pause()
    if pause.is_running:
        raise Refusal("paused_already")
    if pause.is_proposed and pause.by not in own:
        if pause.days != days:
            raise Refusal("pause_proposed")
        pause.agreed += own
        return
    seat = own[0]
    if not pause.left:
        raise Refusal("too_many_pauses", most=MOST)
    count = pause.proposals.get(seat, 0)
    if count >= PROPOSALS:
        raise Refusal("too_many_proposals", most=PROPOSALS)
    pause.proposals[seat] = count + 1
    pause.by, pause.days, pause.agreed = seat, days, own
    if not _all_in(table, own):  # else it begins at once, which is told
        _tell(connection, table, "pause_proposed", seat, now)


def answered(connection: Connection, now: Now, actor: Actor, table: Table, agree: bool) -> None:
    """Agree to the proposed pause, or decline it; one's own is withdrawn."""
    own, pause = _own(actor, table), table.pause
    if pause is None or not pause.is_proposed:
        raise Refusal("no_pause_proposed")
    if agree:
        pause.agreed += own
        return
    withdrawn = pause.by in own
    pause.end()
    code = "pause_withdrawn" if withdrawn else "pause_declined"
    tell(connection, table, code, own[0], now.wall)


def going_on(connection: Connection, now: Now, actor: Actor, table: Table) -> None:
    """Wish to play on: the pause ends in a day, or at once when all wish it."""
    own, pause = _own(actor, table), table.pause
    if pause is None or pause.until is None:
        raise Refusal("not_paused")
    if own[0] in pause.going_on:
        return
    pause.going_on += own
    pause.until = min(pause.until, now.play + NOTICE)
    if not _all_in(table, pause.going_on):
        tell(connection, table, "pause_ending", own[0], now.wall)


def settled(connection: Connection, now: Now, table: Table) -> None:
    """Begin or end a pause, where what all people at the table wish is enough for it."""
    pause = table.pause
    if pause is None or pause.by is None or table.status != "playing":
        return
    people = with_a_say(table)
    pause.agreed = [seat for seat in people if seat in pause.agreed]
    pause.going_on = [seat for seat in people if seat in pause.going_on]
    if pause.is_proposed:
        if pause.by not in people:
            pause.end()
        elif pause.agreed == people:
            pause.begin(now.play)
            _tell(connection, table, "pause_began", pause.by, now, bounded=False)
    elif pause.going_on == people or is_over(table, now.play):
        _end(connection, now, table, pause.by)


def is_over(table: Table, now: float) -> bool:
    """Tell whether the time of a pause is up."""
    return table.pause is not None and table.pause.until is not None and table.pause.until <= now


def can_pause(table: Table) -> bool:
    """Tell whether a game can be paused.

    Where the clock counts seconds, people sit together and a pause would only give time to think;
    without a clock, nothing presses.
    """
    return table.status == "playing" and table.wish.clock.kind == "days"


def _end(connection: Connection, now: Now, table: Table, seat: int) -> None:
    assert table.pause is not None, "only a pause that runs is ended"
    table.pause.end()
    for held in table.seats:  # nobody was away as long as nobody had to be there
        held.seen = now.play
    tell(connection, table, "pause_over", seat, now.wall, bounded=False)


def with_a_say(table: Table) -> list[int]:
    """Return the seats of people who have neither left nor given up."""
    return [
        number
        for number, seat in enumerate(table.seats)
        if seat.holder == "person" and seat.has_say
    ]


def _all_in(table: Table, seats: list[int]) -> bool:
    return set(with_a_say(table)) <= set(seats)


def _own(actor: Actor, table: Table) -> list[int]:
    """Return the seats for which an actor has a say, of which there is at least one."""
    own = actor.seats(table)
    if not own:
        raise Refusal("not_seated")
    found = [seat for seat in with_a_say(table) if seat in own]
    if not found:
        raise Refusal("no_say")
    return found


def _tell(
    connection: Connection, table: Table, code: str, seat: int, now: Now, *, bounded: bool = True
) -> None:
    """Tell of a pause, with its length."""
    days = None if table.pause is None else table.pause.days
    name = code if days else f"{code}_open"
    tell(connection, table, name, seat, now.wall, bounded=bounded, count=days)
