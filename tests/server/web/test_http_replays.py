import json
from collections.abc import Callable
from random import Random

import pytest

from stellwerk.game import Game
from stellwerk.server.sandbox import client
from stellwerk.server.turns import Turns
from tests.server.web.serving import Server


def record(board: str = "lesson", steps: int = 10_000) -> bytes:
    """Return the record of a game of random moves."""
    game, dice = Game.new(board, 2, 3), Random(3)
    while not game.over and game.seq < steps:
        game.play(dice.choice(game.legal_moves()), at=1.0)
    return game.record().to_json()


def test_a_record_comes_back_step_by_step(server: Server) -> None:
    answer = server.client().post("/api/replays?seat=1", content=record())
    assert answer.status_code == 200
    assert answer.headers["content-encoding"] == "gzip"
    shown = answer.json()
    assert shown["seat"] == 1
    assert shown["steps"][0]["events"][0]["code"] == "started"
    assert shown["steps"][-1]["view"]["outcome"]["final"]


def test_a_damaged_record_is_refused_with_the_place(server: Server) -> None:
    damaged = json.loads(record(steps=8))
    damaged["entries"][4]["seq"] = 9
    client = server.client(headers={"Accept-Language": "de"})
    answer = client.post("/api/replays", json=damaged)
    assert answer.status_code == 400
    assert answer.json()["code"] == "number"
    assert "entries[4]" in answer.json()["text"]


def test_a_file_that_is_too_large_is_refused(server: Server) -> None:
    answer = server.client().post("/api/replays", content=b" " * (1 << 20 | 1))
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_playing_on_needs_a_guest_and_opens_a_table(server: Server) -> None:
    path = "/api/replays/table?seat=0&step=12&bot=random"
    assert server.client().post(path, content=record()).json()["code"] == "no_guest"
    anna = server.guest("Anna")
    answer = anna.client.post(path, content=record())
    assert answer.status_code == 201
    table = answer.json()
    assert table["status"] == "playing"
    assert [seat["you"] for seat in table["seats"]] == [True, False]
    assert anna.ask("GET", f"/api/tables/{table['id']}/view")["seat"] == 0


def test_replays_are_counted(serve: Callable[..., Server]) -> None:
    server = serve(replays_per_minute=2.0)
    client, text = server.client(), record(steps=4)
    codes = [client.post("/api/replays", content=text).status_code for _ in range(3)]
    assert codes == [200, 200, 429]


def test_whoever_cannot_unzip_gets_the_same_replay(server: Server) -> None:
    text = record()
    zipped = server.client().post("/api/replays", content=text)
    plain = server.client(headers={"Accept-Encoding": "identity"}).post(
        "/api/replays", content=text
    )
    assert "content-encoding" not in plain.headers
    assert plain.json() == zipped.json()


def test_a_full_queue_asks_to_come_back(
    serve: Callable[..., Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "Turns", lambda: Turns(0, waiting=0))
    answer = serve().client().post("/api/replays", content=record(steps=4))
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert int(answer.headers["retry-after"]) > 0
