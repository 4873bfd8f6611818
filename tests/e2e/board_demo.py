"""The board's demo page in a real browser, answered without a server."""

from __future__ import annotations

import mimetypes
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import msgspec
from playwright.sync_api import Browser, Page, Route, ViewportSize, sync_playwright

from stellwerk import Board
from stellwerk.board.model import Language
from stellwerk.drawing.files import drawing_of, encode
from stellwerk.drawing.picture import map_svg
from stellwerk.game.sheet import board_sheet
from stellwerk.server.headers import CONTENT_POLICY
from tools.npm import install, npm

WEB = Path(__file__).parents[2] / "web"
ADDRESS = "http://stellwerk.test"
DESKTOP = ViewportSize(width=1134, height=742)
PHONE = ViewportSize(width=390, height=440)


def build(folder: Path) -> Path:
    """Build the demo page into a folder."""
    install()
    options = ["--config", "vite.config.ts", "--mode", "demo", "--logLevel", "error"]
    options += ["--outDir", str(folder)]
    assert npm("exec", "--", "vite", "build", "src/board/demo", *options) == 0
    return folder


def chromium() -> str | None:
    """Return the system's browser, if there is one."""
    return os.environ.get("STELLWERK_CHROMIUM") or shutil.which("chromium")


@contextmanager
def browser() -> Iterator[Browser]:
    """Start a browser."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=chromium(),
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        yield started
        started.close()


@contextmanager
def demo(
    browser: Browser,
    folder: Path,
    board: str,
    scene: str = "empty",
    *,
    view: ViewportSize = DESKTOP,
    touch: bool = False,
    theme: str = "light",
) -> Iterator[Page]:
    """Open a board; whatever the page complains about ends the test."""
    context = browser.new_context(
        viewport=view, has_touch=touch, is_mobile=touch, reduced_motion="reduce"
    )
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.route("**/*", lambda route: _answer(route, folder))
    page.goto(f"{ADDRESS}/?board={board}&scene={scene}&theme={theme}")
    page.wait_for_selector("[data-part=routes]", state="attached")
    page.wait_for_selector("button[data-route]", state="attached")
    page.evaluate("document.fonts.ready")
    yield page
    context.close()
    assert complaints == []


def _answer(route: Route, folder: Path) -> None:
    """Answer as the server does: the page's files, and a board's data, drawing and map."""
    address = urlsplit(route.request.url)
    match address.path.strip("/").split("/"):
        case ["api", "boards", name, *wanted]:
            board = Board.load(name)
            spoken: Language = "de" if parse_qs(address.query).get("language") == ["de"] else "en"
            match wanted:
                case ["drawing"]:
                    route.fulfill(body=encode(drawing_of(board)), content_type="application/json")
                case ["drawing.svg"]:
                    picture = map_svg(board, language=spoken)
                    route.fulfill(body=str(picture), content_type="image/svg+xml")
                case _:
                    sheet = msgspec.json.encode(board_sheet(board, spoken, name))
                    route.fulfill(body=sheet, content_type="application/json")
        case parts:
            file = folder.joinpath(*parts) if parts != [""] else folder / "index.html"
            if not file.is_file():
                route.fulfill(status=404)
                return
            kind, _ = mimetypes.guess_type(file.name)
            route.fulfill(
                body=file.read_bytes(),
                content_type=kind or "application/octet-stream",
                headers={"content-security-policy": CONTENT_POLICY},
            )
