"""Calibration: is a position with a chance of 30 % won in three of ten games?

From each of many games between planners one decision is taken, at a quarter, half or three quarters
of the game. The chance that a review gives the seat that decides is compared with who won.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import msgspec

from bench.review.collection import Job
from stellwerk.board import boards
from stellwerk.bots import make
from stellwerk.bots.table import play_on
from stellwerk.game import Game
from stellwerk.review.chance import chance_of
from stellwerk.review.history import History, decisions
from stellwerk.review.judge import Judge, Standing

QUARTERS: Final = (1, 2, 3)
SEATS: Final = (2, 3, 4, 5)
BINS: Final = 10


class Sample(msgspec.Struct, frozen=True):
    """A position: when in the game, what a review expects of it, and what came of it."""

    board: str
    seats: int
    quarter: int
    played_out: Standing
    won: float
    final_margin: int

    @property
    def chance(self) -> float:
        """What a review says."""
        return chance_of(self.played_out.share, self.seats)


def sample(job: Job) -> Sample:
    """Play a game between planners and judge one of its decisions."""
    # Every board, quarter and number of seats is met equally often.
    rest = job.number // len(boards())
    quarter = QUARTERS[rest % len(QUARTERS)]
    seats = SEATS[rest // len(QUARTERS) % len(SEATS)]
    game = Game.new(job.board, seats=seats, seed=job.seed)
    play_on(game, {seat: make("planner", f"{job.seed}/{seat}") for seat in range(seats)})
    decided = decisions(game)
    seq, seat, move = decided[len(decided) * quarter // 4]
    before = History(game).game_before(seq)
    played_out = Judge(game.board, job.playouts).played_out(before, seat, move)
    outcome = game.outcome()
    totals = [each.total for each in outcome.seats]
    others = max(total for other, total in enumerate(totals) if other != seat)
    return Sample(
        board=job.board,
        seats=seats,
        quarter=quarter,
        played_out=played_out,
        won=1 / len(outcome.winners) if seat in outcome.winners else 0.0,
        final_margin=totals[seat] - others,
    )


class Bin(msgspec.Struct, frozen=True):
    """Positions of about the same chance."""

    size: int
    chance: float
    won: float

    @property
    def noise(self) -> float:
        """What chance alone makes of the square of the difference."""
        return self.won * (1 - self.won) / max(1, self.size - 1)


def bins(samples: Sequence[Sample]) -> list[Bin]:
    """Return samples in bins of equal size, by their chance."""
    pairs = sorted((each.chance, each.won) for each in samples)
    size = len(pairs) / BINS
    parts = (pairs[round(n * size) : round((n + 1) * size)] for n in range(BINS))
    return [
        Bin(len(part), *(sum(values) / len(part) for values in zip(*part, strict=True)))
        for part in parts
        if part
    ]


def calibration_error(samples: Sequence[Sample]) -> tuple[float, float]:
    """Return the expected calibration error, plain and without what chance alone makes of it.

    The debiased one is the root of the mean square, which is never below the mean: from the square
    of each bin's difference the variance of its share of wins is taken off.
    """
    plain = square = 0.0
    for part in bins(samples):
        share = part.size / len(samples)
        apart = part.chance - part.won
        plain += share * abs(apart)
        square += share * (apart**2 - part.noise)
    return plain, math.sqrt(max(0.0, square))


def brier(samples: Sequence[Sample]) -> float:
    """Return the mean square of what a chance was wrong by."""
    return sum((each.chance - each.won) ** 2 for each in samples) / len(samples)


def tell(samples: Sequence[Sample]) -> None:
    """Print what samples show."""
    for quarter in (*QUARTERS, None):
        own = [each for each in samples if quarter in (each.quarter, None)]
        plain, debiased = calibration_error(own)
        name = f"quarter {quarter}" if quarter else "all"
        print(
            f"{name}: {len(own)} positions, calibration error {plain:.3f}, "
            f"debiased {debiased:.3f}, Brier score {brier(own):.3f}"
        )
    for part in bins(samples):
        print(f"  {part.size} positions, chance {part.chance:.3f}, won {part.won:.3f}")
