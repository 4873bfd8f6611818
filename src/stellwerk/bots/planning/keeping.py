"""Tickets: which to keep, when to draw more, and the other choices before the first turn."""

from __future__ import annotations

from stellwerk.board.layout import SHIPS, TICKET_WORDS, WAGONS, BoardRecord
from stellwerk.bots.planning.costs import rate_routes, set_budget
from stellwerk.bots.planning.hand import clear_needs, count_hand
from stellwerk.bots.planning.mind import Mind
from stellwerk.bots.planning.plan import WORTHLESS, make_plan
from stellwerk.bots.planning.playbook import Book
from stellwerk.bots.planning.thought import Thought
from stellwerk.rules.bits import bit, i64, u64
from stellwerk.rules.kernel import cold, kernel
from stellwerk.rules.listing import head
from stellwerk.rules.payment import clear
from stellwerk.rules.state import (
    CHOOSE_MIX,
    CHOOSE_PIECES,
    DRAW_TICKETS,
    KEEP,
    KEEP_TICKETS,
    MoveRecord,
    State,
)
from stellwerk.rules.tickets import (
    can_draw_tickets,
    from_second_pile,
    keepable,
    tickets_left,
)


@kernel
def prepare_plan(mind: Mind) -> None:
    """Count the hand and rate all routes for a new plan; no card is wanted yet."""
    state, board, seat, _, thought = mind
    set_budget(state, board, seat, thought)
    count_hand(state, board, seat, thought)
    clear_needs(thought)
    rate_routes(mind)


@kernel
def want(state: State, seat: int, thought: Thought, mask: int) -> None:
    """Want the tickets a seat holds and those of its offer that are in a mask."""
    for word in range(TICKET_WORDS):
        thought.wanted[word] = u64(state.held[seat, word])
    for i in range(i64(state.offered[seat])):
        if (mask >> i) & 1:
            ticket = i64(state.offer[seat, i])
            word = ticket >> 6
            thought.wanted[word] = u64(thought.wanted[word]) | bit(ticket & 63)


@cold
def keep_best(mind: Mind, move: MoveRecord) -> None:
    """Write the choice of offered tickets whose plan is worth most."""
    state, board, seat, book, thought = mind
    prepare_plan(mind)
    at_start = i64(state.phase) == KEEP
    offered = i64(state.offered[seat])
    from_second = from_second_pile(state, board, seat)
    best = 0
    most = WORTHLESS
    for mask in range(1, 1 << offered):
        thought.keep_value[mask] = WORTHLESS
        if keepable(board, offered, from_second, mask, at_start) != 0:
            continue
        want(state, seat, thought, mask)
        make_plan(state, board, book, thought, 2 if at_start else 1)
        thought.keep_value[mask] = i64(thought.plan.value)
        if i64(thought.plan.value) > most:
            most = i64(thought.plan.value)
            best = mask
    head(move, seat, KEEP_TICKETS, 0, best)
    clear(move)


@kernel
def choose_mix(board: BoardRecord, seat: int, book: Book, move: MoveRecord) -> None:
    """Write how many tickets of the second pile to start with (G-02)."""
    second = min(i64(book.start_second), i64(board.start_tickets[0]))
    head(move, seat, CHOOSE_MIX, 0, second)
    clear(move)


@cold
def choose_pieces(mind: Mind, move: MoveRecord) -> None:
    """Write the wagons that a plan wants, and a share of the pieces it leaves (W-04)."""
    state, board, seat, book, thought = mind
    prepare_plan(mind)
    want(state, seat, thought, 0)
    make_plan(state, board, book, thought, 2)
    total = i64(board.chosen_pieces)
    wagons = i64(thought.plan.pieces[WAGONS])
    spare = total - wagons - i64(thought.plan.pieces[SHIPS])
    wagons += spare * i64(book.spare_wagons) // 100
    wagons = max(wagons, total - i64(board.pieces[SHIPS]))
    head(move, seat, CHOOSE_PIECES, 0, min(wagons, total, i64(board.pieces[WAGONS])))
    clear(move)


@kernel
def draw_tickets(state: State, board: BoardRecord, seat: int, book: Book, move: MoveRecord) -> bool:
    """Write a draw of tickets, if any are left; tell whether there are."""
    if not can_draw_tickets(state, board):
        return False
    second = 0
    if board.mix:
        total = min(i64(board.draw_tickets[0]), tickets_left(state))
        second = min(i64(book.draw_second), total, i64(state.left[1]))
        second = max(second, total - i64(state.left[0]))
    head(move, seat, DRAW_TICKETS, 0, second)
    clear(move)
    return True
