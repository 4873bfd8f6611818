"""How a bot's, a program's or a deleted player's seat is called: in the reader's language."""

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
DELETED: Final = "Deleted player"
"""How the seat of a person is stored who was deleted."""
_LEVEL: Final = " · "
"""Stands between the number of a level and its name."""


def usual_name(bot: str) -> str:
    """Return how a bot's seat is stored if nobody names it."""
    return bot.capitalize()


def called(name: str, language: str) -> str:
    """Return a default name in a language; a name that somebody chose stays.

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
    """Return the names of a game's seats; those of bots and of deleted players in a language."""
    played = {(step.seat, step.by) for step in game.steps}
    return tuple(
        called(name, language)
        if is_of_deleted(name) or ((seat, "bot") in played and (seat, "person") not in played)
        else name
        for seat, name in enumerate(game.names)
    )


def is_of_deleted(name: str) -> bool:
    """Whether a name stands for somebody who was deleted."""
    found = _NUMBERED.fullmatch(name)
    return found is not None and found[1] == DELETED


@cache
def _keys() -> dict[str, str]:
    """Return where the words for each usual name are found."""
    fixed = {PROGRAM: "seat.program", DELETED: "seat.deleted"}
    return {**fixed, **{usual_name(bot): f"bot.{bot}.name" for bot in names()}}
