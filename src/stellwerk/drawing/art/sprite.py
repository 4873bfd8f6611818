"""Art ready for use: one sprite with everything, or single cards, icons and pieces as SVG."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from stellwerk.board.errors import UnknownName
from stellwerk.board.names import closest
from stellwerk.drawing.art import cards
from stellwerk.drawing.art.glyphs import GLYPHS, glyph
from stellwerk.drawing.art.icons import ICONS, icon, icon_id
from stellwerk.drawing.art.patterns import pattern_id, seat_pattern
from stellwerk.drawing.art.pieces import PIECES, piece_id
from stellwerk.drawing.markup import tag
from stellwerk.drawing.palette import SEATS

_CARD_BOX: Final = f"0 0 {cards.WIDTH} {cards.HEIGHT}"
_SMALL_BOX: Final = f"0 0 {cards.SMALL_WIDTH} {cards.SMALL_HEIGHT}"
_ICON_BOX: Final = "0 0 24 24"
_GLYPH_BOX: Final = "-13 -13 26 26"
_PIECE_BOXES: Final = {
    "wagon": "-54 -32 108 64",
    "ship": "-54 -32 108 64",
    "station": "-50 -54 100 100",
    "harbour": "-50 -50 100 100",
}
_DEFINITIONS: Final = re.compile("<defs>(.*?)</defs>")
_NAMESPACE: Final = "http://www.w3.org/2000/svg"


@cache
def sprite() -> str:
    """Return all art as the symbols of one hidden SVG, to be used by ``<use href="#card-red">``.

    Symbols that are not displayed need no layout. Hidden patterns and gradients would not be
    painted, so those stand apart.
    """
    symbols = "".join(_symbols())
    patterns = tag("defs", *(seat_pattern(seat) for seat in SEATS), *_DEFINITIONS.findall(symbols))
    return tag(
        "svg", patterns, tag("svg", _DEFINITIONS.sub("", symbols), display="none"),
        xmlns=_NAMESPACE, width="0", height="0", style="position:absolute", aria_hidden="true",
    )  # fmt: skip


def card_svg(name: str, *, small: bool = False) -> str:
    """Return a card as a picture of its own, given its stable name: ``red double-ship``."""
    _known("card", name, cards.CARD_NAMES)
    if small:
        return _picture(cards.small_card(name), _SMALL_BOX)
    return _picture(cards.card(name), _CARD_BOX)


def back_svg(pile: str) -> str:
    """Return the back of a pile's cards: ``train`` or ``ship``."""
    _known("pile", pile, cards.BACKS)
    return _picture(cards.back(pile), _CARD_BOX)


def icon_svg(name: str) -> str:
    """Return an icon, in the colour of the text around."""
    _known("icon", name, ICONS)
    return _picture(icon(name), _ICON_BOX)


def symbol_svg(name: str) -> str:
    """Return the symbol of a card colour or another mark, in the colour of the text around."""
    _known("symbol", name, GLYPHS)
    return _picture(glyph(name), _GLYPH_BOX)


def piece_svg(kind: str, seat: str) -> str:
    """Return a wagon, ship, station or harbour in the colour of a seat."""
    _known("piece", kind, PIECES)
    _known("player", seat, SEATS)
    return _picture(tag("defs", seat_pattern(seat)) + PIECES[kind](seat), _PIECE_BOXES[kind])


def avatar_svg(seat: str) -> str:
    """Return the ground of a seat's avatar: its colour and its pattern."""
    _known("player", seat, SEATS)
    ground = tag("rect", x=-50, y=-50, width=100, height=100, rx=26, fill=SEATS[seat].paint.fill)
    pattern = tag(
        "rect", x=-50, y=-50, width=100, height=100, rx=26, fill=f"url(#{pattern_id(seat)})"
    )
    return _picture(tag("defs", seat_pattern(seat)) + ground + pattern, "-50 -50 100 100")


def _symbols() -> Iterator[str]:
    for name in cards.CARD_NAMES:
        yield _symbol(cards.card_id(name), _CARD_BOX, cards.card(name))
        yield _symbol(cards.card_id(name, small=True), _SMALL_BOX, cards.small_card(name))
    for pile in cards.BACKS:
        yield _symbol(cards.back_id(pile), _CARD_BOX, cards.back(pile))
    for name in ICONS:
        yield _symbol(icon_id(name), _ICON_BOX, icon(name))
    for name in GLYPHS:
        yield _symbol(f"symbol-{name}", _GLYPH_BOX, glyph(name))
    for kind in PIECES:
        for seat in SEATS:
            yield _symbol(piece_id(kind, seat), _PIECE_BOXES[kind], PIECES[kind](seat))


def _symbol(name: str, box: str, content: str) -> str:
    return tag("symbol", content, id=name, viewBox=box)


def _picture(content: str, box: str) -> str:
    return tag("svg", content, xmlns=_NAMESPACE, viewBox=box)


def _known(kind: str, name: str, names: Iterable[str]) -> None:
    if name not in names:
        raise UnknownName(kind, name, closest(name, names) or tuple(names))
