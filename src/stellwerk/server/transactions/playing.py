"""Playing at a table: every function here is one transaction.

The ``worker`` that is at work knows the time. It keeps the lease on what it will do next, so that
no other worker does it too.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec
from sqlalchemy import Connection

from stellwerk.game import Game, Move
from stellwerk.game.notation import parse_move
from stellwerk.game.position import SETUP
from stellwerk.game.steps import By, Undo
from stellwerk.server.errors import Refusal
from stellwerk.server.protocol import Accepted, Pace, SendMove
from stellwerk.server.transactions import games, outbox, pausing, takebacks
from stellwerk.server.transactions.actor import Actor
from stellwerk.server.transactions.notices import tell
from stellwerk.server.transactions.seats import Change, give_up
from stellwerk.server.transactions.table import (
    LAYOUT,
    Entry,
    Table,
    add_entry,
    forget_states,
    read,
    rebuilt,
    step_of,
    write,
)
from stellwerk.server.transactions.worker import Worker

_CLIENT: Final = "="
"""Stands before every move id of a client, so that none can pass for one of the server's own."""

MOVED: Final = (
    "status",
    "closed",
    "seats",
    "version",
    "changed",
    "seq",
    "phase_start",
    "pending",
    "undo",
    "trail",
    "trail_start",
    "takebacks",
    "snapshot",
    "layout",
    "clocks",
    "due",
    "lease_owner",
    "lease_until",
    "pause",
)
"""What a move may change of a table's row."""


class Played(NamedTuple):
    """What a transaction brought."""

    table: Table
    entry: Entry | None
    """None: the move had been made before, or the table in memory already has it."""
    answer: Accepted
    game: Game | None = None
    """The game after the step, where this process has played it."""


def send(
    connection: Connection, worker: Worker, actor: Actor, name: str, message: SendMove
) -> Played:
    """Make a move that a person or a program has sent."""
    table = read(connection, name, lock=True)
    asked = message.move.seat if message.move is not None else message.seat
    seat = actor.seat_of(table, asked)
    move_id = _CLIENT + message.move_id
    # A move that is sent again means the step it was first sent for, which has passed by then.
    if message.seq != table.seq and (made := _made_before(connection, actor, table, message)):
        return made
    _must_play(table)
    now = _now(table, worker)
    if table.seats[seat].stand_in:
        raise Refusal("stand_in")
    game = current_game(connection, table)
    if message.seq != table.seq and not (
        takebacks.still_meant(table, message.seq)
        if message.undo
        else _still_meant(table, game, message.seq, seat)
    ):
        raise Refusal("stale", seq=table.seq)
    if message.undo == (message.move is not None or message.text is not None):
        raise Refusal("bad_move_message")
    if message.undo:
        takebacks.must_be_allowed(table, seat)
        game = takebacks.take_back(connection, table, seat, now)
    else:
        move = message.move or parse_move(
            message.text or "", table.board, seat, game, sparing=message.sparing
        )
        if move.seat != seat:
            raise Refusal("not_your_seat", seat=move.seat + 1)
        game.play(move, at=now)
    table.seats[seat].seen, table.seats[seat].late = worker.now.play, False
    try:
        entry = _settle(connection, worker, table, game, move_id)
    except _IdTaken:
        made = _made_before(connection, actor, read(connection, name), message)
        assert made is not None, "an id is taken by a move that was made with it"
        return made
    return Played(table, entry, Accepted(message.move_id, entry.seq), game)


class _IdTaken(Exception):
    """A move of this table has the same id already; nothing has been written."""


def _made_before(
    connection: Connection, actor: Actor, table: Table, message: SendMove
) -> Played | None:
    """Return what is answered to a move that was made before."""
    known = step_of(connection, table.id, _CLIENT + message.move_id)
    if known is None:
        return None
    if known[1] not in actor.seats(table):
        raise Refusal("move_id_taken")
    return Played(table, None, Accepted(message.move_id, known[0]))


def decide(
    connection: Connection, worker: Worker, name: str, move: Move, seq: int, by: By
) -> Played | None:
    """Make a move that a bot has chosen at step ``seq``; nothing happens if that has passed."""
    table = read(connection, name, lock=True)
    if table.status != "playing" or table.lease_owner != worker.id:
        return None
    seat = move.seat
    game = current_game(connection, table)
    if seat not in table.waiting or (table.seq != seq and not _still_meant(table, game, seq, seat)):
        return None
    now = _now(table, worker)
    game.play(move, by=by, at=now)
    if by == "clock":
        table.seats[seat].late = True
        if table.wish.clock.take_over:
            table.seats[seat].stand_in = True
            table.version += 1
            tell(connection, table, "timed_out", seat, now, bounded=False)
    move_id = f"{by}:{table.seq + 1}"
    entry = _settle(connection, worker, table, game, move_id)
    return Played(table, entry, Accepted(move_id, entry.seq), game)


def resign(connection: Connection, worker: Worker, actor: Actor, name: str, seat: int) -> Played:
    """Give a seat up for good; doing so again changes nothing."""
    table = read(connection, name, lock=True)
    _must_play(table)
    seat = actor.seat_of(table, seat)
    move_id = f"resign:{table.seq + 1}"
    if table.seats[seat].resigned:
        return Played(table, None, Accepted(move_id, table.seq))
    now = _now(table, worker)
    game = current_game(connection, table)
    give_up(connection, table, seat, now)
    game.resign(seat, at=now)
    table.version += 1
    if not game.over:
        _end_if_agreed(connection, table)
    pausing.settled(connection, worker.now, table)
    entry = _settle(connection, worker, table, game, move_id)
    return Played(table, entry, Accepted(move_id, entry.seq), game)


def _settle(
    connection: Connection, worker: Worker, table: Table, game: Game, move_id: str
) -> Entry:
    """Store a step that was just played: the entry, the new state, clocks, and what comes next."""
    step, waited = game.steps[-1], table.waiting
    facts = tuple(game.facts(game.seq))
    entry = Entry(table.seq + 1, step.seat, step.by, step.time, step.move, facts)
    before = takebacks.worth_keeping(table, game)
    if not add_entry(connection, table.id, entry, move_id, before):
        raise _IdTaken
    table.seq = entry.seq
    if table.layout != LAYOUT:
        table.trail = table.trail_start = None
    take_state(table, game)
    far = isinstance(step.move, Undo) and step.move.step is not None
    if far or game.phase not in SETUP or any(fact.code in _NEW_CHOICE for fact in facts):
        table.phase_start = table.seq
    takebacks.note(table, game)
    turned = game.phase == "turn" or (game.phase in SETUP and table.phase_start == table.seq)
    _go_on(table, worker, entry.seat, turned)
    _store(connection, table)
    mover = table.seats[entry.seat].guest if entry.by == "person" else None
    outbox.stepped(connection, worker.now, table, waited, mover)
    return entry


_NEW_CHOICE: Final = frozenset({"mixed", "kept", "pieces"})
"""What all are told when everybody has decided: then the next choice begins."""


def take_state(table: Table, game: Game) -> None:
    """Copy the state of a game into its table."""
    table.snapshot = game.snapshot(game.seq)
    table.layout = LAYOUT
    table.pending = sum(1 << seat for seat in game.pending)
    if game.over:
        _finish(table, game)


def _finish(table: Table, game: Game) -> None:
    """End a game, and note how it ended for every seat."""
    table.status = "finished"
    table.version += 1
    for result in game.outcome().seats:
        seat = table.seats[result.seat]
        seat.points, seat.rank = result.total, result.rank


def current_game(connection: Connection, table: Table) -> Game:
    """Return the game of a table; one stored by another version is rebuilt from its moves."""
    return table.game() if table.layout == LAYOUT else rebuilt(connection, table)


def go_on(connection: Connection, worker: Worker, table: Table) -> None:
    """Store a change of who decides, and what comes next."""
    pausing.settled(connection, worker.now, table)
    table.version += 1
    takebacks.note_seats(table)
    _go_on(table, worker, None, False)
    _store(connection, table)


def _store(connection: Connection, table: Table) -> None:
    """Store what a move or a change of seats has changed."""
    if table.status != "playing" and table.trail is not None and table.trail.free:
        forget_states(connection, table.id)
        takebacks.begin(table)
    write(connection, table, *MOVED)
    if table.status == "finished":
        games.note(connection, table, current_game(connection, table))


def change_seat(
    connection: Connection, worker: Worker, actor: Actor, name: str, change: Change
) -> Table:
    """Change who decides for the seats of a running game."""
    table = read(connection, name, lock=True)
    _must_play(table)
    waited = table.waiting
    change(connection, worker.now, actor, table)
    _end_if_agreed(connection, table)
    go_on(connection, worker, table)
    if table.status == "finished":
        outbox.stepped(connection, worker.now, table, waited, actor.guest)
    return table


def end_pause(connection: Connection, worker: Worker, name: str) -> Table | None:
    """Let the clocks run again if the time of a pause is up."""
    table = read(connection, name, lock=True)
    if table.status != "playing" or not pausing.is_over(table, worker.now.play):
        return None
    go_on(connection, worker, table)
    return table


def set_pace(connection: Connection, worker: Worker, actor: Actor, name: str, pace: Pace) -> Table:
    """Say how fast bots are, as the host."""
    table = read(connection, name, lock=True)
    actor.must_host(table)
    if table.status not in ("open", "playing"):
        raise Refusal("not_playing", status=table.status)
    table.wish = msgspec.structs.replace(table.wish, pace=pace)
    write(connection, table, "wish")
    go_on(connection, worker, table)
    return table


_WAITS: Final[dict[Pace, float]] = {"instant": 0.0, "brisk": 1.0, "calm": 2.5}
"""How long bots wait, as a multiple of the usual time."""


def _end_if_agreed(connection: Connection, table: Table) -> None:
    """End a game when all who have a say wish it; nobody waits for those who left."""
    people = [seat for seat in table.seats if seat.has_say]
    if table.status == "playing" and people and all(seat.agreed for seat in people):
        _finish(table, current_game(connection, table))
        table.closed = "agreed"


def _go_on(table: Table, worker: Worker, decided: int | None, turned: bool) -> None:
    """Set the clocks, and when the server has to act next."""
    clock, now = table.wish.clock, worker.now.play
    people = [seat for seat in table.waiting if not table.seats[seat].played_by_bot]
    bots = len(table.waiting) > len(people)
    table.clocks.advance(clock, people, now, decided, turned, table.paused)
    table.changed = _now(table, worker)
    times = [table.clocks.deadline(clock)] if table.status == "playing" else []
    if table.status == "playing" and table.pause is not None:
        times.append(table.pause.until)
    # Where all choose at once, there is no bot's move to follow, and nobody should wait for one.
    delay = 0.0 if len(table.waiting) > 1 else _WAITS[table.wish.pace] * worker.bot_delay
    if bots:
        times.append(now + delay)
    table.due = min((each for each in times if each is not None), default=None)
    table.lease_owner = worker.id if bots else None
    table.lease_until = now + delay + worker.lease if bots else 0.0


def _now(table: Table, worker: Worker) -> float:
    """Return the date of a change: the times in a record never go backwards."""
    return max(worker.now.wall, table.changed)


def _must_play(table: Table) -> None:
    if table.status != "playing":
        raise Refusal("not_playing", status=table.status)


def _still_meant(table: Table, game: Game, seq: int, seat: int) -> bool:
    """Tell whether a choice that all make at once still counts, though others were quicker."""
    return game.phase in SETUP and seat in table.waiting and table.phase_start <= seq <= table.seq
