"""A finished game, and what a lesson needs to know about it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final, NamedTuple

from stellwerk.game import ClaimRoute, DrawCard, Game, Move, PayTunnel, TakeCard
from stellwerk.game.position import Position
from stellwerk.game.view import TicketView, tickets_seen

_LEFT_OVER: Final = 8
"""This many pieces left in the end are worth a word."""
_SOON: Final = 8
"""A route that another takes within this many rounds was lost by waiting."""
_CLOSE: Final = 3
"""A bonus missed by this much or less is worth a word."""

Leftover = tuple[str, float, dict[str, Any]]


class Decided(NamedTuple):
    """A move that was not taken back, with its number in the record."""

    seq: int
    seat: int
    move: Move


def decisions(game: Game) -> list[Decided]:
    """Return all decisions that counted."""
    return [Decided(seq, move.seat, move) for seq, move in zip(game.line, game.moves, strict=True)]


class History:
    """What happened when."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._board = game.board
        self._decisions = decisions(game)
        self._turns = self._count_turns()
        self.game_before = cache(self._restore)

    def _count_turns(self) -> dict[int, int]:
        turns, number = {}, 0
        for seq, *_ in self._decisions:
            number += self._before(seq).phase == "turn"
            turns[seq] = number
        return turns

    def _before(self, seq: int) -> Position:
        return Position(self._board, self._game.snapshot(seq - 1))

    def _restore(self, seq: int) -> Game:
        """Return the game as it stood when a decision was made."""
        return self.game_after(seq - 1)

    def game_after(self, seq: int) -> Game:
        """Return the game as it stood after a step."""
        return Game.restore(self._board, self._game.snapshot(seq), self._game.names, None, seq)

    @property
    def end(self) -> int:
        """The number of the last step."""
        return self._game.seq

    def turn(self, seq: int) -> int:
        """Return the turn in which a step was made, counted from 1; 0 during set-up."""
        return self._turns.get(seq, max(self._turns.values(), default=0))

    def progress(self, seq: int) -> float:
        """Return which share of the game's turns was over."""
        return self.turn(seq) / max(1, self.turn(self._game.seq))

    def cards(self, seq: int, seat: int) -> int:
        """Return how many cards a seat had in its hand."""
        return sum(self._before(seq).hand_sizes(seat).values())

    def tunnel(self, seq: int) -> str:
        """Return the tunnel that was to be paid."""
        return self._before(seq).tunnel_route

    def is_locomotive(self, seq: int, move: TakeCard) -> bool:
        """Tell whether a move takes a locomotive from the display."""
        return self._before(seq).display[move.place - 1] == "locomotive"

    def lost_to(self, seat: int, route: str, seq: int) -> tuple[int, int] | None:
        """Return who soon took a connection away from a seat, and after how many turns.

        A connection counts as lost when the seat never got a lane of it after that decision.
        """
        lanes = {each.id for each in self._board.routes if self._same_connection(each.id, route)}
        if any(self._game.position.owners.get(lane) == seat for lane in lanes):
            return None
        for later in self._decisions:
            turns = self.turn(later.seq) - self.turn(seq)
            if turns > _SOON * self._game.seats:
                break
            if later.seq > seq and later.seat != seat and self._claimed(later) in lanes:
                return later.seat, turns
        return None

    def _same_connection(self, route: str, other: str) -> bool:
        routes, index = self._board.routes, self._board.route_index
        return routes[index[route]].connection == routes[index[other]].connection

    def _claimed(self, decided: Decided) -> str | None:
        """Return the route that changed hands in a step, if one did."""
        if not isinstance(decided.move, ClaimRoute | PayTunnel):
            return None
        route = getattr(decided.move, "route", None) or self.tunnel(decided.seq)
        owners = Position(self._board, self._game.snapshot(decided.seq)).owners
        return route if owners.get(route) == decided.seat else None

    def turns_payable(self, seat: int, route: str, seq: int) -> int:
        """Return for how many turns in a row a seat drew cards though it could claim a route."""
        turns = 0
        for earlier, who, move in reversed(self._decisions):
            if earlier > seq or who != seat or self._before(earlier).phase != "turn":
                continue
            if not isinstance(move, TakeCard | DrawCard):
                break
            legal = self.game_before(earlier).legal_moves(seat)
            if not any(isinstance(each, ClaimRoute) and each.route == route for each in legal):
                break
            turns += 1
        return turns

    def shortened(self, seq: int, seat: int, route: str) -> str | None:
        """Return the dearest open ticket that a route would bring closer."""
        open_tickets = [
            ticket
            for ticket in self._tickets(seq, seat)
            if any(self._same_connection(way, route) for way in ticket.path)
        ]
        best = max(open_tickets, key=lambda ticket: ticket.points, default=None)
        return best.ticket if best is not None else None

    def _tickets(self, seq: int, seat: int) -> tuple[TicketView, ...]:
        game = self.game_before(seq)
        return tickets_seen(game, seat, game.position.tickets(seat))

    def leftovers(self, seat: int) -> Iterator[Leftover]:
        """Go through what the final score shows of a seat: a code, points lost, and details."""
        outcome = self._game.outcome()
        own, rules = outcome.seats[seat], self._board.rules
        others = [each for each in outcome.seats if each.seat != seat]
        pieces = sum(self._game.position.pieces(seat).values())
        if pieces >= _LEFT_OVER and seat not in outcome.winners:
            yield "pieces_left", 0.0, {"count": pieces}
        behind = max(each.trail for each in others) - own.trail
        if rules.longest_path and not own.longest_path and behind <= _CLOSE:
            yield "longest_missed", float(rules.longest_path), {"count": behind}
        behind = max(each.completed for each in others) - own.completed
        if rules.most_tickets and not own.most_tickets and behind <= _CLOSE:
            yield "most_missed", float(rules.most_tickets), {"count": behind}
        for station in own.stations_built:
            if station.route is None:
                yield "station_vain", float(rules.station_bonus), {"city": station.city}
        for harbour in own.harbours_built:
            if harbour.points <= 0:
                yield "harbour_vain", float(abs(harbour.points)), {"city": harbour.city}
        if own.exchange < 0:
            yield "exchange_cost", float(-own.exchange), {"count": -own.exchange}
