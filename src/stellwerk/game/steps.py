"""Steps: what was decided in a game, takebacks and giving up included."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

import msgspec

from stellwerk.game.moves import Move, SeatMove

By = Literal["person", "bot", "clock"]
"""Who made a move: a person, a bot, or the clock in somebody's place."""
AUTHORS: tuple[str, ...] = get_args(By)


class Undo(SeatMove, frozen=True, tag="undo", omit_defaults=True):
    """The last move is taken back by the seat that made it."""

    step: int | None = None
    """The entry from which on all is taken back, whatever it has shown; None: the last move, which
    has shown nothing hidden."""


class Resign(SeatMove, frozen=True, tag="resign"):
    """A seat gives up: of two seats that ends the game, of more somebody goes on in its place."""


class Step(msgspec.Struct, frozen=True):
    """One entry of a game's history."""

    seat: int
    by: By
    time: float
    """Seconds since 1970."""
    move: Move | Undo | Resign
    snapshot: bytes
    """The state after it."""
    undone: int = 0
    """For an undo: the number of the entry it takes back, with all moves after it."""


class Earlier(NamedTuple):
    """A move from before a game was restored that may still be taken back."""

    seq: int
    """The number of its entry."""
    seat: int
    before: bytes
    """The state before it."""
