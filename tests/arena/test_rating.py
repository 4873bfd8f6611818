"""Ratings: the right order, the right distance, and an interval that holds what it promises."""

from __future__ import annotations

import numpy as np
import pytest

from stellwerk.arena.rating import ratings

TRUTH = np.array([1700.0, 1500.0, 1450.0, 1350.0])


def _meetings(deals: int, seed: int) -> np.ndarray[tuple[int, int, int], np.dtype[np.float64]]:
    """Let bots of known strength meet, each two once in every deal."""
    dice = np.random.default_rng(seed)
    chance = 1 / (1 + 10 ** ((TRUTH[None, :] - TRUTH[:, None]) / 400))
    meetings = np.zeros((deals, 4, 4))
    for one in range(4):
        for other in range(one):
            won = dice.random(deals) < chance[one, other]
            meetings[:, one, other], meetings[:, other, one] = won, ~won
    return meetings


def test_ratings_find_the_strength_behind_the_meetings() -> None:
    rated = ratings(_meetings(4000, seed=1))
    for each, truth in zip(rated, TRUTH, strict=True):
        assert each.rating == pytest.approx(truth, abs=15)
        assert each.low < each.rating < each.high


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    held = 0
    for seed in range(50):
        for each, truth in zip(ratings(_meetings(150, seed)), TRUTH, strict=True):
            held += each.low <= truth <= each.high
    assert 0.9 <= held / 200 <= 0.99


def test_who_always_wins_is_rated_high_and_not_without_end() -> None:
    meetings = np.zeros((100, 2, 2))
    meetings[:, 0, 1] = 1
    best, worst = ratings(meetings)
    assert 600 < best.rating - worst.rating < 2000


def test_bots_need_not_all_meet() -> None:
    meetings = np.zeros((60, 3, 3))
    meetings[:40, 0, 1], meetings[:20, 1, 0] = 1, 1
    meetings[:40, 1, 2], meetings[:20, 2, 1] = 1, 1
    first, second, third = ratings(meetings)
    assert first.rating - second.rating == pytest.approx(120, abs=8)
    assert first.rating - second.rating == pytest.approx(second.rating - third.rating, abs=1)
