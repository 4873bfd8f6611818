"""The history of the tickets once more, with those unknown that a viewer cannot know.

The queue of tickets.py tells when each place in it was drawn and given back, and that is public;
only which ticket lay there is not. So the history is gone through with symbols in place of tickets:
what another seat kept of an offer is drawn at random, what the viewer saw is bound to its place,
and a run that contradicts what the viewer saw is begun again. Symbols still unknown get the tickets
left.
"""

from __future__ import annotations

from stellwerk.board.layout import (
    NONE,
    OUT,
    SHUFFLE,
    TICKET_PILES,
    TICKET_WORDS,
    TICKETS,
    BoardRecord,
)
from stellwerk.rules.bits import EMPTY, bit, dice, i64, nth_route, popcount, u64
from stellwerk.rules.kernel import inlined, kernel
from stellwerk.rules.scratch import Scratch
from stellwerk.rules.state import KEEP, State
from stellwerk.rules.tickets import who_drew

SPECTATOR = -1
"""A viewer who sees no hand."""

RUNS = 500
"""After this many runs that did not fit, others keep the places of their offers that they did keep.

It takes dozens of ticket draws by a viewer who meets the same few tickets again and again; which
tickets lie in those places stays unknown all the same.
"""


@kernel
def replay_tickets(state: State, board: BoardRecord, viewer: int, scratch: Scratch) -> bool:
    """Go through the ticket history with unknown tickets; tell whether it fits the viewer's.

    A symbol stands for an unknown ticket. Each first place of the queue is one; with piles that
    were shuffled again, so is each ticket another seat kept before that.
    """
    for ticket in range(TICKETS):
        scratch.ticket_of[ticket] = NONE
        scratch.symbol_of[ticket] = NONE
        scratch.holder[ticket] = NONE
    for seat in range(i64(state.seats)):
        scratch.start_kept[seat] = state.start_kept[seat]
    if _shuffled_again(state, board):
        end = _symbols_after_shuffle(state, board, viewer, scratch)
    else:
        end = _replay_start(state, board, viewer, scratch)
    return _replay_draws(state, board, viewer, end, scratch)


@inlined
def _shuffled_again(state: State, board: BoardRecord) -> bool:
    """Tell whether the ticket piles were shuffled again after the start tickets (G-02)."""
    return i64(board.start_unkept) == SHUFFLE and i64(state.phase) > KEEP


@inlined
def _bind(scratch: Scratch, symbol: int, ticket: int) -> bool:
    """Bind a symbol to the ticket the viewer saw there; tell whether that fits."""
    known = i64(scratch.ticket_of[symbol])
    if known == NONE and i64(scratch.symbol_of[ticket]) == NONE:
        scratch.ticket_of[symbol] = ticket
        scratch.symbol_of[ticket] = symbol
        return True
    return known == ticket


@kernel
def _symbols_after_shuffle(state: State, board: BoardRecord, viewer: int, scratch: Scratch) -> int:
    """Make the symbols of a queue that was laid out after set-up; return where it ends (G-02)."""
    size = i64(board.tickets)
    for seat in range(i64(state.seats)):
        kept = i64(state.start_kept[seat])
        while kept > 0:
            size -= kept & 1
            kept >>= 1
    for place in range(size):
        scratch.symbol[place] = place
        scratch.in_queue[place] = 1
    symbol = size
    for seat in range(i64(state.seats)):
        for i in range(i64(board.start_tickets[0])):
            if (i64(state.start_kept[seat]) >> i) & 1:
                scratch.in_queue[symbol] = 0
                scratch.holder[symbol] = seat
                if seat == viewer:
                    _bind(scratch, symbol, i64(state.start_offer[seat, i]))
                symbol += 1
    return size


@kernel
def _replay_start(state: State, board: BoardRecord, viewer: int, scratch: Scratch) -> int:
    """Go through the deal of set-up; return where the queue ends then."""
    for place in range(i64(board.tickets)):
        scratch.symbol[place] = place
        scratch.in_queue[place] = 1
    end = i64(board.tickets)
    start_of = 0
    for pile in range(i64(board.ticket_piles)):
        at = start_of
        for seat in range(i64(state.seats)):
            for i in range(
                _dealt_before(board, state, seat, pile), _dealt_before(board, state, seat, pile + 1)
            ):
                scratch.offered[seat, i] = at
                if seat == viewer:
                    _bind(scratch, at, i64(state.queue[at]))
                at += 1
        while (
            start_of < i64(board.tickets)
            and i64(board.ticket_pile[i64(state.queue[start_of])]) == pile
        ):
            start_of += 1
    return end if i64(state.phase) == KEEP else _replay_kept(state, board, viewer, end, scratch)


@kernel
def _replay_kept(state: State, board: BoardRecord, viewer: int, end: int, scratch: Scratch) -> int:
    """Go through what all kept of their start tickets; return where the queue ends then."""
    for seat in range(i64(state.seats)):
        offered = _dealt_before(board, state, seat, TICKET_PILES)
        if seat != viewer:
            mask = _other_mask(state, board, i64(state.start_kept[seat]), seat, offered, scratch)
            scratch.start_kept[seat] = mask
        for i in range(offered):
            symbol = i64(scratch.offered[seat, i])
            if (i64(scratch.start_kept[seat]) >> i) & 1:
                scratch.holder[symbol] = seat
            elif i64(board.start_unkept) != OUT:
                scratch.symbol[end] = symbol
                end += 1
    return end


@inlined
def _dealt_before(board: BoardRecord, state: State, seat: int, pile: int) -> int:
    """Return how many start tickets a seat got from the piles before this one."""
    if pile == 0:
        return 0
    first = i64(board.start_tickets[0])
    if board.mix:
        return first if pile == TICKET_PILES else first - i64(state.start_mix[seat])
    return first + i64(board.start_tickets[1]) if pile == TICKET_PILES else first


@kernel
def _other_mask(
    state: State, board: BoardRecord, true_mask: int, seat: int, offered: int, scratch: Scratch
) -> int:
    """Draw at random the start tickets another seat kept: as many as it did, by pile if public."""
    first = _dealt_before(board, state, seat, 1)
    while True:
        if i64(board.start_unkept) == OUT:
            mask = _subset(true_mask, 0, offered, scratch)
        else:
            mask = _subset(true_mask, 0, first, scratch) | _subset(
                true_mask, first, offered, scratch
            )
        of_first = 0
        of_second = 0
        for i in range(offered):
            if i < first:
                of_first += (mask >> i) & 1
            else:
                of_second += (mask >> i) & 1
        most_first = i64(board.start_keep_at_most[0])
        if of_first <= most_first and of_second <= i64(board.start_keep_at_most[1]):
            return mask


@kernel
def _subset(mask: int, start: int, end: int, scratch: Scratch) -> int:
    """Draw at random a subset of the bits from start to end, as many as the mask has there."""
    if i64(scratch.runs) > RUNS:
        return mask & ((1 << end) - (1 << start))
    wanted = 0
    for i in range(start, end):
        wanted += (mask >> i) & 1
    subset = 0
    for i in range(start, end):
        if dice(scratch, end - i) < wanted:
            subset |= 1 << i
            wanted -= 1
    return subset


@kernel
def _replay_draws(
    state: State, board: BoardRecord, viewer: int, end: int, scratch: Scratch
) -> bool:
    """Go through all later draws; tell whether they fit what the viewer saw."""
    head0 = _first_place(state, board, 0)
    head1 = _first_place(state, board, 1)
    if not _shuffled_again(state, board):
        for seat in range(i64(state.seats)):
            of_first = _dealt_before(board, state, seat, 1)
            head0 += of_first
            head1 += _dealt_before(board, state, seat, TICKET_PILES) - of_first
    for draw in range(i64(state.draws)):
        seat, first, second = who_drew(state, draw)
        offered = first + second
        kept = i64(state.draw_kept[draw])
        for i in range(offered):
            pile = 0 if i < first else 1
            at = _next_place(state, board, pile, head0 if pile == 0 else head1)
            if pile == 0:
                head0 = at + 1
            else:
                head1 = at + 1
            scratch.offered[seat, i] = scratch.symbol[at]
            if seat == viewer and not _bind(scratch, i64(scratch.symbol[at]), i64(state.queue[at])):
                return False
        if seat != viewer:
            kept = _subset(kept, 0, first, scratch) | _subset(kept, first, offered, scratch)
        scratch.draw_kept[draw] = kept
        for i in range(offered):
            symbol = i64(scratch.offered[seat, i])
            if (kept >> i) & 1:
                scratch.holder[symbol] = seat
            else:
                scratch.symbol[end] = symbol
                end += 1
    return _replay_offer(state, board, viewer, head0, head1, scratch)


@kernel
def _replay_offer(
    state: State, board: BoardRecord, viewer: int, head0: int, head1: int, scratch: Scratch
) -> bool:
    """Find the symbols of the offer a seat is choosing from, if there is one."""
    if i64(state.phase) == KEEP:
        return True
    for seat in range(i64(state.seats)):
        for i in range(i64(state.offered[seat])):
            pile = i64(board.ticket_pile[i64(state.offer[seat, i])])
            at = _next_place(state, board, pile, head0 if pile == 0 else head1)
            if pile == 0:
                head0 = at + 1
            else:
                head1 = at + 1
            scratch.offered[seat, i] = scratch.symbol[at]
            if seat == viewer and not _bind(scratch, i64(scratch.symbol[at]), i64(state.queue[at])):
                return False
    return True


@inlined
def _next_place(state: State, board: BoardRecord, pile: int, at: int) -> int:
    """Return the next place of a pile in the queue."""
    while i64(board.ticket_pile[i64(state.queue[at])]) != pile:
        at += 1
    return at


@inlined
def _first_place(state: State, board: BoardRecord, pile: int) -> int:
    """Return the first place of a pile in the queue, its end if there is none."""
    at = 0
    while at < i64(state.tail) and i64(board.ticket_pile[i64(state.queue[at])]) != pile:
        at += 1
    return at


@kernel
def assign_tickets(state: State, board: BoardRecord, viewer: int, scratch: Scratch) -> None:
    """Give every symbol still unknown one of the tickets still unplaced, at random in each pile.

    Tickets the viewer gave back before the piles were shuffled again lie in the queue (G-02).
    """
    _find_unknown(state, board, scratch)
    if _shuffled_again(state, board) and viewer != SPECTATOR:
        for i in range(i64(board.start_tickets[0])):
            ticket = i64(state.start_offer[viewer, i])
            given_back = not (i64(state.start_kept[viewer]) >> i) & 1
            if given_back and ticket != NONE and i64(scratch.symbol_of[ticket]) == NONE:
                queued0, queued1 = u64(scratch.queued[0]), u64(scratch.queued[1])
                _assign(board, ticket, queued0, queued1, scratch)
    for ticket in range(i64(board.tickets)):
        if i64(scratch.symbol_of[ticket]) == NONE:
            _assign(board, ticket, ~EMPTY, ~EMPTY, scratch)


@kernel
def _find_unknown(state: State, board: BoardRecord, scratch: Scratch) -> None:
    """Note the symbols that are unknown, as sets, by pile; and those that are in the queue."""
    for word in range(TICKET_WORDS):
        scratch.queued[word] = EMPTY
        for pile in range(TICKET_PILES):
            scratch.unknown[pile, word] = EMPTY
    for symbol in range(i64(board.tickets)):
        word = symbol >> 6
        if scratch.in_queue[symbol]:
            scratch.queued[word] = u64(scratch.queued[word]) | bit(symbol & 63)
        if i64(scratch.ticket_of[symbol]) == NONE:
            pile = _pile_of_symbol(state, board, symbol, scratch)
            scratch.unknown[pile, word] = u64(scratch.unknown[pile, word]) | bit(symbol & 63)


@inlined
def _assign(board: BoardRecord, ticket: int, among0: int, among1: int, scratch: Scratch) -> None:
    """Bind a ticket to a random unknown symbol of its pile, out of a set of symbols."""
    pile = i64(board.ticket_pile[ticket])
    symbols0 = u64(scratch.unknown[pile, 0]) & among0
    symbols1 = u64(scratch.unknown[pile, 1]) & among1
    n = dice(scratch, popcount(symbols0) + popcount(symbols1))
    symbol = nth_route(symbols0, symbols1, EMPTY, n)
    word = symbol >> 6
    scratch.unknown[pile, word] = u64(scratch.unknown[pile, word]) ^ bit(symbol & 63)
    _bind(scratch, symbol, ticket)


@inlined
def _pile_of_symbol(state: State, board: BoardRecord, symbol: int, scratch: Scratch) -> int:
    """Return the pile a symbol's ticket belongs to; that is public."""
    if scratch.in_queue[symbol]:
        return i64(board.ticket_pile[i64(state.queue[symbol])])
    place = symbol
    for seat in range(i64(state.seats)):
        for i in range(i64(board.start_tickets[0])):
            if (i64(state.start_kept[seat]) >> i) & 1:
                place += 1
    place -= i64(board.tickets)
    pile = 0
    for seat in range(i64(state.seats)):
        for i in range(i64(board.start_tickets[0])):
            if (i64(state.start_kept[seat]) >> i) & 1:
                if place == 0:
                    pile = 1 if i >= _dealt_before(board, state, seat, 1) else 0
                place -= 1
    return pile


@kernel
def write_tickets(state: State, board: BoardRecord, viewer: int, scratch: Scratch) -> None:
    """Write the sampled tickets into queue, hands and offers."""
    if _shuffled_again(state, board):
        _write_start_offers(state, board, viewer, scratch)
    for place in range(i64(state.tail)):
        state.queue[place] = scratch.ticket_of[i64(scratch.symbol[place])]
    for seat in range(i64(state.seats)):
        if seat == viewer:
            continue
        state.held[seat, 0] = EMPTY
        state.held[seat, 1] = EMPTY
        state.start_kept[seat] = scratch.start_kept[seat]
        for i in range(i64(state.offered[seat])):
            state.offer[seat, i] = scratch.ticket_of[i64(scratch.offered[seat, i])]
    for draw in range(i64(state.draws)):
        state.draw_kept[draw] = scratch.draw_kept[draw]
    for symbol in range(i64(board.tickets)):
        seat = i64(scratch.holder[symbol])
        if seat != NONE and seat != viewer:
            ticket = i64(scratch.ticket_of[symbol])
            word = ticket >> 6
            state.held[seat, word] = u64(state.held[seat, word]) | bit(ticket & 63)


@kernel
def _write_start_offers(state: State, board: BoardRecord, viewer: int, scratch: Scratch) -> None:
    """Write what others kept before the piles were shuffled again; the rest is unknown."""
    symbol = i64(board.tickets)
    for seat in range(i64(state.seats)):
        for i in range(i64(board.start_tickets[0])):
            symbol -= (i64(state.start_kept[seat]) >> i) & 1
    for seat in range(i64(state.seats)):
        for i in range(i64(board.start_tickets[0])):
            kept = (i64(state.start_kept[seat]) >> i) & 1
            if seat != viewer:
                state.start_offer[seat, i] = scratch.ticket_of[symbol] if kept else NONE
            symbol += kept
