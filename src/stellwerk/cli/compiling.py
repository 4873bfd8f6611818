"""Patience while the rules are compiled for the first time on a machine."""

from __future__ import annotations

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from stellwerk.cli.terminal import Terminal


def compile_rules(terminal: Terminal) -> None:
    """Compile the rules if that was never done here, and show how far it has come."""
    from stellwerk.rules.kernel import INTERPRETED, cache_folder

    done = cache_folder() / "complete"
    if INTERPRETED or done.exists():
        return
    from stellwerk.bots.compile import steps

    message = terminal.talk("cli.compiling")
    shown = terminal.errors.is_terminal
    if not shown:
        terminal.errors.print(message)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    console = terminal.errors
    with Progress(*columns, console=console, transient=True, disable=not shown) as progress:
        for step in progress.track(steps(), description=message):
            step()
    done.touch()
