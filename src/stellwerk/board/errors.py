"""The base of the project's errors, and the errors about boards and names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

_LONGEST_SHOWN: Final = 60


class StellwerkError(Exception):
    """Something a person can act on; ``code`` stays the same in every version and language."""

    code: ClassVar[str] = "error"


class KeyedError(StellwerkError):
    """An error whose sentence stands in the word catalogue: its key, and what it speaks of."""

    def __init__(self, key: str, **parameters: object) -> None:
        super().__init__(key, parameters)
        self.key = key
        self.parameters = parameters

    def __str__(self) -> str:
        return f"{self.key} {self.parameters}"

    def __reduce__(self) -> tuple[Any, ...]:
        """Let it travel from one process to another."""
        return _told_again, (type(self), self.key, self.parameters)


def _told_again(kind: type[KeyedError], key: str, parameters: dict[str, object]) -> KeyedError:
    error = kind.__new__(kind)
    KeyedError.__init__(error, key, **parameters)
    return error


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong in a board file."""

    where: str
    """Table and entry, counted from 0: ``routes[17]``; empty for the file as a whole."""
    message: str

    def __str__(self) -> str:
        """Name the place, then say what is wrong there."""
        return f"{self.where}: {self.message}" if self.where else self.message


class BoardError(StellwerkError):
    """A board file that cannot be used, with every problem found in it."""

    code = "board_error"

    def __init__(self, file: str, problems: Sequence[Problem]) -> None:
        """Tell which file, and what is wrong in it; there is at least one problem."""
        super().__init__(file, tuple(problems))
        self.file = file
        self.problems = tuple(problems)

    @property
    def where(self) -> str:
        """The place of the first problem."""
        return self.problems[0].where

    @property
    def message(self) -> str:
        """What is wrong at the first place."""
        return self.problems[0].message

    def __str__(self) -> str:
        """One line for each problem: file, place, message."""
        return "\n".join(f"{self.file}: {problem}" for problem in self.problems)


class UnknownName(StellwerkError, LookupError):
    """A name that means nothing here; ``suggestions`` holds what may have been meant."""

    code = "unknown_name"

    def __init__(self, kind: str, name: str, suggestions: Sequence[str] = ()) -> None:
        """Tell the kind of thing looked for (city, route, ...) and the name that was given."""
        super().__init__(kind, name, tuple(suggestions))
        self.kind = kind
        self.name = name
        self.suggestions = tuple(suggestions)

    def __str__(self) -> str:
        """Say what is unknown and what may have been meant."""
        return f"no {self.kind} is called '{shorten(self.name)}'{did_you_mean(self.suggestions)}"


class AmbiguousName(UnknownName):
    """A name that several things share; ``suggestions`` holds them."""

    code = "ambiguous_name"

    def __str__(self) -> str:
        """List what the name may stand for."""
        choices = ", ".join(self.suggestions)
        return f"'{shorten(self.name)}' may be more than one {self.kind}: {choices}"


def shorten(text: str) -> str:
    """Cut a text that is too long for a message, and keep it in one line."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_SHOWN else line[: _LONGEST_SHOWN - 1] + "…"


def did_you_mean(suggestions: Sequence[str]) -> str:
    """Turn suggestions into the end of a sentence, or into nothing.

    >>> did_you_mean(["Denver"])
    "; did you mean 'Denver'?"
    """
    if not suggestions:
        return ""
    return "; did you mean " + " or ".join(f"'{each}'" for each in suggestions) + "?"
