"""How fast it is: ``python -m bench [--quick]``. One thread; the best of several runs counts.

``python -m bench server`` measures the server instead, ``python -m bench envs`` the environments;
``python -m bench --against REV`` compares the working tree with a commit.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import numpy as np

from bench.table import Figure, show
from stellwerk import Board, Game
from stellwerk.arena import Lineup
from stellwerk.arena.match import books_of, play_in_kernel
from stellwerk.bots.strategies.random_games import LENGTH, random_games
from stellwerk.game.moves import Move
from stellwerk.rules import entries
from stellwerk.rules.play_out import play_outs
from stellwerk.rules.score import RESULT
from stellwerk.rules.scratch import SCRATCH
from stellwerk.rules.state import MOVE, MOVES, OVER, STATE

SEED = 1
RUNS = 3
BOARDS = ("usa", "europe", "germany", "world", "great_lakes")

GAMES = """
import time; start = time.perf_counter()
from stellwerk.board import Board
from stellwerk.bots.compile import load, random_games_on
load(random_games_on(Board.load("usa")).entries())
print(time.perf_counter() - start)
"""
COLD = """
import time; start = time.perf_counter()
from stellwerk.bots.compile import compile_all, entries_for_playing
compile_all(entries_for_playing); print(time.perf_counter() - start)
"""
FIRST = """
import time
from stellwerk import Game
start = time.perf_counter()
game = Game.new("usa", seats=2, seed=1); game.legal_moves(0)
print(time.perf_counter() - start)
"""


def best(measure: Callable[[], float]) -> float:
    """Return the highest of several measurements."""
    return max(measure() for _ in range(RUNS))


def games_and_decisions(board: str, seats: int, games: int) -> tuple[float, float]:
    """Return whole scored random games and decisions per second of processor time."""
    record = Board.load(board).known
    states, moves = np.zeros(2, STATE), np.zeros(1, MOVE)
    scratch = np.zeros(1, SCRATCH)
    results, lengths = np.zeros(games, RESULT), np.zeros(games, LENGTH)
    scratch["rng"] = SEED
    random_games(states, record, seats, moves, scratch, results[:1], lengths[:1])

    def measure() -> float:
        start = time.process_time()
        random_games(states, record, seats, moves, scratch, results, lengths)
        return games / (time.process_time() - start)

    rate = best(measure)
    return rate, rate * float(lengths["decisions"].mean())


def middle_of_a_game(seats: int) -> np.ndarray:
    """Return a state from the middle of a random game, with room for play-outs behind it."""
    record = Board.load("usa").record
    rng = np.random.default_rng(SEED)
    states, moves, spare = np.zeros(2, STATE), np.zeros(MOVES, MOVE), np.zeros(1, MOVE)
    states["key"][0] = rng.integers(0, 2**32, 8, dtype=np.uint32)
    entries.deal(states, 0, record, seats)
    while states["pieces"][0, :seats, 0].max() > 24 and states["phase"][0] != OVER:
        pending = int(states["pending"][0])
        seat = (pending & -pending).bit_length() - 1
        count = entries.legal(states, 0, record, seat, moves)
        entries.play(states, 0, record, moves, int(rng.integers(count)), spare)
    return states


def play_out_rate(seats: int, number: int) -> float:
    """Return redeals with random play-outs from the middle of a game per second."""
    record = Board.load("usa").known
    states, moves = middle_of_a_game(seats), np.zeros(1, MOVE)
    scratch, results, totals = np.zeros(1, SCRATCH), np.zeros(1, RESULT), np.zeros(5)
    scratch["rng"] = SEED
    seat = int(states["turn"][0])
    play_outs(states, record, seat, 1, moves, scratch, results, totals)

    def measure() -> float:
        start = time.process_time()
        play_outs(states, record, seat, number, moves, scratch, results, totals)
        return number / (time.process_time() - start)

    return best(measure)


def planner_rate(seats: int, games: int) -> float:
    """Return whole games among planners per second of processor time."""
    lineup = Lineup(Board.load("usa"), ("planner",) * seats, str(SEED))
    books = books_of(lineup)
    play_in_kernel(lineup, range(1), books)

    def measure() -> float:
        start = time.process_time()
        play_in_kernel(lineup, range(games), books)
        return games / (time.process_time() - start)

    return best(measure)


def game_rate(games: int) -> float:
    """Return moves per second through Game, one at a time, with checks and record."""
    lines: list[tuple[int, list[Move]]] = []
    rng = np.random.default_rng(SEED)
    for seed in range(games):
        game = Game.new("usa", seats=2, seed=seed)
        moves: list[Move] = []
        while not game.over:
            legal = game.legal_moves(game.pending[0])
            moves.append(legal[int(rng.integers(len(legal)))])
            game.play(moves[-1])
        lines.append((seed, moves))

    def measure() -> float:
        spent, count = 0.0, 0
        for seed, moves in lines:
            game = Game.new("usa", seats=2, seed=seed)
            start = time.process_time()
            for move in moves:
                game.play(move)
            spent += time.process_time() - start
            count += len(moves)
        return count / spent

    return best(measure)


def seconds(code: str, cache: str | None = None) -> float:
    """Return what a fresh process prints; with a cache folder of its own if one is given."""
    environment = {**os.environ, **({"STELLWERK_CACHE": cache} if cache else {})}
    done = subprocess.run(
        (sys.executable, "-c", code), capture_output=True, text=True, check=True, env=environment
    )
    return float(done.stdout)


def main() -> int:
    """Measure everything and print the table."""
    if sys.argv[1:2] == ["server"]:
        from bench.server import main as measure_server

        return measure_server(sys.argv[2:])
    if sys.argv[1:2] == ["envs"]:
        from bench.envs import main as measure_environments

        return measure_environments(sys.argv[2:])
    if "--against" in sys.argv:
        from bench.against import main as compare

        return compare(sys.argv[1:])
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer games")
    games = 2_000 if parser.parse_args().quick else 20_000
    figures = []
    with tempfile.TemporaryDirectory() as cache:
        figures.append(Figure("compile random games, cold", seconds(GAMES, cache), "s", 20, True))
    with tempfile.TemporaryDirectory() as cache:
        figures.append(Figure("compile for playing, cold", seconds(COLD, cache), "s", 30, True))
        figures.append(Figure("first call, from the cache", seconds(FIRST, cache), "s", 1, True))
    figures.append(Figure("state", STATE.itemsize, "bytes", 2048, True))
    usa = 0.0
    for seats, bar in ((2, 60_000), (4, 33_000)):
        rate, usa = games_and_decisions("usa", seats, games)
        figures.append(Figure(f"usa, {seats} seats: random games", rate, "games/s", bar))
    figures.append(Figure("usa, 4 seats", usa, "decisions/s"))
    for board in BOARDS[1:]:
        _, rate = games_and_decisions(board, 4, games // 4)
        figures.append(Figure(f"{board}, 4 seats", rate, "decisions/s", usa / 3))
    for seats, least in ((2, 60_000.0), (4, None)):
        rate = play_out_rate(seats, games)
        figures.append(Figure(f"usa, {seats} seats: redeal, play out", rate, "play-outs/s", least))
    for seats, least in ((2, 5_000.0), (4, None)):
        rate = planner_rate(seats, games // 5)
        figures.append(Figure(f"usa, {seats} seats: planner games", rate, "games/s", least))
    figures.append(Figure("Game.play", game_rate(games // 200), "moves/s", 20_000))
    return 0 if show("Speed, one thread", figures, SEED) else 1


if __name__ == "__main__":
    raise SystemExit(main())
