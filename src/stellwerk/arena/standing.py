"""What a match taught about its bots, with the uncertainty of the figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from stellwerk.arena.games import Games
from stellwerk.arena.lineup import Lineup
from stellwerk.arena.share import Share


@dataclass(frozen=True, slots=True)
class Row:
    """One bot of a match: its share of the wins, and means over its seats."""

    bot: str
    seats: int
    wins: Share
    """Of all games; the intervals count deals, not games, since games of a deal are alike."""
    points: Share
    routes: float
    tickets: float
    bonuses: float
    completed: float
    held: float


@dataclass(frozen=True, slots=True)
class Standing:
    """The figures of a match."""

    games: int
    deals: int
    rows: tuple[Row, ...]
    winners_points: Share
    turns: float

    @classmethod
    def of(cls, lineup: Lineup, games: Games) -> Standing:
        """Count the games of a match."""
        best = games.total.max(axis=1)
        return cls(
            games=len(games),
            deals=len(games) // lineup.seatings,
            rows=tuple(_row(lineup, games, number) for number in range(len(lineup.names))),
            winners_points=Share.of(_by_deal(lineup, best)),
            turns=float(games.turns.mean()),
        )


def _by_deal(lineup: Lineup, column: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the means of each deal's games."""
    means: npt.NDArray[Any] = column.reshape(-1, lineup.seatings).mean(axis=1)
    return means


def _row(lineup: Lineup, games: Games, number: int) -> Row:
    seats = lineup.bots.count(lineup.names[number])
    mine = games.bots == number

    def mean(column: npt.NDArray[Any]) -> npt.NDArray[Any]:
        means: npt.NDArray[Any] = np.where(mine, column, 0.0).sum(axis=1) / seats
        return means

    return Row(
        bot=lineup.names[number],
        seats=seats,
        wins=Share.of(_by_deal(lineup, mean(games.wins) * seats)),
        points=Share.of(_by_deal(lineup, mean(games.total))),
        routes=float(mean(games.routes).mean()),
        tickets=float(mean(games.tickets).mean()),
        bonuses=float(mean(games.bonuses).mean()),
        completed=float(mean(games.completed).mean()),
        held=float(mean(games.held).mean()),
    )
