"""What every bot promises, on every board and variant."""

from __future__ import annotations

import time
from random import Random

import pytest

from stellwerk.board import Board, UnknownName, boards
from stellwerk.bots import Bot, Decision, make, names
from stellwerk.bots.levels import LEVELS
from stellwerk.bots.registry import TooManyBots, searches, seated
from stellwerk.bots.search.engine import THREADS
from stellwerk.bots.table import ask, play_on
from stellwerk.game import Game, Move

VARIANTS = [(board, variant.id) for board in boards() for variant in Board.load(board).variants]
SEATS = 3

# Levels that make no mistakes are other bots under another name. Bots that search think as long as
# they may; with a number of play-outs they decide the same each time.
_ALIASES = {name for name, level in LEVELS.items() if level.mistakes == 0}
BOTS = [*(name for name in names() if not searches(name) and name not in _ALIASES), "search:20"]


def _table(board: str, variant: str, bot: str, seed: int = 1) -> tuple[Game, dict[int, Bot]]:
    game = Game.new(board, SEATS, seed, variant)
    return game, {seat: make(bot, f"{seed}/{seat}") for seat in range(SEATS)}


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(("board", "variant"), VARIANTS)
def test_a_bot_plays_a_whole_legal_game_and_the_same_again(
    board: str, variant: str, bot: str
) -> None:
    game, bots = _table(board, variant, bot)
    while not game.over:
        seat = game.pending[0]
        move = ask(game, seat, bots[seat])
        assert move.seat == seat
        assert game.is_legal(move)
        game.play(move, by="bot")
    assert game.outcome().final
    again, bots = _table(board, variant, bot)
    play_on(again, bots)
    assert [step.move for step in again.steps] == [step.move for step in game.steps]


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("board", boards())
def test_a_bot_decides_by_its_view_alone(board: str, bot: str) -> None:
    """No peeking: in every game that looks the same to its seat, it decides the same."""
    game = Game.new(board, SEATS, seed=2)
    dice = Random(board)
    number = 0
    while not game.over and number < 150:
        seat = game.pending[0]
        move = ask(game, seat, make(bot, number))
        if number % 5 == 0:
            twin = game.redealt(seat, dice.getrandbits(60))
            assert ask(twin, seat, make(bot, number)) == move
        game.play(move, by="bot")
        number += 1


@pytest.mark.parametrize("bot", names())
def test_a_bot_keeps_to_its_time(bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Measured in time of the processor, since others may keep it busy; so with one thread."""
    monkeypatch.setenv(THREADS, "1")
    game, bots = _table("lesson", "base", bot)
    limit = 0.1
    seconds: list[float] = []
    while not game.over and len(seconds) < 40:
        seat = game.pending[0]
        decision = Decision.of(game, seat, seconds=limit)
        began = time.thread_time()
        move = bots[seat].choose(decision)
        seconds.append(time.thread_time() - began)
        game.play(move, by="bot")
    assert sorted(seconds)[len(seconds) * 99 // 100] < limit * 1.2


@pytest.mark.parametrize("bot", names())
def test_a_bot_is_called_by_its_name(bot: str) -> None:
    assert make(bot).name == bot


def test_the_random_bot_makes_every_move() -> None:
    game = Game.new("lesson", 2, seed=1)
    decision = Decision.of(game, 0)
    bot = make("random", 1)
    chosen: set[Move] = {bot.choose(decision) for _ in range(200)}
    assert chosen == set(decision.legal)


@pytest.mark.parametrize("name", ["search:", "search:0", "search:fast", "search:-1s", "search:1s:"])
def test_options_without_meaning_are_refused_with_examples(name: str) -> None:
    with pytest.raises(UnknownName) as caught:
        make(name)
    assert "search:0.5s" in caught.value.suggestions


def test_a_bot_without_options_is_suggested_without() -> None:
    with pytest.raises(UnknownName) as caught:
        make("greedy:2000")
    assert caught.value.suggestions == ("greedy",)


def test_an_unknown_bot_is_refused_with_suggestions() -> None:
    with pytest.raises(UnknownName) as caught:
        make("gready")
    assert caught.value.suggestions == ("greedy",)


@pytest.mark.parametrize(
    ("text", "seats", "bots"),
    [
        ("greedy", 2, ("greedy", "greedy")),
        ("greedy, random", 3, ("greedy", "random", "greedy")),
        ("random,greedy", 2, ("random", "greedy")),
    ],
)
def test_bots_are_seated_in_turn(text: str, seats: int, bots: tuple[str, ...]) -> None:
    assert seated(text, seats) == bots


def test_bots_without_a_seat_are_refused() -> None:
    with pytest.raises(TooManyBots) as caught:
        seated("random,greedy,random", 2)
    assert caught.value.parameters == {"count": 3, "seats": 2}
