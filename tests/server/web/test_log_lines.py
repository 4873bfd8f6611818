import io
import json
import logging
from collections.abc import Callable, Iterator

import pytest
import structlog

from stellwerk.server import logs
from stellwerk.server.service.tables import Tables
from stellwerk.server.service.watch import Watch
from stellwerk.server.web.socket import FAILED
from tests.server.web.serving import Server


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """What the server logs when it logs as much as it can; afterwards all is as before."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    stream = io.StringIO()
    logs.configure(json=True, verbose=True, stream=stream)
    yield stream
    root.handlers = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def test_requests_are_logged_by_route_and_time_but_without_secrets(
    stream: io.StringIO, serve: Callable[..., Server]
) -> None:
    server = serve()
    host = server.guest("Anna")
    transfer = host.ask("POST", "/api/me/transfer", 201)["token"]
    server.client().post(f"/api/transfer/{transfer}")
    table = host.open_table("program", "greedy", start=True)
    token = host.ask("POST", f"/api/tables/{table}/token", 201, {"seat": 0})["token"]
    bearer = {"authorization": f"Bearer {token}"}
    with server.socket(f"/ws/tables/{table}", bearer) as talk:
        talk.send(type="resume")
        moves = talk.next("update")["view"]["moves"]
        talk.send(type="move", move_id="my-own-move-id", seq=0, move=moves[0])
        talk.send(type="nonsense", text="what-i-typed")
        talk.next("refused")
    with server.socket(f"/ws/tables/{table}", {"authorization": "Bearer wrong-token"}) as talk:
        talk.end()
    text = stream.getvalue()
    cookie = host.client.cookies["stellwerk"]
    ticket = moves[0]["tickets"][0]
    for secret in (cookie, transfer, token, "wrong-token", "what-i-typed", ticket, table):
        assert secret not in text
    lines = [json.loads(line) for line in text.splitlines()]
    redeemed = next(line for line in lines if line.get("route") == "/api/transfer/{token}")
    assert redeemed["status"] == 200
    assert redeemed["request"]
    assert redeemed["milliseconds"] > 0
    assert any(line.get("route") == "/api/tables/{table}/token" for line in lines)
    assert not [line for line in lines if line["level"] == "error"]


def test_the_code_of_a_table_stands_in_no_line_when_something_fails(
    stream: io.StringIO, serve: Callable[..., Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve()
    host = server.guest("Anna")
    table = host.open_table("me", "open")

    async def fail(_: object, __: object, name: str, *___: object) -> None:
        raise RuntimeError(f"Key (table_id)=({name}) is not present, nor is KRAN-7F3QK")

    monkeypatch.setattr(Tables, "info", fail)
    monkeypatch.setattr(Watch, "messages", fail)
    host.ask("GET", f"/api/tables/{table}", 500)
    with host.sit(table) as talk:
        assert talk.end() == FAILED
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert {"failed", "socket failed"} <= {line["event"] for line in lines}
    assert next(line for line in lines if line.get("status") == 500)["route"] == (
        "/api/tables/{table}"
    )
    assert table not in stream.getvalue()
    assert "KRAN-7F3QK" not in stream.getvalue()
