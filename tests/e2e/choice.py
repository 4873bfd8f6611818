"""Which of many alike tests run each time, and which only in the long run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def some_long(boards: Iterable[str], *each_time: str) -> list[Any]:
    """Return boards as parameters; all but those named are left to ``make e2e``."""
    return [
        board if board in each_time else pytest.param(board, marks=pytest.mark.long)
        for board in boards
    ]
