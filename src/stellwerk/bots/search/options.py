"""What can be said about a search by its name: ``search:2000``, ``search:0.5s:uniform``."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from stellwerk.board import UnknownName

USUAL_SECONDS: Final = 0.5
MOST_SECONDS: Final = 60.0
MOST_PLAY_OUTS: Final = 10_000_000
EXAMPLES: Final = ("search:2000", "search:0.5s", "search:2000:uniform")

_SECONDS: Final = re.compile(r"(\d+(?:\.\d+)?)s", re.ASCII)


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How much a search tries, and whether it has a belief about other seats' tickets."""

    play_outs: int | None = None
    """Play-outs for a decision; None where time is the limit."""
    seconds: float = USUAL_SECONDS
    """Time for a decision, unless the decision allows less."""
    belief: bool = True
    """Whether tickets of others are judged by what they built; else all are as likely."""


def parse(name: str) -> SearchOptions:
    """Return the options that the name of a search holds.

    >>> parse("search:2000:uniform")
    SearchOptions(play_outs=2000, seconds=0.5, belief=False)
    """
    options = SearchOptions()
    for word in name.split(":")[1:]:
        if word == "uniform":
            options = replace(options, belief=False)
        elif (match := _SECONDS.fullmatch(word)) and 0 < float(match[1]) <= MOST_SECONDS:
            options = replace(options, seconds=float(match[1]))
        elif word.isascii() and word.isdecimal() and 0 < int(word) <= MOST_PLAY_OUTS:
            options = replace(options, play_outs=int(word))
        else:
            raise UnknownName("bot", name, EXAMPLES)
    return options
