"""What travels about finished games: a guest's list of them, statistics, profiles."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from stellwerk.server.protocol import Holder

Ending = Literal["played", "agreed", "resigned"]
"""How a game ended: as the rules say, by agreement, or because somebody of two gave up."""
Block = Literal["results", "parts", "routes", "history"]
"""A part of a public profile that its owner may hide."""


class GamePlayer(Struct, frozen=True):
    """Somebody who had a seat when a game ended."""

    name: str
    holder: Holder
    you: bool
    points: int | None
    rank: int | None


class GameLine(Struct, frozen=True):
    """A finished game in a guest's list."""

    table: str
    """The code of the table it was played at."""
    ended: float
    """Seconds since 1970."""
    board: str
    variant: str
    players: tuple[GamePlayer, ...]
    points: int | None
    """Yours; None where you had several seats, or until it is worked out."""
    rank: int | None
    ending: Ending
    counted: bool
    """Whether your statistics count it."""
    accuracy: int | None
    """From 0 to 100; None where it was not reviewed."""
    kept: bool
    """Whether the table is still there, with its replay and record."""
    host: bool
    """You have opened the table."""


class GamesPage(Struct, frozen=True):
    """A page of a guest's finished games, the last ones first."""

    lines: tuple[GameLine, ...]
    count: int
    """How many there are on all pages."""
    page: int
    """Counted from 1."""
    pages: int


class BoardCount(Struct, frozen=True):
    """How many games were played on a board."""

    board: str
    games: int


class GameChoices(Struct, frozen=True):
    """What a guest's games can be filtered by."""

    boards: tuple[BoardCount, ...]
    seats: tuple[int, ...]
    people: tuple[str, ...]
    """The people of the last games, those first who were there most often."""


class Results(Struct, frozen=True):
    """Games, how many of them were won, and how many one would win by chance."""

    games: int
    won: float
    """A shared win counts as its share."""
    fair: float
    """One for each game, divided by its seats."""


class SeatsResults(Struct, frozen=True):
    """The results with a number of players."""

    seats: int
    results: Results


class VariantResults(Struct, frozen=True):
    """The results on a board with one of its variants."""

    board: str
    variant: str
    results: Results
    points: float | None
    """On average; None where no game was played to its end."""


class MeanParts(Struct, frozen=True):
    """The parts of a score on average; together they are the points."""

    games: int
    """Those that were played to their end, and whose parts are known."""
    points: float
    routes: float
    tickets_gained: float
    tickets_lost: float
    """Zero or less."""
    longest_path: float
    most_tickets: float
    stations: float
    harbours: float
    exchange: float
    completed: float
    """Tickets completed in a game."""


class BuiltRoute(Struct, frozen=True):
    """In how many games somebody has owned a route at the end."""

    route: str
    games: int


class Built(Struct, frozen=True):
    """Where somebody builds on a board."""

    games: int
    """The games that are counted."""
    routes: tuple[BuiltRoute, ...]


class AccuracyPoint(Struct, frozen=True):
    """The accuracy of one game."""

    table: str
    ended: float
    board: str
    accuracy: int


class LessonCount(Struct, frozen=True):
    """A lesson of reviews: in how many games it came up, and what it has cost in all."""

    code: str
    games: int
    points: float


class Statistics(Struct, frozen=True):
    """How somebody plays; everything but ``boards`` is of the chosen board and time."""

    boards: tuple[BoardCount, ...]
    """All boards in the chosen time."""
    board: str | None
    """The chosen board; None for all of them."""
    results: Results
    not_counted: int
    """Games that statistics leave out."""
    seats: tuple[SeatsResults, ...]
    variants: tuple[VariantResults, ...]
    parts: MeanParts | None
    built: Built | None
    """None without a board."""
    accuracy: tuple[AccuracyPoint, ...]
    """The last ones, in the order of time."""
    reviewed: int
    """Games that lessons were taken from."""
    lessons: tuple[LessonCount, ...]
    """The most frequent first."""


class PublicGame(Struct, frozen=True):
    """A finished game as strangers are told of it: nothing about anybody else."""

    ended: float
    board: str
    variant: str
    seats: int
    points: int | None
    rank: int | None


class PublicStatistics(Struct, frozen=True):
    """How somebody plays, as far as others may see it; None is hidden."""

    boards: tuple[BoardCount, ...]
    board: str | None
    results: Results
    seats: tuple[SeatsResults, ...] | None
    variants: tuple[VariantResults, ...] | None
    parts: MeanParts | None
    built: Built | None


class PublicProfile(Struct, frozen=True):
    """Somebody's profile as everybody may see it."""

    handle: str
    name: str
    statistics: PublicStatistics
    hidden: tuple[Block, ...]
    games: tuple[PublicGame, ...] | None
    """The last ones; None where they are hidden."""


class OwnProfile(Struct, frozen=True):
    """What somebody has chosen to show."""

    handle: str | None
    """None: nobody else sees anything."""
    hidden: tuple[Block, ...]


class ProfileWish(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody chooses to show."""

    handle: Annotated[str, Meta(max_length=100)] | None = None
    """None gives the present one up, and hides the profile."""
    hidden: Annotated[tuple[Block, ...], Meta(max_length=8)] = ()
