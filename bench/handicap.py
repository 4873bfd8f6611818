"""Whether the searching champion leaves its network's move for good: what a handicap is worth.

``python -m bench.handicap note FILE --board usa --bot champion:0.5s --games 100`` plays champion
against champion, and notes positions in which some other move won more in the play-outs than the
network's favourite. ``python -m bench.handicap judge FILE`` lets the network play both moves on
from the true position, to the end and many times with the same chance for both, and tells what
rules for leaving the favourite would have gained. Several files may be judged together.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

import numpy as np

from bench.table import commit
from stellwerk.board import Board
from stellwerk.bots.bot import Decision
from stellwerk.bots.planning.thought import MEMORY, THOUGHT
from stellwerk.bots.search.bot import SearchBot, Taste
from stellwerk.bots.strategies.books import book_of
from stellwerk.bots.strategies.names import PLANNER
from stellwerk.bots.table import play_on
from stellwerk.champion.bot import ChampionBot
from stellwerk.champion.encoding import scales
from stellwerk.champion.entries import advise_games, number_moves
from stellwerk.champion.network import Network, network_of
from stellwerk.champion.sight import table_of
from stellwerk.champion.taste import PRICE
from stellwerk.envs.advice import Advice, AdviceRoom
from stellwerk.envs.advice_layout import AdviceLayout
from stellwerk.envs.batch import Batch
from stellwerk.envs.records import rows
from stellwerk.game import Game, Move
from stellwerk.rules.state import BLOCK_WORDS, MOVE, STATE

Array = np.ndarray[Any, np.dtype[Any]]

BASES: Final = (0, 20, 45, 90)
PRICES: Final = (0, 5, 10, 15, 30)
DOUBT: Final = 2.0
SOFTNESS: Final = 30.0
WIN: Final = 0.3
"""What a margin is worth, as the search sees it: see ``bots/search/weights.py``."""
LONGEST: Final = 400
NOTED: Final = (
    *("states", "seats", "favourites", "others", "gains", "errors", "nats", "boards", "decisions"),
)


class Noting(SearchBot):
    """A search that notes where something else than the favourite won more."""

    def __init__(self, name: str, seed: str, game: Game, found: list[tuple[Any, ...]]) -> None:
        super().__init__(name, seed)
        self._game, self._noted = game, found

    def choose_by(self, decision: Decision, taste: Taste | None) -> Move:
        """Return the move of the search, and note the best that is not the favourite."""
        chosen = super().choose_by(decision, taste)
        engine, seat = self._engine, decision.view.seat
        count = int(np.count_nonzero(engine.sums["number"]))
        if taste is None or count < 2:
            return chosen
        moves = engine.moves(count).copy()
        numbers = np.zeros(count, np.int64)
        number_moves(decision.board.record, table_of(decision.board).numbers, moves, numbers)
        sums = engine.sums[:count]
        played = np.maximum(1, sums["number"])
        means = sums["gain"] / played
        usable = (numbers >= 0) & (numbers != numbers[0]) & (2 * played >= played[0])
        best = int(np.where(usable, means, -np.inf).argmax())
        if usable[best] and means[best] > 0 and numbers[0] >= 0 and seat == self._game.pending[0]:
            spread = np.sqrt(max(0.0, sums["square"][best] / played[best] - means[best] ** 2))
            nats = taste.handicaps(moves)[best] / PRICE
            error = spread / np.sqrt(played[best])
            state = np.zeros(1, STATE)
            for name in STATE.names or ():
                state[name] = self._game.states[name]
            pair = numbers[0], numbers[best]
            self._noted.append((state, seat, *pair, means[best], error, nats))
        return chosen


def note(path: Path, board: Board, bot: str, games: int, seed: str) -> None:
    """Play games of two champions, and write what was noted."""
    found: list[tuple[Any, ...]] = []
    decisions = 0
    for number in range(games):
        game = Game.new(board, 2, f"{seed}/{number}")
        bots = {seat: ChampionBot(bot, f"{seed}/{number}/{seat}") for seat in range(2)}
        for seat, champion in bots.items():
            _, *options = bot.split(":")
            name = ":".join(("search", *options))
            champion._found = Noting(name, f"{seed}/{number}/{seat}", game, found)
        play_on(game, bots)
        decisions += game.seq
    states, *others = zip(*found, strict=True)
    columns = [np.concatenate(states), *(np.array(column) for column in others)]
    more = (np.array([board.id, board.variant.id]), np.array(decisions))
    named = dict(zip(NOTED, (*columns, *more), strict=True))
    np.savez_compressed(path, allow_pickle=False, **named)
    print(f"{len(found)} of {decisions} decisions noted in {path}; commit {commit()}")


def logits_of_many(network: Network, inputs: Array, advised: Array) -> Array:
    """Return the logits of all actions for many positions at once."""
    weights = network._weights

    def linear(name: str, numbers: Array) -> Array:
        found: Array = numbers @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]
        return found

    def normal(name: str, numbers: Array) -> Array:
        centred = numbers - numbers.mean(1, keepdims=True)
        spread = np.sqrt(np.mean(centred * centred, 1, keepdims=True) + 1e-5)
        found: Array = centred / spread * weights[f"{name}.weight"] + weights[f"{name}.bias"]
        return found

    hidden = linear("trunk.first", inputs) + weights["head.weight"][advised]
    for number in range(network.blocks):
        block = f"trunk.blocks.{number}"
        inner = linear(f"{block}.inner", normal(f"{block}.norm", hidden))
        hidden = hidden + linear(f"{block}.outer", np.maximum(inner, 0))
    hidden = normal("trunk.norm", hidden)
    logits = linear("head", hidden)
    logits[np.arange(len(advised)), advised] += linear("trust", hidden)[:, 0]
    return logits


class Table:
    """Many games that the network plays in all seats, from any positions."""

    def __init__(self, board: Board, network: Network, games: int) -> None:
        self._board, self._network = board, network
        self._batch = Batch(board, games, 2)
        layout, self._size = AdviceLayout(board), games
        self._scales = scales(self._batch.layout, layout)
        self._told, told = rows(games, layout.size)
        self._advised = np.zeros(games, np.int64)
        self._room = AdviceRoom(np.zeros(1, MEMORY), np.zeros(1, THOUGHT), np.zeros(1, MOVE))
        self._advice = Advice(layout.places, told, self._advised)

    def play(self, states: Array, seats: Array, actions: Array) -> tuple[Array, Array]:
        """Return wins and margins of the seats after their actions."""
        batch, size = self._batch, self._size
        batch.states[:], batch.acting[:] = states, seats
        batch.slots[:] = np.zeros(1, batch.slots.dtype)
        batch._show(0, size, batch._room[0])
        waiting, wins, margins = np.ones(size, bool), np.zeros(size), np.zeros(size)
        chosen = actions
        for _ in range(LONGEST):
            batch.step(chosen)
            ended = batch.over & waiting
            ranks, totals = batch.result["rank"][:, :2], batch.result["total"][:, :2].astype(float)
            own, other = np.arange(size), 1 - seats
            share = (ranks[own, seats] == 1) / np.maximum(1, (ranks == 1).sum(1))
            wins[ended] = share[ended]
            margins[ended] = (totals[own, seats] - totals[own, other])[ended]
            waiting &= ~ended
            if not waiting.any():
                break
            chosen = self._decide()
        return wins, margins

    def _decide(self) -> Array:
        """Return the network's best actions."""
        batch, board = self._batch, self._board
        books, numbers = book_of(PLANNER, board), batch.table.numbers
        advise_games(
            *(0, self._size, batch.states, board.record, numbers, batch.acting, books),
            *(self._room, self._advice),
        )
        seen = np.concatenate((batch.observation, self._told), 1).astype(np.float32)
        logits = logits_of_many(self._network, np.sqrt(seen) * self._scales, self._advised)
        best: Array = np.where(batch.mask, logits, -np.inf).argmax(1)
        return best


def judge(files: list[Path], most: int, times: int) -> None:
    """Play noted moves on, and print what rules for leaving the favourite would have gained."""
    stored = [np.load(path) for path in files]
    board = Board.load(*stored[0]["boards"].tolist())
    noted = {name: np.concatenate([one[name] for one in stored]) for name in NOTED[:7]}
    decisions = sum(int(one["decisions"]) for one in stored)
    network = network_of(board, 2)
    assert network is not None, "only boards with a network have a champion"
    random = np.random.default_rng(1)
    picked = np.sort(random.permutation(len(noted["seats"]))[:most])
    table, gains = Table(board, network, 2 * times), np.zeros(len(picked))
    for place, i in enumerate(picked):
        states = np.repeat(noted["states"][i : i + 1], 2 * times)
        states["key"] = np.tile(
            random.integers(0, 2**31 - 1, (times, states["key"].shape[1])), (2, 1)
        )
        states["block"], states["used"] = 0, BLOCK_WORDS
        actions = np.repeat([noted["favourites"][i], noted["others"][i]], times)
        wins, margins = table.play(states, np.full(2 * times, noted["seats"][i]), actions)
        worth = WIN * wins + (1 - WIN) / (1 + np.exp(-margins / SOFTNESS))
        gains[place] = worth[times:].mean() - worth[:times].mean()
    asked = decisions * len(picked) / len(noted["seats"])
    print(f"{len(picked)} of {len(noted['seats'])} noted, {decisions} decisions; commit {commit()}")
    for price in PRICES:
        cells = []
        for base in BASES:
            hurdle = base + price * noted["nats"][picked] + DOUBT * noted["errors"][picked]
            left = gains[noted["gains"][picked] > hurdle]
            error = left.std() * len(left) ** 0.5 if len(left) else 0.0
            cells.append(f"{1000 * left.sum() / asked:6.2f} ± {1000 * error / asked:.2f}")
        print(f"handicap {price:2d}: {'  '.join(cells)}")


def main() -> None:
    """Note, or judge."""
    parser = argparse.ArgumentParser(prog="python -m bench.handicap", description=__doc__)
    parser.add_argument("what", choices=("note", "judge"))
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--board", default="usa")
    parser.add_argument("--bot", default="champion:0.5s")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", default="handicap-1")
    parser.add_argument("--most", type=int, default=3000, help="positions that are judged")
    parser.add_argument("--times", type=int, default=64, help="games for each of the two moves")
    given = parser.parse_args()
    if given.what == "note":
        note(given.files[0], Board.load(given.board), given.bot, given.games, given.seed)
    else:
        judge(given.files, given.most, given.times)


if __name__ == "__main__":
    main()
