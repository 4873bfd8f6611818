import pytest

from tests.server.web.serving import Server


def test_a_guest_is_made_known_and_changed(server: Server) -> None:
    guest = server.guest("Anna", "de")
    assert guest.ask("GET", "/api/me") == {"id": guest.id, "name": "Anna", "language": "de"}
    assert guest.ask("PATCH", "/api/me", body={"name": "Anne"})["name"] == "Anne"
    changed = guest.ask("PATCH", "/api/me", body={"language": "en"})
    assert (changed["name"], changed["language"]) == ("Anne", "en")
    assert "Tell us" in server.client().get("/api/me/tables").json()["text"]


def test_a_stranger_is_nobody_yet_which_is_no_mistake(server: Server) -> None:
    answer = server.client().get("/api/me")
    assert (answer.status_code, answer.json()) == (200, None)


def test_refusals_come_in_the_language_of_the_guest(server: Server) -> None:
    guest = server.guest("Anna", "de")
    assert "keinen Tisch" in guest.ask("GET", "/api/tables/NONE", 404)["text"]
    guest.ask("PATCH", "/api/me", body={"language": "en"})
    assert "no table" in guest.ask("GET", "/api/tables/NONE", 404)["text"]


def test_a_stranger_without_a_language_gets_that_of_the_browser(server: Server) -> None:
    client = server.client(headers={"accept-language": "de"})
    made = client.post("/api/me", json={"name": "Bär"})
    assert made.json()["language"] == "de"
    stranger = server.client(headers={"accept-language": "de"})
    assert "Namen" in stranger.get("/api/me/tables").json()["text"]


def test_a_stranger_may_look_but_not_act(server: Server) -> None:
    client = server.client()
    for method, path in (("GET", "/api/me/tables"), ("DELETE", "/api/me")):
        answer = client.request(method, path)
        assert (answer.status_code, answer.json()["code"]) == (401, "no_guest"), path
    refused = client.post("/api/tables", json={"board": "lesson"})
    assert (refused.status_code, refused.json()["code"]) == (401, "no_guest")


def test_a_guest_moves_to_another_device_by_a_link_that_works_once(server: Server) -> None:
    guest = server.guest("Anna")
    token = guest.ask("POST", "/api/me/transfer", 201)["token"]
    phone = server.client()
    assert phone.post(f"/api/transfer/{token}").json()["id"] == guest.id
    assert phone.get("/api/me").json()["id"] == guest.id
    again = server.client().post(f"/api/transfer/{token}")
    assert (again.status_code, again.json()["code"]) == (401, "bad_token")


def test_a_guest_is_forgotten_on_request(server: Server) -> None:
    guest = server.guest()
    cookie = guest.cookie
    guest.ask("DELETE", "/api/me", 204)
    assert "stellwerk" not in guest.client.cookies
    assert server.client(headers=cookie).get("/api/me").json() is None


def test_a_cookie_with_another_id_is_nobody(server: Server) -> None:
    anna, bela = server.guest("Anna"), server.guest("Béla")
    value = anna.client.cookies["stellwerk"].replace(anna.id, bela.id)
    answer = server.client(headers={"cookie": f"stellwerk={value}"}).get("/api/me")
    assert answer.json() is None


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (b"", "JSON is expected"),
        (b"{", "truncated"),
        (b"[]", "Expected `object`"),
        (b"\xff\xfe", "malformed"),
        (b'{"name": 5}', "Expected `str`"),
        (b'{"name": ""}', "length >= 1"),
        (b'{"nome": "Anna"}', "unknown field `nome`"),
        (b'{"name": "Anna", "language": "fr"}', "Invalid enum value 'fr'"),
        (b"[" * 5000, "recursion"),
    ],
)
def test_a_body_that_is_none_is_refused_with_its_place(
    server: Server, body: bytes, problem: str
) -> None:
    answer = server.client().post("/api/me", content=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_message")
    assert problem in answer.json()["text"]


@pytest.mark.parametrize("name", ["   ", "\u200b", "x" * 100])
def test_a_name_that_is_none_is_refused(server: Server, name: str) -> None:
    answer = server.client().post("/api/me", json={"name": name})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_name")


def test_a_body_that_is_too_large_is_refused(server: Server) -> None:
    answer = server.client().post("/api/me", json={"name": "x" * 10_000})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert answer.json()["params"] == {"most": 8192}


def test_an_address_or_method_that_is_none_is_refused(server: Server) -> None:
    client = server.client()
    assert client.get("/api/nothing").json()["code"] == "not_found"
    wrong = client.put("/api/me")
    assert (wrong.status_code, wrong.json()["code"]) == (405, "wrong_method")
