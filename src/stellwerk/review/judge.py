"""Judges one decision: all that could be tried is tried, on what the player could know."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from stellwerk.board import Board
from stellwerk.bots.search.engine import Engine
from stellwerk.bots.search.playouts import NO_MOVE
from stellwerk.bots.search.room import ARMS
from stellwerk.bots.search.weights import weights
from stellwerk.bots.thought import MEMORY
from stellwerk.game import Game, Move
from stellwerk.game.codec import codec
from stellwerk.review.correction import Standing, corrected, progress_of
from stellwerk.review.model import Option

PLAYOUTS: Final = 2000
"""Games played out for each decision."""
GUESSES: Final = 64
"""So many guesses of what others hold, each played on with other cards many times."""
_ANY_DEAL: Final = 0
_STEP_BITS: Final = 32
_ROUNDS: Final = 4
_HOPELESS: Final = 3.0
"""A move that is worse by so many standard errors is not tried any more."""
_SHOWN: Final = 4
_THOUSAND: Final = 1000


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a decision was worth: the move played, and the best others."""

    played: Option
    others: tuple[Option, ...]


class Judge:
    """Judges decisions of games on one board.

    A judgement depends on what the seat could know and on the number of the step, and on nothing
    else: what is hidden from the seat is dealt anew before anything is looked at.
    """

    def __init__(
        self, board: Board, playouts: int = PLAYOUTS, threads: int = 1, chance: int = 0
    ) -> None:
        """Make a judge; one with another ``chance`` is independent of this one."""
        self._board = board
        self._codec = codec(board)
        self._playouts = playouts
        self._chance = chance << _STEP_BITS
        self._engine = Engine(weights(), GUESSES, threads)

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
        alive = self._try_out(played, count)
        others = [arm for arm in range(count) if arm != played] if every else alive[1:]
        others.sort(key=self._lead, reverse=True)
        progress = progress_of(game)
        usual = corrected(self._standing(played), progress, game.seats).margin
        options = [
            Option(
                move=self._read(arm, offer),
                chance=round(corrected(self._standing(arm), progress, game.seats).chance, 4),
                # What play-outs flatter by is the same for all moves of a decision.
                margin=round(usual + self._lead(arm), 2),
                error=round(self._error(arm), 2),
            )
            for arm in (played, *others[: None if every else _SHOWN])
        ]
        return Verdict(options[0], tuple(options[1:]))

    def value(self, game: Game, seat: int) -> float:
        """Return by how many points a seat is to be ahead in the end, if all goes on as usual."""
        standing = self.played_out(game, seat, self._playouts // _ROUNDS)
        return corrected(standing, progress_of(game), game.seats).margin

    def played_out(self, game: Game, seat: int, playouts: int | None = None) -> Standing:
        """Return how play-outs of a position end for a seat, uncorrected."""
        self._get_ready(game.redealt(seat, _ANY_DEAL), seat)
        self._engine.play([NO_MOVE], 0, max(1, playouts or self._playouts))
        return self._standing(NO_MOVE)

    def _standing(self, arm: int) -> Standing:
        return Standing(self._mean("wins", arm) / _THOUSAND, self._mean("margin", arm))

    def _get_ready(self, seen: Game, seat: int) -> int:
        # The chance of a judgement is the same for all games that look alike to the seat.
        seed = self._chance + seen.seq
        return self._engine.get_ready(seen.states, self._board, seat, seed, np.zeros(1, MEMORY))

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
        """Try moves out, the better ones more often; return those tried to the last."""
        alive = [played, *(arm for arm in range(count) if arm != played)]
        dealt = 0
        for _ in range(_ROUNDS):
            portion = max(1, self._playouts // (_ROUNDS * len(alive)))
            self._engine.play(alive, dealt, dealt + portion)
            dealt += portion
            others = sorted(alive[1:], key=self._lead, reverse=True)
            close = [arm for arm in others if not self._is_hopeless(arm)]
            # Nothing may come near the move played; the next best is worth a word all the same.
            alive = [played, *(close or others[:1])[: max(_SHOWN, len(alive) // 2)]]
        return alive

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
