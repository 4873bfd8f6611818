"""What can be wrong with a move, a text or a record: each with a code and words to act on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stellwerk.board import Board
from stellwerk.board.errors import StellwerkError
from stellwerk.words import explain


class GameError(StellwerkError):
    """The base of all errors about games.

    ``code`` is stable and the same in Python, on the wire and in the browser; ``params`` are what
    the sentence about it speaks of; ``key`` is that sentence's key.
    """

    section = "reason"
    board: Board | None = None
    """The board it speaks of, where its sentence can then name things as people call them."""

    def __init__(self, code: str, /, *, sentence: str | None = None, **params: Any) -> None:
        super().__init__(code, params)
        self.code: str = code  # type: ignore[misc]  # narrower than the class: its own code
        self.key = f"{self.section}.{sentence or code}"
        self.params: Mapping[str, Any] = params

    def say(self, language: str) -> str:
        """Return the reason in a language."""
        return explain(self.key, self.params, language, self.board)

    @property
    def reason(self) -> str:
        """The reason in English."""
        return self.say("en")

    def __str__(self) -> str:
        return self.reason


class IllegalMove(GameError):
    """A move that the rules refuse; ``reason`` says why."""


class NotYourTurn(IllegalMove):
    """A move of a seat that has nothing to decide."""


class GameOver(IllegalMove):
    """A move after the end of the game."""


class StaleState(GameError):
    """A move meant for an earlier step of the game."""


class BadSetup(GameError):
    """A game that cannot be set up or asked for in this way."""


class NotationError(GameError):
    """A text that is not a move; ``position`` is where it goes wrong, counted from 0."""

    section = "notation"

    def __init__(self, code: str, text: str, position: int, /, **params: Any) -> None:
        super().__init__(code, **params)
        self.text = text
        self.position = position


class RecordError(GameError):
    """A record that is damaged or foreign; ``where`` names the place: ``entries[17]``."""

    section = "record"

    def __init__(self, code: str, where: str = "", /, **params: Any) -> None:
        super().__init__(code, **params)
        self.where = where

    def say(self, language: str) -> str:
        """Return the place and the reason in a language."""
        reason = super().say(language)
        return f"{self.where}: {reason}" if self.where else reason
