"""How long a review takes: processor seconds of one core, in all and until the first result."""

from __future__ import annotations

import time
from collections.abc import Sequence

from stellwerk.bots import make
from stellwerk.bots.table import play_on
from stellwerk.game import Game
from stellwerk.review.review import reviews


def tell(boards: Sequence[str], seats: int, seed: str, playouts: int) -> None:
    """Review a game between planners on each board, and print the times."""
    warm = Game.new("lesson", seats=2, seed=seed)
    play_on(warm, {seat: make("planner", seat) for seat in range(2)})
    next(reviews(warm, playouts=playouts))
    for board in boards:
        game = Game.new(board, seats=seats, seed=seed)
        play_on(game, {seat: make("planner", seat) for seat in range(seats)})
        began, first = time.process_time(), 0.0
        judged = 0
        for found in reviews(game, playouts=playouts):
            judged = found.decisions
            first = first or time.process_time() - began
        took = time.process_time() - began
        print(
            f"{board}, {seats} seats: {judged} decisions in {took:.1f} s, "
            f"the first after {first:.2f} s",
            flush=True,
        )
