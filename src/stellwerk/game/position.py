"""A state of the kernel with the names of the board in place of numbers and bits."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Any, Final

import numpy as np

from stellwerk.board import Board
from stellwerk.board.layout import (
    KINDS,
    NONE,
    OFFER,
    PILES,
    SEATS,
    TICKET_PILES,
    TICKET_WORDS,
    WORDS,
)
from stellwerk.game.cards import (
    PIECE_NAMES,
    PILE_NAMES,
    CardSet,
    card_sets,
    names_of_kinds,
)
from stellwerk.rules import state as kernel

PHASES: Final = {
    kernel.MIX: "mix",
    kernel.KEEP: "keep",
    kernel.PIECES: "pieces",
    kernel.TURN: "turn",
    kernel.SECOND: "second",
    kernel.TICKET_CHOICE: "ticket_choice",
    kernel.TUNNEL: "tunnel",
    kernel.OVER: "over",
}
SETUP: Final = frozenset({"mix", "keep", "pieces"})
"""Phases in which all seats decide at the same time."""

_STATE: Final = np.dtype((np.void, kernel.STATE))
"""The state as a plain record: its fields are read ten times faster than those of a np.record."""
_AT: Final[dict[str, int]] = {name: field[1] for name, field in (kernel.STATE.fields or {}).items()}
"""Where each field of a state begins."""
_DRAWN_FROM: Final = tuple(
    slice(_AT[name], _AT[name] + kernel.STATE[name].itemsize) for name in ("block", "used", "head")
)
"""The bytes that change when something hidden is shown: how far chance and piles are used."""
_ROUTE_SET: Final = struct.Struct(f"={WORDS}Q")
_TICKET_SET: Final = struct.Struct(f"={TICKET_WORDS}Q")
_CITY_SET: Final = struct.Struct("=Q")
_SCORE: Final = struct.Struct("=h")


class _Board:
    """What the numbers of a state mean on one board."""

    def __init__(self, board: Board) -> None:
        self.cards: Final = names_of_kinds(board)
        self.card_set: Final = card_sets(board)
        self.piles: Final = PILE_NAMES[: int(board.record["piles"][0])]
        self.pieces: Final = PIECE_NAMES if board.rules.ships else PIECE_NAMES[:1]
        self.display: Final = sum(board.rules.display)
        self.routes: Final = tuple(route.id for route in board.routes)
        self.all_routes: Final[tuple[int, ...]] = tuple(board.record["all_routes"][0].tolist())
        self.cities: Final = tuple(city.id for city in board.cities)
        self.tickets: Final = tuple(ticket.id for ticket in board.tickets)


_board: Final = lru_cache(maxsize=64)(_Board)


class Position:
    """One state of a game on a board, to be read and never changed.

    Whole games are shown by it, at every step and to everybody: so what it reads are plain bytes,
    which takes a tenth of the time that the fields of an array do.
    """

    def __init__(self, board: Board, data: bytes) -> None:
        """Take the bytes of a state."""
        self.board = board
        self._data = data
        self._names = _board(board)

    @cached_property
    def state(self) -> Any:
        """The state as a record, for calculations."""
        return np.frombuffer(self._data, _STATE)[0]

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self._data[_AT["seats"]]

    @property
    def phase(self) -> str:
        """What is to be decided."""
        return PHASES[self._data[_AT["phase"]]]

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats that owe a decision."""
        return _SEAT_SETS[self._data[_AT["pending"]]]

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return self._data[_AT["turn"]]

    @property
    def turns_left(self) -> int | None:
        """How many turns are left, once the end is near."""
        left = self._data[_AT["turns_left"]]
        return None if left == kernel.UNTRIGGERED else left

    @cached_property
    def display(self) -> tuple[str | None, ...]:
        """The cards of the display, place by place; None for an empty place."""
        return tuple(self.card(kind) for kind in self._bytes("display", self._names.display))

    @property
    def piles(self) -> dict[str, int]:
        """How many cards each pile holds."""
        return dict(zip(self.pile_names, self._bytes("pile_size", PILES), strict=False))

    @property
    def pile_names(self) -> tuple[str, ...]:
        """The piles of cards this board has."""
        return self._names.piles

    @property
    def discards(self) -> CardSet:
        """The discarded cards."""
        return self._cards("discard")

    @property
    def tickets_left(self) -> tuple[int, ...]:
        """How many tickets each pile holds."""
        return tuple(self._bytes("left", len(self.board.rules.tickets.piles)))

    def hand(self, seat: int) -> CardSet:
        """Return the cards a seat holds."""
        return self._cards("hand", seat)

    def known(self, seat: int) -> CardSet:
        """Return the cards of a seat that everybody knows."""
        return self._cards("known", seat)

    @property
    def laid(self) -> CardSet:
        """The cards laid for the tunnel attempt under way."""
        return self._cards("laid")

    def hand_sizes(self, seat: int) -> dict[str, int]:
        """Return how many cards of each pile a seat holds."""
        return dict(zip(self.pile_names, self._bytes("hand_size", PILES, seat), strict=False))

    def pieces(self, seat: int) -> dict[str, int]:
        """Return how many pieces of each kind a seat has left."""
        return dict(zip(self._names.pieces, self._bytes("pieces", PILES, seat), strict=False))

    def box(self, seat: int) -> dict[str, int]:
        """Return the pieces in the box of a seat."""
        return dict(zip(self._names.pieces, self._bytes("box", PILES, seat), strict=False))

    def score(self, seat: int) -> int:
        """Return the running score of a seat."""
        (score,) = self._numbers(_SCORE, "score", seat)
        return score

    def routes(self, seat: int) -> tuple[str, ...]:
        """Return the routes a seat owns."""
        return _named(self._names.routes, self._numbers(_ROUTE_SET, "own", seat))

    @property
    def owners(self) -> dict[str, int]:
        """The owner of each claimed route."""
        return {route: seat for seat in range(self.seats) for route in self.routes(seat)}

    @property
    def closed(self) -> tuple[str, ...]:
        """The routes that nobody owns and nobody may claim (C-16)."""
        free = self._numbers(_ROUTE_SET, "free")
        gone = [all_ & ~word for all_, word in zip(self._names.all_routes, free, strict=True)]
        for seat in range(self.seats):
            own = self._numbers(_ROUTE_SET, "own", seat)
            gone = [left & ~word for left, word in zip(gone, own, strict=True)]
        return _named(self._names.routes, gone)

    def stations(self, seat: int) -> tuple[str, ...]:
        """Return the cities where a seat has a station."""
        return _named(self._names.cities, self._numbers(_CITY_SET, "station", seat))

    def harbours(self, seat: int) -> tuple[str, ...]:
        """Return the cities where a seat has a harbour."""
        return _named(self._names.cities, self._numbers(_CITY_SET, "harbour", seat))

    def tickets(self, seat: int) -> tuple[str, ...]:
        """Return the tickets a seat holds."""
        return _named(self._names.tickets, self._numbers(_TICKET_SET, "held", seat))

    def offer(self, seat: int) -> tuple[str, ...]:
        """Return the tickets a seat has to choose from."""
        if not (number := self._offered(seat)):
            return ()
        offered = self._bytes("offer", OFFER, seat)[:number]
        return tuple(self._names.tickets[ticket] for ticket in offered)

    def must_keep(self, seat: int) -> int:
        """Return how many tickets of its offer a seat must keep at least."""
        rules = self.board.rules.tickets
        least = rules.start_keep if self.phase == "keep" else rules.draw_keep
        return min(least, self._offered(seat))

    def tickets_held(self, seat: int) -> tuple[int, ...]:
        """Return what all may know of the tickets a seat holds."""
        if self.board.rules.tickets.mix:
            return self.ticket_counts(self.tickets(seat))
        return (sum(word.bit_count() for word in self._numbers(_TICKET_SET, "held", seat)),)

    def tickets_offered(self, seat: int) -> tuple[int, ...]:
        """Return what all may know of the tickets a seat has to choose from."""
        if self.board.rules.tickets.mix:
            return self.ticket_counts(self.offer(seat))
        return (self._offered(seat),)

    def ticket_counts(self, tickets: tuple[str, ...]) -> tuple[int, ...]:
        """Return what all may know of some tickets: their number, by pile where all see it."""
        if not self.board.rules.tickets.mix:
            return (len(tickets),)
        counts = [0] * TICKET_PILES
        for ticket in tickets:
            counts[self.board.tickets[self.board.ticket_index[ticket]].pile] += 1
        return tuple(counts)

    @property
    def tunnel_route(self) -> str:
        """The route of the tunnel attempt under way."""
        return self._names.routes[self._data[_AT["tunnel_route"]]]

    @property
    def tunnel_extra(self) -> int:
        """How many more cards the tunnel attempt under way costs."""
        return self._data[_AT["tunnel_extra"]]

    @property
    def turned(self) -> tuple[str, ...]:
        """The cards turned up for a tunnel."""
        return tuple(
            name for kind in self._bytes("turned", kernel.TURNED) if (name := self.card(kind))
        )

    @property
    def tunnel_hits(self) -> tuple[bool, ...]:
        """For each card turned up for a tunnel, whether it costs one more."""
        from stellwerk.rules import entries

        found = int(entries.tunnel_hits(np.frombuffer(self._data, kernel.STATE).copy(), 0))
        return tuple(bool(found >> place & 1) for place in range(len(self.turned)))

    def hides_the_same(self, other: Position) -> bool:
        """Tell whether nothing hidden was shown between this state and another."""
        return all(self._data[part] == other._data[part] for part in _DRAWN_FROM)

    def card(self, kind: int) -> str | None:
        """Return the name of a kind of card."""
        return None if kind == NONE else self._names.cards[kind]

    def cards(self, counts: Any) -> CardSet:
        """Return counts per kind as a set of cards."""
        return self._names.card_set(bytes(counts.tolist()))

    def _cards(self, field: str, seat: int = 0) -> CardSet:
        return self._names.card_set(self._bytes(field, KINDS, seat))

    def _offered(self, seat: int) -> int:
        return self._data[_AT["offered"] + seat]

    def _bytes(self, field: str, size: int, seat: int = 0) -> bytes:
        """Return small numbers of a field, or those of one seat."""
        start = _AT[field] + size * seat
        return self._data[start : start + size]

    def _numbers(self, form: struct.Struct, field: str, seat: int = 0) -> tuple[int, ...]:
        """Return larger numbers of a field, or those of one seat."""
        return form.unpack_from(self._data, _AT[field] + form.size * seat)


def _named(names: tuple[str, ...], words: Iterable[int]) -> tuple[str, ...]:
    """Return the names of the members of a set, given as bits in words of 64."""
    found = []
    for start, word in zip(range(0, len(names), 64), words, strict=False):
        while word:
            low = word & -word
            found.append(names[start + low.bit_length() - 1])
            word ^= low
    return tuple(found)


_SEAT_SETS: Final = tuple(
    tuple(seat for seat in range(SEATS) if seats >> seat & 1) for seats in range(1 << SEATS)
)
"""The seats in each set of seats."""
