"""The entries of the kernel: what Python calls.

Every argument is an array or a number, because handing a record over costs ten times as much.
``states[i]`` is the state, ``boards[0]`` the board, ``moves[j]`` a move; ``scratch`` is an array of
one SCRATCH record.
"""

from __future__ import annotations

from stellwerk.board.layout import BoardRecord
from stellwerk.board.records import Array1, Records
from stellwerk.rules import distance as _distance
from stellwerk.rules import hidden as _hidden
from stellwerk.rules import move as _move
from stellwerk.rules import score as _score
from stellwerk.rules import setup as _setup
from stellwerk.rules import tunnel as _tunnel
from stellwerk.rules import ways_to_pay as _ways_to_pay
from stellwerk.rules.kernel import entry
from stellwerk.rules.listing import COUNT
from stellwerk.rules.payment import note_used, wipe_unused
from stellwerk.rules.score import Result
from stellwerk.rules.scratch import Scratch
from stellwerk.rules.state import FINE, MoveRecord, State

States = Records[State]
Boards = Records[BoardRecord]
Moves = Records[MoveRecord]
Scratches = Records[Scratch]
Results = Records[Result]


@entry
def deal(states: States, i: int, boards: Boards, seats: int) -> None:
    """Deal a new game into a state whose key is set."""
    _setup.deal(states[i], boards[0], seats)


@entry
def count_legal(states: States, i: int, boards: Boards, seat: int, moves: Moves) -> int:
    """Return the number of legal moves of a seat."""
    return _move.walk(states[i], boards[0], seat, COUNT, moves[0])


@entry
def legal(states: States, i: int, boards: Boards, seat: int, moves: Moves) -> int:
    """List the legal moves of a seat with canonical payments; return their number."""
    count = _move.walk(states[i], boards[0], seat, COUNT, moves[0])
    for n in range(count):
        _move.walk(states[i], boards[0], seat, n, moves[n])
        wipe_unused(moves[n])
    return count


@entry
def payments(
    states: States, i: int, boards: Boards, seat: int, kind: int, target: int, moves: Moves
) -> int:
    """List every distinct payment of a route, station, harbour or tunnel; return their number.

    Stops when ``moves`` is full; the number is then its length.
    """
    return _ways_to_pay.payments(states[i], boards[0], seat, kind, target, moves)


@entry
def check(states: States, i: int, boards: Boards, moves: Moves, j: int, spare: Moves) -> int:
    """Return why a move is refused, or FINE (0). ``spare`` is an array with room for one move."""
    note_used(moves[j])
    return _move.check(states[i], boards[0], moves[j], spare[0])


@entry
def play(states: States, i: int, boards: Boards, moves: Moves, j: int, spare: Moves) -> int:
    """Play a move if it is legal; return why it is refused, or FINE (0).

    A state that has room for it gets a report on what the move brought.
    """
    note_used(moves[j])
    reason = _move.check(states[i], boards[0], moves[j], spare[0])
    if reason == FINE:
        _move.apply(states[i], boards[0], moves[j])
    return reason


@entry
def tunnel_hits(states: States, i: int) -> int:
    """Return which of the cards turned up for a tunnel cost one more, as a set."""
    return _tunnel.hits(states[i])


@entry
def score(states: States, i: int, boards: Boards, scratch: Scratches, results: Results) -> None:
    """Score a game as if it ended now, into ``results[0]``."""
    _score.score(states[i], boards[0], scratch[0], results[0])


@entry
def ticket_values(
    states: States, i: int, boards: Boards, seat: int, scratch: Scratches, values: Array1
) -> None:
    """Write what each ticket would be worth to a seat if the game ended now."""
    _score.ticket_values(states[i], boards[0], seat, scratch[0])
    for ticket in range(boards[0].tickets):
        values[ticket] = scratch[0].ticket_value[ticket]


@entry
def distance(
    states: States, i: int, boards: Boards, seat: int, ticket: int, scratch: Scratches, path: Array1
) -> int:
    """Return the fewest further spaces for a ticket over own and open routes, -1 if it is lost.

    ``path`` gets the routes still to claim on one such way, in order, ended by -1.
    """
    spaces = _distance.distance(states[i], boards[0], seat, ticket, scratch[0])
    count = scratch[0].path_length
    for n in range(count):
        path[n] = scratch[0].path[n]
    path[count] = -1
    return spaces


@entry
def redeal(states: States, i: int, boards: Boards, seat: int, scratch: Scratches) -> None:
    """Replace all that a seat cannot know by a fair sample; ``seat`` -1: a spectator."""
    _hidden.redeal(states[i], boards[0], seat, scratch[0])
