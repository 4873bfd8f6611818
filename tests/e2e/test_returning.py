"""A returning player: home, my games with filters, a replay from the list, the profile."""

import json
import re
from collections.abc import Iterator
from random import Random
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from stellwerk.words import say
from tests.e2e.axe import assert_open_to_all
from tests.e2e.houses import House
from tests.e2e.people import PHONE, Person, person
from tests.e2e.robot import Robot, play
from tests.e2e.test_ways import assert_german
from tests.e2e.visits import play_now, words

pytestmark = pytest.mark.slow


def ask(somebody: Person, method: str, path: str, body: object = None) -> dict[str, str]:
    """Ask the server as the browser's guest."""
    cookies = "; ".join(f"{each['name']}={each['value']}" for each in somebody.context.cookies())
    data = None if body is None else json.dumps(body).encode()
    headers = {"Cookie": cookies, "Content-Type": "application/json"}
    request = Request(somebody.address + path, data=data, method=method, headers=headers)
    with urlopen(request) as answer:
        found: dict[str, str] = json.load(answer)
        return found


def given_up(somebody: Person, board: str, seats: int = 2) -> str:
    """Let somebody play a game of two against a bot, and give it up at once."""
    bots = [{"holder": "bot", "bot": "random"}] * (seats - 1)
    wish = {"board": board, "seats": [{"holder": "me"}, *bots], "start": True}
    code = ask(somebody, "POST", "/api/tables", wish)["id"]
    ask(somebody, "POST", f"/api/tables/{code}/resign", {"seat": 0})
    return code


@pytest.fixture(scope="module")
def anna(chrome: Browser, server: House) -> Iterator[Person]:
    """Somebody with a game played to its end, two given up, and one that waits for her."""
    with person(chrome, server.url, view=PHONE, touch=True) as anna:
        play_now(anna, "Anna", "lesson", 2)
        play(Robot(anna, "lesson", Random(21)))
        expect(anna.page.locator(".scores tbody")).to_have_count(2)
        given_up(anna, "usa")
        given_up(anna, "europe")
        bot = {"holder": "bot", "bot": "random"}
        wish = {"board": "europe", "seats": [{"holder": "me"}, bot], "start": True}
        clock = {"kind": "days", "seconds": 3 * 86_400}
        ask(anna, "POST", "/api/tables", {**wish, "clock": clock})
        yield anna


def test_home_leads_on_with_one_press(anna: Person) -> None:
    page = anna.page
    anna.go("/")
    expect(page.locator("h1")).to_contain_text("Anna")
    card = page.locator("article")
    expect(card.locator("h2")).to_contain_text("Europe")
    expect(card.locator(".pill")).to_have_text(re.compile("^(2|3) d left$|^71 h left$"))
    expect(card.locator(".board")).to_be_visible()
    expect(page.locator(".gold.button")).to_have_count(1)
    bar = page.get_by_role("navigation", name=words(anna, "page.nav.places"))
    expect(bar.locator("b")).to_have_text("1")
    expect(page.locator("tbody tr")).to_have_count(3)
    assert_open_to_all(page, "home")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_role("link", name=words(anna, "page.home.play_turn")).tap()
    page.wait_for_url(re.compile("/t/"))
    page.locator(".table .board").wait_for()
    expect(bar).to_have_count(0)


def test_games_are_filtered_and_searched_and_lead_to_their_replay(anna: Person) -> None:
    page = anna.page
    anna.go("/games")
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(3)
    expect(page.locator("#waiting")).to_be_visible()
    assert_open_to_all(page, "my games")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_label(words(anna, "page.games.board")).select_option("usa")
    expect(rows).to_have_count(1)
    expect(page).to_have_url(re.compile(r"/games\?board=usa$"))
    page.get_by_role("button", name=words(anna, "page.games.all")).tap()
    expect(rows).to_have_count(3)
    page.get_by_label(words(anna, "page.games.search"), exact=True).fill("austria")
    expect(rows).to_have_count(1)
    page.get_by_label(words(anna, "page.games.result")).select_option("lost")
    page.get_by_label(words(anna, "page.games.against")).select_option("people")
    expect(page.get_by_text(words(anna, "page.games.none_such"))).to_be_visible()
    page.get_by_role("button", name=words(anna, "page.games.all")).tap()
    lesson = rows.filter(has_text="Little Austria")
    with page.expect_download() as download:
        lesson.get_by_role("link", name=words(anna, "page.games.download")).tap()
    assert json.loads(download.value.path().read_text())["key"]
    lesson.get_by_role("link", name=words(anna, "page.games.replay")).tap()
    page.locator(".transport").wait_for()
    expect(page).to_have_url(re.compile("/replay/"))


def test_a_game_is_deleted_only_after_a_question(anna: Person) -> None:
    page = anna.page
    given_up(anna, "germany")
    anna.go("/games")
    rows = page.locator("tbody tr")
    germany = rows.filter(has_text="Germany")
    germany.get_by_role("button", name=words(anna, "page.games.delete")).tap()
    expect(page.locator(".sure")).to_be_visible()
    assert_open_to_all(page, "a game that is about to be deleted")
    page.get_by_role("button", name=words(anna, "page.games.delete_sure"), exact=True).tap()
    expect(germany).to_have_count(0)
    expect(rows).to_have_count(3)


def test_replays_and_reviews_begin_with_the_latest_games(anna: Person) -> None:
    page = anna.page
    for screen in ("replay", "review"):
        anna.go(f"/{screen}")
        latest = page.get_by_role("region", name=words(anna, "page.games.latest"))
        expect(latest.locator("li")).to_have_count(3)
        expect(page.locator("input[type=file]")).to_have_count(1)
        assert_open_to_all(page, screen)
    anna.go("/practise")
    latest.locator("li").first.wait_for()
    assert_open_to_all(page, "practise")


def test_the_profile_tells_how_one_plays_and_is_shown_if_one_likes(
    anna: Person, chrome: Browser, server: House
) -> None:
    page = anna.page
    anna.go("/profile")
    expect(page.locator("h1")).to_have_text("Anna")
    chips = page.get_by_role("group", name=words(anna, "page.games.board"))
    chips.get_by_role("button", name="Little Austria").tap()
    expect(page.locator("#parts")).to_be_visible()
    page.locator(".heat-map path.heat").first.wait_for(state="attached")
    assert page.locator(".heat-map path.edged").count() > 0
    assert_open_to_all(page, "profile")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    with person(chrome, server.url, may_complain=True) as zoe:
        zoe.go("/u/anna-rides")
        expect(zoe.page.locator("h1")).to_have_text(words(zoe, "page.lost.title"))
        page.get_by_label(words(anna, "page.profile.handle")).fill("Anna-Rides")
        page.get_by_role("button", name=words(anna, "page.profile.show")).tap()
        expect(page.locator(".address a")).to_have_text(f"{server.url}/u/anna-rides")
        page.get_by_label(words(anna, "page.profile.block_history")).uncheck()
        expect(page.get_by_label(words(anna, "page.profile.block_parts"))).to_be_enabled()
        zoe.page.reload()
        expect(zoe.page.locator("h1")).to_have_text("Anna")
        zoe.page.locator(".heat-map path.heat").first.wait_for(state="attached")
        expect(zoe.page.locator("#history, #lessons, #accuracy")).to_have_count(0)
        assert_open_to_all(zoe.page, "a public profile")


@pytest.mark.long
def test_a_returning_player_in_german_on_a_desk_and_by_keys(anna: Person) -> None:
    page = anna.page
    ask(anna, "PATCH", "/api/me", {"language": "de"})
    page.set_viewport_size(ViewportSize(width=1366, height=650))
    for path in ("/", "/games", "/profile", "/practise"):
        anna.go(path)
        page.locator("main h1").first.wait_for()
        page.wait_for_load_state("networkidle")
        assert_german(anna)
    page.keyboard.press("g")
    page.keyboard.press("m")
    expect(page.locator("h1")).to_have_text(say("page.games.title", "de"))
    page.keyboard.press("/")
    expect(page.get_by_label(say("page.games.search", "de"), exact=True)).to_be_focused()
    page.keyboard.press("Tab")
    page.locator("h1").click()
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name=say("page.nav.keys", "de"))
    expect(keys).to_be_visible()
    assert_open_to_all(page, "keys", within="dialog[open]")
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    page.keyboard.press("h")
    expect(page.locator("article h2")).to_contain_text("Europa")


def test_a_newcomer_sees_the_start_page(chrome: Browser, server: House) -> None:
    with person(chrome, server.url) as ben:
        ben.go("/")
        expect(ben.page.locator(".hero h1")).to_have_text(words(ben, "page.lobby.title"))
        ben.page.get_by_role("link", name=words(ben, "page.nav.practise")).click()
        expect(ben.page.locator("h1")).to_have_text(words(ben, "page.practise.title"))
