"""Half requests, deaf readers and empty frames do not hold the server up."""

import asyncio
import socket
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress

import pytest
from websockets.frames import Frame, Opcode

from tests.server import flooding
from tests.server.web.serving import Server

HEAD = "POST /api/me HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\n"


def test_half_requests_are_ended(serve: Callable[..., Server]) -> None:
    server = serve(request_seconds=0.5)
    flood = asyncio.run(flooding.half_requests(server.address, 20, 10))
    assert flood.ends == {"closed": 20}
    assert flood.received > 0  # each was told that it was late


def test_a_request_that_drips_is_ended_too(serve: Callable[..., Server]) -> None:
    server = serve(request_seconds=0.5)
    begin = time.monotonic()
    flood = asyncio.run(flooding.half_requests(server.address, 5, 10, drip=0.1))
    assert flood.ends == {"closed": 5}
    assert time.monotonic() - begin < 5


def _talk(server: Server, *parts: bytes, pause: float = 0.0) -> bytes:
    host, _, port = server.address.removeprefix("http://").rpartition(":")
    with socket.create_connection((host, int(port)), timeout=20) as line:
        for part in parts:
            line.sendall(part)
            time.sleep(pause)
        answer = b""
        while data := line.recv(65_536):
            answer += data
    return answer


def test_a_body_that_never_comes_is_not_waited_for(serve: Callable[..., Server]) -> None:
    server = serve(request_seconds=0.5)
    answer = _talk(server, f'{HEAD}content-length: 100\r\n\r\n{{"name"'.encode())
    assert answer.startswith(b"HTTP/1.1 408")
    page = server.client().get("/metrics").text
    assert 'status="500"' not in page  # it was no fault of ours
    assert 'stellwerk_requests_total{method="POST",route="/api/me",status="400"}' in page


def test_a_silent_connection_is_closed(serve: Callable[..., Server]) -> None:
    assert _talk(serve(request_seconds=0.5)) == b""


def test_a_second_request_has_its_own_time(serve: Callable[..., Server]) -> None:
    server = serve(request_seconds=1.0)
    ask = b"GET /healthz HTTP/1.1\r\nhost: here\r\n\r\n"
    last = ask.replace(b"\r\n\r\n", b"\r\nconnection: close\r\n\r\n")
    answer = _talk(server, ask, ask, last, pause=0.7)
    assert answer.count(b"HTTP/1.1 200") == 3


def test_an_address_has_so_many_connections(serve: Callable[..., Server]) -> None:
    server = serve(connections_per_address=20, request_seconds=3.0)
    flood = asyncio.run(flooding.half_requests(server.address, 50, 1.0))
    assert flood.ends["closed"] >= 29  # the client of the test has one, too
    assert flood.ends["open"] <= 20


def test_connections_that_end_make_room(serve: Callable[..., Server]) -> None:
    server = serve(connections_per_address=10)
    ask = flooding.request("GET", "/healthz")
    flood = asyncio.run(flooding.ask(server.address, [ask] * 100, at_once=5))
    assert flood.ends == {"http 200": 100}
    with ExitStack() as sockets:  # these are counted as sockets
        for _ in range(15):
            sockets.enter_context(server.socket("/ws/me"))
        assert server.client().get("/healthz").status_code == 200


def test_who_does_not_read_is_cut_off(serve: Callable[..., Server]) -> None:
    server = serve(request_seconds=0.5, message_burst=100_000)
    anna = server.guest()
    table = anna.open_table("me", "greedy", start=True)
    path = f"/ws/tables/{table}"
    flood = asyncio.run(
        flooding.deaf_sockets(server.address, path, 1, anna.cookie, 40.0, pause=0.001)
    )
    assert flood.ends == {"closed": 1}


@pytest.mark.parametrize("opcode", [Opcode.PING, Opcode.CONT])
def test_frames_that_are_no_messages_are_counted(
    serve: Callable[..., Server], opcode: Opcode
) -> None:
    server = serve(messages_per_second=1.0, message_burst=20)
    with server.socket("/ws/me") as talk:
        line = talk.connection.socket
        frame = Frame(opcode, b"", fin=opcode is Opcode.PING)
        if opcode is Opcode.CONT:
            line.sendall(Frame(Opcode.TEXT, b"", fin=False).serialize(mask=True))
        sent = 0
        with suppress(OSError):
            while sent < 5_000:
                line.sendall(frame.serialize(mask=True))
                sent += 1
                time.sleep(0.0005)
        assert 20 <= sent < 5_000  # the line was cut
