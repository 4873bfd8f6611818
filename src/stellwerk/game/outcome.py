"""How a game ended: every part of every score, the ranks, and what decided."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import numpy as np

from stellwerk.board.layout import (
    NONE,
    ROUTES,
    TIE_FEWEST_STATIONS,
    TIE_HARBOURS,
    TIE_LONGEST_PATH,
    TIE_TICKETS,
)
from stellwerk.game.position import Position
from stellwerk.rules.scratch import SCRATCH
from stellwerk.rules.state import STATE

_TIES = {
    TIE_TICKETS: "tickets",
    TIE_LONGEST_PATH: "longest_path",
    TIE_FEWEST_STATIONS: "fewest_stations",
    TIE_HARBOURS: "harbours",
}


class TicketResult(msgspec.Struct, frozen=True):
    """What became of one ticket."""

    ticket: str
    status: Literal["completed", "any_order", "failed"]
    """A tour joined though not in order is ``any_order`` (W-12)."""
    points: int
    """What it adds to the score; negative when it failed."""
    path: tuple[str, ...] = ()
    """The routes that join its places, own and borrowed ones; empty when it failed."""


class StationResult(msgspec.Struct, frozen=True):
    """What a station gave: the route of another player it borrowed for tickets (E-04)."""

    city: str
    route: str | None
    """None where no route helps any ticket."""


class HarbourResult(msgspec.Struct, frozen=True):
    """What a harbour is worth, and the completed tickets that name it (W-14)."""

    city: str
    points: int
    tickets: tuple[str, ...]


class SeatOutcome(msgspec.Struct, frozen=True):
    """The score of one seat, part by part; the parts add up to the total."""

    seat: int
    routes: int
    exchange: int
    """Points lost by exchanging pieces, 0 or less (W-16)."""
    tickets: tuple[TicketResult, ...]
    ticket_points: int
    completed: int
    longest_path: int
    """The bonus; ``trail`` is the length it rests on, 0 where the board does not ask for it."""
    trail: int
    most_tickets: int
    stations: int
    """For stations not built (E-05)."""
    harbours: int
    """For harbours, less those not built (W-14)."""
    stations_built: tuple[StationResult, ...]
    harbours_built: tuple[HarbourResult, ...]
    total: int
    rank: int
    """From 1; seats that share a rank are tied in everything."""
    tie_break: str | None
    """What put this seat behind another with as many points."""


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended, or would end now."""

    final: bool
    """Whether the game is over; otherwise this is what it would be if it ended now."""
    seats: tuple[SeatOutcome, ...]
    winners: tuple[int, ...]
    tie_break: str | None
    """What decided between seats with the most points; None if points alone did, or nothing."""
    resigned: int | None = None
    """The seat that gave up and so lost, whatever the points."""


def outcome_of(
    position: Position,
    states: np.ndarray[tuple[int], np.dtype[np.void]],
    loser: int | None = None,
) -> Outcome:
    """Score a position as if the game ended now; ``loser`` has ended it by giving up."""
    from stellwerk.rules import entries
    from stellwerk.rules.score import RESULT

    board = position.board
    scratch = np.zeros(1, SCRATCH)
    results = np.zeros(1, RESULT)
    entries.score(states, 0, board.record, scratch, results)
    result = results[0]
    seats: list[SeatOutcome] = []
    for seat in range(position.seats):
        stations = _stations(position, seat, result)
        tickets = _tickets(position, seat, result.ticket_value[seat], stations)
        seats.append(
            SeatOutcome(
                seat=seat,
                routes=int(result.routes[seat]),
                exchange=int(result.exchange[seat]),
                tickets=tickets,
                ticket_points=int(result.tickets[seat]),
                completed=int(result.completed[seat]),
                longest_path=int(result.longest_path[seat]),
                trail=int(result.trail[seat]),
                most_tickets=int(result.most_tickets[seat]),
                stations=int(result.stations[seat]),
                harbours=int(result.harbours[seat]),
                stations_built=stations,
                harbours_built=_harbours(position, seat, result, tickets),
                total=int(result.total[seat]),
                rank=int(result.rank[seat]),
                tie_break=_TIES.get(int(result.tie_break[seat])),
            )
        )
    if loser is not None:
        return _given_up(seats, loser)
    winners = tuple(each.seat for each in seats if each.rank == 1)
    most = seats[winners[0]].total
    beaten = [each.tie_break for each in seats if each.total == most and each.rank > 1]
    return Outcome(
        final=position.phase == "over",
        seats=tuple(seats),
        winners=winners,
        tie_break=beaten[0] if beaten else None,
    )


def _given_up(seats: list[SeatOutcome], loser: int) -> Outcome:
    """Put the seat that gave up last; the points stay as they are."""
    ranked = tuple(
        msgspec.structs.replace(each, rank=2 if each.seat == loser else 1, tie_break=None)
        for each in seats
    )
    winners = tuple(each.seat for each in ranked if each.rank == 1)
    return Outcome(final=True, seats=ranked, winners=winners, tie_break=None, resigned=loser)


def _tickets(
    position: Position, seat: int, values: Any, borrowed: tuple[StationResult, ...]
) -> tuple[TicketResult, ...]:
    board = position.board
    way = _Ways(position, seat, [each.route for each in borrowed if each.route is not None])
    results = []
    for name in position.tickets(seat):
        number = board.ticket_index[name]
        points = int(values[number])
        status: Literal["completed", "any_order"]
        if points > 0:
            in_order = points == board.tickets[number].points
            status = "completed" if in_order else "any_order"
            results.append(TicketResult(name, status, points, way.of(number)))
        else:
            results.append(TicketResult(name, "failed", points))
    return tuple(results)


class _Ways:
    """Finds how tickets were completed: the shortest ways, were only these routes still open."""

    def __init__(self, position: Position, seat: int, borrowed: list[str]) -> None:
        self._board = position.board
        self._seat = seat
        self._states = np.frombuffer(bytearray(position.state.tobytes()), STATE)
        usable = self._states["own"][0, seat].copy()
        for route in borrowed:
            number = self._board.route_index[route]
            usable[number >> 6] |= np.uint64(1 << (number & 63))
        self._states["own"][0, seat] = 0
        self._states["shut"][0, seat] = 0
        self._states["free"][0] = usable
        self._scratch = np.zeros(1, SCRATCH)
        self._path = np.zeros(ROUTES + 1, np.int64)

    def of(self, ticket: int) -> tuple[str, ...]:
        """Return the routes of a completed ticket."""
        from stellwerk.rules import entries

        record, seat = self._board.record, self._seat
        entries.distance(self._states, 0, record, seat, ticket, self._scratch, self._path)
        routes = self._path.tolist()
        return tuple(self._board.routes[number].id for number in routes[: routes.index(-1)])


def _stations(position: Position, seat: int, result: Any) -> tuple[StationResult, ...]:
    routes = position.board.routes
    borrowed = [int(number) for number in result.borrowed[seat]]
    return tuple(
        StationResult(city, None if number == NONE else routes[number].id)
        for city, number in zip(position.stations(seat), borrowed, strict=False)
    )


def _harbours(
    position: Position, seat: int, result: Any, tickets: tuple[TicketResult, ...]
) -> tuple[HarbourResult, ...]:
    board = position.board
    completed = [each.ticket for each in tickets if each.points > 0]
    return tuple(
        HarbourResult(
            city,
            int(worth),
            tuple(
                name for name in completed if city in board.tickets[board.ticket_index[name]].names
            ),
        )
        for city, worth in zip(position.harbours(seat), result.harbour_worth[seat], strict=False)
    )
