"""A progress bar while the rules are compiled for the first time on a machine."""

from __future__ import annotations

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from stellwerk.board import Board
from stellwerk.cli.terminal import Terminal


def compile_rules(
    terminal: Terminal,
    *,
    games: bool = False,
    search: bool = False,
    random_on: Board | None = None,
) -> None:
    """Compile the rules if that was never done here, and show how far it has come.

    ``games`` asks for whole games inside the kernel, ``search`` for what bots that search need,
    ``random_on`` for random games on boards of this kind; otherwise it is what playing needs.
    """
    from stellwerk.bots import compile as ahead

    group = ahead.SEARCH if search else ahead.GAMES if games else ahead.PLAYING
    if random_on is not None:
        group = ahead.random_games_on(random_on)
    if group.is_compiled():
        return
    message = terminal.talk("cli.compiling")
    shown = terminal.errors.is_terminal
    if not shown:
        terminal.errors.print(message)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    console = terminal.errors
    with Progress(*columns, console=console, transient=True, disable=not shown) as progress:
        task = progress.add_task(message, total=len(group.entries()))
        for _ in ahead.compiling(group.entries):
            progress.advance(task)
    group.note_compiled()
