"""Patience while the rules are compiled for the first time on a machine."""

from __future__ import annotations

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from stellwerk.cli.terminal import Terminal


def compile_rules(terminal: Terminal, *, games: bool = False) -> None:
    """Compile the rules if that was never done here, and show how far it has come.

    ``games`` asks for whole games inside the kernel; otherwise it is what playing needs.
    """
    from stellwerk.rules.kernel import INTERPRETED, cache_folder

    done = cache_folder() / ("complete-games" if games else "complete")
    if INTERPRETED or done.exists():
        return
    from stellwerk.bots.compile import compile_all, doors_for_games, doors_for_playing

    message = terminal.talk("cli.compiling")
    shown = terminal.errors.is_terminal
    if not shown:
        terminal.errors.print(message)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    console = terminal.errors
    with Progress(*columns, console=console, transient=True, disable=not shown) as progress:
        task = progress.add_task(message, total=None)
        which = doors_for_games if games else doors_for_playing
        compile_all(which, lambda ready, total: progress.update(task, completed=ready, total=total))
    done.touch()
