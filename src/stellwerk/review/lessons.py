"""Mistakes by name: what went wrong, told from the move played and the better one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from stellwerk.game import moves
from stellwerk.game.moves import Move
from stellwerk.review.history import History
from stellwerk.review.marks import DOUBT, MISTAKE
from stellwerk.review.model import Judged, Lesson

_LATE: Final = 0.6
"""From this share of the game on, tickets are drawn late rather than early."""
_HOARDED: Final = 3
"""This many turns of drawing in a row, with the route payable, are hoarding."""

Found = tuple[str, dict[str, Any]]


def lesson_of(history: History, judged: Judged) -> Lesson | None:
    """Return what is to be learned from one decision, if there is anything."""
    if judged.loss >= MISTAKE:
        return _lesson(judged, *_why(history, judged), judged.loss)
    gain = _gain(judged)
    return _lesson(judged, "find", {}, gain) if gain else None


def in_order(lessons: Iterable[Lesson]) -> tuple[Lesson, ...]:
    """Return lessons in the order of the game.

    What goes on for several decisions is one lesson, at the place where it began.
    """
    merged = [_merged(list(group)) for _, group in groupby(_by_topic(lessons), key=_topic)]
    return tuple(sorted(merged, key=lambda lesson: (lesson.seq, lesson.seat)))


def _lesson(judged: Judged, code: str, params: dict[str, Any], points: float) -> Lesson:
    points = round(points, 1)
    return Lesson(code, judged.seat, judged.seq, judged.turn, points, params, (judged.seq,))


def _topic(lesson: Lesson) -> tuple[int, str]:
    """Return what a lesson is about; those of one seat about the same open route are one."""
    if lesson.code in ("route_lost", "hoarded", "claim_missed"):
        return lesson.seat, lesson.params["route"]
    if lesson.code in ("other_route", "long_way"):
        return lesson.seat, lesson.params["better"]
    return lesson.seat, f"{lesson.code} {lesson.seq}"


def _by_topic(lessons: Iterable[Lesson]) -> list[Lesson]:
    return sorted(lessons, key=lambda lesson: (_topic(lesson), lesson.seq))


def _merged(lessons: list[Lesson]) -> Lesson:
    first = lessons[0]
    # Each turn's loss is that of not making good for it at last; their sum would count it often.
    points = max(lesson.points for lesson in lessons)
    steps = tuple(step for lesson in lessons for step in lesson.steps)
    return Lesson(first.code, first.seat, first.seq, first.turn, points, first.params, steps)


def _gain(judged: Judged) -> float:
    """Return by how much a good find beats every other move; 0 if it is none."""
    if judged.forced or judged.loss or not judged.better:
        return 0.0
    behind = max(option.margin + DOUBT * option.error for option in judged.better)
    gain = judged.played.margin - behind
    return gain if gain >= MISTAKE else 0.0


def _why(history: History, judged: Judged) -> Found:
    """Name the mistake."""
    played, best = judged.played.move, judged.better[0].move
    match played, best:
        case moves.KeepTickets(), moves.KeepTickets():
            return _kept(played, best)
        case moves.DrawTickets(), _ if not isinstance(best, moves.DrawTickets):
            late = history.progress(judged.seq) >= _LATE
            return "tickets_late" if late else "tickets_early", {}
        case _, moves.DrawTickets():
            return "tickets_missed", {}
        case ((moves.TakeCard() | moves.DrawCard()), moves.ClaimRoute()):
            return _not_claimed(history, judged, best)
        case ((moves.TakeCard() | moves.DrawCard()), (moves.TakeCard() | moves.DrawCard())):
            return _other_card(history, judged, played)
        case moves.ClaimRoute(), moves.ClaimRoute():
            return _other_claim(history, judged, played, best)
        case moves.ClaimRoute(), (moves.TakeCard() | moves.DrawCard()):
            return "claimed_early", {"route": played.route}
        case (moves.Withdraw(), moves.PayTunnel()) | (moves.PayTunnel(), moves.Withdraw()):
            code = "tunnel_left" if isinstance(played, moves.Withdraw) else "tunnel_paid"
            return code, {"route": history.tunnel(judged.seq)}
    return _why_built(played, best)


def _why_built(played: Move, best: Move) -> Found:
    """Name the mistake of a building or of an exchange, or of neither."""
    match played, best:
        case ((moves.BuildStation() | moves.BuildHarbour()), _):
            return moves.tag(played), {"city": played.city}
        case moves.ExchangePieces(), _:
            return "exchange", {}
        case _, (moves.BuildStation() | moves.BuildHarbour()):
            return f"{moves.tag(best)}_missed", {"city": best.city}
        case ((moves.ChooseMix() | moves.ChoosePieces()), _):
            return "setup", {}
    return "other", {}


def _kept(played: moves.KeepTickets, best: moves.KeepTickets) -> Found:
    """Say which ticket was one too many, or was given back in vain."""
    for ticket in played.tickets:
        if ticket not in best.tickets:
            return "ticket_kept", {"ticket": ticket}
    missing = next(ticket for ticket in best.tickets if ticket not in played.tickets)
    return "ticket_returned", {"ticket": missing}


def _other_card(history: History, judged: Judged, played: Move) -> Found:
    """Say whether it was a locomotive of the display that was better left there."""
    taken = isinstance(played, moves.TakeCard) and history.is_locomotive(judged.seq, played)
    return "locomotive" if taken else "wrong_card", {}


def _not_claimed(history: History, judged: Judged, best: moves.ClaimRoute) -> Found:
    """Say what came of drawing cards while a route was to be had."""
    lost = history.lost_to(judged.seat, best.route, judged.seq)
    if lost is not None:
        other, turns = lost
        return "route_lost", {"route": best.route, "other": other, "turns": turns}
    turns = history.turns_payable(judged.seat, best.route, judged.seq)
    if turns >= _HOARDED:
        cards = history.cards(judged.seq, judged.seat)
        return "hoarded", {"route": best.route, "turns": turns, "cards": cards}
    return "claim_missed", {"route": best.route}


def _other_claim(
    history: History, judged: Judged, played: moves.ClaimRoute, best: moves.ClaimRoute
) -> Found:
    """Say whether another route was shorter for a ticket, or was only worth more."""
    if played.route == best.route:
        return "payment", {"route": played.route, "cards": best.cards}
    lost = history.lost_to(judged.seat, best.route, judged.seq)
    if lost is not None:
        other, turns = lost
        return "route_lost", {"route": best.route, "other": other, "turns": turns}
    ticket = history.shortened(judged.seq, judged.seat, best.route)
    if ticket is not None and history.shortened(judged.seq, judged.seat, played.route) is None:
        params = {"route": played.route, "ticket": ticket, "better": best.route}
        return "long_way", params
    return "other_route", {"route": played.route, "better": best.route}


def closing_lessons(history: History, seats: Sequence[int]) -> Iterator[Lesson]:
    """Go through what the final score shows: pieces left over, bonuses missed, vain buildings."""
    for seat in seats:
        for code, points, params in history.leftovers(seat):
            yield Lesson(code, seat, history.end, history.turn(history.end), points, params)
