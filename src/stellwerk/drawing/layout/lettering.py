"""How wide names are, and how they break into lines."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Final

from stellwerk.drawing.layout.network import FONT, LINE

Lines = dict[str, tuple[str, ...]]
"""The lines of a label in each language."""

_TRACKING: Final = 0.02
"""A little air at each letter, in font sizes."""
_UNKNOWN: Final = 1000
"""The width of a letter that the font does not have; a generous guess."""


@cache
def _widths() -> dict[str, int]:
    table = resources.files("stellwerk.drawing") / "data" / "letters.json"
    widths: dict[str, int] = json.loads(table.read_text(encoding="utf-8"))
    return widths


def text_width(text: str) -> float:
    """Return the width of a line, in font sizes."""
    widths = _widths()
    return sum(widths.get(letter, _UNKNOWN) / 1000 + _TRACKING for letter in text)


def two_lines(name: str) -> tuple[str, ...]:
    """Break a name in two where the longer line is shortest; a single word stays whole."""
    pieces = re.findall(r"[^ -]+-?|-", name) if len(name.split()) == 1 else name.split()
    joint = "" if len(name.split()) == 1 else " "
    breaks = [
        (joint.join(pieces[:k]), joint.join(pieces[k:]))
        for k in range(1, len(pieces))
        if len(pieces[k - 1]) > 1
    ]
    return min(breaks, key=lambda pair: max(map(text_width, pair)), default=(name,))


def settings(names: Mapping[str, str]) -> list[Lines]:
    """Return how a name may be set: in one line, and in two where a language allows it."""
    whole: Lines = {language: (name,) for language, name in names.items()}
    broken: Lines = {language: two_lines(name) for language, name in names.items()}
    return [whole] if broken == whole else [whole, broken]


def size(lines: Lines) -> tuple[float, float]:
    """Return the width and height that hold the lines of every language, in spaces."""
    width = max(text_width(line) for each in lines.values() for line in each)
    return width * FONT, max(map(len, lines.values())) * LINE
