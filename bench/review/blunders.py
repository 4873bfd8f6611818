"""Planted blunders: does a review find them, and does it leave good moves alone?

In a game between planners the first decision of a turn, drawn by lot, is looked at by an
independent judge with 20 times the review's play-outs, who tries every legal move. The worst of
them is planted if a second, fresh look of the same judge finds it at least 10 points below the
best: the first look alone would choose moves for their bad luck as well. A review must call it a
mistake or worse.

Good moves come from the same games: at some decisions, also drawn by lot, the move that the
independent judge finds best, and the one that was played if it is at most 1 point below; each only
if a second, fresh look finds no other more than 1 point ahead, for the best of a hundred moves is
often just the luckiest. A review must not call them mistakes.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

import msgspec

from bench.review.collection import Job
from stellwerk.board import Board
from stellwerk.bots import make
from stellwerk.bots.table import ask
from stellwerk.game import Game, Move
from stellwerk.review.judge import Judge, Verdict
from stellwerk.review.marks import MISTAKE, given_away

WORST: Final = 10.0
"""Points by which a planted blunder is worse than the best move, at least."""
EQUAL: Final = 1.0
"""A move that loses no more than this is called as good as the best."""
GOOD: Final = 3
"""Decisions of each game from which good moves are taken."""
TIMES: Final = 20
"""How many times the review's play-outs the independent judge has."""
LAST: Final = 0.9
"""Decisions are drawn from this share of a usual game."""
USUAL: Final = {2: 120, 3: 180, 4: 230, 5: 270}
"""Decisions of a usual game, by its seats; the small board has half as many."""

Leads = tuple[tuple[float, float], ...]
"""Of other moves: by how many points each is better than the one judged, and the error of that."""


class Planted(msgspec.Struct, frozen=True):
    """A game with a blunder: what the independent judge and the review say."""

    board: str
    seats: int
    seq: int
    blunder: float
    """What the planted move loses, by the independent judge."""
    seen: Leads
    """What the review says of it."""
    good: tuple[Leads, ...]
    """What the review says of good moves."""


class Judges:
    """The review's judge, and one with more play-outs and another chance."""

    def __init__(self, board: Board, playouts: int) -> None:
        self._usual = Judge(board, playouts)
        self._strict = [Judge(board, TIMES * playouts, chance=chance) for chance in (1, 2)]

    def good_moves(self, game: Game, seat: int, played: Move) -> list[Move]:
        """Return the best move, and the one played if it is as good."""
        verdict = self._strict[0].judge(game, seat, played, every=True)
        best = max((verdict.played, *verdict.others), key=lambda option: option.margin)
        found = [best.move]
        if played != best.move and best.margin - verdict.played.margin <= EQUAL:
            found.append(played)
        return [move for move in found if self._loss(game, seat, move) <= EQUAL]

    def worst_move(self, game: Game, seat: int, played: Move) -> tuple[Move, float] | None:
        """Return the worst legal move and what it loses; None if that is too little."""
        verdict = self._strict[0].judge(game, seat, played, every=True)
        options = (verdict.played, *verdict.others)
        worst = min(options, key=lambda option: option.margin)
        if max(option.margin for option in options) - worst.margin < WORST:
            return None
        loss = self._loss(game, seat, worst.move)
        return (worst.move, round(loss, 2)) if loss >= WORST else None

    def _loss(self, game: Game, seat: int, move: Move) -> float:
        """Return what a move loses, by a fresh look."""
        again = self._strict[1].judge(game, seat, move)
        return max(option.margin for option in again.others) - again.played.margin

    def seen(self, game: Game, seat: int, move: Move) -> Leads:
        """Return what a review says of a move."""
        return leads(self._usual.judge(game, seat, move))


def leads(verdict: Verdict) -> Leads:
    """Return by how much other moves are better than the one played, with the errors."""
    return tuple(
        (round(option.margin - verdict.played.margin, 2), option.error) for option in verdict.others
    )


def plant(job: Job) -> Planted:
    """Play games until one has a blunder in it."""
    dice = random.Random(job.seed)
    while True:
        found = _plant(job, dice.randint(2, 5), f"{job.seed}/{dice.random()}")
        if found is not None:
            return found


def _plant(job: Job, seats: int, seed: str) -> Planted | None:
    dice = random.Random(seed)
    game = Game.new(job.board, seats=seats, seed=seed)
    bots = [make("planner", f"{seed}/{seat}") for seat in range(seats)]
    judges = Judges(game.board, job.playouts)
    length = int(LAST * USUAL[seats] / (1 + (job.board == "lesson")))
    at = dice.randrange(length)
    good_at = {number for number in dice.sample(range(length), GOOD) if number != at}
    good: list[Leads] = []
    planted: tuple[int, float, Leads] | None = None
    while not game.over and game.seq < length:
        seat = game.pending[0]
        move = ask(game, seat, bots[seat])
        if game.seq in good_at and len(game.legal_moves(seat)) > 1:
            good += (judges.seen(game, seat, each) for each in judges.good_moves(game, seat, move))
        elif game.seq >= at and planted is None and game.phase == "turn":
            worst = judges.worst_move(game, seat, move)
            if worst is not None:
                move, loss = worst
                planted = game.seq + 1, loss, judges.seen(game, seat, move)
        game.play(move, by="bot")
    return None if planted is None else Planted(job.board, seats, *planted, tuple(good))


def tell(games: Sequence[Planted]) -> None:
    """Print how many blunders were found, and how often a good move was blamed."""
    found = sum(given_away(each.seen) >= MISTAKE for each in games)
    print(f"{found} of {len(games)} planted blunders found ({found / len(games):.1%})")
    good = [seen for each in games for seen in each.good]
    blamed = sum(given_away(seen) >= MISTAKE for seen in good)
    print(f"{blamed} of {len(good)} good moves blamed ({blamed / len(good):.1%})")
