"""A table of bots: one whole game among them, through the game's own door."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from stellwerk.board import Board
from stellwerk.bots.bot import Bot, Decision
from stellwerk.bots.registry import make
from stellwerk.game import Game, Move


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game in numbers, one for each seat where there are several."""

    total: tuple[int, ...]
    routes: tuple[int, ...]
    tickets: tuple[int, ...]
    rank: tuple[int, ...]
    completed: tuple[int, ...]
    held: tuple[int, ...]
    turns: int
    decisions: int


def ask(game: Game, seat: int, bot: Bot, seconds: float = 1.0) -> Move:
    """Ask a bot for the decision its seat owes; it gets to see nothing but its view."""
    return bot.choose(Decision.of(game, seat, seconds))


def play_on(game: Game, bots: Mapping[int, Bot]) -> int:
    """Let bots decide until it is the turn of a seat without one; return the turns begun."""
    turns = 0
    while waiting := [seat for seat in game.pending if seat in bots]:
        turns += game.phase == "turn"
        game.play(ask(game, waiting[0], bots[waiting[0]]), by="bot")
    return turns


def play_game(board: Board, names: Sequence[str], seed: str) -> Finished:
    """Play one game among bots; the seed decides the deal and every bot's chance."""
    game = Game.new(board, seats=len(names), seed=seed)
    bots = {seat: make(name, f"{seed}/{seat}") for seat, name in enumerate(names)}
    turns = play_on(game, bots)
    outcome = game.outcome().seats
    return Finished(
        total=tuple(each.total for each in outcome),
        routes=tuple(each.routes for each in outcome),
        tickets=tuple(each.ticket_points for each in outcome),
        rank=tuple(each.rank for each in outcome),
        completed=tuple(each.completed for each in outcome),
        held=tuple(len(each.tickets) for each in outcome),
        turns=turns,
        decisions=game.seq,
    )
