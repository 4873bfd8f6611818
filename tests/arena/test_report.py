"""Reports: whole pages that need nothing from elsewhere, in both languages."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from stellwerk.arena import Lineup
from stellwerk.arena.balance import Balance, compared, measure, shipped
from stellwerk.arena.crew import play_here
from stellwerk.arena.hold import Held, hold
from stellwerk.arena.match import play_at_table
from stellwerk.arena.report.balance import balance_report, verdict
from stellwerk.arena.report.match import match_report
from stellwerk.arena.report.voice import Voice
from stellwerk.board import Board, boards
from stellwerk.board.model import Language
from stellwerk.drawing.files import drawing_of
from stellwerk.pages.axis import Axis

VOID = {"meta", "br", "input", "link"}
ISLAND = Path(__file__).parents[1] / "drawing" / "island.toml"


class Page(HTMLParser):
    """Reads a page, and notices what is not closed or not well nested."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""
        self.ids: list[str] = []
        self.links: list[str] = []
        self.feed(page)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids += [value for name, value in attrs if name == "id" and value]
        self.links += [given[name] or "" for name in ("href", "src") if name in given]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data if "style" not in self.open else ""


def _check(page: str) -> Page:
    """Check what holds for every report."""
    read = Page(page)
    assert len(read.ids) == len(set(read.ids))
    assert [link for link in read.links if not link.startswith("#")] == []
    fetched = {url for url in re.findall(r"url\(([^)]{5})", page) if not url.startswith("#")}
    assert fetched == {"data:"}
    assert "<script" not in page
    assert "None" not in read.text
    assert "{" not in read.text
    return read


def _held(board: str, bots: tuple[str, ...], deals: int = 6) -> tuple[Lineup, Held]:
    lineup = Lineup(Board.load(board), bots, "report")
    return lineup, hold(lineup, deals, lambda match, some: play_here(match, some))


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_report_of_a_match_is_whole(language: Language) -> None:
    lineup, held = _held("europe", ("planner", "hungry", "greedy"))
    drawing = drawing_of(lineup.board)
    page = _check(match_report(lineup, held, drawing, Voice(language), "stellwerk arena --x <y>"))
    for bot in lineup.names:
        assert page.text.count(bot) > 4
    for city in ("Paris", "Berlin", "Madrid"):
        assert city in page.text
    assert "stellwerk arena --x <y>" in page.text


def test_a_bot_against_itself_and_a_board_without_drawing_have_a_report_too() -> None:
    lineup, held = _held("lesson", ("greedy", "greedy"), deals=1)
    page = _check(match_report(lineup, held, None, Voice("en"), "again"))
    assert "stellwerk board draw" in page.text
    assert "Ratings" not in page.text


def test_thinking_times_are_told_where_bots_play_at_the_table() -> None:
    lineup = Lineup(Board.load("lesson"), ("greedy", "random"), "times", seconds=1e-9)
    held = hold(lineup, 1, lambda match, some: iter([play_at_table(match, some)]))
    page = _check(match_report(lineup, held, None, Voice("en"), "again"))
    assert "99\N{NO-BREAK SPACE}% within" in page.text
    assert re.search(r"greedy overran its time \d\d+ times", page.text)


@pytest.fixture(scope="module")
def island() -> Balance:
    return measure(Board.load(ISLAND), games=60, most=3)


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_balance_of_any_board_file_is_told(island: Balance, language: Language) -> None:
    page = _check(balance_report(island, None, Voice(language)))
    assert "Athlone" in page.text
    told = verdict(Voice(language), island)
    assert {"yes", "no"} <= {mark for mark, _ in told}
    assert list(island.standings) == [2, 3]


def test_a_bad_board_is_found_out() -> None:
    """A ticket that pays too much, one that pays too little, and routes that nobody needs."""
    text = ISLAND.read_text(encoding="utf-8")
    lines = re.findall(r"^.*points *= *\d+.*$", text, re.M)
    cheap = lines[0], re.sub(r"points *= *\d+", "points = 1", lines[0])
    dear = lines[1], re.sub(r"points *= *\d+", "points = 40", lines[1])
    for before, after in (cheap, dear):
        text = text.replace(before, after, 1)
    balance = measure(Board.parse(text), games=40, most=2)
    assert {1} <= {each.ticket for each in balance.mispriced}
    assert balance.dominated
    figures = {each.measure: each.verdict for each in compared(balance.figures)}
    assert figures["price"] == "low"


def test_shipped_figures_are_those_of_the_boards() -> None:
    assert set(shipped()) == set(boards()) - {"lesson"}
    balance = measure(Board.load("usa"), games=150)
    for each in compared(balance.figures):
        spread = 8 if each.measure in ("seats", "crowded", "idle") else 4
        assert each.value == pytest.approx(each.others["usa"], abs=spread), each.measure


def test_marks_of_an_axis_are_round_and_inside() -> None:
    for low, high in ((-3.2, 4.1), (0, 1), (1234, 1890), (0.001, 0.002)):
        axis = Axis(low, high)
        marks = axis.marks(5)
        assert 2 <= len(marks) <= 6
        assert all(low <= mark <= high for mark in marks)
        assert axis.at(low) == 0
        assert axis.at(high) == 100
