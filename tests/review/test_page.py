"""The page of a review: whole, without script, and with every lesson on it."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from stellwerk.board.model import Language
from stellwerk.bots import make
from stellwerk.bots.table import play_on
from stellwerk.drawing.files import drawing_of
from stellwerk.game import Game
from stellwerk.review.model import Review
from stellwerk.review.page import review_page
from stellwerk.review.review import review
from stellwerk.review.sentences import title
from stellwerk.words import LANGUAGES

VOID = {"meta", "br", "input"}


class _Reader(HTMLParser):
    """Sees to it that everything opened is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.names: list[str] = []
        self.links: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        if tag == "article":
            self.names.append(known["id"] or "")
        if tag == "a":
            self.links.add((known["href"] or "").removeprefix("#"))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def reviewed() -> tuple[Game, Review]:
    game = Game.new("lesson", seats=2, seed=3, names=["<Anna>", "Ben"])
    play_on(game, {0: make("random", 1), 1: make("planner", 2)})
    return game, review(game, playouts=60)


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_shows_every_lesson_in_its_language(
    reviewed: tuple[Game, Review], language: Language
) -> None:
    game, found = reviewed
    page = review_page(game, found, drawing_of(game.board), language)
    reader = _Reader()
    reader.feed(page)
    assert reader.open == []
    assert len(reader.names) == len(set(reader.names)) == len(found.lessons) > 3
    assert reader.links <= set(reader.names)
    assert all(title(lesson, language) in page for lesson in found.lessons)
    assert f'lang="{language}"' in page


def test_page_asks_nobody_for_anything(reviewed: tuple[Game, Review]) -> None:
    game, found = reviewed
    page = review_page(game, found, drawing_of(game.board), "en")
    assert "<script" not in page
    assert "src=" not in page
    assert "<Anna>" not in page
    assert "&lt;Anna&gt;" in page


def test_page_can_do_without_a_drawing(reviewed: tuple[Game, Review]) -> None:
    game, found = reviewed
    assert "atlas-map" not in review_page(game, found, None, "en")
    assert "atlas-map" in review_page(game, found, drawing_of(game.board), "en")
