"""How long a bot may think about a decision."""

from __future__ import annotations

import re
from typing import Final

from stellwerk.bots.registry import PROGRAM

_SECONDS: Final = re.compile(r":(\d+(?:\.\d+)?)s(?::|$)")


def budget_of(bot: str, seconds: float) -> float | None:
    """Return how long a bot may think: as its name says, else what all are given.

    One whose name sets another limit than time has no budget.

    >>> budget_of("search:0.5s", 1.0), budget_of("greedy", 1.0), budget_of("search:2000", 1.0)
    (0.5, 1.0, None)
    """
    if bot.startswith(PROGRAM) or ":" not in bot:
        return seconds
    own = _SECONDS.search(bot)
    return float(own[1]) if own else None
