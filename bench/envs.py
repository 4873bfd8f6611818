"""How fast environments are stepped: ``python -m bench envs``. One thread; the best run counts.

Actions are chosen before, and the choosing is not counted. The comparison with PettingZoo's own
games needs two more packages: ``pip install pygame chess``.
"""

from __future__ import annotations

import time
import warnings
from typing import Any, Final

import numpy as np

from bench.table import Figure, show
from stellwerk.board import boards
from stellwerk.envs import Batch, pettingzoo_env

SEED: Final = 1
RUNS: Final = 5
GAMES: Final = 256


def step_rate(board: str, seats: int, steps: int, **options: Any) -> float:
    """Return steps per second of processor time, with legal actions recorded before."""
    rng = np.random.default_rng(SEED)
    batch = Batch(board, GAMES, seats, seed=SEED, **options)
    actions = np.zeros((steps, GAMES), np.int64)
    for step in range(steps):
        noise = rng.random(batch.mask.shape, dtype=np.float32)
        actions[step] = (noise * batch.mask).argmax(axis=1)
        batch.step(actions[step])
    best = 0.0
    for _ in range(RUNS):
        batch.reset(SEED)
        start = time.process_time()
        for row in actions:
            batch.step(row)
        best = max(best, steps * GAMES / (time.process_time() - start))
    return best


def wrapped_rate(env: Any, steps: int) -> float:
    """Return how often per second an environment of PettingZoo tells and takes an action."""
    rng = np.random.default_rng(SEED)
    spent, taken = 0.0, 0
    while taken < steps:
        env.reset(seed=SEED + taken)
        for _ in env.agent_iter():
            start = time.process_time()
            seen, _, over, cut, told = env.last()
            spent += time.process_time() - start
            mask = told["action_mask"] if "action_mask" in told else seen["action_mask"]
            action = None if over or cut else int(rng.choice(np.flatnonzero(mask)))
            start = time.process_time()
            env.step(action)
            spent += time.process_time() - start
            taken += 1
    return taken / spent


def pettingzoo_figures(steps: int) -> list[Figure]:
    """Compare with PettingZoo's own games, in the same run."""
    own = max(wrapped_rate(pettingzoo_env("usa"), steps) for _ in range(RUNS))
    figures = [Figure("PettingZoo, usa, 2 seats", own, "steps/s")]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pettingzoo.classic import chess_v6, tictactoe_v3
    except Exception as problem:
        print(f"PettingZoo's own games are left out: {problem}")
        return figures
    for name, game, number, bar in (
        ("tictactoe", tictactoe_v3, steps, 3),
        ("chess", chess_v6, steps // 20, 50),
    ):
        rate = max(wrapped_rate(game.env(), number) for _ in range(2))
        figures.append(Figure(f"PettingZoo's {name}", rate, "steps/s"))
        figures.append(Figure(f"usa against {name}", own / rate, "times", bar))
    return figures


def main(words: list[str]) -> int:
    """Measure everything and print the table."""
    steps = 60 if "--quick" in words else 400
    narrow, plain = "usa, 2 seats: mask and step", "usa, 2 seats: mask, step, observation"
    figures = [
        Figure(narrow, step_rate("usa", 2, steps, observe=False), "steps/s", 6_000_000),
        Figure(plain, step_rate("usa", 2, steps), "steps/s", 2_500_000),
        Figure(f"{plain}, distances", step_rate("usa", 2, steps // 4, distances=True), "steps/s"),
        Figure(
            f"{narrow}, all payments",
            step_rate("usa", 2, steps // 4, observe=False, all_payments=True),
            "steps/s",
        ),
        Figure(
            "usa, 2 seats: against planner",
            step_rate("usa", 2, steps // 8, opponents="planner"),
            "steps/s",
        ),
    ]
    for board in boards():
        rate = step_rate(board, 4, steps // 2)
        figures.append(Figure(f"{board}, 4 seats: mask, step, observation", rate, "steps/s"))
    figures += pettingzoo_figures(steps * 10)
    return 0 if show(f"Environments, one thread, {GAMES} games", figures, SEED) else 1
