"""A state of the kernel read in the words of the board: names instead of numbers and bits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from stellwerk.board import Board
from stellwerk.board.layout import NONE, TICKET_PILES
from stellwerk.game.cards import PIECE_NAMES, PILE_NAMES, CardSet, card_set, names_of_kinds
from stellwerk.rules.state import (
    KEEP,
    MIX,
    OVER,
    PIECES,
    SECOND,
    STATE,
    TICKET_CHOICE,
    TUNNEL,
    TURN,
    UNTRIGGERED,
)

PHASES: Final = {
    MIX: "mix",
    KEEP: "keep",
    PIECES: "pieces",
    TURN: "turn",
    SECOND: "second",
    TICKET_CHOICE: "ticket_choice",
    TUNNEL: "tunnel",
    OVER: "over",
}
_STATE: Final = np.dtype((np.void, STATE))
"""The state as a plain record: its fields are read ten times faster than those of a np.record."""

SETUP: Final = frozenset({"mix", "keep", "pieces"})
"""Phases in which all seats decide at the same time."""


class Position:
    """One state of a game on a board, to be read and never changed."""

    def __init__(self, board: Board, data: bytes | np.ndarray[Any, np.dtype[Any]]) -> None:
        """Take the bytes of a state, or an array whose first record is one."""
        self.board = board
        self.state = np.frombuffer(data, _STATE)[0]
        self._cards = names_of_kinds(board)

    @property
    def seats(self) -> int:
        """How many seats play."""
        return int(self.state["seats"])

    @property
    def phase(self) -> str:
        """What is to be decided."""
        return PHASES[int(self.state["phase"])]

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats that owe a decision."""
        return tuple(_members(int(self.state["pending"])))

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return int(self.state["turn"])

    @property
    def turns_left(self) -> int | None:
        """How many turns are left, once the end is near."""
        left = int(self.state["turns_left"])
        return None if left == UNTRIGGERED else left

    @property
    def display(self) -> tuple[str | None, ...]:
        """The cards of the display, place by place; None for an empty place."""
        size = sum(self.board.rules.display)
        return tuple(self.card(kind) for kind in self.state["display"][:size].tolist())

    @property
    def piles(self) -> dict[str, int]:
        """How many cards each pile holds."""
        return dict(zip(self.pile_names, self.state["pile_size"].tolist(), strict=False))

    @property
    def pile_names(self) -> tuple[str, ...]:
        """The piles of cards this board has."""
        return PILE_NAMES[: int(self.board.record["piles"][0])]

    @property
    def piece_names(self) -> tuple[str, ...]:
        """The kinds of pieces this board has."""
        return PIECE_NAMES if self.board.rules.ships else PIECE_NAMES[:1]

    @property
    def discards(self) -> CardSet:
        """The discarded cards."""
        return self.cards(self.state["discard"])

    @property
    def tickets_left(self) -> tuple[int, ...]:
        """How many tickets each pile holds."""
        return tuple(self.state["left"][: len(self.board.rules.tickets.piles)].tolist())

    def hand(self, seat: int) -> CardSet:
        """Return the cards a seat holds."""
        return self.cards(self.state["hand"][seat])

    def known(self, seat: int) -> CardSet:
        """Return the cards of a seat that everybody knows."""
        return self.cards(self.state["known"][seat])

    def hand_sizes(self, seat: int) -> dict[str, int]:
        """Return how many cards of each pile a seat holds."""
        return dict(zip(self.pile_names, self.state["hand_size"][seat].tolist(), strict=False))

    def pieces(self, seat: int) -> dict[str, int]:
        """Return how many pieces of each kind a seat has left."""
        return dict(zip(self.piece_names, self.state["pieces"][seat].tolist(), strict=False))

    def box(self, seat: int) -> dict[str, int]:
        """Return the pieces in the box of a seat."""
        return dict(zip(self.piece_names, self.state["box"][seat].tolist(), strict=False))

    def score(self, seat: int) -> int:
        """Return the running score of a seat."""
        return int(self.state["score"][seat])

    def routes(self, seat: int) -> tuple[str, ...]:
        """Return the routes a seat owns."""
        return self._routes(self.state["own"][seat])

    @property
    def owners(self) -> dict[str, int]:
        """The owner of each claimed route."""
        return {route: seat for seat in range(self.seats) for route in self.routes(seat)}

    @property
    def closed(self) -> tuple[str, ...]:
        """The routes that nobody owns and nobody may claim (C-16)."""
        gone = self.state["free"] ^ self.board.record["all_routes"][0]
        for own in self.state["own"][: self.seats]:
            gone = gone & ~own
        return self._routes(gone)

    def stations(self, seat: int) -> tuple[str, ...]:
        """Return the cities where a seat has a station."""
        return self._cities(int(self.state["station"][seat]))

    def harbours(self, seat: int) -> tuple[str, ...]:
        """Return the cities where a seat has a harbour."""
        return self._cities(int(self.state["harbour"][seat]))

    def tickets(self, seat: int) -> tuple[str, ...]:
        """Return the tickets a seat holds."""
        words = self.state["held"][seat].tolist()
        return tuple(
            self.board.tickets[64 * i + n].id
            for i, word in enumerate(words)
            for n in _members(word)
        )

    def offer(self, seat: int) -> tuple[str, ...]:
        """Return the tickets a seat has to choose from."""
        count = int(self.state["offered"][seat])
        offered = self.state["offer"][seat][:count].tolist() if count else ()
        return tuple(self.board.tickets[ticket].id for ticket in offered)

    def must_keep(self, seat: int) -> int:
        """Return how many tickets of its offer a seat must keep at least."""
        rules = self.board.rules.tickets
        least = rules.start_keep if self.phase == "keep" else rules.draw_keep
        return min(least, int(self.state["offered"][seat]))

    def ticket_counts(self, tickets: tuple[str, ...]) -> tuple[int, ...]:
        """Return what all may know of so many tickets: their number, by pile where all see it."""
        if not self.board.rules.tickets.mix:
            return (len(tickets),)
        counts = [0] * TICKET_PILES
        for ticket in tickets:
            counts[self.board.tickets[self.board.ticket_index[ticket]].pile] += 1
        return tuple(counts)

    @property
    def tunnel_route(self) -> str:
        """The route of the tunnel attempt under way."""
        return self.board.routes[int(self.state["tunnel_route"])].id

    @property
    def turned(self) -> tuple[str, ...]:
        """The cards turned up for a tunnel."""
        return tuple(name for kind in self.state["turned"].tolist() if (name := self.card(kind)))

    def card(self, kind: int) -> str | None:
        """Return the name of a kind of card."""
        return None if kind == NONE else self._cards[kind]

    def cards(self, counts: Any) -> CardSet:
        """Return counts per kind as a set of cards."""
        return card_set(counts.tolist(), self._cards)

    def _routes(self, words: Any) -> tuple[str, ...]:
        routes = self.board.routes
        return tuple(
            routes[64 * i + n].id for i, word in enumerate(words.tolist()) for n in _members(word)
        )

    def _cities(self, word: int) -> tuple[str, ...]:
        return tuple(self.board.cities[city].id for city in _members(word))


def _members(word: int) -> Iterator[int]:
    """Go through the members of a set of bits."""
    while word:
        low = word & -word
        yield low.bit_length() - 1
        word ^= low
