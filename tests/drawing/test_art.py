import gzip

import pytest

from stellwerk import Board
from stellwerk.board import boards
from stellwerk.board.errors import UnknownName
from stellwerk.drawing.art import (
    BACKS,
    CARD_NAMES,
    GLYPHS,
    ICONS,
    avatar_svg,
    back_svg,
    card_svg,
    icon_svg,
    piece_svg,
    sprite,
    symbol_svg,
)
from stellwerk.drawing.art.cards import card_id
from stellwerk.drawing.art.pieces import PIECES
from stellwerk.drawing.palette import SEATS
from stellwerk.game.cards import names_of_kinds
from tests.drawing.pictures import NAMESPACE, ids, parsed, references


def test_every_card_of_every_board_has_a_picture() -> None:
    for name in boards():
        for card in filter(None, names_of_kinds(Board.load(name))):
            assert card in CARD_NAMES
            assert f'id="{card_id(card)}"' in sprite()
            assert f'id="{card_id(card, small=True)}"' in sprite()


@pytest.mark.parametrize("card", CARD_NAMES)
@pytest.mark.parametrize("small", [False, True])
def test_card_stands_on_its_own(card: str, small: bool) -> None:
    picture = parsed(card_svg(card, small=small))
    assert references(picture) <= set(ids(picture))
    assert picture.attrib["viewBox"] == ("0 0 40 28" if small else "0 0 120 76")


def test_no_two_cards_look_alike() -> None:
    assert len({card_svg(card) for card in CARD_NAMES}) == len(CARD_NAMES)
    assert len({card_svg(card, small=True) for card in CARD_NAMES}) == len(CARD_NAMES)
    assert len({back_svg(pile) for pile in BACKS}) == len(BACKS)


@pytest.mark.parametrize("seat", SEATS)
def test_pieces_and_avatars_stand_on_their_own(seat: str) -> None:
    for svg in (avatar_svg(seat), *(piece_svg(kind, seat) for kind in PIECES)):
        picture = parsed(svg)
        assert references(picture) <= set(ids(picture))
        assert SEATS[seat].paint.fill in svg


@pytest.mark.parametrize("name", ICONS)
def test_icon_takes_the_colour_of_the_text_around(name: str) -> None:
    assert "currentColor" in icon_svg(name)
    assert "#" not in icon_svg(name)
    assert parsed(icon_svg(name)).attrib["viewBox"] == "0 0 24 24"


@pytest.mark.parametrize("name", GLYPHS)
def test_symbol_takes_the_colour_of_the_text_around(name: str) -> None:
    assert "currentColor" in symbol_svg(name)
    assert "#" not in symbol_svg(name)


THINGS = (
    *("locomotive", "wagon", "ship", "double-ship", "station", "harbour"),
    *("tunnel", "ferry", "ticket", "tour"),
)


@pytest.mark.parametrize("kind", THINGS)
def test_everything_of_the_game_has_an_icon(kind: str) -> None:
    assert kind in ICONS


def test_sprite_holds_all_art_once_and_is_small() -> None:
    picture = parsed(sprite())
    names = ids(picture)
    assert len(names) == len(set(names))
    assert references(picture) <= set(names)
    symbols = list(picture.iter(f"{NAMESPACE}symbol"))
    pieces = len(PIECES) * len(SEATS)
    assert len(symbols) == 2 * len(CARD_NAMES) + len(BACKS) + len(ICONS) + len(GLYPHS) + pieces
    assert len(gzip.compress(sprite().encode())) < 24 * 1024


@pytest.mark.parametrize(
    ("ask", "name"),
    [(card_svg, "rad"), (back_svg, "trian"), (icon_svg, "tickt"), (symbol_svg, "anker")],
)
def test_unknown_art_is_refused_with_what_there_is(ask: object, name: str) -> None:
    assert callable(ask)
    with pytest.raises(UnknownName, match=r"red|train|ticket|anchor"):
        ask(name)
