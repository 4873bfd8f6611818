"""The routes of the board as text: what can be claimed now, and what leads to a city."""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import partial
from typing import Final

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from stellwerk.board import Route
from stellwerk.cli.boards import city_name, route_colour, route_features
from stellwerk.cli.flow import Flow
from stellwerk.cli.palette import chip
from stellwerk.cli.scene import Scene
from stellwerk.game import ClaimRoute, View

_ON_THE_WAY: Final = "◎"
"""Marks a route on the shortest way of one of the viewer's tickets."""
_TALL: Final = 42
"""From this height of the terminal on, two lines of each length are shown unasked, else one."""


def claimable(scene: Scene, view: View, height: int | None = None) -> RenderableType | None:
    """Draw the routes the viewer can pay for now, the longest first; None if there are none.

    With a height of the terminal they are cut to what leaves room for the rest of the table.
    """
    paths = (route for ticket in view.tickets for route in ticket.path)
    on_the_way = {scene.board.routes[scene.board.route_index[name]].connection for name in paths}
    routes = _without_equals(_claimable_routes(scene, view))
    if not routes:
        return None
    routes.sort(key=lambda route: (route.connection not in on_the_way, scene.route(route.id)))
    lengths = sorted({route.length for route in routes}, reverse=True)
    most = None if height is None else 2 if height >= _TALL else 1
    table = Table(box=None, expand=True, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True, style="dim")
    table.add_column(ratio=1)
    for length in lengths:
        points = scene.board.rules.route_points[length - 1]
        label = scene.talk("cli.routes.length", count=length, points=points)
        names = [_label(scene, route, on_the_way) for route in routes if route.length == length]
        more = partial(_more, scene)
        table.add_row(label, Flow(names, most_lines=most, more=more))
    return scene.panel(table, "claimable")


def city_routes(scene: Scene, view: View, city: int) -> RenderableType:
    """Draw all routes of a city: length, colour, and who has them."""
    board, talk = scene.board, scene.talk
    payable = {route.id for route in _claimable_routes(scene, view)}
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(talk("cli.column.to"))
    for column in ("length", "points"):
        table.add_column(talk(f"cli.column.{column}"), justify="right")
    for column in ("colour", "kind", "state"):
        table.add_column(talk(f"cli.column.{column}"))
    found = [route for route in board.routes if city in (route.a, route.b)]
    for route in sorted(found, key=lambda route: (_other(scene, route, city), route.lane)):
        colour = route_colour(route)
        table.add_row(
            _other(scene, route, city),
            str(route.length),
            str(board.rules.route_points[route.length - 1]),
            Text.assemble(chip(colour), " ", talk(f"colour.{colour}")),
            route_features(talk, route),
            _state(scene, view, route, route.id in payable),
        )
    return scene.panel(table, "city")


def _claimable_routes(scene: Scene, view: View) -> list[Route]:
    board = scene.board
    names = {move.route for move in view.moves if isinstance(move, ClaimRoute)}
    return [board.routes[i] for i in sorted(board.route_index[name] for name in names)]


def _without_equals(routes: Iterable[Route]) -> list[Route]:
    """Leave one of the lanes of a connection that have the same colour."""
    kept: dict[tuple[int, int | None, int], Route] = {}
    for route in routes:
        kept.setdefault((route.connection, route.colour, route.locomotives), route)
    return list(kept.values())


def _more(scene: Scene, count: int) -> str:
    return scene.talk("cli.routes.more", count=count)


def _label(scene: Scene, route: Route, on_the_way: Container[int]) -> Text:
    marked = route.connection in on_the_way
    name = "–".join(city_name(scene.board, city, scene.talk) for city in (route.a, route.b))
    extra = route_features(scene.talk, route)
    return Text.assemble(
        chip(route_colour(route)),
        " ",
        (f"{_ON_THE_WAY} {name}" if marked else name, "bold" if marked else ""),
        (f" ({extra})" if extra else "", "dim"),
    )


def _other(scene: Scene, route: Route, city: int) -> str:
    end = route.b if route.a == city else route.a
    return scene.board.place_name(scene.board.cities[end].id, scene.talk.language)


def _state(scene: Scene, view: View, route: Route, payable: bool) -> Text:
    """Say whether a route is free, and what it lacks, or whose it is."""
    owner = view.owners.get(route.id)
    if owner is not None:
        return scene.player(owner)
    if route.id in view.closed:
        return Text(scene.talk("cli.routes.closed"), style="dim")
    if payable:
        return Text(scene.talk("cli.routes.payable"), style="green")
    return Text(scene.talk("cli.routes.free"))
