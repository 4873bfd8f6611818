"""The browser's types are those of the server."""

from tools.web_types import FILE, types


def test_the_page_has_the_servers_types() -> None:
    assert FILE.read_text("utf-8") == types(), "stale: run python -m tools.web_types"


def test_what_is_received_is_complete_and_what_is_sent_may_be_short() -> None:
    text = types()
    assert "  can_undo: boolean;" in text
    assert "  undo?: boolean;" in text


def test_unions_have_their_names() -> None:
    text = types()
    assert "  move: Move;" in text
    assert "  moves: readonly Move[];" in text
    assert "  status: TableStatus;" in text
