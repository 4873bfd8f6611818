"""Belief: which tickets other seats hold, judged by what they have built.

Each guess is a whole game that may be the real one. It begins as a fair redeal; then tickets of
other seats change places with unseen ones, one at a time, and a change stays if the seat's routes
are explained better (or, by chance, not much worse) by a plan for its new tickets. After some
rounds the guesses are spread as the likelihood is (Metropolis and Hastings).
"""

from __future__ import annotations

from stellwerk.board.layout import NONE, PILES, SHIPS, TICKET_WORDS, WAGONS, BoardRecord
from stellwerk.bots.planning.costs import AMPLE, open_to
from stellwerk.bots.planning.mind import Mind
from stellwerk.bots.planning.paths import FAR, find_way
from stellwerk.bots.planning.plan import make_plan
from stellwerk.bots.planning.thought import Thought
from stellwerk.bots.search.records import CHANCES, SHARE_BITS, Room, Weights
from stellwerk.rules.bits import EMPTY, bit, dice, drop_lowest, has, i64, lowest, popcount, u64
from stellwerk.rules.kernel import inlined, kernel
from stellwerk.rules.recall import replay_tickets
from stellwerk.rules.route import piece_kind
from stellwerk.rules.scratch import Scratch
from stellwerk.rules.state import MIX, State

_DETOUR = 8
"""Spaces by which a ticket may have moved further away before it no longer matters."""


@kernel
def note_unseen(state: State, board: BoardRecord, seat: int, scratch: Scratch, room: Room) -> None:
    """Note which tickets a seat has never seen."""
    for word in range(TICKET_WORDS):
        room.unseen[word] = EMPTY
    if i64(state.phase) == MIX:
        return
    scratch.runs = 1
    while not replay_tickets(state, board, seat, scratch):
        scratch.runs += 1
    for ticket in range(i64(board.tickets)):
        if i64(scratch.symbol_of[ticket]) == NONE:
            word = ticket >> 6
            room.unseen[word] = u64(room.unseen[word]) | bit(ticket & 63)
    for i in range(i64(board.start_tickets[0])):
        ticket = i64(state.start_offer[seat, i])
        if ticket < i64(board.tickets) and i64(state.start_kept[seat]) > 0:
            word = ticket >> 6
            room.unseen[word] = u64(room.unseen[word]) & ~bit(ticket & 63)


@kernel
def tempt(
    state: State, board: BoardRecord, other: int, thought: Thought, weights: Weights, room: Room
) -> None:
    """Rate how tempting each ticket is as a guess: by how far a seat has come with it."""
    _open_roads(state, board, other, thought, False)
    for ticket in range(i64(board.tickets)):
        room.temptation[other, ticket] = _way(board, thought, ticket)
    _open_roads(state, board, other, thought, True)
    used = 0
    for word in range(i64(board.words)):
        used += _spaces(board, word, u64(state.own[other, word]))
    most = -FAR
    for ticket in range(i64(board.tickets)):
        plain = max(1, i64(room.temptation[other, ticket]))
        missing = min(_way(board, thought, ticket), plain + _DETOUR)
        saved = plain - missing
        log = i64(weights.saved) * saved + i64(weights.saved_share) * saved // plain
        if missing == 0:
            log += i64(weights.completed) * used // 10
        room.temptation[other, ticket] = log
        most = max(most, log)
    for ticket in range(i64(board.tickets)):
        room.temptation[other, ticket] = min(
            most - i64(room.temptation[other, ticket]), CHANCES - 1
        )


@kernel
def _open_roads(state: State, board: BoardRecord, other: int, thought: Thought, now: bool) -> None:
    """Let ways go over a seat's own routes for nothing and over open ones by spaces; or over all.

    ``now`` is the board as it stands; otherwise it is empty.
    """
    for word in range(i64(board.words)):
        own = u64(state.own[other, word])
        usable = u64(board.all_routes[word])
        if now:
            usable = own | open_to(state, other, word)
        thought.usable[word] = usable
        while usable != EMPTY:
            route = (word << 6) + lowest(usable)
            usable = drop_lowest(usable)
            free = now and has(own, route & 63)
            thought.cost[route] = 0 if free else i64(board.length[route])


@kernel
def _way(board: BoardRecord, thought: Thought, ticket: int) -> int:
    """Return how many spaces a ticket takes, FAR if it cannot be had."""
    spaces = 0
    for stop in range(1, i64(board.ticket_stops[ticket])):
        start = u64(board.stop[ticket, stop - 1])
        spaces += find_way(board, thought, start, u64(board.stop[ticket, stop]), FAR)
    return min(spaces, FAR)


@kernel
def look_at(mind: Mind, weights: Weights) -> None:
    """Get ready to explain a seat's routes: as if all were to be built, its own a bit cheaper."""
    state, board, other, book, thought = mind
    for kind in range(PILES):
        thought.budget[kind] = i64(state.pieces[other, kind])
    for word in range(i64(board.words)):
        own = u64(state.own[other, word])
        usable = own | open_to(state, other, word)
        thought.usable[word] = usable
        thought.owned[word] = EMPTY
        thought.others[word] = EMPTY
        while usable != EMPTY:
            route = (word << 6) + lowest(usable)
            usable = drop_lowest(usable)
            price = i64(book.route_cost[route])
            if has(own, route & 63):
                price = max(1, price * (16 - i64(weights.discount)) // 16)
                thought.budget[piece_kind(board, route)] += i64(board.length[route])
            thought.price[route] = price
    thought.budget_in_all = i64(thought.budget[0]) + i64(thought.budget[1])
    thought.stations = 0
    thought.half_turns = AMPLE
    thought.locomotives = 0


@kernel
def explain(mind: Mind, weights: Weights) -> int:
    """Return how likely a seat's routes are, given the tickets it holds, as a logarithm."""
    state, board, other, book, thought = mind
    dropped = 0
    for word in range(TICKET_WORDS):
        thought.wanted[word] = u64(state.held[other, word])
    make_plan(state, board, book, thought, 1)
    for word in range(TICKET_WORDS):
        dropped += popcount(u64(thought.plan.dropped[word]))
    strange = 0
    beyond = 0
    missing = 0
    used = 0
    for word in range(i64(board.words)):
        own = u64(state.own[other, word])
        planned = u64(thought.plan.routes[word])
        strange += _strangeness(board, weights, word, own & ~planned)
        beyond += _spaces(board, word, own & ~planned)
        missing += _spaces(board, word, planned & ~own)
        used += _spaces(board, word, own)
    left = i64(state.pieces[other, WAGONS]) + i64(state.pieces[other, SHIPS])
    done = missing == 0 and dropped == 0
    log = -i64(weights.beyond) * beyond if done else -strange
    log -= i64(weights.dropped) * dropped
    log -= i64(weights.unfinished) * missing * used // (used + left)
    log -= i64(weights.overdrawn) * max(0, missing - left)
    return log + i64(weights.value) * i64(thought.plan.value) // 16


@inlined
def _strangeness(board: BoardRecord, weights: Weights, word: int, routes: int) -> int:
    """Return how unlikely it is that a seat has built routes off its plan; a stray one may be."""
    sum_of_all = 0
    while routes != EMPTY:
        length = i64(board.length[(word << 6) + lowest(routes)])
        sum_of_all += min(i64(weights.unexplained) * length, i64(weights.stray))
        routes = drop_lowest(routes)
    return sum_of_all


@inlined
def _spaces(board: BoardRecord, word: int, routes: int) -> int:
    """Return how many spaces one word of a set of routes has."""
    spaces = 0
    while routes != EMPTY:
        spaces += i64(board.length[(word << 6) + lowest(routes)])
        routes = drop_lowest(routes)
    return spaces


@kernel
def believes(number: int, weights: Weights) -> bool:
    """Tell whether a guess goes by what others built; some of them stay fair redeals."""
    if i64(weights.sweeps) == 0:
        return False
    fair = i64(weights.fair)
    return (number + 1) * fair // 100 == number * fair // 100


@kernel
def guess(mind: Mind, scratch: Scratch, weights: Weights, room: Room) -> None:
    """Turn a fair redeal into one that is as likely as what others built makes it."""
    particle, board, seat, book, thought = mind
    for other in range(i64(particle.seats)):
        if other != seat:
            of_other = Mind(particle, board, other, book, thought)
            _guess_tickets(of_other, scratch, weights, room)


@kernel
def _guess_tickets(mind: Mind, scratch: Scratch, weights: Weights, room: Room) -> None:
    """Exchange tickets of a seat for others, one after the other, where that explains as much."""
    particle, board, other, _, thought = mind
    look_at(mind, weights)
    room.believed[other] = explain(mind, weights)
    for _ in range(i64(weights.sweeps)):
        for word in range(TICKET_WORDS):
            tickets = u64(particle.held[other, word]) & u64(room.unseen[word])
            while tickets != EMPTY:
                ticket = (word << 6) + lowest(tickets)
                tickets = drop_lowest(tickets)
                if has(u64(particle.held[other, word]), ticket & 63):
                    _exchange(mind, ticket, scratch, weights, room)
    explain(mind, weights)
    for word in range(i64(board.words)):
        wanted = u64(thought.plan.routes[word]) & ~u64(particle.own[other, word])
        while wanted != EMPTY:
            room.heat[(word << 6) + lowest(wanted)] += 1
            wanted = drop_lowest(wanted)


@kernel
def _exchange(mind: Mind, ticket: int, scratch: Scratch, weights: Weights, room: Room) -> None:
    """Try another ticket in place of one; keep it by the chance that Metropolis and Hastings give.

    A ticket that a third seat holds stays there: guesses about several seats go one by one.
    """
    particle, board, other, _, _ = mind
    new = _propose(particle, board, other, ticket, scratch, room)
    if new < 0:
        return
    change_places(particle, ticket, new)
    log = explain(mind, weights)
    gain = log - i64(room.believed[other])
    gain += i64(room.temptation[other, new]) - i64(room.temptation[other, ticket])
    chance = i64(room.chance[min(max(0, -gain), CHANCES - 1)])
    if dice(scratch, 1 << SHARE_BITS) < chance:
        room.believed[other] = log
    else:
        change_places(particle, ticket, new)


@kernel
def _propose(
    particle: State, board: BoardRecord, other: int, ticket: int, scratch: Scratch, room: Room
) -> int:
    """Return an unseen ticket of the same pile that nobody holds, the tempting ones more often."""
    total = 0
    for number in range(i64(board.tickets)):
        if _is_free(particle, board, number, ticket, room):
            total += i64(room.chance[i64(room.temptation[other, number])])
    if total == 0:
        return -1
    left = (dice(scratch, 1 << 30) * total) >> 30
    for number in range(i64(board.tickets)):
        if _is_free(particle, board, number, ticket, room):
            left -= i64(room.chance[i64(room.temptation[other, number])])
            if left < 0:
                return number
    return -1


@kernel
def _is_free(particle: State, board: BoardRecord, number: int, ticket: int, room: Room) -> bool:
    """Tell whether a ticket could be in the place of another as far as anybody can know."""
    word = number >> 6
    if not has(u64(room.unseen[word]), number & 63):
        return False
    for seat in range(i64(particle.seats)):
        if has(u64(particle.held[seat, word]), number & 63):
            return False
    return i64(board.ticket_pile[number]) == i64(board.ticket_pile[ticket])


@kernel
def change_places(state: State, ticket: int, other: int) -> None:
    """Let two tickets that a viewer has not seen change places."""
    for place in range(i64(state.tail)):
        here = i64(state.queue[place])
        if here == ticket:
            state.queue[place] = other
        elif here == other:
            state.queue[place] = ticket
    for seat in range(i64(state.seats)):
        first = has(u64(state.held[seat, ticket >> 6]), ticket & 63)
        second = has(u64(state.held[seat, other >> 6]), other & 63)
        if first != second:
            _flip(state, seat, ticket)
            _flip(state, seat, other)


@kernel
def _flip(state: State, seat: int, ticket: int) -> None:
    word = ticket >> 6
    state.held[seat, word] = u64(state.held[seat, word]) ^ bit(ticket & 63)
