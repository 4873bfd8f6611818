"""The outline of a space, as a path on the sheet.

All spaces of a route make one path, which is far less work for a browser than one element each.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, hypot, radians, sin
from typing import Final

from stellwerk.drawing.markup import number, polyline
from stellwerk.drawing.model import SPACE_WIDTH, Point, Space

_CORNER: Final = 5.5
_SEEN: Final = 4.0
"""Nobody sees whether a smaller corner is round."""
_BOW: Final = 26.0
"""How far from its end a ship's space begins to narrow."""

Step = tuple[str, tuple[tuple[float, float], ...]]


def outlines(spaces: Iterable[Space], ship: bool, grow: float = 0.0) -> str:
    """Return the outlines of spaces, each grown on all sides."""
    return "".join(outline(space, ship, grow) for space in spaces)


def outline(space: Space, ship: bool, grow: float = 0.0) -> str:
    """Return the outline of a space, grown on all sides."""
    length, width = space.length / 2 + grow, SPACE_WIDTH / 2 + grow
    if ship:
        return _placed(_hull(length, width), space)
    corner = _CORNER + grow / 2
    steps = _plain(length, width) if corner < _SEEN else _box(length, width, corner)
    return _placed(steps, space)


def _plain(length: float, width: float) -> list[Step]:
    """Return a rectangle, given half its length and half its width."""
    return [
        ("M", ((-length, -width),)),
        ("L", ((length, -width),)),
        ("L", ((length, width),)),
        ("L", ((-length, width),)),
    ]


def _box(length: float, width: float, corner: float) -> list[Step]:
    """Return a rectangle with round corners, given half its length and half its width."""
    inner_x, inner_y = length - corner, width - corner
    return [
        ("M", ((-inner_x, -width),)),
        ("L", ((inner_x, -width),)),
        ("Q", ((length, -width), (length, -inner_y))),
        ("L", ((length, inner_y),)),
        ("Q", ((length, width), (inner_x, width))),
        ("L", ((-inner_x, width),)),
        ("Q", ((-length, width), (-length, inner_y))),
        ("L", ((-length, -inner_y),)),
        ("Q", ((-length, -width), (-inner_x, -width))),
    ]


def _hull(length: float, width: float) -> list[Step]:
    """Return a hull that is pointed at both ends, given half its length and half its width."""
    shoulder, cheek = length - _BOW, length - 6
    return [
        ("M", ((-length, 0),)),
        ("Q", ((-cheek, -width), (-shoulder, -width))),
        ("L", ((shoulder, -width),)),
        ("Q", ((cheek, -width), (length, 0))),
        ("Q", ((cheek, width), (shoulder, width))),
        ("L", ((-shoulder, width),)),
        ("Q", ((-cheek, width), (-length, 0))),
    ]


def _placed(steps: Iterable[Step], space: Space) -> str:
    """Return an outline where its space lies; after its first point in steps, which are shorter."""
    across, down = cos(radians(space.angle)), sin(radians(space.angle))
    written = []
    # Tenths of a unit, so that rounding never adds up.
    here = (0, 0)
    for command, points in steps:
        places = [
            (
                round(10 * (space.x + x * across - y * down)),
                round(10 * (space.y + x * down + y * across)),
            )
            for x, y in points
        ]
        pairs = (f"{number((x - here[0]) / 10)} {number((y - here[1]) / 10)}" for x, y in places)
        written.append((command if command == "M" else command.lower()) + " ".join(pairs))
        here = places[-1]
    return "".join(written).replace(" -", "-") + "Z"


def upright(angle: float) -> float:
    """Return the angle, or its opposite, at which nothing stands on its head.

    >>> upright(30), upright(170), upright(-100)
    (30, -10, 80)
    """
    turned = (angle + 180) % 360 - 180
    if turned > 90:
        return turned - 180
    return turned + 180 if turned < -90 else turned


def corridor(line: tuple[Point, ...], distance: float) -> str:
    """Return the outline of all that is near to a line along spaces, with round ends.

    The points of the line come in pairs: both ends of each space.
    """
    left, right = [], []
    for first, last in zip(line[::2], line[1::2], strict=True):
        length = hypot(last.x - first.x, last.y - first.y)
        across_x = (last.y - first.y) / length * distance
        across_y = (first.x - last.x) / length * distance
        for point in (first, last):
            left.append((point.x + across_x, point.y + across_y))
            right.append((point.x - across_x, point.y - across_y))
    cap = f"A{number(distance)} {number(distance)} 0 0 1 "
    far, near = right[-1], left[0]
    return (
        polyline(left)
        + f"{cap}{number(far[0])} {number(far[1])}L"
        + polyline(right[::-1])[1:]
        + f"{cap}{number(near[0])} {number(near[1])}Z"
    )
