"""The fields of an observation: what each is called, how long it is and what it says.

The kernel writes (observe.py), the documentation and the adapters read from here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from stellwerk.board import Board
from stellwerk.envs.records import ABSENT, PLACES
from stellwerk.game.cards import names_of_kinds
from stellwerk.rules.state import TURNED

PHASES: Final = ("mix", "keep", "pieces", "turn", "second", "tickets", "tunnel", "over")
LOST_TICKET: Final = 255
"""The distance of a ticket that can no longer be completed."""


@dataclass(frozen=True, slots=True)
class Field:
    """One stretch of an observation; every entry is a byte."""

    name: str
    first: int
    size: int
    entries: str
    """What the entries stand for, one after the other."""
    meaning: str
    """What an entry says."""

    @property
    def slice(self) -> slice:
        """Where the field lies in an observation."""
        return slice(self.first, self.first + self.size)


class Layout:
    """The fields of the observations of a board with a number of seats.

    >>> layout = Layout(Board.load("usa"), seats=2)
    >>> layout["hand"].size, layout["own_0"].entries
    (9, 'routes')
    """

    def __init__(self, board: Board, seats: int, distances: bool = False) -> None:
        self.board: Final = board
        self.seats: Final = seats
        self.distances: Final = distances
        self.places: np.ndarray[Any, np.dtype[Any]] = np.zeros(1, PLACES)
        self.kinds: Final = tuple(
            kind for kind, name in enumerate(names_of_kinds(board)) if name is not None
        )
        self._size = 0
        for name in PLACES.names or ():
            self.places[name] = ABSENT if name not in ("kind_at", "place_of") else 0
        self.fields: Final = {field.name: field for field in self._make()}
        self.size: Final = self._size
        self.places["size"] = self._size
        self.places["kinds"] = len(self.kinds)
        for place, kind in enumerate(self.kinds):
            self.places["kind_at"][0, place] = kind
            self.places["place_of"][0, kind] = place

    def __getitem__(self, name: str) -> Field:
        return self.fields[name]

    def __reduce__(self) -> tuple[Any, ...]:
        return Layout, (self.board, self.seats, self.distances)

    def _field(self, name: str, size: int, entries: str, meaning: str) -> Iterator[Field]:
        """Lay out one field, and tell the kernel where it is."""
        if size:
            base, _, number = name.rpartition("_")
            if number.isdigit():
                self.places[base][0, int(number)] = self._size
            else:
                self.places[name] = self._size
            yield Field(name, self._size, size, entries, meaning)
            self._size += size

    def _make(self) -> Iterator[Field]:
        yield from self._table_fields()
        for seat in range(self.seats):
            yield from self._seat_fields(seat)
        if any(route.tunnel for route in self.board.routes):
            kinds = len(self.kinds)
            yield from self._field(
                "tunnel", len(self.board.routes), "routes", "1: the tunnel being tried"
            )
            yield from self._field("tunnel_extra", 1, "", "cards the tunnel costs more")
            yield from self._field("laid", kinds, "kinds of cards", "cards laid for the tunnel")
            yield from self._field(
                "turned", TURNED, "turned up", "kind of the card turned up, counted from 1; 0: none"
            )
        if self.distances:
            yield from self._field(
                "distance",
                len(self.board.tickets),
                "tickets",
                "of a ticket held or offered: fewest further spaces over own and open routes, "
                f"plus 1; {LOST_TICKET}: it cannot be completed; 0: neither held nor offered",
            )

    def _table_fields(self) -> Iterator[Field]:
        """Lay out what there is once: the viewer's own things, and those of the table."""
        board, kinds = self.board, len(self.kinds)
        routes, tickets = len(board.routes), len(board.tickets)
        piles, display = int(board.record["piles"][0]), sum(board.rules.display)
        yield from self._field(
            "phase", len(PHASES), "phases", "1: the game is in this phase; " + ", ".join(PHASES)
        )
        yield from self._field("seat", self.seats, "seats", "1: the viewer has this seat")
        yield from self._field("hand", kinds, "kinds of cards", "cards in the viewer's hand")
        yield from self._field(
            "display", display * kinds, "places × kinds of cards", "1: such a card lies there"
        )
        yield from self._field("discards", kinds, "kinds of cards", "cards among the discards")
        yield from self._field(
            "unseen",
            kinds,
            "kinds of cards",
            "cards in a pile when it was last shuffled that the viewer has not seen since",
        )
        yield from self._field("piles", piles, "piles", "cards in the pile")
        yield from self._field(
            "open", routes, "routes", "1: free, and open to the viewer as far as lanes go"
        )
        yield from self._field("held", tickets, "tickets", "1: the viewer holds the ticket")
        yield from self._field(
            "offer", tickets, "tickets", "place in the offer to choose from, counted from 1"
        )
        yield from self._field(
            "tickets_left", len(board.rules.tickets.piles), "ticket piles", "tickets in the pile"
        )
        yield from self._field(
            "turns_left", 1, "", "turns until the end, plus 1; 0: the end is not triggered"
        )

    def _seat_fields(self, seat: int) -> Iterator[Field]:
        """Lay out what every seat has; ``seat`` is counted from the viewer, who is 0."""
        board, kinds = self.board, len(self.kinds)
        who = "the viewer" if seat == 0 else f"seat viewer + {seat}"
        pieces, piles = 2 if board.rules.ships else 1, int(board.record["piles"][0])
        yield from self._field(
            f"own_{seat}", len(board.routes), "routes", f"1: {who} owns the route"
        )
        yield from self._field(f"pieces_{seat}", pieces, "wagons, ships", f"pieces {who} has left")
        # Only an exchange of pieces can lead below 0.
        yield from self._field(
            f"points_{seat}",
            2 if board.rules.exchange else 1,
            "above 0, below 0",
            f"points of {who} so far, 255 at most",
        )
        yield from self._field(f"cards_{seat}", piles, "piles", f"cards {who} holds")
        yield from self._field(f"tickets_{seat}", 1, "", f"tickets {who} holds")
        yield from self._field(
            f"known_{seat}", kinds, "kinds of cards", f"cards all know {who} to hold"
        )
        yield from self._field(
            f"last_move_{seat}", 1, "", f"kind of the last move of {who}, counted from 1; 0: none"
        )
        yield from self._field(
            f"last_route_{seat}",
            1,
            "",
            f"route {who} last claimed or tried, counted from 1; 0: none",
        )
        if board.rules.tickets.mix:
            yield from self._field(
                f"start_mix_{seat}", 1, "", f"tickets {who} took from the second pile at the start"
            )
        if board.rules.stations:
            yield from self._field(
                f"station_{seat}", len(board.cities), "cities", f"1: {who} has a station there"
            )
        if board.rules.harbours:
            yield from self._field(
                f"harbour_{seat}", len(board.cities), "cities", f"1: {who} has a harbour there"
            )

    def read(self, observation: np.ndarray[Any, np.dtype[Any]]) -> dict[str, Any]:
        """Return an observation, or several, as arrays by the names of their fields."""
        return {name: observation[..., field.slice] for name, field in self.fields.items()}
