"""Short questions that the tests of the rules put to a game."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from stellwerk.board import Board
from stellwerk.game import CardSet, ClaimRoute, Game, IllegalMove, Move
from tests.builders import state_bytes


def hand(game: Game, seat: int = 0) -> dict[str, int]:
    """Return the cards a seat holds."""
    return dict(game.position.hand(seat))


def display(game: Game) -> list[str | None]:
    """Return the cards of the display, None for an empty place."""
    return list(game.position.display)


def discards(game: Game) -> dict[str, int]:
    """Return the discarded cards."""
    return dict(game.position.discards)


def piles(game: Game) -> dict[str, int]:
    """Return how many cards each pile holds."""
    return game.position.piles


def actions(game: Game, seat: int | None = None) -> set[type[Move]]:
    """Return the kinds of moves a seat can make."""
    return {type(move) for move in game.legal_moves(seat)}


def claimable(game: Game, seat: int | None = None) -> set[str]:
    """Return the routes a seat can claim."""
    return {move.route for move in game.legal_moves(seat) if isinstance(move, ClaimRoute)}


def refused(game: Game, move: Move | str, seat: int | None = None) -> str:
    """Return the code with which a move is refused; nothing may have changed."""
    before = state_bytes(game)
    with pytest.raises(IllegalMove) as refusal:
        game.play(move, seat)
    assert state_bytes(game) == before
    return refusal.value.code


def pays(game: Game, route: str, *sets: dict[str, int]) -> bool:
    """Tell whether each of these sets pays for a route, and the list of payments has it."""
    listed = game.payments(ClaimRoute, route)
    return all(
        game.is_legal(ClaimRoute(game.turn, route, cards)) and CardSet(cards) in listed
        for cards in sets
    )


def all_tickets(board: str, variant: str | None = None) -> list[str]:
    """Return every ticket of a board."""
    return [ticket.id for ticket in Board.load(board, variant).tickets]


def ticket_pile(game: Game, pile: int = 0) -> list[str]:
    """Return the tickets of a pile from the top."""
    state = game.states[0]
    queue = state.queue[int(state.head[pile]) : int(state.tail)].tolist()
    tickets = [game.board.tickets[number] for number in queue]
    return [ticket.id for ticket in tickets if ticket.pile == pile]


def play_all(game: Game, moves: Iterable[Move | str]) -> Game:
    """Play moves one after the other, each by the seat that is to decide."""
    for move in moves:
        game.play(move)
    return game
