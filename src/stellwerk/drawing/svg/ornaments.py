"""The cartouche with the board's name, and the compass rose."""

from __future__ import annotations

from stellwerk.drawing.layout.lettering import text_width
from stellwerk.drawing.markup import circle, moved, number, polygon, tag, text
from stellwerk.drawing.model import Box


def cartouche(box: Box, title: str) -> str:
    """Return the board's name on its plate."""
    scale = min(box.width / 620, box.height / 175)
    # Small capitals and the space between them make a name broader than it is measured.
    size = min(88, 425 / text_width(title))
    ears = (
        "M-292-44Q-266-44-266-70M292-44Q266-44 266-70M-292 44Q-266 44-266 70M292 44Q266 44 266 70"
    )
    parts = (
        tag("rect", cls="shadow", x=-298, y=-74, width=604, height=164, rx=12),
        tag("rect", cls="plate", x=-302, y=-80, width=604, height=160, rx=12, stroke_width=5),
        tag("path", cls="line", d="M-292-70H292V70H-292Z", stroke_width=1.8),
        tag("path", cls="line", d=ears, stroke_width=1.8),
        tag("text", text(title), cls="title", y=number(size * 0.3 - 12),
            style=f"font-size:{number(size)}px"),
        tag("path", cls="line", d="M-196 46H-26M26 46H196", stroke_width=2.2),
        tag("path", cls="line", d="M-150 52H-30M30 52H150", stroke_width=1.2),
        tag("path", cls="lozenge", d="M0 35L14 47 0 59-14 47Z"),
        tag("path", cls="ink", d=circle(-204, 46, 3.4) + circle(204, 46, 3.4)),
    )  # fmt: skip
    return tag("g", *parts, transform=_centred(box, scale))


def compass(box: Box) -> str:
    """Return a compass rose, north up."""
    scale = min(box.width, box.height) / 250
    rays = [_ray(point) for point in sorted(range(16), key=_rank, reverse=True)]
    parts = (
        tag("path", cls="plate", d=circle(0, 12, 84), fill_opacity=0.55, stroke_width=1.6),
        tag("path", cls="line", d=circle(0, 12, 80), stroke_width=5,
            stroke_dasharray="5.236 5.236"),
        tag("path", cls="line", d=circle(0, 12, 75), stroke_width=1.4),
        tag("path", cls="line", d=circle(0, 12, 47), stroke_width=1),
        tag("g", *rays, transform="translate(0 12)"),
        tag("path", cls="plate", d=circle(0, 12, 8), stroke_width=2),
        tag("text", "N", cls="north", y="-96", style="font-size:32px"),
    )  # fmt: skip
    return tag("g", *parts, transform=_centred(box, scale))


def _rank(point: int) -> int:
    """Return 0 for a main direction, 1 for one between them, 2 for the others."""
    return 0 if point % 4 == 0 else 1 if point % 2 == 0 else 2


def _ray(point: int) -> str:
    """Return one of the sixteen rays: one half light, one half dark."""
    rank = _rank(point)
    length, width = ((98, 13), (70, 10), (46, 6.5))[rank]
    halves = (
        tag(
            "path",
            d=polygon(((0, -length), (side * width, -width * 1.3), (0, 0))),
            cls="line",
            style=f"fill:var(--{colour})",
            stroke_width=1.4,
        )
        for side, colour in ((1, "plate"), (-1, "lozenge" if rank == 0 else "map-ink"))
    )
    return tag("g", *halves, transform=f"rotate({number(point * 22.5)})")


def _centred(box: Box, scale: float) -> str:
    return moved(box.x + box.width / 2, box.y + box.height / 2, scale=f"{scale:.3f}")
