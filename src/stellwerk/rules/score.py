"""Final scoring: tickets, bonuses, stations, harbours, ties (C-20 to C-23 and each board's own)."""

from __future__ import annotations

from typing import Annotated, Protocol

from stellwerk.board.layout import (
    BUILDINGS,
    HARBOUR_TICKETS,
    LENGTH,
    NONE,
    SEATS,
    TICKET_WORDS,
    TICKETS,
    TIE_FEWEST_STATIONS,
    TIE_LONGEST_PATH,
    TIE_NONE,
    TIE_TICKETS,
    TIES,
    BoardRecord,
)
from stellwerk.board.records import Array1, Array2, dtype_of
from stellwerk.rules.bits import EMPTY, drop_lowest, i64, lowest, popcount, u64
from stellwerk.rules.borrow import borrow
from stellwerk.rules.kernel import cold, inlined, kernel
from stellwerk.rules.network import all_joined, load_own
from stellwerk.rules.scratch import Scratch
from stellwerk.rules.state import State
from stellwerk.rules.tickets import holds, is_tour, names
from stellwerk.rules.tour import in_order
from stellwerk.rules.trail import longest_trail


class Result(Protocol):
    """The final score of every seat, part by part.

    Then what bonuses and ties rest on, the rank from 1, and which tie-break put the seat behind
    another with as many points (0: none); what each ticket held counted, which route each station
    borrowed and what each harbour was worth, both in order of city numbers.
    """

    routes: Annotated[Array1, "i2", SEATS]
    tickets: Annotated[Array1, "i2", SEATS]
    longest_path: Annotated[Array1, "i2", SEATS]
    most_tickets: Annotated[Array1, "i2", SEATS]
    stations: Annotated[Array1, "i2", SEATS]
    harbours: Annotated[Array1, "i2", SEATS]
    exchange: Annotated[Array1, "i2", SEATS]
    total: Annotated[Array1, "i2", SEATS]
    trail: Annotated[Array1, "i2", SEATS]
    completed: Annotated[Array1, "i2", SEATS]
    rank: Annotated[Array1, "i2", SEATS]
    tie_break: Annotated[Array1, "i2", SEATS]
    ticket_value: Annotated[Array2, "i2", SEATS, TICKETS]
    borrowed: Annotated[Array2, "u1", SEATS, BUILDINGS]
    harbour_worth: Annotated[Array2, "i2", SEATS, BUILDINGS]


RESULT = dtype_of(Result)


@kernel
def score(state: State, board: BoardRecord, scratch: Scratch, result: Result) -> None:
    """Score a game as if it ended now."""
    seats = i64(state.seats)
    for seat in range(seats):
        result.routes[seat] = state.score[seat]
        result.exchange[seat] = 0
        if board.exchange:
            result.routes[seat] = _route_points(state, board, seat)
            result.exchange[seat] = i64(state.score[seat]) - i64(result.routes[seat])
        for i in range(BUILDINGS):
            result.borrowed[seat, i] = NONE
            result.harbour_worth[seat, i] = 0
        branches = load_own(state, board, seat, scratch)
        result.trail[seat] = 0
        if board.needs_trail:
            result.trail[seat] = longest_trail(board, scratch, branches)
        _score_tickets(state, board, seat, scratch, result, 0)
        unbuilt = i64(board.stations) - popcount(u64(state.station[seat]))
        result.stations[seat] = unbuilt * i64(board.station_bonus)
    if i64(board.stations) > 0 and i64(board.most_tickets) > 0:
        _borrow_for_most_tickets(state, board, scratch, result)
    _bonuses(seats, board, result)
    for seat in range(seats):
        total = i64(result.routes[seat]) + i64(result.tickets[seat])
        total += i64(result.longest_path[seat]) + i64(result.most_tickets[seat])
        total += i64(result.stations[seat]) + i64(result.harbours[seat])
        total += i64(result.exchange[seat])
        result.total[seat] = total
    _rank(state, board, result)


@kernel
def _route_points(state: State, board: BoardRecord, seat: int) -> int:
    """Return the points of all routes a seat has claimed; its score lacks what it exchanged."""
    points = 0
    for length in range(1, LENGTH + 1):
        for word in range(i64(board.words)):
            routes = u64(state.own[seat, word]) & u64(board.of_length[length, word])
            points += popcount(routes) * i64(board.route_points[length])
    return points


@cold
def _borrow_for_most_tickets(
    state: State, board: BoardRecord, scratch: Scratch, result: Result
) -> None:
    """Let stations go for the bonus for most tickets where it is worth more (E-04, G-06).

    One seat after the other: those before have chosen, those behind have what is best without it.
    """
    seats = i64(state.seats)
    for seat in range(seats):
        if u64(state.station[seat]) != EMPTY:
            most = 1
            for other in range(seats):
                if other != seat:
                    most = max(most, i64(result.completed[other]))
            load_own(state, board, seat, scratch)
            _score_tickets(state, board, seat, scratch, result, most)


@kernel
def _score_tickets(
    state: State, board: BoardRecord, seat: int, scratch: Scratch, result: Result, most: int
) -> None:
    """Add the points of completed tickets, subtract those of failed ones (C-20); then harbours.

    ``most`` completed tickets earn the bonus for them, when stations choose what to borrow.
    """
    if u64(state.station[seat]) != EMPTY:
        borrow(state, board, seat, scratch, result, most)
    points = 0
    completed = 0
    for word in range(TICKET_WORDS):
        held = u64(state.held[seat, word])
        while held != EMPTY:
            ticket = (word << 6) + lowest(held)
            held = drop_lowest(held)
            value = ticket_value(board, ticket, scratch)
            result.ticket_value[seat, ticket] = value
            points += value
            completed += value > 0
    result.tickets[seat] = points
    result.completed[seat] = completed
    result.harbours[seat] = 0
    if i64(board.harbours) > 0:
        _score_harbours(state, board, seat, result)


@inlined
def ticket_value(board: BoardRecord, ticket: int, scratch: Scratch) -> int:
    """Return what a ticket is worth in the network just built, negative if it failed (W-12)."""
    if not all_joined(board, ticket, scratch):
        return -i64(board.ticket_penalty[ticket])
    if not is_tour(board, ticket) or in_order(board, ticket, scratch):
        return i64(board.ticket_points[ticket])
    return i64(board.ticket_any_order[ticket])


@cold
def _score_harbours(state: State, board: BoardRecord, seat: int, result: Result) -> None:
    """Score harbours by the completed tickets that name them, and those not built (W-14)."""
    total = 0
    cities = u64(state.harbour[seat])
    built = 0
    while cities != EMPTY:
        city = lowest(cities)
        cities = drop_lowest(cities)
        naming = 0
        for ticket in range(i64(board.tickets)):
            if holds(state, seat, ticket) and i64(result.ticket_value[seat, ticket]) > 0:
                naming += names(board, ticket, city)
        worth = i64(board.harbour_value[min(naming, HARBOUR_TICKETS)])
        result.harbour_worth[seat, built] = worth
        total += worth
        built += 1
    result.harbours[seat] = total - (i64(board.harbours) - built) * i64(board.harbour_penalty)


@inlined
def _bonuses(seats: int, board: BoardRecord, result: Result) -> None:
    """Give each bonus to all who have most, if above 0 (C-22, U-03, U-05, E-11, G-06)."""
    longest = 1
    most = 1
    for seat in range(seats):
        longest = max(longest, i64(result.trail[seat]))
        most = max(most, i64(result.completed[seat]))
    for seat in range(seats):
        has_longest = i64(result.trail[seat]) == longest
        has_most = i64(result.completed[seat]) == most
        result.longest_path[seat] = i64(board.longest_path) if has_longest else 0
        result.most_tickets[seat] = i64(board.most_tickets) if has_most else 0


@kernel
def _rank(state: State, board: BoardRecord, result: Result) -> None:
    """Rank the seats by points, then by the board's tie-breaks; the rest is shared (C-23)."""
    seats = i64(state.seats)
    for seat in range(seats):
        rank = 1
        decided_by = TIE_NONE
        for other in range(seats):
            level = _behind(state, board, result, seat, other)
            if level >= 0:
                rank += 1
            if level > 0:
                decided_by = i64(board.ties[level - 1])
        result.rank[seat] = rank
        result.tie_break[seat] = decided_by


@kernel
def _behind(state: State, board: BoardRecord, result: Result, seat: int, other: int) -> int:
    """Return 0 if a seat is behind another by points, n if by the n-th tie-break, else -1."""
    difference = i64(result.total[other]) - i64(result.total[seat])
    if difference != 0:
        return 0 if difference > 0 else -1
    for i in range(TIES):
        tie = i64(board.ties[i])
        if tie == TIE_NONE:
            return -1
        difference = _measure(state, result, other, tie) - _measure(state, result, seat, tie)
        if difference != 0:
            return i + 1 if difference > 0 else -1
    return -1


@kernel
def _measure(state: State, result: Result, seat: int, tie: int) -> int:
    if tie == TIE_TICKETS:
        return i64(result.completed[seat])
    if tie == TIE_LONGEST_PATH:
        return i64(result.trail[seat])
    if tie == TIE_FEWEST_STATIONS:
        return -popcount(u64(state.station[seat]))
    return popcount(u64(state.harbour[seat]))


@kernel
def ticket_values(state: State, board: BoardRecord, seat: int, scratch: Scratch) -> None:
    """Write to the scratch what each ticket would be worth to a seat now."""
    load_own(state, board, seat, scratch)
    for ticket in range(i64(board.tickets)):
        scratch.ticket_value[ticket] = ticket_value(board, ticket, scratch)
