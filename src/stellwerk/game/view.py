"""What one seat, or a spectator, may know of a game (C-24, C-25). What is unknown is not here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec
import numpy as np

from stellwerk.board.layout import ROUTES, TICKETS
from stellwerk.game.cards import CardSet
from stellwerk.game.events import Event
from stellwerk.game.moves import BuildHarbour, Move
from stellwerk.game.outcome import Outcome
from stellwerk.game.position import SETUP, Position
from stellwerk.rules.scratch import SCRATCH
from stellwerk.rules.state import STATE

if TYPE_CHECKING:
    from stellwerk.game.game import Game


class Player(msgspec.Struct, frozen=True):
    """What everybody knows about one seat."""

    seat: int
    name: str
    """As given when the game was made; may be empty."""
    colour: str
    score: int
    pieces: dict[str, int]
    """Pieces left, by kind."""
    box: dict[str, int]
    """Pieces that can be exchanged for; all 0 on boards without a choice of pieces."""
    cards: dict[str, int]
    """Number of cards in the hand, by pile."""
    known: dict[str, int]
    """Cards of the hand that everybody has seen it get."""
    tickets: tuple[int, ...]
    """Number of tickets held; by pile where the player announces the mix."""
    offered: tuple[int, ...]
    """Number of tickets it has to choose from, in the same way."""
    stations: tuple[str, ...]
    stations_left: int
    harbours: tuple[str, ...]
    harbours_left: int
    decided: bool
    """Whether it has made the choice that all seats are to make now."""


class TicketView(msgspec.Struct, frozen=True):
    """A ticket that the viewer holds or has to choose from, and how far it has come."""

    ticket: str
    points: int
    any_order: int
    penalty: int
    pile: str
    value: int
    """What it would be worth if the game ended now."""
    completed: bool
    distance: int | None
    """The fewest spaces still to be claimed for it; None when it can no longer be completed."""
    path: tuple[str, ...]
    """Routes still to be claimed on one such way."""


class Offer(msgspec.Struct, frozen=True):
    """Tickets to choose from."""

    tickets: tuple[TicketView, ...]
    keep: int
    """This many must be kept at least."""


class TunnelView(msgspec.Struct, frozen=True):
    """A tunnel that is to be paid."""

    seat: int
    route: str
    laid: dict[str, int]
    turned: tuple[str, ...]
    hits: tuple[bool, ...]
    """For each card turned up, whether it costs one more."""
    extra: int


class HarbourView(msgspec.Struct, frozen=True):
    """A harbour that the viewer can build."""

    tickets: int
    """Tickets of the viewer that name its city."""
    points: int
    """What it is worth once they are completed."""


class View(msgspec.Struct, frozen=True):
    """A game as one seat sees it; ``seat`` is None for a spectator."""

    board: str
    variant: str
    board_hash: str
    commitment: str
    seat: int | None
    seq: int
    phase: str
    turn: int
    pending: tuple[int, ...]
    turns_left: int | None
    players: tuple[Player, ...]
    display: tuple[str | None, ...]
    piles: dict[str, int]
    discards: dict[str, int]
    ticket_piles: dict[str, int]
    owners: dict[str, int]
    closed: tuple[str, ...]
    tunnel: TunnelView | None
    hand: dict[str, int]
    """The viewer's own cards; empty for a spectator."""
    tickets: tuple[TicketView, ...]
    """The viewer's own tickets."""
    offer: Offer | None
    """The tickets the viewer has to choose from."""
    moves: tuple[Move, ...]
    """The viewer's legal moves, with the payments that come first to mind."""
    events: tuple[Event, ...]
    """What has happened since the viewer last decided."""
    outcome: Outcome | None
    """Once the game is over."""
    harbours: dict[str, HarbourView] = {}
    """The harbours that the viewer can build now, by city."""

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.phase == "over"

    def to_json(self) -> bytes:
        """Return the view as JSON."""
        return msgspec.json.encode(self)


class Public(NamedTuple):
    """The part of a view that all viewers share."""

    players: tuple[Player, ...]
    display: tuple[str | None, ...]
    piles: dict[str, int]
    discards: dict[str, int]
    ticket_piles: dict[str, int]
    owners: dict[str, int]
    closed: tuple[str, ...]
    tunnel: TunnelView | None
    outcome: Outcome | None


class Network(NamedTuple):
    """What follows from routes, tickets, stations and harbours alone, whatever the cards are."""

    state: bytes
    owners: dict[str, int]
    closed: tuple[str, ...]
    tickets: dict[tuple[int, tuple[str, ...]], tuple[TicketView, ...]]
    """What each seat was shown of some tickets."""


class Shown:
    """A cache of what views show; viewers and steps share it as long as it holds.

    Several threads may look at different steps of one game at the same time. So each of the two
    parts is one object that is put in place whole, and used only by those whose state it fits.
    """

    def __init__(self) -> None:
        self._public: tuple[bytes, tuple[str, ...], Public] | None = None
        self._network: Network | None = None

    def public(self, game: Game, position: Position) -> Public:
        """Return what all see of a state."""
        state, names, kept = game.states.tobytes(), game.names, self._public
        if kept is None or kept[:2] != (state, names):
            network = self._network_of(state, position)
            kept = state, names, _public(game, position, network.owners, network.closed)
            self._public = kept
        return kept[2]

    def tickets(
        self, game: Game, position: Position, seat: int, tickets: tuple[str, ...]
    ) -> tuple[TicketView, ...]:
        """Return tickets as a seat sees them."""
        known, key = self._network_of(game.states.tobytes(), position).tickets, (seat, tickets)
        found = known.get(key)
        if found is None:
            found = known[key] = tickets_seen(game, seat, tickets)
        return found

    def _network_of(self, state: bytes, position: Position) -> Network:
        """Return what follows from a state's network, as kept or worked out again."""
        network, kept = state[:_NETWORK], self._network
        if kept is None or kept.state != network:
            kept = self._network = Network(network, position.owners, position.closed, {})
        return kept


_NETWORK: Final = dict(STATE.fields or {})["key"][1]
"""The first bytes of a state: its routes, tickets, stations and harbours; the rest is cards."""


def make_view(game: Game, seat: int | None, events: Sequence[Event] | None = None) -> View:
    """Collect what a seat may know; ``events`` where the game itself does not know its past."""
    if events is None:
        events = game.events(seat, since=_last_decision(game, seat))
    position = game.position
    board = game.board
    public = game.shown.public(game, position)
    moves = () if seat is None else tuple(game.legal_moves(seat))
    return View(
        board=board.id,
        variant=board.variant.id,
        board_hash=board.hash,
        commitment=game.commitment,
        seat=seat,
        seq=game.seq,
        phase=position.phase,
        turn=position.turn,
        pending=position.pending,
        turns_left=position.turns_left,
        players=public.players,
        display=public.display,
        piles=public.piles,
        discards=public.discards,
        ticket_piles=public.ticket_piles,
        owners=public.owners,
        closed=public.closed,
        tunnel=public.tunnel,
        hand=CardSet() if seat is None else position.hand(seat),
        tickets=()
        if seat is None
        else game.shown.tickets(game, position, seat, position.tickets(seat)),
        offer=None if seat is None else _offer(game, position, seat),
        moves=moves,
        events=tuple(events),
        outcome=public.outcome,
        harbours=_harbours(position, moves) if board.rules.harbours else {},
    )


def _public(
    game: Game, position: Position, owners: dict[str, int], closed: tuple[str, ...]
) -> Public:
    piles = position.board.rules.tickets.piles
    return Public(
        players=tuple(_player(position, other, game.names[other]) for other in range(game.seats)),
        display=position.display,
        piles=position.piles,
        discards=position.discards,
        ticket_piles=dict(zip(piles, position.tickets_left, strict=True)),
        owners=owners,
        closed=closed,
        tunnel=_tunnel(position),
        outcome=game.outcome() if position.phase == "over" else None,
    )


def _player(position: Position, seat: int, name: str) -> Player:
    rules = position.board.rules
    stations = position.stations(seat)
    harbours = position.harbours(seat)
    return Player(
        seat=seat,
        name=name,
        colour=position.board.seat_colours[seat],
        score=position.score(seat),
        pieces=position.pieces(seat),
        box=position.box(seat),
        cards=position.hand_sizes(seat),
        known=position.known(seat),
        tickets=position.tickets_held(seat),
        offered=position.tickets_offered(seat),
        stations=stations,
        stations_left=rules.stations - len(stations),
        harbours=harbours,
        harbours_left=rules.harbours - len(harbours),
        decided=position.phase in SETUP and seat not in position.pending,
    )


def tickets_seen(game: Game, seat: int, tickets: tuple[str, ...]) -> tuple[TicketView, ...]:
    """Show tickets to a seat, with what they are worth and how far it is."""
    if not tickets:
        return ()
    from stellwerk.rules import entries

    board, states = game.board, game.states
    scratch = np.zeros(1, SCRATCH)
    values = np.zeros(TICKETS, np.int64)
    path = np.zeros(ROUTES + 1, np.int64)
    entries.ticket_values(states, 0, board.record, seat, scratch, values)
    shown = []
    for name in tickets:
        number = board.ticket_index[name]
        ticket = board.tickets[number]
        spaces = int(entries.distance(states, 0, board.record, seat, number, scratch, path))
        routes = path[: int(scratch["path_length"][0])].tolist()
        value = int(values[number])
        shown.append(
            TicketView(
                ticket=name,
                points=ticket.points,
                any_order=ticket.any_order,
                penalty=ticket.penalty,
                pile=board.rules.tickets.piles[ticket.pile],
                value=value,
                completed=value > 0,
                distance=None if spaces < 0 else spaces,
                path=tuple(board.routes[route].id for route in routes),
            )
        )
    return tuple(shown)


def _offer(game: Game, position: Position, seat: int) -> Offer | None:
    tickets = position.offer(seat)
    if not tickets:
        return None
    return Offer(game.shown.tickets(game, position, seat, tickets), position.must_keep(seat))


def _harbours(position: Position, moves: Sequence[Move]) -> dict[str, HarbourView]:
    """Tell what the harbours among some moves may become worth (W-14)."""
    board, values = position.board, position.board.rules.harbour_values
    found = {}
    for move in moves:
        if isinstance(move, BuildHarbour) and move.city not in found:
            city = board.city_index[move.city]
            held = (board.tickets[board.ticket_index[name]] for name in position.tickets(move.seat))
            tickets = sum(any(city in stop for stop in ticket.stops) for ticket in held)
            worth = values[min(tickets, len(values)) - 1] if tickets else 0
            found[move.city] = HarbourView(tickets, worth)
    return found


def _tunnel(position: Position) -> TunnelView | None:
    if position.phase != "tunnel":
        return None
    return TunnelView(
        seat=position.turn,
        route=position.tunnel_route,
        laid=position.laid,
        turned=position.turned,
        hits=position.tunnel_hits,
        extra=position.tunnel_extra,
    )


def _last_decision(game: Game, seat: int | None) -> int:
    """Return the step after which a viewer is told what happened: before its own last one."""
    own = game.seq if seat is None else game.decided_by(seat)
    return own - 1
