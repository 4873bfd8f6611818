"""``stellwerk board balance``: planners play a board, and its figures stand beside others."""

from __future__ import annotations

from pathlib import Path

from rich.table import Table
from rich.text import Text

from stellwerk.arena.balance import Balance, compared, measure, players
from stellwerk.arena.report.balance import balance_report, verdict
from stellwerk.arena.report.voice import Voice
from stellwerk.board import Board
from stellwerk.cli.arena import drawing_if_any, write_report
from stellwerk.cli.checks import check_games, check_seats
from stellwerk.cli.compiling import compile_rules
from stellwerk.cli.progress import progress_bar
from stellwerk.cli.storage import make_room
from stellwerk.cli.terminal import Terminal

_MARKS = {"yes": ("✓", "green"), "no": ("✗", "red"), "open": ("?", "yellow")}


def balance_board(
    terminal: Terminal,
    source: str,
    variant: str | None,
    seats: int,
    games: int,
    out: Path | None,
) -> int:
    """Measure how well a board is balanced, and say what its designer may want to change."""
    board = Board.load(source, variant)
    check_seats(seats)
    check_games(games)
    if out is not None:
        make_room(out)
    compile_rules(terminal)
    compile_rules(terminal, games=True)
    with progress_bar(terminal, games * len(players(board, seats))) as progress:
        balance = measure(board, games, seats, progress)
    voice = Voice(terminal.talk.language)
    terminal.show(_table(voice, balance))
    for mark, sentence in verdict(voice, balance):
        sign, style = _MARKS[mark]
        terminal.show(Text.assemble((f"{sign} ", style), sentence))
    if out is not None:
        drawing = drawing_if_any(board, source)
        write_report(terminal, out, balance_report(balance, drawing, voice))
    return 0


def _table(voice: Voice, balance: Balance) -> Table:
    board = balance.board
    title = voice("balance_title", board=board.names[voice.language])
    table = Table(title=title, title_justify="left", header_style="bold")
    table.add_column(voice("measure"))
    table.add_column(voice("here"), justify="right", no_wrap=True)
    table.add_column(voice("elsewhere"), justify="right", no_wrap=True)
    for each in compared(balance.figures):
        low, high = min(each.others.values()), max(each.others.values())
        style = "" if each.verdict == "fine" else "red"
        table.add_row(
            voice(f"figure.{each.measure}"),
            Text(voice.number(each.value), style=style),
            voice("range", low=voice.number(low), high=voice.number(high)),
        )
    return table
