"""Playing by correspondence, and with whom: pauses, the next table, what happened, invitations."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from stellwerk.words import say
from tests.e2e.axe import assert_open_to_all
from tests.e2e.houses import House
from tests.e2e.people import PHONE, Person, person
from tests.e2e.visits import seated, words

pytestmark = pytest.mark.slow

DAYS = {"kind": "days", "seconds": 259_200}
FIRST = "page.recap.count"


@pytest.fixture
def anna(chrome: Browser, server: House) -> Iterator[Person]:
    """Somebody at a desk, in English."""
    with person(chrome, server.url) as somebody:
        arrive(somebody, "Anna")
        yield somebody


@pytest.fixture
def ben(chrome: Browser, server: House) -> Iterator[Person]:
    """Somebody with a telephone, in German."""
    with person(chrome, server.url, language="de", view=PHONE, touch=True) as somebody:
        arrive(somebody, "Ben")
        yield somebody


def arrive(somebody: Person, name: str) -> None:
    """Become known to the server."""
    somebody.go("/programs")
    ask(somebody, "POST", "/api/me", {"name": name, "language": somebody.language})


def ask(somebody: Person, method: str, path: str, body: Any = None) -> Any:
    """Ask the server for something, as the page would."""
    data = {} if body is None else {"data": body}
    answer = somebody.context.request.fetch(somebody.address + path, method=method, **data)
    assert answer.ok, answer.text()
    return answer.json() if answer.body() else None


def game(anna: Person, ben: Person) -> str:
    """Begin a game by correspondence in which it is Anna's turn."""
    seats = [{"holder": "me"}, {"holder": "open"}]
    wish = {"board": "usa", "seats": seats, "clock": DAYS}
    code: str = ask(anna, "POST", "/api/tables", wish)["id"]
    ask(ben, "POST", f"/api/tables/{code}/join", {})
    ask(anna, "POST", f"/api/tables/{code}/start")
    for each in (anna, ben):
        decide(each, code)
    return code


def decide(somebody: Person, code: str) -> None:
    """Make a decision, any that is legal."""
    update = ask(somebody, "GET", f"/api/tables/{code}/view")
    move = {"move_id": uuid.uuid4().hex, "seq": update["seq"], "move": update["view"]["moves"][0]}
    ask(somebody, "POST", f"/api/tables/{code}/moves", move)


def turn(somebody: Person, code: str) -> None:
    """Play a whole turn."""
    seat = ask(somebody, "GET", f"/api/tables/{code}/view")["seat"]
    while seat in ask(somebody, "GET", f"/api/tables/{code}/view")["view"]["pending"]:
        decide(somebody, code)


def at(somebody: Person, code: str) -> Page:
    """Go to a table."""
    somebody.go(f"/t/{code}")
    seated(somebody.page)
    return somebody.page


@pytest.mark.long
def test_a_pause_is_proposed_agreed_to_and_ended(anna: Person, ben: Person) -> None:
    code = game(anna, ben)
    desk, phone = at(anna, code), at(ben, code)
    desk.get_by_role("button", name=words(anna, "page.menu.title")).click()
    desk.get_by_role("button", name=words(anna, "page.pause.propose_one")).click()
    dialog = desk.get_by_role("dialog")
    dialog.get_by_label(say("page.pause.days", "en", count=7)).check()
    assert_open_to_all(desk, "proposing a pause")
    dialog.get_by_role("button", name=words(anna, "page.pause.propose")).click()
    expect(desk.locator(".pause")).to_contain_text("Still to agree: Ben.")
    expect(phone.locator(".pause")).to_contain_text("Anna schlägt eine Pause vor: 7 Tage.")
    assert_open_to_all(phone, "a proposed pause on a telephone")
    phone.get_by_role("button", name=words(ben, "page.pause.agree"), exact=True).tap()
    for page, sentence in ((desk, "Pause until"), (phone, "Pause bis")):
        expect(page.locator(".pause")).to_contain_text(sentence)
    assert_open_to_all(desk, "a pause")
    desk.get_by_role("button", name=words(anna, "page.pause.go_on")).click()
    expect(phone.locator(".pause")).to_contain_text("Anna: bereit zum Weiterspielen.")
    phone.get_by_role("button", name=words(ben, "page.pause.go_on")).tap()
    for page in (desk, phone):
        expect(page.locator(".pause")).to_have_count(0)


def test_the_next_table_is_one_key_or_one_tap_away(anna: Person, ben: Person) -> None:
    first, second, third = (game(anna, ben) for _ in range(3))
    turn(anna, first)
    page = at(anna, first)
    line = page.get_by_role("link", name=re.compile("2 more tables wait for you"))
    expect(line).to_be_visible()
    assert_open_to_all(page, "the line to the next table")
    page.keyboard.press("n")
    page.wait_for_url(f"**/t/{second}")
    seated(page)
    expect(page.get_by_role("link", name=re.compile("more table"))).to_have_count(0)
    turn(anna, second)
    expect(page.get_by_role("link", name=re.compile("1 more table waits"))).to_be_visible()
    anna.go("/")
    button = page.get_by_role("link", name=words(anna, "page.home.play_turn"))
    expect(button).to_have_attribute("href", f"/t/{third}")
    page.keyboard.press("n")
    page.wait_for_url(f"**/t/{third}")
    turn(anna, third)
    phone = at(ben, first)
    ben.go("/")
    phone.get_by_role("link", name=words(ben, "page.home.play_turn")).tap()
    phone.wait_for_url(f"**/t/{first}")


def test_what_happened_is_shown_first_and_holds_nobody_up(
    chrome: Browser, server: House, anna: Person, ben: Person
) -> None:
    code = game(anna, ben)
    page = at(anna, code)
    expect(page.locator(".recap")).to_have_count(0)
    turn(anna, code)
    anna.go("/")
    turn(ben, code)
    at(anna, code)
    recap = page.get_by_role("region", name=words(anna, "page.recap.title"))
    expect(recap.locator("li")).to_have_count(1)
    expect(recap).to_contain_text("Ben")
    assert_open_to_all(page, "since the last visit")
    page.keyboard.press("t")  # the key does what it always does
    expect(recap).to_have_count(0)
    expect(page.locator(".decision")).to_be_visible()
    page.reload()
    seated(page)
    expect(page.locator(".recap")).to_have_count(0)
    with person(chrome, server.url, still=False, settings={"pace": "calm"}) as other:
        other.context.add_cookies(anna.context.cookies())  # type: ignore[arg-type]
        other.go(f"/t/{code}")
        moving = other.page
        expect(moving.locator(".recap")).to_contain_text(say(FIRST, "en", number=1, all=1))
        moving.get_by_role("button", name=words(anna, "page.recap.skip")).click()
        expect(moving.locator(".recap")).to_have_count(0)


def test_somebody_is_invited_comes_and_is_blocked(anna: Person, ben: Person) -> None:
    game(anna, ben)
    desk, phone = anna.page, ben.page
    anna.go("/play")
    desk.get_by_role("button", name=words(anna, "page.lobby.more")).first.click()
    dialog = desk.get_by_role("dialog")
    seat = dialog.locator("fieldset select").nth(1)
    seat.locator("option", has_text="Ben").wait_for(state="attached")
    dialog.get_by_role("button", name="2", exact=True).click()
    seat.select_option(label="Ben")
    dialog.get_by_label(words(anna, "page.lobby.public"), exact=True).check()
    dialog.get_by_role("button", name=words(anna, "page.lobby.open_table")).click()
    desk.wait_for_url("**/t/*")
    expect(desk.locator("main li").nth(1)).to_contain_text("Ben")
    expect(desk.locator("main li").nth(1)).to_contain_text(words(anna, "page.people.kept"))
    assert_open_to_all(desk, "a room with an invitation")
    ben.go("/")
    card = phone.locator("li", has_text=say("page.people.invites", "de", name="Anna"))
    expect(card).to_be_visible()
    assert_open_to_all(phone, "an invitation on a telephone")
    card.get_by_role("link", name=re.compile(words(ben, "page.people.accept"))).tap()
    phone.wait_for_url("**/t/*")
    expect(phone.get_by_text(words(ben, "page.room.host_starts"))).to_be_visible()
    expect(desk.locator("main li").nth(1)).not_to_contain_text(words(anna, "page.people.kept"))

    anna.go("/account")
    people = desk.locator("#people")
    block = people.get_by_role("button", name=re.compile("Ben"))
    block.click()
    block.click()
    blocked = people.get_by_role("list", name=words(anna, "page.people.blocked"))
    expect(blocked).to_contain_text("Ben")
    assert_open_to_all(desk, "people", "#people")
    wish = {"board": "usa", "seats": [{"holder": "me"}, {"holder": "open"}], "public": True}
    code = ask(anna, "POST", "/api/tables", wish)["id"]
    assert code not in [line["id"] for line in ask(ben, "GET", "/api/tables")]
    ben.go(f"/t/{code}")
    phone.get_by_role("button", name=words(ben, "page.room.join")).tap()
    expect(phone.get_by_role("alert")).to_have_text(say("server.no_seat_for_you", "de"))
    ben.complaints.clear()  # the browser itself complains about what is refused
    blocked.get_by_role("button").click()
    expect(blocked).to_have_count(0)
