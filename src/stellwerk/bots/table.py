"""A table of bots: one whole game among them, played through ``Game``."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from stellwerk.board import Board
from stellwerk.bots.bot import Bot, Decision
from stellwerk.bots.budget import budget_of
from stellwerk.bots.programs.bot import ExternalBot, Forfeit
from stellwerk.bots.registry import PROGRAM, make
from stellwerk.game import Game, Move, Outcome

Watch = Callable[[int, float], None]
"""Called with the seat and the seconds of every decision."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game, and what its record does not tell."""

    game: Game
    turns: int
    forfeits: tuple[tuple[Forfeit, ...], ...]
    """By seat."""


def seat_bot(name: str, seed: int | str = 0) -> Bot:
    """Make a bot by name, or start a program for ``cmd:./mybot``.

    Only for people at this machine: a server must never start what its guests name.
    """
    return ExternalBot(name, seed) if name.startswith(PROGRAM) else make(name, seed)


def forfeits(bot: Bot) -> tuple[Forfeit, ...]:
    """Return the decisions that a bot did not make itself."""
    return tuple(bot.forfeits) if isinstance(bot, ExternalBot) else ()


def rise(bots: Iterable[Bot], outcome: Outcome | None) -> None:
    """End the programs among the bots, once their game is over or was stopped."""
    for bot in bots:
        if isinstance(bot, ExternalBot):
            bot.end(outcome)


def ask(game: Game, seat: int, bot: Bot, seconds: float = 1.0) -> Move:
    """Ask a bot for the decision its seat owes; it gets to see nothing but its view.

    It may think for some seconds, unless its name says for how long.
    """
    return bot.choose(Decision.of(game, seat, budget_of(bot.name, seconds) or seconds))


def play_on(
    game: Game,
    bots: Mapping[int, Bot],
    seconds: float = 1.0,
    watch: Watch = lambda seat, took: None,
) -> int:
    """Let bots decide until it is the turn of a seat without one; return the turns begun."""
    turns = 0
    while waiting := [seat for seat in game.pending if seat in bots]:
        turns += game.phase == "turn"
        seat = waiting[0]
        bot = bots[seat]
        decision = Decision.of(game, seat, budget_of(bot.name, seconds) or seconds)
        if isinstance(bot, ExternalBot):
            bot.prepare(decision)
        began = time.perf_counter()
        move = bot.choose(decision)
        watch(seat, time.perf_counter() - began)
        game.play(move, by="bot")
    return turns


def play_game(
    board: Board,
    names: Sequence[str],
    seed: str,
    seconds: float = 1.0,
    watch: Watch = lambda seat, took: None,
) -> Finished:
    """Play one game among bots; the seed decides the deal and every bot's chance."""
    game = Game.new(board, seats=len(names), seed=seed, names=names)
    bots = {seat: seat_bot(name, f"{seed}/{seat}") for seat, name in enumerate(names)}
    outcome = None
    try:
        turns = play_on(game, bots, seconds, watch)
        outcome = game.outcome()
    finally:
        rise(bots.values(), outcome)
    return Finished(game, turns, tuple(forfeits(bot) for bot in bots.values()))
