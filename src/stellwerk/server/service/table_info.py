"""What an actor is told about a table, besides the game itself."""

from __future__ import annotations

from stellwerk.server.protocol import LineResult, PauseInfo, SeatInfo, TableInfo, TableLine
from stellwerk.server.transactions.actor import Actor
from stellwerk.server.transactions.clocks import Now
from stellwerk.server.transactions.opening import may_have_again
from stellwerk.server.transactions.pause import Pause
from stellwerk.server.transactions.pausing import can_pause, with_a_say
from stellwerk.server.transactions.queries import Unread
from stellwerk.server.transactions.seats import Here, free_in, grace_of, name_at
from stellwerk.server.transactions.table import Seat, Table


def table_info(table: Table, actor: Actor, here: Here, unread: Unread, now: Now) -> TableInfo:
    """Return what an actor is told about a table."""
    own = actor.seats(table)
    host = actor.guest is not None and actor.guest == table.host
    return TableInfo(
        id=table.id,
        status=table.status,
        version=table.version,
        board=table.wish.board,
        variant=table.board.variant.id,
        board_hash=table.board.hash,
        seats=tuple(
            SeatInfo(
                seat=number,
                colour=table.board.seat_colours[number],
                holder=seat.holder,
                name=seat.name_in(actor.language),
                bot=seat.bot,
                you=number in own,
                online=seat.holder == "bot" or name_at(table, number) in here.online,
                stand_in=seat.stand_in,
                resigned=seat.resigned,
                agreed=seat.agreed,
                muted=number in unread.muted,
                free_in=free_in(table, number, here, now.play),
                shares=_shares(table, seat),
                kept_for=None if seat.kept is None else seat.kept.name,
                invited=seat.kept is not None and seat.kept.guest == actor.guest,
                blocked=seat.guest in unread.blocked,
            )
            for number, seat in enumerate(table.seats)
        ),
        host=host,
        public=table.wish.public,
        shuffle_seats=table.wish.shuffle_seats,
        memory_aids=table.wish.memory_aids,
        deal=table.wish.deal if host or table.status == "finished" else None,
        by_word=table.wish.deal is not None,
        clock=table.clocks.state(table.wish.clock, now),
        seq=table.seq,
        created=table.created,
        commitment=table.commitment,
        rematch=table.rematch,
        closed=table.closed,
        grace=grace_of(table.wish),
        pace=table.wish.pace,
        takebacks=table.takebacks,
        known_deal=table.known_deal,
        same_deal=may_have_again(table, actor),
        pause=_pause(table, now),
        pauses_left=_pauses_left(table),
        reason=table.reason,
    )


def _pause(table: Table, now: Now) -> PauseInfo | None:
    pause = table.pause
    if pause is None or pause.by is None or table.status != "playing":
        return None
    left = None if pause.until is None else max(0.0, round(pause.until - now.play, 1))
    yes = pause.agreed if pause.is_proposed else pause.going_on
    waits_for = tuple(seat for seat in with_a_say(table) if seat not in yes)
    return PauseInfo(
        pause.by, pause.days, tuple(pause.agreed), left, tuple(pause.going_on), waits_for
    )


def _pauses_left(table: Table) -> int:
    return (table.pause or Pause()).left if can_pause(table) else 0


def _shares(table: Table, seat: Seat) -> int | None:
    """Return the first of several seats that are played at one device."""
    same = table.seats_of(seat.guest)
    return same[0] if len(same) > 1 else None


def table_line(table: Table, actor: Actor, now: Now) -> TableLine:
    """Return a table as a line of a list."""
    own = actor.seats(table)
    clock = table.clocks.state(table.wish.clock, now)
    mine = table.waits_for(own)
    left = [clock.left[seat] for seat in clock.running if not mine or seat in own]
    invited = table.status == "open" and bool(table.kept_for(actor.guest))
    return TableLine(
        id=table.id,
        status=table.status,
        board=table.wish.board,
        variant=table.board.variant.id,
        names=tuple(seat.name_in(actor.language) for seat in table.seats if seat.holder != "open"),
        open_seats=sum(seat.holder == "open" for seat in table.seats),
        your_turn=mine,
        yours=bool(own),
        changed=table.changed,
        result=_result(table, actor, own),
        left=min((each for each in left if each is not None), default=None),
        turn=tuple(table.seats[seat].name_in(actor.language) for seat in table.waiting),
        invited_by=host_name(table) if invited else None,
    )


def host_name(table: Table) -> str:
    """Return the name at the seat of a table's host; empty if there is none."""
    return next((seat.name for seat in table.seats if seat.guest == table.host), "")


def _result(table: Table, actor: Actor, own: tuple[int, ...]) -> LineResult | None:
    """Return how a finished game ended, as far as that was noted."""
    winners = [seat for seat in table.seats if seat.rank == 1]
    if not winners or table.status != "finished":
        return None
    mine = table.seats[own[0]] if len(own) == 1 else None
    points = (mine or winners[0]).points or 0
    names = tuple(seat.name_in(actor.language) for seat in winners)
    return LineResult(names, points, None if mine is None else mine.rank)
