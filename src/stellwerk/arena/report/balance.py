"""The report about a board: how well it is balanced, and what its designer may want to change."""

from __future__ import annotations

from collections.abc import Sequence

from stellwerk._version import __version__
from stellwerk.arena.balance import BOT, Balance, Compared, compared
from stellwerk.arena.report.board import routes_panel, tickets_panel
from stellwerk.arena.report.match import lengths_panel, seats_panel
from stellwerk.arena.report.plots import row
from stellwerk.arena.report.voice import Voice
from stellwerk.board import Board
from stellwerk.bots.strategies.tuned import tuned
from stellwerk.drawing.markup import tag, text
from stellwerk.drawing.model import Drawing
from stellwerk.pages.axis import Axis, percent
from stellwerk.pages.html import Cell, header, page, pair, panel, sentences, table
from stellwerk.words import join, route_name, ticket_name

_ROW = 30
_LONGEST_LIST = 12


def balance_report(balance: Balance, drawing: Drawing | None, voice: Voice) -> str:
    """Return the report about a board as one HTML page."""
    board = balance.board
    title = voice("balance_title", board=board.names[voice.language])
    figures = compared(balance.figures)
    warned = [each.ticket for each in balance.dominated]
    warned += [each.ticket for each in balance.mispriced]
    return page(
        title,
        voice.language,
        _header(voice, balance, title),
        tag(
            "section",
            tag("h2", text(voice("verdict"))),
            sentences(verdict(voice, balance)),
            cls="panel verdict",
        ),
        _comparison(voice, figures),
        *_seats(voice, balance),
        lengths_panel(voice, balance.games),
        _lists(voice, balance),
        routes_panel(voice, board, drawing, balance.routes),
        tickets_panel(voice, board, balance.tickets, warned),
    )


def verdict(voice: Voice, balance: Balance) -> list[tuple[str, str]]:
    """Say in words what is fine and what a designer can do about the rest, each with a mark."""
    told: list[tuple[str, str]] = []
    for each in compared(balance.figures):
        low, high = min(each.others.values()), max(each.others.values())
        said = voice(
            f"measured.{each.measure}",
            value=voice.number(each.value),
            players=balance.games.seats,
            range=voice("range", low=voice.number(low), high=voice.number(high)),
        )
        if each.verdict == "fine":
            told.append(("yes", said))
        else:
            told.append(("no", f"{said} {voice(f'{each.verdict}.{each.measure}')}"))
    board, language = balance.board, voice.language
    for wrong in balance.mispriced[:_LONGEST_LIST]:
        ticket = board.tickets[wrong.ticket]
        name = ticket_name(board, ticket.id, language)
        given = {"points": ticket.points, "spaces": wrong.spaces, "fair": wrong.fair}
        told.append(("open", voice("mispriced", ticket=name, **given)))
    return told


def _header(voice: Voice, balance: Balance, title: str) -> str:
    board, parameters = balance.board, tuned(balance.board)
    facts = voice(
        "balance_facts",
        variant=board.variant.names[voice.language],
        bot=BOT,
        games=voice.count(balance.standings[balance.games.seats].games),
        least=min(balance.standings),
        most=max(balance.standings),
    )
    origin = voice(
        "origin",
        version=__version__,
        hash=board.hash[:8],
        planner=f"{parameters.version}/{parameters.fingerprint}",
    )
    return header(title, facts, origin)


def _comparison(voice: Voice, figures: Sequence[Compared]) -> str:
    """Return each figure as a dot among those of the other boards."""
    rows = []
    for each in figures:
        axis = Axis.over([each.value, *each.others.values()], room=0.12)
        marks = "".join(
            _mark(
                axis,
                value,
                "other",
                f"{_name(name, voice)}: {voice.number(value)}",
            )
            for name, value in each.others.items()
        )
        cls = "value" if each.verdict == "fine" else "value warn"
        marks += _mark(axis, each.value, cls, voice.number(each.value))
        line = tag("line", x1="0%", x2="100%", y1=_ROW / 2, y2=_ROW / 2, cls="grid-line")
        rows.append(row(voice(f"figure.{each.measure}"), line + marks, voice.number(each.value)))
    plot = tag("div", *rows, cls="plot broad")
    return panel(voice("comparison"), voice("comparison_note"), plot)


def _mark(axis: Axis, value: float, cls: str, title: str) -> str:
    radius = 4.5 if cls == "other" else 6.5
    at = percent(axis.at(value))
    return tag("circle", tag("title", text(title)), cx=at, cy=_ROW / 2, r=radius, cls=cls)


def _name(board: str, voice: Voice) -> str:
    return Board.load(board).names[voice.language]


def _seats(voice: Voice, balance: Balance) -> list[str]:
    """Return what seats are worth, two numbers of players side by side."""
    panels = [
        seats_panel(voice, standing, voice("seats_of", count=seats))
        for seats, standing in balance.standings.items()
    ]
    return [pair(*panels[start : start + 2]) for start in range(0, len(panels), 2)]


def _lists(voice: Voice, balance: Balance) -> str:
    """Return the connections and tickets that are worth a second look."""
    board, language = balance.board, voice.language
    parts = []
    if balance.crowded:
        rows: list[list[Cell | str]] = [
            [
                Cell(_connection(board, each.route, language), "place"),
                str(each.lanes),
                voice.per_cent(each.full),
                voice.number(each.wanted),
            ]
            for each in sorted(balance.crowded, key=lambda each: -each.wanted / each.lanes)
        ]
        heads = [voice(name) for name in ("connection", "lanes", "full", "wanted")]
        parts += [tag("h3", text(voice("crowded_list"))), table(heads, rows)]
    if balance.dominated:
        rows = [
            [
                Cell(ticket_name(board, board.tickets[each.ticket].id, language), "place"),
                str(board.tickets[each.ticket].points),
                Cell(ticket_name(board, board.tickets[each.by].id, language), "place"),
                str(board.tickets[each.by].points),
            ]
            for each in balance.dominated
        ]
        heads = [voice(name) for name in ("ticket", "points", "better_ticket", "points")]
        parts += [tag("h3", text(voice("dominated_list"))), table(heads, rows)]
    if balance.idle:
        names = [route_name(board, board.routes[route].id, language) for route in balance.idle]
        parts += [
            tag("h3", text(voice("idle_list"))),
            tag("p", text(join(names, language)), cls="place"),
        ]
    return panel(voice("lists"), voice("lists_note"), *parts) if parts else ""


def _connection(board: Board, route: int, language: str) -> str:
    found = board.routes[route]
    return "–".join(board.place_name(board.cities[end].id, language) for end in (found.a, found.b))
