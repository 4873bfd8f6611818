"""The contract of a bot: what it is asked, and what it may know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Protocol

from stellwerk.board import Board

if TYPE_CHECKING:
    from stellwerk.game import Game, Move, View


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision a bot is asked for: all that its seat may know, and nothing else."""

    board: Board
    view: View
    """The game as the bot's own seat sees it."""
    legal: Sequence[Move]
    """The legal moves, with canonical payments; at least one."""
    redealt: Callable[[int], Game]
    """Makes a game that looks the same to the seat: all it cannot know is a fair sample, another
    one for each number. For bots that look ahead, or that think inside the kernel."""
    seconds: float = 1.0
    """How long the bot may think."""

    @classmethod
    def of(cls, game: Game, seat: int, seconds: float = 1.0) -> Decision:
        """Return the decision that a seat owes in a game."""
        view = game.view(seat)
        return cls(game.board, view, view.moves, partial(game.redealt, seat), seconds)


class Bot(Protocol):
    """A player that is a program.

    A bot is made with a seed, from which it draws all its chance: the same seed and the same
    decisions give the same moves. It plays any board and variant, and one seat at a time.
    """

    @property
    def name(self) -> str:
        """What the bot is called on the command line."""

    def choose(self, decision: Decision) -> Move:
        """Return one of the legal moves, or the same move with another legal payment.

        The choice may depend on the view, but not on what a redealt game happens to hold: in every
        game that looks the same to its seat, the bot does the same.
        """
