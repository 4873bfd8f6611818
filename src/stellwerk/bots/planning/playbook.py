"""The parameters of a strategy on one board, as the kernel reads them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Protocol

import numpy as np

from stellwerk.board import Board
from stellwerk.board.layout import PILES, ROUTES, WORDS
from stellwerk.board.records import Array1, Array2, Records
from stellwerk.bots.planning.thought import BUCKETS

DEAREST: Final = BUCKETS - 1
"""The highest price of a route in a search for ways."""

PARAMETERS: Final[Mapping[str, int]] = {
    # What a route costs a plan: half points a turn, and quarters of that for the rest.
    "turn_price": 8,
    "point_price": 8,
    "piece_price": 4,
    "ferry_price": 4,
    "tunnel_price": 6,
    "rugged_price": 14,
    "ship_price": 11,
    "borrow_price": 16,
    "hand_weight": 2,
    # What a plan is worth.
    "plan_price": 4,
    "patience": 16,
    "ticket_bonus": 0,
    # Which planned route to claim first, and when its payment harms the plan too much.
    "claim_points": 2,
    "claim_threat": 3,
    "claim_harm": 3,
    "most_harm": 1,
    "locomotive_harm": 3,
    "symbol_harm": 2,
    "tunnel_spare": 1,
    # Which card to draw.
    "open_locomotive": 6,
    "blind": 11,
    "completing": 6,
    "gray_card": 10,
    "double_ship": 3,
    "symbol": 6,
    # When to draw tickets, and from which pile.
    "tickets_share": 58,
    "tickets_seats": 12,
    "tickets_hope": -10,
    "tickets_rival": 12,
    "start_second": 2,
    "draw_second": 2,
    # The end of the game.
    "hurry_rival": 15,
    "pace": 4,
    "spare_wagons": 40,
    "path_bonus": 2,
}
"""Every tunable number, with its value on a board that nobody has tuned.

Prices are in half points. ``turn_price`` is what a turn is worth, and a card takes half a turn;
``point_price`` and ``piece_price`` are quarters of a half point for each point and piece. Ferries,
tunnels, rugged ground and ships are rated in eighths of a card: for each locomotive, for the
tunnel, for each rugged space, for two spaces at sea. ``patience``, in eighths, is how much dearer
than its points and penalty a ticket may be before it is given up. ``tickets_share`` of its pieces,
in percent, must be left with two seats before tickets are drawn, ``tickets_seats`` less for each
seat more, and the best of those drawn must be worth more than ``tickets_hope`` on average.
``spare_wagons`` is in percent too; ``pace`` is how many pieces others use in two turns.
"""


class Book(Protocol):
    """The parameters of a strategy on a board, each by its name.

    With them, what each route costs without cards in hand, and the train and ship routes as sets.
    """

    route_cost: Annotated[Array1, "i4", ROUTES]
    of_kind: Annotated[Array2, "u8", PILES, WORDS]

    def __getattr__(self, parameter: str) -> int: ...


BOOK = np.dtype(
    (
        np.record,
        np.dtype(
            [
                *((name, "i4") for name in PARAMETERS),
                ("route_cost", "i4", ROUTES),
                ("of_kind", "u8", (PILES, WORDS)),
            ],
            align=True,
        ),
    )
)

Books = Records[Book]


def book(board: Board, parameters: Mapping[str, int]) -> np.ndarray[Any, np.dtype[Any]]:
    """Return the parameters for a board as an array of one BOOK record."""
    books = _blank(board, parameters)
    record: Book = books[0]
    for i, route in enumerate(board.routes):
        eighths = 8 * route.length
        if route.kind == "ship":
            eighths = record.ship_price * route.length // 2
        elif route.rugged:
            eighths = record.rugged_price * route.length
        eighths += record.ferry_price * route.locomotives + record.tunnel_price * route.tunnel
        points = board.rules.route_points[route.length - 1]
        cost = record.turn_price * (eighths + 16) / 16
        cost += (record.piece_price * route.length - record.point_price * points) / 4
        record.route_cost[i] = min(max(round(cost), 1), DEAREST)
    return books


def spaces_book(board: Board, **changed: int) -> np.ndarray[Any, np.dtype[Any]]:
    """Return a book for those who count spaces alone: a route costs its length."""
    books = _blank(board, {**PARAMETERS, "hand_weight": 0, "plan_price": 0, **changed})
    books["route_cost"][0, : len(board.routes)] = [route.length for route in board.routes]
    return books


def _blank(board: Board, parameters: Mapping[str, int]) -> np.ndarray[Any, np.dtype[Any]]:
    """Return the parameters without what routes cost."""
    books = np.zeros(1, BOOK)
    for name in PARAMETERS:
        books[name] = parameters[name]
    for i, route in enumerate(board.routes):
        books["of_kind"][0, int(route.kind == "ship"), i >> 6] |= np.uint64(1 << (i & 63))
    return books
