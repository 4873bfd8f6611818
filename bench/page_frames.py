"""How much scripting a frame costs while the map moves: ``python -m bench.page_frames [--runs 3]``.

A table of the World board in Chromium, with a processor four times slower than this one: the map is
zoomed with the wheel and dragged with the mouse, back and forth. What counts is the time spent in
scripts, as the browser itself counts it, for each frame that was shown.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import CDPSession, Page

from bench.page_load import SLOWER
from bench.table import commit
from tests.e2e.board_demo import browser
from tests.e2e.houses import WholeHouse, house
from tests.e2e.people import DESKTOP, PHONE, Person, person
from tests.e2e.visits import play_now

BOARD: Final = "world"
BURSTS: Final = 6
"""How often the map is moved each way, back and forth."""
INPUTS: Final = 10
"""Turns of the wheel or steps of the mouse in one go."""
BUDGET: Final = 8.0
"""Milliseconds of scripting that a frame may take."""
_REST: Final = 1000
"""Milliseconds until the names of a new scale are placed and the map is sharp again."""
_COUNT: Final = """() => {
    window.frames_shown = 0;
    const count = () => { window.frames_shown += 1; requestAnimationFrame(count); };
    requestAnimationFrame(count);
}"""

_WHEEL: Final = """([x, y, by, frames]) => new Promise((done) => {
    const view = document.querySelector(".board .view");
    const turn = { deltaY: by, clientX: x, clientY: y, bubbles: true, cancelable: true };
    const next = () => {
        if (frames-- === 0) return done();
        view.dispatchEvent(new WheelEvent("wheel", turn));
        requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
})"""


class Frames:
    """Moves the map of one page, and reads what a frame of that cost."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._session.send("Performance.enable")
        self._session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.evaluate(_COUNT)
        free = page.locator(".board > .free").bounding_box()
        assert free
        self._x, self._y = free["x"] + free["width"] / 2, free["y"] + free["height"] / 2

    def costs(self) -> dict[str, list[float]]:
        """Zoom and pan; return the milliseconds a frame of each burst."""
        zooms = [self._zoom(1 if number % 2 else -1) for number in range(BURSTS)]
        self._page.mouse.wheel(0, -400)
        self._page.wait_for_timeout(_REST)
        pans = [self._pan(1 if number % 2 else -1) for number in range(BURSTS)]
        return {"zoom": zooms, "pan": pans}

    def _zoom(self, sign: int) -> float:
        """Turn the wheel once a frame: turns that come later would each be a zoom of their own."""
        spent = self._spent()
        self._page.evaluate(_WHEEL, [self._x, self._y, 40 * sign, INPUTS])
        spent = self._spent() - spent
        self._page.wait_for_timeout(_REST)
        return 1000 * spent / INPUTS

    def _pan(self, sign: int) -> float:
        """Drag the map; to take hold of it and to let it go is no frame of that."""
        self._page.mouse.move(self._x, self._y)
        self._page.mouse.down()
        self._page.mouse.move(self._x + 8 * sign, self._y)
        spent, shown = self._spent(), self._shown()
        for number in range(INPUTS):
            self._page.mouse.move(self._x + 8 * sign * (number + 2), self._y)
        spent, shown = self._spent() - spent, self._shown() - shown
        self._page.mouse.up()
        self._page.wait_for_timeout(_REST)
        return 1000 * spent / max(1, min(shown, INPUTS))

    def _shown(self) -> int:
        return int(self._page.evaluate("window.frames_shown"))

    def _spent(self) -> float:
        metrics = self._session.send("Performance.getMetrics")["metrics"]
        return float(next(each["value"] for each in metrics if each["name"] == "ScriptDuration"))


def measure(somebody: Person) -> dict[str, list[float]]:
    """Begin a game and move its map."""
    play_now(somebody, "Anna", BOARD, 4)
    somebody.page.locator("text.name[data-city]").first.wait_for(state="attached")
    somebody.page.wait_for_timeout(_REST)
    return Frames(somebody.page).costs()


def main() -> int:
    """Measure, print a table, and return how many figures are over the budget."""
    parser = argparse.ArgumentParser(prog="python -m bench.page_frames", description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    missed = 0
    print(f"{'ms of scripting a frame':26} {'median':>7} {'highest':>8}")
    with (
        tempfile.TemporaryDirectory() as folder,
        house(Path(folder), WholeHouse) as server,
        browser() as chrome,
    ):
        for run in range(1, options.runs + 1):
            for place, size in (("desk", DESKTOP), ("phone", PHONE)):
                with person(chrome, server.url, view=size) as somebody:
                    found = measure(somebody)
                for name, costs in found.items():
                    middle = statistics.median(costs)
                    missed += middle > BUDGET
                    label = f"run {run}, {place}, {name}"
                    print(f"{label:26} {middle:7.2f} {max(costs):8.2f}")
    print(f"{missed} over {BUDGET} ms at the median · commit {commit()}")
    return missed


if __name__ == "__main__":
    sys.exit(main())
