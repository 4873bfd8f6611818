import json
import threading
from typing import Any

import pytest

from stellwerk.board import boards
from stellwerk.game import Record
from tests.server.web.serving import Guest, Server


def test_a_public_table_is_listed_for_everybody(server: Server) -> None:
    anna = server.guest("Anna")
    public, private = anna.open_table("me", "open", public=True), anna.open_table("me", "open")
    listed = {line["id"]: line for line in server.client().get("/api/tables").json()}
    assert listed[public]["names"] == ["Anna"]
    assert listed[public]["open_seats"] == 1
    assert private not in listed
    assert {line["id"] for line in anna.ask("GET", "/api/me/tables")} == {public, private}


def test_a_table_is_joined_filled_and_started(server: Server) -> None:
    anna, bela = server.guest("Anna"), server.guest("Béla")
    table = anna.open_table("me", "open", "open")
    path = f"/api/tables/{table}"
    joined = bela.ask("POST", f"{path}/join", body={"seat": 2})
    assert [seat["name"] for seat in joined["seats"]] == ["Anna", "", "Béla"]
    assert [seat["you"] for seat in joined["seats"]] == [False, False, True]
    assert bela.ask("POST", f"{path}/start", 403)["code"] == "not_host"
    assert anna.ask("POST", f"{path}/start", 409)["code"] == "seats_open"
    wish = {"seat": 1, "wish": {"holder": "bot", "bot": "random"}}
    assert anna.ask("POST", f"{path}/seat", body=wish)["seats"][1]["bot"] == "random"
    assert anna.ask("POST", f"{path}/start")["status"] == "playing"


def test_leaving_kicking_and_closing(server: Server) -> None:
    anna, bela = server.guest("Anna"), server.guest("Béla")
    table = anna.open_table("me", "open")
    path = f"/api/tables/{table}"
    bela.ask("POST", f"{path}/join", body={})
    assert bela.ask("POST", f"{path}/leave", body={})["seats"][1]["holder"] == "open"
    bela.ask("POST", f"{path}/join", body={})
    assert anna.ask("POST", f"{path}/kick", body={"seat": 1})["seats"][1]["holder"] == "open"
    assert anna.ask("POST", f"{path}/close")["status"] == "closed"
    anna.ask("DELETE", path, 204)
    assert anna.ask("GET", path, 404)["code"] == "no_table"


def test_one_guest_holds_several_seats(server: Server) -> None:
    anna = server.guest("Anna")
    table = anna.open_table("me", "open")
    joined = anna.ask("POST", f"/api/tables/{table}/join", body={"name": "Opa"})
    assert [(seat["name"], seat["you"]) for seat in joined["seats"]] == [
        ("Anna", True),
        ("Opa", True),
    ]


def test_who_leaves_is_replaced_and_comes_back(server: Server) -> None:
    anna, bela = server.guest("Anna"), server.guest("Béla")
    table = anna.open_table("me", "open")
    path = f"/api/tables/{table}"
    bela.ask("POST", f"{path}/join", body={})
    anna.ask("POST", f"{path}/start")
    body = {"seat": 1, "bot": "greedy"}
    assert anna.ask("POST", f"{path}/replace", 409, body)["code"] == "not_away_long"
    bela.ask("POST", f"{path}/leave", body={})
    replaced = anna.ask("POST", f"{path}/replace", body=body)
    assert replaced["seats"][1]["stand_in"]
    assert not bela.ask("POST", f"{path}/take-back", body={"seat": 1})["seats"][1]["stand_in"]
    given_up = bela.ask("POST", f"{path}/resign", body={"seat": 1})
    assert (given_up["status"], given_up["closed"]) == ("finished", "resigned")
    assert given_up["seats"][1]["resigned"]
    assert anna.ask("GET", f"{path}/view")["view"]["outcome"]["resigned"] == 1


def test_a_game_ends_when_all_agree_and_is_played_again(server: Server) -> None:
    anna, bela = server.guest("Anna"), server.guest("Béla")
    table = anna.open_table("me", "open")
    path = f"/api/tables/{table}"
    bela.ask("POST", f"{path}/join", body={})
    anna.ask("POST", f"{path}/start")
    assert anna.ask("POST", f"{path}/agree", body={})["status"] == "playing"
    assert bela.ask("POST", f"{path}/agree", body={})["status"] == "finished"
    again = anna.ask("POST", f"{path}/rematch")
    assert again["id"] != table
    assert bela.ask("POST", f"{path}/rematch")["id"] == again["id"]


def test_a_line_is_written_and_its_writer_muted(server: Server) -> None:
    anna, bela = server.guest("Anna"), server.guest("Béla")
    table = anna.open_table("me", "open")
    path = f"/api/tables/{table}"
    bela.ask("POST", f"{path}/join", body={})
    line = bela.ask("POST", f"{path}/chat", 201, {"text": "  Hallo  "})
    assert (line["text"], line["name"], line["seat"]) == ("Hallo", "Béla", 1)
    assert anna.ask("POST", f"{path}/mute", body={"seat": 1})["seats"][1]["muted"]
    with anna.sit(table) as talk:
        talk.send(type="ping")
        told = []
        while (message := talk.next())["type"] != "pong":
            told.append(message["type"])
        assert "table" in told
        assert "chat" not in told


def play_over_http(guest: Guest, table: str, headers: dict[str, str] | None = None) -> Any:
    """Play by polling, as a program does, and return the last update."""
    client, path = guest.client, f"/api/tables/{table}"
    since, number = -1, 0
    while True:
        query = {"since": since, "wait": 10}
        update = client.get(f"{path}/view", params=query, headers=headers).json()
        view, since = update["view"], update["seq"]
        if view["outcome"] is not None:
            return update
        if view["seat"] in view["pending"]:
            number += 1
            move = {"move_id": f"{table}-{number}", "seq": since, "move": view["moves"][0]}
            answer = client.post(f"{path}/moves", json=move, headers=headers)
            assert answer.status_code == 200 or answer.json()["code"] == "stale", answer.text


def test_a_program_plays_a_whole_game_over_http(server: Server) -> None:
    host = server.guest("Host")
    table = host.open_table("program", "greedy", start=True)
    token = host.ask("POST", f"/api/tables/{table}/token", 201, {"seat": 0})["token"]
    program = Guest(server, server.client(), "")
    end = play_over_http(program, table, {"authorization": f"Bearer {token}"})
    assert end["seat"] == 0
    assert end["view"]["phase"] == "over"
    record = Record.from_json(json.dumps(host.ask("GET", f"/api/tables/{table}/record")).encode())
    assert record.replay().outcome().seats[0].total == end["view"]["outcome"]["seats"][0]["total"]


def test_a_token_opens_its_seat_and_nothing_else(server: Server) -> None:
    host = server.guest("Host")
    table, other = host.open_table("program", "greedy"), host.open_table("me", "greedy", start=True)
    token = host.ask("POST", f"/api/tables/{table}/token", 201, {"seat": 0})["token"]
    client = server.client(headers={"authorization": f"Bearer {token}"})
    assert client.get("/api/me").json() is None
    assert client.post("/api/tables", json={"board": "lesson"}).status_code == 401
    assert client.get(f"/api/tables/{other}/view").json()["view"]["seat"] is None
    move = {"move_id": "1", "seq": 0, "text": "keep 1 2"}
    refused = client.post(f"/api/tables/{other}/moves", json=move)
    assert (refused.status_code, refused.json()["code"]) == (403, "not_seated")


@pytest.mark.parametrize("given", ["Bearer nonsense", "Basic YTpi", "Bearer", "x"])
def test_a_token_that_is_none_is_refused(server: Server, given: str) -> None:
    answer = server.client(headers={"authorization": given}).get("/api/tables")
    assert (answer.status_code, answer.json()["code"]) == (401, "bad_token")


def test_waiting_ends_as_soon_as_the_game_goes_on(server: Server) -> None:
    anna = server.guest("Anna")
    table = anna.open_table("me", "me", start=True)
    path = f"/api/tables/{table}"
    answers: list[Any] = []
    watcher = server.client()
    waiting = threading.Thread(
        target=lambda: answers.append(
            watcher.get(f"{path}/view", params={"since": 0, "wait": 25}).json()
        )
    )
    waiting.start()
    move = {"move_id": "1", "seq": 0, "text": "keep 1 2", "seat": 0}
    anna.ask("POST", f"{path}/moves", body=move)
    waiting.join(20)
    assert answers
    assert answers[0]["seq"] == 1


def test_waiting_begins_before_the_game_does(server: Server) -> None:
    anna = server.guest("Anna")
    table = anna.open_table("me", "greedy")
    path = f"/api/tables/{table}"
    assert anna.ask("GET", f"{path}/view", 409)["code"] == "not_playing"
    answers: list[Any] = []
    watcher = server.client()
    waiting = threading.Thread(
        target=lambda: answers.append(watcher.get(f"{path}/view", params={"wait": 25}).json())
    )
    waiting.start()
    anna.ask("POST", f"{path}/start")
    waiting.join(20)
    assert answers[0]["seq"] >= 0


def test_a_move_sent_twice_is_made_once(server: Server) -> None:
    anna = server.guest("Anna")
    table = anna.open_table("me", "me", start=True)
    move = {"move_id": "only once", "seq": 0, "text": "keep 1 2", "seat": 0}
    first = anna.ask("POST", f"/api/tables/{table}/moves", body=move)
    assert anna.ask("POST", f"/api/tables/{table}/moves", body=move) == first
    assert anna.ask("GET", f"/api/tables/{table}")["seq"] == 1


def test_a_move_on_an_old_state_is_stale(server: Server) -> None:
    anna = server.guest("Anna", "de")
    table = anna.open_table("me", "me", start=True)
    path = f"/api/tables/{table}/moves"
    anna.ask("POST", path, body={"move_id": "1", "seq": 0, "text": "keep 1 2", "seat": 0})
    anna.ask("POST", path, body={"move_id": "2", "seq": 1, "text": "keep 1 2", "seat": 1})
    late = {"move_id": "3", "seq": 1, "text": "draw", "seat": 0}
    assert anna.ask("POST", path, 409, late)["code"] == "stale"


def test_payments_and_reasons_are_told(server: Server) -> None:
    anna = server.guest("Anna", "de")
    table = anna.open_table("me", "me", start=True)
    path = f"/api/tables/{table}"
    for seat in (0, 1):
        body = {"move_id": f"{seat}", "seq": seat, "text": "keep 1 2", "seat": seat}
        anna.ask("POST", f"{path}/moves", body=body)
    moves = anna.ask("GET", f"{path}/view?seat=0")["view"]["moves"]
    claim = next(move for move in moves if move["move"] == "claim")
    ask = {"id": "a", "kind": "claim", "target": claim["route"], "seat": 0}
    answer = anna.ask("POST", f"{path}/payments", body=ask)
    assert answer["id"] == "a"
    assert claim["cards"] in answer["payments"]
    assert anna.ask("POST", f"{path}/why", body={"id": "b", "move": claim})["problem"] is None
    wrong = {**claim, "cards": {"locomotive": 9}}
    reason = anna.ask("POST", f"{path}/why", body={"id": "c", "move": wrong})["problem"]
    assert reason["code"]
    assert reason["text"]


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("board", boards())
def test_a_board_is_told_with_all_that_a_page_needs(
    server: Server, board: str, language: str
) -> None:
    sheet = server.client().get(f"/api/boards/{board}", params={"language": language}).json()
    cities = {city["id"] for city in sheet["cities"]}
    assert {end for route in sheet["routes"] for end in (route["a"], route["b"])} <= cities
    assert all(set(stop) <= cities for ticket in sheet["tickets"] for stop in ticket["stops"])
    assert all(named["name"] for named in (*sheet["tickets"], *sheet["routes"], *sheet["cards"]))
    assert len(sheet["player_colours"]) == 5
    assert sheet["rules"]["wagons"] > 0


def test_variants_of_a_board_have_other_tickets(server: Server) -> None:
    client = server.client()
    usual = client.get("/api/boards/usa").json()
    mega = client.get("/api/boards/usa", params={"variant": "mega"}).json()
    assert len(mega["tickets"]) > len(usual["tickets"])
    assert client.get("/api/boards/usa", params={"variant": "none"}).status_code == 404


def test_boards_bots_and_words_come_in_both_languages(server: Server) -> None:
    german = server.client(headers={"accept-language": "de"})
    english = server.client()
    for path in ("/api/boards", "/api/bots"):
        assert german.get(path).json() != english.get(path).json()
    words = german.get("/api/words/de").json()
    assert words["count.points"] == ["{count} Punkt", "{count} Punkte"]
    assert not any(key.startswith("cli.") for key in words)
    assert words.keys() == english.get("/api/words/en").json().keys()


def test_what_is_known_already_is_not_sent_again(server: Server) -> None:
    client = server.client()
    first = client.get("/api/boards/europe")
    assert first.headers["content-encoding"] == "gzip"
    again = client.get("/api/boards/europe", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_board_is_drawn(server: Server) -> None:
    client = server.client()
    assert client.get("/api/boards/usa/drawing").json()["board"] == "usa"
    ground = client.get("/api/boards/usa/drawing.svg", params={"language": "de"})
    assert 'data-part="' in ground.text
    picture = client.get("/api/boards/usa/picture", params={"theme": "night"})
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<svg")
    assert client.get("/api/boards/usa/picture", params={"theme": "x"}).status_code == 400


def test_the_description_names_every_address_and_how_refusals_look(server: Server) -> None:
    described = server.client().get("/api/openapi.json").json()
    assert "/api/tables/{table}/moves" in described["paths"]
    for path in described["paths"].values():
        for operation in path.values():
            assert "default" in operation["responses"], operation
    assert "Problem" in described["components"]["schemas"]


def test_figures_are_counted(server: Server) -> None:
    client = server.client()
    client.get("/api/boards")
    page = client.get("/metrics").text
    assert 'stellwerk_requests_total{method="GET",route="/api/boards",status="200"}' in page
    assert "stellwerk_sockets" in page
