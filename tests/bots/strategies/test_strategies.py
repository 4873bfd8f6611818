"""The strategies of the kernel: they see no more than a player, and play as they are described."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from stellwerk.arena import Lineup, Standing, play_deals
from stellwerk.arena.match import books_of, play_in_kernel
from stellwerk.board import Board, boards
from stellwerk.bots import make
from stellwerk.bots.planning.thought import MEMORY, THOUGHT
from stellwerk.bots.strategies.books import book_of
from stellwerk.bots.strategies.entries import PLAYER, choose_move
from stellwerk.bots.strategies.names import PLANNER, STRATEGIES
from stellwerk.bots.table import ask
from stellwerk.game import Game
from stellwerk.rules import state as numbers
from stellwerk.rules.state import MOVE
from tests.game.test_combined_board import tables as everything

VARIANTS = [(board, variant.id) for board in boards() for variant in Board.load(board).variants]

SETUP = {numbers.KEEP_TICKETS}
TURN = {numbers.TAKE, numbers.DRAW_BLIND, numbers.DRAW_TICKETS, numbers.CLAIM}
TUNNELS = {numbers.PAY_TUNNEL, numbers.WITHDRAW}
AT_SEA = {numbers.CHOOSE_PIECES, numbers.BUILD_HARBOUR, numbers.EXCHANGE}
OFFERED = {
    "usa": SETUP | TURN,
    "europe": SETUP | TURN | TUNNELS | {numbers.BUILD_STATION},
    "germany": SETUP | TURN | {numbers.CHOOSE_MIX},
    "world": SETUP | TURN | AT_SEA,
    "great_lakes": SETUP | TURN | AT_SEA,
    "lesson": SETUP | TURN,
}


def _decide(game: Game, states: Any, seat: int, strategy: int) -> bytes:
    """Return the move that a strategy makes in a state, without anything remembered."""
    players, moves = np.zeros(1, PLAYER), np.zeros(1, MOVE)
    players["strategy"] = strategy
    bots = (players, book_of(strategy, game.board), np.zeros(1, MEMORY), np.zeros(1, THOUGHT))
    choose_move(states, game.board.record, seat, bots, moves)
    assert moves["seat"][0] == seat
    return bytes(moves.tobytes())


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize(("board", "variant"), VARIANTS)
def test_a_strategy_reads_nothing_that_its_seat_cannot_know(
    board: str, variant: str, strategy: str
) -> None:
    """It decides the same in the true state and in all that look the same to its seat."""
    number = STRATEGIES.index(strategy)
    game = Game.new(board, 3, seed=5, variant=variant)
    dice = Random(board)
    while not game.over:
        seat = game.pending[0]
        if game.phase not in ("turn", "second") or dice.random() < 0.2:
            move = _decide(game, game.states.copy(), seat, number)
            twin = game.redealt(seat, dice.getrandbits(60))
            assert _decide(game, twin.states, seat, number) == move
        game.play(ask(game, seat, make(strategy, dice.getrandbits(30))), by="bot")


def _kinds(board: Board, bots: tuple[str, ...], deals: int) -> set[int]:
    """Return which kinds of moves bots make in some deals."""
    lineup = Lineup(board, bots, "kinds")
    _, played = play_in_kernel(lineup, range(deals), books_of(lineup))
    made = int(np.bitwise_or.reduce(played["kinds"]))
    return {kind for kind in range(made.bit_length()) if made >> kind & 1}


@pytest.mark.parametrize("board", boards())
def test_the_planner_makes_every_kind_of_move_its_board_offers(board: str) -> None:
    used = _kinds(Board.load(board), ("planner", "planner", "planner"), 1000)
    assert OFFERED[board] - used == set()


@pytest.mark.parametrize(("board", "variant"), VARIANTS)
def test_strategies_of_all_kinds_finish_their_games(board: str, variant: str) -> None:
    lineup = Lineup(Board.load(board, variant), ("planner", "hungry", "onestep", "route"), "all")
    games = play_deals(lineup, range(10)).games
    assert len(games) == 40
    assert (games.wins.sum(axis=1) == 1).all()


def test_the_planner_makes_use_of_all_rules_on_one_board() -> None:
    board = Board.from_tables(everything())
    used = _kinds(board, ("planner", "greedy", "planner", "onestep"), 100)
    wanted = OFFERED["world"] | OFFERED["europe"] | OFFERED["germany"]
    assert wanted - used - {numbers.WITHDRAW} == set()


def _standing(bots: str, deals: int, board: str = "usa") -> dict[str, Any]:
    lineup = Lineup(Board.load(board), tuple(bots.split(",")), "standing")
    standing = Standing.of(lineup, play_deals(lineup, range(deals)).games)
    return {row.bot: row for row in standing.rows}


def test_the_published_strategies_are_no_weaker_than_their_originals() -> None:
    rows = _standing("hungry,route,onestep,junkie", 300)
    means = {"hungry": 70, "route": 51, "onestep": 83, "junkie": 88}
    assert {bot for bot, least in means.items() if rows[bot].points.mean < least} == set()


@pytest.mark.parametrize("other", ["hungry", "route", "onestep", "junkie"])
def test_the_planner_beats_each_published_strategy(other: str) -> None:
    wins = _standing(f"planner,{other}", 500)["planner"].wins
    assert wins.mean - wins.margin > 0.70


def test_greedy_hardly_ever_beats_the_planner() -> None:
    wins = _standing("planner,greedy", 500)["planner"].wins
    assert wins.mean - wins.margin > 0.97


@pytest.mark.parametrize("board", boards())
def test_the_planner_beats_greedy_everywhere(board: str) -> None:
    wins = _standing("planner,greedy", 300, board)["planner"].wins
    assert wins.mean - wins.margin > 0.6


def test_the_winner_among_four_planners_is_strong() -> None:
    lineup = Lineup(Board.load("usa"), ("planner",) * 4, "four")
    points = Standing.of(lineup, play_deals(lineup, range(1000)).games).winners_points
    assert points.mean - points.margin > 126


@pytest.mark.parametrize("bot", ["greedy", "planner"])
@pytest.mark.parametrize("board", boards())
def test_whoever_thinks_beats_chance(board: str, bot: str) -> None:
    assert _standing(f"{bot},random", 100, board)[bot].wins.mean > 0.95


@pytest.mark.parametrize("board", ["europe", "germany", "world", "great_lakes"])
def test_greedy_uses_what_its_board_offers(board: str) -> None:
    wanted = OFFERED[board] - {numbers.EXCHANGE, numbers.WITHDRAW}
    assert wanted - _kinds(Board.load(board), ("greedy", "greedy", "greedy"), 300) == set()


def test_every_strategy_has_a_number() -> None:
    assert STRATEGIES[PLANNER] == "planner"
