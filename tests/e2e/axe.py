"""Asks axe-core what hinders people on a page, in both themes."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from playwright.sync_api import Page

from tests.e2e.board_demo import WEB

_RUN = """async (within) => {
    const found = await axe.run(within ?? document, { resultTypes: ["violations"] });
    return found.violations.map(({ id, help, nodes }) => ({
        id,
        help,
        nodes: nodes.map((node) => `${node.target} ${node.failureSummary}`),
    }));
}"""


@lru_cache
def _source() -> str:
    return (WEB / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def assert_open_to_all(page: Page, where: str, within: str | None = None) -> None:
    """Fail if axe-core finds something in the light or in the dark theme, perhaps in one part."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_source())
    shown = page.evaluate("document.documentElement.dataset.theme")
    for theme in ("light", "dark"):
        page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", theme)
        found: list[dict[str, Any]] = page.evaluate(_RUN, within)
        assert not found, (where, theme, found)
    page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", shown)
