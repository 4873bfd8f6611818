"""Write docs/palette.html, the colours as all eyes see them: ``python -m tools.palette_page``."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from stellwerk import Board
from stellwerk.board import boards
from stellwerk.drawing.art import (
    BACKS,
    CARD_NAMES,
    ICONS,
    back_svg,
    card_svg,
    icon_svg,
    piece_svg,
    symbol_svg,
)
from stellwerk.drawing.markup import tag, text
from stellwerk.drawing.model import Space
from stellwerk.drawing.palette import (
    CARDS,
    GRAY,
    INTERFACE,
    MAP,
    SEATS,
    SYMBOLS,
    THEMES,
    Theme,
    css,
    paint_of,
    tokens,
)
from stellwerk.drawing.svg.shapes import outline
from stellwerk.drawing.svg.style import font_faces
from stellwerk.drawing.vision import MATRICES, VISIONS, Vision, closest, contrast

PAGE = Path(__file__).parent.parent / "docs" / "palette.html"

INTRODUCTION = (
    "Every colour of Stellwerk, as four kinds of eyes see it. No colour stands alone: each card "
    "colour has a symbol, each seat a pattern, and gray is hatched."
)
EYES: dict[Vision, str] = {
    "normal": "All three kinds of cones",
    "protan": "Without red cones (protanopia)",
    "deutan": "Without green cones (deuteranopia)",
    "tritan": "Without blue cones (tritanopia)",
}
STYLE = """
body{margin:0;font:400 15px/1.5 Inter,system-ui,sans-serif;color:var(--ink);background:var(--bg)}
main{max-width:1240px;margin:auto;padding:32px 24px}
h1,h2,h3{font-family:"EB Garamond",Georgia,serif;font-weight:600;line-height:1.1;margin:0}
h1{font-size:48px}h2{font-size:34px;margin:40px 0 12px}h3{font-size:20px}
section section{background:var(--panel);border:1px solid var(--line);border-radius:10px;
padding:16px;margin:12px 0;color:var(--ink)}
.row{display:flex;flex-wrap:wrap;gap:12px;align-items:center;margin:12px 0}
.row>*{flex:none}.swatch{width:78px;font-size:12px;color:var(--ink-2)}
.swatch i{display:block;height:40px;border:1px solid var(--line-2);border-radius:6px}
.ground{padding:10px;border-radius:6px}.ground small{display:none}
.card{width:104px}.small{width:40px}.space{width:96px}.piece{width:74px}
.icon{width:84px;font-size:12px;text-align:center;color:var(--ink-2)}
.icon svg{width:28px;color:var(--ink)}
svg{display:block;width:100%}.icon svg{display:inline}
.themes{display:grid;grid-template-columns:1fr 1fr;gap:12px}
.theme{padding:16px;border-radius:10px;background:var(--bg);color:var(--ink)}
table{border-collapse:collapse}td,th{padding:4px 14px 4px 0;text-align:left}
td.number{font-variant-numeric:tabular-nums;text-align:right}
"""


def main() -> None:
    """Write the page."""
    body = (
        tag("h1", "Colours")
        + tag("p", INTRODUCTION)
        + tag("h2", "Measured")
        + measured()
        + tag("h2", "Cards, routes and pieces")
        + tag("section", *(seen_by(vision) for vision in VISIONS))
        + tag("h2", "All cards")
        + tag("section", all_cards())
        + tag("h2", "Icons")
        + tag("section", icons())
        + tag("h2", "Day and night")
        + tag("div", *(theme(each) for each in THEMES), cls="themes")
    )
    PAGE.write_text(
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>Stellwerk: colours</title><style>{font_faces(False)}{css()}{STYLE}</style>"
        f"{filters()}<main>{body}</main></html>\n",
        encoding="utf-8",
    )
    print(f"{PAGE.name} {PAGE.stat().st_size / 1024:.0f} KB")


def filters() -> str:
    """Return a filter for each kind of eyes; filters work in linear light, as they should."""
    return tag(
        "svg",
        *(
            tag("filter", tag("feColorMatrix", values=_rows(vision)), id=vision)
            for vision in VISIONS
        ),
        width="0",
        height="0",
        style="position:absolute",
    )


def _rows(vision: Vision) -> str:
    rows = " ".join(" ".join(f"{share:g}" for share in row) + " 0 0" for row in MATRICES[vision])
    return f"{rows} 0 0 0 1 0"


def measured() -> str:
    """Return the smallest differences, for cards and for the seats of each board."""
    groups = {"card colours": {name: paint.fill for name, paint in CARDS.items()}}
    groups["card colours and gray"] = {**groups["card colours"], "gray": GRAY.fill}
    for name in boards():
        board = Board.load(name)
        seats = {colour: SEATS[colour].paint.fill for colour in board.player_colours}
        groups[f"seats of {board.names['en']}"] = seats
    head = tag("tr", tag("th", "smallest CIEDE2000 of"), *(tag("th", vision) for vision in VISIONS))
    rows = []
    for group, colours in groups.items():
        cells = []
        for vision in VISIONS:
            found = closest(colours, vision)
            pair = f"{found.difference:.1f} ({found.first}, {found.second})"
            cells.append(tag("td", pair, cls="number"))
        rows.append(tag("tr", tag("td", text(group)), *cells))
    return tag("section", tag("section", tag("table", head, *rows)))


def seen_by(vision: Vision) -> str:
    """Return spaces, cards and pieces as somebody sees them."""
    colours = [*CARDS, "gray"]
    parts = (
        tag("h3", EYES[vision]),
        _row(space(colour) for colour in colours),
        _row(tag("div", card_svg(card), cls="card") for card in (*CARDS, "locomotive")),
        _row(
            tag("div", card_svg(card, small=True), cls="small") for card in (*CARDS, "locomotive")
        ),
        _row(
            tag("div", piece_svg(kind, seat), cls="piece")
            for kind in ("wagon", "ship", "station", "harbour")
            for seat in SEATS
        ),
    )
    return tag("section", *parts, style=f"filter:url(#{vision})")


def space(colour: str) -> str:
    """Return one space of a route, with its symbol or hatch, and what they are called."""
    paint = paint_of(colour)
    shape = outline(Space(0, 0, 0, 88), ship=False)
    mark = (
        tag("g", _glyph(colour), color=paint.ink)
        if colour != "gray"
        else tag(
            "path",
            d="M-36 16L-12-16M-18 16L6-16M0 16L24-16M18 16L38-10",
            stroke=paint.ink,
            stroke_width=3,
        )
    )
    picture = tag(
        "svg",
        tag("path", d=shape, fill=paint.fill, stroke=paint.edge, stroke_width=3),
        mark,
        viewBox="-50 -24 100 48",
    )
    caption = tag("small", f"{colour}, {SYMBOLS[colour]}")
    return tag("div", picture, caption, cls="space")


def _glyph(colour: str) -> str:
    inner = symbol_svg(colour).partition(">")[2]
    return inner.removesuffix("</svg>")


def all_cards() -> str:
    """Return all cards, sort by sort, and their backs."""
    sorts: dict[str, list[str]] = {}
    for name in CARD_NAMES:
        sorts.setdefault(name.partition(" ")[2], []).append(tag("div", card_svg(name), cls="card"))
    backs = (tag("div", back_svg(pile), cls="card") for pile in BACKS)
    return tag("section", *(_row(cards) for cards in sorts.values()), _row(backs))


def icons() -> str:
    """Return all icons with their names."""
    return tag("section", _row(tag("div", icon_svg(name), name, cls="icon") for name in ICONS))


def theme(name: Theme) -> str:
    """Return the colours of a theme, and the contrast of its texts."""
    known = tokens(name)
    swatches = [
        tag("div", tag("i", " ", style=f"background:{known[each]}"), each, cls="swatch")
        for each in (*INTERFACE, *MAP)
    ]
    texts = ("ink", "ink-2", "ink-3", "accent", "gold", "ok", "danger")
    rows = [
        tag("tr", tag("td", each), tag("td", f"{contrast(known[each], known['panel']):.1f}"))
        for each in texts
    ]
    return tag(
        "div",
        tag("h3", {"light": "Day", "night": "Night"}[name]),
        *(ground(known[each]) for each in ("land", "sea")),
        _row(swatches),
        tag("table", tag("tr", tag("th", "contrast on panel"), tag("th", "")), *rows),
        cls="theme",
        data_theme=name,
        style=";".join(f"--{key}:{known[key]}" for key in ("bg", "ink", "ink-2", "line-2")),
    )


def ground(colour: str) -> str:
    """Return the spaces of all colours on land or sea."""
    spaces = (space(each) for each in (*CARDS, "gray"))
    return tag("div", *spaces, cls="row ground", style=f"background:{colour}")


def _row(parts: Iterable[str]) -> str:
    return tag("div", *parts, cls="row")


if __name__ == "__main__":
    main()
