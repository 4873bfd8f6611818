"""What the planner tells a network beside the observation: fields of bytes, and where they lie."""

from __future__ import annotations

from typing import Annotated, Any, Final, Protocol

import numpy as np

from stellwerk.board import Board
from stellwerk.board.layout import PILES
from stellwerk.board.records import dtype_of


class AdvicePlaces(Protocol):
    """Where each field of the advice begins; ``offers`` is the places an offer of tickets has."""

    size: Annotated[int, "i4"]
    planned: Annotated[int, "i4"]
    price: Annotated[int, "i4"]
    lacking: Annotated[int, "i4"]
    complete: Annotated[int, "i4"]
    dropped: Annotated[int, "i4"]
    offer: Annotated[int, "i4"]
    offers: Annotated[int, "i4"]
    keep: Annotated[int, "i4"]
    need: Annotated[int, "i4"]
    spare: Annotated[int, "i4"]
    numbers: Annotated[int, "i4"]


ADVICE = dtype_of(AdvicePlaces)

NUMBERS: Final = 12
"""Single numbers about a plan; see ``advice.py``."""


class AdviceLayout:
    """The fields of the advice on a board; each entry is a byte.

    >>> layout = AdviceLayout(Board.load("usa"))
    >>> layout.fields["planned"], layout.size
    ((0, 100), 501)
    """

    def __init__(self, board: Board) -> None:
        tickets, rules = len(board.tickets), board.rules.tickets
        offers = max(sum(rules.start), sum(rules.draw))
        colours = PILES * len(board.colours)
        sizes = {
            # of each route: 1 if the plan wants it; what it costs; how many cards it lacks
            "planned": len(board.routes),
            "price": len(board.routes),
            "lacking": len(board.routes),
            # of each ticket held: 1 if complete; 1 if the plan gives it up
            "complete": tickets,
            "dropped": tickets,
            # places of the offer × tickets: 1 if this ticket lies there
            "offer": offers * tickets,
            # sets of places in the offer: what a plan for them would be worth; 0 not allowed
            "keep": (1 << offers) - 1,
            # piles × colours: cards the planned routes want, and cards beyond that
            "need": colours,
            "spare": colours,
            "numbers": NUMBERS,
        }
        self.places: np.ndarray[Any, np.dtype[Any]] = np.zeros(1, ADVICE)
        self.fields: Final[dict[str, tuple[int, int]]] = {}
        first = 0
        for name, size in sizes.items():
            self.places[name] = first
            self.fields[name] = (first, size)
            first += size
        self.places["offers"] = offers
        self.places["size"] = first
        self.size: Final = first
