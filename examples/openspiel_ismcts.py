"""OpenSpiel's information-set tree search against our planner.

    python examples/openspiel_ismcts.py --games 4 --simulations 100

It needs the extra `openspiel`. The search plays random games to their ends, in Python, and so is
slow; our own search plays inside the rules.
"""

import argparse
from typing import Any

import numpy as np
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from stellwerk.bots import Decision, make
from stellwerk.envs import openspiel_game
from stellwerk.game import Game


def play(board: str, seed: int, simulations: int, seat: int) -> tuple[int, ...]:
    """Play one game; the search has one seat, the planner the other. Return the points."""
    spiel = openspiel_game(board, seats=2)
    evaluator = RandomRolloutEvaluator(1, np.random.RandomState(seed))
    search = ISMCTSBot(spiel, evaluator, 2.0, simulations, random_state=np.random.RandomState(seed))
    planner = make("planner", seed)
    state: Any = spiel.new_initial_state()
    while state.is_chance_node():
        state.apply_action((seed * 97 + len(state.history())) % 256)
    # The same game twice: OpenSpiel's state for the search, ours for the planner.
    game = Game.new(board, seats=2, seed=state.key)
    while not state.is_terminal():
        player = state.current_player()
        if player == seat:
            action = search.step(state)
            game.play(state.move(action))
        else:
            move = planner.choose(Decision.of(game, player))
            action = state.action_of(move)
            game.play(state.move(action))
        state.apply_action(action)
    return tuple(each.total for each in game.outcome().seats)


def main(words: list[str] | None = None) -> list[tuple[int, ...]]:
    """Play some games from both seats, and print the points."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--board", default="lesson")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--simulations", type=int, default=50)
    wishes = parser.parse_args(words)
    results: list[tuple[int, ...]] = []
    for number in range(wishes.games):
        seat = number % 2
        points = play(wishes.board, number, wishes.simulations, seat)
        results.append((points[seat], points[1 - seat]))
        print(f"game {number + 1}: search {points[seat]}, planner {points[1 - seat]}")
    return results


if __name__ == "__main__":
    main()
