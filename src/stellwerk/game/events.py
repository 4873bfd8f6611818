"""What happened: a code and its parameters, for each viewer only what that one may know.

Events are made when somebody asks for them: from the report on a move and the states around it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from stellwerk.game import moves
from stellwerk.game.cards import PIECE_NAMES, CardSet
from stellwerk.game.moves import Move
from stellwerk.game.position import SETUP, Position
from stellwerk.game.report import Report, States, displays_of_deal, report_of

Winners = Callable[[], tuple[tuple[int, ...], int]]
"""Tells who has won, and with how many points."""


class Event(msgspec.Struct, frozen=True):
    """One thing that happened; an entry of the record may have several."""

    seq: int
    """The number of the entry, counted from 1; 0 is the deal."""
    code: str
    params: dict[str, Any]
    """What it speaks of. A secret the viewer may not know is None."""


class Fact(msgspec.Struct, frozen=True):
    """One thing that happened, with who may know which part of it."""

    code: str
    params: dict[str, Any]
    secret: str | None = None
    """The parameter that only the seat of the event may know."""

    def shown_to(self, viewer: int | None, seq: int) -> Event:
        """Return the event as a viewer may see it."""
        params = self.params
        if self.secret is not None and params["seat"] != viewer:
            params = {**params, self.secret: None}
        return Event(seq, self.code, params)


def deal_facts(after: Position) -> Iterator[Fact]:
    """Tell the deal."""
    yield Fact("started", {"seats": after.seats})
    for display in displays_of_deal(after)[1:]:
        yield Fact("flushed", {"display": display})
    if after.phase == "keep":
        yield from _offers(after)


def move_facts(
    before: Position, after: Position, move: Move, winners: Winners, states: States | None
) -> Iterator[Fact]:
    """Tell what a move brought; ``winners`` tells who won, when it ended the game.

    ``states`` is the state after it with its report, where that is at hand.
    """
    if before.phase in SETUP:
        yield from _setup(before, after, move.seat)
        return
    report = report_of(before, after, move, states)
    yield from _done(before, after, move, report)
    for pile in report.shuffled:
        yield Fact("shuffled", {"pile": pile})
    if not isinstance(move, moves.TakeCard):
        if before.display != report.display:
            yield Fact("filled", {"display": report.display})
        yield from _flushed(report)
    yield from _end(before, after, winners)


def _done(before: Position, after: Position, move: Move, report: Report) -> Iterator[Fact]:
    """Tell what the mover did."""
    match move:
        case moves.TakeCard():
            yield from _take(before, report, move)
        case moves.DrawCard():
            params = {"seat": move.seat, "pile": move.pile, "card": report.drawn}
            yield Fact("drew", params, secret="card")
        case moves.DrawTickets():
            yield _offer(after, move.seat)
        case moves.KeepTickets():
            yield _kept(after, move.seat, move.tickets)
        case moves.ClaimRoute():
            yield from _claim(before, after, move, report.turned)
        case moves.PayTunnel():
            yield Fact("paid", {"seat": move.seat, "cards": move.cards})
            both = Counter(before.laid) + Counter(move.cards)
            yield _claimed(before, after, move.seat, before.tunnel_route, both)
        case moves.Withdraw():
            yield Fact("withdrew", {"seat": move.seat, "route": before.tunnel_route})
        case moves.BuildStation():
            yield Fact("station", {"seat": move.seat, "city": move.city, "cards": move.cards})
        case moves.BuildHarbour():
            yield Fact("harbour", {"seat": move.seat, "city": move.city, "cards": move.cards})
        case moves.ExchangePieces():
            yield _exchanged(before, after, move)
        case moves.Pass():
            yield Fact("passed", {"seat": move.seat})


def resign_facts(after: Position, seat: int, winners: Winners) -> Iterator[Fact]:
    """Tell that a seat gave up, and who won where that ended the game."""
    over = after.phase == "over"
    yield Fact("resigned", {"seat": seat, "over": over})
    if over:
        yield _ended(winners)


def _setup(before: Position, after: Position, seat: int) -> Iterator[Fact]:
    """Tell that a seat has decided, and what all chose when it was the last (C-25)."""
    yield Fact("decided", {"seat": seat})
    if after.phase == before.phase:
        return
    for other in range(after.seats):
        if before.phase == "mix":
            piles = after.ticket_counts(after.offer(other))
            yield Fact("mixed", {"seat": other, "piles": piles})
        elif before.phase == "keep":
            mask = int(after.state["start_kept"][other])
            offer = before.offer(other)
            yield _kept(after, other, tuple(t for i, t in enumerate(offer) if mask >> i & 1))
        else:
            pieces = after.pieces(other)
            params = {"seat": other, "wagons": pieces["wagon"], "ships": pieces["ship"]}
            yield Fact("pieces", params)
    if before.phase == "mix":
        yield from _offers(after)


def _offers(after: Position) -> Iterator[Fact]:
    for seat in range(after.seats):
        yield _offer(after, seat)


def _offer(after: Position, seat: int) -> Fact:
    tickets = after.offer(seat)
    params = {
        "seat": seat,
        "count": len(tickets),
        "piles": after.ticket_counts(tickets),
        "tickets": tickets,
    }
    return Fact("offered", params, secret="tickets")


def _kept(after: Position, seat: int, tickets: tuple[str, ...]) -> Fact:
    params = {
        "seat": seat,
        "count": len(tickets),
        "piles": after.ticket_counts(tickets),
        "tickets": tickets,
    }
    return Fact("kept", params, secret="tickets")


def _take(before: Position, report: Report, move: moves.TakeCard) -> Iterator[Fact]:
    index = move.place - 1
    params = {
        "seat": move.seat,
        "card": before.display[index],
        "place": move.place,
        "new": report.display[index],
    }
    yield Fact("took", params)
    yield from _flushed(report)


def _flushed(report: Report) -> Iterator[Fact]:
    """Tell each display that was laid out because the one before had too many locomotives."""
    for display in report.laid_out:
        yield Fact("flushed", {"display": display})


def _claimed(
    before: Position, after: Position, seat: int, route: str, cards: Mapping[str, int]
) -> Fact:
    points = after.score(seat) - before.score(seat)
    return Fact(
        "claimed", {"seat": seat, "route": route, "cards": CardSet(cards), "points": points}
    )


def _claim(
    before: Position, after: Position, move: moves.ClaimRoute, turned: tuple[str, ...] | None
) -> Iterator[Fact]:
    claimed = after.phase != "tunnel"
    if turned is not None:
        params = {
            "seat": move.seat,
            "route": move.route,
            "cards": move.cards,
            "turned": turned,
            "extra": 0 if claimed else after.tunnel_extra,
        }
        yield Fact("tunnel", params)
    if claimed:
        yield _claimed(before, after, move.seat, move.route, move.cards)


def _exchanged(before: Position, after: Position, move: moves.ExchangePieces) -> Fact:
    received = PIECE_NAMES[1 - PIECE_NAMES.index(move.given)]
    params = {
        "seat": move.seat,
        "given": move.given,
        "received": received,
        "number": move.number,
        "points": after.score(move.seat) - before.score(move.seat),
    }
    return Fact("exchanged", params)


def _end(before: Position, after: Position, winners: Winners) -> Iterator[Fact]:
    if before.turns_left is None and after.turns_left is not None:
        yield Fact("last_round", {"seat": before.turn, "turns": after.turns_left})
    if after.phase == "over":
        yield _ended(winners)


def _ended(winners: Winners) -> Fact:
    seats, points = winners()
    return Fact("ended", {"winners": seats, "points": points})
