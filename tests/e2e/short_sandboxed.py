"""The process that works on foreign boards and records, which knows the short boards, too."""

from __future__ import annotations

from unittest import mock

from stellwerk.server.sandbox.process import main
from tests.e2e.short_boards import short_text

if __name__ == "__main__":
    with mock.patch("stellwerk.board.board.shipped_text", short_text):
        main()
