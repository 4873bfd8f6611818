"""The shipped boards with short games, and the real server with them.

A seat triggers the end with many more pieces left than the rules say, and all games begin with one
deal. Nothing else differs, so a page cannot tell: ``python -m tests.e2e.short_boards
'{"port": 8000}'``.
"""

from __future__ import annotations

import re
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Final
from unittest import mock

from stellwerk.board import Board
from stellwerk.board.files import shipped_text
from stellwerk.server.sandbox.client import Sandbox
from tests.server.launch import main as serve

END: Final = {
    "usa": 41,
    "europe": 41,
    "germany": 41,
    "world": 56,
    "great_lakes": 46,
    "lesson": 16,
}
"""How many pieces a seat has left, or fewer, when the last round begins."""


_DEALER: Final = SimpleNamespace(
    token_bytes=lambda size: b"the deal of the tests".ljust(size, b".")
)
_SHUFFLER: Final = SimpleNamespace(SystemRandom=lambda: Random(1))
"""What deals the cards and who shuffles the seats of a table."""


_SANDBOX: Final = partial(Sandbox, program="tests.e2e.short_sandboxed")
"""What works on foreign records knows the short boards, too."""


def short_text(name: str) -> str:
    """Return the text of a board file with a short game."""
    text = re.sub(r"(?m)^end_pieces = .*\n", "", shipped_text(name))
    changed, times = re.subn(r"(?m)^(wagons = \d+)", rf"\1\nend_pieces = {END[name]}", text)
    assert times == 1, f"{name}.toml says how many wagons there are in one line"
    return changed


def short_board(name: str, variant: str | None = None) -> Board:
    """Return a board with a short game."""
    return Board.parse(short_text(name), origin=f"{name}.toml", variant=variant)


def main() -> None:
    """Serve the short boards until the end."""
    with (
        mock.patch("stellwerk.board.board.shipped_text", short_text),
        mock.patch("stellwerk.server.service.service.Sandbox", _SANDBOX),
        mock.patch("stellwerk.server.transactions.opening.secrets", _DEALER),
        mock.patch("stellwerk.server.transactions.opening.random", _SHUFFLER),
    ):
        serve()


if __name__ == "__main__":
    main()
