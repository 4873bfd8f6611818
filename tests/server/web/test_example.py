"""The example bot plays a whole game as a process of its own."""

import subprocess
import sys
from pathlib import Path

from tests.server.web.serving import Server

EXAMPLE = Path(__file__).parents[3] / "examples" / "bot_client.py"


def test_the_example_bot_plays_to_the_end_and_tells_its_points(server: Server) -> None:
    host = server.guest("Host")
    table = host.open_table("greedy", "program", board="usa", start=True)
    token = host.ask("POST", f"/api/tables/{table}/token", 201, {"seat": 1})["token"]
    played = subprocess.run(
        [sys.executable, str(EXAMPLE), server.address, table, token],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert played.returncode == 0, played.stderr
    assert played.stderr == ""
    outcome = host.ask("GET", f"/api/tables/{table}/view")["view"]["outcome"]
    assert played.stdout == f"{outcome['seats'][1]['total']} points\n"
