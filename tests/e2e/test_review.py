"""Reviews in the browser: asked for, followed until they are complete, read, and tried again."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Locator, expect

from stellwerk.game import Game
from tests.e2e.axe import assert_open_to_all
from tests.e2e.houses import House
from tests.e2e.people import PATIENCE, PHONE, Person, person
from tests.e2e.robot import Robot, play
from tests.e2e.short_boards import short_board
from tests.e2e.visits import play_now, words

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of two people who had no idea what they did."""
    game, dice = Game.new(short_board("lesson"), 2, seed=8, names=("Anna", "Ben")), Random(8)
    while not game.over:
        game.play(dice.choice(game.legal_moves()), at=1.0)
    file = tmp_path_factory.mktemp("record") / "game.json"
    file.write_bytes(game.record().to_json())
    return file


def complete(somebody: Person) -> None:
    """Wait until every decision is judged."""
    somebody.page.locator(".board [data-route]").first.wait_for(state="attached")
    accuracy = somebody.page.locator("tbody td b").first
    # The first review of a machine waits until the search is compiled.
    expect(accuracy).to_have_text(re.compile(r"^\d+$"), timeout=3 * PATIENCE)
    expect(somebody.page.locator("progress")).to_have_count(0, timeout=PATIENCE)


@pytest.fixture(scope="module")
def reader(chrome: Browser, server: House, record: Path) -> Iterator[Person]:
    """Somebody with the complete review of an imported record."""
    with person(chrome, server.url) as somebody:
        somebody.go("/review")
        somebody.page.locator("input[type=file]").set_input_files(record)
        complete(somebody)
        yield somebody


@pytest.fixture
def lessons(reader: Person) -> Locator:
    """What is to be learned; the end of the game is shown, and no lesson is chosen."""
    reader.page.keyboard.press("End")
    return reader.page.locator(".lesson")


def test_a_game_is_reviewed_from_its_end_and_watched_again(chrome: Browser, server: House) -> None:
    with person(chrome, server.url) as anna:
        play_now(anna, "Anna", "lesson", 2)
        play(Robot(anna, "lesson", Random(16)))
        ended = anna.page.get_by_role("main")
        ended.get_by_role("link", name=words(anna, "page.review.watch")).click()
        complete(anna)
        pressed = anna.page.locator("tbody [aria-pressed=true]")
        expect(pressed).to_contain_text("Anna")
        anna.page.get_by_role("button", name=words(anna, "page.end.replay")).click()
        anna.page.locator(".transport").wait_for()
        anna.page.get_by_role("button", name=words(anna, "page.review.watch")).click()
        complete(anna)


def test_lessons_marks_and_positions_belong_together(reader: Person, lessons: Locator) -> None:
    page = reader.page
    now, mark = page.locator(".lesson[aria-current]"), page.locator(".mark.now")
    expect(now).to_have_count(0)
    page.keyboard.press("k")
    last = now.inner_text()
    expect(mark).to_have_count(1)
    expect(page.locator(".option")).not_to_have_count(0)
    lessons.nth(1).click()
    expect(now).not_to_have_text(last, use_inner_text=True)
    second = now.inner_text()
    chosen = str(mark.get_attribute("data-seq"))
    page.keyboard.press("ArrowLeft")
    expect(now).to_have_count(0)
    page.locator(f".mark[data-seq='{chosen}']").click()
    expect(now).to_have_text(second, use_inner_text=True)
    page.keyboard.press("k")
    expect(now).to_have_text(lessons.first.inner_text(), use_inner_text=True)


def test_the_graph_can_be_read_as_a_table(reader: Person, lessons: Locator) -> None:
    page = reader.page
    page.get_by_role("button", name=words(reader, "page.review.as_table")).click()
    rows = page.locator(".scrolls tbody tr")
    assert rows.count() > 5
    rows.nth(3).get_by_role("button").click()
    expect(rows.nth(3)).to_have_class(re.compile("now"))
    page.get_by_role("button", name=words(reader, "page.review.as_table")).click()
    page.get_by_role("button", name=words(reader, "page.review.margin"), exact=True).click()
    slider = page.get_by_role("slider", name=words(reader, "page.review.margin"))
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"Anna [+−]?\d"))
    page.get_by_role("button", name=words(reader, "page.review.chance")).click()


def test_somebody_elses_decisions_can_be_looked_at(reader: Person, lessons: Locator) -> None:
    names = reader.page.locator("tbody .who button")
    names.last.click()
    expect(names.last).to_have_attribute("aria-pressed", "true")
    expect(reader.page.locator(".names li.own")).to_contain_text("Ben")
    names.first.click()
    expect(names.first).to_have_attribute("aria-pressed", "true")


def test_a_review_is_open_to_all(reader: Person, lessons: Locator) -> None:
    page = reader.page
    page.keyboard.press("k")
    page.locator(".option").first.wait_for()
    assert_open_to_all(page, "review")
    page.get_by_role("button", name=words(reader, "page.review.as_table")).click()
    page.locator(".scrolls table").wait_for()
    assert_open_to_all(page, "review as a table", ".foot")
    page.get_by_role("button", name=words(reader, "page.review.as_table")).click()


def test_a_mistake_is_tried_again_on_a_phone(chrome: Browser, server: House, record: Path) -> None:
    with person(chrome, server.url, view=PHONE, touch=True, language="de") as uwe:
        uwe.go("/review")
        uwe.page.locator("input[type=file]").set_input_files(record)
        complete(uwe)
        uwe.page.locator(".lesson").nth(1).tap()
        uwe.page.locator(".option").first.wait_for()
        assert_open_to_all(uwe.page, "review on a phone")
        uwe.page.get_by_role("button", name=words(uwe, "page.review.try_again")).tap()
        uwe.page.wait_for_url(re.compile("/t/"))
        robot = Robot(uwe, "lesson", Random(3))
        play(robot)
        expect(uwe.page.locator(".scores tbody")).to_have_count(2)
