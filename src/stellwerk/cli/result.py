"""The end of a game: every part of every score."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from stellwerk.cli.flow import Flow
from stellwerk.cli.scene import Scene
from stellwerk.game import Outcome, SeatOutcome
from stellwerk.words import join, ticket_name

_STYLES = {"completed": ("✓", "green"), "any_order": ("✓", "yellow"), "failed": ("✗", "red")}


def result(scene: Scene, outcome: Outcome) -> RenderableType:
    """Draw the final scores, the tickets, and who has won by what."""
    return Group(_scores(scene, outcome), _tickets(scene, outcome), _winners(scene, outcome))


def _scores(scene: Scene, outcome: Outcome) -> RenderableType:
    rules = scene.board.rules
    parts = ["routes", "ticket_points"]
    parts += ["longest_path"] if rules.longest_path else []
    parts += ["most_tickets"] if rules.most_tickets else []
    parts += ["stations"] if rules.stations else []
    parts += ["harbours"] if rules.harbours else []
    parts += ["exchange"] if rules.exchange else []
    table = Table(header_style="bold")
    table.add_column(scene.talk("cli.result.rank"), justify="right")
    table.add_column(scene.talk("cli.column.player"), no_wrap=True)
    for part in (*parts, "total"):
        table.add_column(scene.talk(f"cli.result.{part}"), justify="right")
    for seat in sorted(outcome.seats, key=lambda each: (each.rank, each.seat)):
        cells = [_part(seat, part) for part in parts]
        table.add_row(
            str(seat.rank), scene.player(seat.seat), *cells, Text(str(seat.total), style="bold")
        )
    return table


def _part(seat: SeatOutcome, part: str) -> str:
    points = int(getattr(seat, part))
    if part == "longest_path":
        return f"{points} ({seat.trail})"
    if part in ("ticket_points", "most_tickets"):
        return f"{points} ({seat.completed}/{len(seat.tickets)})"
    return str(points)


def _tickets(scene: Scene, outcome: Outcome) -> RenderableType:
    """Draw each player's tickets, the failed ones first."""
    table = Table(box=None, expand=True, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    for seat in outcome.seats:
        lines = []
        for ticket in sorted(seat.tickets, key=lambda each: each.points):
            mark, style = _STYLES[ticket.status]
            name = ticket_name(scene.board, ticket.ticket, scene.talk.language)
            lines.append(Text.assemble((f"{mark} ", style), name, (f" {ticket.points:+d}", style)))
        table.add_row(scene.player(seat.seat), Flow(lines + _buildings(scene, seat)))
    return scene.panel(table, "all_tickets")


def _buildings(scene: Scene, seat: SeatOutcome) -> list[Text]:
    """Tell what each station borrowed and what each harbour is worth."""
    language = scene.talk.language
    lines = []
    for station in seat.stations_built:
        city = scene.board.place_name(station.city, language)
        if station.route is None:
            lines.append(Text(scene.talk("cli.result.idle_station", city=city), style="dim"))
        else:
            route = scene.route(station.route)
            lines.append(Text(scene.talk("cli.result.borrowed", city=city, route=route)))
    for harbour in seat.harbours_built:
        city = scene.board.place_name(harbour.city, language)
        points = f"{harbour.points:+d}"
        lines.append(Text(scene.talk("cli.result.harbour", city=city, points=points)))
    return lines


def _winners(scene: Scene, outcome: Outcome) -> RenderableType:
    names = join([scene.name(seat) for seat in outcome.winners], scene.talk.language)
    points = outcome.seats[outcome.winners[0]].total
    if outcome.resigned is not None:
        loser = scene.name(outcome.resigned)
        return Text(scene.talk("cli.result.given_up", names=names, loser=loser), style="bold")
    key = "cli.result.winner" if len(outcome.winners) == 1 else "cli.result.winners"
    text = Text(scene.talk(key, names=names, points=points), style="bold")
    if outcome.tie_break is not None:
        text.append("\n" + scene.talk(f"cli.result.tie.{outcome.tie_break}"))
    return text
