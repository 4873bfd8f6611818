"""What the page of a table says to those who show a link to it."""

from pathlib import Path

import pytest

from stellwerk.server.web import pages
from tests.server.web.serving import Server


@pytest.fixture(autouse=True)
def built(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html><head><title>A</title></head><body>")
    monkeypatch.setattr(pages, "FOLDER", tmp_path)


@pytest.mark.parametrize("screen", ["t", "replay", "review"])
def test_a_link_to_a_private_table_shows_its_board_and_no_name(server: Server, screen: str) -> None:
    table = server.guest("Anna").open_table("me", "open")
    text = server.client().get(f"/{screen}/{table}").text
    assert '<meta property="og:title" content="Little Austria' in text
    assert f"/api/tables/{table}/preview.png" in text
    assert "Anna" not in text


def test_names_of_a_public_table_are_text(server: Server) -> None:
    table = server.guest('"><b>Anna').open_table("me", "open", public=True)
    text = server.client().get(f"/t/{table}").text
    assert "&quot;&gt;&lt;b&gt;Anna" in text
    assert "<b>" not in text


def test_other_pages_and_codes_that_do_not_exist_have_none(server: Server) -> None:
    for path in ("/", "/rules", "/t/SIGNAL-E4SF6", "/t/../x", "/t/%00"):
        assert "og:" not in server.client().get(path).text


def test_codes_cannot_be_guessed_by_the_page(server: Server) -> None:
    table = server.guest("Anna").open_table("me", "open")
    client = server.client()
    for number in range(server.settings.guess_burst + 1):
        client.get(f"/t/SIGNAL-{number:04}-2222")
    assert "og:" not in client.get(f"/t/{table}").text
