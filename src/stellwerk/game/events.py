"""What happened: a code and its parameters, for each viewer only what that one may know.

Events are made from the states before and after a move, when somebody asks for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from stellwerk.board.layout import SHIP, TRAIN_PILE
from stellwerk.game.cards import PIECE_NAMES, CardSet
from stellwerk.game.moves import (
    BuildHarbour,
    BuildStation,
    ClaimRoute,
    DrawCard,
    DrawTickets,
    ExchangePieces,
    KeepTickets,
    Move,
    Pass,
    PayTunnel,
    TakeCard,
    Withdraw,
)
from stellwerk.game.position import SETUP, Position


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
    if after.phase == "keep":
        yield from _offers(after)


def move_facts(before: Position, after: Position, move: Move, winners: Any) -> Iterator[Fact]:
    """Tell what a move brought; ``winners`` tells who won, when it ended the game."""
    if before.phase in SETUP:
        yield from _setup(before, after, move.seat)
        return
    match move:
        case TakeCard():
            yield from _take(before, after, move)
        case DrawCard():
            card = gained(before, after, move.seat)
            params = {"seat": move.seat, "pile": move.pile, "card": card}
            yield Fact("drew", params, secret="card")
        case DrawTickets():
            yield _offer(after, move.seat)
        case KeepTickets():
            yield _kept(after, move.seat, move.tickets)
        case ClaimRoute() if is_tunnel(before, move.route):
            yield from _tunnel(before, after, move)
        case ClaimRoute():
            yield _claimed(before, after, move.seat, move.route, move.cards)
        case PayTunnel():
            laid = before.laid
            yield Fact("paid", {"seat": move.seat, "cards": move.cards})
            both = dict(laid)
            for card, count in move.cards.items():
                both[card] = both.get(card, 0) + count
            yield _claimed(before, after, move.seat, before.tunnel_route, both)
        case Withdraw():
            yield Fact("withdrew", {"seat": move.seat, "route": before.tunnel_route})
        case BuildStation():
            yield Fact("station", {"seat": move.seat, "city": move.city, "cards": move.cards})
        case BuildHarbour():
            yield Fact("harbour", {"seat": move.seat, "city": move.city, "cards": move.cards})
        case ExchangePieces():
            yield _exchanged(before, after, move)
        case Pass():
            yield Fact("passed", {"seat": move.seat})
    yield from _piles(before, after)
    if not isinstance(move, TakeCard) and before.display != after.display:
        yield Fact("filled", {"display": after.display})
    yield from _end(before, after, winners)


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


def _take(before: Position, after: Position, move: TakeCard) -> Iterator[Fact]:
    slot = move.place - 1
    flushed = _was_flushed(before, after, slot)
    params = {
        "seat": move.seat,
        "card": before.display[slot],
        "place": move.place,
        # Only a locomotive, turned up as one too many, clears the display.
        "new": "locomotive" if flushed else after.display[slot],
    }
    yield Fact("took", params)
    if flushed:
        yield Fact("flushed", {"display": after.display})


def _was_flushed(before: Position, after: Position, slot: int) -> bool:
    """Tell whether more happened to the display than the filling of one place (C-06)."""
    old, new = before.state, after.state
    others_stay = all(
        old["display"][i] == new["display"][i] for i in range(len(before.display)) if i != slot
    )
    if not others_stay:
        return True
    drawn = new["display"][slot]
    pile = old["pile"].astype(int)
    pile[drawn] -= 1
    if (pile == new["pile"]).all():
        return not (old["discard"] == new["discard"]).all()
    # The last card of a pile: its discards have become the new one.
    together = pile + old["discard"]
    return not (together == new["pile"].astype(int) + new["discard"]).all()


def gained(before: Position, after: Position, seat: int) -> str | None:
    """Return the card by which a hand has grown."""
    more = after.state["hand"][seat].astype(int) - before.state["hand"][seat]
    return after.card(int(more.argmax()))


def is_tunnel(position: Position, route: str) -> bool:
    """Tell whether a route is a tunnel."""
    return position.board.routes[position.board.route_index[route]].tunnel


def _claimed(before: Position, after: Position, seat: int, route: str, cards: Any) -> Fact:
    points = after.score(seat) - before.score(seat)
    return Fact(
        "claimed", {"seat": seat, "route": route, "cards": CardSet(cards), "points": points}
    )


def _tunnel(before: Position, after: Position, move: ClaimRoute) -> Iterator[Fact]:
    claimed = after.phase != "tunnel"
    params = {
        "seat": move.seat,
        "route": move.route,
        "cards": move.cards,
        "turned": turned_up(before, after),
        "extra": 0 if claimed else after.tunnel_extra,
    }
    yield Fact("tunnel", params)
    if claimed:
        yield _claimed(before, after, move.seat, move.route, move.cards)


def turned_up(before: Position, after: Position) -> tuple[str, ...]:
    """Return the cards that were turned up for a tunnel.

    While it is to be paid they lie open. When it cost nothing more they are in the discards, on top
    of what was there and of what was laid; or, if they were the last, they are all there was.
    """
    if after.phase == "tunnel":
        return after.turned
    old, new = before.state, after.state
    size = int(old["pile_size"][TRAIN_PILE])
    discards = int(old["discard_size"][TRAIN_PILE])
    if size + discards <= len(new["turned"]):
        turned = old["pile"].astype(int) + old["discard"]
    else:
        laid = (old["hand"].astype(int) - new["hand"]).sum(axis=0)
        turned = new["discard"] - laid
        if size > len(new["turned"]):
            turned = turned - old["discard"]
    turned[SHIP:] = 0
    return tuple(card for card, count in before.cards(turned).items() for _ in range(count))


def _exchanged(before: Position, after: Position, move: ExchangePieces) -> Fact:
    received = PIECE_NAMES[1 - PIECE_NAMES.index(move.given)]
    params = {
        "seat": move.seat,
        "given": move.given,
        "received": received,
        "number": move.number,
        "points": after.score(move.seat) - before.score(move.seat),
    }
    return Fact("exchanged", params)


def renewed(before: Position, after: Position) -> tuple[str, ...]:
    """Return the piles that were made anew from discards (C-08)."""
    old, new = before.state, after.state
    return tuple(
        name
        for pile, name in enumerate(before.pile_names)
        if new["pile_size"][pile] > old["pile_size"][pile]
        or new["discard_size"][pile] < old["discard_size"][pile]
    )


def _piles(before: Position, after: Position) -> Iterator[Fact]:
    for pile in renewed(before, after):
        yield Fact("shuffled", {"pile": pile})


def _end(before: Position, after: Position, winners: Any) -> Iterator[Fact]:
    if before.turns_left is None and after.turns_left is not None:
        yield Fact("last_round", {"seat": before.turn, "turns": after.turns_left})
    if after.phase == "over":
        seats, points = winners()
        yield Fact("ended", {"winners": seats, "points": points})
