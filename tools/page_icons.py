"""Draws the icons of the page as an app: ``python -m tools.page_icons``.

They are the signal of the page's own bar: round where icons stand by themselves, on a full square
where the system cuts them to its shape, and a white outline for the line at the top of a telephone.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import resvg_py

FOLDER: Final = Path(__file__).parents[1] / "web" / "public" / "icons"

_GROUND: Final = "#14505a"
_MAST: Final = (
    '<path d="M14.5 8V25M14.5 25H11M14.5 25H18" stroke="{light}" stroke-width="2.4" fill="none"/>'
    '<path d="M14.5 9L24 6.5V11L14.5 13.5Z" fill="{arm}" stroke="{light}" stroke-width="1"/>'
    '<circle cx="14.5" cy="17.5" r="2.2" fill="{lamp}"/>'
)
_COLOURED: Final = _MAST.format(light="#f8efdc", arm="#d8432f", lamp="#ffb81c")
_WHITE: Final = _MAST.format(light="#fff", arm="#fff", lamp="#fff")
_ROUND: Final = f'<circle cx="16" cy="16" r="15.5" fill="{_GROUND}"/>{_COLOURED}'
_SQUARE: Final = (
    f'<rect width="32" height="32" fill="{_GROUND}"/>'
    # What a system cuts off at the edges is at most a tenth on each side.
    f'<g transform="translate(3.6 3.6) scale(.775)">{_COLOURED}</g>'
)

ICONS: Final = {
    "icon-192": (_ROUND, 192),
    "icon-512": (_ROUND, 512),
    "maskable-512": (_SQUARE, 512),
    "apple-180": (_SQUARE, 180),
    "badge-96": (f'<g transform="translate(-1.6 -1.6) scale(1.1)">{_WHITE}</g>', 96),
}
"""What is drawn, and how many pixels it has each way."""


def main() -> None:
    """Draw them all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, (drawing, size) in ICONS.items():
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">{drawing}</svg>'
        picture = resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size)
        (FOLDER / f"{name}.png").write_bytes(bytes(picture))


if __name__ == "__main__":
    main()
