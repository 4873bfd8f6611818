"""The search: what it tries, what it believes, how it chooses, and that it beats the planner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from stellwerk.board import Board, boards
from stellwerk.bots import Decision, make
from stellwerk.bots.planning.thought import MEMORY
from stellwerk.bots.search import engine
from stellwerk.bots.search.budget import PlayOuts, Seconds
from stellwerk.bots.search.engine import WORTH_SHARING, Engine
from stellwerk.bots.search.halving import best_arm
from stellwerk.bots.search.options import SearchOptions, parse
from stellwerk.bots.search.records import ARMS, SUM
from stellwerk.bots.search.weights import weights
from stellwerk.bots.table import ask, play_game
from stellwerk.game import Game
from stellwerk.rules import entries
from stellwerk.rules.state import FINE, MOVE, STATE, WITHDRAW
from tests.bots.strategies.test_strategies import OFFERED

PLANNERS = 3


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("search", SearchOptions()),
        ("search:2000", SearchOptions(play_outs=2000)),
        ("search:0.25s", SearchOptions(seconds=0.25)),
        ("search:1s:uniform", SearchOptions(seconds=1, belief=False)),
    ],
)
def test_options_are_read_from_the_name(name: str, options: SearchOptions) -> None:
    assert parse(name) == options


class _Trials:
    """Moves that win as often as it is said, plus some noise."""

    def __init__(self, chances: Sequence[float]) -> None:
        self._chances = chances
        self._dice = np.random.default_rng(1)
        self.sums = np.zeros(ARMS, SUM)
        self.played = 0

    def play(self, arms: Sequence[int], first: int, last: int) -> None:
        for _ in range(first, last):
            worth = {arm: 1000 * int(self._dice.random() < self._chances[arm]) for arm in arms}
            for arm in arms:
                gain = worth[arm] - worth[0]
                self.sums["worth"][arm] += worth[arm]
                self.sums["gain"][arm] += gain
                self.sums["square"][arm] += gain * gain
            self.played += len(arms)


def test_halving_finds_the_best_move() -> None:
    chances = [0.3, 0.2, 0.35, 0.8, 0.1, 0.4, 0.3, 0.2]
    assert best_arm(_Trials(chances), len(chances), PlayOuts(2000)) == 3


def test_the_planners_move_is_kept_without_a_clear_gain() -> None:
    assert best_arm(_Trials([0.5] * 8), 8, PlayOuts(4000), doubt=2.5) == 0


def test_a_handicap_has_to_be_won_first() -> None:
    chances, ahead = [0.3, 0.6, 0.3], [0.0, 500.0, 0.0]
    assert best_arm(_Trials(chances), 3, PlayOuts(4000)) == 1
    assert best_arm(_Trials(chances), 3, PlayOuts(4000), handicaps=ahead) == 0
    assert best_arm(_Trials(chances), 3, PlayOuts(4000), handicaps=[0.0, 50.0, 0.0]) == 1


def test_halving_spends_no_more_than_its_budget_and_stops_when_all_is_clear() -> None:
    close = _Trials([0.5] * 16)
    best_arm(close, 16, PlayOuts(3000))
    clear = _Trials([1.0, *[0.0] * 15])
    assert best_arm(clear, 16, PlayOuts(3000)) == 0
    assert clear.played < 1500 < close.played <= 3000


def test_a_budget_of_seconds_ends_in_time() -> None:
    budget = Seconds(0.05)
    trials = _Trials([0.5] * 8)
    best_arm(trials, 8, budget)
    assert trials.played >= 8
    assert budget.cost > 0


def _positions(board: Board, seats: int, seed: int, every: int) -> list[tuple[Game, int]]:
    """Return games of planners at some of their decisions, with the seat to decide."""
    game = Game.new(board, seats, seed)
    bots = [make("planner", seat) for seat in range(seats)]
    found = []
    while not game.over:
        seat = game.pending[0]
        if game.seq % every == 0:
            found.append((game.redealt(seat, game.seq), seat))
        game.play(ask(game, seat, bots[seat]), by="bot")
    return found


def _ready(game: Game, seat: int, guesses: int = 4, **changed: int) -> tuple[Engine, int]:
    trials = Engine(weights(**changed), guesses, 1)
    count = trials.get_ready(game.states, game.board, seat, 7, np.zeros(1, MEMORY))
    return trials, count


@pytest.mark.parametrize("board", boards())
def test_all_that_is_tried_is_legal_and_every_kind_of_move_is_tried(board: str) -> None:
    kinds = set()
    spare = np.zeros(1, MOVE)
    for seed in range(4):
        for game, seat in _positions(Board.load(board), 3, seed, 2):
            trials, count = _ready(game, seat)
            moves = [trials.move(arm).copy() for arm in range(count)]
            assert len({move.tobytes() for move in moves}) == count
            for move in moves:
                reason = entries.check(game.states, 0, game.board.record, move, 0, spare)
                assert reason == FINE
                kinds.add(int(move["kind"][0]))
    assert OFFERED[board] - kinds - {WITHDRAW} == set()


def _true_share(game: Game, truth: Any, seat: int, other: int, **changed: int) -> float:
    """Return which share of another seat's tickets guesses have right on average."""
    trials, _ = _ready(game, seat, 64, **changed)
    held = [int(word) for word in truth["held"][0, other]]
    size = sum(word.bit_count() for word in held)
    right = [
        sum((int(word) & true).bit_count() for word, true in zip(guess, held, strict=True))
        for guess in trials.guesses["held"][:, other]
    ]
    return float(np.mean(right)) / size


def test_what_others_built_tells_their_tickets() -> None:
    """Guesses that go by the routes of a seat are right far more often than fair redeals."""
    believed, uniform = [], []
    for seed in range(6):
        game = Game.new("usa", 2, seed)
        bots = [make("planner", seat) for seat in range(2)]
        while not game.over:
            seat = game.pending[0]
            if game.phase == "turn" and int(game.states["pieces"][0, 1 - seat, 0]) in range(15, 26):
                believed.append(_true_share(game, game.states, seat, 1 - seat))
                uniform.append(_true_share(game, game.states, seat, 1 - seat, sweeps=0))
            game.play(ask(game, seat, bots[seat]), by="bot")
    assert np.mean(believed) > 3 * np.mean(uniform)


def test_a_guess_leaves_what_the_seat_knows() -> None:
    for game, seat in _positions(Board.load("germany"), 3, 1, 9):
        trials, _ = _ready(game, seat)
        view = game.view(seat)
        for guess in trials.guesses:
            twin = Game(game.board, np.array([guess], STATE), game.names, None).view(seat)
            for part in ("players", "display", "piles", "ticket_piles", "hand", "tickets", "moves"):
                assert getattr(twin, part) == getattr(view, part)


def test_threads_do_not_change_the_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    positions = _positions(Board.load("europe"), 2, 3, 12)
    decided = []
    for number in ("1", "3"):
        monkeypatch.setenv(engine.THREADS, number)
        decided.append(
            [make("search:200", 1).choose(Decision.of(game, seat)) for game, seat in positions]
        )
    assert decided[0] == decided[1]


def test_threads_do_not_change_what_play_outs_add_up_to() -> None:
    game, seat = _positions(Board.load("usa"), 2, 1, 12)[1]
    sums = []
    for workers in (1, 3):
        trials = Engine(weights(), 16, workers)
        count = trials.get_ready(
            game.redealt(seat, 0).states, game.board, seat, 7, np.zeros(1, MEMORY)
        )
        trials.play(range(count), 0, WORTH_SHARING)
        sums.append(trials.sums)
    assert (sums[0] == sums[1]).all()


def test_search_beats_the_planner() -> None:
    wins = 0
    for deal in range(5):
        for first in range(2):
            bots = ("search:500", "planner") if first == 0 else ("planner", "search:500")
            finished = play_game(Board.load("usa"), bots, f"beats/{deal}").game
            wins += finished.outcome().seats[first].rank == 1
    assert wins > 6
