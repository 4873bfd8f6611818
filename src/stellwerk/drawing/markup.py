"""SVG as text: elements, numbers and simple shapes."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from html import escape
from itertools import pairwise
from typing import Final

Attribute = str | float | None

_WHOLE: Final = re.compile(r"-?\d+")


def number(value: float) -> str:
    """Return a number in as few digits as a picture needs.

    >>> number(12.0), number(-0.04), number(3.14159)
    ('12', '0', '3.1')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def tag(name: str, *children: str, **attributes: Attribute) -> str:
    """Return an element; ``cls`` stands for class, ``_`` for ``-``, None leaves out.

    >>> tag("circle", r=4.0, cls="dot", stroke_width=1.25)
    '<circle r="4" class="dot" stroke-width="1.25"/>'
    """
    written = "".join(
        f' {_attribute(key)}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    inner = "".join(children)
    return f"<{name}{written}>{inner}</{name}>" if inner else f"<{name}{written}/>"


def text(content: str) -> str:
    """Return text that may stand between tags."""
    return escape(content, quote=False)


def moved(x: float, y: float, angle: float = 0.0, scale: str = "") -> str:
    """Return a transformation: moved, then turned, then scaled."""
    turn = f" rotate({number(angle)})" if angle else ""
    size = f" scale({scale})" if scale else ""
    return f"translate({number(x)} {number(y)}){turn}{size}"


def polyline(points: Iterable[tuple[float, float]]) -> str:
    """Return the path through some points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def polygon(points: Iterable[tuple[float, float]]) -> str:
    """Return the closed path round some points."""
    return polyline(points) + "Z"


def shortened(path: str) -> str:
    """Return a path of straight lines between whole numbers with steps in place of places.

    Steps are short and often alike, which makes the text and even more its packed form smaller.

    >>> shortened("M100 200 103 198 103 205ZM7 7 9 7")
    'M100 200l3-2 0 7ZM7 7l2 0'
    """
    parts = []
    for part in path.split("M")[1:]:
        numbers = [int(found) for found in _WHOLE.findall(part)]
        places = list(zip(numbers[::2], numbers[1::2], strict=True))
        steps = " ".join(
            f"{x - last_x} {y - last_y}" for (last_x, last_y), (x, y) in pairwise(places)
        )
        close = "Z" if part.endswith("Z") else ""
        parts.append(f"M{places[0][0]} {places[0][1]}l{steps}{close}".replace(" -", "-"))
    return "".join(parts)


def circle(x: float, y: float, radius: float) -> str:
    """Return a circle as a path."""
    size, width = number(radius), number(2 * radius)
    half = f"a{size} {size} 0 1 0 "
    return f"M{number(x - radius)} {number(y)}{half}{width} 0{half}-{width} 0Z"


def rectangle(x: float, y: float, width: float, height: float) -> str:
    """Return a rectangle as a path."""
    return f"M{number(x)} {number(y)}h{number(width)}v{number(height)}h{number(-width)}Z"


def star(rays: int, outer: float, inner: float) -> str:
    """Return a star round the origin as a path, one ray upright."""
    return polygon(
        (
            (inner if corner % 2 else outer) * math.sin(corner * math.pi / rays),
            -(inner if corner % 2 else outer) * math.cos(corner * math.pi / rays),
        )
        for corner in range(2 * rays)
    )


def _attribute(key: str) -> str:
    return "class" if key == "cls" else key.rstrip("_").replace("_", "-")


def _value(value: str | float) -> str:
    if isinstance(value, str):
        return escape(value)
    return f"{value:.3f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))
