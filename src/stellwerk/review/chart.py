"""The chart of a review: each seat's chance to win over the game, with the mistakes marked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from stellwerk.drawing.markup import number, tag, text
from stellwerk.pages.axis import Axis, percent

SIGNS: Final = {"blunder": "??", "mistake": "?", "find": "!"}
"""The sign of each mark, as in chess."""
_HEIGHT: Final = 320
_WIDTH: Final = 1000
"""Of the field in which the lines are drawn, before it is stretched over the page."""
_QUARTERS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)


class Mark(NamedTuple):
    """A decision that is pointed out."""

    step: int
    chance: float
    kind: str
    """``blunder``, ``mistake`` or ``find``."""
    link: str
    title: str


class Line(NamedTuple):
    """One seat's chance over the game."""

    name: str
    colour: str
    points: Sequence[tuple[int, float]]
    """Steps and chances."""
    marks: Sequence[Mark]


def chance_chart(
    lines: Sequence[Line],
    steps: int,
    ticks: Sequence[tuple[int, str]],
    write: Callable[[float], str],
    title: str,
) -> str:
    """Return the chart; ``ticks`` are steps with what stands under them."""
    axis = Axis(0, steps)
    field = tag(
        "svg",
        *(_line(line, axis, place) for place, line in enumerate(lines)),
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        preserveAspectRatio="none",
        width="100%",
        height=_HEIGHT,
        cls="lines",
    )
    picture = tag(
        "svg",
        tag("title", text(title)),
        *_grid(write),
        field,
        *(part for line in lines for part in _marks(line, axis)),
        cls="chances",
        width="100%",
        height=_HEIGHT,
        role="img",
    )
    return tag("div", picture, _scale(axis, ticks), cls="plot-wide chart") + _legend(lines)


def _at(chance: float) -> float:
    return _HEIGHT * (1 - chance)


def _grid(write: Callable[[float], str]) -> Iterator[str]:
    for share in _QUARTERS:
        y = _at(share)
        yield tag("line", x1="0%", x2="100%", y1=y, y2=y, cls="grid-line")
        yield tag("text", text(write(share)), x=-8, y=y + 4, cls="inner-mark")


def _line(line: Line, axis: Axis, place: int) -> str:
    path = "M" + "L".join(
        f"{number(axis.at(step) * _WIDTH / 100)} {number(_at(chance))}"
        for step, chance in line.points
    )
    edge = tag("path", d=path, cls="edge", stroke=f"var(--seat-{line.colour}-edge)")
    inner = tag("path", d=path, cls=f"line line-{place}", stroke=f"var(--seat-{line.colour})")
    return edge + inner


def _marks(line: Line, axis: Axis) -> Iterator[str]:
    for mark in line.marks:
        x, y = percent(axis.at(mark.step)), _at(mark.chance)
        radius = {"blunder": 10, "mistake": 7, "find": 7}[mark.kind]
        yield tag(
            "a",
            tag("title", text(mark.title)),
            tag("circle", cx=x, cy=y, r=radius, stroke=f"var(--seat-{line.colour})"),
            tag("text", text(SIGNS[mark.kind]), x=x, y=y + 4),
            href=f"#{mark.link}",
            cls=f"sign {mark.kind}",
        )


def _scale(axis: Axis, ticks: Sequence[tuple[int, str]]) -> str:
    marks = (
        tag("text", text(name), x=percent(axis.at(step)), y=24, cls="mark") for step, name in ticks
    )
    return tag("svg", *marks, cls="scale", width="100%", height=30, aria_hidden="true")


def _legend(lines: Sequence[Line]) -> str:
    entries = (
        tag(
            "span",
            tag(
                "svg",
                tag("path", d="M0 6H34", cls="edge", stroke=f"var(--seat-{line.colour}-edge)"),
                tag(
                    "path",
                    d="M0 6H34",
                    cls=f"line line-{place}",
                    stroke=f"var(--seat-{line.colour})",
                ),
                cls="lines",
                width=34,
                height=12,
                aria_hidden="true",
            ),
            text(line.name),
        )
        for place, line in enumerate(lines)
    )
    return tag("p", *entries, cls="legend")
