"""What is shown on a board: pieces, and what is pointed out. It knows no shapes and no colours."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from stellwerk.board import Board
from stellwerk.board.errors import UnknownName
from stellwerk.board.names import closest
from stellwerk.game import BuildHarbour, BuildStation, ClaimRoute, TicketView, View


@dataclass(frozen=True, slots=True)
class TicketMark:
    """A ticket shown on the map."""

    stops: tuple[tuple[str, ...], ...]
    """City ids per stop: one for a city, several for a country."""
    path: tuple[str, ...] = ()
    """Routes still to be claimed for it, on one shortest way."""
    completed: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """Pieces on a board and what is pointed out. Routes and cities are named by their ids."""

    owners: Mapping[str, str] = field(default_factory=dict)
    """The colour of the seat that owns a route."""
    stations: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The colours of the stations in a city."""
    harbours: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    closed: Collection[str] = ()
    """Free routes that nobody may claim any more."""
    veiled: Collection[str] = ()
    """Routes that are dimmed, because something else is asked for."""
    legal: Collection[str] = ()
    """Routes that can be claimed now: they shine."""
    legal_cities: Collection[str] = ()
    """Cities where something can be built now."""
    preview: Mapping[str, str] = field(default_factory=dict)
    """Routes chosen but not yet claimed, with the colour of their seat."""
    last_routes: Collection[str] = ()
    """What the last move brought."""
    last_cities: Collection[str] = ()
    tickets: tuple[TicketMark, ...] = ()


def scene_of(
    board: Board,
    view: View,
    *,
    tickets: Iterable[str] = (),
    legal: bool = False,
    last_move: bool = True,
    preview: str | None = None,
) -> Scene:
    """Return the scene of a game as one seat sees it.

    ``tickets`` are ids of tickets that the viewer holds or has to choose from.
    """
    colours = [player.colour for player in view.players]
    claims = {move.route for move in view.moves if isinstance(move, ClaimRoute)} if legal else set()
    chosen = {} if preview is None else {board.route(preview).id: colours[view.turn]}
    free = set(board.route_index) - set(view.owners) - set(view.closed)
    shown = _last(view) if last_move else []
    return Scene(
        owners={route: colours[seat] for route, seat in view.owners.items()},
        stations=_built(view, "stations"),
        harbours=_built(view, "harbours"),
        closed=view.closed,
        veiled=free - claims - set(chosen) if claims else (),
        legal=claims - set(chosen),
        legal_cities=_buildable(view) if legal else (),
        preview=chosen,
        last_routes=[name for kind, name in shown if kind == "route"],
        last_cities=[name for kind, name in shown if kind == "city"],
        tickets=tuple(_ticket_mark(board, view, ticket) for ticket in tickets),
    )


def _built(view: View, kind: str) -> dict[str, tuple[str, ...]]:
    built: dict[str, tuple[str, ...]] = {}
    for player in view.players:
        for city in getattr(player, kind):
            built[city] = (*built.get(city, ()), player.colour)
    return built


def _buildable(view: View) -> set[str]:
    return {move.city for move in view.moves if isinstance(move, BuildStation | BuildHarbour)}


def _last(view: View) -> list[tuple[str, str]]:
    """Return what others have claimed or built since the viewer last decided."""
    return [
        (key, event.params[key])
        for event in view.events
        for key in ("route", "city")
        if event.code in ("claimed", "station", "harbour")
        and key in event.params
        and event.params["seat"] != view.seat
    ]


def _ticket_mark(board: Board, view: View, ticket: str) -> TicketMark:
    known = {seen.ticket: seen for seen in _tickets(view)}
    if ticket not in known:
        raise UnknownName("ticket", ticket, closest(ticket, known) or tuple(known))
    seen = known[ticket]
    stops = board.tickets[board.ticket_index[ticket]].stops
    return TicketMark(
        stops=tuple(tuple(board.cities[city].id for city in stop) for stop in stops),
        path=seen.path,
        completed=seen.completed,
    )


def _tickets(view: View) -> Iterable[TicketView]:
    yield from view.tickets
    if view.offer is not None:
        yield from view.offer.tickets
