"""How far apart two colours look, to all kinds of eyes.

Differences are CIEDE2000; one of 2 is just seen, one of 10 at a glance. What people with a colour
vision deficiency see is simulated after Machado, Oliveira and Fernandes (2009), at full severity.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import Final, Literal, NamedTuple

Vision = Literal["normal", "protan", "deutan", "tritan"]

Triple = tuple[float, float, float]

# What is left of linear red, green and blue light, row by row.
MATRICES: Final[Mapping[Vision, tuple[Triple, Triple, Triple]]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
VISIONS: Final = tuple(MATRICES)

_XYZ: Final = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Final = (0.95047, 1.0, 1.08883)


class Closest(NamedTuple):
    """The two colours of a set that are hardest to tell apart."""

    difference: float
    first: str
    second: str


def simulate(colour: str, vision: Vision) -> str:
    """Return what a colour such as ``#b01c1a`` looks like to somebody.

    >>> simulate("#b01c1a", "normal"), simulate("#b01c1a", "deutan")
    ('#b01c1a', '#726510')
    """
    return "#" + "".join(f"{_encode(part):02x}" for part in _seen(colour, vision))


def difference(first: str, second: str, vision: Vision = "normal") -> float:
    """Return the CIEDE2000 difference of two colours, as somebody sees it."""
    return ciede2000(_lab(_seen(first, vision)), _lab(_seen(second, vision)))


def closest(colours: Mapping[str, str], vision: Vision) -> Closest:
    """Return the two named colours that are hardest to tell apart."""
    return min(
        Closest(difference(colours[first], colours[second], vision), first, second)
        for first, second in combinations(colours, 2)
    )


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two colours after WCAG; text wants 4.5 (AA)."""
    lights = sorted(
        sum(share * part for share, part in zip(_XYZ[1], _linear(colour), strict=True))
        for colour in (first, second)
    )
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def ciede2000(first: Triple, second: Triple) -> float:
    """Return the difference of two colours given as L*, a*, b*.

    The names follow the published formula (Sharma, Wu and Dalal, 2005).
    """
    mean_chroma = (hypot(*first[1:]) + hypot(*second[1:])) / 2
    stretch = 1.5 - 0.5 * _seventh(mean_chroma)
    chroma_1, hue_1 = _polar(first, stretch)
    chroma_2, hue_2 = _polar(second, stretch)
    turn = (hue_2 - hue_1 + 180) % 360 - 180 if chroma_1 * chroma_2 else 0.0
    lightness = (first[0] + second[0]) / 2
    chroma = (chroma_1 + chroma_2) / 2
    hue = (hue_1 + hue_2) / 2 if chroma_1 * chroma_2 else hue_1 + hue_2
    if chroma_1 * chroma_2 and abs(hue_1 - hue_2) > 180:
        hue += 180 if hue_1 + hue_2 < 360 else -180

    tone = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    off_middle = (lightness - 50) ** 2
    by_lightness = (second[0] - first[0]) / (1 + 0.015 * off_middle / sqrt(20 + off_middle))
    by_chroma = (chroma_2 - chroma_1) / (1 + 0.045 * chroma)
    by_hue = 2 * sqrt(chroma_1 * chroma_2) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * tone)
    blue = 30 * exp(-(((hue - 275) / 25) ** 2))
    rotation = -2 * _seventh(chroma) * sin(radians(2 * blue))
    return sqrt(by_lightness**2 + by_chroma**2 + by_hue**2 + rotation * by_chroma * by_hue)


def _seventh(chroma: float) -> float:
    return sqrt(chroma**7 / (chroma**7 + 25.0**7))


def _polar(lab: Triple, stretch: float) -> tuple[float, float]:
    """Return chroma and hue, the axis of green and red stretched."""
    red = lab[1] * stretch
    return hypot(red, lab[2]), degrees(atan2(lab[2], red)) % 360


def _seen(colour: str, vision: Vision) -> Triple:
    """Return the linear light of a colour that somebody sees."""
    light = _linear(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(share * part for share, part in zip(row, light, strict=True))))
        for row in MATRICES[vision]
    )
    return red, green, blue


def _linear(colour: str) -> Triple:
    """Return the linear light of a colour."""
    red, green, blue = (_decode(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))
    return red, green, blue


def _decode(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _encode(light: float) -> int:
    value = 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return round(255 * value)


def _lab(light: Triple) -> Triple:
    """Return linear light as L*, a*, b*."""
    x, y, z = (
        _root(sum(share * part for share, part in zip(row, light, strict=True)) / white)
        for row, white in zip(_XYZ, _WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(value: float) -> float:
    return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116
