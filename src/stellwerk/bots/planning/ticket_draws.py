"""Whether to draw tickets: what the best of those drawn is worth on average."""

from __future__ import annotations

from stellwerk.board.layout import BoardRecord
from stellwerk.bots.planning.common import is_ending
from stellwerk.bots.planning.costs import fewest_of_rivals, has_share, rate_routes
from stellwerk.bots.planning.mind import Mind
from stellwerk.bots.planning.paths import FAR, find_way
from stellwerk.bots.planning.plan import gives_up, ticket_worth
from stellwerk.bots.planning.playbook import Book
from stellwerk.bots.planning.thought import Memory, Thought
from stellwerk.rules.bits import i64, u64
from stellwerk.rules.kernel import cold, inlined, kernel
from stellwerk.rules.tickets import draw_from, holds
from stellwerk.rules.turn import pieces_left


@kernel
def wants_tickets(mind: Mind, memory: Memory) -> bool:
    """Tell whether there are pieces and time for more tickets, and good ones to be hoped for.

    What to hope for is found out once for each number of pieces; none while a ticket is given up.
    """
    state, board, seat, book, _ = mind
    share = i64(book.tickets_share) - i64(book.tickets_seats) * (i64(state.seats) - 2)
    if gives_up(memory.plan) or not has_share(state, board, seat, share):
        return False
    if is_ending(state) or fewest_of_rivals(state, seat) < i64(book.tickets_rival):
        return False
    pieces = pieces_left(state, seat)
    if i64(memory.judged) != pieces:
        memory.judged = pieces
        memory.hope = _hope(mind)
    return i64(memory.hope) > i64(book.tickets_hope)


@cold
def _hope(mind: Mind) -> int:
    """Return what the best of the tickets drawn is worth on average, in half points."""
    state, board, seat, book, thought = mind
    rate_routes(mind)
    for route in range(i64(board.routes)):
        thought.cost[route] = thought.price[route]
    count = 0
    for ticket in range(i64(board.tickets)):
        pile = i64(board.ticket_pile[ticket])
        if holds(state, seat, ticket) or not (board.mix or i64(board.draw_tickets[pile]) > 0):
            continue
        worth = _worth(board, book, thought, ticket)
        place = count
        while place > 0 and i64(thought.worth[place - 1]) > worth:
            thought.worth[place] = thought.worth[place - 1]
            place -= 1
        thought.worth[place] = worth
        count += 1
    drawn = min(count, draw_from(state, board, 0, 0) + draw_from(state, board, 1, 0))
    if drawn == 0:
        return 0
    total = 0
    for place in range(drawn - 1, count):
        total += i64(thought.worth[place]) * _ways(place, drawn - 1)
    return total // _ways(count, drawn)


@inlined
def _ways(things: int, chosen: int) -> int:
    """Return in how many ways some of a number of things can be chosen."""
    ways = 1
    for i in range(chosen):
        ways = ways * (things - i) // (i + 1)
    return ways


@kernel
def _worth(board: BoardRecord, book: Book, thought: Thought, ticket: int) -> int:
    """Return what a ticket would be worth with the network as it is, in half points."""
    least = -2 * i64(board.ticket_penalty[ticket])
    most = 2 * ticket_worth(board, ticket) + i64(book.ticket_bonus)
    quarters = i64(book.plan_price)
    limit = FAR if quarters == 0 else 4 * (most - least + 1) // quarters
    price = 0
    for stop in range(1, i64(board.ticket_stops[ticket])):
        start = u64(board.stop[ticket, stop - 1])
        price += find_way(board, thought, start, u64(board.stop[ticket, stop]), limit - price)
        if price > limit:
            return least
    return max(most - quarters * price // 4, least)
