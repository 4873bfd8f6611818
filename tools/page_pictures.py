"""The README's pictures of the browser game: ``python -m tools.page_pictures [NAME …]``.

A robot plays whole games against bots through the page, and stops where there is much to see.
"""

from __future__ import annotations

import argparse
import io
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize

from tests.e2e.board_demo import browser
from tests.e2e.houses import WholeHouse, house
from tests.e2e.people import DESKTOP, PHONE, Person, person
from tests.e2e.robot import Robot, play
from tests.e2e.visits import play_now

FOLDER: Final = Path(__file__).parents[1] / "docs" / "pictures"
QUALITY: Final = 82
LIMIT: Final = 200_000
"""Bytes of a picture at most."""


class ReachedError(Exception):
    """The robot has come to where the picture is taken."""


def start(somebody: Person) -> None:
    """Come for the first time."""
    somebody.go("/")
    somebody.page.locator(".boards li img").first.wait_for()


def table(somebody: Person) -> None:
    """Be about to claim a route in the middle of a game on the Europe board."""
    _play(somebody, "europe", 4, claims=9, kind="payment")


def phone(somebody: Person) -> None:
    """Be about to claim a route on the World board."""
    _play(somebody, "world", 3, claims=6, kind="payment")


def _play(somebody: Person, board: str, seats: int, claims: int, kind: str) -> None:
    """Play until a decision of a kind is open after some claims."""

    def decides(_whose: Person, decision: str) -> None:
        if decision == kind and robot.done["claim"] > claims:
            raise ReachedError

    play_now(somebody, "Anna", board, seats, bot="greedy")
    robot = Robot(somebody, board, Random(7), onframe=decides)
    with suppress(ReachedError):
        play(robot)


Scene = Callable[[Person], None]
PICTURES: Final[dict[str, tuple[Scene, ViewportSize, float]]] = {
    "page-start": (start, DESKTOP, 1),
    "page-table": (table, DESKTOP, 1),
    "page-phone": (phone, PHONE, 2),
}


def main() -> None:
    """Take all pictures, or some."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help=f"some of {', '.join(PICTURES)}")
    wanted = parser.parse_args().names or list(PICTURES)
    with (
        tempfile.TemporaryDirectory() as kept,
        house(Path(kept), WholeHouse) as server,
        browser() as chrome,
    ):
        for name in wanted:
            file = FOLDER / f"{name}.webp"
            file.write_bytes(_picture(chrome, server.url, *PICTURES[name]))
            print(f"{file.relative_to(FOLDER.parents[1])}: {file.stat().st_size:,} bytes")


def _picture(chrome: Browser, url: str, scene: Scene, view: ViewportSize, scale: float) -> bytes:
    touch = view == PHONE
    with person(
        chrome, url, view=view, touch=touch, theme="dark" if touch else "light", scale=scale
    ) as somebody:
        scene(somebody)
        return _webp(somebody.page)


def _webp(page: Page) -> bytes:
    """Take a picture, as good as its size may be."""
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    shot = Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
    packed = io.BytesIO()
    for quality in range(QUALITY, 0, -6):
        packed = io.BytesIO()
        shot.save(packed, "WEBP", quality=quality, method=6)
        if packed.tell() <= LIMIT:
            break
    return packed.getvalue()


if __name__ == "__main__":
    main()
