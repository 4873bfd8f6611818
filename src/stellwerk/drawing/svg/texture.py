"""Old paper: stains and fibres as small patterns.

Noise filters would look alike, but a browser computes them for every pixel at every step of a zoom;
patterns are drawn once. Two tiles of different size hide that they repeat.
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin
from random import Random
from typing import Final

from stellwerk.drawing.markup import number, rectangle, tag
from stellwerk.drawing.model import Box

_STAIN_TILE: Final = 1170.0
_FIBRE_TILE: Final = 830.0


def texture(sheet: Box) -> str:
    """Return the paper's marks over the whole sheet."""
    return "".join(
        tag("path", d=rectangle(*sheet), fill=f"url(#paper-{name})")
        for name in ("stains", "fibres")
    )


def vignette(sheet: Box) -> str:
    """Return the darkening towards the corners."""
    return tag("path", d=rectangle(*sheet), fill="url(#vignette)")


@cache
def definitions() -> str:
    """Return the patterns and gradients."""
    return _stains() + _fibres() + _vignette()


def _stains() -> str:
    chance = Random(7)
    blots = []
    for _ in range(16):
        x, y = chance.uniform(0, _STAIN_TILE), chance.uniform(0, _STAIN_TILE)
        across, down = chance.uniform(120, 330), chance.uniform(90, 240)
        strength = chance.uniform(0.35, 1)
        # What leaves the tile on one side enters on the other, so that no seam is seen.
        for shift_x in (-_STAIN_TILE, 0, _STAIN_TILE):
            for shift_y in (-_STAIN_TILE, 0, _STAIN_TILE):
                left, top = x + shift_x, y + shift_y
                if -across < left < _STAIN_TILE + across and -down < top < _STAIN_TILE + down:
                    blots.append(
                        tag("ellipse", cx=round(left), cy=round(top), rx=round(across),
                            ry=round(down), opacity=round(strength, 2))
                    )  # fmt: skip
    fade = tag(
        "radialGradient",
        tag("stop", offset="0", stop_color="var(--paper-stain)", stop_opacity=0.085),
        tag("stop", offset="1", stop_color="var(--paper-stain)", stop_opacity=0),
        id="stain",
    )
    return fade + _pattern("stains", _STAIN_TILE, tag("g", *blots, fill="url(#stain)"))


def _fibres() -> str:
    chance = Random(3)
    strokes = []
    for _ in range(150):
        x, y = chance.uniform(8, _FIBRE_TILE - 8), chance.uniform(8, _FIBRE_TILE - 8)
        angle, length = chance.uniform(0, 2 * pi), chance.uniform(3, 16)
        bend = chance.uniform(-6, 6)
        across, down = cos(angle) * length, sin(angle) * length
        strokes.append(
            f"M{number(x)} {number(y)}q{number(across / 2 - bend)} {number(down / 2 + bend)} "
            f"{number(across)} {number(down)}"
        )
    lines = tag(
        "path", d="".join(strokes), fill="none", stroke="var(--paper-fibre)", stroke_width=1.5,
        stroke_linecap="round", opacity=0.1,
    )  # fmt: skip
    return _pattern("fibres", _FIBRE_TILE, lines)


def _vignette() -> str:
    return tag(
        "radialGradient",
        tag("stop", offset="0.5", stop_color="var(--vignette)", stop_opacity=0),
        tag("stop", offset="0.8", stop_color="var(--vignette)", stop_opacity=0.08),
        tag("stop", offset="1", stop_color="var(--vignette)", stop_opacity=0.3),
        id="vignette",
        cy="0.48",
        r="0.72",
    )


def _pattern(name: str, size: float, content: str) -> str:
    return tag(
        "pattern", content, id=f"paper-{name}", width=size, height=size,
        patternUnits="userSpaceOnUse",
    )  # fmt: skip
