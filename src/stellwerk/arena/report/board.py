"""The parts of a report about the board: which routes are taken, and which tickets pay."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

from stellwerk.arena.report.plots import Point, scatter
from stellwerk.arena.report.voice import Voice
from stellwerk.arena.share import Share
from stellwerk.arena.worth import RouteWorth, TicketWorth
from stellwerk.board import Board
from stellwerk.drawing.markup import tag, text
from stellwerk.drawing.model import Drawing
from stellwerk.drawing.svg.heat import STEPS, Heat, heat_svg
from stellwerk.pages.axis import Axis
from stellwerk.pages.html import Cell, more, panel, shades, table
from stellwerk.words import route_name, ticket_name

_SHOWN: Final = 12
"""Rows of a table that are shown at once; the others on request."""
LAYERS: Final = ("taken", "by_winner", "worth")


def routes_panel(
    voice: Voice, board: Board, drawing: Drawing | None, routes: Sequence[RouteWorth]
) -> str:
    """Return the map of heat, and a table of all routes."""
    shown = tag("p", text(voice("no_map")), cls="note")
    if drawing is not None:
        shown = _choices(voice) + _map(voice, board, drawing, routes)
    order = sorted(
        range(len(routes)),
        key=lambda route: -_least(routes[route].worth),
    )
    return panel(
        voice("routes_title"), voice("routes_note"), shown, _table(voice, board, routes, order)
    )


def _least(worth: Share | None) -> float:
    """Return what a route is worth at least; one that is hardly ever taken is not certain."""
    return worth.mean - worth.margin if worth else -math.inf


def _choices(voice: Voice) -> str:
    """Return switches between the layers; they work without any script."""
    rules = "".join(
        f"#heat-{name}:checked~.map-frame [data-heat={name}],"
        f"#heat-{name}:checked~.about-{name}{{display:block}}"
        f"#heat-{name}:checked~.choice label[for=heat-{name}]"
        "{background:var(--accent);color:var(--on-accent);border-color:var(--accent)}"
        f"#heat-{name}:focus-visible~.choice label[for=heat-{name}]"
        "{outline:2.5px solid var(--focus);outline-offset:2px}"
        for name in LAYERS
    )
    buttons = "".join(
        f'<input class="choose" type="radio" name="heat" id="heat-{name}"'
        f"{' checked' if name == LAYERS[0] else ''}>"
        for name in LAYERS
    )
    labels = tag(
        "div",
        *(tag("label", text(voice(f"heat.{name}")), for_=f"heat-{name}") for name in LAYERS),
        cls="choice",
    )
    about = "".join(
        tag("p", _ramp(name), " ", text(voice(f"about.{name}")), cls=f"note about about-{name}")
        for name in LAYERS
    )
    return f"<style>[data-heat]{{display:none}}{rules}</style>{buttons}{labels}{about}"


def _ramp(name: str) -> str:
    return shades(range(-STEPS if name == "worth" else 0, STEPS + 1))


def _map(voice: Voice, board: Board, drawing: Drawing, routes: Sequence[RouteWorth]) -> str:
    known = dict(zip((route.id for route in board.routes), routes, strict=True))
    widest = max((abs(each.worth.mean) for each in routes if each.worth), default=1.0) or 1.0
    most = max(each.by_winner for each in routes) or 1.0

    def layer(shade: Callable[[RouteWorth], float]) -> dict[str, Heat]:
        return {
            name: Heat(round(STEPS * shade(each)), _title(voice, board, name, each))
            for name, each in known.items()
        }

    layers = {
        "taken": layer(lambda each: each.taken),
        "by_winner": layer(lambda each: each.by_winner / most),
        "worth": layer(lambda each: each.worth.mean / widest if each.worth else 0.0),
    }
    picture = heat_svg(board, drawing, layers, voice.language)
    return tag("div", picture, cls="map-frame", tabindex=0)


def _title(voice: Voice, board: Board, route: str, worth: RouteWorth) -> str:
    return voice(
        "route_title",
        route=route_name(board, route, voice.language),
        taken=voice.per_cent(worth.taken),
        winner=voice.per_cent(worth.by_winner),
        worth=voice.interval(worth.worth, sign="+") if worth.worth else "–",
    )


def _table(voice: Voice, board: Board, routes: Sequence[RouteWorth], order: Sequence[int]) -> str:
    heads = [
        voice(name) for name in ("route", "length", "heat.taken", "heat.by_winner", "heat.worth")
    ]

    def row(number: int) -> list[Cell | str]:
        worth = routes[number]
        return [
            Cell(route_name(board, board.routes[number].id, voice.language), "place"),
            str(board.routes[number].length),
            voice.per_cent(worth.taken),
            voice.per_cent(worth.by_winner),
            _signed(voice, worth.worth),
        ]

    best = table(heads, [row(number) for number in order[:_SHOWN]])
    rest = more(
        voice("all_routes", count=len(order)), table(heads, [row(number) for number in order])
    )
    return tag("h3", text(voice("best_routes"))) + best + rest


def _signed(voice: Voice, share: Share | None) -> Cell:
    """Return a difference; in colour if it is certain."""
    if share is None:
        return Cell("–", "muted")
    certain = abs(share.mean) > share.margin
    cls = ("good" if share.mean > 0 else "bad") if certain else "muted"
    return Cell(voice.interval(share, sign="+"), cls)


def tickets_panel(
    voice: Voice,
    board: Board,
    tickets: Sequence[TicketWorth],
    warned: Sequence[int] = (),
) -> str:
    """Return tickets by their points and by how often they are completed, and a table of them."""
    played = [number for number, each in enumerate(tickets) if each.completed is not None]
    if not played:
        return ""
    points = [board.tickets[number].points for number in played]
    most = max(tickets[number].held for number in played)
    field = scatter(
        [
            Point(
                board.tickets[number].points,
                tickets[number].completed or 0.0,
                3 + 7 * (tickets[number].held / most) ** 0.5,
                "warn" if number in warned else "",
                _ticket_title(voice, board, number, tickets[number]),
            )
            for number in played
        ],
        Axis.over(points, room=0.05),
        Axis(-0.04, 1.06),
        lambda value: voice.number(value, 0),
        lambda value: voice.per_cent(value),
    )
    order = sorted(played, key=lambda number: -(tickets[number].points or 0.0))
    heads = [
        voice(name)
        for name in ("ticket", "points", "held", "completed", "net_points", "holder_gain")
    ]
    rows = [_ticket_row(voice, board, number, tickets[number]) for number in order]
    ends = rows if len(rows) <= 2 * _SHOWN else rows[: _SHOWN // 2] + rows[-_SHOWN // 2 :]
    shown = tag("h3", text(voice("best_tickets"))) + table(heads, ends)
    if ends is not rows:
        shown += more(voice("all_tickets", count=len(rows)), table(heads, rows))
    return panel(voice("tickets_title"), voice("tickets_note"), field, shown)


def _ticket_row(voice: Voice, board: Board, number: int, worth: TicketWorth) -> list[Cell | str]:
    ticket = board.tickets[number]
    return [
        Cell(ticket_name(board, ticket.id, voice.language), "place"),
        str(ticket.points),
        voice.per_cent(worth.held),
        voice.per_cent(worth.completed or 0.0),
        voice.number(worth.points or 0.0, 1, "+"),
        _signed(voice, worth.gain),
    ]


def _ticket_title(voice: Voice, board: Board, number: int, worth: TicketWorth) -> str:
    ticket = board.tickets[number]
    return voice(
        "ticket_title",
        ticket=ticket_name(board, ticket.id, voice.language),
        points=ticket.points,
        held=voice.per_cent(worth.held),
        completed=voice.per_cent(worth.completed or 0.0),
        net=voice.number(worth.points or 0.0, 1, "+"),
    )
