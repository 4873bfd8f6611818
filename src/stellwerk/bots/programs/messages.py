"""The messages between a game and a bot that is a program of its own: JSON, one a line."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from msgspec.json import Decoder

from stellwerk.game import Move, Outcome, View
from stellwerk.game.sheet import BoardSheet

PROTOCOL: Final = 1
"""Raised when older programs would no longer understand."""


class Hello(Struct, frozen=True, tag_field="type", tag="hello"):
    """The first message to a program."""

    protocol: int
    seat: int
    seats: int
    seconds: float
    """The budget of each decision."""
    seed: str
    """For its chance: the same seed, the same game."""
    board: BoardSheet


class Asked(Struct, frozen=True, tag_field="type", tag="decision"):
    """A decision that the program owes; ``view.moves`` are the legal ones."""

    seconds: float
    view: View


class Payments(Struct, frozen=True, tag_field="type", tag="payments"):
    """Every way to pay, as asked for, the thriftiest first."""

    payments: tuple[dict[str, int], ...]


class End(Struct, frozen=True, tag_field="type", tag="end"):
    """The game is over, or was stopped; then there is no outcome."""

    outcome: Outcome | None


class Greeting(Struct, frozen=True, tag_field="type", tag="hello"):
    """The program's answer to ``hello``."""

    protocol: int


class Decided(Struct, frozen=True, tag_field="type", tag="move"):
    """The program's decision."""

    move: Move


class AskPayments(Struct, frozen=True, tag_field="type", tag="payments"):
    """The program asks for every way to pay, before it decides."""

    kind: Literal["claim", "station", "harbour", "pay"]
    target: Annotated[str, Meta(max_length=80)] = ""


read_greeting: Final = Decoder(Greeting)
read_answer: Final = Decoder(Decided | AskPayments)
