"""How well a board is balanced: planners play it, and its figures are compared with others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final, Literal, NamedTuple

import msgspec
import numpy as np

from stellwerk.arena.games import NOBODY, Games
from stellwerk.arena.lineup import Lineup
from stellwerk.arena.match import play_deals
from stellwerk.arena.standing import Standing
from stellwerk.arena.worth import RouteWorth, TicketWorth, route_worths, ticket_worths
from stellwerk.board import Board
from stellwerk.board.layout import ROUTES, SEATS
from stellwerk.game import Game
from stellwerk.rules.scratch import SCRATCH

BOT: Final = "planner"
SEED: Final = "balance"
GAMES: Final = 2000
"""Games for each number of players by default, and those behind the shipped figures."""
_PORTION: Final = 100
_CROWDED: Final = 0.9
"""A connection is crowded if all its lanes are taken in this share of games, and wanted."""
_WANTED: Final = 0.5
"""Tickets that lead over a connection, for each of its lanes in a game."""
_IDLE: Final = 0.1
"""A route is idle if it is taken in less than this share of games."""
_CLEARLY: Final = 2.0
"""A ticket is dominated only by one that pays this many times as much for a space."""
_MISPRICED: Final = 4
"""Points between what a ticket pays and what its length would suggest."""


class Figures(msgspec.Struct, frozen=True):
    """A board in numbers; each can be compared with those of other boards."""

    seats: float
    """Wins of the best seat less those of the worst, in percentage points, with most players."""
    turns: float
    """Turns of one player."""
    lead: float
    """How far the winner is ahead of the second, in per cent of the winner's points."""
    completed: float
    """Tickets completed, in per cent of those held."""
    tickets: float
    """Points of tickets, in per cent of all."""
    price: float
    """How well the points of tickets follow their length: correlation, in per cent."""
    dominated: float
    """Dominated tickets, in per cent of all."""
    crowded: float
    """Crowded connections, in per cent of all."""
    idle: float
    """Routes that are hardly ever taken, in per cent of all."""


MEASURES: Final = (
    ("seats", "high"),
    ("turns", "both"),
    ("lead", "high"),
    ("completed", "both"),
    ("tickets", "both"),
    ("price", "low"),
    ("dominated", "high"),
    ("crowded", "both"),
    ("idle", "high"),
)
"""Each figure, and on which side of other boards' figures it should worry a designer."""
_SLACK: Final = 0.25
"""A figure may lie outside the range of the other boards by this share of that range."""
_LEAST_SLACK: Final = 2.0


class Compared(NamedTuple):
    """A figure beside those of other boards."""

    measure: str
    value: float
    others: dict[str, float]
    """By board."""
    verdict: Literal["fine", "high", "low"]


@dataclass(frozen=True, slots=True)
class Dominated:
    """A ticket that another one beats in every way."""

    ticket: int
    by: int


@dataclass(frozen=True, slots=True)
class Mispriced:
    """A ticket whose points do not fit its length."""

    ticket: int
    spaces: int
    fair: int
    """What tickets of this length pay on this board."""


@dataclass(frozen=True, slots=True)
class Corridor:
    """A connection that many want and that is nearly always full."""

    route: int
    """Its first lane."""
    lanes: int
    full: float
    wanted: float
    """Tickets held that lead over it, in a game."""


@dataclass(frozen=True)
class Balance:
    """What planners found out about a board."""

    board: Board
    standings: dict[int, Standing]
    """By number of players."""
    games: Games
    """With most players."""
    routes: tuple[RouteWorth, ...]
    tickets: tuple[TicketWorth, ...]
    figures: Figures
    dominated: tuple[Dominated, ...]
    mispriced: tuple[Mispriced, ...]
    crowded: tuple[Corridor, ...]
    idle: tuple[int, ...]


def players(board: Board, most: int | None = None) -> range:
    """Return the numbers of players that a board is measured with: all, or up to a number."""
    room = min(SEATS, len(board.player_colours))
    return range(2, (room if most is None else min(room, most)) + 1)


def measure(
    board: Board,
    games: int = GAMES,
    most: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Balance:
    """Let planners play a board with two or more players, and measure the results."""
    standings: dict[int, Standing] = {}
    done = 0
    progress(done)
    for seats in players(board, most):
        lineup = Lineup(board, (BOT,) * seats, SEED)
        parts = []
        for start in range(0, games, _PORTION):
            deals = range(start, min(games, start + _PORTION))
            parts.append(play_deals(lineup, deals).games)
            done += len(deals)
            progress(done)
        played = Games.join(parts)
        standings[seats] = Standing.of(lineup, played)
    return _balance(board, standings, played)


def _balance(board: Board, standings: dict[int, Standing], games: Games) -> Balance:
    routes, tickets = route_worths(games), ticket_worths(games)
    spaces, ways = _ways(board)
    dominated = tuple(_dominated(board, tickets, spaces))
    crowded = tuple(_crowded(board, games, tickets, ways))
    idle = tuple(number for number, route in enumerate(routes) if route.taken < _IDLE)
    (row,) = standings[games.seats].rows
    ranked = np.sort(games.total, axis=1)
    wins = [seat.wins.mean for seat in standings[games.seats].seats]
    connections = len({route.connection for route in board.routes})
    figures = Figures(
        seats=100 * (max(wins) - min(wins)),
        turns=float(games.turns.mean() / games.seats),
        lead=100 * float((ranked[:, -1] - ranked[:, -2]).mean() / ranked[:, -1].mean()),
        completed=100 * row.completed / max(row.held, 1e-9),
        tickets=100 * row.tickets / max(row.points.mean, 1e-9),
        price=100 * _correlation(board, spaces),
        dominated=100 * len(dominated) / len(board.tickets),
        crowded=100 * len(crowded) / connections,
        idle=100 * len(idle) / len(board.routes),
    )
    return Balance(
        board=board,
        standings=standings,
        games=games,
        routes=routes,
        tickets=tickets,
        figures=figures,
        dominated=dominated,
        mispriced=tuple(_mispriced(board, spaces)),
        crowded=crowded,
        idle=idle,
    )


def _ways(board: Board) -> tuple[list[int], list[list[int]]]:
    """Return for each ticket the fewest spaces on the empty board, and the routes of such a way."""
    from stellwerk.rules import entries

    states = Game.new(board, seats=2, seed=0).states
    scratch, path = np.zeros(1, SCRATCH), np.zeros(ROUTES + 1, np.int64)
    spaces, ways = [], []
    for ticket in range(len(board.tickets)):
        spaces.append(int(entries.distance(states, 0, board.record, 0, ticket, scratch, path)))
        routes = path.tolist()
        ways.append(routes[: routes.index(-1)])
    return spaces, ways


def _dominated(
    board: Board, tickets: tuple[TicketWorth, ...], spaces: list[int]
) -> Iterator[Dominated]:
    """Find tickets that another of their kind beats clearly in every way."""
    for one, ticket in enumerate(board.tickets):
        completed = tickets[one].completed
        if completed is None:
            continue
        better = [
            (rival.points / spaces[other], other)
            for other, rival in enumerate(board.tickets)
            if rival.pile == ticket.pile
            and (len(rival.stops) > 2) == (len(ticket.stops) > 2)
            and rival.points >= ticket.points
            and spaces[other] <= spaces[one]
            and (tickets[other].completed or 0.0) > completed
        ]
        if better and max(better)[0] >= _CLEARLY * ticket.points / spaces[one]:
            yield Dominated(one, max(better)[1])


def _mispriced(board: Board, spaces: list[int]) -> Iterator[Mispriced]:
    """Find tickets that pay clearly more or less than others of their length."""
    points = np.array([ticket.points for ticket in board.tickets], float)
    if len(set(spaces)) < 2:
        return
    slope, start = np.polyfit(np.array(spaces, float), points, 1)
    for number, length in enumerate(spaces):
        fair = round(start + slope * length)
        if abs(points[number] - fair) >= _MISPRICED:
            yield Mispriced(number, length, fair)


def _correlation(board: Board, spaces: list[int]) -> float:
    points = [ticket.points for ticket in board.tickets]
    if len(set(spaces)) < 2 or len(set(points)) < 2:
        return 1.0
    return float(np.corrcoef(spaces, points)[0, 1])


def _crowded(
    board: Board, games: Games, tickets: tuple[TicketWorth, ...], ways: list[list[int]]
) -> Iterator[Corridor]:
    """Find connections that are nearly always full and that tickets lead over."""
    lanes: dict[int, list[int]] = {}
    for number, route in enumerate(board.routes):
        lanes.setdefault(route.connection, []).append(number)
    for routes in lanes.values():
        taken = (games.owner[:, routes] != NOBODY).sum(axis=1)
        # With few players not every lane may be taken, so the most ever taken counts as all.
        full = float((taken == max(1, taken.max())).mean())
        wanted = sum(
            tickets[ticket].held for ticket, way in enumerate(ways) if set(way) & set(routes)
        )
        if full >= _CROWDED and wanted >= _WANTED * len(routes):
            yield Corridor(routes[0], len(routes), full, wanted)


def compared(figures: Figures) -> tuple[Compared, ...]:
    """Compare the figures of a board with those of the shipped boards."""
    return tuple(_compared(figures, shipped(), *each) for each in MEASURES)


def _compared(figures: Figures, others: dict[str, Figures], measure: str, worry: str) -> Compared:
    value = getattr(figures, measure)
    known = {name: getattr(each, measure) for name, each in others.items()}
    low, high = min(known.values()), max(known.values())
    slack = max(_LEAST_SLACK, _SLACK * (high - low))
    verdict: Literal["fine", "high", "low"] = "fine"
    if value > high + slack and worry in ("high", "both"):
        verdict = "high"
    elif value < low - slack and worry in ("low", "both"):
        verdict = "low"
    return Compared(measure, value, known, verdict)


@cache
def shipped() -> dict[str, Figures]:
    """Return the figures of the boards that come with the program: tools/balance_figures.py."""
    text = (resources.files(__package__) / "data" / "balance.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, Figures])
