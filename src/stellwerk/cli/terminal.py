"""The terminal as the commands see it: a voice, a place to print, and a place for complaints."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Final, TextIO

from rich.console import Console, RenderableType
from rich.text import Text

from stellwerk.cli.talk import Talk

_WIDTH_OF_A_FILE: Final = 100
"""Width of what is printed into a file or a pipe, where nobody tells."""


class Terminal:
    """Where a command speaks."""

    def __init__(self, talk: Talk, width: int | None = None) -> None:
        """Open standard output and standard error; a width is for output that is no terminal."""
        self.talk: Final = talk
        self.out: Final = _console(width, errors=False)
        self.errors: Final = _console(width, errors=True)

    @property
    def interactive(self) -> bool:
        """Whether a person sits here: both what is typed and what is printed is a terminal."""
        return sys.stdin is not None and sys.stdin.isatty() and self.out.is_terminal

    def show(self, *things: RenderableType) -> None:
        """Print tables, panels or ready text."""
        for thing in things:
            self.out.print(thing)

    def say(self, key: str, /, style: str = "", **parameters: object) -> None:
        """Print the sentence of a key."""
        # Not wrapped here: a path that is broken in two cannot be copied.
        self.out.print(Text(self.talk(key, **parameters), style=style), soft_wrap=True)

    def complain(self, sentence: str) -> None:
        """Print a complaint: what is wrong and what to do."""
        try:
            self.errors.print(Text(sentence, style="red"), soft_wrap=True)
        except OSError:
            # There is nowhere left to report it.
            silence(sys.stderr)


def silence(stream: TextIO | None) -> None:
    """Drop what is still to be printed: its reader is gone, or the disk is full."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # type: ignore[union-attr]


def _console(width: int | None, *, errors: bool) -> Console:
    console = Console(stderr=errors, highlight=False, emoji=False, markup=False)
    if width is not None or not console.is_terminal:
        return Console(
            stderr=errors,
            highlight=False,
            emoji=False,
            markup=False,
            width=width or _WIDTH_OF_A_FILE,
        )
    return console
