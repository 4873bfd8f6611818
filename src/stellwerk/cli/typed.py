"""What a typed line means: a wish to see or do something beside the game, or a move."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from stellwerk.board.names import spellings as ways_to_write
from stellwerk.words import spellings

WISHES: Final = ("help", "table", "mine", "routes", "log", "undo", "save", "quit")
"""What a person may wish for besides a move; the words for each stand in the catalogue."""
_SHORT: Final = ("claim", "take", "draw", "keep")


class Typed(NamedTuple):
    """A line taken apart: a wish and what follows it, or no wish and the text of a move."""

    wish: str | None
    rest: str


def understand(line: str, phase: str) -> Typed:
    """Take a line apart.

    Bare numbers mean what they can mean now: tickets to keep, or a place of the display. Bare
    `tickets` shows one's own; drawing some takes one more word, so that nobody does it by mistake.

    >>> understand("Hilfe", "turn")
    Typed(wish='help', rest='')
    >>> understand("1 3", "keep")
    Typed(wish=None, rest='keep 1 3')
    """
    words = line.split()
    if not words:
        return Typed(None, "")
    first = words[0]
    rest = line.strip()[len(first) :].strip()
    folded = "?" if first == "?" else _fold(first)
    wish = _wishes().get(folded)
    if wish is not None:
        return Typed(wish, rest)
    if folded in _folded("command.tickets") and not rest:
        return Typed("mine", "")
    if all(word.isascii() and word.isdigit() for word in words):
        return Typed(None, f"{_meaning_of_numbers(phase)} {' '.join(words)}".strip())
    short = _shorts().get(folded)
    return Typed(None, f"{short} {rest}".strip() if short else line.strip())


def _meaning_of_numbers(phase: str) -> str:
    if phase in ("keep", "ticket_choice"):
        return "keep"
    if phase in ("turn", "second"):
        return "take"
    return {"mix": "mix", "pieces": "pieces"}.get(phase, "")


def _fold(word: str) -> str:
    return ways_to_write(word)[0]


@cache
def _folded(key: str) -> frozenset[str]:
    return frozenset(way for word in spellings(key) for way in ways_to_write(word))


@cache
def _wishes() -> dict[str, str]:
    words = {word: wish for wish in WISHES for word in _folded(f"cli.command.{wish}")}
    return {**words, "?": "help"}


@cache
def _shorts() -> dict[str, str]:
    return {word: command for command in _SHORT for word in _folded(f"cli.short.{command}")}
