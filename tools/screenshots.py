"""Pictures of every screen: ``python -m tools.screenshots [FOLDER] [--only start …]``.

Each screen on a desk, a tablet and a phone, light and dark, in English and German. Every picture
is meant to be looked at; nothing compares them.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from random import Random
from typing import Final

from playwright.sync_api import Browser, ViewportSize

from tests.e2e.board_demo import browser
from tests.e2e.houses import House, house
from tests.e2e.people import DESKTOP, PHONE, TABLET, Person, Theme, person
from tests.e2e.robot import Robot, play
from tests.e2e.visits import invite, play_now, words

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
    invite(somebody, "Anna", "europe", 3)
    take("")


def _lesson(somebody: Person, take: Take) -> None:
    somebody.go("/lesson")
    somebody.page.locator("main h1").wait_for()
    take("")
    somebody.page.get_by_role("button", name=words(somebody, "page.lesson.begin")).click()
    somebody.page.locator(".guide").wait_for()
    take("begun")


def _game(board: str) -> Scene:
    """Play a game: the table, every decision when it first comes, the end and the replay."""

    def scene(somebody: Person, take: Take) -> None:
        seen: set[str] = set()

        def decision(_whose: Person, kind: str) -> None:
            if kind not in seen:
                seen.add(kind)
                take(kind)

        play_now(somebody, "Anna", board, 3, bot="greedy")
        robot = Robot(somebody, board, Random(2), onframe=decision)
        play(robot, until=lambda: robot.done["claim"] >= 2 and not robot.look()["frame"])
        take("table")
        play(robot)
        take("end")
        somebody.page.get_by_role("link", name=words(somebody, "page.end.replay")).click()
        somebody.page.locator(".transport").wait_for()
        somebody.page.keyboard.press("End")
        take("replay")

    return scene


SCENES: Final[dict[str, Scene]] = {
    "start": _start,
    "room": _room,
    "rules": _plain("/rules/europe"),
    "replay": _plain("/replay"),
    "programs": _plain("/programs"),
    "lesson": _lesson,
    **{board: _game(board) for board in TABLES},
}


def main() -> int:
    """Take all pictures, or those of some screens."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("screenshots"))
    parser.add_argument("--only", nargs="+", choices=SCENES, default=list(SCENES))
    parser.add_argument("--size", choices=SIZES, nargs="+", default=list(SIZES))
    options = parser.parse_args()
    count = 0
    with _server() as server, browser() as chrome:
        for size, theme, language in product(options.size, THEMES, LANGUAGES):
            folder = options.folder / f"{size}-{theme}-{language}"
            folder.mkdir(parents=True, exist_ok=True)
            for name in options.only:
                count += _take(chrome, server.url, name, folder, size, theme, language)
    print(f"{count} pictures in {options.folder}")
    return 0


@contextmanager
def _server() -> Iterator[House]:
    with tempfile.TemporaryDirectory() as folder, house(Path(folder)) as server:
        yield server


def _take(
    chrome: Browser, url: str, name: str, folder: Path, size: str, theme: Theme, language: str
) -> int:
    """Take the pictures of a screen and return how many there are."""
    taken = 0
    with person(
        chrome,
        url,
        language=language,
        view=SIZES[size],
        touch=size != "desktop",
        theme=theme,
        may_complain=True,
    ) as somebody:

        def take(part: str) -> None:
            nonlocal taken
            somebody.page.wait_for_load_state("networkidle")
            somebody.page.evaluate("document.fonts.ready")
            file = folder / f"{name}{'-' if part else ''}{part}.png"
            somebody.page.screenshot(path=file, animations="disabled")
            taken += 1

        SCENES[name](somebody, take)
    return taken


if __name__ == "__main__":
    sys.exit(main())
