"""Takebacks: which moves of a game can still be taken back, and how often.

A table keeps the state before the first of them and their numbers, so that a takeback costs the
same however long the game is.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection

from stellwerk.game import Game
from stellwerk.game.game import Earlier, Resign, Undo
from stellwerk.server.errors import Refusal
from stellwerk.server.service.table import LAYOUT, NOBODY, Table, Trail, entries_of, rebuilt

PER_TURN: Final = 3
"""Takebacks of a seat in one turn, where two or more people play."""
PER_MINUTE: Final = 30.0
"""Takebacks of a seat, whoever plays."""
LAST_STEP: Final = 1500
"""After so many steps nothing is taken back any more: every game can be shown step by step."""
_LONGEST: Final = 32
"""Most moves that can be taken back one after the other; in real games there are few."""


def begin(table: Table) -> None:
    """Begin a game, in which nothing can be taken back yet."""
    table.trail, table.trail_start = Trail([], [0] * len(table.seats)), None


def must_be_allowed(table: Table, seat: int) -> None:
    """Refuse a takeback that is one too many."""
    if table.seq >= LAST_STEP:
        raise Refusal("takebacks_over", most=LAST_STEP)
    if _is_used_up(table, seat):
        raise Refusal("too_many_takebacks", most=PER_TURN)


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
    step = game.steps[-1]
    able = next((seat for seat in range(game.seats) if game.can_undo(seat)), NOBODY)
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


def _is_used_up(table: Table, seat: int) -> bool:
    people = {each.guest for each in table.seats if each.holder == "person"}
    trail = table.trail
    return trail is not None and len(people) > 1 and trail.taken[seat] >= PER_TURN
