"""Numbers that more than one command takes, and what they may be."""

from __future__ import annotations

import secrets
from typing import Final

from stellwerk.board import Board
from stellwerk.board.layout import SEATS
from stellwerk.bots.registry import seated
from stellwerk.cli.failure import Refusal
from stellwerk.cli.wishes import GamesWishes

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


def choose_games(wishes: GamesWishes) -> tuple[Board, tuple[str, ...], str]:
    """Return the board, the bots and the seed of wished games, or refuse; without a seed, any."""
    board = Board.load(wishes.board, wishes.variant)
    check_seats(wishes.seats)
    check_games(wishes.games)
    seed = wishes.seed if wishes.seed is not None else str(secrets.randbelow(10**9))
    return board, tuple(seated(wishes.bots, wishes.seats)), seed


def shown(count: int) -> str:
    """Return a number as it was typed, or that it is a long one."""
    return str(count) if abs(count) < 10**20 else "…"
