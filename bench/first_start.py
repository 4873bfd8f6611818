"""``python -m bench.first_start [--runs 3]``: ``stellwerk play`` where nothing was ever compiled.

Seconds from the command to a page one can look at, to a first move that is made, and to the answer
of the bots. Each run has an empty cache and an empty data folder.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import httpx
from rich.console import Console
from rich.table import Table

from bench.table import commit
from tests.server.programs import free_port

PAGE, MOVE = 3.0, 20.0
"""Seconds that a page and a first move may take."""
LOOKED_AT: Final = ("/", "/api/words/en", "/api/me", "/api/boards", "/api/bots", "/api/readiness")
_PATIENCE: Final = 300.0
_AGAIN: Final = 0.02


@contextmanager
def started(folder: Path) -> Iterator[httpx.Client]:
    """Start the game as on a new machine; yield somebody who asks it."""
    port = free_port()
    surroundings = {
        **os.environ,
        "STELLWERK_CACHE": str(folder / "cache"),
        "STELLWERK_DATA": str(folder / "data"),
        "BROWSER": "true",
    }
    command = (sys.executable, "-m", "stellwerk", "play", "--port", str(port))
    process = subprocess.Popen(command, env=surroundings, stdout=subprocess.DEVNULL)
    base = f"http://127.0.0.1:{port}"
    try:
        with httpx.Client(base_url=base, timeout=_PATIENCE, headers={"origin": base}) as client:
            yield client
    finally:
        process.terminate()
        process.wait(_PATIENCE)


def seconds() -> tuple[float, float, float]:
    """Return when the page was there, the first move was made, and all bots had answered."""
    with tempfile.TemporaryDirectory(prefix="stellwerk-first-") as folder:
        began = time.perf_counter()
        with started(Path(folder)) as client:
            _wait_for(client)
            for path in LOOKED_AT:
                client.get(path).raise_for_status()
            page = time.perf_counter() - began
            table = _sit_down(client)
            _keep_tickets(client, table)
            move = time.perf_counter() - began
            while _view(client, table)["phase"] != "turn":
                time.sleep(_AGAIN)
            return page, move, time.perf_counter() - began


def _wait_for(client: httpx.Client) -> None:
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        try:
            client.get("/healthz")
            return
        except httpx.ConnectError:
            time.sleep(_AGAIN)
    raise TimeoutError("nothing answers")


def _sit_down(client: httpx.Client) -> str:
    client.post("/api/me", json={"name": "Ada", "language": "en"}).raise_for_status()
    bot = {"holder": "bot", "bot": "planner"}
    wish = {"board": "usa", "seats": [{"holder": "me"}, bot, bot], "start": True}
    table: str = client.post("/api/tables", json=wish).raise_for_status().json()["id"]
    return table


def _keep_tickets(client: httpx.Client, table: str) -> None:
    offered = [each["ticket"] for each in _view(client, table)["offer"]["tickets"]]
    keep = {"move": "keep", "seat": 0, "tickets": offered}
    sent = {"move_id": uuid.uuid4().hex, "seq": 0, "move": keep}
    client.post(f"/api/tables/{table}/moves", json=sent).raise_for_status()


def _view(client: httpx.Client, table: str) -> Any:
    return client.get(f"/api/tables/{table}/view").raise_for_status().json()["view"]


def main() -> None:
    """Measure several first starts, and tell whether each was quick enough."""
    parser = argparse.ArgumentParser(prog="python -m bench.first_start", description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    runs = parser.parse_args().runs
    shown = Table(title="The first start on a machine, in seconds")
    for name in ("run", f"page (at most {PAGE:g})", f"first move ({MOVE:g})", "bots", ""):
        shown.add_column(name, justify="right")
    for run in range(1, runs + 1):
        page, move, bots = seconds()
        held = "holds" if page <= PAGE and move <= MOVE else "missed"
        shown.add_row(str(run), f"{page:.2f}", f"{move:.1f}", f"{bots:.1f}", held)
    console = Console()
    console.print(shown)
    console.print(f"commit {commit()}")


if __name__ == "__main__":
    main()
