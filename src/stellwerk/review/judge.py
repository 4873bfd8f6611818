"""Judges one decision: all that could be tried is tried, on what the player could know."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import msgspec
import numpy as np

from stellwerk.board import Board
from stellwerk.bots.planning.thought import MEMORY
from stellwerk.bots.search.engine import Engine
from stellwerk.bots.search.playouts import NO_MOVE
from stellwerk.bots.search.records import ARMS
from stellwerk.bots.search.weights import BOLD, weights
from stellwerk.game import Game, Move
from stellwerk.game.codec import codec
from stellwerk.review.chance import chance_of
from stellwerk.review.marks import MISTAKE
from stellwerk.review.model import Option

PLAYOUTS: Final = 1000
"""Games played out for each decision."""
GUESSES: Final = 64
"""Guesses of what others hold; each is played on many times, with different cards."""
_ANY_DEAL: Final = 0
_STEP_BITS: Final = 32
_WIDTHS: Final = (ARMS, 4, 3, 2)
"""How many other moves are tried in each round, at most: only those that did best go on."""
_ROUNDS: Final = len(_WIDTHS)
_MORE: Final = 4
"""Rounds that are added while it is open whether the move played was a mistake."""
_SURE: Final = 3.0
"""This many standard errors settle that."""
_BATCHES: Final = 8
"""Play-outs of a single move are counted in this many parts, which give the error of their mean."""
_HOPELESS: Final = 3.0
"""A move that is worse by this many standard errors is not tried any more."""
_THOUSAND: Final = 1000


class Standing(msgspec.Struct, frozen=True):
    """How play-outs end for a seat: the share it wins, and by how many points it is ahead."""

    share: float
    margin: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a decision was worth: the move played, and the best others."""

    played: Option
    others: tuple[Option, ...]


class Judge:
    """Judges decisions of games on one board.

    A judgement depends on what the seat could know and on the number of the step, and on nothing
    else: what is hidden from the seat is dealt again before anything is looked at.
    """

    def __init__(
        self, board: Board, playouts: int = PLAYOUTS, threads: int = 1, chance: int = 0
    ) -> None:
        """Make a judge; one with another ``chance`` is independent of this one."""
        self._board = board
        self._codec = codec(board)
        self._playouts = playouts
        self._chance = chance << _STEP_BITS
        # The thresholds of marks.py and the chances of chance.py were found with this belief.
        self._engine = Engine(weights(**BOLD), GUESSES, threads)

    def judge(self, game: Game, seat: int, move: Move, *, every: bool = False) -> Verdict:
        """Judge a decision of a seat that is about to make a move.

        Only the best other moves are shown, of those that are worth a try; or every legal one.
        """
        seen = game.redealt(seat, _ANY_DEAL)
        offer = seen.position.offer(seat)
        count = self._get_ready(seen, seat)
        played, count = self._place_of(move, offer, count)
        for other in seen.legal_moves(seat) if every else ():
            if count < ARMS:
                _, count = self._place_of(other, offer, count)
        others = self._try_out(played, count)
        if every:
            others = [arm for arm in range(count) if arm != played]
        others.sort(key=self._lead, reverse=True)
        usual = self._standing(played).margin
        options = [
            Option(
                move=self._read(arm, offer),
                chance=chance_of(self._standing(arm).share, game.seats),
                margin=round(usual + self._lead(arm), 2),
                error=round(self._error(arm), 2),
            )
            for arm in (played, *others)
        ]
        return Verdict(options[0], tuple(options[1:]))

    def luck(self, before: Option, after: Game, seat: int) -> float:
        """Return what chance gave or took, given what a move was worth before it came.

        Of a difference that may be noise of the play-outs, only what goes beyond it counts.
        """
        standing, error = self._play_one(after, seat, None)
        found = standing.margin - before.margin
        # What the move was worth before is known about as precisely as what it is worth now.
        return math.copysign(max(0.0, abs(found) - math.sqrt(2) * error), found)

    def played_out(self, game: Game, seat: int, move: Move | None = None) -> Standing:
        """Return how a position goes on for a seat, or how it would after a move.

        It is played out about as often as the move played is in a judgement.
        """
        return self._play_one(game, seat, move)[0]

    def _play_one(self, game: Game, seat: int, move: Move | None) -> tuple[Standing, float]:
        """Play one move out; return how that ends, and the standard error of the margin."""
        seen = game.redealt(seat, _ANY_DEAL)
        count = self._get_ready(seen, seat)
        arm = NO_MOVE
        if move is not None:
            arm, _ = self._place_of(move, seen.position.offer(seat), count)
        portion = max(1, self._playouts // (_ROUNDS * _BATCHES))
        means, last = [], 0.0
        for number in range(_BATCHES):
            self._engine.play([arm], number * portion, (number + 1) * portion)
            total = float(self._engine.sums["margin"][arm])
            means.append((total - last) / portion)
            last = total
        return self._standing(arm), statistics.stdev(means) / math.sqrt(_BATCHES)

    def _standing(self, arm: int) -> Standing:
        return Standing(self._mean("wins", arm) / _THOUSAND, self._mean("margin", arm))

    def _get_ready(self, seen: Game, seat: int) -> int:
        # The chance of a judgement is the same for all games that look alike to the seat.
        seed = self._chance + seen.seq
        memories = np.zeros(1, MEMORY)
        return self._engine.get_ready(seen.states, self._board, seat, seed, memories)

    def _place_of(self, move: Move, offer: Sequence[str], count: int) -> tuple[int, int]:
        """Return where a move stands among those to be tried, and how many there are with it."""
        for arm in range(count):
            if self._read(arm, offer) == move:
                return arm, count
        place = self._engine.add(
            count, lambda record: self._codec.write(move, offer, record.view(np.uint8))
        )
        return place, place + 1

    def _read(self, arm: int, offer: Sequence[str]) -> Move:
        (move,) = self._codec.read(self._engine.move(arm), 1, offer)
        return move

    def _try_out(self, played: int, count: int) -> list[int]:
        """Try moves out, the better ones more often; return the others tried to the last."""
        others = [arm for arm in range(count) if arm != played]
        dealt = 0
        for number in range(_ROUNDS + _MORE):
            if number >= _ROUNDS and not self._is_open(others):
                break
            others = others[: _WIDTHS[min(number, _ROUNDS - 1)]]
            portion = max(1, self._playouts // (_ROUNDS * (1 + len(others))))
            self._engine.play([played, *others], dealt, dealt + portion)
            dealt += portion
            others.sort(key=self._lead, reverse=True)
            # Nothing may come near the move played; the next best is worth a word all the same.
            others = [arm for arm in others if not self._is_hopeless(arm)] or others[:1]
        return others

    def _is_open(self, others: Sequence[int]) -> bool:
        """Tell whether it is still open if the move played was a mistake."""
        return any(
            abs(self._lead(arm) - MISTAKE) < _SURE * self._error(arm)
            for arm in others
            if self._lead(arm) > MISTAKE / 2
        )

    def _mean(self, field: str, arm: int) -> float:
        sums = self._engine.sums
        return float(sums[field][arm] / sums["number"][arm])

    def _lead(self, arm: int) -> float:
        """Return by how many points a move is better than the one played, in the same games."""
        return self._mean("lead", arm)

    def _error(self, arm: int) -> float:
        """Return the standard error of a move's lead."""
        number = int(self._engine.sums["number"][arm])
        spread = self._mean("lead_square", arm) - self._lead(arm) ** 2
        return math.sqrt(max(0.0, spread) / max(1, number - 1))

    def _is_hopeless(self, arm: int) -> bool:
        return self._lead(arm) < -_HOPELESS * self._error(arm)
