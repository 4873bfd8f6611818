"""Hungry: the tickets with the best ratio of points to wagons, and more of them while wagons last.

One of four published strategies, written from its description.
"""

from __future__ import annotations

from stellwerk.board.layout import LENGTH, TICKET_WORDS, BoardRecord
from stellwerk.bots.planning.claims import claim_planned
from stellwerk.bots.planning.common import answer_or_think, collect, remember_plan
from stellwerk.bots.planning.costs import fewest_of_rivals
from stellwerk.bots.planning.hand import need_for_plan
from stellwerk.bots.planning.keeping import draw_tickets, prepare_plan, want
from stellwerk.bots.planning.mind import Mind
from stellwerk.bots.planning.plan import gives_up, make_plan, ticket_worth
from stellwerk.bots.planning.playbook import Book
from stellwerk.bots.planning.thought import Memory, Plan, Thought
from stellwerk.rules.bits import EMPTY, drop_lowest, i64, lowest, popcount, u64
from stellwerk.rules.kernel import cold, kernel
from stellwerk.rules.listing import head
from stellwerk.rules.payment import clear
from stellwerk.rules.state import KEEP, KEEP_TICKETS, TICKET_CHOICE, TURN, MoveRecord, State
from stellwerk.rules.tickets import from_second_pile, keepable
from stellwerk.rules.turn import pieces_left

APPETITE = 16
"""With this many pieces more than its plan takes it draws tickets."""


@kernel
def play_hungry(mind: Mind, memory: Memory, move: MoveRecord) -> None:
    """Write the move of the hungry strategy."""
    state, board, seat, book, _ = mind
    phase = i64(state.phase)
    if phase in (KEEP, TICKET_CHOICE):
        _keep(mind, move)
        return
    if answer_or_think(mind, move):
        return
    remember_plan(mind, 1, memory)
    plan = memory.plan
    need_for_plan(mind, plan)
    if phase == TURN:
        hungry = _has_appetite(state, seat, book, plan)
        if hungry and draw_tickets(state, board, seat, book, move):
            return
        if claim_planned(mind, plan, True, move):
            return
    collect(mind, False, move)


@kernel
def _has_appetite(state: State, seat: int, book: Book, plan: Plan) -> bool:
    """Tell whether the plan leaves enough pieces for more tickets, and the others enough time."""
    spare = pieces_left(state, seat) - i64(plan.pieces[0]) - i64(plan.pieces[1])
    if spare < APPETITE or gives_up(plan):
        return False
    return fewest_of_rivals(state, seat) >= i64(book.tickets_rival)


@cold
def _keep(mind: Mind, move: MoveRecord) -> None:
    """Write the choice with most points of tickets and routes for the wagons of all their ways."""
    state, board, seat, book, thought = mind
    prepare_plan(mind)
    offered = i64(state.offered[seat])
    from_second = from_second_pile(state, board, seat)
    best = 0
    best_points = 0
    best_pieces = 1
    for mask in range(1, 1 << offered):
        if keepable(board, offered, from_second, mask, i64(state.phase) == KEEP) != 0:
            continue
        want(state, seat, thought, mask)
        make_plan(state, board, book, thought, 1)
        points = _points(board, thought)
        pieces = 1 + i64(thought.plan.pieces[0]) + i64(thought.plan.pieces[1])
        if best == 0 or points * best_pieces > best_points * pieces:
            best = mask
            best_points = points
            best_pieces = pieces
    head(move, seat, KEEP_TICKETS, 0, best)
    clear(move)


@kernel
def _points(board: BoardRecord, thought: Thought) -> int:
    """Return the points of the plan's tickets and routes."""
    points = 0
    for word in range(TICKET_WORDS):
        tickets = u64(thought.wanted[word])
        while tickets != EMPTY:
            ticket = (word << 6) + lowest(tickets)
            dropped = (u64(thought.plan.dropped[word]) >> u64(ticket & 63)) & u64(1)
            tickets = drop_lowest(tickets)
            if dropped != EMPTY:
                points -= i64(board.ticket_penalty[ticket])
            else:
                points += ticket_worth(board, ticket)
    for word in range(i64(board.words)):
        for length in range(1, LENGTH + 1):
            routes = u64(thought.plan.routes[word]) & u64(board.of_length[length, word])
            points += popcount(routes) * i64(board.route_points[length])
    return points
