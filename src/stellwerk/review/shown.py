"""A review with all its words, as it is stored, sent and shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from stellwerk.board.model import Language
from stellwerk.bots.seat_names import names_in
from stellwerk.game import Game, Move
from stellwerk.game.position import Position
from stellwerk.review.model import Judged, Lesson, Mark, Option, Review, Summary
from stellwerk.review.sentences import move_phrase, sentence, title
from stellwerk.words import LANGUAGES

Shown = TypeVar("Shown", bound=msgspec.Struct)
Words = dict[Language, str]
"""The same in every language."""


class ShownOption(msgspec.Struct, frozen=True):
    """A move in words, and what it was worth."""

    move: Move
    text: Words
    chance: float
    margin: float


class ShownDecision(msgspec.Struct, frozen=True):
    """One decision: what was played, and the best others."""

    seq: int
    seat: int
    turn: int
    mark: Mark
    loss: float
    luck: float
    forced: bool
    played: ShownOption
    better: tuple[ShownOption, ...]


class ShownLesson(msgspec.Struct, frozen=True):
    """Something to learn, in words."""

    code: str
    seat: int
    seq: int
    turn: int
    points: float
    praise: bool
    steps: tuple[int, ...]
    """The decisions it is about; none if only the final score shows it."""
    title: Words
    text: Words


class ShownReview(msgspec.Struct, frozen=True):
    """A review, as far as it has come."""

    board: str
    variant: str
    seats: tuple[int, ...]
    playouts: int
    steps: int
    """The steps of the game's record."""
    decisions: int
    """How many there are to be judged."""
    judged: tuple[ShownDecision, ...]
    lessons: tuple[ShownLesson, ...]
    summaries: tuple[Summary, ...]

    @property
    def complete(self) -> bool:
        """Whether every decision is judged."""
        return len(self.judged) == self.decisions


def shown(review: Review, game: Game) -> ShownReview:
    """Put a review of a game into words."""
    return _as(
        ShownReview,
        review,
        steps=game.seq,
        judged=tuple(_decision(each, game) for each in review.judged),
        lessons=tuple(_lesson(each, game) for each in review.lessons),
    )


def _as(kind: type[Shown], source: msgspec.Struct, **words: object) -> Shown:
    """Make something to be shown of what it tells: the same fields, but for these words."""
    rest = (name for name in kind.__struct_fields__ if name not in words)
    return kind(**{name: getattr(source, name) for name in rest}, **words)


def _decision(judged: Judged, game: Game) -> ShownDecision:
    before = Position(game.board, game.snapshot(judged.seq - 1))
    better = tuple(_option(each, before) for each in judged.better)
    return _as(ShownDecision, judged, played=_option(judged.played, before), better=better)


def _option(option: Option, before: Position) -> ShownOption:
    text = _words(lambda language: move_phrase(option.move, before, language))
    return _as(ShownOption, option, text=text)


def _lesson(lesson: Lesson, game: Game) -> ShownLesson:
    return _as(
        ShownLesson,
        lesson,
        praise=lesson.is_praise,
        title=_words(lambda language: title(lesson, language)),
        text=_words(
            lambda language: sentence(lesson, game.board, names_in(game, language), language)
        ),
    )


def _words(said: Callable[[Language], str]) -> Words:
    return {language: said(language) for language in LANGUAGES}
