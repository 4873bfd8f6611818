"""A bot that takes the most points it can have now, on the way of its tickets where it can."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, TypeVar

from stellwerk.bots.bot import Decision
from stellwerk.bots.goals import Goals
from stellwerk.game import (
    BuildHarbour,
    BuildStation,
    ChooseMix,
    ChoosePieces,
    ClaimRoute,
    DrawCard,
    DrawTickets,
    ExchangePieces,
    KeepTickets,
    Move,
    PayTunnel,
    TakeCard,
    TicketView,
)

_FULL_HAND: Final = 15
"""With this many cards it spends some, even off the way of its tickets."""
_MOST_TICKETS: Final = 6
"""With this many tickets it draws no more."""
_PIECES_FOR_TICKETS: Final = 0.4
"""The share of its pieces that must be left before it draws tickets."""

Kind = TypeVar("Kind", bound=Move)


class GreedyBot:
    """Claims the route with most points now; those on the way of its tickets come first."""

    name: Final = "greedy"

    def __init__(self, seed: int | str = 0) -> None:
        self._random = Random(seed)

    def choose(self, decision: Decision) -> Move:
        """Return the move that looks best at first sight."""
        match decision.view.phase:
            case "mix":
                return _middle(_of(decision, ChooseMix))
            case "keep" | "ticket_choice":
                return _keep(decision)
            case "pieces":
                suggested = decision.board.rules.suggested_wagons
                return min(
                    _of(decision, ChoosePieces), key=lambda move: abs(move.wagons - suggested)
                )
            case "tunnel":
                paid = _of(decision, PayTunnel)
                return paid[0] if paid else decision.legal[0]
            case "second":
                return self._draw(decision, Goals.of(decision)) or decision.legal[0]
        return self._act(decision, Goals.of(decision))

    def _act(self, decision: Decision, goals: Goals) -> Move:
        """Return the action of a turn."""
        for find in (_harbour, _station, _claim, _tickets, self._draw, _spend, _exchange):
            move = find(decision, goals)
            if move is not None:
                return move
        return decision.legal[0]

    def _draw(self, decision: Decision, goals: Goals) -> Move | None:
        """Return the card that the goals want most, or one from the pile of the nearest goal."""
        best: tuple[float, float, Move] | None = None
        second = decision.view.phase == "second"
        pile = goals.pile
        for move in decision.legal:
            if isinstance(move, TakeCard):
                card = decision.view.display[move.place - 1]
                worth = goals.worth(card) if card is not None else 0.0
                if card == "locomotive" and not second:
                    worth = goals.worth_of_locomotive
                liking = worth + (0.01 if move.refill == pile else 0.0)
            elif isinstance(move, DrawCard):
                liking = goals.worth_of_chance + (0.01 if move.pile == pile else 0.0)
            else:
                continue
            rated = (liking, self._random.random(), move)
            if best is None or rated[:2] > best[:2]:
                best = rated
        return None if best is None else best[2]


def _of(decision: Decision, kind: type[Kind]) -> list[Kind]:
    return [move for move in decision.legal if isinstance(move, kind)]


def _middle(moves: Sequence[Kind]) -> Kind:
    return moves[len(moves) // 2]


def _keep(decision: Decision) -> Move:
    """Keep the tickets with the best points per space still to be claimed, all together."""
    offer = decision.view.offer
    assert offer is not None, "tickets are chosen from an offer"
    tickets = {ticket.ticket: ticket for ticket in (*offer.tickets, *decision.view.tickets)}
    held = [ticket.ticket for ticket in decision.view.tickets]
    lengths = {route.id: route.length for route in decision.board.routes}

    def ratio(move: KeepTickets) -> tuple[float, int]:
        together = [tickets[name] for name in dict.fromkeys((*held, *move.tickets))]
        return _worth_together(together, lengths), -len(move.tickets)

    return max(_of(decision, KeepTickets), key=ratio)


def _worth_together(tickets: Sequence[TicketView], lengths: dict[str, int]) -> float:
    """Return the points of tickets per space of all their ways; lost ones count against it."""
    points = sum(-each.penalty if each.distance is None else each.points for each in tickets)
    spaces = sum(lengths[route] for route in {route for each in tickets for route in each.path})
    return points / (spaces + 1) if points > 0 else float(points)


def _harbour(decision: Decision, goals: Goals) -> Move | None:
    """Build a harbour where a ticket pays for it."""
    named = goals.places_on_tickets
    moves = [move for move in _of(decision, BuildHarbour) if named.get(move.city)]
    return max(moves, key=lambda move: (named[move.city], -_locomotives(move)), default=None)


def _station(decision: Decision, goals: Goals) -> Move | None:
    """Build a station where a lost ticket ends and somebody else has a route to borrow."""
    built = len(decision.view.players[goals.seat].stations)
    if built and not goals.ending:
        return None
    stakes = goals.borrowable
    moves = [move for move in _of(decision, BuildStation) if move.city in stakes]
    return max(moves, key=lambda move: (stakes[move.city], -_locomotives(move)), default=None)


def _claim(decision: Decision, goals: Goals) -> Move | None:
    """Claim on the way of a ticket; else, without such a way or near the end, what scores most."""
    claims = _of(decision, ClaimRoute)
    planned = [move for move in claims if move.route in goals.planned]
    if planned:
        return max(planned, key=goals.gain)
    if goals.planned and not goals.ending and goals.cards < _FULL_HAND:
        return None
    worthwhile = [move for move in claims if goals.ending or goals.points(move.route) > 2]
    return max(worthwhile, key=goals.gain, default=None)


def _tickets(decision: Decision, goals: Goals) -> Move | None:
    """Draw tickets when the others are done and enough pieces are left for more."""
    draws = _of(decision, DrawTickets)
    few = len(decision.view.tickets) < _MOST_TICKETS
    if not draws or goals.planned or goals.ending or not few:
        return None
    return _middle(draws) if goals.pieces_share >= _PIECES_FOR_TICKETS else None


def _spend(decision: Decision, goals: Goals) -> Move | None:
    """Claim anything, when no card can be drawn."""
    return max(_of(decision, ClaimRoute), key=goals.gain, default=None)


def _exchange(decision: Decision, goals: Goals) -> Move | None:
    """Exchange as few pieces as possible."""
    return min(_of(decision, ExchangePieces), key=lambda move: move.number, default=None)


def _locomotives(move: ClaimRoute | BuildStation | BuildHarbour) -> int:
    return move.cards.get("locomotive", 0)
