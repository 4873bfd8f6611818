"""Own art as SVG: the symbols of the colours, pieces, cards and icons."""

from stellwerk.drawing.art.cards import BACKS as BACKS, CARD_NAMES as CARD_NAMES
from stellwerk.drawing.art.glyphs import GLYPHS as GLYPHS
from stellwerk.drawing.art.icons import ICONS as ICONS
from stellwerk.drawing.art.sprite import (
    avatar_svg as avatar_svg,
    back_svg as back_svg,
    card_svg as card_svg,
    icon_svg as icon_svg,
    piece_svg as piece_svg,
    sprite as sprite,
    symbol_svg as symbol_svg,
)
