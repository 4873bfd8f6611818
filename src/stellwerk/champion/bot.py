"""The champion: plays what its network likes best, or searches for something better.

``champion`` asks the network alone. ``champion:0.5s`` and ``champion:2000`` search as ``search``
does, but begin with the network's move, and leave it for another the less readily the less the
network likes that. Where there are no weights for a board and a number of seats, the search plays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.bots.bot import Decision
from stellwerk.bots.strategies.bot import read_move
from stellwerk.champion.network import network_of
from stellwerk.champion.sight import Sight
from stellwerk.champion.taste import Taste

if TYPE_CHECKING:
    from stellwerk.bots.search.bot import SearchBot
    from stellwerk.game import Move

_ANY_DEAL: Final = 0
"""The network reads nothing that differs from one redeal to the next, so one deal is enough."""


class ChampionBot:
    """Asks the network of its board and number of seats."""

    def __init__(self, name: str, seed: int | str = 0) -> None:
        self.name: Final = name
        self._seed = seed
        self._taste: Taste | None = None
        self._found: SearchBot | None = None

    def choose(self, decision: Decision) -> Move:
        """Return the move with the highest logit, or one that won clearly more."""
        seat, board = decision.view.seat, decision.board
        assert seat is not None, "a spectator decides nothing"
        states = decision.redealt(_ANY_DEAL).states
        seats = int(states["seats"][0])
        network = network_of(board, seats)
        if network is None:
            return self._search().choose(decision)
        if self._taste is None:
            self._taste = Taste(network, Sight(board, seats), board)
        self._taste.look(states, seat)
        if ":" in self.name:
            return self._search().choose_by(decision, self._taste)
        return read_move(decision, self._taste.favourite)

    def _search(self) -> SearchBot:
        """Return a search with the champion's options."""
        from stellwerk.bots.search.bot import SearchBot

        if self._found is None:
            _, *options = self.name.split(":")
            self._found = SearchBot(":".join(("search", *options)), self._seed)
        return self._found
