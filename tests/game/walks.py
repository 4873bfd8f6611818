"""Random games for tests: one step at a time, on every board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import TypeVar

from stellwerk.game import Game, Move

TABLES = [
    ("usa", None, 2),
    ("usa", "mega", 5),
    ("europe", None, 3),
    ("europe", "mega", 4),
    ("germany", None, 4),
    ("world", None, 3),
    ("great_lakes", None, 2),
    ("lesson", None, 2),
]
"""A board, a variant and a number of seats; together they have every kind of move."""


def walk(
    board: str, variant: str | None, seats: int, seed: int = 1, takebacks: float = 0.0
) -> Iterator[Game]:
    """Play a random game to its end; stop before every move, and at the end.

    Any seat that owes a decision may be the next; every kind of move it has is equally likely.
    """
    dice = Random(seed)
    game = Game.new(board, seats, seed, variant)
    while not game.over:
        yield game
        kinds: dict[type[Move], list[Move]] = {}
        for move in game.legal_moves(dice.choice(game.pending)):
            kinds.setdefault(type(move), []).append(move)
        game.play(dice.choice(dice.choice(list(kinds.values()))), by="bot", at=float(game.seq))
        if dice.random() < takebacks and game.can_undo():
            game.undo(by="bot", at=float(game.seq))
    yield game


def finished(board: str = "usa", variant: str | None = None, seats: int = 2, seed: int = 1) -> Game:
    """Return a random game that is over."""
    *_, game = walk(board, variant, seats, seed)
    return game


Kind = TypeVar("Kind", bound=Exception)


def refused(call: Callable[[], object], kind: type[Kind]) -> Kind | None:
    """Call and return the error of this kind that was raised, or None."""
    try:
        call()
    except kind as error:
        return error
    return None
