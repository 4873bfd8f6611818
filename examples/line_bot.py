"""A bot that speaks JSON lines on standard input and output, and needs nothing but Python.

    stellwerk arena --bots "planner,cmd:python examples/line_bot.py" --board lesson

docs/bot-api.md tells what can be sent and what comes back.
"""

import json
import sys
from typing import Any


def choose(view: dict[str, Any], lengths: dict[str, int]) -> Any:
    """Decide: the longest route that can be had, otherwise the first thing possible."""
    claims = [move for move in view["moves"] if move["move"] == "claim"]
    if claims:
        return max(claims, key=lambda move: lengths[move["route"]])
    return view["moves"][0]


def main() -> None:
    """Answer line by line until the game is over."""
    lengths: dict[str, int] = {}
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            lengths = {route["id"]: route["length"] for route in message["board"]["routes"]}
            answer = {"type": "hello", "protocol": 1}
        elif message["type"] == "decision":
            answer = {"type": "move", "move": choose(message["view"], lengths)}
        else:
            break
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
