"""Numbers that more than one command takes, and what they may be."""

from __future__ import annotations

from typing import Final

from stellwerk.board.layout import SEATS
from stellwerk.cli.failure import Refusal

MOST_GAMES: Final = 100_000_000
"""More would need more memory than machines have, and days."""
MOST_JOBS: Final = 512


def check_seats(count: int) -> None:
    """Refuse a number of players that no board has."""
    if not 2 <= count <= SEATS:
        raise Refusal("cli.failure.seats", count=count)


def check_games(count: int) -> None:
    """Refuse a number of games that cannot be played."""
    if not 1 <= count <= MOST_GAMES:
        raise Refusal("cli.failure.games", count=shown(count), most=f"{MOST_GAMES:,}")


def check_jobs(count: int | None) -> None:
    """Refuse a number of processes that no machine runs."""
    if count is not None and not 1 <= count <= MOST_JOBS:
        raise Refusal("cli.failure.jobs", count=shown(count), most=MOST_JOBS)


def shown(count: int) -> str:
    """Return a number as it was typed, or that it is a long one."""
    return str(count) if abs(count) < 10**20 else "…"
