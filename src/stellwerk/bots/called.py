"""How a bot's seat is called: in the reader's language, unless somebody gave it a name."""

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
_LEVEL: Final = " · "
"""Stands between the number of a level and its name."""


def usual_name(bot: str) -> str:
    """Return how a bot's seat is stored if nobody names it."""
    return bot.capitalize()


def called(name: str, language: str) -> str:
    """Return how a bot's seat is called in a language; a name that was given stays.

    >>> called("Signaller 2", "de")
    'Stellwerker 2'
    >>> called("Hal", "de")
    'Hal'
    """
    found = _NUMBERED.fullmatch(name)
    bot = _bots().get(found[1]) if found else None
    if found is None or bot is None:
        return name
    *_, title = say(f"bot.{bot}.name", language).split(_LEVEL)
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
def _bots() -> dict[str, str]:
    return {usual_name(bot): bot for bot in names()}
