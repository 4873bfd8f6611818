"""A progress bar while the rules are compiled for the first time on a machine."""

from __future__ import annotations

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from stellwerk.cli.terminal import Terminal


def compile_rules(terminal: Terminal, *, games: bool = False, search: bool = False) -> None:
    """Compile the rules if that was never done here, and show how far it has come.

    ``games`` asks for whole games inside the kernel, ``search`` for what bots that search need;
    otherwise it is what playing needs.
    """
    from stellwerk.rules.cache import cache_folder, prepare
    from stellwerk.rules.kernel import INTERPRETED

    mark = "complete-search" if search else "complete-games" if games else "complete"
    done = prepare(cache_folder()) / mark
    if INTERPRETED or done.exists():
        return
    from stellwerk.bots import compile as ahead

    message = terminal.talk("cli.compiling")
    shown = terminal.errors.is_terminal
    if not shown:
        terminal.errors.print(message)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    console = terminal.errors
    with Progress(*columns, console=console, transient=True, disable=not shown) as progress:
        task = progress.add_task(message, total=None)
        which = ahead.entries_for_games if games else ahead.entries_for_playing
        if search:
            which = ahead.entries_for_search
        ahead.compile_all(
            which, lambda ready, total: progress.update(task, completed=ready, total=total)
        )
    done.touch()
