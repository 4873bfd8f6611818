"""Whole games among random players on a card: millions a second."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from stellwerk.board import Board
from stellwerk.board.layout import BOARD
from stellwerk.bots.strategies.random_games import LENGTH
from stellwerk.envs.cuda.compile import BLOCK, WHOLE_GAMES, made_for
from stellwerk.envs.cuda.program import Program, program
from stellwerk.envs.seeding import chances
from stellwerk.rules.score import RESULT
from stellwerk.rules.state import STATE

Array = np.ndarray[Any, np.dtype[Any]]
_BLOCKS: Final = 2
"""Blocks for each processor of the card; each plays one game after the other."""


class RandomGames:
    """Plays many games at once, again and again; a game's number in the seed's row decides it.

    After ``play``, ``results`` and ``lengths`` hold the games on the card.
    """

    def __init__(
        self,
        board: Board,
        seats: int,
        seed: int | str = 0,
        games: int = 1 << 18,
        kernels: Program | None = None,
    ) -> None:
        self.games: Final = games
        self.seats: Final = seats
        self._seed: Final = seed
        self._kernels: Final = kernels or program()
        self._kernel: Final = made_for(board, WHOLE_GAMES)
        self._kernels.need(self._kernel)
        self._played = 0
        records = self._kernels.records
        self.results: Final = records(RESULT, games)
        self.lengths: Final = records(LENGTH, games)
        self._empty = records(STATE, 1)
        self._board = records(BOARD, board.record)

    def play(self, games: int | None = None) -> None:
        """Play the next games; ``games``: how many of them."""
        number = self.games if games is None else games
        own = chances(self._seed, number, first=self._played)
        self.play_with(self._kernels.cupy.asarray(own))

    def play_with(self, own_chances: Any) -> None:
        """Play a game for each chance of an array on the card."""
        number = len(own_chances)
        self._kernels.start(
            self._kernel,
            number,
            self.seats,
            self._empty,
            self._board,
            own_chances,
            self.results,
            self.lengths,
            threads=BLOCK,
            most_blocks=_BLOCKS * self._kernels.processors,
        )
        self._played += number
