"""A bot that plays a whole game over WebSocket, with the token of its seat.

    python examples/bot_client.py http://127.0.0.1:8000 TABLE TOKEN

It needs the package `websockets`. docs/bot-api.md tells what can be sent and what comes back, and
how long to wait when the server says that something was too much.
"""

import json
import sys
import uuid
from typing import Any

from websockets.sync.client import connect


def choose(view: dict[str, Any]) -> Any:
    """Decide: claim the longest route that can be had, otherwise the first thing possible."""
    claims = [move for move in view["moves"] if move["move"] == "claim"]
    return max(claims or view["moves"], key=lambda move: sum(move.get("cards", {}).values()))


def play(server: str, table: str, token: str) -> int:
    """Play until the game is over; return the points."""
    address = f"{server.replace('http', 'ws', 1)}/ws/tables/{table}"
    with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
        socket.send(json.dumps({"type": "resume"}))
        view: dict[str, Any] = {}
        seq = decided = -1
        waiting = False  # for the answer to a move: others may decide in the meantime
        for text in socket:
            message = json.loads(text)
            if message["type"] == "update":
                view, seq = message["view"], message["seq"]
                if view["outcome"]:
                    return int(view["outcome"]["seats"][view["seat"]]["total"])
            elif message["type"] == "accepted":
                decided, waiting = message["seq"] - 1, False
            elif message["type"] == "refused":
                print(message["problem"]["text"], file=sys.stderr)
                waiting = False
            if not waiting and seq > decided and view["seat"] in view["pending"]:
                move = {"type": "move", "move_id": uuid.uuid4().hex, "seq": seq}
                socket.send(json.dumps({**move, "move": choose(view)}))
                decided, waiting = seq, True
    raise SystemExit("The server went away.")


if __name__ == "__main__":
    print(play(*sys.argv[1:4]), "points")
