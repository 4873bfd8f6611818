"""The review of a finished game, decision by decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stellwerk.game import ClaimRoute, DrawCard, DrawTickets, Game, Move, TakeCard
from stellwerk.game.errors import BadSetup
from stellwerk.review.history import Decided, History, decisions
from stellwerk.review.judge import PLAYOUTS, Judge
from stellwerk.review.lessons import closing_lessons, in_order, lesson_of
from stellwerk.review.marks import loss_of, mark_of, summary_of
from stellwerk.review.model import VERSION, Judged, Lesson, Review


def review(game: Game, seats: Sequence[int] | None = None, playouts: int = PLAYOUTS) -> Review:
    """Return the review of a finished game, of some of its seats or of all."""
    *_, whole = reviews(game, seats, playouts)
    return whole


def reviews(
    game: Game, seats: Sequence[int] | None = None, playouts: int = PLAYOUTS, threads: int = 1
) -> Iterator[Review]:
    """Review a finished game; yield what is known after each decision."""
    if not game.over:
        raise BadSetup("not_over")
    chosen = tuple(range(game.seats)) if seats is None else tuple(seats)
    history = History(game)
    judge = Judge(game.board, playouts, threads)
    ahead = [decided for decided in decisions(game) if decided.seat in chosen]
    judged: list[Judged] = []
    lessons: list[Lesson] = []
    for decided in ahead:
        judged.append(_judge(game, decided, history, judge))
        lesson = lesson_of(history, judged[-1])
        lessons += [] if lesson is None else [lesson]
        if len(judged) == len(ahead):
            lessons += closing_lessons(history, chosen)
        yield Review(
            version=VERSION,
            board=game.board.id,
            variant=game.board.variant.id,
            seats=chosen,
            playouts=playouts,
            decisions=len(ahead),
            judged=tuple(judged),
            lessons=in_order(lessons),
            summaries=tuple(summary_of(seat, judged) for seat in chosen),
        )


def _judge(game: Game, decided: Decided, history: History, judge: Judge) -> Judged:
    """Judge one decision."""
    seq, seat, move = decided
    verdict = judge.judge(history.game_before(seq), seat, move)
    loss = loss_of(verdict.played, verdict.others)
    luck = 0.0
    if _is_by_chance(game, move):
        # What the position is worth once the seat sees what has come.
        luck = judge.luck(verdict.played, history.game_after(seq), seat)
    return Judged(
        seq=seq,
        seat=seat,
        turn=history.turn(seq),
        played=verdict.played,
        better=verdict.others,
        loss=loss,
        mark=mark_of(loss),
        luck=round(luck, 2),
        forced=not verdict.others,
    )


def _is_by_chance(game: Game, move: Move) -> bool:
    """Tell whether something hidden is turned up by a move."""
    if isinstance(move, ClaimRoute):
        board = game.board
        return board.routes[board.route_index[move.route]].tunnel
    return isinstance(move, TakeCard | DrawCard | DrawTickets)
