"""Who may ask: servers known by other names, pages of other sites, addresses behind proxies."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Any, cast

import pytest
from litestar.types import Scope
from websockets.exceptions import InvalidStatus

from stellwerk.server.origins import Origins
from stellwerk.server.proxies import Proxies
from stellwerk.server.settings import Settings
from tests.server.web.serving import Server

PUBLIC = "https://known.example:8443/"


def headers(given: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode("latin-1")) for name, value in given.items()]


@pytest.mark.parametrize(
    ("given", "allowed"),
    [
        ({}, True),
        ({"origin": "https://known.example:8443"}, True),
        ({"origin": "HTTPS://KNOWN.EXAMPLE:8443"}, True),
        ({"origin": "http://known.example:8443"}, False),
        ({"origin": "https://known.example"}, False),
        ({"origin": "https://known.example:8443.evil.example"}, False),
        ({"origin": "https://evil.example", "host": "evil.example"}, False),
        ({"origin": "https://known.example:8443", "host": "evil.example"}, True),
        ({"origin": "http://192.0.2.1:8000", "host": "192.0.2.1:8000"}, False),
        ({"origin": "http://127.0.0.1:8000", "host": "127.0.0.1:8000"}, True),
        ({"origin": "http://localhost:8000", "host": "localhost:8000"}, True),
        ({"origin": "http://[::1]:8000", "host": "[::1]:8000"}, True),
        ({"origin": "http://localhost:3000", "host": "localhost:8000"}, False),
        ({"origin": "http://[::1"}, False),
        ({"origin": "http://[::1", "host": "[::1"}, False),
        ({"origin": "null"}, False),
        ({"origin": "null", "host": "null"}, False),
        ({"origin": "file://"}, False),
        ({"origin": "http://"}, False),
        ({"origin": "https://a@known.example:8443"}, False),
        ({"origin": "https://known.example:8443\xff"}, False),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "same-site"}, False),
        ({"sec-fetch-site": "same-origin"}, True),
    ],
)
def test_with_a_public_address_only_its_pages_may_change_something(
    given: dict[str, str], allowed: bool
) -> None:
    origins = Origins(Settings(public_url=PUBLIC))
    assert origins.allows(headers({"host": "known.example:8443", **given})) is allowed
    assert origins.means_us(headers(given))


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("[fe80::1]", True),
        ("192.168.1.7:8000", True),
        ("203.0.113.9", True),
        ("localhost", True),
        ("laptop", True),
        ("Laptop.local:8000", True),
        ("laptop.local.", True),
        ("laptop.fritz.box", True),
        ("laptop.home.arpa", True),
        (socket.getfqdn(), True),
        ("0.0.0.0:8000", True),
        ("games.example.net", True),
        ("evil.example", False),
        ("laptop.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("local.evil.example:8000", False),
        ("[::1", False),
        ("a b", False),
        ("evil.example/..", False),
        ("evil.example@127.0.0.1", False),
        ("\xff.example", False),
        ("127.0.0.1:8000:8000", False),
    ],
)
def test_without_a_public_address_a_server_is_known_by_names_that_no_stranger_can_own(
    host: str, ours: bool
) -> None:
    origins = Origins(Settings(host="games.example.net"))
    assert origins.means_us(headers({"host": host})) is ours
    assert origins.allows(headers({"host": host, "origin": f"http://{host}"})) is ours


def test_a_server_is_named_once() -> None:
    twice = headers({"host": "127.0.0.1"}) + headers({"host": "evil.example"})
    assert not Origins(Settings()).means_us(twice)


def test_a_page_whose_name_was_let_point_to_us_is_sent_away(server: Server) -> None:
    port = server.address.rpartition(":")[2]
    rebound = {"host": f"evil.example:{port}", "origin": f"http://evil.example:{port}"}
    client = server.client()
    for method, path in (("POST", "/api/me"), ("GET", "/api/tables"), ("GET", "/metrics")):
        answer = client.request(method, path, headers=rebound, json={"name": "Eve"})
        assert (answer.status_code, answer.json()["code"]) == (421, "bad_host")
        assert "evil.example" in answer.json()["text"]
    # The library names the host itself; that of the page is enough here.
    with (
        pytest.raises(InvalidStatus) as refused,
        server.socket("/ws/me", origin=f"http://evil.example:{port}"),
    ):
        pass
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("name", ["laptop.local", "192.168.1.7", "localhost"])
def test_friends_in_the_same_network_play_by_name_or_address(server: Server, name: str) -> None:
    port = server.address.rpartition(":")[2]
    ours = {"host": f"{name}:{port}", "origin": f"http://{name}:{port}"}
    assert server.client().post("/api/me", json={"name": "Anna"}, headers=ours).status_code == 201


def test_an_origin_that_is_no_address_is_refused(server: Server) -> None:
    answer = server.client().post(
        "/api/me", json={"name": "Anna"}, headers={"origin": "http://[::1"}
    )
    assert (answer.status_code, answer.json()["code"]) == (403, "bad_origin")


HOME, HOSTED = None, "https://games.example"


@pytest.mark.parametrize(
    ("url", "named", "peer", "given", "visitor"),
    [
        # What a visitor has made up stands before what the proxy has seen.
        (HOSTED, None, "172.18.0.2", ["203.0.113.1, 198.51.100.7"], "198.51.100.7"),
        (HOSTED, None, "172.18.0.2", ["203.0.113.1", "198.51.100.7"], "198.51.100.7"),
        # A visitor of the same network has a private address, as a proxy has.
        (HOSTED, None, "127.0.0.1", ["203.0.113.1, 192.168.1.7"], "192.168.1.7"),
        (HOSTED, None, "127.0.0.1", ["[2001:db8::1]:4711"], "2001:db8::1"),
        (HOSTED, None, "::ffff:127.0.0.1", ["198.51.100.7:80"], "198.51.100.7"),
        (HOSTED, None, "127.0.0.1", ["203.0.113.1, unknown"], "127.0.0.1"),
        (HOSTED, None, "127.0.0.1", ["\xff\xfe, ,"], "127.0.0.1"),
        (HOSTED, None, "127.0.0.1", [], "127.0.0.1"),
        # Whoever is no proxy of ours speaks for itself.
        (HOSTED, None, "198.51.100.7", ["203.0.113.1"], "198.51.100.7"),
        (HOME, None, "192.168.1.7", ["203.0.113.1"], "192.168.1.7"),
        (HOME, None, "127.0.0.1", ["203.0.113.1"], "203.0.113.1"),
        # Two proxies, one behind the other, must be named.
        (HOSTED, "10.0.0.1,10.0.0.2", "10.0.0.1", ["8.8.8.8, 9.9.9.9, 10.0.0.2"], "9.9.9.9"),
        (HOSTED, "10.0.0.1", "10.0.0.9", ["8.8.8.8"], "10.0.0.9"),
        (HOSTED, "nonsense", "127.0.0.1", ["8.8.8.8"], "127.0.0.1"),
        (HOSTED, "*", "198.51.100.7", ["8.8.8.8, 9.9.9.9"], "9.9.9.9"),
    ],
)
def test_the_last_proxy_tells_who_asks(
    url: str | None, named: str | None, peer: str, given: list[str], visitor: str
) -> None:
    scope: Any = {
        "type": "http",
        "scheme": "http",
        "client": (peer, 4711),
        "headers": [(b"x-forwarded-for", each.encode("latin-1")) for each in given],
    }
    Proxies(url, named).tell(cast(Scope, scope))
    assert scope["client"][0] == visitor


def test_the_last_proxy_tells_whether_https_is_spoken() -> None:
    for kind, spoken, scheme in (
        ("http", "http, https", "https"),
        ("websocket", "https", "wss"),
        ("websocket", "http", "ws"),
        ("http", "gopher", "http"),
    ):
        scope: Any = {
            "type": kind,
            "scheme": "http",
            "client": ("127.0.0.1", 1),
            "headers": headers({"x-forwarded-proto": spoken}),
        }
        Proxies(HOSTED, None).tell(cast(Scope, scope))
        assert scope["scheme"] == scheme


def test_nobody_gets_more_by_making_addresses_up(serve: Callable[..., Server]) -> None:
    client = serve(new_guests_per_hour=1.0, public_url="http://games.example").client()

    def arrive(forwarded: str) -> int:
        named = {"x-forwarded-for": forwarded}
        return client.post("/api/me", json={"name": "Anna"}, headers=named).status_code

    assert [arrive("192.0.2.1"), arrive("192.0.2.1"), arrive("192.0.2.2")] == [201, 429, 201]
    assert [arrive(f"192.0.2.{made_up}, 192.0.2.1") for made_up in (7, 8, 9)] == [429] * 3
    assert [arrive(f"192.0.2.{made_up}, 192.168.1.7") for made_up in (7, 8)] == [201, 429]


def test_figures_are_not_for_those_who_come_through_a_proxy(server: Server) -> None:
    client = server.client()
    assert client.get("/metrics").status_code == 200
    for name in ("x-forwarded-for", "forwarded"):
        assert client.get("/metrics", headers={name: "192.0.2.1"}).status_code == 404
