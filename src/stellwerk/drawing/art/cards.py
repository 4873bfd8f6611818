"""Cards: landscape, 120 × 76 units, an ivory rim, a field of colour with its symbol, a vehicle.

Below about 60 pixels the picture cannot be made out; there the small card is used, with colour and
symbol alone.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from stellwerk.board import COLOURS
from stellwerk.drawing.art.glyphs import glyph, glyph_at
from stellwerk.drawing.art.vehicles import (
    LOCOMOTIVE,
    SHIP,
    STEAMER,
    WAGONS,
    WAVES,
    Role,
    Vehicle,
)
from stellwerk.drawing.markup import circle, tag
from stellwerk.drawing.palette import CARDS, INTERFACE, MAP, Paint, paint_of

WIDTH: Final = 120
HEIGHT: Final = 76
SMALL_WIDTH: Final = 40
SMALL_HEIGHT: Final = 28

RIM: Final = "#fbf5e6"
GILT: Final = "#e9d9ae"
_INK: Final = "#3b2a1a"
_PORT: Final = MAP["port"].light

RAINBOW: Final = ("red", "orange", "yellow", "green", "blue", "purple", "black", "white")
"""The band of a locomotive, which stands for every colour."""

CARD_NAMES: Final = (
    *COLOURS,
    *(f"{colour} {sort}" for sort in ("harbour", "ship", "double-ship") for colour in COLOURS),
    "locomotive",
)
"""Every card that a board can have, by its stable name."""

BACKS: Final = ("train", "ship")
"""The piles, whose cards differ by their backs."""


class Tones(NamedTuple):
    """The colours of a vehicle on its card."""

    body: str
    dark: str
    glass: str
    line: str


def card_id(card: str, small: bool = False) -> str:
    """Return the id of a card in the sprite.

    >>> card_id("red double-ship"), card_id("locomotive", small=True)
    ('card-red-double-ship', 'small-locomotive')
    """
    return f"{'small' if small else 'card'}-{card.replace(' ', '-')}"


def back_id(pile: str) -> str:
    """Return the id of a card's back in the sprite."""
    return f"back-{pile}"


def card(name: str) -> str:
    """Return what is on a card; ids inside begin with that of the card."""
    colour, _, sort = name.partition(" ")
    paint = paint_of(colour)
    symbol = card_id(name)
    parts = [_field(symbol, colour, paint), _scenery(colour, sort, paint)]
    tones = _tones(colour, paint)
    match sort:
        case "ship":
            parts.append(_placed(SHIP, tones, 60, 40, 0.86))
        case "double-ship":
            parts.append(_placed(STEAMER, tones, 72, 29, 0.56, 0.8))
            parts.append(_placed(STEAMER, tones, 52, 45, 0.72))
            parts.append(_placed(WAVES, tones, 60, 42, 0.9))
        case _ if colour == "locomotive":
            parts.append(_placed(LOCOMOTIVE, tones, 65, 36, 0.78))
            parts.append(_rainbow())
        case _:
            parts.append(_placed(WAGONS[colour], tones, 63, 43, 0.86))
    parts.append(_inner_rim(paint))
    parts.append(_symbol(colour, paint))
    if sort in ("harbour", "ship"):
        parts.append(_anchor())
    if sort == "double-ship":
        parts.append(_two())
    return "".join(parts)


def small_card(name: str) -> str:
    """Return a small card: colour and large symbol, and the hulls of ships."""
    colour, _, sort = name.partition(" ")
    paint = paint_of(colour)
    field = _rounded(0.5, 0.5, 39, 27, 4.5, RIM, _INK, 0.55, 1) + _rounded(
        2.5, 2.5, 35, 23, 2.8, paint.fill, paint.edge, 0.5, 0.8
    )
    if colour == "locomotive":
        band = "".join(
            tag("rect", x=round(2.9 + 4.275 * place, 2), y=21.6, width=4.3, height=3.6,
                fill=CARDS[each].fill)
            for place, each in enumerate(RAINBOW)
        )  # fmt: skip
        return field + band + glyph_at("locomotive", 20, 12.2, 0.8, paint.ink)
    if sort in ("", "harbour"):
        mark = glyph_at("anchor", 33, 8, 0.32, paint.ink) if sort else ""
        return field + glyph_at(colour, 20, 14, 0.92, paint.ink) + mark
    hull = "M-9.5 1H9.5Q8.5 7 6 7H-6Q-8.5 7-9.5 1ZM-4.5 .4V-3.6H4.5V.4ZM-1.6-4.2V-8.6H1.8V-4.2Z"
    places = ((20.0, 1.0),) if sort == "ship" else ((12.8, 0.8), (27.4, 0.8))
    hulls = "".join(
        tag("path", d=hull, fill=paint.ink, transform=f"translate({x:g} 16) scale({scale:g})")
        for x, scale in places
    )
    mark = glyph_at("anchor", 33.4, 7.6, 0.3, paint.ink) if sort == "ship" else ""
    return field + glyph_at(colour, 7.6, 7.6, 0.32, paint.ink) + hulls + mark


def back(pile: str) -> str:
    """Return the back of a pile's cards: a signal for trains, an anchor for ships."""
    ground = INTERFACE["accent"].light if pile == "train" else "#2b4a78"
    symbol = back_id(pile)
    lattice = tag(
        "pattern",
        tag("path", d="M0 6H12M6 0V12", stroke=GILT, stroke_width=0.8, stroke_opacity=0.35),
        tag("path", d="M4.6 4.6H7.4V7.4H4.6Z", fill=GILT, fill_opacity=0.5),
        id=f"{symbol}-lattice", width=12, height=12, patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    )  # fmt: skip
    if pile == "train":
        mark = (
            tag("path", d="M-1.6 11L-1-9.4H1L1.6 11ZM-5 11H5V12.6H-5Z", fill=GILT)
            + tag("path", d="M-1.2-9L11-5 9.8-1.6-1.2-5.6Z", fill="#e0533f", stroke=GILT,
                  stroke_width=0.6)
            + tag("circle", cx=-3.8, cy=-4, r=1.9, fill="#ffcf5a")
        )  # fmt: skip
    else:
        mark = tag("g", glyph("anchor"), color=GILT, transform="scale(1.15)")
    medal = tag(
        "g",
        tag("path", d=circle(0, 0, 17), fill=ground, stroke=GILT, stroke_width=1.2),
        tag("path", d=circle(0, 0, 14.6), fill="none", stroke=GILT, stroke_width=0.6),
        mark,
        transform="translate(60 38)",
    )
    return (
        tag("defs", lattice)
        + _card_rim()
        + _rounded(5, 5, 110, 66, 4.5, ground)
        + _rounded(5, 5, 110, 66, 4.5, f"url(#{symbol}-lattice)")
        + _rounded(9, 9, 102, 58, 3, "none", GILT, 0.8, 0.8)
        + medal
    )


def _field(symbol: str, colour: str, paint: Paint) -> str:
    """Return the rim and the field of colour, strewn with the faint symbol."""
    if colour == "locomotive":
        tile = tag(
            "pattern",
            tag("path", d="M0 4H8", stroke="#7a5c3a", stroke_opacity=0.14),
            id=f"{symbol}-ground", width=8, height=8, patternUnits="userSpaceOnUse",
            patternTransform="rotate(-45)",
        )  # fmt: skip
    else:
        tile = tag(
            "pattern",
            tag("g", glyph_at(colour, 10, 10, 0.34, paint.ink), opacity=0.13),
            id=f"{symbol}-ground", x=2, y=3, width=20, height=20, patternUnits="userSpaceOnUse",
        )  # fmt: skip
    light = colour in ("yellow", "white", "locomotive")
    glow = tag(
        "radialGradient",
        tag("stop", offset="0", stop_color="#fff", stop_opacity=0.12 if light else 0.28),
        tag("stop", offset="1", stop_color="#000", stop_opacity=0.04 if light else 0.18),
        id=f"{symbol}-glow", cy="0.4", r="0.7",
    )  # fmt: skip
    return (
        tag("defs", tile, glow)
        + _card_rim()
        + _rounded(5, 5, 110, 66, 4.5, paint.fill)
        + _rounded(5, 5, 110, 66, 4.5, f"url(#{symbol}-ground)")
        + _rounded(5, 5, 110, 66, 4.5, f"url(#{symbol}-glow)")
    )


def _scenery(colour: str, sort: str, paint: Paint) -> str:
    """Return what lies behind and below the vehicle: hills and rails, or the sea."""
    if colour == "locomotive":
        return ""
    shade = _shaded(paint.fill, -0.13 if colour != "black" else 0.1)
    foot = "V66.5Q115 71 110.5 71H9.5Q5 71 5 66.5Z"
    if sort in ("ship", "double-ship"):
        return tag("path", d=f"M5 60Q18 56.6 32 60T60 60T88 60T115 60{foot}", fill=shade)
    hills = f"M5 54Q16 40 30 47 44 33 62 44 78 31 95 43 106 37 115 45{foot}"
    rails = tag(
        "path", d="M8 62.6H112", stroke=paint.edge, stroke_opacity=0.7, stroke_width=1.6
    ) + tag(
        "path", d="M8 65H112", stroke=paint.edge, stroke_opacity=0.5, stroke_width=3,
        stroke_dasharray="3 5",
    )  # fmt: skip
    return tag("path", d=hills, fill=shade, fill_opacity=0.8) + rails


def _placed(
    vehicle: Vehicle, tones: Tones, x: float, y: float, scale: float, opacity: float | None = None
) -> str:
    """Return a vehicle with its middle at a place of the card."""
    return tag(
        "g",
        *(_part(role, path, tones) for role, path in vehicle),
        transform=f"translate({x:g} {y:g}) scale({scale:g}) translate(-60 -40)",
        opacity=opacity,
    )


def _part(role: Role, path: str, tones: Tones) -> str:
    match role:
        case "body" | "dark":
            fill = tones.body if role == "body" else tones.dark
            return tag("path", d=path, fill=fill, stroke=tones.line, stroke_width=1.5,
                       stroke_linejoin="round")  # fmt: skip
        case "glass":
            return tag("path", d=path, fill=tones.glass, stroke=tones.line, stroke_width=1.1)
        case "dot":
            return tag("path", d=path, fill=tones.line)
        case "line":
            return tag("path", d=path, fill="none", stroke=tones.line, stroke_width=1.7,
                       stroke_linecap="round")  # fmt: skip
        case _:
            return tag("path", d=path, fill="none", stroke=tones.line, stroke_width=1,
                       stroke_linecap="round",
                       stroke_opacity=0.65 if role == "smoke" else None)  # fmt: skip


def _tones(colour: str, paint: Paint) -> Tones:
    match colour:
        case "white":
            return Tones("#ffffff", "#d9d2c1", "#ece6d6", "#57503f")
        case "black":
            return Tones("#3c393a", "#161415", "#5a5657", paint.ink)
        case "locomotive":
            return Tones("#fffaf0", _INK, "#f4e9cb", _INK)
        case "yellow" | "purple" | "orange":
            fill = paint.fill
            return Tones(_shaded(fill, 0.45), _shaded(fill, -0.28), _shaded(fill, -0.1), paint.edge)
        case _:
            fill = paint.fill
            return Tones(_shaded(fill, -0.3), _shaded(fill, -0.55), _shaded(fill, 0.28), paint.ink)


def _shaded(colour: str, by: float) -> str:
    """Return a colour nearer to black (below 0) or to white.

    >>> _shaded("#808080", -0.5), _shaded("#808080", 0.5)
    ('#404040', '#c0c0c0')
    """
    parts = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    shaded = (part * (1 + by) if by < 0 else part + (255 - part) * by for part in parts)
    return "#" + "".join(f"{round(part):02x}" for part in shaded)


def _rainbow() -> str:
    """Return the band of all colours with their symbols."""
    step = 104 / len(RAINBOW)
    band = "".join(
        tag("rect", x=round(8 + place * step, 2), y=60.4, width=step, height=8, fill=paint.fill)
        + glyph_at(colour, round(8 + (place + 0.5) * step, 2), 64.4, 0.26, paint.ink)
        for place, (colour, paint) in enumerate((each, CARDS[each]) for each in RAINBOW)
    )
    return band + _rounded(8, 60.4, 104, 8, 0, "none", _INK, None, 0.8)


def _symbol(colour: str, paint: Paint) -> str:
    ink = paint.fill if colour in ("red", "green", "black", "blue") else paint.edge
    return (
        tag("circle", cx=15.5, cy=16, r=9.4, fill=RIM, stroke=paint.edge)
        + glyph_at(colour, 15.5, 16, 0.6, ink)
    )  # fmt: skip


def _anchor() -> str:
    return tag(
        "circle", cx=104.5, cy=16, r=8.6, fill=_PORT, stroke=RIM, stroke_width=1.2
    ) + glyph_at("anchor", 104.5, 16, 0.54, RIM)


def _two() -> str:
    """Return the figure 2 as a path, so that it needs no font."""
    figure = "M-3-2.6Q-2.8-5.4 .2-5.4 3-5.4 3-2.8 3-1-3 4.6H3.4"
    return tag("circle", cx=104.5, cy=16, r=8.6, fill=RIM, stroke=_INK) + tag(
        "path", d=figure, transform="translate(104.4 16.4)", fill="none", stroke=_INK,
        stroke_width=1.9, stroke_linecap="round", stroke_linejoin="round",
    )  # fmt: skip


def _card_rim() -> str:
    return _rounded(0.6, 0.6, 118.8, 74.8, 8, RIM, _INK, 0.55, 1.2)


def _inner_rim(paint: Paint) -> str:
    return _rounded(5, 5, 110, 66, 4.5, "none", paint.edge, 0.6, 1)


def _rounded(
    x: float,
    y: float,
    width: float,
    height: float,
    corner: float,
    fill: str,
    stroke: str | None = None,
    opacity: float | None = None,
    stroke_width: float | None = None,
) -> str:
    return tag(
        "rect", x=x, y=y, width=width, height=height, rx=corner, fill=fill, stroke=stroke,
        stroke_opacity=opacity, stroke_width=stroke_width,
    )  # fmt: skip
