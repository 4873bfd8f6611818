from __future__ import annotations

from collections.abc import Iterable

import pytest

from stellwerk.bots import make
from stellwerk.bots.table import play_on
from stellwerk.game import (
    ClaimRoute,
    DrawCard,
    DrawTickets,
    Game,
    KeepTickets,
    Move,
    TakeCard,
)
from stellwerk.game.steps import Resign, Undo
from stellwerk.review.history import History, decisions
from stellwerk.review.lessons import closing_lessons, in_order, lesson_of
from stellwerk.review.marks import mark_of
from stellwerk.review.model import Judged, Lesson, Option
from stellwerk.review.sentences import sentence, title
from stellwerk.words import LANGUAGES
from tests.builders import position


@pytest.fixture(scope="module")
def finished() -> Game:
    game = Game.new("usa", seats=3, seed=11)
    play_on(game, {seat: make("planner", seat) for seat in range(3)})
    return game


def judged(game: Game, seq: int, better: Move, loss: float = 5.0, margin: float = 10.0) -> Judged:
    step = game.steps[seq - 1]
    assert not isinstance(step.move, Undo | Resign)
    played = Option(step.move, 0.4, margin - loss, 0.0)
    best = Option(better, 0.5, margin, 0.0)
    turn = History(game).turn(seq)
    return Judged(seq, step.seat, turn, played, (best,), loss, mark_of(loss), 0.0)


def lessons_of(history: History, judged: Iterable[Judged]) -> tuple[Lesson, ...]:
    return in_order(lesson for each in judged if (lesson := lesson_of(history, each)))


def first(game: Game, kind: type, after: int = 0) -> int:
    """Return the first step of a kind of move."""
    return next(seq for seq, _, move in decisions(game) if seq > after and isinstance(move, kind))


def test_ticket_kept_too_many_is_named(finished: Game) -> None:
    seq = first(finished, KeepTickets)
    move = finished.steps[seq - 1].move
    assert isinstance(move, KeepTickets)
    fewer = KeepTickets(move.seat, move.tickets[1:])
    (lesson,) = lessons_of(History(finished), [judged(finished, seq, fewer)])
    assert lesson.code == "ticket_kept"
    assert lesson.params == {"ticket": move.tickets[0]}


def test_ticket_given_back_is_named(finished: Game) -> None:
    seq = first(finished, KeepTickets)
    move = finished.steps[seq - 1].move
    assert isinstance(move, KeepTickets)
    offer = Game.restore(
        finished.board, finished.snapshot(seq - 1), finished.names, None, seq - 1
    ).position.offer(move.seat)
    (lesson,) = lessons_of(
        History(finished), [judged(finished, seq, KeepTickets(move.seat, offer))]
    )
    assert lesson.code == "ticket_returned"
    assert lesson.params["ticket"] in set(offer) - set(move.tickets)


def test_route_that_another_took_later_was_lost(finished: Game) -> None:
    claims = [
        (seq, seat, move.route)
        for seq, seat, move in decisions(finished)
        if isinstance(move, ClaimRoute)
    ]
    late, winner, route = claims[-1]
    drawn = max(
        seq
        for seq, seat, move in decisions(finished)
        if seq < late and seat != winner and isinstance(move, TakeCard | DrawCard)
    )
    seat = finished.steps[drawn - 1].seat
    claim = ClaimRoute(seat, route, {"locomotive": 1})
    (lesson,) = lessons_of(History(finished), [judged(finished, drawn, claim)])
    assert lesson.code == "route_lost"
    assert lesson.params["other"] == winner
    assert lesson.params["turns"] == History(finished).turn(late) - History(finished).turn(drawn)


def test_the_same_loss_over_several_turns_is_one_lesson(finished: Game) -> None:
    claims = [each for each in decisions(finished) if isinstance(each.move, ClaimRoute)]
    late, winner, claimed = claims[-1]
    assert isinstance(claimed, ClaimRoute)
    seat = next(seat for seat in range(3) if seat != winner)
    drawn = [
        seq
        for seq, who, move in decisions(finished)
        if seq < late and who == seat and isinstance(move, TakeCard | DrawCard)
    ][-2:]
    claim = ClaimRoute(seat, claimed.route, {"locomotive": 1})
    (lesson,) = lessons_of(
        History(finished),
        [judged(finished, seq, claim, loss) for seq, loss in zip(drawn, (4.0, 6.0), strict=True)],
    )
    assert (lesson.seq, lesson.points) == (drawn[0], 6.0)
    assert lesson.steps == tuple(drawn)


def test_open_locomotive_can_be_too_dear(finished: Game) -> None:
    history = History(finished)
    seq = next(
        seq
        for seq, _, move in decisions(finished)
        if isinstance(move, TakeCard) and not history.is_locomotive(seq, move)
    )
    (lesson,) = lessons_of(History(finished), [judged(finished, seq, DrawCard(0))])
    assert lesson.code == "wrong_card"


def test_tickets_not_drawn_are_missed(finished: Game) -> None:
    turns = [seq for seq, _, move in decisions(finished) if isinstance(move, TakeCard)]
    better = DrawTickets(finished.steps[turns[0] - 1].seat)
    assert (
        lessons_of(History(finished), [judged(finished, turns[0], better)])[0].code
        == "tickets_missed"
    )


def test_small_losses_are_no_lesson(finished: Game) -> None:
    seq = first(finished, TakeCard)
    assert lessons_of(History(finished), [judged(finished, seq, DrawCard(0), loss=2.0)]) == ()


def test_good_find_is_praised(finished: Game) -> None:
    seq = first(finished, TakeCard)
    (lesson,) = lessons_of(History(finished), [_find(finished, seq)])
    assert lesson.code == "find"
    assert lesson.is_praise
    assert lesson.points == 5.5


def _find(game: Game, seq: int) -> Judged:
    step = game.steps[seq - 1]
    assert not isinstance(step.move, Undo | Resign)
    played = Option(step.move, 0.5, 10.0, 0.0)
    other = Option(DrawCard(step.seat), 0.4, 3.0, 1.0)
    return Judged(seq, step.seat, 1, played, (other,), 0.0, "best", 0.0)


def test_final_score_shows_a_bonus_missed_and_pieces_left() -> None:
    owners = {"denver-santa-fe": 0, "el-paso-santa-fe": 0, "dallas-houston/1": 1}
    game = position(owners=owners, pieces=[40, 3], scores=[4, 50])
    found = {lesson.code: lesson for lesson in closing_lessons(History(game), (0, 1))}
    assert found["pieces_left"].params == {"count": 40}
    assert found["longest_missed"].seat == 1
    assert found["longest_missed"].params == {"count": 3}
    assert all(lesson.steps == () for lesson in in_order(found.values()))


def test_station_that_helps_no_ticket_is_in_vain() -> None:
    game = position("europe", stations={"paris": 0})
    (lesson,) = (
        each for each in closing_lessons(History(game), (0,)) if each.code == "station_vain"
    )
    assert lesson.points == game.board.rules.station_bonus
    assert lesson.params == {"city": "paris"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lesson_has_its_words(finished: Game, language: str) -> None:
    params = {
        "route": "denver-phoenix",
        "better": "denver-santa-fe",
        "ticket": "boston-miami",
        "city": "denver",
        "other": 1,
        "turns": 2,
        "cards": {"red": 2},
        "count": 3,
    }
    from stellwerk.words import keys

    codes = {key.split(".")[2] for key in keys(language) if key.startswith("review.lesson.")}
    for code in codes:
        lesson = Lesson(code, 0, 1, 1, 2.0, params)
        assert title(lesson, language)
        assert "{" not in sentence(lesson, finished.board, finished.names, language)
