from collections.abc import Callable

import pytest
from websockets.exceptions import InvalidStatus

from stellwerk.server.headers import CONTENT_POLICY, safe_headers, wished_language
from tests.server.web.serving import Server


def test_the_policy_allows_no_script_or_style_inside_a_page_and_nothing_from_elsewhere() -> None:
    assert "unsafe" not in CONTENT_POLICY
    assert "http" not in CONTENT_POLICY
    assert "default-src 'none'" in CONTENT_POLICY
    assert "frame-ancestors 'none'" in CONTENT_POLICY


def test_https_is_kept_where_it_is_spoken() -> None:
    named = {name for name, _ in safe_headers([], secure=True)}
    assert b"strict-transport-security" in named
    assert b"strict-transport-security" not in {n for n, _ in safe_headers([], secure=False)}


def test_an_answer_may_say_itself_how_long_it_is_kept() -> None:
    headers = safe_headers([(b"Cache-Control", b"immutable")], secure=False)
    assert [value for name, value in headers if name.lower() == b"cache-control"] == [b"immutable"]


@pytest.mark.parametrize(
    ("wish", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-CH, en;q=0.5", "de"),
        ("fr, en;q=0.4, de;q=0.6", "de"),
        ("en, de", "en"),
        ("ja", "en"),
        ("de;q=x, en;q=nan", "en"),
    ],
)
def test_the_browser_says_which_language_is_wished_for(wish: str, language: str) -> None:
    assert wished_language([(b"accept-language", wish.encode())]) == language


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("GET", "/api/boards"),
        ("GET", "/api/nothing"),
        ("PUT", "/api/me"),
        ("POST", "/api/me"),
        ("GET", "/metrics"),
        ("GET", "/healthz"),
        ("GET", "/missing.js"),
    ],
)
def test_every_answer_carries_the_headers_for_safety(
    server: Server, method: str, path: str
) -> None:
    headers = server.client().request(method, path).headers
    assert headers["content-security-policy"] == CONTENT_POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-frame-options"] == "DENY"
    assert "permissions-policy" in headers
    assert headers["x-request-id"]
    assert "server" not in headers


def test_a_page_of_another_site_cannot_act_for_a_guest(server: Server) -> None:
    guest = server.guest()
    answer = guest.client.post(
        "/api/tables", json={"board": "lesson"}, headers={"origin": "http://evil.example"}
    )
    assert (answer.status_code, answer.json()["code"]) == (403, "bad_origin")
    assert guest.ask("GET", "/api/me/tables") == []


def test_a_page_of_our_own_can(server: Server) -> None:
    guest = server.guest()
    answer = guest.client.post(
        "/api/tables", json={"board": "lesson"}, headers={"origin": server.address}
    )
    assert answer.status_code == 201


@pytest.mark.parametrize("path", ["/ws/me", "/ws/tables/ABC"])
def test_a_page_of_another_site_gets_no_socket(server: Server, path: str) -> None:
    with (
        pytest.raises(InvalidStatus) as refused,
        server.socket(path, origin="http://evil.example"),
    ):
        pass
    assert refused.value.response.status_code == 403


def test_a_number_of_the_proxy_is_kept_but_no_nonsense(server: Server) -> None:
    client = server.client()
    kept = client.get("/healthz", headers={"x-request-id": "abc-12345"})
    assert kept.headers["x-request-id"] == "abc-12345"
    replaced = client.get("/healthz", headers={"x-request-id": "<script>"})
    assert replaced.headers["x-request-id"] != "<script>"


def test_behind_a_proxy_with_https_cookies_are_for_https_alone(
    serve: Callable[..., Server],
) -> None:
    server = serve(public_url="https://games.example")
    made = server.client().post(
        "/api/me", json={"name": "Anna"}, headers={"origin": "https://games.example"}
    )
    assert made.status_code == 201
    assert "Secure" in made.headers["set-cookie"]
    assert "strict-transport-security" in made.headers
