"""Axes: where a value stands between two ends, in per cent of the width, and round marks."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from stellwerk.drawing.markup import tag, text


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis from one value to another.

    >>> Axis(0, 50).at(10)
    20.0
    >>> Axis(0, 50).marks(4)
    [0.0, 20.0, 40.0]
    """

    low: float
    high: float

    @classmethod
    def over(cls, values: Iterable[float], *, room: float = 0.06) -> Axis:
        """Return an axis on which all values have room."""
        known = list(values)
        low, high = min(known), max(known)
        spread = (high - low) or abs(high) or 1.0
        return cls(low - room * spread, high + room * spread)

    def at(self, value: float) -> float:
        """Return where a value stands, in per cent."""
        return 100 * (value - self.low) / (self.high - self.low)

    def marks(self, most: int = 6) -> list[float]:
        """Return round values along the axis."""
        raw = (self.high - self.low) / most
        power = 10.0 ** math.floor(math.log10(raw))
        step = next(size * power for size in (1, 2, 5, 10) if size * power >= raw * 0.999)
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        return [round(number * step, 10) for number in range(first, last + 1)]


def percent(value: float) -> str:
    """Return a coordinate in per cent of the width.

    >>> percent(33.333)
    '33.33%'
    """
    return f"{value:.2f}".rstrip("0").rstrip(".") + "%"


def scale(axis: Axis, write: Callable[[float], str], most: int = 6) -> str:
    """Return the marks of an axis, to stand under a plot."""
    marks = "".join(
        tag("text", text(write(mark)), x=percent(axis.at(mark)), y=14, cls="mark")
        for mark in axis.marks(most)
    )
    return tag("svg", marks, cls="scale", width="100%", height=20, aria_hidden="true")


def grid(axis: Axis, height: float, most: int = 6) -> str:
    """Return thin lines behind a plot, at the marks of its axis."""
    return "".join(
        tag(
            "line",
            x1=percent(axis.at(mark)),
            x2=percent(axis.at(mark)),
            y1=0,
            y2=height,
            cls="grid-line",
        )
        for mark in axis.marks(most)
    )
