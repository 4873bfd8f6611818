"""The account over HTTP: cookies, origins, sockets, limits."""

from __future__ import annotations

import io
import json
import time
from collections.abc import Callable
from typing import Any
from zipfile import ZipFile

import httpx
import pytest

from stellwerk.server.signing import Signer
from tests.server.authenticator import Passkey
from tests.server.web.serving import Guest, Server

SECRET = b"sixteen bytes and more"
HTTPS = {"x-forwarded-proto": "https", "host": "laptop.local"}
"""What a proxy on the same machine tells that speaks https with people."""
ORIGIN = "https://laptop.local"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
CHALLENGES = "challenges_per_minute"


@pytest.fixture
def secure(server: Server) -> Callable[[], httpx.Client]:
    """Somebody who comes by https."""
    return lambda: server.client(headers={**HTTPS, "origin": ORIGIN, "user-agent": FIREFOX})


def keep(client: httpx.Client) -> Passkey:
    """Become a guest and keep the name with a passkey."""
    assert client.post("/api/me", json={"name": "Anna"}).status_code == 201
    _cookie_over_http(client)
    options = client.post("/api/me/passkeys/options").json()
    passkey, answer = Passkey.make(options, ORIGIN)
    added = client.post("/api/me/passkeys", json={"credential": answer})
    assert added.status_code == 201, added.text
    assert added.json()["name"] == "Firefox · Linux"
    return passkey


def _cookie_over_http(client: httpx.Client) -> None:
    """Let a cookie that is meant for https be sent here, where nothing is encrypted."""
    for cookie in client.cookies.jar:
        cookie.secure = False


def other(guest: Guest) -> Guest:
    """Return the same guest at another device, signed in by a link."""
    token = guest.ask("POST", "/api/me/transfer", 201)["token"]
    client = guest.server.client()
    assert client.post(f"/api/transfer/{token}", json={}).json()["id"] == guest.id
    return Guest(guest.server, client, guest.id)


def test_somebody_comes_back_by_a_passkey(secure: Callable[[], httpx.Client]) -> None:
    passkey = keep(secure())
    phone = secure()
    assert phone.get("/api/sign-in").json() == {"passkeys_at": "laptop.local", "belongings": None}
    signed = passkey.sign(phone.post("/api/sign-in/options").json(), ORIGIN)
    answer = phone.post("/api/sign-in/passkey", json={"credential": signed})
    assert (answer.status_code, answer.json()["name"]) == (200, "Anna")
    _cookie_over_http(phone)
    account = phone.get("/api/me/account").json()
    assert [(each["way"], each["here"]) for each in account["devices"]] == [
        ("passkey", True),
        ("new", False),
    ]
    again = phone.post("/api/sign-in/passkey", json={"credential": signed})
    assert (again.status_code, again.json()["code"]) == (401, "challenge_over")


def test_plain_http_and_addresses_in_digits_have_no_passkeys(server: Server) -> None:
    guest = server.guest()
    assert guest.ask("GET", "/api/me/account")["passkeys_at"] is None
    assert guest.ask("POST", "/api/me/passkeys/options", 403)["code"] == "passkeys_off"
    named = server.client(headers={"host": "laptop.local"})
    assert named.get("/api/sign-in").json()["passkeys_at"] is None
    digits = server.client(headers={"x-forwarded-proto": "https"})
    assert digits.get("/api/sign-in").json()["passkeys_at"] is None
    local = server.client(headers={"host": "localhost:4711"})
    assert local.get("/api/sign-in").json()["passkeys_at"] == "localhost"


def test_the_public_address_is_the_one_that_passkeys_are_for(
    serve: Callable[..., Server],
) -> None:
    server = serve(public_url="https://games.example/")
    asked = server.client(headers={"host": "proxy.internal:8000"}).get("/api/sign-in").json()
    assert asked["passkeys_at"] == "games.example"


def test_a_device_that_is_taken_away_is_a_stranger_and_its_sockets_end(server: Server) -> None:
    anna = server.guest("Anna")
    phone = other(anna)
    table = anna.open_table("me", "open")
    with (
        phone.sit(table) as talk,
        server.socket("/ws/me", phone.cookie) as lobby,
        anna.sit(table) as own,
    ):
        talk.next("table")
        own.next("table")
        (device,) = [
            each["id"] for each in anna.ask("GET", "/api/me/account")["devices"] if not each["here"]
        ]
        anna.ask("DELETE", f"/api/me/devices/{device}", 204)
        assert (talk.end(), lobby.end()) == (4401, 4401)
        own.send(type="ping")
        own.next("pong")
    assert phone.client.get("/api/me").json() is None
    assert phone.ask("GET", "/api/me/tables", 401)["code"] == "no_guest"
    with phone.sit(table) as talk:
        assert not [seat for seat in talk.next("table")["table"]["seats"] if seat["you"]]
    assert anna.ask("DELETE", f"/api/me/devices/{device}", 404)["code"] == "no_device"


def test_signing_out_everywhere_ends_the_cookie_itself(server: Server) -> None:
    anna = server.guest("Anna")
    cookie, phone = anna.cookie, other(anna)
    refused = anna.ask("POST", "/api/me/sign-out", 409, {"where": "everywhere"})
    assert refused["code"] == "last_way_back"
    anna.ask("POST", "/api/me/sign-out", 204, {"where": "everywhere", "sure": True})
    assert "stellwerk" not in anna.client.cookies
    assert server.client(headers=cookie).get("/api/me").json() is None
    assert phone.client.get("/api/me").json() is None


def test_a_cookie_of_an_earlier_version_goes_on_working_and_gets_a_device(
    serve: Callable[..., Server],
) -> None:
    server = serve(secret=SECRET)
    anna = server.guest("Anna")
    signed = Signer(SECRET, "guest").sign(f"{anna.id}.en", time.time() - 60)
    earlier = server.client(headers={"user-agent": FIREFOX})
    earlier.cookies["stellwerk"] = signed
    assert earlier.get("/api/me/tables").status_code == 200
    assert earlier.get("/api/me").json()["id"] == anna.id
    devices = anna.ask("GET", "/api/me/account")["devices"]
    assert [(each["way"], each["browser"]) for each in devices if not each["here"]] == [
        ("earlier", "Firefox · Linux")
    ]
    anna.ask("POST", "/api/me/sign-out", 204, {"where": "elsewhere"})
    old = server.client(headers={"cookie": f"stellwerk={signed}"})
    assert earlier.get("/api/me").json() is None
    assert old.get("/api/me").json() is None


def test_wrong_codes_from_one_address_are_slowed_down(serve: Callable[..., Server]) -> None:
    server = serve(code_try_burst=3)
    codes = server.guest().ask("POST", "/api/me/codes", 201)["codes"]
    client = server.client()

    def enter(code: str) -> Any:
        return client.post("/api/sign-in/code", json={"code": code})

    assert [enter("AAAA-AAAA-AAAA-AAAA").json()["code"] for _ in range(3)] == ["bad_code"] * 3
    slowed = enter(codes[0])
    assert (slowed.status_code, slowed.json()["code"]) == (429, "too_many_codes")
    assert int(slowed.headers["retry-after"]) > 0
    elsewhere = server.client(headers={"x-forwarded-for": "192.0.2.7"})
    assert elsewhere.post("/api/sign-in/code", json={"code": codes[0]}).status_code == 200


def test_nobody_begins_with_passkeys_without_end(serve: Callable[..., Server]) -> None:
    client = serve(**{CHALLENGES: 2.0}).client(headers={"host": "localhost"})
    codes = [client.post("/api/sign-in/options").status_code for _ in range(3)]
    assert codes == [200, 200, 429]


def test_pages_of_other_sites_sign_nobody_in_or_out(server: Server) -> None:
    anna = server.guest("Anna")
    foreign = {"origin": "https://evil.example", **anna.cookie}
    client = server.client(headers=foreign)
    for path, body in (
        ("/api/sign-in/code", {"code": "AAAA"}),
        ("/api/me/sign-out", {"where": "everywhere", "sure": True}),
        ("/api/me/codes", {}),
    ):
        answer = client.post(path, json=body)
        assert (answer.status_code, answer.json()["code"]) == (403, "bad_origin")
    assert anna.ask("GET", "/api/me")["id"] == anna.id


def test_everything_about_oneself_comes_as_a_file(server: Server) -> None:
    anna = server.guest("Anna")
    table = anna.open_table("me", "greedy", start=True)
    answer = anna.client.get("/api/me/export")
    assert answer.headers["content-type"] == "application/zip"
    with ZipFile(io.BytesIO(answer.content)) as file:
        assert set(file.namelist()) == {"account.json", f"games/{table}.json"}
        assert json.loads(file.read("account.json"))["guest"][0]["name"] == "Anna"
    assert server.client().get("/api/me/export").status_code == 401


def test_a_guest_gets_only_so_many_files(serve: Callable[..., Server]) -> None:
    anna = serve(exports_per_hour=2.0).guest()
    assert [anna.client.get("/api/me/export").status_code for _ in range(3)] == [200, 200, 429]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/sign-in/passkey", {"credential": 5}),
        ("/api/sign-in/code", {"code": "x" * 101}),
        ("/api/sign-in/code", {"code": "AAAA", "along": "yes"}),
        ("/api/me/sign-out", {"where": "nowhere"}),
    ],
)
def test_a_body_that_is_none_is_refused(server: Server, path: str, body: Any) -> None:
    answer = server.guest().client.post(path, json=body, headers={"host": "localhost"})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_message")
