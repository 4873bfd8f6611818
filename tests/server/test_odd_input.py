"""Whatever a client sends, it is its own mistake: odd requests are refused, and nothing fails."""

from __future__ import annotations

import dataclasses
import json
import urllib.request
from collections.abc import Iterator

import pytest

from tests.server.odd import HEADERS, IN_ADDRESS, Odd, requests, status
from tests.server.players import Guest, open_table
from tests.server.serving import GENEROUS, Server, serving

UPGRADE = (
    (b"Upgrade", b"websocket"),
    (b"Connection", b"Upgrade"),
    (b"Sec-WebSocket-Key", b"dGhlIHNhbXBsZSBub25jZQ=="),
    (b"Sec-WebSocket-Version", b"13"),
)


@pytest.fixture(scope="module")
def server(kept_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = dataclasses.replace(GENEROUS, database=kept_url, uploads=True)
    with serving(settings, tmp_path_factory.mktemp("server")) as server:
        yield server


def failures(server: Server, odd: Iterator[Odd], cookie: str) -> tuple[int, list[str]]:
    """Send requests; return how many there were, and those that the server took for its own."""
    count, found = 0, []
    for each in odd:
        answer = status(server.address, each, cookie)
        count += 1
        if answer is None or answer >= 500:
            found.append(f"{each}: {answer}")
    return count, found


@pytest.mark.parametrize(
    "kept_url",
    ["postgresql", pytest.param("sqlite", marks=pytest.mark.long)],
    indirect=True,
    scope="module",
)
@pytest.mark.slow
def test_odd_requests_for_every_operation_are_refused(server: Server) -> None:
    with urllib.request.urlopen(f"http://{server.address}/api/openapi.json") as answer:
        description = json.load(answer)
    host, other = Guest(server.address, "Ada"), Guest(server.address, "Bob")
    table = open_table([host, other], "lesson")
    known = {
        "table": table,
        "board": "lesson",
        "language": "de",
        "passkey": "none",
        "device": "none",
        "handle": "none",
    }
    known |= {"review": "0" * 32, "token": "x" * 32, "person": "0" * 24}
    count, found = failures(server, requests(description, known), host.headers["Cookie"])
    assert found == []
    assert count > 3000
    assert "Traceback" not in server.log


def test_odd_requests_for_pages_and_sockets_are_refused(server: Server) -> None:
    guest = Guest(server.address, "Ada")
    table = open_table([guest, Guest(server.address, "Bob")], "lesson")

    def all_of_them() -> Iterator[Odd]:
        for value in IN_ADDRESS:
            for path in (b"/", b"/assets/", b"/api/", b"/api/nothing/", b"/healthz?a="):
                yield Odd("GET", path + value)
            for path in (b"/ws/me?a=", b"/ws/tables/", b"/ws/tables/%b?a=" % table.encode()):
                yield Odd("GET", path + value, UPGRADE)
        for header in HEADERS:
            yield Odd("GET", b"/", (header,))
            for path in (b"/ws/me", b"/ws/tables/%b" % table.encode()):
                yield Odd("GET", path, (*UPGRADE, header))
        yield Odd("BREW", b"/")
        yield Odd("GET", b"*")
        yield Odd("OPTIONS", b"*")
        yield Odd("GET", b"http://evil.example/")

    count, found = failures(server, all_of_them(), guest.headers["Cookie"])
    assert found == []
    assert count > 200
    assert "Traceback" not in server.log


ONCE_FAILED = (
    (Odd("GET", b"/api/reviews/%00"), 400),
    (Odd("GET", b"/api/boards/%FF"), 400),
    (Odd("GET", b"/api/boards?language=%FF"), 400),
    (Odd("GET", b"/api/tables/%ED%A0%80"), 400),
    (Odd("POST", b"/api/me", (), b'{"name": "\xff"}'), 400),
    (Odd("POST", b"/api/me", (), b'{"name": "a\\u0000b"}'), 400),
    (Odd("POST", b"/api/me", (), b'{"name": "\\\\u0000"}'), 201),
    (Odd("POST", b"/api/me", ((b"Origin", b"http://[::1"),), b'{"name": "a"}'), 403),
)


def test_what_once_failed_is_refused(server: Server) -> None:
    for odd, expected in ONCE_FAILED:
        assert (str(odd), status(server.address, odd)) == (str(odd), expected)
    guest = Guest(server.address, "Ada")
    cookie = guest.headers["Cookie"]
    guest.ask("DELETE", "/api/me")
    assert status(server.address, Odd("POST", b"/api/me/transfer"), cookie) == 401
