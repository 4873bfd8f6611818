"""What can be wrong with what an environment is asked for."""

from __future__ import annotations

from stellwerk.board import StellwerkError


class BadRequest(StellwerkError, ValueError):
    """An environment that cannot be made or asked in this way; the message says what can."""

    code = "bad_request"


class Missing(BadRequest):
    """A package from an extra, or hardware, is missing."""

    code = "missing"

    def __init__(self, extra: str, reason: str) -> None:
        super().__init__(extra, reason)
        self.extra = extra
        self.reason = reason

    def __str__(self) -> str:
        """Say what is missing and how to get it."""
        return f"this needs more packages: pip install 'stellwerk[{self.extra}]' ({self.reason})"


class BadAction(StellwerkError, ValueError):
    """An action that is not legal; nothing has been played."""

    code = "bad_action"

    def __init__(self, game: int, action: int, text: str, legal: int) -> None:
        super().__init__(game, action, text, legal)
        self.game = game
        self.action = action
        self.text = text
        self.legal = legal

    def __str__(self) -> str:
        """Name the game and the action, and say what is possible."""
        return (
            f"game {self.game}: action {self.action} ({self.text}) is not legal; "
            f"the mask marks the {self.legal} that are"
        )
