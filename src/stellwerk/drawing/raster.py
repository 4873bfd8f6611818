"""Pictures as PNG, where ``resvg`` is installed.

It knows no variables in a style, so the colours of the theme are put in their places first.
"""

from __future__ import annotations

import re
from importlib.util import find_spec
from typing import Final

_DEFINED: Final = re.compile(r"(--[\w-]+):([^;}]+)")
_USED: Final = re.compile(r"var\((--[\w-]+)(?:,([^()]*))?\)")
_STYLE: Final = re.compile(r"<style>(.*?)</style>", re.DOTALL)
FONTS: Final = "'DejaVu Serif','Liberation Serif','Noto Serif'"
"""Fonts of machines without a screen; where none is installed, words are left out."""
_DEEPEST: Final = 4
"""Variables that are made of variables: no theme goes deeper."""


def can_draw() -> bool:
    """Tell whether PNG can be made here."""
    return find_spec("resvg_py") is not None


def png(svg: str, width: int, height: int) -> bytes:
    """Return a picture as PNG; its theme must not be ``auto``, since there is no reader."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=resolved(svg), width=width, height=height))


def resolved(svg: str) -> str:
    """Return a picture whose colours stand where they are used.

    >>> resolved("<style>.a{--ink:#123}.b{fill:var(--ink)}</style>")
    '<style>.a{--ink:#123}.b{fill:#123}</style>'
    """
    known: dict[str, str] = dict(_DEFINED.findall("".join(_STYLE.findall(svg))))

    def value(used: re.Match[str]) -> str:
        return known.get(used[1], used[2] or "none")

    for _ in range(_DEEPEST):
        svg = _USED.sub(value, svg)
    return svg.replace("Georgia,serif", f"Georgia,{FONTS},serif")
