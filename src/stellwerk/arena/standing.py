"""What a match says about its bots, and how certain that is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from stellwerk.arena.games import BONUSES, Column, Games
from stellwerk.arena.lineup import Lineup
from stellwerk.arena.rating import Rating, ratings
from stellwerk.arena.share import Share


@dataclass(frozen=True, slots=True)
class Row:
    """One bot of a match: its share of the wins, and means over its seats."""

    bot: str
    label: str
    """What it is called in a table."""
    seats: int
    wins: Share
    """Of the games it plays; intervals count deals, not games, since games of a deal are alike."""
    points: Share
    routes: float
    gained: float
    """Points of completed tickets."""
    lost: float
    """Points of failed tickets, 0 or less."""
    bonuses: dict[str, float]
    """By kind, those of the board."""
    completed: float
    held: float
    rating: Rating | None
    """None where a bot plays against itself alone."""

    @property
    def tickets(self) -> float:
        """Points of all tickets."""
        return self.gained + self.lost

    @property
    def bonus(self) -> float:
        """Points of all bonuses."""
        return sum(self.bonuses.values())


@dataclass(frozen=True, slots=True)
class SeatRow:
    """What a seat is worth, by itself: each bot sits there equally often."""

    wins: Share
    points: Share
    """Above the mean of the table."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The figures of a match."""

    games: int
    deals: int
    rows: tuple[Row, ...]
    """In the order of the line-up's names."""
    seats: tuple[SeatRow, ...]
    ahead: tuple[tuple[Share | None, ...], ...]
    """How often the bot of a row finishes ahead of that of a column; shared ranks count half."""
    winners_points: Share
    turns: float

    @classmethod
    def of(cls, lineup: Lineup, games: Games) -> Standing:
        """Count the games of a match."""
        best = games.total.max(axis=1)
        meetings = _meetings(lineup, games)
        rated = ratings(meetings) if len(lineup.names) > 1 else (None,) * len(lineup.names)
        return cls(
            games=len(games),
            deals=len(games) // lineup.seatings,
            rows=tuple(_row(lineup, games, number, rating) for number, rating in enumerate(rated)),
            seats=tuple(_seat_row(lineup, games, seat) for seat in range(lineup.seats)),
            ahead=_ahead(meetings),
            winners_points=Share.of(_by_deal(lineup, best)),
            turns=float(games.turns.mean()),
        )

    @property
    def ranking(self) -> tuple[Row, ...]:
        """The bots, the best first."""
        return tuple(sorted(self.rows, key=_success))


def _success(row: Row) -> tuple[float, float]:
    """Return by what bots are ranked: wins of a seat, then points; the best first."""
    return -row.wins.mean / row.seats, -row.points.mean


def wins_by_deal(lineup: Lineup, games: Games, number: int) -> Column:
    """Return the share of each deal's games that a bot has won, on all its seats together."""
    mine = games.bots == number
    won = _by_deal(lineup, np.where(mine, games.wins, 0.0).sum(axis=1))
    share: Column = won / _by_deal(lineup, mine.any(axis=1))
    return share


def _by_deal(lineup: Lineup, column: npt.NDArray[Any]) -> Column:
    """Return the means of each deal's games."""
    means: Column = column.reshape(-1, lineup.seatings).mean(axis=1)
    return means


def _meetings(lineup: Lineup, games: Games) -> Column:
    """Return for each deal how often each bot finished ahead of each other: deal, one, other."""
    count = len(lineup.names)
    met = np.zeros((len(games), count, count))
    for seat in range(lineup.seats):
        for other in range(lineup.seats):
            if other != seat:
                rank, rival = games.rank[:, seat], games.rank[:, other]
                success = (rank < rival) + 0.5 * (rank == rival)
                row = np.arange(len(games))
                np.add.at(met, (row, games.bots[:, seat], games.bots[:, other]), success)
    deals: Column = met.reshape(-1, lineup.seatings, count, count).sum(axis=1)
    deals[:, range(count), range(count)] = 0
    return deals


def _ahead(meetings: Column) -> tuple[tuple[Share | None, ...], ...]:
    number = range(meetings.shape[1])
    both = meetings + meetings.transpose(0, 2, 1)
    return tuple(
        tuple(
            None if one == other else Share.of(meetings[:, one, other] / both[:, one, other])
            for other in number
        )
        for one in number
    )


def _row(lineup: Lineup, games: Games, number: int, rating: Rating | None) -> Row:
    mine = games.bots == number
    sits = _by_deal(lineup, mine.sum(axis=1))

    def mean(column: npt.NDArray[Any]) -> Column:
        means: Column = _by_deal(lineup, np.where(mine, column, 0.0).sum(axis=1)) / sits
        return means

    gained = np.where(games.worth > 0, games.worth, 0)
    gains = np.stack(
        [np.where(games.holder == seat, gained, 0).sum(axis=1) for seat in range(lineup.seats)], 1
    )
    return Row(
        bot=lineup.names[number],
        label=lineup.labels[number],
        seats=lineup.tables[0].bots.count(lineup.names[number]) or 1,
        wins=Share.of(wins_by_deal(lineup, games, number)),
        points=Share.of(mean(games.total)),
        routes=float(mean(games.routes).mean()),
        gained=float(mean(gains).mean()),
        lost=float(mean(games.tickets - gains).mean()),
        bonuses={
            name: float(mean(getattr(games, name)).mean())
            for name in BONUSES
            if getattr(games, name).any()
        },
        completed=float(mean(games.completed).mean()),
        held=float(mean(games.held).mean()),
        rating=rating,
    )


def _seat_row(lineup: Lineup, games: Games, seat: int) -> SeatRow:
    above = games.total[:, seat] - games.total.mean(axis=1)
    return SeatRow(
        wins=Share.of(_by_deal(lineup, games.wins[:, seat])),
        points=Share.of(_by_deal(lineup, above)),
    )
