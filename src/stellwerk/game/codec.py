"""Moves in the kernel's form and back.

What a move names that the board or the offer does not have becomes a number that is never legal,
so that the kernel alone says what is wrong with a move, and in which order.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np

from stellwerk.board import Board
from stellwerk.board.layout import KINDS
from stellwerk.game.cards import PIECE_NAMES, PILE_NAMES, card_sets, kinds_of_names, names_of_kinds
from stellwerk.game.moves import (
    BuildHarbour,
    BuildStation,
    ChooseMix,
    ChoosePieces,
    ClaimRoute,
    DrawCard,
    DrawTickets,
    ExchangePieces,
    KeepTickets,
    Move,
    Pass,
    PayTunnel,
    TakeCard,
    Withdraw,
)
from stellwerk.rules import state as kernel

Array = np.ndarray[Any, np.dtype[Any]]

_START: Final = dict(kernel.MOVE.fields or {})["target"][1]
_FORM: Final = struct.Struct(f"=hhBB{KINDS}s")
"""Target, argument, seat, kind and cards; the kernel itself fills in what lies before them."""
_WHOLE: Final = struct.Struct(
    f"={_START}xhhBB{KINDS}s{kernel.MOVE.itemsize - _START - _FORM.size}x"
)
_NOWHERE: Final = -1
_MOST: Final = 0x7FFF
_NO_CARDS: Final = bytes(KINDS)
_UNKNOWN_CARDS: Final = bytes([255]) + bytes(KINDS - 1)
_NO_SEAT: Final = 255
NUMBERS: Final[Mapping[type[Move], int]] = {
    ClaimRoute: kernel.CLAIM,
    TakeCard: kernel.TAKE,
    DrawCard: kernel.DRAW_BLIND,
    DrawTickets: kernel.DRAW_TICKETS,
    KeepTickets: kernel.KEEP_TICKETS,
    BuildStation: kernel.BUILD_STATION,
    BuildHarbour: kernel.BUILD_HARBOUR,
    ExchangePieces: kernel.EXCHANGE,
    PayTunnel: kernel.PAY_TUNNEL,
    Withdraw: kernel.WITHDRAW,
    Pass: kernel.PASS,
    ChooseMix: kernel.CHOOSE_MIX,
    ChoosePieces: kernel.CHOOSE_PIECES,
}
"""The kernel's number of each kind of move."""


class Codec:
    """Translates the moves of one board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.names = names_of_kinds(board)
        self._card_set = card_sets(board)
        self._kinds = kinds_of_names(board)
        self._routes = board.route_index
        self._cities = board.city_index

    def write(self, move: Move, offer: Sequence[str], into: Any) -> None:
        """Write a move into the buffer of a MOVE record; ``offer``: the tickets to choose from."""
        kind, target, argument, cards = self._numbers(move, offer)
        seat = move.seat if 0 <= move.seat < _NO_SEAT else _NO_SEAT
        _FORM.pack_into(into, _START, target, argument, seat, kind, cards)

    def _numbers(self, move: Move, offer: Sequence[str]) -> tuple[int, int, int, bytes]:
        """Return kind, target, argument and cards of a move."""
        kind = NUMBERS.get(type(move))
        if kind is None:
            raise TypeError(f"not a move: {move!r}")
        match move:
            case ClaimRoute():
                return kind, self._routes.get(move.route, _NOWHERE), 0, self._cards(move.cards)
            case TakeCard():
                return kind, _number(move.place) - 1, _index(PILE_NAMES, move.refill), _NO_CARDS
            case DrawCard():
                return kind, _index(PILE_NAMES, move.pile), 0, _NO_CARDS
            case BuildStation() | BuildHarbour():
                return kind, self._cities.get(move.city, _NOWHERE), 0, self._cards(move.cards)
            case PayTunnel():
                return kind, 0, 0, self._cards(move.cards)
            case DrawTickets() | ChooseMix():
                return kind, 0, _number(move.second), _NO_CARDS
            case KeepTickets():
                return kind, 0, _mask(move.tickets, offer), _NO_CARDS
            case ExchangePieces():
                return kind, _index(PIECE_NAMES, move.given), _number(move.number), _NO_CARDS
            case ChoosePieces():
                return kind, 0, _number(move.wagons), _NO_CARDS
        return kind, 0, 0, _NO_CARDS

    def read(self, records: Array, count: int, offer: Sequence[str]) -> Iterator[Move]:
        """Read the first moves of an array of MOVE records."""
        routes, card_set, claim = self.board.routes, self._card_set, kernel.CLAIM
        for target, argument, seat, kind, cards in _WHOLE.iter_unpack(records[:count].tobytes()):
            if kind == claim:
                yield ClaimRoute(seat, routes[target].id, card_set(cards))
            else:
                yield self._other(kind, seat, target, argument, cards, offer)

    def _other(
        self, kind: int, seat: int, target: int, argument: int, cards: bytes, offer: Sequence[str]
    ) -> Move:
        """Make any move but a claim out of its numbers."""
        board = self.board
        if kind == kernel.TAKE:
            return TakeCard(seat, target + 1, "ship" if argument else "train")
        if kind == kernel.DRAW_BLIND:
            return DrawCard(seat, "ship" if target else "train")
        if kind == kernel.DRAW_TICKETS:
            return DrawTickets(seat, argument)
        if kind == kernel.KEEP_TICKETS:
            return KeepTickets(
                seat, tuple(ticket for i, ticket in enumerate(offer) if argument >> i & 1)
            )
        if kind == kernel.BUILD_STATION:
            return BuildStation(seat, board.cities[target].id, self._card_set(cards))
        if kind == kernel.BUILD_HARBOUR:
            return BuildHarbour(seat, board.cities[target].id, self._card_set(cards))
        if kind == kernel.EXCHANGE:
            return ExchangePieces(seat, "ship" if target else "wagon", argument)
        if kind == kernel.PAY_TUNNEL:
            return PayTunnel(seat, self._card_set(cards))
        if kind == kernel.WITHDRAW:
            return Withdraw(seat)
        if kind == kernel.CHOOSE_MIX:
            return ChooseMix(seat, argument)
        if kind == kernel.CHOOSE_PIECES:
            return ChoosePieces(seat, argument)
        return Pass(seat)

    def _cards(self, cards: Any) -> bytes:
        counts = bytearray(KINDS)
        for name, count in cards.items():
            kind = self._kinds.get(name)
            if kind is None or not 0 <= count <= 255:
                return _UNKNOWN_CARDS
            counts[kind] = count
        return bytes(counts)


def _number(number: int) -> int:
    return number if 0 <= number <= _MOST else _NOWHERE


def _index(names: tuple[str, ...], name: str) -> int:
    return names.index(name) if name in names else _NOWHERE


def _mask(tickets: Sequence[str], offer: Sequence[str]) -> int:
    """Return the kept tickets as bits over the offer, or what is never legal."""
    mask = 0
    for ticket in tickets:
        bit = 1 << offer.index(ticket) if ticket in offer else 0
        if bit == 0 or mask & bit:
            return _NOWHERE
        mask |= bit
    return mask


@lru_cache(maxsize=64)
def codec(board: Board) -> Codec:
    """Return the translator for a board."""
    return Codec(board)
