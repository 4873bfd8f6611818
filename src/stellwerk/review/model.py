"""What a review says of a finished game, in a form that can be stored and sent."""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

from stellwerk.game import Move

VERSION: Final = 1
"""Goes up whenever the same game may be judged differently."""

Mark = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
CLOSING: Final = (
    "pieces_left",
    "longest_missed",
    "most_missed",
    "station_vain",
    "harbour_vain",
    "exchange_cost",
)
"""Lessons that the final score shows; they belong to no single decision."""
MARKS: Final[tuple[Mark, ...]] = ("best", "good", "inaccuracy", "mistake", "blunder")


class Option(msgspec.Struct, frozen=True):
    """A move that could be made, and what it was worth on what the player could know."""

    move: Move
    chance: float
    """The chance to win, from 0 to 1."""
    margin: float
    """By how many points the player would be ahead of the best other in the end."""
    error: float
    """The standard error of how far ``margin`` lies from that of the move played."""


class Judged(msgspec.Struct, frozen=True):
    """One decision of a game."""

    seq: int
    """The step that the decision led to; the position before it is that of step ``seq - 1``."""
    seat: int
    turn: int
    """The turn of the game, counted from 1; 0 during set-up."""
    played: Option
    better: tuple[Option, ...]
    """The best other moves, best first; worth more than the one played, or less."""
    loss: float
    """What the move played gave away, in points; 0 where the difference may be chance."""
    mark: Mark
    luck: float
    """What chance then gave or took, in points."""
    forced: bool = False
    """Whether there was nothing to decide."""


class Lesson(msgspec.Struct, frozen=True):
    """Something to learn, and the place in the game to learn it from."""

    code: str
    """Names the sentences ``review.lesson.<code>`` of the catalogue."""
    seat: int
    seq: int
    turn: int
    points: float
    """What it cost; what it gained, for a good find."""
    params: dict[str, Any]
    """Fills in the sentence: routes, tickets, cities and cards by their names in the board."""
    steps: tuple[int, ...] = ()
    """The decisions it is about, as in ``Judged.seq``; none if only the final score shows it."""

    @property
    def is_praise(self) -> bool:
        """Whether it was done well."""
        return self.code == "find"

    @property
    def is_closing(self) -> bool:
        """Whether the final score shows it, rather than a decision."""
        return self.code in CLOSING


class Summary(msgspec.Struct, frozen=True):
    """How one seat played."""

    seat: int
    decisions: int
    """Those with something to decide."""
    lost: float
    """Points given away in all."""
    luck: float
    """Points that chance gave or took in all."""
    accuracy: int
    """From 0 to 100."""
    marks: dict[str, int]
    """How many decisions got which mark."""


class Review(msgspec.Struct, frozen=True):
    """The review of a game, or of as much of it as is judged so far."""

    version: int
    board: str
    variant: str
    seats: tuple[int, ...]
    """The seats whose decisions are judged."""
    playouts: int
    """Games played out for each decision, at most."""
    decisions: int
    """How many there are to be judged."""
    judged: tuple[Judged, ...]
    lessons: tuple[Lesson, ...]
    summaries: tuple[Summary, ...]

    @property
    def complete(self) -> bool:
        """Whether every decision is judged."""
        return len(self.judged) == self.decisions

    def to_json(self) -> bytes:
        """Return the review as JSON."""
        return msgspec.json.encode(self)
