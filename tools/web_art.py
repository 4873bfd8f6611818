"""Write the page's art from the one source there is: ``python -m tools.web_art``.

The sprite with cards, pieces and icons, every colour as a custom property, and the names of all
this for the type checker.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from stellwerk.drawing.art import BACKS, GLYPHS, ICONS, sprite
from stellwerk.drawing.art.pieces import PIECES
from stellwerk.drawing.palette import CASING, INTERFACE, SEATS, Paint, theme_css, tokens

ART = Path(__file__).parent.parent / "web" / "src" / "art"


def files() -> dict[str, str]:
    """Return the content of each file by its name."""
    # The server's content policy allows no style inside a page; the page hides the sprite itself.
    hidden = sprite().replace(' style="position:absolute"', "", 1)
    return {"sprite.svg": hidden + "\n", "palette.css": _palette(), "names.ts": _names()}


def main() -> None:
    """Write all files."""
    for name, content in files().items():
        (ART / name).write_text(content, encoding="utf-8")


def _palette() -> str:
    """Return the colours of map, cards and seats; those of the page around are its own."""
    light, night = tokens("light"), tokens("night")
    names = [name for name in light if name not in INTERFACE]
    letters = ";".join(
        f"--seat-{colour}-letter:{_letter(seat.paint)}" for colour, seat in SEATS.items()
    )
    differing = [name for name in names if light[name] != night[name]]
    return (
        "/* Written by tools/web_art.py. */\n"
        + theme_css("light", names)
        + f":root{{{letters}}}\n"
        + theme_css("night", differing, ':root[data-theme="dark"]')
    )


def _letter(paint: Paint) -> str:
    """Return the colour that is easier to read on a seat's avatar."""
    return max((CASING, paint.edge), key=lambda ink: _contrast(ink, paint.fill))


def _contrast(first: str, second: str) -> float:
    low, high = sorted((_luminance(first), _luminance(second)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    """Return the relative luminance as the accessibility guidelines define it."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _names() -> str:
    return "// Written by tools/web_art.py.\n" + "".join(
        (
            _union("PileName", BACKS),
            _union("IconName", ICONS),
            _union("SymbolName", GLYPHS),
            _union("PieceKind", PIECES),
            _union("SeatColour", SEATS),
        )
    )


def _union(name: str, members: Iterable[str]) -> str:
    return f"\nexport type {name} =" + "".join(f'\n  | "{each}"' for each in members) + ";\n"


if __name__ == "__main__":
    main()
