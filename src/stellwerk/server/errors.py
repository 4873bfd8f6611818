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

_CODES: Final = {
    400: (
        "bad_message bad_board bad_bot bad_name bad_move_message bad_address bad_passkey "
        "bad_handle bad_subscription bad_mail_address no_such_zone"
    ),
    421: "bad_host",
    401: (
        "no_guest bad_token token_ended signed_out bad_code challenge_over passkey_unknown "
        "passkey_copied"
    ),
    403: (
        "bad_origin not_host not_your_seat not_seated one_hand dealt_by_word cards_known "
        "not_alone uploads_off passkey_elsewhere passkeys_off push_off mail_off mail_refused "
        "barred barred_because no_seat_for_you no_say not_yourself"
    ),
    404: (
        "not_found no_table no_seat no_such_board no_such_variant no_review no_game no_profile "
        "no_device no_passkey no_browser no_mail_address no_such_person no_such_guest"
    ),
    410: "gone old_position",
    413: "replay_too_long replay_too_large too_large too_costly",
    429: (
        "chat_too_fast reviews_busy rate_limited tables_too_fast too_many_connections "
        "too_many_guesses too_many_codes too_many_reviews too_many_sockets too_many_tables "
        "too_many_boards too_many_watchers mail_asked"
    ),
    500: "review_failed",
    503: "busy damaged database_away disk_failed disk_full read_only mail_away",
}
"""The refusals of each HTTP status; all others are conflicts."""
_STATUS: Final = {code: status for status, codes in _CODES.items() for code in codes.split()}
_CONFLICT: Final = 409
_TOO_MUCH: Final = 429
_AWAY: Final = 503
_SOON: Final = 5
"""Seconds after which what is unavailable may be back."""
_A_WHILE: Final = 60
"""Seconds to wait where it is unknown when there will be room again."""


class Refusal(StellwerkError):
    """Something the server refuses; ``code`` is stable, ``say`` puts it into words."""

    def __init__(self, code: str, /, **params: Any) -> None:
        super().__init__(code, params)
        self.code: str = code  # type: ignore[misc]  # narrower than the class: its own code
        self.params: Mapping[str, Any] = params
        self.status = _STATUS.get(code, _CONFLICT)

    @property
    def retry_after(self) -> int | None:
        """The seconds after which it is worth asking again, where waiting helps."""
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
    """Return parameters in types that JSON has; everything else becomes text."""
    plain: dict[str, Any] = msgspec.to_builtins(dict(params), enc_hook=str)
    return plain
