"""Who plays whom on which board, and how deals are paired."""

from __future__ import annotations

from dataclasses import dataclass

from stellwerk.board import Board
from stellwerk.bots.names import STRATEGIES


@dataclass(frozen=True)
class Lineup:
    """A match: bots in the order in which they sit, and the seed of all its deals.

    Each deal is played once from every seating: all bots move on by one seat, until they would sit
    as before. So no bot gains by the deal or by its seat.

    >>> Lineup(Board.load("lesson"), ("planner", "greedy"), "1").seatings
    2
    >>> Lineup(Board.load("lesson"), ("planner", "greedy", "planner", "greedy"), "1").seatings
    2
    """

    board: Board
    bots: tuple[str, ...]
    seed: str

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.bots)

    @property
    def names(self) -> tuple[str, ...]:
        """The bots that play, each once."""
        return tuple(dict.fromkeys(self.bots))

    @property
    def seatings(self) -> int:
        """In how many ways a deal is played."""
        return next(
            number
            for number in range(1, self.seats + 1)
            if self.bots[number:] + self.bots[:number] == self.bots
        )

    @property
    def is_kernel_only(self) -> bool:
        """Whether all bots can play inside the kernel."""
        return set(self.bots) <= set(STRATEGIES)

    def seed_of(self, deal: int) -> str:
        """Return the seed of a deal."""
        return f"{self.seed}/{deal}"

    def seated(self, seating: int) -> tuple[str, ...]:
        """Return the bots seat by seat in one of the seatings."""
        return self.bots[seating:] + self.bots[:seating]
