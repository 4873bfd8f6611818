"""A bot whose strategy plays inside the kernel."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from stellwerk.bots.bot import Decision
from stellwerk.bots.planning.thought import MEMORY, THOUGHT
from stellwerk.bots.strategies.books import book_of
from stellwerk.bots.strategies.entries import PLAYER, choose_move
from stellwerk.bots.strategies.names import STRATEGIES
from stellwerk.game.codec import codec
from stellwerk.rules.state import MOVE

if TYPE_CHECKING:
    from stellwerk.game import Move

_ANY_DEAL: Final = 0
"""A strategy reads nothing that differs from one redeal to the next, so one deal is enough."""


def chance_of(seed: int | str) -> int:
    """Return the start of a bot's random stream for a seed.

    >>> chance_of(7) == chance_of("7")
    True
    """
    return int.from_bytes(hashlib.sha256(f"stellwerk bot:{seed}".encode()).digest()[:8], "little")


def read_move(decision: Decision, moves: np.ndarray[Any, np.dtype[Any]]) -> Move:
    """Return the move that the kernel wrote for a decision, from an array of one record."""
    offer = decision.view.offer
    tickets = [ticket.ticket for ticket in offer.tickets] if offer is not None else []
    (move,) = codec(decision.board).read(moves, 1, tickets)
    return move


class KernelBot:
    """Asks a strategy of the kernel, which keeps its plan from one decision to the next."""

    def __init__(self, name: str, seed: int | str = 0) -> None:
        self.name: Final = name
        self._players = np.zeros(1, PLAYER)
        self._players["strategy"] = STRATEGIES.index(name)
        self._memories = np.zeros(1, MEMORY)
        self._memories["rng"] = chance_of(seed)
        self._thoughts = np.zeros(1, THOUGHT)
        self._moves = np.zeros(1, MOVE)

    def choose(self, decision: Decision) -> Move:
        """Return the move of the strategy."""
        seat, board = decision.view.seat, decision.board
        assert seat is not None, "a spectator decides nothing"
        book = book_of(int(self._players["strategy"][0]), board)
        bots = (self._players, book, self._memories, self._thoughts)
        states = decision.redealt(_ANY_DEAL).states
        choose_move(states, board.record, seat, bots, self._moves)
        return read_move(decision, self._moves)
