"""The history of a game: what was decided, and what of it was taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

import msgspec

from stellwerk.game.moves import Move

By = Literal["person", "bot", "clock"]
"""Who made a move: a person, a bot, or the clock in somebody's place."""
AUTHORS: tuple[str, ...] = get_args(By)


class Undo(
    msgspec.Struct,
    frozen=True,
    tag="undo",
    tag_field="move",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """The last move is taken back by the seat that made it."""

    seat: int
    step: int | None = None
    """The entry from which on all is taken back, whatever it has shown; None: the last move, which
    has shown nothing hidden."""


class Resign(
    msgspec.Struct, frozen=True, tag="resign", tag_field="move", forbid_unknown_fields=True
):
    """A seat gives up: of two seats that ends the game, of more somebody goes on in its place."""

    seat: int


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


def drop(line: list[int], earlier: list[Earlier], seq: int, base: int) -> None:
    """Take an entry and all after it off the line that leads to a game."""
    while line and base + line[-1] + 1 >= seq:
        line.pop()
    while earlier and earlier[-1].seq >= seq:
        earlier.pop()


def line_of(
    steps: Sequence[Step], earlier: Sequence[Earlier], base: int
) -> tuple[list[int], list[Earlier]]:
    """Return the numbers of the steps that were not taken back, and what is left before them."""
    line: list[int] = []
    left = list(earlier)
    for number, step in enumerate(steps):
        if isinstance(step.move, Undo):
            drop(line, left, step.undone, base)
        elif not isinstance(step.move, Resign):
            line.append(number)
    return line, left
