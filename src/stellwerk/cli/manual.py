"""The help pages in the person's language; descriptions of commands are keys of the catalogue."""

from __future__ import annotations

from typing import Any

from cyclopts.help import HelpEntry, HelpPanel
from rich.console import Console, ConsoleOptions
from rich.table import Table
from rich.text import Text

from stellwerk.cli.talk import Talk


class Manual:
    """Draws a help page; every description in it is a key that is said here."""

    show_metavar = False

    def __init__(self, talk: Talk) -> None:
        self._talk = talk

    def __call__(self, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
        """Draw one group of commands or parameters."""
        if not panel.entries:
            return
        positional = any(entry.positional_label for entry in panel.entries)
        title = "arguments" if positional else f"{panel.format}s"
        table = Table(
            title=self._talk(f"cli.manual.{title}"),
            title_justify="left",
            title_style="bold",
            box=None,
            show_header=False,
            pad_edge=True,
        )
        table.add_column(style="cyan", no_wrap=True)
        table.add_column()
        for entry in panel.entries:
            table.add_row(_names(entry), self._description(entry))
        console.print(table)
        console.print()

    def render_usage(self, console: Console, options: ConsoleOptions, usage: Any) -> None:
        """Draw the line that shows how the command is called."""
        call = str(usage).strip()
        for word in ("COMMAND", "OPTIONS", "BOARD", "FILE", "CODE", "GUEST"):
            call = call.replace(word, self._talk(f"cli.manual.word.{word.lower()}"))
        console.print(Text(self._talk("cli.manual.usage", call=call), style="bold"))
        console.print()

    def render_description(self, console: Console, options: ConsoleOptions, text: Any) -> None:
        """Draw what the command does."""
        key = _plain(text)
        if key:
            console.print(Text(self._talk(key)))
            console.print()

    def _description(self, entry: HelpEntry) -> Text:
        for flag in ("help", "version"):
            if f"--{flag}" in entry.names:
                return Text(self._talk(f"cli.manual.{flag}"))
        text = Text(self._talk(_plain(entry.description)))
        if entry.default is not None:
            text.append(" " + self._talk("cli.manual.default", value=entry.default), style="dim")
        if entry.required:
            text.append(" " + self._talk("cli.manual.required"), style="dim")
        return text


def _names(entry: HelpEntry) -> str:
    if entry.positional_label:
        return entry.positional_label
    return ", ".join((*entry.positive_names, *entry.positive_shorts))


def _plain(text: Any) -> str:
    """Return the characters of what the parser made of a description."""
    inner = getattr(text, "primary_renderable", text)
    return str(getattr(inner, "plain", inner) or "").strip()
