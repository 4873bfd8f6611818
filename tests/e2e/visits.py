"""What people do before a game: come to the start page, open a table, follow an invitation."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from stellwerk.words import say
from tests.e2e.people import Person


def words(person: Person, key: str) -> str:
    """Return a sentence of the page in the person's language."""
    return say(key, person.language)


def arrive(person: Person, name: str, board: str, seats: int) -> None:
    """Open the start page, and say who one is and what one wants to play."""
    page = person.page
    person.go("/")
    page.locator(".quick input").fill(name)
    _choose(person, "page.lobby.board", board)
    _choose(person, "page.lobby.seats", str(seats))


def _choose(person: Person, key: str, value: str) -> None:
    """Choose from a list on the start page, found by the words beside it."""
    beside = person.page.get_by_text(words(person, key), exact=True)
    person.page.locator(".quick label", has=beside).locator("select").select_option(value)


def play_now(person: Person, name: str, board: str, seats: int, bot: str = "random") -> None:
    """Start a game against bots from the start page."""
    arrive(person, name, board, seats)
    quick = person.page.locator(".quick")
    _choose(person, "page.lobby.against", bot)
    quick.get_by_role("button", name=words(person, "page.lobby.play"), exact=True).click()
    seated(person.page)


def invite(host: Person, name: str, board: str, seats: int) -> str:
    """Open a table for friends and return the link to it."""
    arrive(host, name, board, seats)
    host.page.get_by_role("button", name=words(host, "page.lobby.invite")).click()
    link = host.page.get_by_label(words(host, "page.room.invite"))
    return link.input_value()


def follow(friend: Person, link: str, name: str) -> None:
    """Follow an invitation and take a seat."""
    friend.page.goto(link)
    friend.page.get_by_label(words(friend, "page.room.name")).fill(name)
    friend.page.get_by_role("button", name=words(friend, "page.room.join")).click()
    expect(friend.page.get_by_text(words(friend, "page.room.host_starts"))).to_be_visible()


def start(host: Person) -> None:
    """Start the game when all are there."""
    button = host.page.get_by_role("button", name=words(host, "page.room.start"))
    expect(button).not_to_have_attribute("aria-disabled", "true")
    button.click()
    seated(host.page)


def seated(page: Page) -> None:
    """Wait until the table is shown."""
    page.wait_for_url(re.compile(r"/t/[A-Z0-9-]+$"))
    page.locator(".table .board").wait_for()
    page.locator(".table .board button[data-route]").first.wait_for(state="attached")


def code_of(page: Page) -> str:
    """Return the code of the table that is shown."""
    return page.url.rsplit("/", 1)[1]
