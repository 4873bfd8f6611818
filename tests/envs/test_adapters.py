"""PettingZoo, Gymnasium and OpenSpiel take the game as their own."""

from __future__ import annotations

import pickle
import warnings
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest

from stellwerk.board import boards
from stellwerk.envs import (
    BadAction,
    BadRequest,
    gymnasium_env,
    gymnasium_vector_env,
    openspiel_game,
    pettingzoo_env,
)
from tests.envs.games import VARIANTS, any_legal

with warnings.catch_warnings():
    # PettingZoo's own tests load games in a way that PettingZoo no longer likes.
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test, seed_test


@pytest.mark.parametrize("name", boards())
@pytest.mark.filterwarnings("ignore:Observation")
def test_pettingzoos_own_tests_pass(name: str) -> None:
    api_test(pettingzoo_env(board=name, seats=3), num_cycles=60)
    seed_test(lambda: pettingzoo_env(board=name, seats=2), num_cycles=60)


def _play(env: Any, seed: int) -> list[tuple[str, int]]:
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    taken = []
    for agent in env.agent_iter():
        seen, _, over, _, _ = env.last()
        action = None if over else int(rng.choice(np.flatnonzero(seen["action_mask"])))
        env.step(action)
        if action is not None:
            taken.append((agent, action))
    return taken


def test_rewards_of_pettingzoo_are_the_outcome() -> None:
    env = pettingzoo_env(board="lesson", seats=2, reward="win")
    taken = _play(env, 1)
    assert {agent for agent, _ in taken} == {"seat_0", "seat_1"}
    assert not env.agents
    assert sorted(env.batch.reward[0]) in ([-1.0, 1.0], [0.0, 0.0])
    assert _play(env, 1) == taken
    assert _play(pickle.loads(pickle.dumps(env)), 1) == taken


def test_pettingzoo_refuses_what_comes_too_early_or_is_not_legal() -> None:
    env = pettingzoo_env(board="lesson")
    with pytest.raises(BadRequest, match="reset the environment"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(BadAction, match="is not legal"):
        env.step(100)
    with pytest.raises(BadAction, match="is not legal"):
        env.step(None)


def test_the_table_is_shown_in_lines() -> None:
    env = pettingzoo_env(board="lesson", seats=2, render_mode="ansi")
    env.reset(seed=1)
    shown = env.render()
    assert shown is not None
    first, *seats = shown.splitlines()
    assert first.startswith("keep, ")
    assert seats[0] == "> seat_0: 0 points, 20 wagon, 4 cards, 0 tickets"
    assert pettingzoo_env(board="lesson").render() is None


def test_another_agent_sees_its_own_cards_and_no_actions() -> None:
    env = pettingzoo_env(board="lesson", seats=2)
    env.reset(seed=1)
    other = env.observe("seat_1")
    assert not other["action_mask"].any()
    assert not np.array_equal(other["observation"], env.observe("seat_0")["observation"])


def test_gymnasium_plays_one_learner_among_bots() -> None:
    env = gymnasium_env("lesson", seats=3, opponents="greedy,random", reward="total")
    assert isinstance(env, gymnasium.Env)
    for seed in range(2):
        rng, over, reward = np.random.default_rng(seed), False, 0.0
        seen, told = env.reset(seed=seed)
        while not over:
            assert seen in env.observation_space
            action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
            seen, reward, over, _, told = env.step(action)  # type: ignore[assignment]
        assert reward == told["total"][told["seat"]]
    assert pickle.loads(pickle.dumps(env)).action_space == env.action_space


def test_gymnasium_plays_many_games_at_once() -> None:
    envs = [gymnasium_vector_env("lesson", 6, opponents="random") for _ in range(2)]
    rng, ended = np.random.default_rng(1), 0
    (seen, _), (twin, _) = (env.reset(seed=4) for env in envs)
    for _ in range(150):
        assert np.array_equal(seen["observation"], twin["observation"])
        actions = any_legal(seen["action_mask"].view(np.uint8), rng)
        (seen, reward, over, cut, told), (twin, *_) = (env.step(actions) for env in envs)
        assert reward.shape == (6,)
        assert not cut.any()
        ended += int(over.sum())
        if over.any():
            assert np.array_equal(told["_total"], over)
            assert not seen["action_mask"][over].any()
    assert ended > 6
    assert envs[0].observation_space.contains(seen)


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_openspiels_simulation_passes_with_serialisation(name: str, variant: str) -> None:
    game = openspiel_game(name, seats=2, variant=variant)
    state = _dealt(game)
    rng = np.random.RandomState(1)
    while not state.is_terminal():
        state.apply_action(int(rng.choice(state.legal_actions())))
    assert sum(state.returns()) == pytest.approx(0)
    again = game.deserialize_state(state.serialize())
    assert (str(again), again.returns()) == (str(state), state.returns())
    if name == "lesson":
        pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def _dealt(game: Any) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(len(state.history()) * 37)
    return state


@pytest.mark.parametrize("name", ["lesson", "world"])
def test_resampling_leaves_what_a_player_knows(name: str) -> None:
    state, rng = _dealt(openspiel_game(name, seats=3)), np.random.RandomState(2)
    for step in range(90):
        if step % 15 == 0:
            player = state.current_player()
            known = state.information_state_string(player)
            for _ in range(3):
                other = state.resample_from_infostate(player, rng.random_sample)
                assert other.information_state_string(player) == known
                assert other.legal_actions() == state.legal_actions()
                tensor = other.information_state_tensor(player)
                assert tensor == state.information_state_tensor(player)
        state.apply_action(int(rng.choice(state.legal_actions())))


def test_information_states_tell_different_pasts_apart() -> None:
    state = _dealt(openspiel_game("lesson", seats=2))
    one, other = state.clone(), state.clone()
    one.apply_action(one.legal_actions()[0])
    other.apply_action(other.legal_actions()[-1])
    # Which tickets were kept is the first player's secret.
    assert one.information_state_string(1) == other.information_state_string(1)
    assert pickle.loads(pickle.dumps(one)).history() == one.history()
