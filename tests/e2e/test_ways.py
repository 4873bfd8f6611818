"""Other ways to play: by keyboard, by finger, in German, at one device, through a crash."""

import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from bench.page_sizes import MEASURE, cities_of
from stellwerk.words import say, sentences
from tests.e2e.axe import assert_open_to_all
from tests.e2e.hands import Keys
from tests.e2e.houses import House, house
from tests.e2e.people import PHONE, Person, person
from tests.e2e.robot import Robot, play
from tests.e2e.visits import play_now, seated, words

pytestmark = pytest.mark.slow


def test_a_game_by_keyboard_alone(chrome: Browser, server: House) -> None:
    with person(chrome, server.url, keys=True) as anna:
        keys = Keys(anna, "europe")
        keyboard = anna.page.keyboard
        anna.go("/")
        anna.page.get_by_role("option", name="Europe").wait_for(state="attached")
        keys.tab_to(".quick input")
        keyboard.type("Anna")
        keyboard.press("Tab")
        keyboard.type("Europe")
        keyboard.press("Tab")
        keyboard.type("2")
        keyboard.press("Tab")
        keyboard.press("Home")
        keys.tab_to(".quick button.gold")
        keyboard.press("Enter")
        seated(anna.page)
        robot = Robot(anna, "europe", Random(5))
        play(robot)
        expect(anna.page.locator(".scores tbody")).to_have_count(2)
        assert robot.done["payment"] >= 1
        # Nothing of it was done by a pointer.
        assert anna.page.evaluate("window.pointed") is None


def test_a_game_with_a_finger_on_a_phone(chrome: Browser, server: House) -> None:
    with person(chrome, server.url, view=PHONE, touch=True) as anna:
        play_now(anna, "Anna", "europe", 3)
        robot = Robot(anna, "europe", Random(6))
        play(robot)
        expect(anna.page.locator(".scores tbody")).to_have_count(3)
        wide = anna.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= PHONE["width"]


def test_what_lies_below_in_a_decision_is_announced_and_reached_by_keys(
    chrome: Browser, server: House
) -> None:
    with person(chrome, server.url, view=ViewportSize(width=844, height=280)) as anna:
        play_now(anna, "Anna", "world", 2)
        frame = anna.page.locator("section.frame")
        more, tickets = frame.locator(".more button"), frame.get_by_role("checkbox")
        footer = frame.locator("footer")

        def hidden() -> int:
            top = float(footer.evaluate("(footer) => footer.getBoundingClientRect().top + 6"))
            boxes = [ticket.bounding_box() for ticket in tickets.all()]
            return sum(box is not None and box["y"] + box["height"] > top for box in boxes)

        expect(more).to_contain_text(str(hidden()))
        assert hidden() >= 1
        before = hidden()
        more.press("Enter")
        anna.page.wait_for_timeout(300)
        assert hidden() < before
        tickets.first.focus()
        for _ in range(tickets.count() - 1):
            anna.page.keyboard.press("Tab")
        expect(tickets.last).to_be_focused()
        expect(more).to_have_count(0)


def test_a_ticket_that_is_tapped_is_shown_with_both_ends(chrome: Browser, server: House) -> None:
    with person(chrome, server.url, view=PHONE, touch=True) as anna:
        play_now(anna, "Anna", "europe", 2)
        robot = Robot(anna, "europe", Random(6))
        play(robot, until=lambda: robot.done["card"] >= 1 and robot.free)
        page = anna.page
        page.touchscreen.tap(20, 300)  # from near, at sea
        page.touchscreen.tap(20, 300)
        page.locator(".view.moving").wait_for(state="detached")
        page.evaluate(MEASURE)
        tickets = anna.messages("update")[-1]["view"]["tickets"]
        first = max(tickets, key=lambda ticket: int(ticket["points"]))["ticket"]
        page.locator("section.tickets button").first.tap()
        page.wait_for_function(
            "(cities) => !measureSubject(cities).hidden.length",
            arg=sorted(cities_of("europe", [first])),
            timeout=5_000,
        )


def test_a_game_goes_on_after_the_server_was_killed(chrome: Browser, tmp_path: Path) -> None:
    with house(tmp_path) as server, person(chrome, server.url, may_complain=True) as anna:
        play_now(anna, "Anna", "usa", 3)
        robot = Robot(anna, "usa", Random(7))
        play(robot, until=lambda: robot.done["card"] >= 1 and robot.free)
        before = anna.page.locator(".tickets, section.hand").all_inner_texts()
        server.kill()
        expect(anna.page.get_by_text(words(anna, "page.line.waiting"))).to_be_visible()
        assert anna.page.locator(".tickets, section.hand").all_inner_texts() == before
        server.start()
        expect(anna.page.get_by_text(words(anna, "page.line.waiting"))).to_have_count(0)
        play(robot)
        expect(anna.page.locator(".scores tbody")).to_have_count(3)
        assert "Traceback" not in server.log


def test_a_move_made_while_the_server_is_away_is_not_lost(chrome: Browser, tmp_path: Path) -> None:
    with house(tmp_path) as server, person(chrome, server.url, may_complain=True) as anna:
        play_now(anna, "Anna", "lesson", 2)
        robot = Robot(anna, "lesson", Random(8))
        play(robot, until=lambda: robot.done["keep"] >= 1 and robot.free)
        server.kill()
        expect(anna.page.get_by_text(words(anna, "page.line.waiting"))).to_be_visible()
        cards = anna.page.locator("section.hand h2")
        before = cards.inner_text()
        robot.hands.card(0, robot.look()["cells"])
        server.start()
        expect(cards).not_to_have_text(before)
        play(robot)


def test_a_game_in_german(chrome: Browser, server: House) -> None:
    with person(chrome, server.url, language="de") as anna:
        play_now(anna, "Änne", "germany", 2)
        robot = Robot(anna, "germany", Random(9))
        robot.onframe = lambda whose, _kind: assert_german(whose)
        assert_german(anna)
        play(robot)
        assert_german(anna)
        anna.page.get_by_role("link", name=words(anna, "page.end.replay")).click()
        anna.page.locator(".transport").wait_for()
        assert_german(anna)
        for path in ("/", "/rules/germany", "/lesson", "/replay", "/programs"):
            anna.go(path)
            anna.page.locator("main h1").first.wait_for(state="attached")
            assert_german(anna)
        expect(anna.page.locator("html")).to_have_attribute("lang", "de")


def assert_german(whose: Person) -> None:
    """No sentence stands there in English, and no key without its sentence."""
    programs = "for (const code of document.querySelectorAll('pre')) code.hidden = true;"
    whose.page.evaluate(programs)  # code is written in English
    shown = " ".join(whose.page.locator("body").inner_text().split())
    german = sentences("de")
    for key, english in sentences("en").items():
        if not isinstance(english, str) or "{" in english or len(english.split()) < 3:
            continue
        assert english == german[key] or english not in shown, f"{key}: {english}"
    assert not re.search(r"\bpage\.[a-z_]+\.[a-z_]+", shown), shown


def test_two_people_at_one_device_see_each_others_cards_never(
    chrome: Browser, server: House
) -> None:
    with person(chrome, server.url) as anna:
        page = anna.page
        anna.go("/")
        page.get_by_role("button", name=words(anna, "page.lobby.more")).click()
        table = page.get_by_role("dialog", name=words(anna, "page.lobby.new_table"))
        table.get_by_label(words(anna, "page.lobby.name")).first.fill("Anna")
        table.get_by_label(words(anna, "page.lobby.board")).select_option("lesson")
        table.get_by_role("button", name="2", exact=True).click()
        table.get_by_label(say("seat.number", "en", number=2)).select_option("device")
        table.get_by_label(words(anna, "page.lobby.name")).last.fill("Ben")
        table.get_by_role("button", name=words(anna, "page.lobby.open_table")).click()
        page.wait_for_url(re.compile("/t/"))
        robot = Robot(anna, "lesson", Random(10))

        def check(whose: Person, kind: str) -> None:
            if kind == "curtain":
                assert_nothing_shown(whose.page)
            if kind == "curtain" and not robot.done["curtain"]:
                assert_open_to_all(whose.page, "curtain")

        robot.onframe = check
        play(robot)
        assert robot.done["curtain"] >= 4
        expect(page.locator(".scores tbody")).to_have_count(2)


def assert_nothing_shown(page: Page) -> None:
    """Behind the curtain there is no table, not even for a screen reader."""
    expect(page.locator("section.hand, .tickets, .board, section.frame")).to_have_count(0)


def test_the_lesson_guides_to_the_end_of_a_game(chrome: Browser, server: House) -> None:
    with person(chrome, server.url) as anna:
        anna.go("/lesson")
        anna.page.get_by_role("button", name=words(anna, "page.lesson.begin")).click()
        anna.page.locator(".teacher .now").wait_for()
        play(Robot(anna, "lesson", Random(18)))
        expect(anna.page.locator(".teacher .now")).to_have_text(words(anna, "page.lesson.say_over"))


def test_a_card_is_seen_to_fly_and_a_key_lets_it_land(chrome: Browser, server: House) -> None:
    with person(chrome, server.url, still=False) as anna:
        play_now(anna, "Anna", "lesson", 2)
        robot = Robot(anna, "lesson", Random(19))
        play(robot, until=lambda: bool(robot.done["keep"]) and robot.free)
        # Held in the air, so that it is there to be seen however slow the machine is.
        anna.page.evaluate(
            """() => new MutationObserver((changes) => {
                for (const { addedNodes } of changes)
                    for (const node of addedNodes)
                        if (node.dataset && "motion" in node.dataset)
                            for (const animation of node.getAnimations()) animation.pause();
            }).observe(document.body, { childList: true })"""
        )
        robot.hands.card(0, robot.look()["cells"])
        flying = anna.page.locator("body > svg[data-motion]")
        expect(flying).to_have_count(1)
        anna.page.keyboard.press("Shift")
        expect(flying).to_have_count(0)
