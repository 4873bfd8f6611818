"""A program's token opens the seat that the program has, as long as it has it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.web.serving import Guest, Server, Talk

Change = Callable[[Guest, str], object]


def token_of(host: Guest, table: str, seat: int) -> dict[str, str]:
    """Return the header with a new token for a seat."""
    token = host.ask("POST", f"/api/tables/{table}/token", 201, {"seat": seat})["token"]
    return {"authorization": f"Bearer {token}"}


@contextmanager
def program(server: Server, table: str, header: dict[str, str]) -> Iterator[Talk]:
    """Open the socket of a program."""
    with server.socket(f"/ws/tables/{table}", header) as talk:
        talk.send(type="resume")
        yield talk


def refusals(client: httpx.Client, table: str) -> set[tuple[int, str]]:
    """Return how everything is refused that a program can ask for."""
    at = f"/api/tables/{table}"
    move = {"type": "move", "move_id": "x", "seq": 0, "text": "draw"}
    answers = [
        client.get(at),
        client.get(f"{at}/view"),
        client.get(f"{at}/record"),
        client.post(f"{at}/moves", json=move),
        client.post(f"{at}/payments", json={"type": "payments", "id": "x", "kind": "claim"}),
        client.post(f"{at}/leave", json={}),
        client.post(f"{at}/take-back", json={"seat": 1}),
        client.post(f"{at}/agree", json={}),
    ]
    return {(answer.status_code, answer.json()["code"]) for answer in answers}


def wish(holder: str, **more: str) -> Change:
    """Return what gives seat 1 to somebody else before the start."""

    def change(host: Guest, table: str) -> None:
        body = {"seat": 1, "wish": {"holder": holder, **more}}
        host.ask("POST", f"/api/tables/{table}/seat", 200, body)

    return change


def kick(host: Guest, table: str) -> None:
    host.ask("POST", f"/api/tables/{table}/kick", 200, {"seat": 1})


def renew(host: Guest, table: str) -> None:
    token_of(host, table, 1)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(wish("open"), id="open"),
        pytest.param(wish("me"), id="me"),
        pytest.param(wish("bot", bot="greedy"), id="bot"),
        pytest.param(wish("program"), id="another program"),
        pytest.param(kick, id="kick"),
        pytest.param(renew, id="a new token"),
    ],
)
def test_a_token_ends_with_its_seat(server: Server, change: Change) -> None:
    host = server.guest()
    table = host.open_table("me", "program")
    old = token_of(host, table, 1)
    with program(server, table, old) as talk:
        seats = talk.next("table")["table"]["seats"]
        while not seats[1]["online"]:
            seats = talk.next("table")["table"]["seats"]
        assert [seat["you"] for seat in seats] == [False, True]
        change(host, table)
        refused = talk.next()
        assert (refused["type"], refused["problem"]["code"]) == ("refused", "token_ended")
        assert talk.end() == 4401
    assert refusals(server.client(headers=old), table) == {(401, "bad_token")}


def test_an_old_token_never_opens_the_hand_of_a_person(server: Server) -> None:
    host, bob = server.guest("Anna"), server.guest("Bob")
    table = host.open_table("me", "program")
    old = token_of(host, table, 1)
    wish("open")(host, table)
    bob.ask("POST", f"/api/tables/{table}/join", 200, {})
    host.ask("POST", f"/api/tables/{table}/start")
    assert refusals(server.client(headers=old), table) == {(401, "bad_token")}
    with server.socket(f"/ws/tables/{table}", old) as talk:
        assert talk.next()["problem"]["code"] == "bad_token"
        assert talk.end() == 4401
    assert bob.ask("GET", f"/api/tables/{table}/view")["seat"] == 1


def test_a_token_goes_along_when_seats_are_shuffled(server: Server) -> None:
    host = server.guest("Anna")
    places = set()
    for _ in range(12):
        table = host.open_table("me", "program", "program", "greedy", shuffle_seats=True)
        headers = [token_of(host, table, seat) for seat in (1, 2)]
        with (
            program(server, table, headers[0]) as first,
            program(server, table, headers[1]) as second,
        ):
            host.ask("POST", f"/api/tables/{table}/start")
            seats = host.ask("GET", f"/api/tables/{table}")["seats"]
            named = {seat["name"]: seat["seat"] for seat in seats}
            for talk, header, name in (
                (first, headers[0], "Program"),
                (second, headers[1], "Program 2"),
            ):
                assert talk.next("update")["seat"] == named[name]
                view = server.client(headers=header).get(f"/api/tables/{table}/view").json()
                assert view["seat"] == view["view"]["seat"] == named[name]
        places.add(named["Program"])
    assert len(places) > 1


def test_a_running_program_ends_with_the_renewal_of_its_token(server: Server) -> None:
    host = server.guest("Anna")
    table = host.open_table("program", "greedy", start=True)
    old = token_of(host, table, 0)
    with program(server, table, old) as talk:
        view = talk.next("update")["view"]
        new = token_of(host, table, 0)
        with suppress(ConnectionClosed):  # it may have been closed by now
            talk.send(type="move", move_id="late", seq=view["seq"], move=view["moves"][0])
        refused = talk.next("refused")["problem"]
        assert refused["code"] == "token_ended"
        assert talk.end() == 4401
    assert host.ask("GET", f"/api/tables/{table}")["seq"] == view["seq"]
    with program(server, table, new) as talk:
        view = talk.next("update")["view"]
        talk.send(type="move", move_id="mine", seq=view["seq"], move=view["moves"][0])
        assert talk.next("accepted")["move_id"] == "mine"


def test_a_token_of_another_table_opens_nothing_here(server: Server) -> None:
    host = server.guest("Anna")
    table, other = host.open_table("program", "greedy"), host.open_table("me", "greedy", start=True)
    header = token_of(host, table, 0)
    answer = server.client(headers=header).get(f"/api/tables/{other}/view").json()
    assert answer["seat"] is None
