"""Several workers behind one address, as a process of its own with real PostgreSQL and Redis."""

import contextlib
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from stellwerk.server.settings import Settings
from tests.server.web.serving import PATIENCE, Server


@pytest.mark.slow
@pytest.mark.long
def test_workers_share_tables_hints_and_figures(
    tmp_path: Path, postgres_url: str, redis_url: str
) -> None:
    command = [sys.executable, "-m", "stellwerk", "serve", "--port", "0", "--workers", "2"]
    process = subprocess.Popen(
        [*command, "--db", postgres_url, "--redis", redis_url],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "STELLWERK_DATA": str(tmp_path), "LANG": "C"},
        start_new_session=True,  # so that its workers can be ended with it
    )
    assert process.stdout is not None
    try:
        lines = (re.search(r"http://\S+", line) for line in process.stdout)
        found = next(filter(None, lines))  # before it, the rules may have to be compiled
        server = Server(found.group(), Settings())
        anna = server.guest("Anna")
        table = anna.open_table("me", "greedy", start=True)
        with anna.sit(table) as talk:
            update = talk.next("update")
            move = {"move_id": "1", "seq": update["seq"], "text": "keep 1 2"}
            # Each client has a connection of its own, so any worker may answer.
            told = [server.client().get(f"/api/tables/{table}").status_code for _ in range(8)]
            assert told == [200] * 8
            answer = anna.client.post(f"/api/tables/{table}/moves", json=move)
            assert answer.status_code in (200, 409), answer.text
            while talk.next("update")["seq"] <= update["seq"]:
                continue  # somebody came or went
            page = server.client().get("/metrics").text
            assert 'route="/api/tables/{table}",status="200"} 8.0' in page
        for client in server.clients:
            client.close()
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, errors
        assert "Traceback" not in errors
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
