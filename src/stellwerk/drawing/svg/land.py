"""Sea and land: engraved water lines along the coast, countries, borders, lakes and rivers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from stellwerk.drawing.markup import rectangle, shortened, tag
from stellwerk.drawing.model import Box, Drawing
from stellwerk.drawing.svg.shore import pieces

_LINES: Final = ((150.0, 0.2), (108.0, 0.3), (72.0, 0.42), (42.0, 0.56), (18.0, 0.7))
"""Water lines: twice their distance from the coast, and how dark they are."""

_LINE_WIDTH: Final = 2.3

_SOFT_RIM: Final = 196.0
"""Twice the distance at which the shallow water begins to show."""


def land_layer(drawing: Drawing, area: Box | None = None) -> str:
    """Return the map's ground; the sea fills the frame, or another area."""
    outlines = drawing.outlines
    prefix = f"{drawing.board}-"
    ground = f"url(#{prefix}sea)" if outlines.land else "var(--land)"
    parts = [tag("path", d=rectangle(*(area or drawing.frame)), fill=ground)]
    if outlines.land:
        parts.append(_definition(f"{prefix}land", outlines.land))
        parts += _coast(f"{prefix}shore", outlines.land, 1.0)
    parts.append(_path("graticule", outlines.graticule))
    if outlines.land:
        parts.append(tag("use", href=f"#{prefix}land", cls="land"))
    parts += [
        tag(
            "path",
            cls="territory",
            d=shortened(territory.path),
            fill=f"var(--land-{territory.tint % 6})",
        )
        for territory in outlines.territories
    ]
    parts.append(_path("river", outlines.rivers))
    parts.append(_path("province", outlines.provinces))
    parts.append(_path("border", outlines.borders))
    if outlines.lakes:
        parts += _lakes(outlines.lakes, prefix)
    if outlines.land:
        parts.append(tag("use", href=f"#{prefix}land", cls="coast"))
    return "".join(parts)


def definitions(drawing: Drawing) -> str:
    """Return the colour of the sea, which lightens to the south, and the frame as a clip."""
    frame = drawing.frame
    sea = tag(
        "linearGradient",
        tag("stop", offset="0", stop_color="var(--sea)"),
        tag("stop", offset="1", stop_color="var(--sea-2)"),
        id=f"{drawing.board}-sea",
        gradientUnits="userSpaceOnUse",
        x1=0,
        x2=0,
        y1=frame.y,
        y2=frame.y + frame.height,
    )
    clip = tag("clipPath", tag("path", d=rectangle(*frame)), id=f"{drawing.board}-frame")
    return sea + clip


def _lakes(lakes: str, prefix: str) -> Iterable[str]:
    reference = f"#{prefix}lakes"
    yield _definition(f"{prefix}lakes", lakes)
    yield tag("clipPath", tag("use", href=reference, clip_rule="evenodd"), id=f"{prefix}lakes-clip")
    yield tag("use", href=reference, cls="lake")
    shores = _coast(f"{prefix}lake-shore", lakes, 0.6)
    yield tag("g", *shores, clip_path=f"url(#{prefix}lakes-clip)")
    yield tag("use", href=reference, cls="lake-edge")


def _coast(name: str, outline: str, scale: float) -> list[str]:
    """Return water lines along a coast, the outermost first.

    Each is the rim of a broad stroke, over which a narrower one in the colour of the shallower
    water is laid.
    """
    reference = f"#{name}"
    shore = tag("g", *(tag("path", d=piece) for piece in pieces(outline)), id=name)
    parts = [tag("defs", shore), _stroke(reference, "var(--shoal-0)", _SOFT_RIM * scale, 0.5)]
    for shoal, (width, darkness) in enumerate(_LINES):
        outer = width * scale
        parts.append(_stroke(reference, "var(--water-line)", outer, darkness))
        parts.append(_stroke(reference, f"var(--shoal-{shoal})", outer - 2 * _LINE_WIDTH, 1))
    return parts


def _stroke(reference: str, colour: str, width: float, opacity: float) -> str:
    return tag(
        "use", href=reference, cls="water", stroke=colour, stroke_width=round(width, 1),
        opacity=opacity if opacity < 1 else None,
    )  # fmt: skip


def _definition(name: str, path: str) -> str:
    return tag("defs", tag("path", id=name, d=shortened(path)))


def _path(cls: str, path: str) -> str:
    return tag("path", cls=cls, d=shortened(path)) if path else ""
