"""Tickets: piles, offers and what is kept (C-18, C-19, C-25, E-02, G-02, G-03).

All ticket piles share one queue: every ticket in the order in which it went under its pile. Nothing
is ever removed from it; drawing moves the pile's head past the ticket. So the queue, with who drew
how many and kept which, is also the whole history of the tickets (see hidden.py).
"""

from __future__ import annotations

from stellwerk.board.layout import DRAW, OUT, SHUFFLE, TICKET_PILES, UNDER, BoardRecord
from stellwerk.rules.bits import bit, has, i64, popcount, u64
from stellwerk.rules.kernel import inlined, kernel
from stellwerk.rules.listing import write
from stellwerk.rules.random import below
from stellwerk.rules.state import (
    BAD_MIX,
    DRAW_TICKETS,
    FINE,
    KEEP,
    KEEP_TICKETS,
    KEEP_TOO_FEW,
    KEEP_TOO_MANY,
    NO_TICKETS,
    NOT_OFFERED,
    TICKET_CHOICE,
    TICKET_STREAM,
    MoveRecord,
    State,
)
from stellwerk.rules.turn import ACTED, end_turn

_DRAW_BASE = DRAW + 1
"""Of each pile a draw takes 0 to ``DRAW`` tickets."""


@inlined
def holds(state: State, seat: int, ticket: int) -> bool:
    """Tell whether a seat holds a ticket."""
    return has(u64(state.held[seat, ticket >> 6]), ticket & 63)


@inlined
def held_count(state: State, seat: int) -> int:
    """Return how many tickets a seat holds."""
    return popcount(u64(state.held[seat, 0])) + popcount(u64(state.held[seat, 1]))


@inlined
def names(board: BoardRecord, ticket: int, city: int) -> bool:
    """Tell whether a city is a stop of a ticket."""
    for stop in range(i64(board.ticket_stops[ticket])):
        if has(u64(board.stop[ticket, stop]), city):
            return True
    return False


@inlined
def is_tour(board: BoardRecord, ticket: int) -> bool:
    """Tell whether a ticket has more than two stops (W-12)."""
    return i64(board.ticket_stops[ticket]) > 2


@kernel
def shuffle_tickets(state: State, board: BoardRecord) -> None:
    """Put every ticket into the queue in random order, each pile by itself."""
    for pile in range(i64(board.ticket_piles)):
        start = i64(state.tail)
        for ticket in range(i64(board.tickets)):
            if i64(board.ticket_pile[ticket]) == pile:
                state.queue[i64(state.tail)] = ticket
                state.tail += 1
        _shuffle(state, start, i64(state.tail))
        state.head[pile] = start
        state.left[pile] = i64(state.tail) - start


@kernel
def _shuffle(state: State, start: int, end: int) -> None:
    """Shuffle a stretch of the queue (Fisher-Yates)."""
    for i in range(end - start - 1, 0, -1):
        j = below(state, TICKET_STREAM, i + 1)
        ticket = i64(state.queue[start + i])
        state.queue[start + i] = state.queue[start + j]
        state.queue[start + j] = ticket


@kernel
def offer(state: State, board: BoardRecord, seat: int, pile: int, number: int) -> None:
    """Give a seat the top tickets of a pile to choose from."""
    at = i64(state.head[pile])
    offered = i64(state.offered[seat])
    for _ in range(number):
        while i64(board.ticket_pile[i64(state.queue[at])]) != pile:
            at += 1
        state.offer[seat, offered] = state.queue[at]
        offered += 1
        at += 1
    state.head[pile] = at
    state.left[pile] -= number
    state.offered[seat] = offered


@inlined
def draw_from(state: State, board: BoardRecord, pile: int, second: int) -> int:
    """Return how many tickets are taken from a pile; ``second``: asked of the second (G-03)."""
    if not board.mix:
        return min(i64(board.draw_tickets[pile]), i64(state.left[pile]))
    return second if pile == 1 else mixed_draw(state, board) - second


@inlined
def mixed_draw(state: State, board: BoardRecord) -> int:
    """Return how many tickets a draw takes from both piles together (G-03)."""
    return min(i64(board.draw_tickets[0]), tickets_left(state))


@inlined
def tickets_left(state: State) -> int:
    """Return how many tickets are left in all piles."""
    return i64(state.left[0]) + i64(state.left[1])


@inlined
def can_draw_tickets(state: State, board: BoardRecord) -> bool:
    """Tell whether there is a ticket to draw (C-18)."""
    if board.mix:
        return tickets_left(state) > 0
    return draw_from(state, board, 0, 0) + draw_from(state, board, 1, 0) > 0


@inlined
def from_second_pile(state: State, board: BoardRecord, seat: int) -> int:
    """Return which of the offered tickets are from the second pile, as bits."""
    from_second = 0
    if i64(board.ticket_piles) > 1:
        for i in range(i64(state.offered[seat])):
            from_second |= i64(board.ticket_pile[i64(state.offer[seat, i])]) << i
    return from_second


@inlined
def keepable(board: BoardRecord, offered: int, from_second: int, mask: int, at_start: bool) -> int:
    """Return by how many too few (negative) or too many (positive) tickets a choice keeps.

    ``mask`` are the tickets kept, ``from_second`` those from the second pile, as bits.
    """
    need = i64(board.start_keep) if at_start else i64(board.draw_keep)
    missing = min(need, offered) - popcount(u64(mask))
    if missing > 0 or not at_start:
        return -max(0, missing)
    over_first = popcount(u64(mask & ~from_second)) - i64(board.start_keep_at_most[0])
    over_second = popcount(u64(mask & from_second)) - i64(board.start_keep_at_most[1])
    return max(0, over_first) + max(0, over_second)


@kernel
def keep(state: State, board: BoardRecord, seat: int, mask: int, unkept: int) -> None:
    """Keep the chosen tickets of an offer; the others go under their pile, or out (C-18, E-02)."""
    tail = i64(state.tail)
    for i in range(i64(state.offered[seat])):
        ticket = i64(state.offer[seat, i])
        if (mask >> i) & 1:
            word = ticket >> 6
            state.held[seat, word] = u64(state.held[seat, word]) | bit(ticket & 63)
        elif unkept != OUT:
            state.queue[tail] = ticket
            tail += 1
            state.left[i64(board.ticket_pile[ticket])] += 1
    state.tail = tail
    state.offered[seat] = 0


@inlined
def who_drew(state: State, draw: int) -> tuple[int, int, int]:
    """Return the seat of a draw of tickets, and how many it drew of the first and second pile."""
    packed = i64(state.draw_who[draw])
    second = packed % _DRAW_BASE
    packed //= _DRAW_BASE
    return packed // _DRAW_BASE, packed % _DRAW_BASE, second


@inlined
def note_draw(state: State, board: BoardRecord, seat: int, mask: int) -> None:
    """Remember who drew how many tickets of each pile and kept which, for hidden.py."""
    second = 0
    for i in range(i64(state.offered[seat])):
        second += i64(board.ticket_pile[i64(state.offer[seat, i])])
    first = i64(state.offered[seat]) - second
    number = i64(state.draws)
    state.draw_who[number] = (seat * _DRAW_BASE + first) * _DRAW_BASE + second
    state.draw_kept[number] = mask
    state.draws = number + 1


@kernel
def keep_start_tickets(state: State, board: BoardRecord) -> None:
    """Apply the sealed choices of all seats in seat order (C-25)."""
    unkept = i64(board.start_unkept)
    for seat in range(i64(state.seats)):
        state.start_kept[seat] = state.choice[seat]
        for i in range(i64(state.offered[seat])):
            state.start_offer[seat, i] = state.offer[seat, i]
        keep(state, board, seat, i64(state.choice[seat]), unkept)
    if unkept == OUT:
        for pile in range(TICKET_PILES):
            if i64(board.draw_tickets[pile]) == 0:
                state.left[pile] = 0
    if unkept == SHUFFLE:
        _shuffle_again(state, board)


@kernel
def _shuffle_again(state: State, board: BoardRecord) -> None:
    """Shuffle what is left of both piles, with what was given back (G-02)."""
    size = 0
    for pile in range(i64(board.ticket_piles)):
        start = size
        for ticket in range(i64(board.tickets)):
            if i64(board.ticket_pile[ticket]) == pile and not _is_held(state, ticket):
                state.queue[size] = ticket
                size += 1
        _shuffle(state, start, size)
        state.head[pile] = start
    state.tail = size


@inlined
def _is_held(state: State, ticket: int) -> bool:
    for seat in range(i64(state.seats)):
        if holds(state, seat, ticket):
            return True
    return False


@inlined
def ticket_mixes(state: State, board: BoardRecord) -> tuple[int, int]:
    """Return the fewest and most tickets of the second pile that a draw may ask for (C-18, G-03).

    Without a choice of piles both are 0.
    """
    if not board.mix:
        return 0, 0
    total = mixed_draw(state, board)
    return max(0, total - i64(state.left[0])), min(total, i64(state.left[1]))


@kernel
def list_ticket_draws(
    state: State, board: BoardRecord, seat: int, wanted: int, move: MoveRecord, n: int
) -> int:
    """Walk through the ways to draw tickets: one, or one for each mix of piles."""
    least, most = ticket_mixes(state, board)
    for second in range(least, most + 1):
        n = write(move, wanted, n, seat, DRAW_TICKETS, 0, second)
    return n


@kernel
def check_ticket_draw(state: State, board: BoardRecord, second: int) -> int:
    """Check drawing tickets, with the mix of piles where there is one (C-18, G-03)."""
    if not can_draw_tickets(state, board):
        return NO_TICKETS
    least, most = ticket_mixes(state, board)
    return FINE if least <= second <= most else BAD_MIX


@kernel
def draw_tickets(state: State, board: BoardRecord, seat: int, second: int) -> None:
    """Offer tickets to choose from (C-18, G-03)."""
    for pile in range(i64(board.ticket_piles)):
        offer(state, board, seat, pile, draw_from(state, board, pile, second))
    state.phase = TICKET_CHOICE


@kernel
def list_choices(state: State, board: BoardRecord, seat: int, wanted: int, move: MoveRecord) -> int:
    """Walk through the sets of offered tickets a seat may keep (C-18, U-02)."""
    n = 0
    at_start = i64(state.phase) == KEEP
    offered = i64(state.offered[seat])
    from_second = from_second_pile(state, board, seat)
    for mask in range(1, 1 << offered):
        if keepable(board, offered, from_second, mask, at_start) == 0:
            n = write(move, wanted, n, seat, KEEP_TICKETS, 0, mask)
    return n


@kernel
def check_keep(state: State, board: BoardRecord, seat: int, mask: int) -> int:
    """Check a choice of tickets to keep (C-18, U-02, G-02)."""
    offered = i64(state.offered[seat])
    if mask < 0 or mask >= 1 << offered:
        return NOT_OFFERED
    from_second = from_second_pile(state, board, seat)
    over = keepable(board, offered, from_second, mask, i64(state.phase) == KEEP)
    if over < 0:
        return KEEP_TOO_FEW
    return FINE if over == 0 else KEEP_TOO_MANY


@kernel
def keep_drawn(state: State, board: BoardRecord, seat: int, mask: int) -> None:
    """Keep some of the tickets that were drawn; the others go under their pile (C-18)."""
    note_draw(state, board, seat, mask)
    keep(state, board, seat, mask, UNDER)
    end_turn(state, board, ACTED)
