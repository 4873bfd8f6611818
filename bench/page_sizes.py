"""How well the table reads at every size: ``python -m bench.page_sizes [--board usa]``.

All boards in both languages at twelve sizes of a window, in Chromium: how many names are shown, how
small the smallest is, whether any touch, how much of the window is free, and what axe-core says.
Then a whole game on each board, in which no decision of any kind may hide what it is about on the
map, at five sizes, after a reload, too. ``--pictures`` keeps what was measured to be looked at, in
both themes.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from PIL import Image
from playwright.sync_api import Page, ViewportSize
from rich.console import Console
from rich.table import Table

from bench.table import commit
from stellwerk import Board
from stellwerk.board.model import Language
from tests.e2e.axe import assert_open_to_all
from tests.e2e.board_demo import browser
from tests.e2e.houses import WholeHouse, house
from tests.e2e.people import Person, person
from tests.e2e.robot import Robot, play
from tests.e2e.visits import play_now

BOARDS: Final = ("usa", "europe", "germany", "world", "great_lakes")
LANGUAGES: Final[tuple[Language, ...]] = ("de", "en")
MEASURE: Final = (Path(__file__).parent.parent / "tests/e2e/sizes.js").read_text(encoding="utf-8")
SMALLEST: Final = 10.0
"""No name is smaller, in pixels."""
_REST: Final = 700
"""Milliseconds until a page that was resized is at rest."""


@dataclass(frozen=True)
class Window:
    """A size of a window, and what must hold there."""

    width: int
    height: int
    names: float
    """The least share of all names that is shown; above 1: all that are in view."""
    free: float
    """The least share of the window that no panel covers."""

    def __str__(self) -> str:
        return f"{self.width}×{self.height}"

    @property
    def size(self) -> ViewportSize:
        """The size as the browser takes it."""
        return ViewportSize(width=self.width, height=self.height)


WINDOWS: Final = (
    *(Window(w, h, 1.0, 0.65) for w, h in ((1920, 1080), (1440, 900), (1366, 650), (1280, 720))),
    Window(1536, 730, 1.0, 0.65),
    *(Window(w, h, 1.0, 0.60) for w, h in ((1024, 768), (1180, 820), (820, 1180))),
    *(Window(w, h, 0.8, 0.55) for w, h in ((844, 390), (720, 450))),
    *(Window(w, h, 0.9, 0.45) for w, h in ((390, 844), (320, 640))),
)


def measured(page: Page, window: Window) -> dict[str, Any]:
    """Show the table at a size, and read off the page what can be read there."""
    page.set_viewport_size(window.size)
    page.reload()
    page.locator("text.name[data-city]").first.wait_for(state="attached")
    page.wait_for_timeout(_REST)
    page.evaluate(MEASURE)
    found: dict[str, Any] = page.evaluate("measureTable()")
    return found


def problems(found: dict[str, Any], window: Window, board: Board, tickets: set[str]) -> list[str]:
    """Say what does not hold at a size."""
    named = [city.id for city in board.cities if city.kind != "junction"]
    shown = set(found["cities"])
    wrong = []
    if len(shown) < window.names * len(named):
        wrong.append(f"{len(shown)} of {len(named)} names")
    if missing := tickets - shown:
        wrong.append(f"no name for {', '.join(sorted(missing))}")
    if found["smallest"] < SMALLEST:
        wrong.append(f"a name of {found['smallest']:.1f} px")
    wrong += found["clashes"]
    tall = board.id == "germany"
    if found["free"] < window.free and not tall:
        wrong.append(f"{found['free']:.0%} free")
    if found["covering"]:
        wrong.append(f"covered by {', '.join(found['covering'])}")
    if found["wide"]:
        wrong.append("wider than the window")
    return wrong


def begun(somebody: Person, board: str) -> set[str]:
    """Begin a game and take a few turns; return the cities of the tickets that were kept."""
    play_now(somebody, "Käthe", board, 4)
    robot = Robot(somebody, board, Random(2))
    play(robot, until=lambda: robot.done["card"] >= 6 and robot.free)
    kept = somebody.messages("update")[-1]["view"]["tickets"]
    return cities_of(board, (ticket["ticket"] for ticket in kept if not ticket["completed"]))


def offered(somebody: Person, board: str) -> set[str]:
    """Return the cities of the tickets that somebody may keep."""
    offer = somebody.messages("update")[-1]["view"]["offer"]
    return cities_of(board, (ticket["ticket"] for ticket in offer["tickets"])) if offer else set()


def cities_of(board: str, tickets: Iterable[str]) -> set[str]:
    """Return the cities that some tickets name."""
    known = Board.load(board)
    numbers = [known.ticket_index[ticket] for ticket in tickets]
    stops = [stop for number in numbers for stop in known.tickets[number].stops]
    return {known.cities[city].id for stop in stops for city in stop}


def rows(
    options: argparse.Namespace,
) -> Iterator[tuple[str, str, Window, dict[str, Any], list[str]]]:
    """Measure all boards, languages and sizes."""
    with (
        tempfile.TemporaryDirectory() as folder,
        house(Path(folder), WholeHouse) as server,
        browser() as chrome,
    ):
        for name in options.board or BOARDS:
            for language in LANGUAGES:
                with person(chrome, server.url, language=language, may_complain=True) as somebody:
                    tickets = begun(somebody, name)
                    for window in WINDOWS:
                        found = measured(somebody.page, window)
                        wrong = problems(found, window, Board.load(name), tickets)
                        if language == LANGUAGES[0]:
                            wrong += _hindered(somebody.page)
                        if options.pictures:
                            _picture(somebody.page, options.pictures, f"{name}-{language}-{window}")
                        yield name, language, window, found, wrong


DECIDED: Final = tuple(
    window
    for window in WINDOWS
    if str(window) in ("1366×650", "1180×820", "820×1180", "844×390", "390×844")
)
"""The sizes at which every kind of decision is looked at."""
_ON_THE_MAP: Final = frozenset({"payment", "route", "tunnel", "keep"})
"""Kinds of decisions that are about routes or cities."""
_DEMANDED: Final = frozenset({"tunnel", "keep", "mix", "pieces"})
"""Kinds that are still open after a reload."""
_OPEN: Final = "section.frame .confirm[aria-disabled=false]"
"""A payment that can still be confirmed."""
_TRIES: Final = 4
"""So often something is found wrong before it counts."""
_EACH: Final = 3
"""How often each kind is looked at."""


class Decisions:
    """Looks at every kind of decision of a game, at five sizes."""

    def __init__(self, board: str, pictures: Path | None) -> None:
        self.board = board
        self.seen: Counter[str] = Counter()
        self.looks = 0
        self.wrong: list[str] = []
        self._pictures = pictures
        self._offered: list[str] = []
        """The cities of tickets to choose from."""

    def look(self, somebody: Person, kind: str) -> None:
        """Look at a decision that is open."""
        page = somebody.page
        if kind == "payment" and not page.locator(_OPEN).count():
            return  # decided already: on its way, or even done
        self.seen[kind] += 1
        self._offered = sorted(offered(somebody, self.board)) if kind == "keep" else []
        if self.seen[kind] > _EACH:
            return
        before = page.viewport_size
        for window in DECIDED:
            page.set_viewport_size(window.size)
            self._measure(page, kind, window, "")
            if kind in _DEMANDED and self.seen[kind] == 1:  # before anything is chosen
                page.reload()
                page.locator("section.frame").wait_for()
                page.locator("text.name[data-city]").first.wait_for(state="attached")
                self._measure(page, kind, window, " after a reload")
        if before:
            page.set_viewport_size(before)
            page.wait_for_timeout(_REST)

    def _measure(self, page: Page, kind: str, window: Window, when: str) -> None:
        self.looks += 1
        for _ in range(_TRIES):  # on a busy machine panels and map may still be on their way
            page.wait_for_timeout(_REST)
            page.locator(".view.moving").wait_for(state="detached")
            page.evaluate(MEASURE)
            found = page.evaluate("(cities) => measureSubject(cities)", self._offered)
            problem = ", ".join(found["hidden"])
            if kind in _ON_THE_MAP and not found["shapes"]:
                problem = "nothing is pointed out"
            wrong = bool(problem) and kind in _ON_THE_MAP
            if not wrong:
                break
        if wrong:
            self.wrong.append(f"{self.board} {kind} {window}{when}: {problem}")
        if self._pictures and (wrong or self.seen[kind] == 1):
            name = f"{self.board}-decision-{kind}-{window}{when.replace(' ', '-')}.png"
            page.screenshot(path=self._pictures / name, animations="disabled")


def decisions(options: argparse.Namespace) -> Iterator[Decisions]:
    """Play a whole game on each board, and look at its decisions."""
    with (
        tempfile.TemporaryDirectory() as folder,
        house(Path(folder), WholeHouse) as server,
        browser() as chrome,
    ):
        for name in options.board or BOARDS:
            with person(chrome, server.url, language="de", may_complain=True) as somebody:
                play_now(somebody, "Käthe", name, 2)
                looking = Decisions(name, options.pictures)
                play(Robot(somebody, name, Random(3), onframe=looking.look))
                yield looking


def _hindered(page: Page) -> list[str]:
    try:
        assert_open_to_all(page, "table")
    except AssertionError as problem:
        return [f"axe: {str(problem)[:200]}"]
    return []


def _picture(page: Page, folder: Path, name: str) -> None:
    for theme in ("light", "dark"):
        page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", theme)
        page.screenshot(path=folder / f"{name}-{theme}.png", animations="disabled")


SHEET_ROW: Final = 230
"""The height of a picture on the contact sheet, in pixels."""


def contact_sheet(folder: Path, file: Path) -> None:
    """Put the pictures of all boards and sizes on one sheet: German by day, English by night."""
    rows = []
    for board in BOARDS:
        for language, theme in zip(LANGUAGES, ("light", "dark"), strict=True):
            names = [folder / f"{board}-{language}-{window}-{theme}.png" for window in WINDOWS]
            rows.append([_small(Image.open(name)) for name in names if name.exists()])
    width = max(sum(picture.width + 6 for picture in row) for row in rows)
    sheet = Image.new("RGB", (width, len(rows) * (SHEET_ROW + 6)), "#8a8272")
    for line, row in enumerate(rows):
        left = 0
        for picture in row:
            sheet.paste(picture, (left, line * (SHEET_ROW + 6)))
            left += picture.width + 6
    sheet.save(file, quality=60, method=6)


def _small(picture: Image.Image) -> Image.Image:
    width = picture.width * SHEET_ROW // picture.height
    return picture.convert("RGB").resize((width, SHEET_ROW), Image.Resampling.LANCZOS)


def main() -> int:
    """Measure, print a table, and return how many sizes miss something."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--board", choices=BOARDS, action="append", help="only this one")
    parser.add_argument("--pictures", type=Path, help="keep a picture of each in this folder")
    parser.add_argument("--sheet", type=Path, help="put the pictures on one sheet, as this file")
    parser.add_argument("--decisions", action="store_true", help="only the decisions")
    options = parser.parse_args()
    console = Console(width=150)
    table = Table(title="The table at every size", title_justify="left")
    for column in ("board", "language", "window", "names", "in view", "smallest", "free", "wrong"):
        table.add_column(column)
    missed = 0
    for board, language, window, found, wrong in () if options.decisions else rows(options):
        missed += bool(wrong)
        figures = (
            str(len(found["cities"])),
            str(len(found["seen"])),
            f"{found['smallest']:.1f} px",
            f"{found['free']:.0%}",
        )
        table.add_row(board, language, str(window), *figures, "; ".join(wrong) or "nothing")
    console.print(table)
    if options.pictures and options.sheet:
        contact_sheet(options.pictures, options.sheet)
    console.print(f"{missed} sizes miss something · commit {commit()}", highlight=False)
    for looking in decisions(options):
        missed += len(looking.wrong)
        kinds = ", ".join(f"{kind} {count}" for kind, count in looking.seen.items())
        console.print(f"{looking.board}: {looking.looks} looks at decisions ({kinds})")
        for problem in looking.wrong:
            console.print(f"  {problem}", highlight=False)
    return missed


if __name__ == "__main__":
    sys.exit(main())
