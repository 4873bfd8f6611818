"""Every colour of Stellwerk, in one place: cards, seats, interface and map, by day and by night.

Nothing is told by colour alone: each card colour has a symbol, each seat a pattern.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal, NamedTuple

from stellwerk.board import COLOURS

Theme = Literal["light", "night"]
THEMES: Final[tuple[Theme, ...]] = ("light", "night")


class Paint(NamedTuple):
    """How one colour is painted; the same by day and by night."""

    fill: str
    edge: str
    """Round it."""
    ink: str
    """The symbol or the pattern on it."""


class Seat(NamedTuple):
    """A seat's colour, and the pattern that tells it from others without colour."""

    paint: Paint
    pattern: str


class Token(NamedTuple):
    """A colour of the interface or the map."""

    light: str
    night: str


CARDS: Final[Mapping[str, Paint]] = {
    "purple": Paint("#cb8de0", "#62317a", "#3b154e"),
    "blue": Paint("#20508f", "#0d2547", "#e6eef8"),
    "orange": Paint("#d07f22", "#6d3d08", "#351c02"),
    "white": Paint("#fdfaf2", "#6d675b", "#6b6353"),
    "green": Paint("#2f7e60", "#123a2b", "#e0f2e5"),
    "yellow": Paint("#f6d548", "#80660f", "#4d3a06"),
    "black": Paint("#262425", "#080707", "#e6dfd2"),
    "red": Paint("#b01c1a", "#560b0a", "#fbe6d8"),
}
"""The eight card colours, which are also those of the routes."""

GRAY: Final = Paint("#a9a59e", "#57534d", "#5f584c")
"""Routes that take any colour. They have a hatch and no symbol."""

LOCOMOTIVE: Final = Paint("#f4e9cb", "#5b4420", "#3b2a1a")

SYMBOLS: Final[Mapping[str, str]] = {
    "purple": "cross",
    "blue": "disc",
    "orange": "bow tie",
    "white": "ring",
    "green": "triangle",
    "yellow": "star",
    "black": "square",
    "red": "lozenge",
    "gray": "hatch",
    "locomotive": "locomotive",
}
"""The symbol that stands for each colour."""

SEATS: Final[Mapping[str, Seat]] = {
    "red": Seat(Paint("#b8241f", "#470806", "#ffd9cf"), "roof line"),
    "blue": Seat(Paint("#2158a1", "#0a2345", "#d6e8ff"), "diagonals"),
    "green": Seat(Paint("#49ab7a", "#0d3b24", "#0d3b24"), "dots"),
    "yellow": Seat(Paint("#f2c61d", "#5f4a00", "#6b5200"), "chevrons"),
    "black": Seat(Paint("#2c2c31", "#000000", "#cfcad0"), "ladder"),
    "white": Seat(Paint("#f7f3ea", "#4a453b", "#6d6558"), "rails"),
    "purple": Seat(Paint("#8a4fb0", "#37104f", "#f0dcff"), "lozenges"),
    "orange": Seat(Paint("#e07f24", "#5a2b00", "#4a2200"), "crosses"),
}

CASING: Final = "#fffaf0"
"""Round a piece, so that it is never taken for an empty space of its colour."""

INTERFACE: Final[Mapping[str, Token]] = {
    "bg": Token("#e8dfcb", "#0f1315"),
    "bg-2": Token("#dccfb3", "#0a0d0f"),
    "panel": Token("#fdf9ef", "#1a2023"),
    "panel-2": Token("#f5eddb", "#232a2e"),
    "line": Token("#dccfb2", "#333c41"),
    "line-2": Token("#b7a581", "#56616a"),
    "ink": Token("#2a2118", "#f3ecdd"),
    "ink-2": Token("#574a39", "#cbc2b0"),
    "ink-3": Token("#716450", "#a69d8a"),
    "accent": Token("#14505a", "#6cc8c6"),
    "accent-h": Token("#0e3f48", "#8ad8d5"),
    "on-accent": Token("#fffaf0", "#06211f"),
    "accent-soft": Token("#dbe8e4", "#1c3b3d"),
    "gold": Token("#8a5a06", "#f2c25a"),
    "gold-soft": Token("#fbeac0", "#3a2f15"),
    "danger": Token("#96291f", "#f29a8b"),
    "danger-soft": Token("#f7dfd6", "#3d211d"),
    "ok": Token("#24623c", "#8fd6a6"),
    "ok-soft": Token("#dcebd7", "#1c3626"),
    "focus": Token("#1d6fd1", "#8cc4ff"),
}
"""The flat paper round the board. Gold means: here you can act now."""

MAP: Final[Mapping[str, Token]] = {
    "sheet": Token("#eadfc2", "#14181b"),
    "sea": Token("#bfd2cf", "#14242e"),
    "sea-2": Token("#cbd9d1", "#192c37"),
    "shoal-0": Token("#bed2ce", "#172a35"),
    "shoal-1": Token("#b6cecb", "#19303c"),
    "shoal-2": Token("#aecac8", "#1c3743"),
    "shoal-3": Token("#a5c5c4", "#203f4c"),
    "shoal-4": Token("#9bbfc0", "#254956"),
    "water-line": Token("#64898c", "#4f7c88"),
    "graticule": Token("#54706e", "#5b7a86"),
    "river": Token("#7fa3a8", "#4a7480"),
    "lake-edge": Token("#46625f", "#86a9b0"),
    "land": Token("#f0e4c4", "#3c3a31"),
    "land-0": Token("#f1d9a8", "#544932"),
    "land-1": Token("#e0d29c", "#474731"),
    "land-2": Token("#eccab0", "#524134"),
    "land-3": Token("#d6d4a8", "#414933"),
    "land-4": Token("#f5e6c1", "#4a4432"),
    "land-5": Token("#e6c59a", "#514030"),
    "coast": Token("#46382a", "#b39c6e"),
    "border": Token("#96643a", "#93754a"),
    "province": Token("#7a5c3a", "#8d7a58"),
    "paper-stain": Token("#6b4a1e", "#000000"),
    "paper-fibre": Token("#5a3f1c", "#cdbb8f"),
    "vignette": Token("#4a2d0c", "#000000"),
    "map-ink": Token("#3b2a1a", "#c3ab79"),
    "bar": Token("#7a5c3a", "#8a6b3f"),
    "plate": Token("#f6ecd0", "#1d2226"),
    "lozenge": Token("#9b3a2e", "#d8624f"),
    "label": Token("#22160b", "#f6ecd6"),
    "halo": Token("#f6ecd0", "#14181b"),
    "guide": Token("#4a3520", "#d9c79c"),
    "tunnel": Token("#2d2117", "#dcc48c"),
    "dot": Token("#f8efd6", "#f3e6c8"),
    "dot-edge": Token("#3b2a1a", "#0b0d0e"),
    "city": Token("#8e3127", "#a63a2d"),
    "port": Token("#2f5d7c", "#2c638a"),
    "country": Token("#3f6a3a", "#8cc07f"),
    "shield": Token("#3f6a3a", "#47793f"),
    "country-plate": Token("#eaf0d3", "#1d2a20"),
    "junction": Token("#8a6a2c", "#a98338"),
    "black-edge": Token("#080707", "#9b9484"),
    "veil": Token("#efe3c3", "#2b2c29"),
    "shine": Token("#ffb81c", "#ffc94a"),
    "shine-2": Token("#fff3c4", "#fff0b8"),
    "ticket": Token("#14505a", "#5fc4c2"),
    "ticket-b": Token("#8c2f7a", "#e08fd2"),
    "ticket-c": Token("#b5480a", "#f2a05c"),
    "ticket-d": Token("#3d4f9e", "#9db0f5"),
    "ticket-e": Token("#6b4a2b", "#d9d2b8"),
    "overlay-casing": Token("#fffaf0", "#10171a"),
}
"""The atlas sheet and what is shown on it."""

TICKETS: Final = ("ticket", "ticket-b", "ticket-c", "ticket-d", "ticket-e")
"""The colours of several tickets shown at once; letters tell them apart too."""


def paint_of(colour: str) -> Paint:
    """Return the paint of a card colour, of gray, or of a locomotive."""
    return {"gray": GRAY, "locomotive": LOCOMOTIVE, **CARDS}[colour]


def tokens(theme: Theme) -> dict[str, str]:
    """Return all colours of a theme by the name of their custom property, without the dashes."""
    by_name = {
        name: getattr(token, theme) for group in (INTERFACE, MAP) for name, token in group.items()
    }
    for colour in (*COLOURS, "gray", "locomotive"):
        by_name.update(_parts("card", colour, paint_of(colour)))
    for colour, seat in SEATS.items():
        by_name.update(_parts("seat", colour, seat.paint))
    by_name["casing"] = CASING
    return by_name


def css(names: Iterable[str] | None = None, scope: str = ":root") -> str:
    """Return the colours as CSS custom properties, for a page or a picture.

    The page follows the system; ``data-theme="light"`` or ``"night"`` on the scope decides for it.
    With names only those are given.
    """
    light, night = (_declarations(theme, names) for theme in THEMES)
    return (
        f"{scope}{{color-scheme:light;{light}}}\n"
        f"@media (prefers-color-scheme:dark){{{scope}:not([data-theme=light])"
        f"{{color-scheme:dark;{night}}}}}\n"
        f"{scope}[data-theme=night]{{color-scheme:dark;{night}}}\n"
    )


def theme_css(theme: Theme, names: Iterable[str] | None = None, scope: str = ":root") -> str:
    """Return the colours of one theme as CSS custom properties."""
    return f"{scope}{{{_declarations(theme, names)}}}\n"


def _declarations(theme: Theme, names: Iterable[str] | None) -> str:
    known = tokens(theme)
    return ";".join(f"--{name}:{known[name]}" for name in (known if names is None else names))


def _parts(group: str, colour: str, paint: Paint) -> dict[str, str]:
    return {
        f"{group}-{colour}": paint.fill,
        f"{group}-{colour}-edge": paint.edge,
        f"{group}-{colour}-ink": paint.ink,
    }
