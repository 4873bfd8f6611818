"""What docs/bot-api.md says is so."""

import re
from pathlib import Path
from typing import get_args

from stellwerk.game import Move
from stellwerk.server.protocol import ClientMessage, ServerMessage, Update
from stellwerk.server.settings import Settings
from stellwerk.server.web import socket
from stellwerk.server.web.views import LONGEST_WAIT
from stellwerk.words import keys

PAGE = (Path(__file__).parents[3] / "docs" / "bot-api.md").read_text(encoding="utf-8")


def test_the_page_names_every_message_and_every_move() -> None:
    for message in get_args(ClientMessage):
        assert f'"type": "{message.__struct_config__.tag}"' in PAGE
    for kind in (*get_args(ServerMessage), *get_args(Move)):
        assert f"`{kind.__struct_config__.tag}`" in PAGE
    for field in Update.__struct_fields__:
        assert f"| `{field}` |" in PAGE


def test_the_page_names_every_code_by_which_a_socket_is_closed() -> None:
    for code in (socket.NOT_UNDERSTOOD, socket.NOT_KNOWN, socket.NOT_FOUND, socket.TOO_MUCH):
        assert f"| {code} |" in PAGE


def test_every_code_of_the_page_exists() -> None:
    known = {key.rpartition(".")[2] for key in keys("en")}
    table = PAGE[PAGE.index("| status |") : PAGE.index("After `stale`")]
    named = set(re.findall(r"`([a-z_]+)`", table))
    assert len(named) > 10
    assert named <= known


def test_the_page_tells_the_usual_limits() -> None:
    usual = Settings()
    assert f"at most {usual.message_bytes} bytes" in PAGE
    assert f"send {usual.messages_per_second:.0f} messages a second" in PAGE
    assert f"{usual.message_burst} at once" in PAGE
    assert f"{usual.requests_per_minute:.0f} requests a minute" in PAGE
    assert f"(at most {LONGEST_WAIT:.0f})" in PAGE
