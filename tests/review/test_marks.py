import pytest

from stellwerk.game import DrawCard
from stellwerk.review.marks import loss_of, mark_of, summary_of
from stellwerk.review.model import MARKS, Judged, Option


def option(margin: float, error: float = 0.0) -> Option:
    return Option(DrawCard(0), 0.5, margin, error)


def judged(loss: float, *, luck: float = 0.0, forced: bool = False, seat: int = 0) -> Judged:
    return Judged(1, seat, 1, option(0), (), loss, mark_of(loss), luck, forced)


def test_loss_is_what_the_best_other_move_was_worth_more() -> None:
    assert loss_of(option(2.0), [option(5.0), option(9.0), option(1.0)]) == 7.0


def test_loss_that_may_be_chance_does_not_count() -> None:
    assert loss_of(option(2.0), [option(5.0, error=4.0)]) == 0.0
    assert loss_of(option(2.0), [option(5.0, error=1.0)]) == 1.5


def test_best_move_loses_nothing() -> None:
    assert loss_of(option(2.0), [option(1.0)]) == 0.0
    assert loss_of(option(2.0), []) == 0.0


@pytest.mark.parametrize(
    ("loss", "mark"),
    [
        (0.0, "best"),
        (1.4, "good"),
        (1.5, "inaccuracy"),
        (2.9, "inaccuracy"),
        (3.0, "mistake"),
        (7.9, "mistake"),
        (8.0, "blunder"),
    ],
)
def test_marks_begin_where_the_design_says(loss: float, mark: str) -> None:
    assert mark_of(loss) == mark


def test_summary_counts_what_was_to_be_decided() -> None:
    given = [judged(0), judged(4.0, luck=-2), judged(9.0, luck=1.5), judged(0, forced=True)]
    summary = summary_of(0, [*given, judged(20.0, seat=1)])
    assert summary.decisions == 3
    assert summary.lost == 13.0
    assert summary.luck == -0.5
    assert tuple(summary.marks) == MARKS
    assert [summary.marks[mark] for mark in ("best", "mistake", "blunder")] == [1, 1, 1]


def test_accuracy_is_100_without_a_loss_and_50_at_three_points_a_decision() -> None:
    assert summary_of(0, [judged(0), judged(0)]).accuracy == 100
    assert summary_of(0, [judged(0), judged(6.0)]).accuracy == 50
    assert summary_of(0, []).accuracy == 100
