from __future__ import annotations

import pytest

from bench.review.calibration import Sample, bins, brier, calibration_error
from stellwerk.review.chance import chance_of
from stellwerk.review.judge import Standing


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_seat_that_wins_as_often_as_any_other_keeps_its_share(seats: int) -> None:
    assert chance_of(1 / seats, seats) == pytest.approx(1 / seats, abs=1e-4)


def test_sure_play_outs_are_believed_a_little_less() -> None:
    assert 0.85 < chance_of(0.9, 2) < 0.9
    assert 0.1 < chance_of(0.1, 2) < 0.15


def test_chance_grows_with_the_share_and_is_never_certain() -> None:
    chances = [chance_of(share / 100, 4) for share in range(101)]
    assert chances == sorted(chances)
    assert 0 < chances[0] < chances[-1] < 1


def samples(share: float, won: int, number: int) -> list[Sample]:
    return [
        Sample("usa", 2, 1, Standing(share, 0.0), float(each < won), 0) for each in range(number)
    ]


def test_calibration_error_is_small_where_chances_come_true_and_large_where_not() -> None:
    true = samples(0.5, 50, 100) + samples(chance_free(0.8), 80, 100)
    assert len(bins(true)) == 10
    assert brier(true) == pytest.approx((0.25 + 0.16) / 2, abs=0.01)
    wrong = samples(0.5, 80, 100) + samples(chance_free(0.8), 50, 100)
    assert calibration_error(wrong)[1] > 0.2


def chance_free(chance: float) -> float:
    """Return the share of play-outs that is told as a chance of two seats."""
    return next(share / 1000 for share in range(1000) if chance_of(share / 1000, 2) >= chance)
