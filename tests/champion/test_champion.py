"""The champion and its adviser: legal moves, from the seat's view alone, the same each time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from stellwerk.board import Board, boards
from stellwerk.bots import make
from stellwerk.bots.planning.thought import MEMORY
from stellwerk.bots.search.engine import Engine
from stellwerk.bots.search.weights import weights
from stellwerk.bots.table import ask, play_on
from stellwerk.champion.network import Network, network_of, quantise
from stellwerk.champion.sight import Sight
from stellwerk.champion.taste import Taste
from stellwerk.envs.entries import write_action
from stellwerk.game import Game
from stellwerk.rules import entries
from stellwerk.rules.state import FINE, MOVE, TAKE

VARIANTS = [(board, variant.id) for board in boards() for variant in Board.load(board).variants]
TRAINED = [("usa", "classic"), ("europe", "base"), ("germany", "base"), ("world", "base")]
SEATED = [*((*board, 2) for board in TRAINED), ("usa", "classic", 4)]
MOST_BYTES = 8_000_000


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_advice_is_legal_and_the_same_in_every_redeal(name: str, variant: str) -> None:
    board = Board.load(name, variant)
    game = Game.new(board, 3, seed=5)
    bots = {seat: make("planner", seat) for seat in range(3)}
    sight, moves = Sight(board, 3), np.zeros(2, MOVE)
    decisions = 0
    while not game.over and decisions < 60:
        seat = game.pending[0]
        inputs, legal, advised = sight.look(game.states, seat)
        assert legal[advised] == 1
        write_action(game.states, board.record, seat, sight.table.actions, advised, moves)
        assert entries.check(game.states, 0, board.record, moves, 0, moves[1:]) == FINE
        told = inputs.tobytes(), legal.tobytes(), advised
        if decisions % 5 == 0:
            inputs, legal, advised = sight.look(game.redealt(seat, decisions).states, seat)
            assert (inputs.tobytes(), legal.tobytes(), advised) == told
        game.play(ask(game, seat, bots[seat]), by="bot")
        decisions += 1


@pytest.mark.parametrize(("name", "variant", "seats"), SEATED)
def test_the_champion_plays_by_its_view_alone_and_beats_random_moves(
    name: str, variant: str, seats: int
) -> None:
    game = Game.new(name, seats, 7, variant)
    assert network_of(game.board, seats) is not None
    bots = {seat: make("random" if seat else "champion", seat) for seat in range(seats)}
    while not game.over:
        seat = game.pending[0]
        move = ask(game, seat, bots[seat])
        assert game.is_legal(move)
        if seat == 0 and game.seq % 9 == 0:
            assert ask(game.redealt(seat, 3), seat, make("champion", 2)) == move
        game.play(move, by="bot")
    totals = [seat.total for seat in game.outcome().seats]
    assert totals[0] > max(totals[1:]) + 50


@pytest.mark.parametrize(("name", "variant", "seats"), SEATED)
def test_a_searching_champion_plays_by_its_view_alone_and_the_same_each_time(
    name: str, variant: str, seats: int
) -> None:
    game = Game.new(name, seats, 3, variant)
    bots = {seat: make("planner" if seat else "champion", 1) for seat in range(seats)}
    for _ in range(40):
        seat = game.pending[0]
        if game.seq % 6 == 0:
            move = ask(game, seat, make("champion:60", 4))
            assert game.is_legal(move)
            assert ask(game.redealt(seat, 5), seat, make("champion:60", 4)) == move
        game.play(ask(game, seat, bots[seat]), by="bot")


def test_a_searching_champion_begins_with_the_networks_move() -> None:
    game = _after(50, Game.new("usa", 2, 5))
    seat = game.pending[0]
    taste = Taste(_usa_network(), Sight(game.board, 2), game.board)
    taste.look(game.states, seat)
    engine = Engine(weights(), 8, 1)
    count = engine.get_ready(game.states, game.board, seat, 1, np.zeros(1, MEMORY))
    planned = engine.move(0).tobytes()
    count = engine.lead(count, taste.favourite)
    moves = engine.moves(count)
    assert moves[0].tobytes() == taste.favourite.tobytes()
    assert planned in {move.tobytes() for move in moves}
    assert len({move.tobytes() for move in moves}) == count
    handicaps = taste.handicaps(moves)
    assert handicaps[0] == 0
    assert 0 <= min(handicaps) < max(handicaps) < 100


def _after(decisions: int, game: Game) -> Game:
    bots = {seat: make("planner", seat) for seat in range(2)}
    for _ in range(decisions):
        seat = game.pending[0]
        game.play(ask(game, seat, bots[seat]), by="bot")
    return game


def _usa_network() -> Network:
    network = network_of(Board.load("usa"), 2)
    assert network is not None
    return network


def test_the_same_card_in_another_place_is_liked_as_much() -> None:
    """Whichever place of the display a card is taken from, the network minds it as little."""
    board = Board.load("usa")
    seen = 0
    for seed in range(20):
        game = _after(10, Game.new(board, 2, seed))
        display = game.states["display"][0]
        same = [slot for slot in range(1, 5) if display[slot] == display[0]]
        if not same:
            continue
        taste = Taste(_usa_network(), Sight(board, 2), board)
        taste.look(game.states, game.pending[0])
        moves = np.zeros(2, MOVE)
        moves["kind"], moves["target"][1] = TAKE, same[0]
        first, second = taste.handicaps(moves)
        assert first == second == 0
        seen += 1
    assert seen > 2


def test_without_a_network_the_search_plays() -> None:
    game = Game.new("lesson", 2, seed=1)
    assert network_of(game.board, 2) is None
    for name in ("champion", "champion:20"):
        move = ask(game, 0, make(name, 1), seconds=0.05)
        assert game.is_legal(move)


def test_a_network_that_knows_nothing_follows_the_advice() -> None:
    rng = np.random.default_rng(1)
    network = Network(_weights(rng, inputs=12, actions=6, width=8))
    inputs = rng.random(12, np.float32)
    assert [int(network.logits(inputs, action).argmax()) for action in range(6)] == [*range(6)]


def _weights(rng: np.random.Generator, inputs: int, actions: int, width: int) -> dict[str, Any]:
    shapes: dict[str, tuple[int, ...]] = {
        "trunk.first.weight": (width, inputs),
        "trunk.first.bias": (width,),
        "trunk.blocks.0.inner.weight": (width, width),
        "trunk.blocks.0.inner.bias": (width,),
        "trunk.blocks.0.outer.weight": (width, width),
        "trunk.blocks.0.outer.bias": (width,),
        "head.weight": (actions, width),
        "head.bias": (actions,),
        "trust.weight": (1, width),
    }
    weights = {name: rng.normal(0, 0.1, shape).astype(np.float32) for name, shape in shapes.items()}
    for norm in ("trunk.norm", "trunk.blocks.0.norm"):
        weights[f"{norm}.weight"] = np.ones(width, np.float32)
        weights[f"{norm}.bias"] = np.zeros(width, np.float32)
    return {**weights, "trust.bias": np.full(1, 9, np.float32)}


def test_weights_of_eight_bits_are_close_to_the_true_ones() -> None:
    weights = np.random.default_rng(2).normal(size=(16, 64)).astype(np.float32)
    small, scale = quantise(weights)
    assert small.dtype == np.int8
    spread = np.sqrt(np.mean(weights * weights, axis=1, keepdims=True))
    assert (np.abs(small * scale - weights) <= spread / 20).all()


def test_all_weights_together_are_small() -> None:
    from importlib.resources import files

    folder = files("stellwerk.champion") / "weights"
    sizes = [len(file.read_bytes()) for file in folder.iterdir() if file.name.endswith(".npz")]
    assert len(sizes) >= len(SEATED)
    assert sum(sizes) <= MOST_BYTES


def test_the_same_seed_gives_the_same_game() -> None:
    games = []
    for _ in range(2):
        game = Game.new("usa", 2, 11)
        play_on(game, {seat: make("champion", seat) for seat in range(2)})
        games.append([step.move for step in game.steps])
    assert games[0] == games[1]
