"""After a game: the proof of the fair deal, the replay, files, playing on, and another game."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from stellwerk.game.record import Record
from tests.e2e.axe import assert_open_to_all
from tests.e2e.houses import House
from tests.e2e.people import Person, person
from tests.e2e.robot import Robot, play
from tests.e2e.visits import code_of, play_now, words

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def finished(chrome: Browser, server: House) -> Iterator[tuple[Person, str]]:
    """Somebody who has played a game to its end, and where that is shown."""
    with person(chrome, server.url) as somebody:
        play_now(somebody, "Anna", "lesson", 2)
        play(Robot(somebody, "lesson", Random(16)))
        yield somebody, f"/t/{code_of(somebody.page)}"


@pytest.fixture
def anna(finished: tuple[Person, str]) -> Person:
    """Somebody who looks at the end of her game."""
    somebody, path = finished
    somebody.go(path)
    somebody.page.locator(".scores table").wait_for()
    return somebody


def test_the_end_and_the_replay_are_open_to_all(anna: Person) -> None:
    expect(anna.page.locator("#deal-title")).to_have_text(words(anna, "page.end.deal_fair"))
    assert_open_to_all(anna.page, "end")
    anna.page.get_by_role("link", name=words(anna, "page.end.replay")).click()
    anna.page.locator(".transport").wait_for()
    anna.page.locator(".board [data-route]").first.wait_for(state="attached")
    assert_open_to_all(anna.page, "replay")


def test_the_deal_is_proved_and_there_is_another_game(anna: Person) -> None:
    page = anna.page
    expect(page.locator("#deal-title")).to_have_text(words(anna, "page.end.deal_fair"))
    first = code_of(page)
    page.get_by_role("button", name=words(anna, "page.score.rematch")).click()
    page.wait_for_url(lambda url: first not in url and "/t/" in url)
    page.locator(".table .board, .invite").first.wait_for()


def test_a_replay_is_moved_by_slider_keys_and_log(anna: Person) -> None:
    page = anna.page
    page.get_by_role("link", name=words(anna, "page.end.replay")).click()
    count = page.locator(".transport .count")
    expect(count).to_have_text(re.compile("^0 / [0-9]+$"))
    last = int(count.inner_text().split("/")[1])
    assert last > 5
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text(f"1 / {last}")
    page.keyboard.press("End")
    expect(count).to_have_text(f"{last} / {last}")
    page.keyboard.press("ArrowLeft")
    expect(count).to_have_text(f"{last - 1} / {last}")
    slider = page.get_by_role("slider", name=words(anna, "page.replay.step"))
    slider.fill(str(last // 2))
    expect(count).to_have_text(f"{last // 2} / {last}")
    page.locator("#replay-log ~ ol button").first.click()
    expect(count).not_to_have_text(f"{last // 2} / {last}")
    page.keyboard.press("Home")
    expect(count).to_have_text(f"0 / {last}")


def test_a_replay_is_seen_through_a_players_eyes_and_played_on(anna: Person) -> None:
    page = anna.page
    page.get_by_role("link", name=words(anna, "page.end.replay")).click()
    count = page.locator(".transport .count")
    expect(count).to_have_text(re.compile("^0 /"))
    expect(page.locator("section.hand")).to_be_visible()
    eyes = page.locator(".eyes")
    eyes.get_by_role("button", name=words(anna, "page.replay.everybody")).click()
    expect(page.locator("section.hand")).to_have_count(0)
    eyes.get_by_role("button", name="Anna").click()
    expect(page.locator("section.hand")).to_be_visible()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.get_by_role("button", name=words(anna, "page.replay.play_on")).click()
    page.wait_for_url(re.compile("/t/"))
    robot = Robot(anna, "lesson", Random(17))
    play(robot)
    expect(page.locator(".scores tbody")).to_have_count(2)


def test_a_game_is_exported_and_imported(anna: Person, tmp_path: Path) -> None:
    page = anna.page
    page.get_by_role("link", name=words(anna, "page.end.replay")).click()
    page.locator(".transport").wait_for()
    with page.expect_download() as download:
        page.get_by_role("button", name=words(anna, "page.score.record")).click()
    file = tmp_path / "game.json"
    download.value.save_as(file)
    record = Record.from_json(file.read_bytes())
    assert record.key is not None
    anna.go("/replay")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".transport .count")).to_have_text(f"0 / {len(record.entries)}")


def test_a_broken_file_is_refused_with_a_reason(chrome: Browser, server: House) -> None:
    with person(chrome, server.url) as ben:
        ben.go("/replay")
        ben.page.locator("textarea").fill("{")
        ben.page.get_by_role("button", name=words(ben, "page.replay.open"), exact=True).click()
        expect(ben.page.get_by_role("alert")).to_have_text(words(ben, "page.replay.no_json"))
