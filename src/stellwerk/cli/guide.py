"""The help in a game: what can be done now, and the words for it."""

from __future__ import annotations

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from stellwerk.cli.scene import Scene
from stellwerk.cli.spoken import command, spoken
from stellwerk.cli.typed import WISHES
from stellwerk.game import KeepTickets, Move, View


def guide(scene: Scene, view: View) -> RenderableType:
    """Draw what can be typed now: an example of each kind of move, then the other commands."""
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="bold cyan", no_wrap=True)
    table.add_column()
    for kind, example in _examples(view).items():
        name = type(example).__struct_config__.tag
        text = spoken(example, scene.board, scene.talk)
        if kind is KeepTickets:
            # Numbers are easier to type than names.
            text = f"{command('command.keep', scene.talk)} 1 2"
        table.add_row(text, scene.talk(f"cli.guide.{name}"))
    table.add_row("", "")
    for wish in WISHES:
        words = scene.talk(f"cli.command.{wish}")
        table.add_row(
            words, Text(scene.talk(f"cli.guide.{wish}", city=scene.board.cities[0].id), style="dim")
        )
    return scene.panel(table, "help")


def _examples(view: View) -> dict[type[Move], Move]:
    """Return one legal move of each kind, in the order of the legal moves."""
    found: dict[type[Move], Move] = {}
    for move in view.moves:
        found.setdefault(type(move), move)
    return found
