"""Icons: single lines in a box of 24 × 24 units, in the colour of the text around."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from stellwerk.drawing.markup import circle, tag

ICONS: Final[Mapping[str, str]] = {
    # What lies on the board and on the table.
    "locomotive": "M3 16.5V6.5H10V11H13V7L12 4.5H17L16 7V11H18Q21 11 21 14V16.5Z"
    + circle(6.5, 18, 2.2) + circle(12.5, 18, 2.2) + circle(18, 18.4, 1.8),
    "wagon": "M3 7H21V16H3ZM3 10H21M9 7V16M15 7V16"
    "M1.5 16H22.5" + circle(7, 18.4, 1.8) + circle(17, 18.4, 1.8),
    "ship": "M3 13H21Q20 19 17.5 19H6.5Q4 19 3 13ZM6.5 13V9.5H16.5V13M10 9.5V5H13V9.5"
    "M2.5 21.5Q5 20 7.3 21.5T12 21.5 16.7 21.5 21.5 21.5",
    "double-ship": "M2 17H14Q13.3 21 11.7 21H4.3Q2.7 21 2 17ZM4.5 17V14.6H11V17M7 14.6V12H9V14.6"
    "M10 9.5H22Q21.3 13.5 19.7 13.5H15M12.5 9.5V7H19V9.5M15 7V4.5H17V7",
    "station": "M5 20V10.5L12 4.5 19 10.5V20ZM10 20V15.5Q12 13.5 14 15.5V20" + circle(12, 10, 1.2),
    "harbour": "M12 2.5L20.5 7.2V16.8L12 21.5 3.5 16.8V7.2ZM12 9V17M9.5 11.3H14.5"
    "M7.8 13.7Q8.8 17 12 17T16.2 13.7"
    + circle(12, 7.6, 1.2),
    "tunnel": "M4 20V12A8 8 0 0 1 20 12V20M8.5 20V12.5A3.5 3.5 0 0 1 15.5 12.5V20M2.5 20H21.5"
    "M12 4V6.5M6 7L7.8 8.6M18 7L16.2 8.6",
    "ferry": "M4 11H20L18 16H6ZM7 11V7.5H14.5V11M10 7.5V4.5"
    "M2.5 19.5Q5 17.5 7.3 19.5T12 19.5 16.7 19.5 21.5 19.5",
    "ticket": "M3.5 7H20.5V10.5A1.8 1.8 0 0 0 20.5 14V17.5H3.5V14A1.8 1.8 0 0 0 3.5 10.5Z"
    "M14.5 7V17.5",
    "tour": "M5 6.5L17 4.5 20 12 13 19.5 5.5 16.5Z" + circle(5, 6.5, 1.8) + circle(17, 4.5, 1.8)
    + circle(20, 12, 1.8) + circle(13, 19.5, 1.8) + circle(5.5, 16.5, 1.8),
    "cards": "M7.5 8.5H20.5V17.5H7.5ZM7.5 14H4V6H17V8.5",
    "route": "M8 18.5H14A3.5 3.5 0 0 0 14 11.5H10A3.5 3.5 0 0 1 10 5.5H16" + circle(6, 18.5, 2)
    + circle(18, 5.5, 2),
    "rugged": "M2.5 19.5L9 6 12.5 12 15 9 21.5 19.5ZM7 10L9 11.6 10.7 9.5",
    "exchange": "M4 8H18L14 4M20 16H6L10 20",
    # What the interface asks for.
    "undo": "M9 14L4 9 9 4M4 9H14A6 6 0 0 1 14 21H11",
    "redo": "M15 14L20 9 15 4M20 9H10A6 6 0 0 0 10 21H13",
    "help": "M9.2 9A3 3 0 1 1 14.2 11.2C13 12.1 12 12.6 12 14.2M12 17.5V17.6",
    "sound": "M4 9.5V14.5H7.5L12 19V5L7.5 9.5ZM15.5 9A4 4 0 0 1 15.5 15M18 6.5A8 8 0 0 1 18 17.5",
    "mute": "M4 9.5V14.5H7.5L12 19V5L7.5 9.5ZM16 9.5L21 14.5M21 9.5L16 14.5",
    "chat": "M4 5H20V16H9L4 20Z",
    "menu": "M4 7H20M4 12H20M4 17H20",
    "clock": circle(12, 12, 8.5) + "M12 7.5V12L15.2 14",
    "night": "M19.5 14.5A8 8 0 0 1 9.5 4.5 8 8 0 1 0 19.5 14.5Z",
    "light": circle(12, 12, 4) + "M12 2.5V4.5M12 19.5V21.5M2.5 12H4.5M19.5 12H21.5"
    "M5.3 5.3L6.7 6.7M17.3 17.3L18.7 18.7M5.3 18.7L6.7 17.3M17.3 6.7L18.7 5.3",
    "language": circle(12, 12, 8.5) + "M3.5 12H20.5M12 3.5C7 8.5 7 15.5 12 20.5"
    "M12 3.5C17 8.5 17 15.5 12 20.5",
    "done": "M5 12.5L9.5 17 19 7",
    "close": "M6 6L18 18M18 6L6 18",
    "lock": "M6 11H18V20H6ZM8.5 11V8A3.5 3.5 0 0 1 15.5 8V11",
    "eye": "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z"
    + circle(12, 12, 2.6),
    "right": "M9 6L15 12 9 18",
    "down": "M6 9L12 15 18 9",
    "up": "M6 15L12 9 18 15",
    "share": "M9 11L15 7.2"
    "M9 13L15 16.8" + circle(7, 12, 2.4) + circle(17, 6, 2.4) + circle(17, 18, 2.4),
    "play": "M7 4.5V19.5L19 12Z",
    "pause": "M8 5V19M16 5V19",
    "fair": "M12 3L19.5 6V11.5C19.5 16.5 16.2 19.5 12 21 7.8 19.5 4.5 16.5 4.5 11.5V6Z"
    "M8.5 12L11 14.5 15.5 9.5",
    "people": "M2.5 19.5C2.5 15.5 5.2 13.5 8.5 13.5S14.5 15.5 14.5 19.5M16 5A3 3 0 0 1 16 10.8"
    "M17.5 14C20 14.6 21.5 16.5 21.5 19.5"
    + circle(8.5, 7.7, 3.2),
    "bot": "M5 9H19V19H5ZM12 9V5M12 4.5V4.6M9 13.5V13.6M15 13.5V13.6M9.5 16.5H14.5M2.5 13V16"
    "M21.5 13V16",
    "star": "M12 3.5L14.6 9 20.6 9.8 16.2 14 17.3 20 12 17.1 6.7 20 7.8 14 3.4 9.8 9.4 9Z",
    "zoom-in": circle(10.5, 10.5, 6.5) + "M15.5 15.5L21 21M10.5 7.5V13.5M7.5 10.5H13.5",
    "zoom-out": circle(10.5, 10.5, 6.5) + "M15.5 15.5L21 21M7.5 10.5H13.5",
    "fit": "M4 9V4H9M20 9V4H15M4 15V20H9M20 15V20H15",
    "flag": "M6 21V4M6 5H17L14.5 8.5 17 12H6",
    "link": "M10 14A4 4 0 0 0 16 14.4L19 11.4A4 4 0 0 0 13.3 5.7L12.3 6.7"
    "M14 10A4 4 0 0 0 8 9.6L5 12.6A4 4 0 0 0 10.7 18.3L11.7 17.3",
    "keyboard": "M3.5 6.5H20.5V17.5H3.5ZM7 10.5V10.6M10.5 10.5V10.6M14 10.5V10.6M17 10.5V10.6"
    "M8 14H16",
    "rules": "M4 5.5C7 4 10 4.5 12 6 14 4.5 17 4 20 5.5V18.5C17 17 14 17.5 12 19 10 17.5 7 17 4 "
    "18.5ZM12 6V19",
    "graph": "M4 19.5H20M4 15L8.5 10 12.5 13 20 5.5",
    "download": "M12 4V15M7.5 11L12 15.5 16.5 11M5 20H19",
    "turn": "M20 12A8 8 0 1 1 17.5 6.2M20 3.5V8H15.5",
}  # fmt: skip
"""The path of each icon."""


def icon_id(name: str) -> str:
    """Return the id of an icon in the sprite."""
    return f"icon-{name}"


def icon(name: str) -> str:
    """Return what is on an icon."""
    return tag(
        "path", d=ICONS[name], fill="none", stroke="currentColor", stroke_width=1.8,
        stroke_linecap="round", stroke_linejoin="round",
    )  # fmt: skip
