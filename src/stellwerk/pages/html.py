"""Pieces of HTML that every report is made of, and the page around them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import resources
from typing import Final, NamedTuple

from stellwerk.drawing.markup import tag, text
from stellwerk.drawing.palette import css
from stellwerk.drawing.svg.heat import STEPS
from stellwerk.drawing.svg.style import font_faces

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:"
"""Nothing is asked for from anywhere, and no script runs."""


class Cell(NamedTuple):
    """A cell of a table."""

    text: str
    cls: str | None = None


def page(title: str, language: str, *parts: str, style: str = "") -> str:
    """Return a whole page; it may bring some style of its own."""
    common = (resources.files(__package__) / "style.css").read_text("utf-8")
    head = (
        '<meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        + tag("title", text(title))
        + f"<style>{font_faces(True)}{css()}{common}{_shades()}{style}</style>"
    )
    body = tag("main", *parts)
    return (
        f'<!doctype html>\n<html lang="{language}"><head>{head}</head><body>{body}</body></html>\n'
    )


def header(title: str, *lines: str) -> str:
    """Return the head of a page: its title, and lines of facts."""
    facts = tag("br").join(text(line) for line in lines)
    return tag("header", tag("h1", text(title)), tag("p", facts, cls="facts"))


def panel(title: str, note: str, *content: str) -> str:
    """Return a section of the page; the note says how to read it."""
    return tag(
        "section",
        tag("h2", text(title)),
        tag("p", text(note), cls="note") if note else "",
        *content,
        cls="panel",
    )


def pair(*panels: str) -> str:
    """Return two sections side by side, where there is room."""
    return tag("div", *panels, cls="pair")


def table(heads: Sequence[str], rows: Iterable[Sequence[Cell | str]]) -> str:
    """Return a table that can be moved sideways where it is too wide."""
    head = tag("tr", *(tag("th", text(name) or "&#8203;", scope="col") for name in heads))
    lines = (tag("tr", *(_cell(cell) for cell in row)) for row in rows)
    return tag(
        "div", tag("table", tag("thead", head), tag("tbody", *lines)), cls="scroll", tabindex=0
    )


def more(summary: str, *content: str) -> str:
    """Return content that shows when somebody asks for it."""
    return tag("details", tag("summary", text(summary)), *content)


def sentences(told: Iterable[tuple[str, str]]) -> str:
    """Return sentences with a mark each: ``yes``, ``open``, ``no`` or ``so``."""
    return tag("ul", *(tag("li", text(sentence), cls=mark) for mark, sentence in told))


def shades(numbers: Iterable[int]) -> str:
    """Return the shades of a map in a row."""
    return tag("span", *(_swatch(number) for number in numbers), cls="shades")


def _swatch(number: int) -> str:
    return tag("i", "&#8203;", cls=f"heat-{number}")


def _cell(cell: Cell | str) -> str:
    cell = cell if isinstance(cell, Cell) else Cell(cell)
    return tag("td", text(cell.text) or "&#8203;", cls=cell.cls)


def _shades() -> str:
    """Return the colours of all shades: pale in the middle, petrol above, red below."""
    rules = []
    for number in range(-STEPS, STEPS + 1):
        colour = "accent" if number > 0 else "danger"
        share = round(100 * abs(number) / STEPS)
        mixed = f"color-mix(in oklab,var(--{colour}) {share}%,var(--panel))"
        rules.append(f".heat-{number}{{fill:{mixed};background:{mixed}}}")
    return "".join(rules)
