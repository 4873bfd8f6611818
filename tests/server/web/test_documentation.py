"""What docs/bot-api.md says is so."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest

from stellwerk.game import Move
from stellwerk.server.protocol import ClientMessage, ServerMessage, Update
from stellwerk.server.settings import Settings
from stellwerk.server.transactions import devices, export, passkeys
from stellwerk.server.web import socket
from stellwerk.server.web.views import LONGEST_WAIT
from stellwerk.words import keys

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "bot-api.md").read_text(encoding="utf-8")
HOSTING = (DOCS / "hosting.md").read_text(encoding="utf-8")


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
    usual, page = Settings(), " ".join(PAGE.split())
    assert f"at most {usual.message_bytes} bytes" in page
    assert f"send {usual.messages_per_second:.0f} messages a second" in page
    assert f"{usual.message_burst} at once" in page
    assert f"{usual.requests_per_minute:.0f} requests a minute" in page
    assert f"{usual.sockets_at_table} sockets or waiting requests" in page
    assert f"(at most {LONGEST_WAIT:.0f})" in page


@pytest.mark.parametrize(
    ("row", "figures"),
    [
        ("requests", lambda usual: (usual.requests_per_minute, usual.requests_per_address)),
        (
            "open sockets, and requests",
            lambda usual: (
                usual.sockets_per_guest,
                usual.sockets_at_table,
                usual.sockets_per_address,
                usual.watchers_per_address,
            ),
        ),
        (
            "messages over",
            lambda usual: (
                usual.messages_per_second,
                usual.message_burst,
                usual.messages_per_address,
            ),
        ),
        ("open connections", lambda usual: (usual.connections_per_address,)),
        ("tables opened", lambda usual: (usual.tables_per_hour, usual.tables_per_guest)),
        ("codes asked", lambda usual: (usual.guess_burst, usual.guesses_per_minute)),
        (
            "games waiting for their review; addresses",
            lambda usual: (
                usual.reviews_per_guest,
                usual.reviews_per_address,
                usual.reviews_waiting,
            ),
        ),
        ("finished games that are kept", lambda usual: (usual.finished_alone,)),
        ("new guests", lambda usual: (usual.new_guests_per_hour,)),
        (
            "wrong recovery codes",
            lambda usual: (
                usual.code_try_burst,
                usual.code_tries_per_minute,
                usual.code_tries_of_all,
            ),
        ),
        ("begun with a passkey", lambda usual: (usual.challenges_per_minute,)),
        ("files with all", lambda usual: (usual.exports_per_hour, export.MOST_GAMES)),
        ("devices, passkeys", lambda _: (devices.MOST, passkeys.MOST)),
        ("replays", lambda usual: (usual.replays_per_minute,)),
        ("statistics", lambda usual: (usual.statistics_per_minute,)),
        ("spectators", lambda usual: (usual.spectators,)),
    ],
)
def test_the_hosts_page_tells_all_limits(
    row: str, figures: Callable[[Settings], tuple[float, ...]]
) -> None:
    line = next(line for line in HOSTING.splitlines() if line.startswith(f"| {row}"))
    for figure in figures(Settings()):
        assert re.search(rf"\b{figure:,.0f}\b", line), f"{figure:,.0f} is not in: {line}"
