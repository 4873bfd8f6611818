"""The champion: plays what its network likes best.

Where there are no weights for a board and a number of seats, the search plays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from stellwerk.bots.bot import Bot, Decision
from stellwerk.bots.strategies.bot import read_move
from stellwerk.champion.network import network_of
from stellwerk.champion.sight import Sight
from stellwerk.envs.entries import write_action
from stellwerk.rules.state import MOVE

if TYPE_CHECKING:
    from stellwerk.game import Move

_ANY_DEAL: Final = 0
"""The network reads nothing that differs from one redeal to the next, so one deal is enough."""


class ChampionBot:
    """Asks the network of its board and number of seats."""

    def __init__(self, name: str, seed: int | str = 0) -> None:
        self.name: Final = name
        self._seed = seed
        self._sight: Sight | None = None
        self._substitute: Bot | None = None
        self._moves = np.zeros(1, MOVE)

    def choose(self, decision: Decision) -> Move:
        """Return the move with the highest logit."""
        seat, board = decision.view.seat, decision.board
        assert seat is not None, "a spectator decides nothing"
        states = decision.redealt(_ANY_DEAL).states
        seats = int(states["seats"][0])
        network = network_of(board, seats)
        if network is None:
            return self._searched(decision)
        if self._sight is None:
            self._sight = Sight(board, seats)
        inputs, legal, advised = self._sight.look(states, seat)
        logits = network.logits(inputs, advised)
        action = int(np.where(legal, logits, -np.inf).argmax())
        actions = self._sight.table.actions
        write_action(states, board.record, seat, actions, action, self._moves)
        return read_move(decision, self._moves)

    def _searched(self, decision: Decision) -> Move:
        from stellwerk.bots.registry import make

        if self._substitute is None:
            self._substitute = make("search", self._seed)
        return self._substitute.choose(decision)
