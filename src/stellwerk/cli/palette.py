"""How colours look in a terminal: each has a symbol too, so that nobody depends on the colour."""

from __future__ import annotations

from typing import Final

from rich.text import Text

SYMBOLS: Final = {
    "purple": "◆",
    "blue": "●",
    "orange": "▲",
    "white": "○",
    "green": "♣",
    "yellow": "★",
    "black": "■",
    "red": "♥",
    "gray": "·",
    "locomotive": "✱",
}
_CHIPS: Final = {
    "purple": "bright_white on #8e44ad",
    "blue": "bright_white on #1f5fbf",
    "orange": "black on #f08a24",
    "white": "black on #f4f4f4",
    "green": "bright_white on #1e8449",
    "yellow": "black on #f4d03f",
    "black": "bright_white on #1c1c1c",
    "red": "bright_white on #c0392b",
    "gray": "black on #b0b0b0",
    "locomotive": "bold black on #d7d7d7",
}


def colour_of(card: str) -> str:
    """Return the colour of a card: ``red`` of ``red double-ship``."""
    return card.partition(" ")[0]


def chip(colour: str) -> Text:
    """Return a colour's symbol on its colour.

    >>> chip("red").plain
    ' ♥ '
    """
    return Text(f" {SYMBOLS[colour]} ", style=_CHIPS[colour])


def labelled(colour: str, label: str) -> Text:
    """Return a chip followed by words."""
    return Text.assemble(chip(colour), " ", label)
