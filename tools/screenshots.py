"""Pictures of every screen: ``python -m tools.screenshots [FOLDER] [--only start …]``.

Each screen on a desk, a tablet and a phone, light and dark, in English and German. Every picture
is meant to be looked at; nothing compares them.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random
from typing import Final

from playwright.sync_api import Browser, ViewportSize

from stellwerk.words import say
from tests.e2e.board_demo import browser
from tests.e2e.houses import house
from tests.e2e.people import DESKTOP, PHONE, TABLET, Person, Theme, person
from tests.e2e.robot import Robot, play
from tests.e2e.visits import invite, play_now, seated, words

SIZES: Final[dict[str, ViewportSize]] = {"desktop": DESKTOP, "tablet": TABLET, "phone": PHONE}
THEMES: Final[tuple[Theme, ...]] = ("light", "dark")
LANGUAGES: Final = ("en", "de")
TABLES: Final = ("usa", "europe", "germany", "world", "great_lakes")

Take = Callable[[str], None]
Scene = Callable[[Person, Take], None]


def _plain(path: str) -> Scene:
    def scene(somebody: Person, take: Take) -> None:
        somebody.go(path)
        somebody.page.locator("main h1").first.wait_for()
        take("")

    return scene


def _start(somebody: Person, take: Take) -> None:
    somebody.go("/")
    somebody.page.locator(".boards li").first.wait_for()
    take("")
    somebody.page.get_by_role("button", name=words(somebody, "page.lobby.more")).click()
    somebody.page.get_by_role("dialog").wait_for()
    take("new-table")


def _room(somebody: Person, take: Take) -> None:
    invite(somebody, "Anna", "europe", 4)
    holder = say("page.room.holder", somebody.language, number=2)
    somebody.page.get_by_label(holder).select_option("program")
    somebody.page.get_by_role("button", name=words(somebody, "page.room.token")).wait_for()
    take("")
    somebody.go("/play")
    somebody.page.locator("#own").wait_for()
    take("own-tables")


def _returning(somebody: Person, take: Take) -> None:
    """Home, games and profile of somebody who has played, and who is waited for."""
    play_now(somebody, "Anna", "lesson", 3)
    play(Robot(somebody, "lesson", Random(2)))
    somebody.go("/play")
    somebody.page.locator(".quick select").first.select_option("usa")
    somebody.page.locator(".quick button.gold").click()
    seated(somebody.page)
    robot = Robot(somebody, "usa", Random(2))
    play(robot, until=lambda: robot.done["card"] >= 1 and robot.free)
    for path, shown in (
        ("/", "article .board"),
        ("/games", "tbody tr"),
        ("/profile", ".heat-map path"),
        ("/practise", "#latest"),
    ):
        somebody.go(path)
        somebody.page.locator(shown).first.wait_for(state="attached")
        take(path.strip("/") or "home")


def _account(somebody: Person, take: Take) -> None:
    somebody.go("/account")
    somebody.page.locator("#sign-in form").wait_for()
    take("stranger")
    somebody.page.locator("#name input").first.fill("Anna")
    somebody.page.get_by_role("button", name=words(somebody, "page.lobby.save")).click()
    somebody.page.get_by_role("button", name=words(somebody, "page.account.codes_make")).click()
    somebody.page.locator(".codes").wait_for()
    take("")


def _lesson(somebody: Person, take: Take) -> None:
    somebody.go("/lesson")
    somebody.page.locator("main h1").wait_for()
    take("")
    somebody.page.get_by_role("button", name=words(somebody, "page.lesson.begin")).click()
    somebody.page.locator(".teacher").wait_for()
    take("begun")
    robot = Robot(somebody, "lesson", Random(4))
    play(robot, until=lambda: robot.done["card"] >= 1 and robot.free)
    take("turn")


def _curtain(somebody: Person, take: Take) -> None:
    """Two people at one device."""
    page = somebody.page
    somebody.go("/")
    page.get_by_role("button", name=words(somebody, "page.lobby.more")).click()
    table = page.get_by_role("dialog", name=words(somebody, "page.lobby.new_table"))
    table.get_by_label(words(somebody, "page.lobby.name")).first.fill("Anna")
    table.get_by_role("button", name="2", exact=True).click()
    second = say("seat.number", somebody.language, number=2)
    table.get_by_label(second).select_option("device")
    table.get_by_label(words(somebody, "page.lobby.name")).last.fill("Ben")
    table.get_by_role("button", name=words(somebody, "page.lobby.open_table")).click()
    page.wait_for_url(re.compile("/t/"))
    page.locator(".curtain").wait_for()
    take("")


def _show(somebody: Person, take: Take) -> None:
    """The end of a game as those see it who let it move."""
    play_now(somebody, "Anna", "lesson", 2)
    robot = Robot(somebody, "lesson", Random(2))
    show = somebody.page.locator(".show")
    play(robot, until=lambda: show.count() > 0)
    take("")


def _game(board: str) -> Scene:
    """Play a game: the table, every decision when it first comes, the end, replay and review."""

    def scene(somebody: Person, take: Take) -> None:
        page = somebody.page
        seen: set[str] = set()

        def decision(_whose: Person, kind: str) -> None:
            if kind not in seen:
                seen.add(kind)
                take(kind)

        play_now(somebody, "Anna", board, 3)
        robot = Robot(somebody, board, Random(2), onframe=decision)
        play(robot, until=lambda: robot.over or (robot.done["claim"] >= 1 and robot.free))
        take("table")
        page.keyboard.press("?")
        take("help")
        page.keyboard.press("Escape")
        page.get_by_role("button", name=words(somebody, "page.menu.title")).click()
        take("menu")
        page.keyboard.press("Escape")
        play(robot)
        take("end")
        page.get_by_role("link", name=words(somebody, "page.end.replay")).click()
        page.locator(".transport").wait_for()
        page.keyboard.press("End")
        take("replay")
        page.get_by_role("button", name=words(somebody, "page.review.watch")).click()
        page.locator("tbody td b", has_text=re.compile("[0-9]")).first.wait_for()
        page.locator("progress").wait_for(state="detached")
        for key in ("End", "k"):
            page.keyboard.press(key)
        take("review")

    return scene


def _watched(somebody: Person, take: Take) -> None:
    """A table as somebody sees it who does not play there."""
    play_now(somebody, "Anna", "usa", 3)
    robot = Robot(somebody, "usa", Random(3))
    play(robot, until=lambda: robot.done["card"] >= 1 and robot.free)
    somebody.context.clear_cookies()
    somebody.page.reload()
    somebody.page.locator(".table .board").wait_for()
    take("")


SCENES: Final[dict[str, Scene]] = {
    "start": _start,
    "room": _room,
    "returning": _returning,
    "rules": _plain("/rules/europe"),
    "replay": _plain("/replay"),
    "review": _plain("/review"),
    "programs": _plain("/programs"),
    "account": _account,
    "lesson": _lesson,
    "curtain": _curtain,
    "spectator": _watched,
    "show": _show,
    **{board: _game(board) for board in TABLES},
}


def main() -> int:
    """Take all pictures, or those of some screens."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("screenshots"))
    parser.add_argument("--only", nargs="+", choices=SCENES, default=list(SCENES))
    parser.add_argument("--size", choices=SIZES, nargs="+", default=list(SIZES))
    parser.add_argument("--language", choices=LANGUAGES, nargs="+", default=list(LANGUAGES))
    options = parser.parse_args()
    count = 0
    with tempfile.TemporaryDirectory() as kept, house(Path(kept)) as server, browser() as chrome:
        for size, language, name in product(options.size, options.language, options.only):
            count += _take(chrome, server.url, name, options.folder, size, language)
    print(f"{count} pictures in {options.folder}")
    return 0


def _take(chrome: Browser, url: str, name: str, folder: Path, size: str, language: str) -> int:
    """Take the pictures of a screen in both themes, and return how many there are."""
    taken = 0
    with person(
        chrome,
        url,
        language=language,
        view=SIZES[size],
        touch=size != "desktop",
        may_complain=True,
        still=name != "show",
    ) as somebody:
        page = somebody.page

        def take(part: str) -> None:
            nonlocal taken
            for theme in THEMES:
                page.emulate_media(color_scheme=theme)
                page.locator(f"html[data-theme={theme}]").wait_for()
                page.wait_for_load_state("networkidle")
                page.evaluate("document.fonts.ready")
                file = folder / f"{size}-{theme}-{language}" / f"{name}{'-' * bool(part)}{part}.png"
                page.screenshot(path=file, animations="disabled")
                taken += 1

        SCENES[name](somebody, take)
    return taken


if __name__ == "__main__":
    sys.exit(main())
