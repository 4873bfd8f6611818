"""Own art as SVG: the symbols of the colours, pieces, cards and icons."""

from stellwerk.drawing.art.cards import BACKS, CARD_NAMES
from stellwerk.drawing.art.glyphs import GLYPHS
from stellwerk.drawing.art.icons import ICONS
from stellwerk.drawing.art.sprite import (
    avatar_svg,
    back_svg,
    card_svg,
    icon_svg,
    piece_svg,
    sprite,
    symbol_svg,
)

__all__ = [
    "BACKS",
    "CARD_NAMES",
    "GLYPHS",
    "ICONS",
    "avatar_svg",
    "back_svg",
    "card_svg",
    "icon_svg",
    "piece_svg",
    "sprite",
    "symbol_svg",
]
