import re
import tomllib
from importlib import resources
from pathlib import Path

import pytest

from stellwerk.board import COLOURS, Board, boards
from stellwerk.drawing.art.glyphs import GLYPHS
from stellwerk.drawing.art.patterns import PATTERNS
from stellwerk.drawing.palette import (
    CARDS,
    GRAY,
    SEATS,
    SYMBOLS,
    THEMES,
    TICKETS,
    Theme,
    css,
    tokens,
)
from stellwerk.drawing.vision import VISIONS, Vision, closest, contrast, difference

TEXTS = [
    # What is written in which colour, and on what.
    *((ink, ground) for ink in ("ink", "ink-2") for ground in ("bg", "panel", "panel-2")),
    *(("ink-3", ground) for ground in ("panel", "panel-2")),
    ("on-accent", "accent"),
    *((name, f"{name}-soft") for name in ("accent", "gold", "danger", "ok")),
    *((name, "panel") for name in ("accent", "gold", "danger", "ok")),
    ("label", "land"),
    ("label", "sea"),
    ("label", "halo"),
    ("map-ink", "plate"),
    ("country", "country-plate"),
    *((name, "overlay-casing") for name in TICKETS),
]


def test_every_card_colour_has_a_paint_and_a_symbol() -> None:
    assert set(CARDS) == set(COLOURS)
    assert {*COLOURS, "gray", "locomotive"} == set(SYMBOLS)
    assert {*COLOURS, "locomotive"} <= set(GLYPHS)
    assert len(set(SYMBOLS.values())) == len(SYMBOLS)


@pytest.mark.parametrize("vision", VISIONS)
def test_card_colours_can_be_told_apart(vision: Vision) -> None:
    fills = {name: paint.fill for name, paint in CARDS.items()}
    found = closest(fills, vision)
    assert found.difference >= (20 if vision == "normal" else 13), found
    with_gray = closest({**fills, "gray": GRAY.fill}, vision)
    assert with_gray.difference >= (20 if vision == "normal" else 13), with_gray


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("name", boards())
def test_seats_of_a_board_can_be_told_apart(name: str, vision: Vision) -> None:
    seats = Board.load(name).player_colours
    found = closest({colour: SEATS[colour].paint.fill for colour in seats}, vision)
    assert found.difference >= 20, found


def test_every_player_colour_that_a_board_may_name_is_painted() -> None:
    words = resources.files("stellwerk.words").joinpath("en.toml").read_text("utf-8")
    assert set(tomllib.loads(words)["player"]) == set(SEATS)


def test_every_seat_has_a_pattern_of_its_own() -> None:
    patterns = [seat.pattern for seat in SEATS.values()]
    assert len(set(patterns)) == len(patterns)
    assert set(patterns) == set(PATTERNS)


@pytest.mark.parametrize("colour", [*CARDS, *(f"seat {name}" for name in SEATS)])
def test_symbols_and_patterns_stand_out_from_their_ground(colour: str) -> None:
    name = colour.removeprefix("seat ")
    paint = SEATS[name].paint if colour.startswith("seat ") else CARDS[name]
    assert contrast(paint.ink, paint.fill) >= 3
    assert all(difference(paint.ink, paint.fill, vision) > 25 for vision in VISIONS)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("ink", "ground"), TEXTS)
def test_texts_are_legible(theme: Theme, ink: str, ground: str) -> None:
    known = tokens(theme)
    assert contrast(known[ink], known[ground]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_tickets_shown_together_can_be_told_apart(theme: Theme) -> None:
    known = tokens(theme)
    assert closest({name: known[name] for name in TICKETS}, "normal").difference >= 15


def test_style_sheet_gives_every_colour_in_both_themes() -> None:
    sheet = css()
    for theme in THEMES:
        for name, colour in tokens(theme).items():
            assert f"--{name}:{colour}" in sheet


def test_style_sheet_follows_the_system_unless_told_otherwise() -> None:
    sheet = css(["sea"], ".map")
    assert re.findall(r"[^\n{]*\{", sheet) == [
        ".map{",
        "@media (prefers-color-scheme:dark){",
        ".map:not([data-theme=light]){",
        ".map[data-theme=night]{",
    ]


def test_page_of_colours_shows_them_as_they_are() -> None:
    page = Path(__file__).parents[2].joinpath("docs", "palette.html").read_text("utf-8")
    assert css() in page


@pytest.mark.parametrize("name", boards())
def test_the_first_seats_stand_out_from_the_board(name: str) -> None:
    """Who plays alone or in twos has no colour that is lost on paper, or on gray and white."""
    paper = tokens("light")["land"]
    for colour in Board.load(name).player_colours[:2]:
        fill = SEATS[colour].paint.fill
        assert contrast(fill, paper) >= 3.0, colour
        assert contrast(fill, CARDS["white"].fill) >= 3.0, colour
        assert contrast(fill, GRAY.fill) >= 2.0, colour
