"""How the seat of a bot or a program is called: in the reader's language, unless it was named."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from stellwerk.bots.registry import names
from stellwerk.words import say

if TYPE_CHECKING:
    from stellwerk.game import Game

_NUMBERED: Final = re.compile(r"(.+?)( \d+)?")
"""Two bots of a kind are told apart by a number."""
PROGRAM: Final = "Program"
"""How the seat of a program is stored if nobody names it."""
_LEVEL: Final = " · "
"""Stands between the number of a level and its name."""


def usual_name(bot: str) -> str:
    """Return how a bot's seat is stored if nobody names it."""
    return bot.capitalize()


def called(name: str, language: str) -> str:
    """Return how the seat of a bot or a program is called; a name that was given stays.

    >>> called("Signaller 2", "de")
    'Stellwerker 2'
    >>> called("Hal", "de")
    'Hal'
    """
    found = _NUMBERED.fullmatch(name)
    key = _keys().get(found[1]) if found else None
    if found is None or key is None:
        return name
    *_, title = say(key, language).split(_LEVEL)
    return f"{title}{found[2] or ''}"


def names_in(game: Game, language: str) -> tuple[str, ...]:
    """Return the names of a game's seats; those that bots alone have played in a language."""
    played = {(step.seat, step.by) for step in game.steps}
    return tuple(
        called(name, language)
        if (seat, "bot") in played and (seat, "person") not in played
        else name
        for seat, name in enumerate(game.names)
    )


@cache
def _keys() -> dict[str, str]:
    """Return where the words for each usual name are found."""
    return {PROGRAM: "seat.program", **{usual_name(bot): f"bot.{bot}.name" for bot in names()}}
