"""People at the page: a browser context for each, with all it was told and complained about."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    ViewportSize,
    WebSocket,
)

DESK: Final = ViewportSize(width=1280, height=720)
DESKTOP: Final = ViewportSize(width=1440, height=900)
TABLET: Final = ViewportSize(width=820, height=1180)
PHONE: Final = ViewportSize(width=390, height=844)
PATIENCE: Final = 60_000.0
"""Milliseconds after which a person gives up."""
LOOK: Final = (Path(__file__).parent / "look.js").read_text(encoding="utf-8")

Theme = Literal["light", "dark"]


@dataclass
class Person:
    """Somebody with a browser of his own."""

    context: BrowserContext
    page: Page
    address: str
    language: str = "en"
    touch: bool = False
    keys: bool = False
    """Whether he has nothing but a keyboard."""
    complaints: list[str] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)
    """Every message the page got, since it was last asked."""
    sockets: list[str] = field(default_factory=list)
    """Where the page has connected to, since it was last asked."""

    def listen(self) -> None:
        """Note what the page complains about and what it is told."""
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._note)
        self.page.on("websocket", self._overhear)

    def _note(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self.complaints.append(f"{said.text} {said.location['url']}")

    def _overhear(self, socket: WebSocket) -> None:
        self.sockets.append(socket.url)
        socket.on("framereceived", lambda payload: self.frames.append(str(payload)))

    def go(self, path: str) -> None:
        """Open a page of the server."""
        self.page.goto(self.address + path)

    def messages(self, kind: str) -> list[dict[str, Any]]:
        """Return the messages of a kind that the page got."""
        read = (json.loads(frame) for frame in self.frames)
        return [message for message in read if message["type"] == kind]


@contextmanager
def person(
    chrome: Browser,
    address: str,
    *,
    language: str = "en",
    view: ViewportSize = DESK,
    touch: bool = False,
    keys: bool = False,
    theme: Theme = "light",
    settings: dict[str, Any] | None = None,
    may_complain: bool = False,
    still: bool = True,
    scale: float = 1,
    worker: bool = False,
) -> Iterator[Person]:
    """Let somebody come, without sounds or motion; what the page complains about fails.

    ``worker``: with the page's service worker, which elsewhere is only more to wait for.
    """
    context = chrome.new_context(
        viewport=view,
        device_scale_factor=scale,
        has_touch=touch,
        is_mobile=touch,
        locale="de-DE" if language == "de" else "en-GB",
        color_scheme=theme,
        reduced_motion="reduce" if still else "no-preference",
        service_workers="allow" if worker else "block",
    )
    context.set_default_timeout(PATIENCE)
    chosen = json.dumps({"speed": 0 if still else 1, "sound": False, **(settings or {})})
    context.add_init_script(f"localStorage['stellwerk.settings'] ??= {json.dumps(chosen)};")
    context.add_init_script(LOOK)
    context.add_init_script("addEventListener('pointerdown', () => (window.pointed = true), true)")
    somebody = Person(context, context.new_page(), address, language, touch, keys)
    somebody.listen()
    try:
        yield somebody
    finally:
        context.close()
    assert may_complain or not somebody.complaints, somebody.complaints
