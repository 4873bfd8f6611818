"""What the network likes in a position: its favourite move, and how much it minds the others."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from stellwerk.board import Board
from stellwerk.champion.entries import number_moves
from stellwerk.champion.network import Network
from stellwerk.champion.sight import Sight
from stellwerk.envs.entries import write_action
from stellwerk.rules.state import MOVE, TAKE

Records = np.ndarray[Any, np.dtype[Any]]

PRICE: Final = 10.0
"""What a move that is less likely by a factor of e has to win more, in thousandths of a win."""
_LEAST_CHANCE: Final = 0.0025
"""A move that is less likely than this is minded no more than one as likely as this."""


class Taste:
    """The network's chances of all moves in one position after the other."""

    def __init__(self, network: Network, sight: Sight, board: Board) -> None:
        self._network, self._sight, self._board = network, sight, board
        self._logits: Records = np.zeros(0, np.float32)
        self._display: Records = np.zeros(0, np.uint8)
        self.favourite: Final = np.zeros(1, MOVE)
        """The move with the highest chance."""

    def look(self, states: Records, seat: int) -> None:
        """Get to know a position."""
        inputs, legal, advised = self._sight.look(states, seat)
        self._logits = np.where(legal, self._network.logits(inputs, advised), -np.inf)
        self._display = states["display"][0]
        best, actions = int(self._logits.argmax()), self._sight.table.actions
        write_action(states, self._board.record, seat, actions, best, self.favourite)

    def handicaps(self, moves: Records) -> list[float]:
        """Return what each move has to win more than the first of them, in thousandths of a win."""
        numbers = np.zeros(len(moves), np.int64)
        number_moves(self._board.record, self._sight.table.numbers, moves, numbers)
        chances = np.where(numbers >= 0, self._chances()[numbers], 0.0)
        liked = np.log(np.maximum(chances, _LEAST_CHANCE))
        found: list[float] = (PRICE * np.maximum(0.0, liked[0] - liked)).tolist()
        return found

    def _chances(self) -> Records:
        """Return the chances of all actions; a card has those of all its places in the display."""
        chances: Records = np.exp(self._logits - self._logits.max())
        chances /= chances.sum()
        actions = self._sight.table.actions
        takes = np.flatnonzero(actions["kind"] == TAKE)
        cards = self._display[actions["target"][takes]]
        for card in np.unique(cards):
            same = takes[cards == card]
            chances[same] = chances[same].sum()
        return chances
