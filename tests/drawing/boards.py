"""Boards for the tests of drawings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from stellwerk.board import Board, City, Route

ISLAND = Path(__file__).parent / "island.toml"


def small_board(
    cities: Sequence[tuple[str, float, float]], routes: Sequence[tuple[str, str, int]]
) -> Board:
    """Return a board with cities (name, latitude, longitude) and gray routes (from, to, length)."""
    names = [name for name, _, _ in cities]
    return replace(
        Board.load("lesson"),
        id="small",
        cities=tuple(City(name.lower(), name, lat, lon) for name, lat, lon in cities),
        routes=tuple(
            Route(
                f"{a}-{b}".lower(), names.index(a), names.index(b), length, None, connection=number
            )
            for number, (a, b, length) in enumerate(routes)
        ),
        tickets=(),
    )
