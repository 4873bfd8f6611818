"""A review as one self-contained page: no script, nothing loaded from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import resources
from typing import Final

from stellwerk.board.model import Language
from stellwerk.bots.seat_names import names_in
from stellwerk.drawing.markup import tag, text
from stellwerk.drawing.model import Drawing
from stellwerk.game import Game, Move
from stellwerk.game.position import Position
from stellwerk.pages.html import header, more, page, panel
from stellwerk.pages.voice import Voice
from stellwerk.review.chart import SIGNS, Line, Mark, chance_chart
from stellwerk.review.excerpt import Atlas
from stellwerk.review.model import Judged, Lesson, Option, Review, Summary
from stellwerk.review.sentences import move_phrase, sentence, title
from stellwerk.words import person

_SHOWN: Final = 6
"""Lessons of a seat that are shown at once: those that cost or gained most."""
_TICKS: Final = 8


def review_page(game: Game, review: Review, drawing: Drawing | None, language: Language) -> str:
    """Return the page of a review; without a drawing it shows no excerpts of the board."""
    return "".join(_Page(game, review, drawing, language).parts())


class _Page:
    def __init__(
        self, game: Game, review: Review, drawing: Drawing | None, language: Language
    ) -> None:
        self._game = game
        self._review = review
        self._judged = {each.seq: each for each in review.judged}
        self._language: Language = language
        self._names = names_in(game, language)
        self._voice = Voice(language, "review.page")
        self._atlas = None if drawing is None else Atlas(game.board, drawing, language)

    def parts(self) -> Iterator[str]:
        """Go through the page."""
        voice = self._voice
        board = self._game.board.names[self._language]
        facts = voice(
            "facts",
            board=board,
            seats=self._game.seats,
            count=voice.count(self._review.decisions),
        )
        fair = voice("fair", count=voice.count(self._review.playouts))
        heading = voice("title", board=board)
        yield page(
            heading,
            self._language,
            header(heading, facts, fair),
            self._atlas.sheet() if self._atlas else "",
            panel(voice("chance_title"), voice("chance_note"), self._chart()),
            *(self._seat(summary) for summary in self._review.summaries),
            style=(resources.files(__package__) / "page.css").read_text("utf-8"),
        )

    def _name(self, seat: int) -> str:
        return person(self._game.board, self._names, seat, self._language)

    def _chart(self) -> str:
        review, voice = self._review, self._voice
        turns = {each.turn: each.seq for each in reversed(review.judged)}
        step = max(1, round(max(turns, default=1) / _TICKS / 5)) * 5
        ticks = [(seq, str(turn)) for turn, seq in sorted(turns.items()) if turn % step == 0]
        return chance_chart(
            [self._line(seat) for seat in review.seats],
            self._game.seq,
            [tick for tick in ticks if tick[1] != "0"],
            voice.per_cent,
            voice("chance_title"),
        )

    def _line(self, seat: int) -> Line:
        winners = self._game.outcome().winners
        own = [each for each in self._review.judged if each.seat == seat]
        end = 1 / len(winners) if seat in winners else 0.0
        points = [(each.seq, each.played.chance) for each in own]
        return Line(
            self._name(seat),
            self._game.board.seat_colours[seat],
            [*points, (self._game.seq, end)],
            [self._mark(each) for each in self._lessons(seat) if not each.is_closing],
        )

    def _mark(self, lesson: Lesson) -> Mark:
        judged = self._judged[lesson.seq]
        return Mark(
            judged.seq,
            judged.played.chance,
            _kind(lesson, judged),
            _link(lesson),
            f"{self._name(lesson.seat)}, {self._when(lesson)}: {title(lesson, self._language)}",
        )

    def _lessons(self, seat: int) -> list[Lesson]:
        return [each for each in self._review.lessons if each.seat == seat]

    def _when(self, lesson: Lesson) -> str:
        if lesson.is_closing:
            return self._voice("at_the_end")
        return self._voice("turn" if lesson.turn else "at_the_start", count=lesson.turn)

    def _seat(self, summary: Summary) -> str:
        """Return all about one seat: its figures and its lessons."""
        lessons = self._lessons(summary.seat)
        worst = sorted(lessons, key=lambda each: -each.points)[:_SHOWN]
        first = [each for each in lessons if each in worst]
        rest = [each for each in lessons if each not in worst]
        content = [self._figures(summary), self._cards(first)]
        if not lessons:
            content = [content[0], tag("p", text(self._voice("nothing")), cls="note")]
        if rest:
            content.append(more(self._voice("rest", count=len(rest)), self._cards(rest)))
        colour = self._game.board.seat_colours[summary.seat]
        paint = f"--own:var(--seat-{colour});--edge:var(--seat-{colour}-edge)"
        return tag("div", panel(self._name(summary.seat), "", *content), cls="seat", style=paint)

    def _figures(self, summary: Summary) -> str:
        voice, outcome = self._voice, self._game.outcome()
        marks = summary.marks
        figures = (
            (voice.count(outcome.seats[summary.seat].total), voice("points"), ""),
            (voice.count(summary.accuracy), voice("accuracy"), ""),
            (voice.number(summary.lost, 0), voice("lost"), ""),
            (voice.signed(round(summary.luck), 0), voice("luck"), ""),
            (voice.count(marks["blunder"]), voice("blunders"), "blunder"),
            (voice.count(marks["mistake"]), voice("mistakes"), "mistake"),
            (voice.count(marks["inaccuracy"]), voice("inaccuracies"), ""),
        )
        return tag(
            "dl",
            *(
                tag("div", tag("dt", text(name)), tag("dd", text(value)), cls=cls or None)
                for value, name, cls in figures
            ),
            cls="figures",
        )

    def _cards(self, lessons: Sequence[Lesson]) -> str:
        return tag("div", *(self._card(lesson) for lesson in lessons), cls="lessons")

    def _card(self, lesson: Lesson) -> str:
        """Return a lesson: its name and place, what happened, and what would have been better."""
        voice = self._voice
        judged = None if lesson.is_closing else self._judged[lesson.seq]
        kind = _kind(lesson, judged)
        cost = voice.signed(lesson.points if lesson.is_praise else -lesson.points)
        head = tag(
            "h3",
            tag("span", text(SIGNS.get(kind, "·")), cls=f"badge {kind}"),
            tag("span", text(title(lesson, self._language)), cls="name"),
            tag("small", text(self._when(lesson))),
            tag("b", text(cost), cls="cost") if lesson.points else "",
        )
        said = sentence(lesson, self._game.board, self._names, self._language)
        return tag(
            "article",
            head,
            tag("p", text(said)),
            self._compared(lesson, judged) if judged is not None else "",
            cls=f"lesson {kind}",
            id=_link(lesson),
        )

    def _compared(self, lesson: Lesson, judged: Judged) -> str:
        """Return what was played and the best other move, side by side, and where on the board."""
        before = Position(self._game.board, self._game.snapshot(judged.seq - 1))
        better = judged.better[0] if judged.better and not lesson.is_praise else None
        options = [self._option("played", judged.played, before)]
        if better is not None:
            options.append(self._option("better", better, before))
        picture = ""
        if self._atlas is not None:
            move: Move | None = better.move if better is not None else None
            picture = self._atlas.excerpt(before, judged.seat, judged.played.move, move)
        return tag("div", *options, cls="options") + picture

    def _option(self, name: str, option: Option, before: Position) -> str:
        voice = self._voice
        share = round(100 * option.chance)
        return tag(
            "div",
            tag("small", text(voice(name))),
            tag("span", text(move_phrase(option.move, before, self._language))),
            tag(
                "span",
                tag("i", "&#8203;", style=f"width:{share}%"),
                cls="bar",
                aria_hidden="true",
            ),
            tag("small", text(voice("chance", share=voice.per_cent(option.chance)))),
            cls=name,
        )


def _kind(lesson: Lesson, judged: Judged | None) -> str:
    if lesson.is_praise:
        return "find"
    return judged.mark if judged is not None else "end"


def _link(lesson: Lesson) -> str:
    return f"{lesson.code}-{lesson.seat + 1}-{lesson.seq}"
