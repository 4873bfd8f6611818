"""How well the search guesses tickets: ``python -m bench.belief [--board usa] [--seats 2]``.

Bots play games; at some of their turns another seat's tickets are guessed. The table shows the
share of true tickets among those guessed, by how many of its pieces that seat has used; and the
surprise about all its tickets, in natural logarithms: a guess that is too sure of itself may be
right more often and still be surprised more. Weights can be tried out: ``--try unexplained=30 --try
discount=3``; ``--try sweeps=0`` is a fair redeal.
"""

from __future__ import annotations

import argparse
import time
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table

from bench.table import commit
from stellwerk.board import Board
from stellwerk.bots import make
from stellwerk.bots.planning.thought import MEMORY
from stellwerk.bots.search.engine import Engine
from stellwerk.bots.search.weights import weights
from stellwerk.bots.table import ask
from stellwerk.game import Game

GUESSES = 64
QUARTERS = 4
States = np.ndarray[Any, np.dtype[Any]]


def positions(
    board: Board, bot: str, seats: int, games: int, each: int
) -> list[tuple[States, int]]:
    """Return states of a bot's games with itself, with the seat whose turn it is."""
    found = []
    for seed in range(games):
        game = Game.new(board, seats, seed)
        bots = [make(bot, seat) for seat in range(seats)]
        turns = []
        while not game.over:
            seat = game.pending[0]
            if game.phase == "turn":
                turns.append((game.states.copy(), seat))
            game.play(ask(game, seat, bots[seat]), by="bot")
        chosen = np.random.default_rng(seed).choice(len(turns), each, replace=False)
        found += [turns[number] for number in chosen]
    return found


class Shares(NamedTuple):
    """What came out for one seat."""

    used: float
    """Of its pieces."""
    right: float
    """Of its tickets."""
    surprise: float


def compare(board: Board, states: States, seat: int, trials: Engine) -> list[Shares]:
    """Guess, and return for each other seat how good the guesses were."""
    trials.get_ready(states, board, seat, 1, np.zeros(1, MEMORY))
    record = board.record
    began_with = int(record["chosen_pieces"][0]) or int(record["pieces"][0].sum())
    own = _tickets(board, states["held"][0, seat])
    shares = []
    for other in range(int(states["seats"][0])):
        if other == seat:
            continue
        held = _tickets(board, states["held"][0, other])
        guessed = _tickets(board, trials.guesses["held"][:, other])
        used = 1 - int(states["pieces"][0, other].sum()) / began_with
        usual = held.sum() / (~own).sum()
        chance = (guessed.sum(0) + usual) / (GUESSES + 1)
        surprise = -np.log(np.where(held, chance, 1 - chance))[~own].sum()
        right = guessed[:, held].sum() / (held.sum() * GUESSES)
        shares.append(Shares(used, float(right), float(surprise)))
    return shares


def _tickets(board: Board, words: States) -> States:
    """Return sets of tickets as truth values."""
    flat = np.ascontiguousarray(words, "<u8").view("u1")
    return np.unpackbits(flat, axis=-1, bitorder="little")[..., : len(board.tickets)].astype(bool)


def main() -> int:
    """Guess and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--board", default="usa")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--bot", default="planner", help="who plays, and is guessed about")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--each", type=int, default=4, help="positions of each game")
    parser.add_argument("--try", dest="tries", action="append", default=[], metavar="NAME=NUMBER")
    options = parser.parse_args()
    board = Board.load(options.board)
    changed = {name: int(number) for name, _, number in (t.partition("=") for t in options.tries)}
    trials = Engine(weights(**{"fair": 0, **changed}), GUESSES, 1)
    found = positions(board, options.bot, options.seats, options.games, options.each)
    began = time.process_time()
    shares = np.array(
        [each for states, seat in found for each in compare(board, states, seat, trials)]
    )
    spent = (time.process_time() - began) / len(found)
    table = Table(title=f"Tickets guessed right, commit {commit()}")
    names = [f"{100 * q // QUARTERS}-{100 * (q + 1) // QUARTERS} %" for q in range(QUARTERS)]
    for column in ("board", "seats", *names, "all", "surprise", "time"):
        table.add_column(column, justify="right")
    quarter = np.minimum((shares[:, 0] * QUARTERS).astype(int), QUARTERS - 1)
    cells = [f"{100 * shares[quarter == q, 1].mean():.0f} %" for q in range(QUARTERS)]
    mean = f"{100 * shares[:, 1].mean():.0f} %"
    surprise = f"{shares[:, 2].mean():.2f}"
    table.add_row(board.id, str(options.seats), *cells, mean, surprise, f"{1000 * spent:.1f} ms")
    Console().print(table)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
