"""How the score stands during a game, as one viewer may know it (C-24, C-25).

What rests on tickets is told to their holder alone; a bonus for the most tickets nobody can know.
"""

from __future__ import annotations

import msgspec

from stellwerk.game.outcome import Outcome, TicketResult


class OwnTickets(msgspec.Struct, frozen=True):
    """What only the holder of the tickets may know."""

    tickets: tuple[TicketResult, ...]
    points: int
    harbours: int
    """For harbours that the tickets name, less those not built (W-14)."""


class SeatStanding(msgspec.Struct, frozen=True):
    """The score of one seat as a viewer may know it."""

    seat: int
    routes: int
    exchange: int
    """Points lost by exchanging pieces, 0 or less (W-16)."""
    longest_path: int
    """The bonus, if the game ended now; ``trail`` is the length of the path."""
    trail: int
    stations: int
    """For stations not built (E-05)."""
    own: OwnTickets | None
    """None for other seats than the viewer's."""
    total: int
    """All of the above together."""


def standing_of(outcome: Outcome, viewer: int | None) -> tuple[SeatStanding, ...]:
    """Return of every score the parts that a viewer may know."""
    found = []
    for seat in outcome.seats:
        own = None
        if seat.seat == viewer:
            own = OwnTickets(seat.tickets, seat.ticket_points, seat.harbours)
        parts = (seat.routes, seat.exchange, seat.longest_path, seat.stations)
        secret = own.points + own.harbours if own else 0
        found.append(
            SeatStanding(seat.seat, *parts[:3], seat.trail, seat.stations, own, sum(parts) + secret)
        )
    return tuple(found)
