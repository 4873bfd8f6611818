"""Play-outs of the search: ``python -m bench.play_outs``. One thread, from the middle of a game.

Every move that the search would try is played out by planners in games that are dealt again.
"""

from __future__ import annotations

import time
from typing import Final

import numpy as np

from bench.__main__ import SEED, best, middle_of_a_game
from bench.table import Figure, show
from stellwerk.board import Board
from stellwerk.bots.planning.thought import MEMORY
from stellwerk.bots.search.engine import Engine
from stellwerk.bots.search.weights import weights

GUESSES: Final = 50
"""Games that may be the real one; the redealt games are made from them by turns."""


def search_rate(seats: int, games: int) -> float:
    """Return play-outs of the search per second of processor time."""
    board, states = Board.load("usa"), middle_of_a_game(seats)
    engine = Engine(weights(), GUESSES, 1)
    seat = int(states["turn"][0])
    arms = range(engine.get_ready(states, board, seat, SEED, np.zeros(1, MEMORY)))

    def measure() -> float:
        start = time.process_time()
        engine.play(arms, 0, games)
        return games * len(arms) / (time.process_time() - start)

    return best(measure)


def main() -> int:
    """Measure and print the table."""
    figures = [
        Figure(f"usa, {seats} seats: play-outs of the search", search_rate(seats, 200), "a second")
        for seats in (2, 4)
    ]
    return 0 if show("Search, one thread", figures, SEED) else 1


if __name__ == "__main__":
    raise SystemExit(main())
