"""`stellwerk serve` and `stellwerk play` as processes of their own."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.cli.running import Runner

PATIENCE = 60


@contextmanager
def started(tmp_path: Path, *arguments: str, **more: str) -> Iterator[tuple[Any, str]]:
    """Start a command that serves; yield its process and the address it tells."""
    process = begun(tmp_path, *arguments, **more)
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, (line, process.communicate(timeout=PATIENCE))
        yield process, found.group()
    finally:
        process.kill()
        process.communicate(timeout=PATIENCE)


def begun(tmp_path: Path, *arguments: str, **more: str) -> subprocess.Popen[str]:
    """Start a command."""
    return subprocess.Popen(
        [sys.executable, "-m", "stellwerk", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "STELLWERK_DATA": str(tmp_path), "LANG": "C", **more},
    )


def ask(address: str) -> Any:
    # A server that is still being started takes the connection as soon as it can.
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        return json.load(answer)


def free_port() -> int:
    with socket.socket() as opened:
        opened.bind(("127.0.0.1", 0))
        port: int = opened.getsockname()[1]
        return port


def test_a_server_answers_and_stops_when_asked(tmp_path: Path) -> None:
    with started(tmp_path, "serve", "--port", "0") as (process, address):
        assert ask(f"{address}/healthz")["name"] == "stellwerk"
        with connect(f"{address.replace('http', 'ws')}/ws/me", proxy=None) as lobby:
            process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed):
                lobby.recv(timeout=PATIENCE)
        _, errors = process.communicate(timeout=PATIENCE)
        # It has put everything away and then ends as one does who was asked to.
        assert process.returncode == -signal.SIGTERM, errors
        assert "Traceback" not in errors
    assert (tmp_path / "tables.db").exists()


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    with started(tmp_path, "serve", "--port", "0") as (_, address):
        ask(f"{address}/healthz")
        with begun(tmp_path, "serve", "--port", "0") as second:
            told, errors = second.communicate(timeout=PATIENCE)
        assert second.returncode == 2
        assert told == ""
        assert "Another server is using" in errors
        assert "Traceback" not in errors


def test_play_opens_the_browser_and_finds_itself_again(tmp_path: Path) -> None:
    browser = tmp_path / "browser.sh"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {tmp_path / "opened"}\n')
    browser.chmod(0o755)
    port = str(free_port())
    arguments = ("play", "--port", port)
    with started(tmp_path, *arguments, BROWSER=f"{browser} %s") as (_, address):
        assert address == f"http://127.0.0.1:{port}"
        assert ask(f"{address}/healthz")["name"] == "stellwerk"
        with started(tmp_path, *arguments, BROWSER=f"{browser} %s") as (second, again):
            assert again == address
            second.communicate(timeout=PATIENCE)
            assert second.returncode == 0
    assert (tmp_path / "opened").read_text().split() == [address, address]


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        ("serve --workers 3 --db postgresql://x/y", "3 workers need Redis"),
        ("serve --workers 3 --redis redis://x", "3 workers need PostgreSQL"),
        ("serve --workers 0", "At least one worker"),
        ("serve --port 99999", "cannot be used"),
        ("serve --host nowhere.invalid", "cannot be used"),
        ("serve --db mysql://x/y", "not a database"),
        ("serve --frob", "There is no option '--frob'"),
        ("play --board usa", "--board belongs to the game in the terminal"),
        ("play --seed 1", "--seed belongs to the game in the terminal"),
    ],
)
def test_what_cannot_be_served_is_refused_with_a_sentence(
    run: Runner, arguments: str, answer: str
) -> None:
    refused = run(*arguments.split())
    assert refused.code == 2
    assert answer in " ".join(refused.err.split())
    german = run("--language", "de", *arguments.split())
    assert german.code == 2
    assert answer not in german.err


def test_a_port_that_somebody_else_uses_is_refused(run: Runner) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        refused = run("serve", "--port", str(taken.getsockname()[1]))
    assert refused.code == 2
    assert "--port" in refused.err
