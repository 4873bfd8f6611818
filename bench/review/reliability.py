"""The reliability plot: how often positions were won, against the chance they were given."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

from bench.review.calibration import Sample, bins
from stellwerk.drawing.markup import number, tag, text

_SIZE: Final = 360
_LEFT, _TOP, _RIGHT, _BOTTOM = 64, 24, 24, 56
_TENTHS: Final = 5
_SURE: Final = 1.96
_STYLE: Final = """
text{font:13px system-ui,sans-serif;fill:#4b4136}
.axis{stroke:#cbbf9f}.even{stroke:#9a8f78;stroke-dasharray:5 4}
.range{stroke:#14505a;stroke-width:2;opacity:.55}.dot{fill:#14505a}.ground{fill:#fdf9ef}
@media(prefers-color-scheme:dark){text{fill:#cbc2b0}.axis{stroke:#333c41}.even{stroke:#56616a}
.range{stroke:#6cc8c6}.dot{fill:#6cc8c6}.ground{fill:#1a2023}}
"""


def reliability_svg(samples: Sequence[Sample]) -> str:
    """Return the plot, each share with its 95 % interval."""
    width, height = _LEFT + _SIZE + _RIGHT, _TOP + _SIZE + _BOTTOM
    return (
        tag(
            "svg",
            tag("title", text("Reliability of the winning chance")),
            f"<style>{_STYLE}</style>",
            tag("rect", width=width, height=height, rx=10, cls="ground"),
            *(_grid(step / _TENTHS) for step in range(_TENTHS + 1)),
            tag("line", x1=_x(0), y1=_y(0), x2=_x(1), y2=_y(1), cls="even"),
            *(_point(part.chance, part.won, sqrt(part.noise)) for part in bins(samples)),
            tag(
                "text",
                text("chance given by the review"),
                x=_x(0.5),
                y=height - 12,
                text_anchor="middle",
            ),
            tag(
                "text",
                text(f"share won, of {len(samples):,} positions"),
                transform=f"translate(18 {number(_y(0.5))}) rotate(-90)",
                text_anchor="middle",
            ),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {width} {height}",
            width=width,
            role="img",
        )
        + "\n"
    )


def _x(share: float) -> float:
    return _LEFT + _SIZE * share


def _y(share: float) -> float:
    return _TOP + _SIZE * (1 - share)


def _grid(share: float) -> str:
    return (
        tag("line", x1=_x(share), x2=_x(share), y1=_y(0), y2=_y(1), cls="axis")
        + tag("line", x1=_x(0), x2=_x(1), y1=_y(share), y2=_y(share), cls="axis")
        + tag("text", f"{share:.0%}", x=_x(share), y=_y(0) + 20, text_anchor="middle")
        + tag("text", f"{share:.0%}", x=_x(0) - 8, y=_y(share) + 4, text_anchor="end")
    )


def _point(chance: float, won: float, error: float) -> str:
    low, high = max(0.0, won - _SURE * error), min(1.0, won + _SURE * error)
    x = _x(chance)
    return tag("line", x1=x, x2=x, y1=_y(low), y2=_y(high), cls="range") + tag(
        "circle", cx=x, cy=_y(won), r=5, cls="dot"
    )
