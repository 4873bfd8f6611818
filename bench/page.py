"""How much work a move is for the page: ``python -m bench.page``.

The World board with all routes claimed is shown in Chromium; routes are freed and claimed again,
and the browser tells how long it took. Needs the page's packages (``npm ci`` in ``web``).
"""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import CDPSession, Page

from tests.e2e.board_demo import browser, build, demo

MOVES: Final = 40
BUDGET: Final = 16.0
"""Milliseconds of scripting a move may take at the median: one frame."""
PARTS: Final = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")
_FRAMES: Final = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def main() -> int:
    """Measure, print a table, and say whether the budget is kept."""
    with tempfile.TemporaryDirectory() as folder, browser() as chrome:
        files = build(Path(folder))
        with demo(chrome, files, "world", "full") as page:
            rows = _moves(page)
    print("milliseconds a move: median, highest")
    for name, values in zip(PARTS, zip(*rows, strict=True), strict=True):
        print(f"  {name:20} {statistics.median(values):6.2f} {max(values):6.2f}")
    scripting = statistics.median(row[0] for row in rows)
    return 0 if scripting <= BUDGET else 1


def _moves(page: Page) -> list[list[float]]:
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    routes = page.evaluate("demo.routes()")
    rows = []
    for route in random.Random(1).sample(routes, MOVES):
        page.evaluate(f"(route) => {{ demo.free(route); return {_FRAMES}; }}", route)
        before = _spent(session)
        page.evaluate(f"(route) => {{ demo.claim(route, 1); return {_FRAMES}; }}", route)
        after = _spent(session)
        rows.append([1000 * (after[part] - before[part]) for part in PARTS])
    return rows


def _spent(session: CDPSession) -> dict[str, float]:
    answer = session.send("Performance.getMetrics")
    return {each["name"]: each["value"] for each in answer["metrics"]}


if __name__ == "__main__":
    sys.exit(main())
