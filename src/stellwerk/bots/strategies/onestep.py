"""One-step: every turn the route that serves most open tickets and points now.

One of four published strategies, written from its description.
"""

from __future__ import annotations

from stellwerk.board.layout import NONE, TICKET_WORDS, BoardRecord
from stellwerk.bots.planning.common import answer_or_think, collect
from stellwerk.bots.planning.costs import open_to
from stellwerk.bots.planning.hand import lacking, need_for
from stellwerk.bots.planning.mind import Mind
from stellwerk.bots.planning.paths import FAR, find_way
from stellwerk.bots.planning.paying import UNPAYABLE, best_colour, has_pieces, write_claim
from stellwerk.bots.planning.thought import Memory, Thought
from stellwerk.rules.bits import EMPTY, drop_lowest, i64, lowest, u64
from stellwerk.rules.kernel import kernel
from stellwerk.rules.network import other_end
from stellwerk.rules.state import TURN, MoveRecord, State


@kernel
def play_onestep(mind: Mind, memory: Memory, move: MoveRecord) -> None:
    """Write the move of the one-step strategy."""
    state, board, seat, _, thought = mind
    if answer_or_think(mind, move):
        return
    _serve_tickets(state, board, seat, thought)
    if i64(state.phase) == TURN and _claim_most_serving(mind, move):
        return
    _need_most_serving(state, board, seat, thought)
    collect(mind, False, move)


@kernel
def _serve_tickets(state: State, board: BoardRecord, seat: int, thought: Thought) -> None:
    """Count for each route the points of the open tickets on whose shortest way it lies."""
    for route in range(i64(board.routes)):
        thought.cost[route] = thought.price[route]
        thought.served[route] = 0
    for word in range(TICKET_WORDS):
        tickets = u64(state.held[seat, word])
        while tickets != EMPTY:
            ticket = (word << 6) + lowest(tickets)
            tickets = drop_lowest(tickets)
            for stop in range(1, i64(board.ticket_stops[ticket])):
                start = u64(board.stop[ticket, stop - 1])
                spaces = find_way(board, thought, start, u64(board.stop[ticket, stop]), FAR)
                if 0 < spaces < FAR and spaces <= i64(thought.budget_in_all):
                    _serve(board, thought, i64(board.ticket_points[ticket]))


@kernel
def _serve(board: BoardRecord, thought: Thought, points: int) -> None:
    """Add a ticket's points to each route still to be claimed on the way just found."""
    city = i64(thought.reached)
    while i64(thought.came_by[city]) != NONE:
        route = i64(thought.came_by[city])
        city = other_end(board, route, city)
        if i64(thought.cost[route]) > 0:
            thought.served[route] += points


@kernel
def _claim_most_serving(mind: Mind, move: MoveRecord) -> bool:
    """Write the claim that serves most of those the hand pays for; tell whether there is one."""
    state, board, seat, _, thought = mind
    best = -1
    most = 0
    pay_with = 0
    for word in range(i64(board.words)):
        routes = open_to(state, seat, word)
        while routes != EMPTY:
            route = (word << 6) + lowest(routes)
            routes = drop_lowest(routes)
            serves = _service(board, thought, route)
            if serves <= most or lacking(board, thought, route) > 0:
                continue
            if not has_pieces(state, board, seat, route):
                continue
            colour, harm = best_colour(mind, route)
            if harm < UNPAYABLE:
                best = route
                most = serves
                pay_with = colour
    if best < 0:
        return False
    write_claim(mind, best, pay_with, move)
    return True


@kernel
def _service(board: BoardRecord, thought: Thought, route: int) -> int:
    """Return what a route gives now: its points and those of tickets; 0 if it serves none."""
    served = i64(thought.served[route])
    if served == 0:
        return 0
    return served + i64(board.route_points[i64(board.length[route])])


@kernel
def _need_most_serving(state: State, board: BoardRecord, seat: int, thought: Thought) -> None:
    """Want the cards of the open route that serves most."""
    best = -1
    most = 0
    for word in range(i64(board.words)):
        routes = open_to(state, seat, word)
        while routes != EMPTY:
            route = (word << 6) + lowest(routes)
            routes = drop_lowest(routes)
            serves = _service(board, thought, route)
            if serves > most and has_pieces(state, board, seat, route):
                best = route
                most = serves
    if best >= 0:
        need_for(board, thought, best)
