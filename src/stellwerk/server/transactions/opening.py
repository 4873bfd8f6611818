"""Opening a table and filling its seats; every function here is one transaction."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from typing import Final

import msgspec
from sqlalchemy import Connection, func, select, union

from stellwerk.board import Board, UnknownName
from stellwerk.bots import names as bot_names
from stellwerk.bots.seat_names import PROGRAM, usual_name
from stellwerk.game import Game
from stellwerk.game.game import LEAST_SEATS
from stellwerk.game.seeds import KEY_BYTES
from stellwerk.server.errors import Refusal
from stellwerk.server.protocol import NewTable, SeatWish
from stellwerk.server.store import schema
from stellwerk.server.transactions import inviting, outbox, takebacks
from stellwerk.server.transactions.actor import Actor
from stellwerk.server.transactions.blocks import is_blocked_by
from stellwerk.server.transactions.boards import board_of
from stellwerk.server.transactions.clocks import Clocks
from stellwerk.server.transactions.codes import clean_name, lookalike, new_code, new_id
from stellwerk.server.transactions.guests import must_exist
from stellwerk.server.transactions.holders import note_holders
from stellwerk.server.transactions.notices import tell
from stellwerk.server.transactions.playing import go_on, take_state
from stellwerk.server.transactions.seats import has_had_a_hand, may_sit
from stellwerk.server.transactions.table import Seat, Table, add, read, seat_at, write
from stellwerk.server.transactions.worker import Worker

_OPENED: Final = ("host", "seats", "wish", "version", "changed", "rematch", "closed", "status")
"""What may change before a game starts."""


def create(
    connection: Connection,
    worker: Worker,
    actor: Actor,
    wish: NewTable,
    most: int,
    key: bytes = b"",
    known_deal: bool = False,
) -> Table:
    """Open a table; with ``start`` the game begins at once.

    ``key`` is one of the server's own, for a deal that several tables share: nobody has chosen it,
    and it comes from no client. ``known_deal`` tells that the actor has played it before.
    """
    guest, now = actor.known, worker.now.wall
    name = must_exist(connection, guest, lock=True)  # or two at once might both be the last
    count = connection.execute(
        select(func.count())
        .select_from(schema.tables)
        .where(schema.tables.c.host == guest, schema.tables.c.status.in_(("open", "playing")))
    ).scalar_one()
    if count >= most:
        raise Refusal("too_many_tables", most=most)
    board = _coloured(board_of(connection, wish.board, wish.variant), wish.colours)
    if len(wish.seats) > len(board.player_colours):
        raise Refusal("bad_seats", least=LEAST_SEATS, most=len(board.player_colours))
    table = Table(
        id=_free_code(connection),
        status="open",
        host=guest,
        wish=msgspec.structs.replace(
            wish,
            variant=board.variant.id,
            seats=tuple(msgspec.structs.replace(each, person=None) for each in wish.seats),
        ),
        board=board,
        seats=[_seat(each, guest, name) for each in wish.seats],
        version=1,
        created=now,
        changed=now,
        key=key,
        clocks=Clocks.of(wish.clock, len(wish.seats)),
        known_deal=known_deal,
    )
    for number, each in enumerate(wish.seats):
        if each.person is not None:
            inviting.keep(connection, worker, table, number, each.person)
    name_apart(table)
    outbox.mark_seats(connection, table)
    add(connection, table)
    note_holders(connection, table)
    inviting.call(connection, worker, table, range(len(table.seats)))
    if wish.start:
        _begin(connection, worker, table)
    return table


def open_at(
    connection: Connection, worker: Worker, actor: Actor, wish: NewTable, most: int, position: Game
) -> Table:
    """Open a table whose game goes on from a position; it was not dealt, so it promises no deal."""
    table = create(connection, worker, actor, wish, most)
    table.start = position.states.tobytes()
    table.key = secrets.token_bytes(KEY_BYTES)
    table.status = "playing"
    take_state(table, position)
    takebacks.begin(table)
    go_on(connection, worker, table)
    write(connection, table, "key", "start")
    return table


def start(connection: Connection, worker: Worker, actor: Actor, name: str) -> Table:
    """Begin the game; open seats must be filled or closed first."""
    table = _open_table(connection, name)
    actor.must_host(table)
    _begin(connection, worker, table)
    return table


def join(
    connection: Connection, worker: Worker, actor: Actor, name: str, seat: int | None, called: str
) -> Table:
    """Sit down, on a certain seat or the first free one; also at a running table's free seat."""
    table = read(connection, name, lock=True)
    if table.status not in ("open", "playing"):
        raise Refusal("not_open", status=table.status)
    guest = actor.known
    chosen = _free_seat(table, guest, seat)
    own_name = must_exist(connection, guest)
    _must_be_welcome(connection, table, guest)
    name_there = clean_name(called) if called else own_name
    if table.status == "playing":
        word = table.wish.deal
        known = word is not None and table.key == worker.deal(word)
        may_sit(connection, table, actor, chosen, by_word=known)
    table.seats[chosen] = Seat("person", guest, name_there, seen=worker.now.play)
    name_apart(table)
    outbox.mark_seats(connection, table)
    note_holders(connection, table)
    if table.status == "playing":  # a bot has played it so far
        tell(connection, table, "joined", chosen, worker.now.wall)
        go_on(connection, worker, table)
        return table
    return _changed(connection, worker, table)


def _free_seat(table: Table, guest: str, seat: int | None) -> int:
    """Return the seat that is asked for, or the first; one that is kept for the guest, if any."""
    free = [number for number, each in enumerate(table.seats) if each.holder == "open"]
    if seat is not None and not 0 <= seat < len(table.seats):
        raise Refusal("no_seat", seat=seat + 1)
    if seat is None and not free:
        raise Refusal("full")
    if seat is not None and seat not in free:
        raise Refusal("seat_taken", seat=seat + 1)
    own = table.kept_for(guest)
    choices = [*own, *(number for number in free if table.seats[number].kept is None)]
    if not choices or (seat is not None and seat not in choices):
        raise Refusal("no_seat_for_you")
    return choices[0] if seat is None else seat


def _must_be_welcome(connection: Connection, table: Table, guest: str) -> None:
    """Refuse somebody whom the host, or somebody at a seat, has blocked; not in their own game.

    The reason is the same as where all seats are kept for others: nobody is told of a block.
    """
    people = {table.host, *(seat.guest for seat in table.seats)} - {guest}
    if is_blocked_by(connection, guest, people) and not (
        table.status == "playing" and has_had_a_hand(connection, table, guest)
    ):
        raise Refusal("no_seat_for_you")


def leave(
    connection: Connection, worker: Worker, actor: Actor, name: str, seat: int | None
) -> Table:
    """Stand up before the start, from one seat or from all of one's own."""
    table = _open_table(connection, name)
    own = actor.seats(table) if seat is None else (actor.seat_of(table, seat),)
    for number in own:
        table.seats[number] = Seat()
    note_holders(connection, table)
    return _changed(connection, worker, table)


def set_seat(
    connection: Connection, worker: Worker, actor: Actor, name: str, seat: int, wish: SeatWish
) -> Table:
    """Say who is to sit on a seat, as the host, before the start."""
    table = _open_table(connection, name)
    actor.must_host(table)
    seat_at(table, seat)
    table.seats[seat] = _seat(wish, actor.known, must_exist(connection, actor.known))
    name_apart(table)
    outbox.mark_seats(connection, table)
    note_holders(connection, table)
    return _changed(connection, worker, table)


def set_colour(
    connection: Connection, worker: Worker, actor: Actor, name: str, seat: int, colour: str
) -> Table:
    """Choose the colour of one's own seat, or as the host of one that no person holds.

    Seats for which nobody chose give theirs away; a colour that a person has stays.
    """
    table = _open_table(connection, name)
    own = actor.seats(table)
    if seat_at(table, seat).holder == "person":
        actor.seat_of(table, seat)
    else:
        actor.must_host(table)
    colours = list(table.board.seat_colours)
    if colour not in colours:
        raise _no_such_colour(colour, colours)
    other = colours.index(colour)
    if other < len(table.seats) and other not in own and table.seats[other].holder == "person":
        raise Refusal("colour_taken", name=table.seats[other].name)
    colours[seat], colours[other] = colours[other], colours[seat]
    _colour(table, colours)
    return _changed(connection, worker, table)


def close(connection: Connection, worker: Worker, actor: Actor, name: str) -> Table:
    """Close a table that has not started, as the host."""
    table = _open_table(connection, name)
    actor.must_host(table)
    table.status, table.closed = "closed", "by_host"
    return _changed(connection, worker, table)


def rematch(
    connection: Connection, worker: Worker, actor: Actor, name: str, most: int
) -> tuple[Table, Table]:
    """Open a table for the same people again; a second request gives the same table."""
    table = read(connection, name, lock=True)
    if not actor.seats(table):
        raise Refusal("not_seated")
    if table.status != "finished":
        raise Refusal("not_finished")
    if table.rematch is not None:
        return table, read(connection, table.rematch)
    # The seat that began comes last now.
    seats = [*table.seats[1:], table.seats[0]]
    first, *others = table.board.seat_colours[: len(seats)]
    wish = msgspec.structs.replace(
        table.wish,
        seats=tuple(
            # A name that another host gave to a bot goes with that host.
            SeatWish("bot", seat.bot, seat.name if actor.guest == table.host else "")
            if seat.holder == "bot"
            # People who played at the same device are seated again; others join by themselves.
            else SeatWish("me", name=seat.name)
            if seat.holder == "person" and seat.guest == actor.guest
            else SeatWish("open")
            for seat in seats
        ),
        deal=None,
        start=False,
        colours=(*others, first),
    )
    again = create(connection, worker, actor, wish, most)
    table.rematch = again.id
    _changed(connection, worker, table)
    people = {seat.guest for seat in table.seats if seat.wants_notices} - {actor.guest}
    outbox.invited(connection, worker.now, again.id, people)
    if all(seat.holder != "open" for seat in again.seats):
        _begin(connection, worker, again)
    else:
        _changed(connection, worker, again)
    return table, again


def may_have_again(table: Table, actor: Actor) -> bool:
    """Tell whether an actor may play a finished game's deal again: only if they played it alone."""
    alone = takebacks.are_free(table) and bool(actor.seats(table))
    return alone and table.status == "finished" and table.start is None


def same_deal(connection: Connection, worker: Worker, actor: Actor, name: str, most: int) -> Table:
    """Open a table with the same deal and the same seats, for somebody who played it alone."""
    table = read(connection, name)
    if not actor.seats(table):
        raise Refusal("not_seated")
    if table.status != "finished":
        raise Refusal("not_finished")
    if not may_have_again(table, actor):
        raise Refusal("not_alone")
    seats = tuple(
        SeatWish("bot", seat.bot, seat.name) if seat.holder == "bot" else SeatWish("me")
        for seat in table.seats
    )
    wish = msgspec.structs.replace(table.wish, seats=seats, shuffle_seats=False, start=True)
    return create(connection, worker, actor, wish, most, table.key, known_deal=True)


def bot_named(bot: str | None) -> str:
    """Return the name of a bot if there is one, without options: some make it think for long."""
    if bot is None or bot not in bot_names():
        raise Refusal("bad_bot", bot=bot or "", choices=", ".join(bot_names()))
    return bot


def _begin(connection: Connection, worker: Worker, table: Table) -> None:
    """Deal the cards."""
    if any(seat.holder == "open" for seat in table.seats):
        raise Refusal("seats_open")
    if table.wish.shuffle_seats:
        _shuffle(table)
    table.key = table.key or _new_key(table, worker)
    game = Game.new(table.board, len(table.seats), table.key, names=table.names)
    for seat in table.seats:
        seat.seen = worker.now.play
    table.status = "playing"
    take_state(table, game)
    takebacks.begin(table)
    go_on(connection, worker, table)
    write(connection, table, "key", "wish")
    outbox.stepped(connection, worker.now, table, ())


def _shuffle(table: Table) -> None:
    """Draw by lot who sits where; everybody keeps the colour."""
    order = list(range(len(table.seats)))
    random.SystemRandom().shuffle(order)
    table.seats = [table.seats[number] for number in order]
    _colour(table, [table.board.seat_colours[number] for number in order])


def _coloured(board: Board, colours: Sequence[str]) -> Board:
    try:
        return board.coloured(colours)
    except UnknownName as unknown:
        raise _no_such_colour(unknown.name, unknown.suggestions) from None


def _no_such_colour(colour: str, choices: Sequence[str]) -> Refusal:
    return Refusal("no_such_colour", colour=colour, choices=", ".join(choices))


def _colour(table: Table, colours: Sequence[str]) -> None:
    table.board = table.board.coloured(colours)
    table.wish = msgspec.structs.replace(table.wish, colours=table.board.seat_colours)


def _new_key(table: Table, worker: Worker) -> bytes:
    """Return the key of a deal; a word alone decides it only for somebody who plays alone."""
    word = table.wish.deal
    if word is None:
        return secrets.token_bytes(KEY_BYTES)
    players = sum(seat.holder in ("person", "program") for seat in table.seats)
    return worker.deal(word) if players < 2 else worker.mixed_deal(word)


def _open_table(connection: Connection, name: str) -> Table:
    table = read(connection, name, lock=True)
    if table.status != "open":
        raise Refusal("not_open", status=table.status)
    return table


def _seat(wish: SeatWish, guest: str, name: str) -> Seat:
    called = clean_name(wish.name) if wish.name else ""
    match wish.holder:
        case "me":
            return Seat("person", guest, called or name)
        case "bot":
            bot = bot_named(wish.bot)
            return Seat("bot", None, called or usual_name(bot), bot)
        case "program":
            return Seat("program", None, called or PROGRAM, program=new_id())
    return Seat()


def _free_code(connection: Connection) -> str:
    """Return a code that no other table has."""
    while True:
        code = new_code()
        # A game in somebody's list must never lead to another table.
        known = (schema.tables.c.id, schema.games.c.table_id)
        taken = union(*(select(column).where(column == code) for column in known))
        if connection.execute(taken).first() is None:
            return code


def name_apart(table: Table) -> None:
    """Give seats whose names look alike a number."""
    seen: set[str] = set()
    for seat in table.seats:
        name, number = seat.name, 2
        while seat.name and lookalike(seat.name) in seen:
            seat.name = f"{name} {number}"
            number += 1
        seen.add(lookalike(seat.name))


def _changed(connection: Connection, worker: Worker, table: Table) -> Table:
    table.version += 1
    table.changed = worker.now.wall
    write(connection, table, *_OPENED)
    return table
