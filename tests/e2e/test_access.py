"""axe-core finds nothing on any screen, in both themes."""

import re
from random import Random

import pytest
from playwright.sync_api import Browser

from tests.e2e.axe import assert_open_to_all
from tests.e2e.choice import some_long
from tests.e2e.houses import House
from tests.e2e.people import PHONE, Person, person
from tests.e2e.robot import Robot, play
from tests.e2e.visits import invite, play_now, words

pytestmark = pytest.mark.slow

DECISIONS = {
    "usa": {"keep", "payment", "tickets"},
    "europe": {"keep", "payment", "tickets", "site"},
    "germany": {"keep", "mix", "payment"},
    "world": {"keep", "pieces", "refill", "exchange", "payment"},
}
"""What is decided in every game on a board, however the cards lie."""


@pytest.mark.parametrize("board", some_long(DECISIONS, "europe"))
def test_every_decision_and_the_end_are_open_to_all(
    chrome: Browser, server: House, board: str
) -> None:
    seen: set[str] = set()

    def check(whose: Person, kind: str) -> None:
        if kind not in seen:
            seen.add(kind)
            assert_open_to_all(whose.page, f"{board}: {kind}")

    with person(chrome, server.url) as anna:
        play_now(anna, "Anna", board, 2)
        robot = Robot(anna, board, Random(14), onframe=check)
        play(robot, until=lambda: robot.done["claim"] >= 1 and robot.free)
        assert_open_to_all(anna.page, f"{board}: table")
        play(robot)
        assert seen >= DECISIONS[board]
        assert_open_to_all(anna.page, f"{board}: end")
        if board != "usa":
            return
        anna.page.get_by_role("link", name=words(anna, "page.end.replay")).click()
        anna.page.locator(".transport").wait_for()
        assert_open_to_all(anna.page, "replay")


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
        for tab in anna.page.get_by_role("tab").all():
            tab.tap()
            assert_open_to_all(anna.page, "table on a phone")


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
            assert_open_to_all(anna.page, "new table")
        if path == "/lesson":
            anna.page.get_by_role("button", name=words(anna, "page.lesson.begin")).click()
            anna.page.wait_for_url(re.compile("/lesson/."))
            anna.page.locator(".guide").wait_for()
            assert_open_to_all(anna.page, "the lesson")


def test_the_room_before_a_game_is_open_to_all(chrome: Browser, server: House) -> None:
    with person(chrome, server.url) as anna:
        invite(anna, "Anna", "usa", 3)
        assert_open_to_all(anna.page, "room")
        anna.go("/")
        anna.page.locator("#own").wait_for()
        assert_open_to_all(anna.page, "own tables")
        anna.page.get_by_role("button", name="Anna").click()
        anna.page.get_by_role("dialog").wait_for()
        assert_open_to_all(anna.page, "profile")
