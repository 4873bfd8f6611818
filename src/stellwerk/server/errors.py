"""What the server refuses: each with a code, a status for HTTP, and words to act on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from stellwerk.board import StellwerkError
from stellwerk.game import IllegalMove, NotationError, StaleState
from stellwerk.game.errors import GameError
from stellwerk.server.protocol import Problem
from stellwerk.words import say

_STATUS: Final = {
    "bad_message": 400,
    "bad_board": 400,
    "bad_bot": 400,
    "bad_name": 400,
    "bad_move_message": 400,
    "bad_address": 400,
    "bad_host": 421,
    "no_guest": 401,
    "bad_token": 401,
    "token_ended": 401,
    "bad_origin": 403,
    "not_host": 403,
    "not_your_seat": 403,
    "not_seated": 403,
    "one_hand": 403,
    "dealt_by_word": 403,
    "cards_known": 403,
    "not_alone": 403,
    "uploads_off": 403,
    "not_found": 404,
    "no_table": 404,
    "no_seat": 404,
    "no_such_board": 404,
    "no_such_variant": 404,
    "no_review": 404,
    "gone": 410,
    "old_position": 410,
    "replay_too_long": 413,
    "replay_too_large": 413,
    "too_large": 413,
    "too_costly": 413,
    "chat_too_fast": 429,
    "reviews_busy": 429,
    "rate_limited": 429,
    "tables_too_fast": 429,
    "too_many_connections": 429,
    "too_many_guesses": 429,
    "too_many_reviews": 429,
    "too_many_sockets": 429,
    "too_many_tables": 429,
    "too_many_boards": 429,
    "too_many_watchers": 429,
    "review_failed": 500,
    "busy": 503,
    "damaged": 503,
    "database_away": 503,
    "disk_failed": 503,
    "disk_full": 503,
    "read_only": 503,
}
_CONFLICT: Final = 409
_TOO_MUCH: Final = 429
_AWAY: Final = 503
_SOON: Final = 5
"""Seconds after which what is missing here may be back."""
_A_WHILE: Final = 60
"""Seconds to wait where nobody can tell when there will be room again."""


class Refusal(StellwerkError):
    """Something the server does not do; ``code`` is stable, ``say`` tells it in a language."""

    def __init__(self, code: str, /, **params: Any) -> None:
        super().__init__(code, params)
        self.code: str = code  # type: ignore[misc]  # narrower than the class: its own code
        self.params: Mapping[str, Any] = params
        self.status = _STATUS.get(code, _CONFLICT)

    @property
    def retry_after(self) -> int | None:
        """The seconds after which it is worth to ask again, where only time is missing."""
        if self.status == _AWAY:
            return int(self.params.get("seconds", _SOON))
        if self.status != _TOO_MUCH:
            return None
        return int(self.params.get("seconds", _A_WHILE))

    def say(self, language: str) -> str:
        """Return the reason in a language."""
        return say(f"server.{self.code}", language, **self.params)

    def __str__(self) -> str:
        return self.say("en")


class Relayed(StellwerkError):
    """A refusal that another process has put into words."""

    def __init__(self, problem: Problem, status: int) -> None:
        super().__init__(problem, status)
        self.code: str = problem.code  # type: ignore[misc]  # narrower than the class: its own code
        self.problem = problem
        self.status = status

    def __str__(self) -> str:
        return self.problem.text


def status_of(error: StellwerkError) -> int:
    """Return the HTTP status that fits an error."""
    if isinstance(error, Refusal | Relayed):
        return error.status
    if isinstance(error, NotationError):
        return 400
    return _CONFLICT if isinstance(error, IllegalMove | StaleState) else 400


def problem_of(error: StellwerkError, language: str) -> Problem:
    """Return what a client is told about an error."""
    if isinstance(error, Relayed):
        return error.problem
    if isinstance(error, Refusal | GameError):
        return Problem(error.code, _plain(error.params), error.say(language))
    return Problem("bad_request", {}, str(error))


def _plain(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return parameters as JSON knows them; what it does not know becomes text."""
    plain: dict[str, Any] = msgspec.to_builtins(dict(params), enc_hook=str)
    return plain
