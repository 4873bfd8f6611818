"""Step many games at random, and tell how fast that goes.

    python examples/random_rollout.py --board usa --games 256 --steps 2000

It needs nothing but Stellwerk itself.
"""

import argparse
import time

import numpy as np

from stellwerk.envs import Batch, Statistics


def main(words: list[str] | None = None) -> Statistics:
    """Play, and print what came out."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--board", default="usa")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=256)
    parser.add_argument("--steps", type=int, default=1000)
    wishes = parser.parse_args(words)

    statistics = Statistics(wishes.seats)
    batch = Batch(wishes.board, wishes.games, wishes.seats, seed=1, hooks=[statistics])
    rng = np.random.default_rng(1)
    spent = 0.0
    for _ in range(wishes.steps):
        # The largest of random numbers, among the legal actions of each game.
        actions = (rng.random(batch.mask.shape, dtype=np.float32) * batch.mask).argmax(axis=1)
        start = time.perf_counter()
        batch.step(actions)
        spent += time.perf_counter() - start
    print(f"{wishes.games * wishes.steps / spent:,.0f} steps/s, choosing not counted")
    print(f"{statistics.games} games, mean points {statistics.means['total'].round(1)}")
    return statistics


if __name__ == "__main__":
    main()
