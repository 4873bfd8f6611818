"""What the routes and tickets of a board are worth, according to finished games.

Points ahead of the others count relative to the bot's own mean: otherwise a route that the better
bot likes would look good.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from stellwerk.arena.games import NOBODY, Column, Games
from stellwerk.arena.share import CERTAINTY, Share


@dataclass(frozen=True, slots=True)
class RouteWorth:
    """What became of a route."""

    taken: float
    """Share of games in which somebody owns it at the end."""
    by_winner: float
    """Share of games in which a winner does."""
    worth: Share | None
    """Points by which its owners are further ahead than other seats; None: there were never
    both."""


@dataclass(frozen=True, slots=True)
class TicketWorth:
    """What became of a ticket."""

    held: float
    """Share of games in which somebody holds it at the end."""
    completed: float | None
    """Of those, the share in which it is completed; None if it was never held."""
    points: float | None
    """What it brings on average, losses included."""
    gain: Share | None
    """Points that its holder is further ahead than usual."""


def route_worths(games: Games) -> tuple[RouteWorth, ...]:
    """Return what each route of the board is worth."""
    ahead = _ahead(games)
    won = games.rank == 1
    return tuple(
        _route_worth(games.owner[:, route], ahead, won) for route in range(games.owner.shape[1])
    )


def ticket_worths(games: Games) -> tuple[TicketWorth, ...]:
    """Return what each ticket of the board is worth."""
    ahead = _ahead(games)
    return tuple(
        _ticket_worth(games.holder[:, ticket], games.worth[:, ticket], ahead)
        for ticket in range(games.holder.shape[1])
    )


def _ahead(games: Games) -> Column:
    """Return how far each seat is ahead of the others, relative to its bot's mean."""
    ahead = games.margin
    for bot in np.unique(games.bots):
        mine = games.bots == bot
        ahead = np.where(mine, ahead - ahead[mine].mean(), ahead)
    return ahead


def _route_worth(
    owner: npt.NDArray[np.int8], ahead: Column, won: npt.NDArray[np.bool_]
) -> RouteWorth:
    owns = owner[:, None] == np.arange(ahead.shape[1])
    having, lacking = ahead[owns], ahead[~owns]
    worth = None
    if len(having) > 1 and len(lacking) > 1:
        error = np.hypot(_error(having), _error(lacking))
        worth = Share(float(having.mean() - lacking.mean()), float(CERTAINTY * error))
    return RouteWorth(
        taken=float((owner != NOBODY).mean()),
        by_winner=float((owns & won).any(axis=1).mean()),
        worth=worth,
    )


def _ticket_worth(
    holder: npt.NDArray[np.int8], worth: npt.NDArray[np.int16], ahead: Column
) -> TicketWorth:
    held = np.flatnonzero(holder != NOBODY)
    if not len(held):
        return TicketWorth(0.0, None, None, None)
    return TicketWorth(
        held=len(held) / len(holder),
        completed=float((worth[held] > 0).mean()),
        points=float(worth[held].mean()),
        gain=Share.of(ahead[held, holder[held]]),
    )


def _error(values: Column) -> float:
    return float(values.std(ddof=1) / np.sqrt(len(values)))
