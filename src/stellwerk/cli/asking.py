"""Asking a person for a line: with completion in a terminal, plainly through a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory

from stellwerk.board.names import fold
from stellwerk.cli.terminal import Terminal

_MOST_SHOWN: Final = 40


class Asker(Protocol):
    """Somebody who can be asked."""

    def ask(self, prompt: str, lines: Sequence[str] = ()) -> str:
        """Return one line; ``lines`` are what may be meant. The end of input raises EOFError."""


class PlainAsker:
    """Reads lines from standard input, and repeats them so that the output can be read alone."""

    def __init__(self, terminal: Terminal) -> None:
        self._out = terminal.out

    def ask(self, prompt: str, lines: Sequence[str] = ()) -> str:
        """Return the next line of the input."""
        self._out.print(prompt, end=" ", style="bold")
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            self._out.print()
            raise EOFError
        self._out.print(line.rstrip("\n"))
        return line


class PromptAsker:
    """Asks at a prompt with history and completion."""

    def __init__(self) -> None:
        self._session: PromptSession[str] = PromptSession(history=InMemoryHistory())

    def ask(self, prompt: str, lines: Sequence[str] = ()) -> str:
        """Return what the person types."""
        return self._session.prompt(
            [("bold", f"{prompt} ")], completer=LineCompleter(lines), complete_while_typing=False
        )


class LineCompleter(Completer):
    """Completes whole lines: every word typed must begin a word of the line, in any order.

    >>> LineCompleter(["claim denver-phoenix", "claim miami-atlanta"]).fitting("claim pho")
    ['claim denver-phoenix']
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = [(line, fold(line).split()) for line in lines]

    def fitting(self, typed: str) -> list[str]:
        """Return the lines that fit what is typed; shorter ones before those that go on."""
        words = fold(typed).split()
        found = [line for line, parts in self._lines if _fits(words, parts)]
        return [
            line
            for line in found
            if not any(line.startswith(f"{other} ") and other != typed.strip() for other in found)
        ]

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """Yield the lines that fit, each in place of all that is typed."""
        typed = document.text_before_cursor
        for line in self.fitting(typed)[:_MOST_SHOWN]:
            yield Completion(line, start_position=-len(typed))


def _fits(words: Sequence[str], parts: Sequence[str]) -> bool:
    """Tell whether the first word begins the first part and each other one begins some part."""
    if not words:
        return True
    if not parts or not parts[0].startswith(words[0]):
        return False
    return all(any(part.startswith(word) for part in parts[1:]) for word in words[1:])


def asker(terminal: Terminal) -> Asker:
    """Return the way to ask that fits the terminal."""
    return PromptAsker() if terminal.interactive else PlainAsker(terminal)
