"""Questions about a game that do not change it: how something can be paid, and why not at all."""

from __future__ import annotations

from typing import Final

from stellwerk.game import BuildHarbour, BuildStation, ClaimRoute, Game, PayTunnel
from stellwerk.game.errors import GameError
from stellwerk.game.moves import Payment
from stellwerk.game.standing import SeatStanding
from stellwerk.server.errors import Refusal, problem_of
from stellwerk.server.protocol import (
    AskPayments,
    AskRoutes,
    AskWhy,
    Payments,
    Reason,
    RouteReasons,
)
from stellwerk.server.service.actor import Actor
from stellwerk.server.service.watching import Watched

_PAID: Final[dict[str, type[Payment]]] = {
    "claim": ClaimRoute,
    "station": BuildStation,
    "harbour": BuildHarbour,
    "pay": PayTunnel,
}


def payments(watched: Watched, actor: Actor, ask: AskPayments) -> Payments:
    """Return every way to pay for something."""
    seat = actor.seat_of(watched.table, ask.seat)
    found = game_at(watched).payments(_PAID[ask.kind], ask.target, seat)
    return Payments(ask.id, tuple(dict(cards) for cards in found))


def why(watched: Watched, actor: Actor, ask: AskWhy) -> Reason:
    """Tell why a move cannot be made, if it cannot."""
    actor.seat_of(watched.table, ask.move.seat)
    try:
        game_at(watched).check(ask.move)
    except GameError as problem:
        return Reason(ask.id, problem_of(problem, actor.language))
    return Reason(ask.id, None)


def standing(watched: Watched, actor: Actor, seat: int | None) -> tuple[SeatStanding, ...]:
    """Tell how the score stands; to whoever plays, with the tickets of that seat."""
    game = game_at(watched)
    if seat is None and not actor.seats(watched.table):
        return game.standing()
    return game.standing(actor.seat_of(watched.table, seat))


def routes(watched: Watched, actor: Actor, ask: AskRoutes) -> RouteReasons:
    """Tell why each free route cannot be claimed, where it is somebody's turn to claim one."""
    seat = actor.seat_of(watched.table, ask.seat)
    game_at(watched)
    return RouteReasons(ask.id, watched.route_reasons(seat, actor.language))


def game_at(watched: Watched) -> Game:
    """Return the game of a table where one has begun."""
    if watched.game is None:
        raise Refusal("not_playing", status=watched.table.status)
    return watched.game
