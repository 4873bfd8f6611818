"""Batches: repeatable, safe against bad actions, and fair to what they are asked for."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from stellwerk.board import UnknownName
from stellwerk.envs import BadAction, BadRequest, Batch, Statistics
from stellwerk.envs.batch import WORTH_COMPILING
from stellwerk.rules.state import OVER
from tests.envs.games import VARIANTS, any_legal, steps

PARTS = ("acting", "mask", "observation", "reward", "over")


def _equal(one: Batch, other: Batch) -> bool:
    return all(np.array_equal(getattr(one, part), getattr(other, part)) for part in PARTS)


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_games_of_every_variant_come_to_an_end(name: str, variant: str) -> None:
    batch = Batch(name, games=2, seats=5, variant=variant, seed=1)
    for _ in steps(batch, 2500):
        if batch.slots["episodes"].all():
            break
    assert batch.slots["episodes"].all()
    assert (batch.result["rank"][:, :5].min(axis=1) == 1).all()


def test_the_same_seed_gives_the_same_games_whatever_the_threads() -> None:
    batches = [Batch("lesson", games=7, seats=3, seed=5, threads=threads) for threads in (1, 3)]
    for _ in zip(*(steps(batch, 200) for batch in batches), strict=True):
        assert _equal(*batches)
    assert batches[0].slots["episodes"].all()
    assert not _equal(batches[0], Batch("lesson", games=7, seats=3, seed=6))


def test_a_game_does_not_depend_on_its_neighbours() -> None:
    many, few = Batch("lesson", games=6, seed=2), Batch("lesson", games=2, seed=2)
    assert np.array_equal(many.observation[:2], few.observation)


def test_many_games_go_as_few_though_compiled_for_their_board() -> None:
    many, few = (Batch("lesson", games, seed=4) for games in (WORTH_COMPILING, 3))
    rng = np.random.default_rng(4)
    for _ in range(150):
        for part in PARTS:
            assert np.array_equal(getattr(many, part)[:3], getattr(few, part)), part
        chosen = any_legal(many.mask, rng)
        many.step(chosen)
        few.step(chosen[:3])
    assert few.slots["episodes"].all()


@pytest.mark.parametrize("opponents", [None, "greedy"])
def test_a_batch_goes_on_the_same_after_pickling(opponents: str | None) -> None:
    batch = Batch("lesson", games=4, seed=3, opponents=opponents)
    for _ in steps(batch, 30):
        pass
    copy = pickle.loads(pickle.dumps(batch))
    for _ in zip(steps(batch, 60, 1), steps(copy, 60, 1), strict=True):
        assert _equal(batch, copy)


@pytest.mark.parametrize("action", [-1, 523, 100_000, 400])
def test_a_bad_action_is_named_and_nothing_is_played(action: int) -> None:
    batch = Batch("usa", games=3, seed=1)
    before = batch.states.tobytes()
    actions = batch.mask.argmax(axis=1)
    actions[2] = action
    with pytest.raises(BadAction, match=rf"game 2: action {action} \(.*\) is not legal") as told:
        batch.step(actions)
    assert told.value.game == 2
    assert batch.states.tobytes() == before


def test_the_mask_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="read-only"):
        Batch("lesson", games=1).mask[:] = 1


def test_wrong_wishes_are_refused_with_what_is_possible() -> None:
    with pytest.raises(BadRequest, match="2 to 5 seats, not 6"):
        Batch("lesson", seats=6)
    with pytest.raises(UnknownName, match="no reward is called 'pointz'; did you mean 'points'"):
        Batch("lesson", reward="pointz")
    with pytest.raises(UnknownName, match="no bot is called 'planer'"):
        Batch("lesson", opponents="planer")
    with pytest.raises(BadRequest, match="autoreset is one of never, same_step, next_step"):
        Batch("lesson", autoreset="always")
    with pytest.raises(TypeError, match="a batch has no option distance"):
        Batch("lesson", distance=True)  # type: ignore[call-arg]


def test_a_game_that_is_over_begins_again_with_the_next_step_if_wished() -> None:
    batch = Batch("lesson", games=5, seed=1, autoreset="next_step")
    ended = 0
    for _ in steps(batch, 300):
        over = batch.over.copy()
        assert np.array_equal(batch.mask.any(axis=1), ~over)
        assert np.array_equal(batch.states["phase"] == OVER, over)
        ended += int(over.sum())
    assert ended == batch.slots["episodes"].sum() > 5


def _finished(**options: Any) -> tuple[Batch, np.ndarray]:
    """Step until a game ends; return the batch and all rewards of that game."""
    batch = Batch("lesson", games=1, seats=3, seed=4, **options)
    rewards = np.zeros(3)
    for _ in steps(batch, 1000):
        rewards += batch.reward[0]
        if batch.over[0]:
            return batch, rewards
    raise AssertionError("the game did not end")


@pytest.mark.parametrize("scheme", ["points", "total", "margin", "win"])
def test_rewards_add_up_to_what_their_name_says(scheme: str) -> None:
    batch, rewards = _finished(reward=scheme)
    totals = batch.result["total"][0, :3].astype(float)
    expected = {
        "points": totals,
        "total": totals,
        "margin": totals - (totals.sum() - totals) / 2,
        "win": np.where(batch.result["rank"][0, :3] == 1, 1.0, -0.5),
    }
    assert np.allclose(rewards, expected[scheme])


def test_a_reward_of_ones_own_is_asked_when_games_end() -> None:
    batch, rewards = _finished(reward=lambda results, seats: results["tickets"][:, :seats] / 10)
    assert np.allclose(rewards, batch.result["tickets"][0, :3] / 10)


def test_opponents_play_all_seats_but_the_learners_which_moves_on() -> None:
    statistics = Statistics(seats=3)
    batch = Batch("lesson", games=6, seats=3, opponents="planner", hooks=[statistics], seed=1)
    learners = set()
    for _ in steps(batch, 120):
        assert np.array_equal(batch.acting, batch.slots["learner"])
        learners |= set(batch.acting.tolist())
    assert learners == {0, 1, 2}
    assert statistics.games == batch.slots["episodes"].sum() > 6
    # A random learner loses against planners, and its figures are its own.
    others = statistics.total.sum() - statistics.learner["total"]
    assert statistics.learner["total"] / statistics.games < others / statistics.games / 2 - 10
    assert statistics.learner["wins"] < statistics.games / 5


def test_games_are_dealt_from_keys() -> None:
    batch = Batch("lesson", games=2, seed=1)
    first = batch.observation.copy()
    keys = [state["key"].tobytes() for state in batch.states]
    batch.step(any_legal(batch.mask, np.random.default_rng(0)))
    batch.deal(keys)
    assert np.array_equal(batch.observation, first)
