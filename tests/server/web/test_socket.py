import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from stellwerk.server.web.socket import NOT_KNOWN
from tests.server.web.serving import Guest, Server, Talk


def play(talk: Talk, seats: set[int], wish: Callable[[Any], Any] = lambda moves: moves[0]) -> Any:
    """Play these seats to the end; return the last update."""
    number, decided = 0, -1
    while True:
        update = talk.next("update")
        view = update["view"]
        if view["outcome"] is not None:
            return update
        if update["seat"] in view["pending"] and update["seq"] > decided:
            assert update["seat"] in seats
            number, decided = number + 1, update["seq"]
            move = wish(view["moves"])
            move_id = f"{update['seat']}-{number}"
            talk.send(type="move", move_id=move_id, seq=update["seq"], move=move)
            assert talk.until("accepted", move_id=move_id)["seq"] > decided


def test_a_person_plays_a_whole_game_against_a_bot(server: Server) -> None:
    anna = server.guest("Anna", "de")
    table = anna.open_table("me", "greedy", start=True)
    with anna.sit(table) as talk:
        first = talk.next()
        assert first["type"] == "table"
        assert first["table"]["id"] == table
        end = play(talk, {0})
    assert end["view"]["phase"] == "over"
    assert end["events"][-1]["text"].startswith("Das Spiel ist zu Ende")
    assert anna.ask("GET", f"/api/tables/{table}")["status"] == "finished"


def test_the_answer_to_a_move_comes_before_what_it_brought(server: Server) -> None:
    anna = server.guest("Anna")
    table = anna.open_table("me", "greedy", start=True)
    with anna.sit(table) as talk:
        update = talk.next("update")
        for number in range(20):
            while update["seat"] not in update["view"]["pending"]:
                update = talk.next("update")
            move = update["view"]["moves"][0]
            talk.send(type="move", move_id=str(number), seq=update["seq"], move=move)
            early = []
            while (message := talk.next())["type"] != "accepted":
                early.append(message)
            assert all(told["seq"] < message["seq"] for told in early if told["type"] == "update")
            update = talk.next("update")


def test_a_program_plays_a_whole_game_with_its_token(server: Server) -> None:
    host = server.guest("Host")
    table = host.open_table("program", "random", start=True)
    token = host.ask("POST", f"/api/tables/{table}/token", 201, {"seat": 0})["token"]
    bearer = {"authorization": f"Bearer {token}"}
    with server.socket(f"/ws/tables/{table}", bearer) as talk:
        talk.send(type="resume")
        assert play(talk, {0})["seat"] == 0


def test_two_people_see_each_others_moves_but_not_their_cards(server: Server) -> None:
    anna, bela = server.guest("Anna"), server.guest("Béla")
    table = anna.open_table("me", "open")
    bela.ask("POST", f"/api/tables/{table}/join", body={})
    with anna.sit(table) as mine, bela.sit(table) as theirs:
        anna.ask("POST", f"/api/tables/{table}/start")
        seen, other = mine.next("update"), theirs.next("update")
        assert (seen["seat"], other["seat"]) == (0, 1)
        mine.send(type="move", move_id="1", seq=0, move=seen["view"]["moves"][0])
        told = theirs.until("update", seq=1)
        assert [event["code"] for event in told["events"]] == ["decided"]
        assert told["view"]["hand"] == other["view"]["hand"]
        assert "tickets" not in json.dumps(told["events"])


def test_a_spectator_without_a_cookie_sees_no_hand(server: Server) -> None:
    anna = server.guest("Anna")
    table = anna.open_table("me", "greedy", start=True)
    with server.socket(f"/ws/tables/{table}") as talk:
        talk.send(type="resume")
        update = talk.next("update")
        assert update["seat"] is None
        assert update["view"]["hand"] == {}
        assert update["view"]["moves"] == []
        talk.send(type="move", move_id="1", seq=0, text="draw")
        assert talk.next("refused")["problem"]["code"] == "not_seated"
        talk.send(type="say", text="Hallo")
        assert talk.next("refused")["problem"]["code"] == "no_guest"


def test_after_a_break_only_what_is_new_is_told(server: Server) -> None:
    anna = server.guest("Anna")
    table = anna.open_table("me", "me", start=True)
    for seat in (0, 1):
        body = {"move_id": f"{seat}", "seq": seat, "text": "keep 1 2", "seat": seat}
        anna.ask("POST", f"/api/tables/{table}/moves", body=body)
    with anna.sit(table, since=1) as talk:
        update = talk.next("update")
        assert update["since"] == 1
        assert {event["seq"] for event in update["events"]} == {2}
        talk.send(type="resume", since=-1)
        again = talk.until("update", since=-1)
        assert {event["seq"] for event in again["events"]} == {0, 1, 2}


def test_a_stale_move_gets_its_code_and_the_fresh_view(server: Server) -> None:
    anna = server.guest("Anna")
    table = anna.open_table("me", "me", start=True)
    with anna.sit(table) as talk:
        for seat in (0, 1):
            text = {"text": "keep 1 2", "seat": seat}
            talk.send(type="move", move_id=f"{seat}", seq=seat, **text)
            talk.until("accepted", move_id=f"{seat}")
        talk.until("update", seq=2, seat=1)
        talk.send(type="move", move_id="late", seq=1, text="draw", seat=0)
        refused = talk.next("refused")
        assert (refused["move_id"], refused["problem"]["code"]) == ("late", "stale")
        assert talk.next("update")["seq"] == 2


def test_a_wrong_move_is_refused_with_its_reason_and_nothing_happens(server: Server) -> None:
    anna = server.guest("Anna", "de")
    table = anna.open_table("me", "me", start=True)
    with anna.sit(table) as talk:
        talk.send(type="move", move_id="a", seq=0, text="keep 1", seat=0)
        refused = talk.next("refused")
        assert (refused["move_id"], refused["problem"]["code"]) == ("a", "keep_too_few")
        assert "Zielkarten" in refused["problem"]["text"]
    assert anna.ask("GET", f"/api/tables/{table}")["seq"] == 0


def test_questions_are_answered_with_their_id(server: Server) -> None:
    anna = server.guest("Anna")
    table = anna.open_table("me", "me", start=True)
    with anna.sit(table) as talk:
        for seat in (0, 1):
            talk.send(type="move", move_id=f"{seat}", seq=seat, text="keep 1 2", seat=seat)
        moves = talk.until("update", seq=2, seat=0)["view"]["moves"]
        claim = next(move for move in moves if move["move"] == "claim")
        talk.send(type="payments", id="p", kind="claim", target=claim["route"], seat=0)
        assert claim["cards"] in talk.until("payments", id="p")["payments"]
        talk.send(type="payments", id="q", kind="claim", target=claim["route"], seat=3)
        refused = talk.next("refused")
        assert (refused["move_id"], refused["problem"]["code"]) == ("q", "not_your_seat")
        talk.send(type="why", id="w", move=claim)
        assert talk.until("reason", id="w")["problem"] is None
        talk.send(type="routes", id="r", seat=0)
        assert claim["route"] not in talk.until("routes", id="r")["reasons"]
        talk.send(type="ping")
        assert talk.next("pong")["time"] > 0


def test_chat_reaches_everybody_at_the_table(server: Server) -> None:
    anna, bela = server.guest("Anna"), server.guest("Béla")
    table = anna.open_table("me", "open")
    with anna.sit(table) as mine, bela.sit(table) as theirs:
        mine.send(type="say", text="Hallo Béla")
        line = theirs.next("chat")["lines"][0]
        assert (line["name"], line["text"], line["you"]) == ("Anna", "Hallo Béla", False)
        assert mine.next("chat")["lines"][0]["you"]
    with bela.sit(table, chat=1) as later:
        assert later.next()["type"] == "table"
        later.send(type="ping")
        told = []
        while (message := later.next())["type"] != "pong":
            told.append(message["type"])
        assert "chat" not in told


def test_presence_is_told(server: Server) -> None:
    anna, bela = server.guest("Anna"), server.guest("Béla")
    table = anna.open_table("me", "open")
    bela.ask("POST", f"/api/tables/{table}/join", body={})

    def online(message: dict[str, Any]) -> list[bool]:
        return [seat["online"] for seat in message["table"]["seats"]]

    with anna.sit(table) as mine:
        with bela.sit(table):
            while online(mine.next("table")) != [True, True]:
                pass
        while online(mine.next("table")) != [True, False]:
            pass


@pytest.mark.parametrize(
    "message",
    [
        "",
        "{",
        "[]",
        "null",
        '{"type": "dance"}',
        '{"type": "move"}',
        '{"type": "move", "move_id": "", "seq": 0}',
        '{"type": "move", "move_id": "a", "seq": "x"}',
        '{"type": "move", "move_id": "a", "seq": 0, "more": 1}',
        '{"type": "move", "move_id": "a", "seq": 0, "move": {"move": "fly", "seat": 0}}',
        '{"type": "payments", "id": "a", "kind": "gift"}',
        '{"type": "say", "text": 5}',
        '{"type": "ping", "type": "pong"}',
        "[" * 4000,
        b"\xff\xfe",
        b"\x00",
    ],
)
def test_what_is_no_message_is_refused_and_the_talk_goes_on(
    server: Server, message: str | bytes
) -> None:
    anna = server.guest("Anna")
    table = anna.open_table("me", "greedy", start=True)
    with anna.sit(table) as talk:
        talk.connection.send(message)
        refused = talk.next("refused")
        assert (refused["move_id"], refused["problem"]["code"]) == (None, "bad_message")
        talk.send(type="ping")
        assert talk.next("pong")


def test_a_message_that_is_too_large_ends_the_talk(server: Server) -> None:
    anna = server.guest("Anna")
    table = anna.open_table("me", "open")
    with anna.sit(table) as talk:
        talk.send(type="say", text="x" * 10_000)
        assert talk.end() == 1009


@pytest.mark.parametrize(
    ("path", "headers", "first", "code", "problem"),
    [
        ("NONE", {}, {"type": "resume"}, 4404, "no_table"),
        ("OWN", {"authorization": "Bearer x"}, {"type": "resume"}, 4401, "bad_token"),
        ("OWN", {}, {"type": "ping"}, 4400, "resume_first"),
        ("OWN", {}, {"type": "dance"}, 4400, "bad_message"),
    ],
)
def test_a_talk_that_cannot_begin_is_ended_with_a_code_and_a_sentence(
    server: Server,
    path: str,
    headers: dict[str, str],
    first: dict[str, Any],
    code: int,
    problem: str,
) -> None:
    own = server.guest().open_table("me", "open")
    table = own if path == "OWN" else path
    with server.socket(f"/ws/tables/{table}", headers) as talk:
        with suppress(ConnectionClosed):  # some are refused before they have said anything
            talk.send(**first)
        refused = talk.next("refused")["problem"]
        assert refused["code"] == problem
        assert refused["text"]
        assert talk.end() == code


@pytest.mark.parametrize(
    ("path", "headers"),
    [("/ws/nothing", {}), ("/ws/tables", {}), ("/ws/me", {"authorization": "Bearer x"})],
)
def test_a_socket_that_leads_nowhere_is_not_opened(
    server: Server, path: str, headers: dict[str, str]
) -> None:
    with pytest.raises(InvalidStatus) as refused, server.socket(path, headers):
        pass
    assert refused.value.response.status_code in (403, 404)


def test_the_lobby_tells_when_lists_change(server: Server) -> None:
    anna, bela = server.guest("Anna"), server.guest("Béla")
    with server.socket("/ws/me", bela.cookie) as talk, server.socket("/ws/me") as stranger:
        for each in (talk, stranger):
            # A socket that is answered listens: the ping is answered by the protocol itself.
            each.connection.ping().wait(10)
        table = anna.open_table("me", "open", public=True)
        assert talk.until("changed", what="lobby")
        assert stranger.until("changed", what="lobby")
        bela.ask("POST", f"/api/tables/{table}/join", body={})
        assert talk.until("changed", what="tables")


def test_a_finished_table_can_still_be_watched(server: Server) -> None:
    anna = server.guest("Anna")
    table = anna.open_table("me", "me", start=True)
    anna.ask("POST", f"/api/tables/{table}/agree", body={"seat": 0})
    anna.ask("POST", f"/api/tables/{table}/agree", body={"seat": 1})
    with server.socket(f"/ws/tables/{table}") as talk:
        talk.send(type="resume")
        assert talk.next("update")["view"]["outcome"] is not None


def test_one_guest_plays_both_seats_over_one_socket(server: Server) -> None:
    anna: Guest = server.guest("Anna")
    table = anna.open_table("me", "me", start=True)
    with anna.sit(table) as talk:
        end = play(talk, {0, 1}, lambda moves: moves[len(moves) // 2])
    assert end["view"]["phase"] == "over"


@pytest.mark.parametrize("path", ["/ws/me", "/ws/tables/{table}"])
def test_sockets_of_a_deleted_guest_end(server: Server, path: str) -> None:
    guest = server.guest("Anna")
    table = guest.open_table("me", "open")
    with server.socket(path.format(table=table), guest.cookie) as talk:
        if "tables" in path:
            talk.send(type="resume")
            talk.next("table")
        else:  # it is known to listen once it has told something
            guest.ask("POST", f"/api/tables/{table}/close")
            talk.next("changed")
        guest.ask("DELETE", "/api/me", 204)
        assert talk.end() == NOT_KNOWN


def test_whoever_was_deleted_watches_as_a_stranger(server: Server) -> None:
    guest, other = server.guest("Anna"), server.guest("Béla")
    cookie = guest.cookie
    table = other.open_table("me", "open")
    guest.ask("DELETE", "/api/me", 204)
    with server.socket(f"/ws/tables/{table}", cookie) as talk:
        talk.send(type="resume")
        assert not talk.next("table")["table"]["host"]
        talk.send(type="say", text="it is me")
        assert talk.next("refused")["problem"]["code"] == "no_guest"
