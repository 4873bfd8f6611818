"""What a person needs is in sight in small windows, and stays where it is."""

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, ViewportSize, expect

from tests.e2e.houses import House
from tests.e2e.people import PHONE, person
from tests.e2e.robot import Robot, play
from tests.e2e.visits import play_now

pytestmark = pytest.mark.slow

LOW = ViewportSize(width=844, height=390)
LAPTOP = ViewportSize(width=1366, height=650)
SMALLEST = ViewportSize(width=320, height=640)

WHOLE = """(seats) => {
    const cut = (element) => element.scrollWidth > element.clientWidth;
    const outside = (element) => {
        const { left, right } = element.getBoundingClientRect();
        const seat = element.closest("li").getBoundingClientRect();
        return left < seat.left || right > Math.min(seat.right, innerWidth);
    };
    const counts = [...seats.querySelectorAll(".counts, .counts span, .points")];
    return !cut(seats) && counts.length > 0 && !counts.some((each) => cut(each) || outside(each));
}"""
"""Whether all that is counted of all seats is in sight, without any scrolling."""
TOUCH = """(pile) => {
    const box = (part) => pile.querySelector(part).getBoundingClientRect();
    const [key, count] = [box(".key"), box(".count")];
    const shown = key.width > 0;
    return shown && key.right > count.left && key.bottom > count.top - 1;
}"""
"""Whether the key of a pile stands on the number of its cards."""


@pytest.mark.parametrize("view", [LAPTOP, LOW, PHONE], ids=["laptop", "low", "phone"])
def test_the_button_stays_where_it_is_when_enough_tickets_are_chosen(
    chrome: Browser, server: House, view: ViewportSize
) -> None:
    with person(chrome, server.url, view=view, language="de") as anna:
        play_now(anna, "Anna", "usa", 2)
        frame = anna.page.locator("section.frame")
        confirm = frame.locator("button.confirm")
        expect(confirm).to_have_attribute("aria-disabled", "true")
        before = rested(confirm)
        for ticket in frame.get_by_role("checkbox").all()[:2]:
            ticket.click()
        expect(confirm).to_have_attribute("aria-disabled", "false")
        assert rested(confirm) == before


def rested(what: Locator) -> Any:
    """Where something stands once nothing moves any more."""
    what.page.wait_for_timeout(700)
    return what.bounding_box()


@pytest.mark.parametrize("board", ["usa", "world"])
@pytest.mark.parametrize("view", [PHONE, SMALLEST], ids=["phone", "smallest"])
def test_the_counts_of_five_players_are_in_sight_on_a_phone(
    chrome: Browser, server: House, board: str, view: ViewportSize
) -> None:
    with person(chrome, server.url, view=view, touch=True) as anna:
        play_now(anna, "Anna-Katharina", board, 5)
        robot = Robot(anna, board, Random(3))
        play(robot, until=lambda: bool(robot.done["keep"]) and robot.free)
        seats = anna.page.locator(".seats")
        expect(seats.locator("li")).to_have_count(5)
        assert seats.evaluate(WHOLE)
        box = seats.bounding_box()
        top = anna.page.locator(".table").evaluate(
            "(table) => parseFloat(getComputedStyle(table).getPropertyValue('--top'))"
        )
        assert box is not None
        assert box["y"] + box["height"] <= top
        seats.locator("button.seat").last.tap()
        told = seats.locator(".more").bounding_box()
        assert told is not None
        assert told["width"] > 0.9 * view["width"]
        anna.page.touchscreen.tap(view["width"] / 2, view["height"] / 2)
        expect(seats.locator(".more")).to_have_count(0)


@pytest.mark.parametrize("board", ["europe", "world"])
def test_no_count_of_a_player_is_cut_on_a_laptop(
    chrome: Browser, server: House, board: str
) -> None:
    with person(chrome, server.url, view=LAPTOP, language="de") as anna:
        play_now(anna, "Anna-Katharina", board, 5)
        seats = anna.page.locator(".seats")
        expect(seats.locator("li")).to_have_count(5)
        for width, height in ((1366, 650), (1280, 720), (1024, 768), (844, 390), (720, 450)):
            anna.page.set_viewport_size({"width": width, "height": height})
            anna.page.wait_for_timeout(200)
            if seats.count():  # on a telephone on its side a decision takes their place
                assert seats.evaluate(WHOLE), f"at {width}×{height}"


def test_the_key_of_a_pile_never_stands_on_its_number(chrome: Browser, server: House) -> None:
    with person(chrome, server.url) as anna:
        play_now(anna, "Anna", "world", 2)
        robot = Robot(anna, "world", Random(3))
        play(robot, until=lambda: bool(robot.done["keep"]) and robot.free)
        piles = anna.page.locator("section.display .pile")
        for width, height in (
            (320, 640),
            (390, 844),
            (480, 844),
            (540, 900),
            (620, 900),
            (844, 390),
        ):
            anna.page.set_viewport_size({"width": width, "height": height})
            anna.page.wait_for_timeout(200)
            touching = piles.evaluate_all(f"(piles) => piles.filter({TOUCH}).length")
            assert touching == 0, f"at {width}×{height}"


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_tickets_of_great_lakes_can_be_compared_in_a_low_window(
    chrome: Browser, server: House, language: str
) -> None:
    with person(chrome, server.url, view=LOW, language=language) as anna:
        play_now(anna, "Anna", "great_lakes", 2)
        frame = anna.page.locator("section.frame")
        frame.get_by_role("checkbox").first.wait_for()
        top = float(frame.locator("footer").evaluate("(it) => it.getBoundingClientRect().top + 6"))
        boxes = [ticket.bounding_box() for ticket in frame.get_by_role("checkbox").all()]
        assert len(boxes) == 5
        assert sum(box is not None and box["y"] + box["height"] <= top for box in boxes) >= 4
