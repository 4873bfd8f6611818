"""The page's art is what the drawing package draws."""

import pytest

from tools.web_art import ART, files


@pytest.mark.parametrize("name", files())
def test_the_pages_art_is_fresh(name: str) -> None:
    stored = (ART / name).read_text(encoding="utf-8")
    assert stored == files()[name], "run `python -m tools.web_art` and keep what it writes"


def test_no_style_stands_inside_the_sprite() -> None:
    assert "style=" not in files()["sprite.svg"]


def test_the_palette_gives_every_colour_of_the_map_by_day_and_by_night() -> None:
    day, night = files()["palette.css"].split(":root[data-theme=")
    for name in ("sheet", "sea", "land-5", "label", "shine", "ticket-e"):
        assert f"--{name}:" in day
        assert f"--{name}:" in night
