"""The example bot plays as a process of its own."""

import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from websockets.sync.server import ServerConnection, serve

from tests.server.web.serving import Server

EXAMPLE = Path(__file__).parents[3] / "examples" / "bot_client.py"


def _run(address: str, table: str, token: str) -> str:
    """Let the bot play, and return what it has printed."""
    command = [sys.executable, str(EXAMPLE), address, table, token]
    played = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert played.returncode == 0, played.stderr
    assert played.stderr == ""
    return played.stdout


def test_the_example_bot_plays_to_the_end_and_tells_its_points(server: Server) -> None:
    host = server.guest("Host")
    table = host.open_table("greedy", "program", board="usa", start=True)
    token = host.ask("POST", f"/api/tables/{table}/token", 201, {"seat": 1})["token"]
    told = _run(server.address, table, token)
    outcome = host.ask("GET", f"/api/tables/{table}/view")["view"]["outcome"]
    assert told == f"{outcome['seats'][1]['total']} points\n"


def test_the_example_bot_decides_once_while_others_decide_too() -> None:
    """A server that answers late tells of somebody else's choice in the meantime."""
    heard: list[dict[str, Any]] = []
    seen: dict[str, Any] = {"seat": 1, "pending": [0, 1], "moves": [{"move": "keep"}]}

    def play(socket: ServerConnection) -> None:
        def hear() -> None:
            heard.append(json.loads(socket.recv(timeout=60)))

        def update(seq: int, outcome: Any = None, **view: Any) -> None:
            view = {**seen, **view, "outcome": outcome}
            socket.send(json.dumps({"type": "update", "seq": seq, "view": view}))

        def accept(seq: int) -> None:
            answer = {"type": "accepted", "move_id": heard[-1]["move_id"], "seq": seq}
            socket.send(json.dumps(answer))

        hear()
        update(0)
        hear()
        update(1, pending=[1])
        accept(2)
        update(2)
        hear()
        update(3)
        accept(3)
        hear()
        accept(4)
        update(4, outcome={"seats": [{}, {"total": 7}]})

    with serve(play, "127.0.0.1", 0) as scripted:
        thread = threading.Thread(target=scripted.serve_forever)
        thread.start()
        try:
            port = scripted.socket.getsockname()[1]
            assert _run(f"http://127.0.0.1:{port}", "TABLE", "token") == "7 points\n"
        finally:
            scripted.shutdown()
            thread.join()
    assert [message.get("seq") for message in heard] == [None, 0, 2, 3]
