"""The style sheet inside a picture: what each class looks like, in the colours of the theme."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from importlib import resources
from typing import Final, Literal

from stellwerk.board import COLOURS
from stellwerk.drawing.palette import Theme, css, theme_css, tokens

Dress = Literal["light", "night", "auto", "page"]
"""A theme; or that of the reader's system; or that of the page around, which has the colours."""

SCOPE: Final = ".stellwerk"
"""The class of every picture. Its rules reach nothing else on a page."""

FONT: Final = '"EB Garamond",Garamond,Georgia,serif'

_RULES: Final = """
text{font:600 42px FONT}
.sheet{fill:var(--sheet)}
.graticule{fill:none;stroke:var(--graticule);stroke-width:1.8;opacity:.4}
.water{fill:none;stroke-linejoin:round;stroke-linecap:round}
.land{fill:var(--land);fill-rule:evenodd}
.territory{fill-rule:evenodd;opacity:.62}
.river{fill:none;stroke:var(--river);stroke-width:3.2;stroke-linejoin:round;stroke-linecap:round}
.province{fill:none;stroke:var(--province);stroke-width:1.8;stroke-dasharray:6 6;opacity:.5}
.border{fill:none;stroke:var(--border);stroke-width:3.4;stroke-dasharray:16 6 3 6;opacity:.62}
.coast{fill:none;stroke:var(--coast);stroke-width:4.2;stroke-linejoin:round}
.lake{fill:var(--sea-2);fill-rule:evenodd}
.lake-edge{fill:none;stroke:var(--lake-edge);stroke-width:3.2;stroke-linejoin:round}
.line{fill:none;stroke:var(--map-ink)}
.ink{fill:var(--map-ink)}
.bar{fill:var(--bar)}
.plate{fill:var(--plate);stroke:var(--map-ink)}
.lozenge{fill:var(--lozenge)}
.title,.north,.edge{fill:var(--map-ink);text-anchor:middle}
.title{font-variant:small-caps;letter-spacing:.06em}
.mark{color:#2b2117}
.guide{fill:none;stroke:var(--guide);stroke-width:5;stroke-dasharray:.1 10;stroke-linecap:round;\
opacity:.75}
.shadow{fill:#2a1a08;fill-opacity:.34}
.tunnel{fill:none;stroke:var(--tunnel);stroke-width:6;stroke-dasharray:9 4.6}
.space{stroke-width:3}
.sheen{fill:none;stroke:#fff;stroke-opacity:.36;stroke-width:1.7}
.dot{fill:var(--dot);stroke:var(--dot-edge);stroke-width:4}
.city{fill:var(--city)}
.port{fill:var(--port);color:var(--dot)}
.eye{fill:var(--dot)}
.junction{color:var(--junction)}
.shield{fill:var(--shield)}
.country-plate{fill:var(--country-plate);stroke:var(--country);stroke-width:2.6}
.label{fill:var(--label);stroke:var(--halo);stroke-width:9;stroke-opacity:.88;stroke-linejoin:round;\
paint-order:stroke;text-anchor:middle;letter-spacing:.02em}
.piece-shadow{fill:#1a1005;fill-opacity:.42}
.closed{fill:none;stroke:var(--guide);stroke-width:5;stroke-opacity:.75;stroke-linecap:round}
.ring,.way{fill:none;stroke-linejoin:round;stroke-linecap:round}
.letter{fill:var(--overlay-casing);text-anchor:middle;font-family:Inter,system-ui,sans-serif}
.label.land-name{fill:var(--country);stroke:none;font-size:39px}
"""


def style(dress: Dress, fonts: str, body: str) -> str:
    """Return the style sheet for what a picture holds."""
    rules = "".join(f"{SCOPE} {rule}" for rule in _rules())
    names = list(dict.fromkeys(re.findall(r"var\(--([\w-]+)\)", rules + body)))
    return f"<style>{fonts}{_colours(dress, names)}{rules}</style>"


def flat(svg: str, theme: Theme) -> str:
    """Return a picture without custom properties, for programs that do not know them."""
    known = tokens(theme)
    return re.sub(r"var\(--([\w-]+)\)", lambda match: known[match[1]], svg)


@cache
def font_faces(extended: bool) -> str:
    """Return the fonts as part of the style sheet; the extended letters only when needed."""
    ranges = {"latin": "U+0000-00FF,U+0131,U+0152-0153,U+2000-206F"}
    if extended:
        ranges["latin-ext"] = "U+0100-0130,U+0132-0151,U+0154-02AF,U+1E9E"
    return "".join(_font_face(name, letters) for name, letters in ranges.items())


def _font_face(name: str, letters: str) -> str:
    folder = resources.files("stellwerk.drawing") / "fonts"
    data = b64encode(folder.joinpath(f"eb-garamond-{name}.woff2").read_bytes()).decode()
    return (
        '@font-face{font-family:"EB Garamond";font-weight:600;unicode-range:'
        f"{letters};src:url(data:font/woff2;base64,{data}) format('woff2')}}"
    )


def _colours(dress: Dress, names: list[str]) -> str:
    match dress:
        case "page":
            return ""
        case "auto":
            return css(names, SCOPE)
        case _:
            return theme_css(dress, names, SCOPE)


@cache
def _rules() -> tuple[str, ...]:
    written = [rule.replace("FONT", FONT) + "\n" for rule in _RULES.split("\n") if rule]
    for colour in (*COLOURS, "gray"):
        edge = "--black-edge" if colour == "black" else f"--card-{colour}-edge"
        written.append(
            f".{colour}{{fill:var(--card-{colour});stroke:var({edge});"
            f"color:var(--card-{colour}-ink)}}\n"
        )
    return tuple(written)
