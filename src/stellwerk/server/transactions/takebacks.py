"""Takebacks: which moves of a game can still be taken back, and how often.

Between people a move is taken back as long as it has shown nothing hidden and nobody else has
decided. Somebody alone against bots takes back their last decision at any time, with all that
bots did since; such games are counted (``Table.takebacks``).

A takeback costs the same however long the game is: a table keeps the numbers of what can be taken
back and the state before the first of them, or, for somebody who plays alone, the state before
each.
"""

from __future__ import annotations

import zlib
from typing import Final

from sqlalchemy import Connection

from stellwerk.game import Game, IllegalMove
from stellwerk.game.steps import Earlier, Resign, Undo
from stellwerk.server.errors import Refusal
from stellwerk.server.transactions.table import (
    LAYOUT,
    NOBODY,
    Table,
    Trail,
    entries_of,
    rebuilt,
    state_before,
)

PER_TURN: Final = 3
"""Takebacks of a seat in one turn, where two or more people play."""
PER_MINUTE: Final = 30.0
"""Takebacks of a seat in any game."""
LAST_STEP: Final = 1500
"""The step after which nothing is taken back: every game can be shown step by step."""
_LONGEST: Final = 32
"""Most moves that can be taken back one after the other; in real games there are few."""
_LONGEST_FREE: Final = 100
"""Most decisions that somebody alone takes back one after the other."""


def are_free(table: Table) -> bool:
    """Tell whether somebody may take back at any time: a person alone among bots of ours.

    This alone decides it: rated games, or deals for comparison, are to be refused here.
    """
    others = [seat.holder for seat in table.seats if seat.holder != "bot"]
    return others == ["person"]


def begin(table: Table) -> None:
    """Begin a game, in which nothing can be taken back yet."""
    table.trail, table.trail_start = Trail([], [0] * len(table.seats)), None


def must_be_allowed(table: Table, seat: int) -> None:
    """Refuse a takeback that is one too many."""
    if table.seq >= LAST_STEP:
        raise Refusal("takebacks_over", most=LAST_STEP)
    if _is_used_up(table, seat):
        raise Refusal("too_many_takebacks", most=PER_TURN)


def still_meant(table: Table, seq: int) -> bool:
    """Tell whether a takeback sent for a step counts, though bots have moved on since."""
    return _is_free(table) and bool(_free_line(table)) and _free_line(table)[-1] <= seq <= table.seq


def take_back(connection: Connection, table: Table, seat: int, now: float) -> Game:
    """Return the game of a table after a seat has taken its last decision back."""
    if not _is_free(table):
        game = game_with_past(connection, table)
        game.undo(seat, at=now)
        return game
    line = _free_line(table)
    if not line or table.undo != seat:
        raise IllegalMove("nothing_to_undo")
    step = line[-1]
    if table.layout != LAYOUT:
        game = rebuilt(connection, table)  # stored by an earlier version
    else:
        before = state_before(connection, table.id, step)
        assert before is not None, "the state before each own decision is kept"
        earlier = [Earlier(step, seat, zlib.decompress(before))]
        game = Game.restore(
            table.board, table.snapshot, table.names, table.deal_key, table.seq, earlier
        )
    game.undo(seat, at=now, step=step)
    return game


def worth_keeping(table: Table, game: Game) -> bytes | None:
    """Return the state before the last step, zipped, if that may be taken back at any time."""
    step = game.steps[-1]
    if not are_free(table) or isinstance(step.move, Undo | Resign):
        return None
    if table.seats[step.seat].holder != "person":
        return None
    return zlib.compress(game.snapshot(game.seq - 1), 1)


def note_seats(table: Table) -> None:
    """Note that seats have changed: what was free to take back may be so no longer."""
    if table.trail is not None and table.trail.free and not are_free(table):
        begin(table)
        table.undo = NOBODY


def _is_free(table: Table) -> bool:
    return table.trail is not None and table.trail.free and are_free(table)


def _free_line(table: Table) -> list[int]:
    return [] if table.trail is None else table.trail.line


def game_with_past(connection: Connection, table: Table) -> Game:
    """Return the game of a table, which knows the moves that can be taken back."""
    trail, start = table.trail, table.trail_start
    if trail is None or table.layout != LAYOUT:
        return rebuilt(connection, table)  # stored by an earlier version
    earlier: list[Earlier] = []
    if start is not None:
        past = Game.restore(table.board, start, table.names, table.deal_key, 0)
        for entry in entries_of(connection, table.id, trail.line):
            assert not isinstance(entry.move, Undo | Resign), "only moves are taken back"
            earlier.append(Earlier(entry.seq, entry.seat, past.states.tobytes()))
            past.play(entry.move)
    return Game.restore(
        table.board, table.snapshot, table.names, table.deal_key, table.seq, earlier
    )


def note(table: Table, game: Game) -> None:
    """Note what the last step of a game has changed, after the table has taken its state."""
    if are_free(table):
        _note_free(table, game)
        return
    note_seats(table)
    step = game.steps[-1]
    last = game.can_take_back
    able = NOBODY if last is None else last
    trail = table.trail
    if trail is None:
        if able == NOBODY:
            begin(table)  # from here on everything is known
    else:
        if isinstance(step.move, Undo):
            trail.line.pop()
            trail.taken[step.seat] += 1
        elif able == NOBODY or len(trail.line) >= _LONGEST:
            trail.line.clear()
            trail.taken = [0] * game.seats
            able = NOBODY
        else:
            if not trail.line:
                table.trail_start = game.snapshot(game.seq - 1)
            trail.line.append(game.seq)
            trail.taken = [
                taken if seat == step.seat else 0 for seat, taken in enumerate(trail.taken)
            ]
        if not trail.line:
            table.trail_start = None
    if able != NOBODY and (_is_used_up(table, able) or table.seq >= LAST_STEP):
        able = NOBODY
    table.undo = able


def _note_free(table: Table, game: Game) -> None:
    """Note what the last step has changed, where one person plays against bots."""
    step, trail = game.steps[-1], table.trail
    if trail is None or not trail.free:
        trail = table.trail = Trail([], [0] * game.seats, True)
    table.trail_start = None
    if isinstance(step.move, Undo):
        trail.line = [seq for seq in trail.line if seq < step.undone]
        table.takebacks += step.move.step is not None
    elif isinstance(step.move, Resign):
        trail.line = []
    elif table.seats[step.seat].holder == "person":
        trail.line = [*trail.line, game.seq][-_LONGEST_FREE:]
    able = trail.line and table.status == "playing" and table.seq < LAST_STEP
    own = next(number for number, seat in enumerate(table.seats) if seat.holder == "person")
    table.undo = own if able else NOBODY


def _is_used_up(table: Table, seat: int) -> bool:
    people = {each.guest for each in table.seats if each.holder == "person"}
    trail = table.trail
    return trail is not None and len(people) > 1 and trail.taken[seat] >= PER_TURN
