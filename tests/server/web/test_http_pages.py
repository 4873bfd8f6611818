from pathlib import Path

import pytest

from stellwerk.server.web import pages
from tests.server.web.serving import Server

SCRIPT = "console.log('a script that is long enough to be zipped');" * 40


@pytest.fixture
def unbuilt(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(pages, "FOLDER", tmp_path / "none")


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>The page</title>")
    (tmp_path / "assets" / "index-1a2b.js").write_text(SCRIPT)
    (tmp_path / "assets" / "card-3c4d.png").write_bytes(b"\x89PNG" + bytes(5000))
    monkeypatch.setattr(pages, "FOLDER", tmp_path)


@pytest.mark.usefixtures("unbuilt")
def test_the_plain_page_lists_public_tables_in_the_readers_language(server: Server) -> None:
    anna = server.guest("<b>Anna</b>")
    table = anna.open_table("me", "open", public=True)
    german = server.client(headers={"accept-language": "de"}).get("/")
    assert german.headers["content-type"].startswith("text/html")
    assert f"{table}: " in german.text
    assert "<b>Anna" not in german.text
    assert "&lt;b&gt;Anna" in german.text
    assert "Offene Tische" in german.text
    assert "Open tables" in server.client().get("/t/anything").text


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("path", ["/", "/t/SIGNAL-E4SF6", "/rules", "/index.html"])
def test_every_address_without_a_file_is_the_page(server: Server, path: str) -> None:
    answer = server.client().get(path)
    assert "The page" in answer.text
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.usefixtures("built")
def test_files_named_after_their_content_are_kept_for_ever_and_sent_zipped(server: Server) -> None:
    client = server.client()
    script = client.get("/assets/index-1a2b.js")
    assert script.text == SCRIPT
    assert "immutable" in script.headers["cache-control"]
    assert script.headers["content-encoding"] == "gzip"
    assert script.headers["content-type"].startswith("text/javascript")
    plain = client.get("/assets/index-1a2b.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert "content-encoding" not in client.get("/assets/card-3c4d.png").headers


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(
    "path", ["/assets/none.js", "/none.png", "/assets/../../app.py", "/..%2f..%2fapp.py"]
)
def test_a_file_that_is_not_of_the_page_is_not_found(server: Server, path: str) -> None:
    assert server.client().get(path).status_code == 404
