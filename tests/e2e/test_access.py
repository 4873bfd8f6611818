"""axe-core finds nothing on any screen, in both themes. Decisions are looked at in the games."""

import re
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.axe import assert_open_to_all
from tests.e2e.houses import House
from tests.e2e.people import PHONE, person
from tests.e2e.robot import Robot, play
from tests.e2e.visits import code_of, invite, play_now, words

pytestmark = pytest.mark.slow

TIMES_LISTED = """(buttons) => Object.values(
    Object.groupBy(buttons, (button) => button.dataset.route)).map((found) => found.length)"""


def test_the_table_is_open_to_all(chrome: Browser, server: House) -> None:
    with person(chrome, server.url) as anna, person(chrome, server.url) as zoe:
        play_now(anna, "Anna", "europe", 2)
        robot = Robot(anna, "europe", Random(14))
        play(robot, until=lambda: robot.done["card"] >= 1 and robot.free)
        assert_open_to_all(anna.page, "table")
        keyboard = anna.page.keyboard
        anna.page.get_by_role("button", name=words(anna, "page.menu.title")).click()
        assert_open_to_all(anna.page, "menu", within=".menu")
        keyboard.press("Escape")
        keyboard.press("?")
        manual = anna.page.get_by_role("dialog", name=words(anna, "page.help.title"))
        manual.wait_for()
        assert_open_to_all(anna.page, "help", within="dialog[open], [role=dialog]")
        keyboard.press("Escape")
        expect(anna.page.locator("dialog")).to_have_count(0)
        keyboard.press("c")
        field = anna.page.get_by_label(words(anna, "page.command.title"))
        field.fill("madr")
        keyboard.press("Enter")
        answers = anna.page.get_by_role("list", name=words(anna, "page.command.choices"))
        expect(answers.get_by_role("button").first).to_be_focused()
        assert_open_to_all(anna.page, "a move in words", within="main")
        keyboard.press("Escape")
        expect(field).to_be_focused()
        field.fill("draw")
        keyboard.press("Enter")
        expect(field).to_have_count(0)
        # Every route stands under both of its cities, and says why it cannot be had.
        assert set(anna.page.locator("button[data-route]").evaluate_all(TIMES_LISTED)) == {2}
        unpayable = anna.page.locator("button[data-route]", has_text="; you have").first
        unpayable.wait_for(state="attached")
        zoe.go(f"/t/{code_of(anna.page)}")
        zoe.page.locator(".table .board").wait_for()
        assert_open_to_all(zoe.page, "spectator")


def test_the_phone_is_open_to_all(chrome: Browser, server: House) -> None:
    with person(chrome, server.url, view=PHONE, touch=True) as anna:
        anna.go("/")
        anna.page.locator(".boards li").first.wait_for()
        assert_open_to_all(anna.page, "start on a phone")
        play_now(anna, "Anna", "lesson", 2)
        robot = Robot(anna, "lesson", Random(15))
        robot.hands.page.locator("section.frame").wait_for()
        assert_open_to_all(anna.page, "keep on a phone")
        play(robot, until=lambda: bool(robot.done["keep"]) and robot.free)
        anna.page.get_by_role("button", name=words(anna, "page.menu.title")).tap()
        assert_open_to_all(anna.page, "menu on a phone", within=".menu")
        anna.page.keyboard.press("Escape")
        for tab in anna.page.get_by_role("tab").all():
            tab.tap()
            assert_open_to_all(anna.page, "table on a phone", within=".sheet")


@pytest.mark.parametrize("path", ["/", "/rules/world", "/lesson", "/replay", "/programs"])
def test_the_other_screens_are_open_to_all(chrome: Browser, server: House, path: str) -> None:
    with person(chrome, server.url) as anna:
        anna.go(path)
        anna.page.locator("main h1").first.wait_for()
        anna.page.wait_for_load_state("networkidle")
        assert_open_to_all(anna.page, path)
        if path == "/":
            anna.page.get_by_role("button", name=words(anna, "page.lobby.more")).click()
            anna.page.get_by_role("dialog").wait_for()
            assert_open_to_all(anna.page, "new table", within="dialog[open], [role=dialog]")
        if path == "/lesson":
            anna.page.get_by_role("button", name=words(anna, "page.lesson.begin")).click()
            anna.page.wait_for_url(re.compile("/lesson/."))
            anna.page.locator(".teacher").wait_for()
            assert_open_to_all(anna.page, "the lesson")


@pytest.mark.parametrize("language", ["de", "en"])
def test_no_button_of_a_boards_card_is_cut_off(
    chrome: Browser, server: House, language: str
) -> None:
    with person(chrome, server.url, language=language) as anna:
        anna.go("/")
        anna.page.locator(".boards li").first.wait_for()
        for width in (1440, 1280, 1024, 768, 390):
            anna.page.set_viewport_size({"width": width, "height": 900})
            buttons = anna.page.locator(".boards li button").all()
            assert len(buttons) >= 10
            for button in buttons:
                inside = button.evaluate(
                    "it => it.getBoundingClientRect().right"
                    " <= it.closest('li').getBoundingClientRect().right"
                )
                assert inside, f"{button.get_attribute('aria-label')} at {width}"


def test_the_room_before_a_game_is_open_to_all(chrome: Browser, server: House) -> None:
    with person(chrome, server.url) as anna:
        invite(anna, "Anna", "usa", 3)
        assert_open_to_all(anna.page, "room")
        first, second = anna.page.get_by_role("radio").all()[:2]
        expect(first).to_be_checked()
        second.focus()
        anna.page.keyboard.press("Space")
        expect(anna.page.locator("li rect[fill*=pattern]")).to_have_attribute(
            "fill", f"url(#pattern-{second.get_attribute('value')})"
        )
        anna.go("/play")
        anna.page.locator("#own").wait_for()
        assert_open_to_all(anna.page, "own tables")
