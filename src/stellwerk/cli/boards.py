"""``stellwerk board``: list the boards, show one, check a board file."""

from __future__ import annotations

from pathlib import Path

from rich.console import RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from stellwerk.board import COLOURS, GRAY, Board, Route, boards
from stellwerk.cli.palette import chip
from stellwerk.cli.talk import Talk
from stellwerk.cli.terminal import Terminal


def list_boards(terminal: Terminal) -> None:
    """List the boards that come with the program, with their variants."""
    talk = terminal.talk
    table = Table(header_style="bold")
    for column in ("id", "name", "variants"):
        table.add_column(talk(f"cli.board.{column}"), no_wrap=column == "id")
    for column in ("cities", "routes", "tickets"):
        table.add_column(talk(f"cli.board.{column}"), justify="right")
    for name in boards():
        board = Board.load(name)
        variants = ", ".join(variant.id for variant in board.variants)
        counts = (len(board.cities), len(board.routes), len(board.tickets))
        table.add_row(board.id, board.names[talk.language], variants, *map(str, counts))
    terminal.show(table)
    terminal.say("cli.board.list_hint", style="dim")


def show_board(terminal: Terminal, name: str, variant: str | None) -> None:
    """Show one board in one variant: its rules in numbers, its routes and its tickets."""
    board, talk = Board.load(name, variant), terminal.talk
    about = [board.about[talk.language].strip(), board.variant.about[talk.language].strip()]
    notes = board.notes.get(talk.language, "").strip()
    text = "\n".join([*filter(None, about), *([f"\n{notes}"] if notes else [])])
    title = f"{board.names[talk.language]} · {board.variant.names[talk.language]}"
    terminal.show(Panel(Text(text), title=Text(title), title_align="left"))
    terminal.show(_rules(talk, board), _variants(talk, board))
    terminal.show(_routes(talk, board), _tickets(talk, board))


def check_board(terminal: Terminal, file: Path) -> None:
    """Check a board file in all its variants; problems are raised, all at once."""
    board = Board.load(file)
    counts = {
        "cities": len(board.cities),
        "routes": len(board.routes),
        "tickets": len(board.tickets),
        "variants": len(board.variants),
    }
    terminal.say("cli.board.fine", style="green", file=file, **counts)


def route_colour(route: Route) -> str:
    """Return the name of a route's colour; ``gray`` takes any one colour."""
    return GRAY if route.colour is None else COLOURS[route.colour]


def route_features(talk: Talk, route: Route) -> str:
    """Say what is special about a route: ship, ferry, tunnel, rugged."""
    features = []
    if route.kind == "ship":
        features.append(talk("cli.route.ship"))
    if route.locomotives:
        features.append(talk("cli.route.ferry", count=route.locomotives))
    if route.tunnel:
        features.append(talk("cli.route.tunnel"))
    if route.rugged:
        features.append(talk("cli.route.rugged"))
    return ", ".join(features)


def city_name(board: Board, city: int, talk: Talk) -> str:
    """Return a city's name by its number."""
    return board.place_name(board.cities[city].id, talk.language)


def _rules(talk: Talk, board: Board) -> RenderableType:
    """Return the numbers of the rules, without those that are switched off on this board."""
    rules = board.rules
    tickets = rules.tickets
    numbers: list[tuple[str, object]] = [
        ("wagons", rules.wagons),
        ("ships", rules.ships),
        ("pieces", rules.pieces),
        ("stations", rules.stations),
        ("harbours", rules.harbours),
        ("hand", " + ".join(str(n) for n in rules.hand if n)),
        ("display", " + ".join(str(n) for n in rules.display if n)),
        ("locomotives", rules.cards.locomotives),
        ("start", " + ".join(str(n) for n in tickets.start if n)),
        ("start_keep", tickets.start_keep),
        ("draw", " + ".join(str(n) for n in tickets.draw if n)),
        ("draw_keep", tickets.draw_keep),
        ("longest_path", rules.longest_path),
        ("most_tickets", rules.most_tickets),
        ("end_pieces", rules.end_pieces),
        ("end_rounds", rules.end_rounds),
    ]
    table = Table(title=talk("cli.board.rules"), title_justify="left", show_header=False)
    table.add_column()
    table.add_column(justify="right")
    for name, value in numbers:
        if value:
            table.add_row(talk(f"cli.rule.{name}"), str(value))
    lengths = " ".join(f"{n}→{points}" for n, points in enumerate(rules.route_points, start=1))
    table.add_row(talk("cli.rule.route_points"), lengths)
    return table


def _variants(talk: Talk, board: Board) -> RenderableType:
    table = Table(title=talk("cli.board.variants"), title_justify="left", show_header=False)
    for variant in board.variants:
        mark = "▶" if variant.id == board.variant.id else ""
        name, about = variant.names[talk.language], variant.about[talk.language].strip()
        table.add_row(mark, variant.id, name, Text(about))
    return table


def _routes(talk: Talk, board: Board) -> RenderableType:
    table = Table(title=talk("cli.board.routes"), title_justify="left", header_style="bold")
    for column in ("from", "to"):
        table.add_column(talk(f"cli.column.{column}"))
    for column in ("length", "points"):
        table.add_column(talk(f"cli.column.{column}"), justify="right")
    for column in ("colour", "kind"):
        table.add_column(talk(f"cli.column.{column}"))
    for route in sorted(board.routes, key=lambda route: route.id):
        colour = route_colour(route)
        table.add_row(
            city_name(board, route.a, talk),
            city_name(board, route.b, talk),
            str(route.length),
            str(board.rules.route_points[route.length - 1]),
            Text.assemble(chip(colour), " ", talk(f"colour.{colour}")),
            route_features(talk, route),
        )
    return table


def _tickets(talk: Talk, board: Board) -> RenderableType:
    table = Table(title=talk("cli.board.tickets"), title_justify="left", header_style="bold")
    table.add_column(talk("cli.column.ticket"))
    table.add_column(talk("cli.column.points"), justify="right")
    piles = board.rules.tickets.piles
    if len(piles) > 1:
        table.add_column(talk("cli.column.pile"))
    for ticket in sorted(board.tickets, key=lambda ticket: (-ticket.points, ticket.id)):
        stops = " – ".join(board.place_name(name, talk.language) for name in ticket.names)
        points = str(ticket.points)
        if ticket.tour:
            points = f"{ticket.points} / {ticket.any_order} / −{ticket.penalty}"
        pile = piles[ticket.pile] if ticket.pile < len(piles) else ""
        table.add_row(stops, points, *([pile] if len(piles) > 1 else []))
    return table
