"""Plans: which routes to own for a set of tickets.

Tickets are put into the plan one by one, each by its cheapest way over routes that are owned,
planned already (both for nothing) or open. Where a way takes more than is left, the ticket is given
up. This is done in two orders, and the better plan counts.
"""

from __future__ import annotations

from stellwerk.board.layout import NONE, PILES, TICKET_WORDS, WORDS, BoardRecord
from stellwerk.bots.planning.hand import lacking
from stellwerk.bots.planning.paths import FAR, are_joined, find_way
from stellwerk.bots.planning.playbook import Book
from stellwerk.bots.planning.thought import Memory, Plan, Thought
from stellwerk.rules.bits import EMPTY, bit, drop_lowest, has, i64, lowest, u64
from stellwerk.rules.kernel import cold, inlined, kernel
from stellwerk.rules.network import other_end
from stellwerk.rules.route import piece_kind
from stellwerk.rules.state import State

WORTHLESS = -(1 << 24)


@kernel
def copy_plan(plan: Plan, to: Plan) -> None:
    """Copy a plan."""
    for word in range(WORDS):
        to.routes[word] = plan.routes[word]
        to.borrowed[word] = plan.borrowed[word]
    for word in range(TICKET_WORDS):
        to.dropped[word] = plan.dropped[word]
    for kind in range(PILES):
        to.pieces[kind] = plan.pieces[kind]
    to.value = plan.value
    to.half_turns = plan.half_turns
    to.stations = plan.stations


@kernel
def clear_plan(plan: Plan) -> None:
    """Make an empty plan."""
    for word in range(WORDS):
        plan.routes[word] = EMPTY
        plan.borrowed[word] = EMPTY
    for word in range(TICKET_WORDS):
        plan.dropped[word] = EMPTY
    for kind in range(PILES):
        plan.pieces[kind] = 0
    plan.value = 0
    plan.half_turns = 0
    plan.stations = 0


@kernel
def make_plan(state: State, board: BoardRecord, book: Book, thought: Thought, orders: int) -> None:
    """Plan for the tickets in ``thought.wanted``, over routes rated before; into ``thought.plan``.

    The first order is by points from the most, the second from the fewest.
    """
    tickets, done = _list_tickets(board, book, thought)
    thought.plan.value = WORTHLESS
    for order in range(orders):
        clear_plan(thought.draft)
        thought.draft.value = done
        for route in range(i64(board.routes)):
            thought.cost[route] = thought.price[route]
        for n in range(tickets):
            place = n if order == 0 else tickets - 1 - n
            _insert(state, board, book, thought, i64(thought.listed[place]))
        if i64(thought.draft.value) > i64(thought.plan.value):
            copy_plan(thought.draft, thought.plan)
        if tickets < 2:
            break


@kernel
def _list_tickets(board: BoardRecord, book: Book, thought: Thought) -> tuple[int, int]:
    """List the wanted tickets that are not complete, those with most points first.

    Returns their number, and what the complete ones are worth to any plan.
    """
    count = 0
    done = 0
    for word in range(TICKET_WORDS):
        tickets = u64(thought.wanted[word])
        while tickets != EMPTY:
            ticket = (word << 6) + lowest(tickets)
            tickets = drop_lowest(tickets)
            if is_complete(board, thought, ticket):
                done += 2 * ticket_worth(board, ticket) + i64(book.ticket_bonus)
                continue
            place = count
            while place > 0 and i64(board.ticket_points[i64(thought.listed[place - 1])]) < i64(
                board.ticket_points[ticket]
            ):
                thought.listed[place] = thought.listed[place - 1]
                place -= 1
            thought.listed[place] = ticket
            count += 1
    return count, done


@inlined
def is_complete(board: BoardRecord, thought: Thought, ticket: int) -> bool:
    """Tell whether the routes owned join all stops of a ticket, one to the next."""
    for stop in range(1, i64(board.ticket_stops[ticket])):
        start = u64(board.stop[ticket, stop - 1])
        if not are_joined(board, thought, start, u64(board.stop[ticket, stop])):
            return False
    return True


@inlined
def ticket_worth(board: BoardRecord, ticket: int) -> int:
    """Return the points to expect from a ticket: of a tour those for any order (W-12)."""
    if i64(board.ticket_stops[ticket]) > 2:
        return i64(board.ticket_any_order[ticket])
    return i64(board.ticket_points[ticket])


@kernel
def _insert(state: State, board: BoardRecord, book: Book, thought: Thought, ticket: int) -> None:
    """Put a ticket into the draft, stop by stop, or give it up where that costs more."""
    gain = 2 * ticket_worth(board, ticket) + i64(book.ticket_bonus)
    loss = 2 * i64(board.ticket_penalty[ticket])
    stops = i64(board.ticket_stops[ticket])
    draft = thought.draft
    copy_plan(draft, thought.saved)
    price = 0
    for stop in range(1, stops):
        start = u64(board.stop[ticket, stop - 1])
        cost = _join(state, board, book, thought, start, u64(board.stop[ticket, stop]))
        price += cost
        if cost == FAR:
            break
    if 8 * price > i64(book.patience) * (gain + loss):
        _undo(board, thought)
        word = ticket >> 6
        draft.dropped[word] = u64(draft.dropped[word]) | bit(ticket & 63)
        draft.value -= loss
    else:
        draft.value += gain - i64(book.plan_price) * price // 4


@kernel
def _undo(board: BoardRecord, thought: Thought) -> None:
    """Take back what was added to the draft since it was saved."""
    for word in range(i64(board.words)):
        added = u64(thought.draft.routes[word]) & ~u64(thought.saved.routes[word])
        added |= u64(thought.draft.borrowed[word]) & ~u64(thought.saved.borrowed[word])
        while added != EMPTY:
            route = (word << 6) + lowest(added)
            added = drop_lowest(added)
            thought.cost[route] = thought.price[route]
    copy_plan(thought.saved, thought.draft)


@kernel
def _join(
    state: State, board: BoardRecord, book: Book, thought: Thought, start: int, goal: int
) -> int:
    """Join two sets of cities by the cheapest way that fits; return its cost, FAR without one."""
    cost = find_way(board, thought, start, goal, FAR)
    if cost == 0 or cost == FAR:
        return cost
    over = _take_way(board, thought)
    if over < 0:
        return cost
    if board.has_ships and over < PILES:
        return _join_by_other_kind(state, board, book, thought, start, goal, over)
    return FAR


@cold
def _join_by_other_kind(
    state: State, board: BoardRecord, book: Book, thought: Thought, start: int, goal: int, kind: int
) -> int:
    """Try once more without new routes for the kind of pieces that has run out."""
    for word in range(WORDS):
        closed = u64(book.of_kind[kind, word]) & ~u64(thought.draft.routes[word])
        closed &= u64(state.free[word])
        thought.usable_before[word] = u64(thought.usable[word])
        thought.usable[word] = u64(thought.usable[word]) & ~closed
    cost = find_way(board, thought, start, goal, FAR)
    for word in range(WORDS):
        thought.usable[word] = u64(thought.usable_before[word])
    if cost == FAR or _take_way(board, thought) >= 0:
        return FAR
    return cost


TOO_MANY = PILES
"""The way takes more pieces, stations or time than are left."""
FITS = -1


@kernel
def _take_way(board: BoardRecord, thought: Thought) -> int:
    """Add the way just found to the draft if it fits.

    Returns FITS, the kind of pieces there are too few of, or TOO_MANY.
    """
    draft = thought.draft
    wagons = i64(draft.pieces[0])
    ships = i64(draft.pieces[1])
    stations = i64(draft.stations)
    half_turns = i64(draft.half_turns)
    city = i64(thought.reached)
    while i64(thought.came_by[city]) != NONE:
        route = i64(thought.came_by[city])
        city = other_end(board, route, city)
        if i64(thought.cost[route]) == 0:
            continue
        if has(u64(thought.others[route >> 6]), route & 63):
            stations += i64(thought.cost[route]) > 1
            half_turns += 2
        else:
            half_turns += 2 + lacking(board, thought, route)
            if piece_kind(board, route) == 0:
                wagons += i64(board.length[route])
            else:
                ships += i64(board.length[route])
    if wagons > i64(thought.budget[0]):
        return 0
    if ships > i64(thought.budget[1]):
        return 1
    if wagons + ships > i64(thought.budget_in_all) or stations > i64(thought.stations):
        return TOO_MANY
    if half_turns > i64(thought.half_turns):
        return TOO_MANY
    draft.pieces[0] = wagons
    draft.pieces[1] = ships
    draft.stations = stations
    draft.half_turns = half_turns
    _mark_way(board, thought)
    return FITS


@kernel
def _mark_way(board: BoardRecord, thought: Thought) -> None:
    """Add the routes of the way just found to the draft; from now on they cost nothing."""
    draft = thought.draft
    city = i64(thought.reached)
    while i64(thought.came_by[city]) != NONE:
        route = i64(thought.came_by[city])
        city = other_end(board, route, city)
        if i64(thought.cost[route]) == 0:
            continue
        thought.cost[route] = 0
        word = route >> 6
        if has(u64(thought.others[word]), route & 63):
            draft.borrowed[word] = u64(draft.borrowed[word]) | bit(route & 63)
        else:
            draft.routes[word] = u64(draft.routes[word]) | bit(route & 63)


@inlined
def gives_up(plan: Plan) -> bool:
    """Tell whether a plan gives up a ticket."""
    dropped = EMPTY
    for word in range(TICKET_WORDS):
        dropped |= u64(plan.dropped[word])
    return dropped != EMPTY


@inlined
def is_done(state: State, board: BoardRecord, seat: int, plan: Plan) -> bool:
    """Tell whether a plan gives up nothing and has nothing left to claim or to borrow."""
    left = EMPTY
    for word in range(i64(board.words)):
        left |= u64(plan.borrowed[word]) | (u64(plan.routes[word]) & ~u64(state.own[seat, word]))
    return left == EMPTY and not gives_up(plan)


@kernel
def still_good(state: State, board: BoardRecord, seat: int, memory: Memory) -> bool:
    """Tell whether a remembered plan is for the tickets held, and all it wants can still be had."""
    if not memory.made:
        return False
    for word in range(TICKET_WORDS):
        if u64(memory.held[word]) != u64(state.held[seat, word]):
            return False
    wagons = 0
    ships = 0
    for word in range(i64(board.words)):
        missing = u64(memory.plan.routes[word]) & ~u64(state.own[seat, word])
        if missing & ~(u64(state.free[word]) & ~u64(state.shut[seat, word])) != EMPTY:
            return False
        while missing != EMPTY:
            route = (word << 6) + lowest(missing)
            missing = drop_lowest(missing)
            if piece_kind(board, route) == 0:
                wagons += i64(board.length[route])
            else:
                ships += i64(board.length[route])
    return wagons <= i64(state.pieces[seat, 0]) and ships <= i64(state.pieces[seat, 1])
