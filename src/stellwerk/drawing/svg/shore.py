"""The coast for broad strokes: with fewer bends, and in pieces that lie near each other.

A browser draws a map in tiles, and for each of them strokes every path that reaches into it from
one end to the other. In small pieces, most of the coast has nothing to do with a tile.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import Final

from stellwerk.drawing.markup import shortened

Place = tuple[int, int]

_BEND: Final = 4.0
"""A smaller bend is not seen in a broad stroke."""
_CELL: Final = 600
"""The sides of the squares into which the sheet is cut."""
_WHOLE: Final = re.compile(r"-?\d+")


@lru_cache(maxsize=64)
def pieces(outline: str) -> tuple[str, ...]:
    """Return the rings of an outline as open lines, one path for each square of the sheet."""
    lines: defaultdict[Place, list[list[Place]]] = defaultdict(list)
    for ring in _rings(outline):
        square: Place | None = None
        for start, end in pairwise(_straightened(ring)):
            before, square = square, (start[0] // _CELL, start[1] // _CELL)
            if square != before:
                lines[square].append([start])
            lines[square][-1].append(end)
    return tuple("".join(map(_path, lines[square])) for square in sorted(lines))


def _rings(outline: str) -> list[list[Place]]:
    rings = []
    for part in outline.split("M")[1:]:
        numbers = [int(found) for found in _WHOLE.findall(part)]
        ring = list(zip(numbers[::2], numbers[1::2], strict=True))
        rings.append([*ring, ring[0]])
    return rings


def _straightened(line: list[Place]) -> list[Place]:
    """Leave out places that lie almost on the way between others (Douglas and Peucker)."""
    kept = {0, len(line) - 1}
    open_parts = [(0, len(line) - 1)]
    while open_parts:
        first, last = open_parts.pop()
        between = range(first + 1, last)
        if not between:
            continue
        bends = [_distance(line[i], line[first], line[last]) for i in between]
        widest = max(bends)
        if widest > _BEND:
            middle = first + 1 + bends.index(widest)
            kept.add(middle)
            open_parts += [(first, middle), (middle, last)]
    return [line[i] for i in sorted(kept)]


def _distance(place: Place, start: Place, end: Place) -> float:
    """Return how far a place is from a straight line, or from its only point."""
    across, down = end[0] - start[0], end[1] - start[1]
    x, y = place[0] - start[0], place[1] - start[1]
    length = hypot(across, down)
    return abs(x * down - y * across) / length if length else hypot(x, y)


def _path(line: list[Place]) -> str:
    return shortened("M" + " ".join(f"{x} {y}" for x, y in line))
