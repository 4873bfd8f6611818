"""The vehicles on the cards: a wagon for each colour, the locomotive, and the ships.

Each is drawn in a box of 120 × 76 units, as a list of parts: what a part is made of, and its path.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal

from stellwerk.drawing.markup import circle, rectangle

Role = Literal["body", "dark", "glass", "line", "fine", "dot", "smoke"]
Part = tuple[Role, str]
Vehicle = tuple[Part, ...]


def _wheels(*middles: float, y: float = 58.6, radius: float = 4.7) -> Vehicle:
    """Return the underframe's wheels: tyres, spokes and hubs."""
    spoke = radius * 0.62
    return (
        ("dark", "".join(circle(x, y, radius) for x in middles)),
        ("fine", "".join(f"M{x - spoke:g} {y}h{2 * spoke:g}M{x} {y - spoke:g}v{2 * spoke:g}"
                         for x in middles)),
        ("dot", "".join(circle(x, y, 1.3) for x in middles)),
    )  # fmt: skip


_UNDERFRAME: Final[Vehicle] = (
    ("dark", "M12 52.6H108V55.4H12Z"),
    ("line", "M7 54H12M108 54H113M7 51.6V56.4M113 51.6V56.4"),
)


def _wagon(parts: Iterable[Part], *wheels: float) -> Vehicle:
    return (*parts, *_UNDERFRAME, *_wheels(*wheels))


def _windows(xs: Iterable[float], y: float, width: float, height: float) -> str:
    return "".join(rectangle(x, y, width, height) for x in xs)


def _arched(x: float) -> str:
    return f"M{x} 46V37Q{x} 31 {x + 5} 31T{x + 10} 37V46Z"


WAGONS: Final[Mapping[str, Vehicle]] = {
    # A covered van with crossed doors.
    "red": _wagon(
        (
            ("body", "M20 28Q60 21 100 28V53H20Z"),
            ("dark", "M17 28.4Q60 18.4 103 28.4L102 25.6Q60 15.6 18 25.6Z"),
            ("dark", rectangle(47, 29.6, 26, 23.4)),
            ("fine", "M47 29.6L73 53M73 29.6L47 53M60 29.6V53M28 28V53M37.5 27V53M82.5 27V53"
                     "M92 28V53M41 29.6H79"),
        ),
        29, 40, 80, 91,
    ),
    # An open wagon with crates.
    "orange": _wagon(
        (
            ("dark", rectangle(21, 24, 20, 15)),
            ("dark", rectangle(44, 19.4, 25, 19.6)),
            ("dark", rectangle(72, 25.4, 24, 13.6)),
            ("fine", "M21 31.4H41M31 24V39M44 29H69M56.5 19.4V39M44 19.4L56.5 29M72 32H96"
            "M84 25.4V39"),
            ("body", "M14 38H106V53H14Z"),
            ("line", "M14 38H106"),
            ("fine", "M14 45.6H106M28 38V53M44 38V53M60 38V53M76 38V53M92 38V53"),
        ),
        28, 39, 81, 92,
    ),
    # A hopper heaped with grain.
    "yellow": _wagon(
        (
            ("dark", "M22 27Q33 17 46 22.6 60 13.6 74 22.6 87 17 98 27Z"),
            ("dot", "".join(circle(x, y, 0.9) for x, y in
                            ((38, 23), (52, 21), (60, 18.6), (66, 22), (80, 23), (45, 25)))),
            ("body", "M18 27H102L94 53H75L70 47.6H50L45 53H26Z"),
            ("line", "M15.5 27H104.5"),
            ("fine", "M37.5 27.6L42.5 52M60 27.6V47M82.5 27.6L77.5 52M20.6 34.6H99.4"),
        ),
        30, 41, 79, 90,
    ),
    # Timber between stanchions.
    "green": _wagon(
        (
            ("line", "M23 50V24M60 50V19M97 50V24"),
            ("body", "".join(circle(x, y, 5.7) for x, y in
                             ((31.5, 44.2), (43.4, 44.2), (55, 44.2), (66, 44.2), (77.6, 44.2),
                              (89, 44.2), (37.5, 34.4), (49.2, 34.4), (71.5, 34.4),
                              (83, 34.4), (43.4, 24.8), (77.6, 24.8)))),
            ("fine", "".join(circle(x, y, 2.3) for x, y in
                             ((31.5, 44.2), (43.4, 44.2), (55, 44.2), (66, 44.2), (77.6, 44.2),
                              (89, 44.2), (37.5, 34.4), (49.2, 34.4), (71.5, 34.4),
                              (83, 34.4), (43.4, 24.8), (77.6, 24.8)))),
            ("dark", "M14 50H106V53.4H14Z"),
        ),
        28, 39, 81, 92,
    ),
    # An express coach.
    "blue": _wagon(
        (
            ("dark", "M18 25.4Q21 19 30 19H90Q99 19 102 25.4Z"),
            ("body", "M14 30Q14 25.4 20 25.4H100Q106 25.4 106 30V53H14Z"),
            ("glass", _windows((27, 38.5, 50, 61.5, 73, 84.5), 30, 8.4, 9.4)),
            ("line", "M14 43.6H106"),
            ("fine", "M19.5 26V53M100.5 26V53M27 33H35.4M38.5 33H46.9M50 33H58.4M61.5 33H69.9"
                     "M73 33H81.4M84.5 33H92.9"),
        ),
        26, 37, 83, 94,
    ),
    # A saloon with arched windows and a clerestory.
    "purple": _wagon(
        (
            ("dark", "M33 23Q38 15.6 60 15.6T87 23Z"),
            ("fine", "M44 19.6H52M56 18.8H64M68 19.6H76"),
            ("body", "M13 34Q13 22.4 60 22.4T107 34V53H13Z"),
            ("glass", "".join(_arched(x) for x in (22, 38.5, 55, 71.5, 88))),
            ("fine", "M27 31V46M43.5 31V46M60 31V46M76.5 31V46M93 31V46M13 49.6H107"),
        ),
        25, 36, 84, 95,
    ),
    # A tank wagon.
    "black": _wagon(
        (
            ("line", "M24 48L19 53M96 48L101 53M44 48V53M76 48V53"),
            ("dark", "M49 27V20.4H71V27Z"),
            ("line", "M45 20.4H75"),
            ("body", "M27 26H93A11.4 11.4 0 0 1 93 48.8H27A11.4 11.4 0 0 1 27 26Z"),
            ("fine", "M32 26V48.8M60 26V48.8M88 26V48.8M18 43H102M22 30.4H98"),
        ),
        28, 39, 81, 92,
    ),
    # A mail van with a letter on its door.
    "white": _wagon(
        (
            ("dark", "M31 22V17H40V22ZM80 22V17H89V22Z"),
            ("dark", "M15 28.6L23 21H97L105 28.6Z"),
            ("body", "M17 28.6H103V53H17Z"),
            ("dark", rectangle(47, 31, 26, 22)),
            ("glass", rectangle(51.5, 35, 17, 11)),
            ("fine", "M51.5 35L60 41.4 68.5 35M24 33.6H42M24 39.6H42M24 45.6H42M78 33.6H96"
                     "M78 39.6H96M78 45.6H96M66 49.4H69.4"),
        ),
        29, 40, 80, 91,
    ),
}  # fmt: skip

LOCOMOTIVE: Final[Vehicle] = (
    ("smoke", "M43 13.4Q46 9 52 10.2 55.5 6.4 62 8 68 5 74 8 80 6.4 84 9.6"),
    ("smoke", "M47 15.6Q52.5 13.6 57 15 63 12.8 69 14.6"),
    ("dark", "M91 54V22.6H88.6V19.6H115V22.6H112V54Z"),
    ("glass", rectangle(95.5, 27, 11.5, 10)),
    ("body", "M30 29.6H91V48.6H30Q24.6 48.6 24.6 39T30 29.6Z"),
    ("dark", "M24.8 33.4H20.6V45H24.8Z"),
    ("dark", "M36.4 29.6V20.4L33.4 14.6H47.6L44.6 20.4V29.6Z"),
    ("body", "M55 29.6V26Q60 20.4 65 26V29.6Z"),
    ("body", "M74 29.6V25.8H83V29.6Z"),
    ("dot", circle(60, 20, 1.5) + circle(78.5, 23.6, 1.4)),
    ("fine", "M48 30V48M70 30V48M30 33.4H90.6"),
    ("dark", "M11 56.6L25 46.6H31V56.6Z"),
    ("fine", "M15.4 56L26 48M20 56L28.5 49"),
    ("line", "M12 56.8H113"),
    ("dark", circle(54, 56.6, 8.8) + circle(74, 56.6, 8.8)),
    ("dark", circle(35, 60.4, 5) + circle(97, 60.4, 5)),
    ("glass", "".join(circle(x, 56.6, 5.6) for x in (54, 74))),
    ("glass", "".join(circle(x, 60.4, 2.6) for x in (35, 97))),
    ("fine", "".join(f"M{x} 51V62.2M{x - 5.6} 56.6H{x + 5.6}M{x - 4} 52.6L{x + 4} 60.6"
                     f"M{x - 4} 60.6L{x + 4} 52.6" for x in (54, 74))),
    ("line", "M36 51.8L54 56.6H74"),
    ("dot", "".join(circle(x, 56.6, 1.9) for x in (54, 74))),
)  # fmt: skip

_WAVES: Final = "M8 65q5.8-5 11.6 0t11.6 0 11.6 0 11.6 0 11.6 0 11.6 0 11.6 0 11.6 0 11.6 0"

_STEAMER: Final[Vehicle] = (
    ("smoke", "M62 13Q68 8 75 10.4 81 5.4 90 8.6"),
    ("fine", "M24 44V19M24 22L47 36M97 44V23M97 25L80 37"),
    ("dark", "M24 19L33 21.6 24 24.4Z"),
    ("dark", "M56 30V15.6H66V30Z"),
    ("line", "M54.6 20.4H67.4"),
    ("body", "M45 37V29.6H76V37Z"),
    ("glass", _windows((49, 56, 63, 70), 31.6, 3.8, 3)),
    ("dark", "M30 44.6V36.6H89V44.6Z"),
    ("fine", "M35 40.6H84"),
    ("body", "M12 44H108Q104.5 58.6 95 60.6H29Q17.5 58.6 12 44Z"),
    ("fine", "M14.6 48.6H105.4"),
    ("dot", "".join(circle(x, 53.4, 1.7) for x in (36, 46, 56, 66, 76, 86))),
)

SHIP: Final[Vehicle] = (*_STEAMER, ("fine", _WAVES))

STEAMER: Final = _STEAMER
"""A ship without the sea; two of them stand on the card that counts twice."""

WAVES: Final[Vehicle] = (("fine", _WAVES),)
