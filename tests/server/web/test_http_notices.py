"""Notices over HTTP: what one may choose, whose it is, and the links in mails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.server.mailing import link_in, mail_server
from tests.server.pushing import push_service
from tests.server.web.serving import Server

WAYS = "/api/me/notices"
GIVEN = {
    "endpoint": "https://push.example.org/1",
    "keys": {"p256dh": "B" + 86 * "A", "auth": 22 * "A"},
}


def test_there_is_a_key_to_subscribe_with_and_nothing_is_chosen(server: Server) -> None:
    anna, bob = server.guest("Anna"), server.guest("Bob")
    found = anna.ask("GET", WAYS)
    assert found == bob.ask("GET", WAYS)
    assert len(found.pop("push_key")) == 87
    assert found == {"mail": False, "devices": [], "address": None, "quiet": None}
    assert server.client().get(WAYS).status_code == 401


def test_a_browser_is_added_told_what_to_do_and_dropped(server: Server) -> None:
    anna, eve = server.guest("Anna"), server.guest("Eve")
    found = anna.ask("POST", f"{WAYS}/devices", 200, {**GIVEN, "name": " My\nbrowser "})
    (device,) = found["devices"]
    assert device["name"] == "My browser"
    assert device["events"] == ["turn", "invited", "over", "review", "clock"]
    assert "endpoint" not in device
    path = f"{WAYS}/devices/{device['id']}"
    assert eve.ask("PATCH", path, 404, {"events": []})["code"] == "no_browser"
    assert eve.ask("POST", f"{path}/try", 404)["code"] == "no_browser"
    eve.ask("DELETE", path)
    found = anna.ask("PATCH", path, 200, {"events": ["chat", "turn", "turn"]})
    assert found["devices"][0]["events"] == ["turn", "chat"]
    assert anna.ask("DELETE", path)["devices"] == []
    assert anna.ask("DELETE", path)["devices"] == []


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("POST", "/devices", {**GIVEN, "endpoint": "https://10.0.0.1/"}, 400, "bad_subscription"),
        ("POST", "/devices", {**GIVEN, "endpoint": 1}, 400, "bad_message"),
        ("POST", "/devices", {**GIVEN, "keys": {"p256dh": "A"}}, 400, "bad_message"),
        ("PATCH", "/devices/none", {"events": ["turn"]}, 404, "no_browser"),
        ("PATCH", "/devices/none", {"events": ["all"]}, 400, "bad_message"),
        ("PATCH", "/address", {"events": ["turn"]}, 404, "no_mail_address"),
        ("POST", "/address", {"address": "ada@example.org"}, 403, "mail_off"),
        ("PUT", "/quiet", {"quiet": {"begins": 0, "ends": 1, "zone": "a/b"}}, 400, "no_such_zone"),
        ("PUT", "/quiet", {"quiet": {"begins": 0, "ends": 1, "zone": "../../etc/passwd"}}, 400,
         "no_such_zone"),
        ("PUT", "/quiet", {"quiet": {"begins": 0, "ends": 1440, "zone": "UTC"}}, 400,
         "bad_message"),
    ],
)  # fmt: skip
def test_wrong_wishes_are_refused(
    server: Server, method: str, path: str, body: Any, status: int, code: str
) -> None:
    assert server.guest().ask(method, WAYS + path, status, body)["code"] == code


def test_quiet_hours_are_kept_and_given_up(server: Server) -> None:
    anna = server.guest("Anna")
    night = {"begins": 1320, "ends": 480, "zone": "Europe/Berlin"}
    assert anna.ask("PUT", f"{WAYS}/quiet", 200, {"quiet": night})["quiet"] == night
    assert anna.ask("PUT", f"{WAYS}/quiet", 200, {"quiet": None})["quiet"] is None


def test_mails_are_confirmed_and_ended_without_a_cookie(serve: Callable[..., Server]) -> None:
    with mail_server() as mails:
        url = "http://games.lan"
        server = serve(mail=mails.address, mail_from="games@example.org", public_url=url)
        anna = server.guest("Anna")
        given = anna.ask("POST", f"{WAYS}/address", 200, {"address": "anna@example.org"})
        assert given["address"]["wanted"] == "anna@example.org"
        token = link_in(mails.wait()[0], "/confirm/")
        stranger = server.client()
        assert stranger.get(f"/confirm/{token}").status_code == 200, "a page: looking does nothing"
        assert anna.ask("GET", WAYS)["address"]["address"] is None
        answer = stranger.post(f"/api/mail/{token}")
        assert answer.json() == {"address": "anna@example.org"}
        assert stranger.post(f"/api/mail/{token}").json()["code"] == "bad_token"
        table = anna.open_table("me", "open")
        bob = server.guest("Bob")
        bob.ask("POST", f"/api/tables/{table}/join", 200, {})
        anna.ask("POST", f"/api/tables/{table}/start", 200)
        stop = link_in(mails.wait(2)[1], "/mail/stop/")
        one_click = {"List-Unsubscribe": "One-Click"}
        assert stranger.get(f"/mail/stop/{stop}").status_code == 200
        assert anna.ask("GET", WAYS)["address"] is not None
        assert stranger.post(f"/mail/stop/{stop}", data=one_click).status_code == 204
        assert anna.ask("GET", WAYS)["address"] is None
        assert stranger.post("/mail/stop/forged.1.x", data=one_click).status_code == 401
        assert stranger.delete("/api/mail/guessed").status_code == 401


def test_a_browser_is_called_by_a_real_server(serve: Callable[..., Server]) -> None:
    with push_service() as service:
        server = serve(push_anywhere=True)
        anna, bob = server.guest("Anna"), server.guest("Bob")
        found = anna.ask("POST", f"{WAYS}/devices", 200, service.browser("anna"))
        anna.ask("POST", f"{WAYS}/devices/{found['devices'][0]['id']}/try", 204)
        (first,) = service.wait("anna")
        assert first.claims["key"] == found["push_key"]
        table = anna.open_table("me", "open")
        bob.ask("POST", f"/api/tables/{table}/join", 200, {})
        with anna.sit(table) as talk:
            talk.next("table")
            anna.ask("POST", f"/api/tables/{table}/start", 200)
            talk.next("update")
        assert len(service.of("anna")) == 1, "she is at the table"
        assert anna.ask("GET", WAYS)["devices"][0]["worked"] is not None
