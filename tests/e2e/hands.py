"""Hands for the robot: the mouse, a finger, or the keyboard alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from playwright.sync_api import Locator

from stellwerk import Board
from stellwerk.drawing.files import drawing_of
from tests.e2e.people import Person

_FRAME: Final = "section.frame"
_CHOICES: Final = "[role=radio], [role=checkbox]"
_MOST_TABS: Final = 300
_WALK: Final = ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")
_ON_MAP: Final = """(places) => {
    const sheet = document.querySelector("svg.sheet");
    const matrix = sheet.getScreenCTM();
    for (const [x, y] of places) {
        const place = new DOMPoint(x, y).matrixTransform(matrix);
        const under = document.elementFromPoint(place.x, place.y);
        if (under?.closest(".board .view")) return [place.x, place.y];
    }
    return null;
}"""
"""Where on the screen one of some places of the map is in plain sight."""


class Hands:
    """The mouse, or a finger where the screen is one to touch."""

    def __init__(self, person: Person, board: str) -> None:
        self.person = person
        self.page = person.page
        self.board = board

    def press(self, target: Locator) -> None:
        """Click or tap."""
        if self.person.touch:
            target.tap()
        else:
            target.click()

    def click(self, selector: str) -> None:
        """Press a button found by a selector."""
        self.press(self.page.locator(selector))

    def card(self, index: int, cells: Sequence[Any]) -> None:
        """Take a card, or draw one from a pile."""
        self.press(self.page.locator("section.display .cell").nth(index))

    def action(self, key: str) -> None:
        """Begin what a button beside the hand offers."""
        self.press(
            self.page.locator(".actions button", has=self.page.locator(f"kbd >> text={key}"))
        )

    def route(self, route: str) -> None:
        """Choose a route on the map; where something covers it, show the whole map first."""
        spaces = drawing_of(Board.load(self.board)).spaces[route]
        middle = sorted(spaces, key=lambda space: abs(spaces.index(space) - len(spaces) // 2))
        places = [[space.x, space.y] for space in middle]
        self.page.locator(".view.moving").wait_for(state="detached")
        at = self.page.evaluate(_ON_MAP, places)
        fit = self.page.locator(".board .controls .fit")
        if at is None and fit.is_visible() and fit.is_enabled():
            self.press(fit)
            self.page.locator(".view.moving").wait_for(state="detached")
            at = self.page.evaluate(_ON_MAP, places)
        if at is None:  # as a screen reader does it
            self.page.locator(f'button[data-route="{route}"]').first.dispatch_event("click")
        elif self.person.touch:
            self.page.touchscreen.tap(*at)
        else:
            self.page.mouse.click(*at)

    def choose_lane(self, lanes: Sequence[str], payable: Sequence[str]) -> None:
        """Choose the lane that can be paid."""
        fits = [n for n, lane in enumerate(lanes) if any(words in lane for words in payable)]
        self.press(self.page.locator("[role=dialog] button.lane").nth(fits[0] if fits else 0))

    def choose(self, index: int) -> None:
        """Choose one of several in a decision."""
        self.press(self.page.locator(_FRAME).locator(_CHOICES).nth(index))

    def select(self, index: int) -> None:
        """Choose one line of a list."""
        self.page.locator(_FRAME).locator("select").select_option(index=index)

    def refill(self, index: int) -> None:
        """Choose the pile that fills a gap."""
        self.press(self.page.locator(_FRAME).locator(".piles button").nth(index))

    def slide(self) -> None:
        """Move the slider by one."""
        self.page.locator(_FRAME).locator("input[type=range]").press("ArrowLeft")

    def confirm(self) -> None:
        """Confirm the decision."""
        self.click(f"{_FRAME} button.confirm")

    def cancel(self) -> None:
        """Leave the decision."""
        self.press(self.page.locator(f"{_FRAME} footer button").last)


class Keys(Hands):
    """The keyboard alone; nothing is clicked and nothing gets the focus by magic."""

    def tab_to(self, selector: str) -> None:
        """Press Tab until what is wanted has the focus."""
        for _ in range(_MOST_TABS):
            if self.page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{selector} cannot be reached by keyboard")

    def press(self, target: Locator) -> None:
        """Go there by Tab and press it."""
        target.evaluate("(element) => element.setAttribute('data-wanted', '')")
        self.tab_to("[data-wanted]")
        choice = target.evaluate("(element) => element.matches('[role=radio], [role=checkbox]')")
        target.evaluate("(element) => element.removeAttribute('data-wanted')")
        self.page.keyboard.press("Space" if choice else "Enter")

    def card(self, index: int, cells: Sequence[Any]) -> None:
        """Take a card by its number; 0 and 9 are the piles."""
        piles = self.page.locator("section.display .cell:has(.count)").count()
        shown = len(cells) - piles
        self.page.keyboard.press(str(index + 1) if index < shown else "09"[index - shown])

    def action(self, key: str) -> None:
        """Press its key."""
        self.page.keyboard.press(key.lower())

    def route(self, route: str) -> None:
        """Walk over the map until a route is reached that can be paid, and choose it."""
        self.tab_to("[data-route], [data-city]")
        seen: dict[str, int] = {}
        for _ in range(_MOST_TABS):
            at = self.page.evaluate("({...document.activeElement.dataset})")
            if at.get("route") == route:
                self.page.keyboard.press("Enter")
                return
            key = at.get("route") or at.get("city")
            # Go on to another side each time a place is come back to.
            times = seen[key] = seen.get(key, -1) + 1
            self.page.keyboard.press(_WALK[times % len(_WALK)])
        self.type_claim(route)

    def type_claim(self, route: str) -> None:
        """Type the claim as a sentence."""
        ends = route.split("/")[0].replace("-", " ")
        self.page.keyboard.press("c")
        self.page.keyboard.type(f"claim {ends}")
        self.page.keyboard.press("Enter")

    def choose(self, index: int) -> None:
        """Choose by number where there are numbers, else by Tab and Space."""
        if self.page.locator(_FRAME).locator("[role=checkbox]").count():
            self.page.keyboard.press(str(index + 1))
        else:
            super().choose(index)

    def select(self, index: int) -> None:
        """Go to the list and press the arrow: the first line is chosen at once."""
        self.tab_to("select")
        self.page.keyboard.press("ArrowDown")

    def refill(self, index: int) -> None:
        """Choose a pile by its key."""
        self.page.keyboard.press("09"[index])

    def slide(self) -> None:
        """Go to the slider and press the arrow."""
        self.tab_to("input[type=range]")
        self.page.keyboard.press("ArrowLeft")

    def confirm(self) -> None:
        """Press Enter; it counts wherever the focus is, except on another button."""
        self.page.keyboard.press("Enter")

    def cancel(self) -> None:
        """Press Escape; a tunnel is only left by its button."""
        if self.page.locator("ol.turned").count():
            super().cancel()
        else:
            self.page.keyboard.press("Escape")


def hands_of(person: Person, board: str) -> Hands:
    """Return the hands a person has."""
    return Keys(person, board) if person.keys else Hands(person, board)
