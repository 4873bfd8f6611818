"""Plots as inline SVG. Their width is that of the page: places are in per cent, sizes in pixels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from stellwerk.drawing.markup import tag, text
from stellwerk.pages.axis import Axis, grid, percent, scale

_ROW: Final = 30
_MARKS: Final = 4
"""On the axis of a plot that may be narrow."""
_HISTOGRAM: Final = 150
_SCATTER: Final = 300


class Dot(NamedTuple):
    """A value with its interval, in a row of its own."""

    label: str
    low: float
    value: float
    high: float
    figure: str


class Bar(NamedTuple):
    """Parts of a sum, in a row of their own; those below zero go to the left."""

    label: str
    parts: tuple[tuple[str, float], ...]
    """Style class and size of each part."""
    figure: str


class Point(NamedTuple):
    """A point of a scatter plot."""

    x: float
    y: float
    radius: float
    cls: str
    title: str


def dots(
    rows: Sequence[Dot],
    write: Callable[[float], str],
    zero: float | None = None,
    axis: Axis | None = None,
) -> str:
    """Return values with their intervals, one below the other; ``zero`` is a line to compare to."""
    ends = [end for each in rows for end in (each.low, each.high)]
    axis = axis or Axis.over([*ends, *([] if zero is None else [zero])])
    shown = []
    for each in rows:
        middle = _ROW / 2
        track = grid(axis, _ROW, _MARKS)
        if zero is not None:
            at = percent(axis.at(zero))
            track += tag("line", x1=at, x2=at, y1=0, y2=_ROW, cls="zero-line")
        track += tag(
            "line",
            x1=percent(axis.at(each.low)),
            x2=percent(axis.at(each.high)),
            y1=middle,
            y2=middle,
            cls="interval",
        )
        track += tag("circle", cx=percent(axis.at(each.value)), cy=middle, r=5, cls="value")
        shown.append(row(each.label, track, each.figure))
    return _plot(*shown, _axis_row(scale(axis, write, _MARKS)))


def bars(rows: Sequence[Bar], write: Callable[[float], str]) -> str:
    """Return sums of parts, one below the other."""
    ends = [sum(size for _, size in each.parts if size > 0) for each in rows]
    losses = [sum(size for _, size in each.parts if size < 0) for each in rows]
    axis = Axis(min(0.0, *losses, 0.0) * 1.04, max(*ends, 1.0) * 1.02)
    shown = []
    for each in rows:
        track = grid(axis, _ROW)
        right = left = 0.0
        for cls, size in each.parts:
            start = right if size > 0 else left + size
            track += tag(
                "rect",
                x=percent(axis.at(start)),
                width=percent(axis.at(abs(size)) - axis.at(0)),
                y=5,
                height=_ROW - 10,
                cls=f"part {cls}",
            )
            right, left = right + max(0.0, size), left + min(0.0, size)
        at = percent(axis.at(0))
        track += tag("line", x1=at, x2=at, y1=0, y2=_ROW, cls="zero-line")
        shown.append(row(each.label, track, each.figure))
    return _plot(*shown, _axis_row(scale(axis, write)))


def histogram(
    counts: Sequence[int], first: float, step: float, write: Callable[[float], str]
) -> str:
    """Return how often values fall into equal classes, of which the first begins at ``first``."""
    axis = Axis(first, first + step * len(counts))
    most = max(counts)
    columns = "".join(
        tag(
            "rect",
            x=percent(axis.at(first + step * number)),
            width=percent(100 / len(counts) * 0.94),
            y=_HISTOGRAM * (1 - count / most),
            height=_HISTOGRAM * count / most,
            cls="column",
        )
        for number, count in enumerate(counts)
    )
    base = tag("line", x1="0%", x2="100%", y1=_HISTOGRAM, y2=_HISTOGRAM, cls="zero-line")
    picture = tag("svg", columns, base, cls="wide", width="100%", height=_HISTOGRAM + 1, role="img")
    return tag("div", picture, scale(axis, write, 8), cls="plot-wide")


def scatter(
    points: Sequence[Point],
    across: Axis,
    up: Axis,
    write_across: Callable[[float], str],
    write_up: Callable[[float], str],
) -> str:
    """Return points in a field."""

    def height(value: float) -> float:
        return _SCATTER * (1 - up.at(value) / 100)

    lines = grid(across, _SCATTER)
    for mark in up.marks(7):
        lines += tag("line", x1="0%", x2="100%", y1=height(mark), y2=height(mark), cls="grid-line")
        lines += tag("text", text(write_up(mark)), x=4, y=height(mark) - 4, cls="inner-mark")
    marks = "".join(
        tag(
            "circle",
            tag("title", text(point.title)),
            cx=percent(across.at(point.x)),
            cy=height(point.y),
            r=point.radius,
            cls=f"point {point.cls}",
        )
        for point in points
    )
    picture = tag("svg", lines, marks, cls="wide", width="100%", height=_SCATTER, role="img")
    return tag("div", picture, scale(across, write_across, 8), cls="plot-wide")


def legend(entries: Sequence[tuple[str, str]]) -> str:
    """Return what the style classes of a plot stand for."""
    return tag(
        "p",
        *(
            tag("span", tag("i", "&#8203;", cls=f"swatch {cls}"), text(label))
            for cls, label in entries
        ),
        cls="legend",
    )


def _plot(*rows: str) -> str:
    return tag("div", *rows, cls="plot")


def row(label: str, track: str, figure: str) -> str:
    """Return one row of a plot: its label, its track, its figure."""
    return (
        tag("span", text(label), cls="row-label")
        + tag("svg", track, cls="track", width="100%", height=_ROW, aria_hidden="true")
        + tag("span", text(figure), cls="row-figure")
    )


def _axis_row(marks: str) -> str:
    return tag("span", "&#8203;") + marks + tag("span", "&#8203;")
