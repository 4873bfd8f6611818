"""How much a board file may hold at all, so that no file makes its reader work for long.

Both checks come before anything else looks at a file, and cost no more than going through it once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from stellwerk.board.errors import Problem, shorten
from stellwerk.board.layout import CITIES, ROUTES

DEPTH: Final = 8
"""Most parts of a dotted key, and most brackets around a value."""
NAME: Final = 100
"""Most characters of a name or a key."""
TEXT: Final = 4000
"""Most characters of a text that is read as a whole: ``about`` and ``notes``."""
TICKETS: Final = 512
"""Most tickets of a file, all sets together; how many a variant may use is less."""
SETS: Final = 32
VARIANTS: Final = 16
LIST: Final = 32
"""Most entries of any other list."""
VALUES: Final = 20_000
"""Most values of a file; the largest board of ours has about 2,000."""

_TEXTS: Final = ("about", "notes")
_ROWS: Final = {"cities": CITIES, "countries": CITIES, "routes": ROUTES}
_TABLES: Final = {"tickets": SETS, "variants": VARIANTS}

# Strings and comments are stepped over; an unfinished one reaches to the end of its line or file,
# so that no character is looked at twice.
_TOKEN: Final = re.compile(
    r'"""(?:[^\\]|\\.)*?(?:"""|\Z)'
    r"|'''.*?(?:'''|\Z)"
    r'|"(?:[^"\\\n]|\\.)*"?'
    r"|'[^'\n]*'?"
    r"|\#[^\n]*"
    r"|(?P<dot>\.)|(?P<open>[\[{])|(?P<close>[\]}])|(?P<apart>[=,\n])",
    re.DOTALL,
)


def too_deep(text: str) -> Problem | None:
    """Return what is nested too deep in a TOML text: its reader would need memory without end."""
    dots = brackets = 0
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        dots = dots + 1 if kind == "dot" else 0 if kind is not None else dots
        brackets += (kind == "open") - (kind == "close")
        if dots >= DEPTH or brackets > DEPTH:
            line = text.count("\n", 0, token.start()) + 1
            what = "a key has" if dots >= DEPTH else "a value is nested in"
            unit = "parts" if dots >= DEPTH else "brackets"
            return Problem(f"line {line}", f"{what} more than {DEPTH} {unit}")
    return None


def too_many(tables: Mapping[str, object]) -> list[Problem]:
    """Return what a file has too many of, or what is too long in it; each is named once."""
    found = [*_crowded(tables)]
    return found or [*_oversized(tables)]


def _crowded(tables: Mapping[str, object]) -> Iterator[Problem]:
    for key, most in (*_ROWS.items(), *_TABLES.items()):
        held = tables.get(key)
        if isinstance(held, list if key in _ROWS else dict) and len(held) > most:
            yield _over(key, len(held), most)
    tickets = tables.get("tickets")
    if isinstance(tickets, dict):
        number = sum(len(each) for each in tickets.values() if isinstance(each, list))
        if number > TICKETS:
            yield _over("tickets", number, TICKETS)


def _oversized(tables: Mapping[str, object]) -> Iterator[Problem]:
    """Go through all values; the first that is too long is enough."""
    waiting: list[tuple[str, object]] = [("", tables)]
    seen = 0
    while waiting:
        where, value = waiting.pop()
        seen += 1
        if seen > VALUES:
            yield Problem("", f"there are more than {VALUES} values")
            return
        if isinstance(value, str):
            most = TEXT if any(part in _TEXTS for part in where.split(".")) else NAME
            if len(value) > most:
                message = f"has {len(value)} signs, but no more than {most} are possible"
                yield Problem(shorten(where), message)
                return
        elif isinstance(value, dict):
            for name in value:
                if len(name) > NAME:
                    message = f"the key '{shorten(name)}' has more than {NAME} signs"
                    yield Problem(shorten(where), message)
                    return
            waiting += (
                (f"{where}.{name}" if where else name, inner) for name, inner in value.items()
            )
        elif isinstance(value, list | tuple):
            if len(value) > LIST and not _is_rows(where):
                yield _over(where, len(value), LIST)
                return
            waiting += ((f"{where}[{i}]", inner) for i, inner in enumerate(value))


def _is_rows(where: str) -> bool:
    """Tell whether a list has a bound of its own: the rows of a table, or a set of tickets."""
    return where in _ROWS or (where.startswith("tickets.") and "[" not in where)


def _over(where: str, number: int, most: int) -> Problem:
    return Problem(shorten(where), f"there are {number}, but no more than {most} are possible")
