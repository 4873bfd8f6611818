"""The laws of every game as plain functions, for the tests here and for long soaks.

``soak`` runs inside the kernel; ``play_lawfully`` goes move by move through Python.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from stellwerk.board import Board, boards
from stellwerk.rules import entries
from stellwerk.rules.kernel import INTERPRETED
from stellwerk.rules.score import RESULT
from stellwerk.rules.scratch import SCRATCH
from stellwerk.rules.state import MOVE, MOVES, STATE
from tests.laws import invariants

Array = np.ndarray[Any, np.dtype[Any]]

SPECTATOR = -1
SEATS = (2, 3, 4, 5)
VARIANTS = [
    (name, variant.id) for name in sorted(boards()) for variant in Board.load(name).variants
]
"""Every shipped board in every variant."""
TABLES = [(name, variant, seats) for name, variant in VARIANTS for seats in SEATS]

LAWS = {
    invariants.CARDS_CONSERVED: "every card is in exactly one place",
    invariants.SIZES_RIGHT: "sizes are counts, and no pile is empty that has discards",
    invariants.DISPLAY_RIGHT: "the display is full, without too many locomotives",
    invariants.PIECES_CONSERVED: "every piece is on a route, with its seat or in its box",
    invariants.ROUTES_APART: "every route has one owner, is free or closed",
    invariants.TICKETS_CONSERVED: "every ticket is in one place",
    invariants.KNOWLEDGE_SOUND: "what a seat knows fits the cards it cannot see",
    invariants.SCORES_RIGHT: "scores come from owned routes",
    invariants.ORDER_KEPT: "the right seat is to decide, and the end comes in time",
    invariants.LISTED_IS_LEGAL: "a listed move is legal",
    invariants.GAMES_END: "every game ends",
    invariants.REDEAL_UNSEEN: "a redeal changes nothing that its viewer sees",
}


def effort(number: int, interpreted: int | None = None) -> int:
    """Return how often to try: less when interpreted, more if STELLWERK_LAWS says so.

    >>> effort(100) >= 1
    True
    """
    if INTERPRETED:
        return interpreted if interpreted is not None else max(1, number // 50)
    return number * int(os.environ.get("STELLWERK_LAWS", "1"))


def key_words(seed: int) -> Array:
    """Return a key of eight words that a test can repeat."""
    return np.random.default_rng(seed).integers(0, 1 << 32, 8, np.uint32)


@dataclass
class Broken(Exception):
    """A law was broken: which, and where."""

    law: str
    board: Board
    seats: int
    seed: int
    game: int
    move: int

    def __str__(self) -> str:
        """Say all that is needed to see it again."""
        where = f"{self.board.id}/{self.board.variant.id}, {self.seats} seats"
        return f"{self.law}: {where}, seed {self.seed}, game {self.game}, move {self.move}"


def soak(board: Board, seats: int, games: int, seed: int, rarity: int = 100) -> int:
    """Play random games inside the kernel with all laws checked after every move.

    Once in ``rarity`` moves the position is redealt for a random viewer. Returns the number of
    decisions; raises ``Broken`` at the first law that does not hold.
    """
    states = np.zeros(3, STATE)
    scratch = np.zeros(1, SCRATCH)
    scratch["rng"][0] = seed
    report = np.zeros(3, np.int64)
    moves = np.zeros(2, MOVE)
    results = np.zeros(1, RESULT)
    law = invariants.soak(
        states, board.record, seats, games, rarity, moves, scratch, results, report
    )
    if law != invariants.ALL_HOLD:
        game, move = int(report[invariants.GAME]), int(report[invariants.MOVE_NUMBER])
        raise Broken(LAWS[law], board, seats, seed, game, move)
    return int(report[invariants.DECISIONS])


class Walk:
    """A random game through the entries of the kernel, one move at a time."""

    def __init__(self, board: Board, seats: int, seed: int, record: Array | None = None) -> None:
        """Deal a game; ``record`` may stand in for that of the board."""
        self.board = board
        self.record = board.record if record is None else record
        self.seats = seats
        self.rng = random.Random(seed)
        self.states = np.zeros(2, STATE)
        """The game, and room for another position."""
        self.states["key"][0] = key_words(seed)
        self.scratch = np.zeros(1, SCRATCH)
        self.scratch["rng"][0] = seed
        self.moves = np.zeros(MOVES, MOVE)
        self.spare = np.zeros(1, MOVE)
        entries.deal(self.states, 0, self.record, seats)

    @property
    def state(self) -> Any:
        """The position as a record."""
        return self.states[0]

    @property
    def seat(self) -> int:
        """The lowest seat that owes a decision; -1 when the game is over."""
        pending = int(self.states["pending"][0])
        return (pending & -pending).bit_length() - 1

    def legal(self) -> int:
        """List the legal moves of that seat into ``moves``; return their number."""
        if self.seat < 0:
            return 0
        return int(entries.legal(self.states, 0, self.record, self.seat, self.moves))

    def check(self, number: int = 0) -> int:
        """Return why the n-th move of ``moves`` is refused, or 0."""
        return int(entries.check(self.states, 0, self.record, self.moves, number, self.spare))

    def play(self, number: int) -> None:
        """Play the n-th move of ``moves``, which must be legal."""
        assert entries.play(self.states, 0, self.record, self.moves, number, self.spare) == 0

    def broken(self, i: int = 0) -> int:
        """Return the first law that is broken, or 0."""
        return int(invariants.broken_law(self.states, i, self.record, self.scratch))

    def redeal(self, viewer: int) -> None:
        """Redeal the position for a viewer, into the second state."""
        self.states[1] = self.states[0]
        entries.redeal(self.states, 1, self.record, viewer, self.scratch)

    def steps(self, most: int = 1 << 30) -> Iterator[int]:
        """Go on with random moves; stop before each and give the number of choices."""
        for _ in range(most):
            if self.seat < 0:
                return
            count = self.legal()
            yield count
            count = self.legal()
            self.play(self.rng.randrange(count))

    def forward(self, moves: int) -> Walk:
        """Make this many random moves, or fewer if the game ends; return itself."""
        for _ in self.steps(moves):
            pass
        return self


def play_lawfully(board: Board, seats: int, seed: int) -> int:
    """Play one random game from Python: laws hold, and each listed move passes ``check``.

    Returns the number of decisions; raises ``Broken`` at the first law that does not hold.
    """
    walk = Walk(board, seats, seed)

    def require(law: int) -> None:
        if law:
            raise Broken(LAWS[law], board, seats, seed, 0, int(walk.state.moves))

    for count in walk.steps(invariants.MOST_MOVES):
        require(walk.broken())
        before = walk.states.tobytes()
        refused = any(walk.check(number) for number in range(count))
        require(invariants.LISTED_IS_LEGAL if refused or count == 0 else 0)
        require(invariants.LISTED_IS_LEGAL if walk.states.tobytes() != before else 0)
    require(invariants.GAMES_END if walk.seat >= 0 else walk.broken())
    return int(walk.state.moves)
